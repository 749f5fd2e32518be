"""The additive learner, against a Gaussian process whose covariance is written out in full."""

import numpy as np
import pytest

from callisto_tables import planted, random_table
from sumspace.errors import SettingError
from sumspace.summarizers.callisto.learners import additive
from sumspace.summarizers.callisto.learners.additive import Additive
from sumspace.summarizers.callisto.learners.learner import parse_learner


def without_mean(size):
    return np.eye(size) - 1 / size


def in_full(training, text, likeness=0.6):
    """Return what is expected on a text, with the likeliest weight: all rows in one covariance matrix."""
    n, c = training.scores.shape
    centres, scales = training.features.mean(axis=0), training.features.std(axis=0)
    known, new = (np.clip((x - centres) / scales, -3, 3) for x in (training.features, text))
    alike = np.array([[np.exp(-((a - b) ** 2) / 2).mean() for b in known] for a in known])
    of_new = np.array([np.exp(-((new - b) ** 2) / 2).mean() for b in known]) - alike.mean(axis=0)
    settings = training.settings
    shared = np.array([[likeness ** int((a != b).sum()) for b in settings] for a in settings])
    rows, columns = without_mean(n), without_mean(c)
    shared, alike = columns @ shared @ columns, rows @ alike @ rows
    left = (rows @ training.scores @ columns).ravel()
    free = (n - 1) * (c - 1)
    noise = additive._NOISE * np.kron(rows, columns)

    def fitted(weight):
        covariance = np.kron(weight * alike + rows, shared) + noise
        sizes = np.linalg.eigvalsh(covariance)[-free:]
        explained = np.linalg.pinv(covariance, hermitian=True) @ left
        likelihood = -0.5 * (np.log(sizes).sum() + free * np.log(left @ explained / free))
        return likelihood, np.kron(weight * of_new[None], shared) @ explained

    without, _ = fitted(0.0)
    found = max((fitted(weight) for weight in additive._WEIGHTS), key=lambda pair: pair[0])
    means = training.scores.mean(axis=0)
    return found[0] - without, means + found[1] if found[0] > without else means


@pytest.mark.parametrize("seed", range(3))
def test_it_expects_what_the_full_covariance_says(seed):
    training = planted(seed, documents=9, configurations=6)
    learned = Additive(evidence=0.0).learn(training)
    for text in [*planted(seed + 10, 3).features, training.features[0]]:
        gain, expected = in_full(training, text)
        assert gain > 0
        assert learned.judge(text).values == pytest.approx(expected, abs=1e-8)


def test_the_text_counts_only_where_there_is_that_much_evidence():
    training = planted(0, documents=9, configurations=6)
    gain, _ = in_full(training, training.features[0])
    text = planted(1).features[0]
    means = training.scores.mean(axis=0)
    assert Additive(evidence=gain + 1e-6).learn(training).judge(text).values == pytest.approx(means, abs=1e-12)
    assert Additive(evidence=gain - 1e-6).learn(training).judge(text).values != pytest.approx(means, abs=1e-3)


def test_where_texts_say_nothing_the_best_mean_is_chosen_for_all():
    random = np.random.default_rng(0)
    for seed in range(5):
        training = random_table(seed, documents=40, features=6)
        noise = random.normal(size=training.scores.shape)
        table = type(training)(training.features, training.settings, noise, training.classes, training.count)
        learned, fixed = (parse_learner(name).learn(table) for name in ("additive", "fixed"))
        for text in random.normal(size=(5, 6)):
            assert learned.judge(text).values.tolist() == fixed.judge(text).values.tolist()


def test_a_planted_rule_is_learned_as_far_as_a_smooth_function_can():
    learned, fresh = parse_learner("additive").learn(planted(0)), planted(1)
    right = [
        good[learned.judge(text).values.argmax()] for text, good in zip(fresh.features, fresh.classes, strict=True)
    ]
    fixed = planted(0).scores.mean(axis=0).argmax()
    assert np.mean(right) > 0.85 > fresh.classes[:, fixed].mean()


def test_what_features_add_sums_to_the_value():
    learned = parse_learner("additive").learn(planted(0))
    for text in planted(2).features[:5]:
        added = learned.contributions(text)
        assert added.shape == (4, 24)
        assert learned.means + added.sum(axis=0) == pytest.approx(learned.judge(text).values)
    # The rule is about the third feature.
    sizes = np.abs([learned.contributions(text) for text in planted(2).features]).mean(axis=(0, 2))
    assert sizes.argmax() == 2


def test_of_many_documents_some_are_drawn_by_the_seed_and_means_are_those_of_all():
    training = planted(0, documents=60)
    some, again, other = (Additive(documents=20).learn(training, seed) for seed in (0, 0, 1))
    assert len(some.texts) == 20
    assert (some.texts == again.texts).all()
    assert (some.weights == again.weights).all()
    assert (some.texts != other.texts).any()
    assert some.means == pytest.approx(training.scores.mean(axis=0))


@pytest.mark.parametrize("text", ["additive(evidence=-1)", "additive(likeness=1.0)", "additive(documents=1)"])
def test_options_that_make_no_sense_are_refused(text):
    with pytest.raises(SettingError, match="of a learner must be a"):
        parse_learner(text)
