"""What holds for all learners, their names, and what they learn from."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from callisto_tables import planted, random_table
from sumspace.errors import SettingError, UnknownNameError
from sumspace.stats.kmeans import clusters
from sumspace.summarizers.callisto.learners.fixed import Fixed
from sumspace.summarizers.callisto.learners.learner import (
    LEARNERS,
    Arrays,
    Opinion,
    Training,
    parse_learner,
    training_table,
)
from sumspace.summarizers.callisto.learners.tree import Tree
from sumspace.summarizers.callisto.model import choose

ALL = [
    *LEARNERS,
    "tree(depth=3, least=0.02, documents=1)",
    "boosting(rounds=20, rate=0.2, depth=2, documents=3)",
    "naive-bayes(smoothing=0.5)",
    "RandomForestClassifier(n_estimators=5)",
]


def same(one, other):
    return one.classes.tolist() == other.classes.tolist() and one.confidence.tolist() == other.confidence.tolist()


def test_there_are_learners():
    assert set(LEARNERS) >= {"boosting", "fixed", "naive-bayes", "tree"}


@pytest.mark.parametrize("name", ALL)
def test_a_learner_is_a_value_with_a_name(name):
    learner = parse_learner(name)
    assert str(learner) == name
    assert learner == parse_learner(f" {name} ")
    assert hash(learner) == hash(parse_learner(name))
    assert learner.title
    assert learner.paper
    with pytest.raises((FrozenInstanceError, TypeError)):
        learner.other = 1


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("shape", [(20, 15), (1, 6), (20, 1), (1, 1), (2, 3)])
def test_it_has_an_opinion_of_every_configuration(name, shape):
    training, learner = random_table(0, *shape), parse_learner(name)
    learned = learner.learn(training, seed=5)
    again, restored = learner.learn(training, seed=5), learner.restore(learned.arrays, shape[1], 4)
    for text in [*training.features, *random_table(1).features, np.full(4, -1e12)]:
        opinion = learned.judge(text)
        assert opinion.classes.shape == opinion.confidence.shape == shape[1:]
        assert opinion.classes.dtype == np.int64
        assert np.isfinite(opinion.confidence).all()
        if learner.needs_classes:
            assert set(opinion.classes.tolist()) <= set(training.classes.ravel().tolist())
            assert (opinion.confidence <= 1).all()
        else:
            assert not opinion.classes.any()
        assert same(opinion, again.judge(text))
        assert same(opinion, restored.judge(text))


@pytest.mark.parametrize("name", ALL)
def test_what_it_keeps_are_plain_numbers_that_a_file_can_hold(name, tmp_path):
    training, learner = random_table(2), parse_learner(name)
    learned = learner.learn(training)
    assert all(array.dtype.kind in "iuf" for array in learned.arrays.values())
    np.savez(tmp_path / "learned.npz", **learned.arrays)
    with np.load(tmp_path / "learned.npz", allow_pickle=False) as kept:
        restored = learner.restore(Arrays(kept), 15, 4)
    assert all(same(learned.judge(text), restored.judge(text)) for text in training.features)


@pytest.mark.parametrize("name", ALL)
def test_the_arrays_it_is_given_may_lie_in_any_way(name):
    training, learner = random_table(3), parse_learner(name)
    backwards = [np.asfortranarray(array) for array in (training.features, training.settings, training.scores)]
    backwards[0].flags.writeable = False
    other = Training(*backwards, training.classes.astype(np.int8), training.count)
    here, there = learner.learn(training), learner.learn(other)
    assert all(same(here.judge(text), there.judge(text)) for text in other.features)


def damages(arrays):
    """Every array left out, of another kind or shape, or with a number that cannot be, one at a time."""
    for name, array in arrays.items():
        yield name, None
        if not array.size:  # of documents that do not count
            continue
        yield name, array.astype("U")
        yield name, np.array([[object()]])
        yield name, array[None]
        if array.ndim:
            yield name, array[:0]
        if array.ndim and name not in ("counts", "features", "means", "settings", "values"):  # those may have any width
            yield name, np.concatenate([array, array], axis=-1)
        if array.dtype.kind == "f":
            for wrong in (np.nan, np.inf, -np.inf):
                yield name, np.full_like(array, wrong)
            yield name, array.astype(int)
        else:
            yield name, np.full_like(array, -2, dtype=np.int64)
            yield name, array.astype(float)


@pytest.mark.parametrize("name", ALL)
def test_what_cannot_be_its_arrays_is_refused(name):
    learner = parse_learner(name)
    arrays = learner.learn(random_table(4)).arrays
    for which, wrong in damages(arrays):
        damaged = Arrays(arrays | {which: wrong})
        if wrong is None:
            del damaged[which]
        with pytest.raises(ValueError):
            learner.restore(damaged, 15, 4)


@pytest.mark.parametrize("name", ALL)
def test_arrays_of_other_configurations_or_features_are_refused(name):
    learner = parse_learner(name)
    arrays = learner.learn(random_table(4)).arrays
    with pytest.raises(ValueError, match="kind and shape"):
        learner.restore(arrays, 14, 4)
    if name != "fixed":  # it knows of no features
        with pytest.raises(ValueError, match=r"kind and shape|outside"):
            learner.restore(arrays, 15, 3)


@pytest.mark.parametrize("name", ["tree", "boosting", "naive-bayes"])
def test_a_text_with_other_features_is_refused(name):
    learned = parse_learner(name).learn(random_table(0))
    for wrong in (np.zeros(3), np.zeros((1, 4)), np.array([0, 0, 0, np.nan])):
        with pytest.raises(ValueError, match="a text has 4 features"):
            learned.judge(wrong)


@pytest.mark.parametrize("name", ["tree", "boosting", "DecisionTreeClassifier(max_depth=4)"])
def test_a_planted_rule_is_learned(name):
    learned, fresh = parse_learner(name).learn(planted(0)), planted(1)
    right = 0
    for text, good in zip(fresh.features, fresh.classes, strict=True):
        opinion = learned.judge(text)
        best = max(range(len(good)), key=lambda c: (opinion.classes[c], opinion.confidence[c]))
        right += good[best]
    assert right >= 0.95 * len(fresh.features)


def test_fixed_is_the_mean_whatever_the_text():
    training = random_table(0)
    learned = Fixed().learn(training)
    means = [sum(column) / 20 for column in training.scores.T.tolist()]
    for text in (np.zeros(4), np.ones(9)):
        assert learned.judge(text).confidence == pytest.approx(means)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"classes": np.full((20, 15), 3)}, "from 0 to 2"),
        ({"classes": np.full((20, 15), -1)}, "from 0 to 2"),
        ({"classes": np.full((20, 15), 0.5)}, "whole numbers"),
        ({"classes": np.zeros((15, 20), int)}, "all documents and all configurations"),
        ({"settings": np.full((15, 3), -1)}, "numbered from 0"),
        ({"features": np.full((20, 4), np.nan)}, "finite"),
        ({"features": np.zeros(20)}, "all documents"),
        ({"scores": np.full((20, 15), np.inf)}, "finite"),
    ],
)
def test_tables_that_do_not_fit_together_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        Training(**(vars(random_table(0)) | change))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tree(deep=4)", r"unknown option of tree, 'deep'; there are: depth, least, documents"),
        ("fixed(depth=4)", r"unknown option of fixed, 'depth'; there are: none"),
        (
            "trees",
            r"unknown learner 'trees'; there are: additive, boosting, c45, fixed, naive-bayes, tree, the ",
        ),
        ("", r"unknown learner ''; there are"),
        ("RandomForestRegressor()", r"unknown learner 'RandomForestRegressor'"),
    ],
)
def test_unknown_names_are_answered_with_those_there_are(text, message):
    with pytest.raises(UnknownNameError, match=message):
        parse_learner(text)


@pytest.mark.parametrize(
    "text",
    [
        "tree(",
        "tree(depth)",
        "tree(**{'depth': 4})",
        "tree(depth=2, depth=3)",
        "tree(4, depth=3)",
        "tree(1, 0.1, 2, 3)",
        "tree(depth=print(1))",
        "tree(depth=4)(x=1)",
        "tree(depth=4) + tree(depth=4)",
        "tree(depth=1e999)",
        "tree(depth=" + "(" * 1500 + ")",
        "tree(depth='" + "x" * 5000 + "')",
        "tree(depth=\0)",
        "tree(depth=True)",
        "boosting(relative=1)",
    ],
)
def test_what_is_no_option_is_refused_in_one_short_line(text):
    with pytest.raises(SettingError) as caught:
        parse_learner(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_options_may_come_in_order_without_their_names():
    assert parse_learner("tree(4, 0.5)") == Tree(depth=4, least=0.5)
    assert str(parse_learner("tree(4, least=0.01)")) == "tree(depth=4)"


def test_one_class_is_expected_for_sure():
    training = random_table(0, count=1)
    for name in ("LogisticRegression", "SVC", "tree", "naive-bayes"):
        opinion = parse_learner(name).learn(training).judge(np.zeros(4))
        assert not opinion.classes.any()
        assert np.exp(opinion.confidence) == pytest.approx(np.ones(15))
        assert opinion.values == pytest.approx(np.full(15, training.scores.mean()))


def test_the_first_of_equal_expectations_is_the_surest():
    opinion = Opinion.expecting(np.array([0.3, 0.7, 0.7, 0.7]))
    assert [choose(opinion, np.arange(4), "value", seed) for seed in range(9)] == [1] * 9


def test_scores_become_classes_by_a_division_and_are_all_alike_without():
    features, settings, scores = (
        np.zeros((2, 1)),
        np.zeros((3, 1), dtype=np.int64),
        np.array([[0, 0.1, 1], [0.5, 0.6, 1]]),
    )
    table = training_table(features, settings, scores, clusters(scores, 3)[-1])
    assert (table.classes.tolist(), table.count) == ([[0, 0, 2], [1, 1, 2]], 3)
    plain = training_table(features, settings, scores)
    assert (plain.classes.tolist(), plain.count) == ([[0] * 3] * 2, 1)
