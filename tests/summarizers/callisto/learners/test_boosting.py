"""Boosted trees against scikit-learn's, and worked examples."""

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor

from callisto_tables import random_table
from sumspace.errors import SettingError
from sumspace.summarizers.callisto.learners.boosting import Boosting
from sumspace.summarizers.callisto.learners.learner import Training
from sumspace.summarizers.model_file import Arrays


@pytest.mark.parametrize(
    "learner",
    [
        Boosting(relative=False, rounds=30, rate=0.3, depth=1, documents=1),
        Boosting(relative=False, rounds=20, rate=0.1, depth=1, documents=10),
        Boosting(relative=False, rounds=15, rate=0.2, depth=2, documents=4),
        Boosting(relative=False, rounds=5, rate=0.5, depth=3, documents=5),
    ],
    ids=str,
)
def test_it_is_that_of_scikit_learn(learner):
    # More than 64 configurations, so that they do not all go through the documents together.
    training = random_table(0, documents=90, configurations=70, features=6)
    learned = learner.learn(training)
    texts = np.concatenate([training.features, random_table(1, documents=50, features=6).features])
    expected = np.stack([learned.judge(text).confidence for text in texts])
    for configuration in range(0, 70, 6):
        reference = GradientBoostingRegressor(
            learning_rate=learner.rate,
            n_estimators=learner.rounds,
            max_depth=learner.depth,
            min_samples_leaf=learner.documents,
            random_state=0,
        ).fit(training.features, training.scores[:, configuration])
        assert expected[:, configuration] == pytest.approx(reference.predict(texts), abs=1e-9)


def table(features, scores):
    scores = np.array(scores, dtype=float)
    settings = np.arange(scores.shape[1])[:, None]
    return Training(np.array(features, dtype=float), settings, scores, np.zeros(scores.shape, int), 1)


def test_an_example_by_hand():
    # The mean is 4. The best split of 1 1 4 10 is before 10: residuals −2 −2 −2 6 in the mean, half of it is added.
    # What remains is −2 −2 1 3, best split in the middle: −2 and 2 in the mean, half of it is added.
    training = table([[1], [2], [3], [4]], [[1], [1], [4], [10]])
    once, twice = (Boosting(relative=False, rounds=rounds, rate=0.5, documents=1).learn(training) for rounds in (1, 2))
    texts = np.array([[0.0], [2.5], [2.6], [3.5], [3.6]])
    assert [once.judge(text).confidence[0] for text in texts] == pytest.approx([3, 3, 3, 3, 7])
    assert [twice.judge(text).confidence[0] for text in texts] == pytest.approx([2, 2, 4, 4, 8])


def test_too_few_documents_give_the_mean():
    training = table([[1], [2], [3]], [[1, 0], [2, 0], [6, 0]])
    for learner in (Boosting(relative=False), Boosting(relative=False, depth=2, documents=2)):
        found = learner.learn(training).judge(np.array([9.0]))
        assert found.confidence == pytest.approx([3, 0])
        assert found.classes.tolist() == [0, 0]


@pytest.mark.parametrize(("depth", "expected"), [(1, [0, 17, 17]), (2, [0, 12, 22])])
def test_equal_features_are_never_split(depth, expected):
    # Apart from all others, 30 would be the better part of the four highest scores.
    training = table([[1], [1], [2], [2], [3], [3]], [[0], [0], [10], [14], [14], [30]])
    learned = Boosting(relative=False, rounds=1, rate=1.0, documents=1, depth=depth).learn(training)
    assert [learned.judge(np.array([x])).confidence[0] for x in (1.0, 2.0, 3.0)] == pytest.approx(expected)


def test_no_features_give_the_mean():
    assert Boosting(relative=False).learn(table(np.zeros((2, 0)), [[1], [3]])).judge(
        np.zeros(0)
    ).confidence.tolist() == [2.0]


def test_more_rounds_fit_better():
    training = random_table(2, documents=60)
    errors = []
    for rounds in (1, 10, 100):
        learned = Boosting(relative=False, rounds=rounds, documents=3).learn(training)
        expected = np.stack([learned.judge(text).confidence for text in training.features])
        errors.append(((expected - training.scores) ** 2).sum())
    assert errors == sorted(errors, reverse=True)


@pytest.mark.parametrize("options", [{"rounds": 0}, {"rate": 0.0}, {"rate": 2}, {"depth": 9}, {"documents": "all"}])
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(SettingError, match=f"{next(iter(options))} of a learner must be a"):
        Boosting(relative=False, **options)


def test_what_a_text_scores_on_average_is_taken_off():
    training = random_table(4, documents=60, configurations=12)
    # A text on which all summaries score more by the same teaches nothing else.
    raised = training.scores + np.linspace(0, 5, 60)[:, None]
    easier = Training(training.features, training.settings, raised, training.classes, training.count)
    plain, other = (Boosting(documents=3).learn(table) for table in (training, easier))
    centred = training.scores - training.scores.mean(axis=1, keepdims=True)
    alone = Boosting(documents=3, relative=False).learn(
        Training(training.features, training.settings, centred, training.classes, training.count)
    )
    for text in training.features[:10]:
        expected = plain.judge(text).confidence
        assert other.judge(text).confidence == pytest.approx(expected + 2.5)
        assert alone.judge(text).confidence == pytest.approx(expected - training.scores.mean())


def changed(arrays, name, place, value):
    array = arrays[name].copy()
    array[place] = value
    return Arrays(arrays | {name: array})


def test_boosted_trees_that_go_out_of_bounds_are_refused():
    learner = Boosting(documents=1)
    arrays = learner.learn(random_table(4)).arrays
    two = np.concatenate([arrays["split"]] * 2, axis=2)
    for wrong in (
        changed(arrays, "split", (0, 0, 0), 4),
        changed(arrays, "leaf", (3, 2, 1), 1e200),
        Arrays(arrays | {"split": two, "threshold": two * 1.0, "leaf": np.zeros((*two.shape[:2], 3))}),
    ):
        with pytest.raises(ValueError):
            learner.restore(wrong, 15, 4)
