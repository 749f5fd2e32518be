"""What learners say led to a value: the amounts sum to what they predict, whatever they have learned."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callisto_tables import planted, random_table
from sumspace.summarizers.callisto.learners.learner import LEARNERS, parse_learner

EVERY = [
    *LEARNERS, "boosting(depth=3, rounds=5, rate=0.5, documents=2)", "tree(depth=4, documents=2)",
    "GaussianNB", "RidgeClassifier", "additive(evidence=0)",
]  # fmt: skip


def amount_of(kind, amounts):
    return sum(one.amount for one in amounts if one.kind == kind)


@pytest.mark.parametrize("explained", ["value", "odds"])
@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 5), document=st.integers(0, 19), configuration=st.integers(0, 14))
def test_amounts_sum_to_what_is_predicted(name, explained, seed, document, configuration):
    training = random_table(seed)
    learned = parse_learner(name).learn(training, seed)
    text = training.features[document] + 0.25
    opinion = learned.judge(text)
    expected = (opinion.values if explained == "value" else opinion.odds)[configuration]
    amounts = learned.amounts(text, configuration, explained)
    assert sum(one.amount for one in amounts) == pytest.approx(expected, abs=1e-9)
    assert amounts[0].kind == "start"
    assert all(0 <= one.number < 4 for one in amounts if one.kind in ("feature", "parameter"))


def test_naive_bayes_adds_logarithms_of_odds():
    training = random_table(3)
    learned, text = parse_learner("naive-bayes").learn(training), training.features[2]
    amounts = learned.amounts(text, 4, "odds")
    worst, best = 0, training.count - 1
    rows = np.bincount(training.classes.ravel())
    assert amount_of("start", amounts) == pytest.approx(np.log(rows[best] / rows[worst]))
    seen = 0.0
    for column in training.settings.T:
        same = training.classes[:, column == column[4]]
        shares = [((same == k).sum() + 1) / (rows[k] + len(set(column.tolist()))) for k in (best, worst)]
        seen += np.log(shares[0] / shares[1])
    assert amount_of("settings", amounts) == pytest.approx(seen)
    by_hand = []
    for feature in range(4):
        scaled = (training.features[:, feature] - training.features[:, feature].mean()) / training.features[
            :, feature
        ].std()
        logs = []
        for k in (best, worst):
            values = np.repeat(scaled, (training.classes == k).sum(axis=1))
            spread = values.var() + 0.01
            logs.append(-0.5 * (np.log(spread) + (scaled[2] - values.mean()) ** 2 / spread))
        by_hand.append(logs[0] - logs[1])
    found = {one.number: one.amount for one in amounts if one.kind == "feature"}
    assert [found[feature] for feature in range(4)] == pytest.approx(by_hand)


def test_a_tree_answers_questions_on_the_way():
    training = planted(1)
    learned = parse_learner("tree(depth=2)").learn(training)
    for document in range(6):
        for configuration in range(8):
            text = training.features[document]
            for one in learned.amounts(text, configuration, "value")[1:]:
                if one.kind == "feature":
                    assert one.met == (text[one.number] <= one.asked)
                else:
                    assert one.met == (training.settings[configuration, one.number] == one.asked)


def test_paths_of_a_tree_end_in_the_values_that_it_predicts():
    training = planted(1)
    learned = parse_learner("tree").learn(training)
    values = {round(value, 9) for _, value in learned.paths()}
    predicted = {round(value, 9) for text in training.features for value in learned.judge(text).values.tolist()}
    assert predicted <= values
    for way, value in learned.paths():
        start = learned.amounts(training.features[0], 0, "value")[0].amount
        assert start + sum(one.amount for one in way) == pytest.approx(value)


@pytest.mark.parametrize("name", ["tree", "c45", "naive-bayes", "boosting", "additive"])
def test_what_was_planted_matters_most(name):
    learned = parse_learner(name).learn(planted(2))
    found = {one.number: one.amount for one in learned.importance() if one.kind == "feature"}
    if name != "naive-bayes":  # to it the planted feature is independent of the settings, and says nothing
        assert max(found, key=found.__getitem__) == 2
    assert min(found.values()) >= 0
    assert learned.importance_is
    if name in ("tree", "c45"):
        parameters = {one.number: one.amount for one in learned.importance() if one.kind == "parameter"}
        assert set(parameters) == {0}
        assert sum(found.values()) + sum(parameters.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", EVERY)
def test_without_a_text_the_good_settings_are_known(name):
    training = random_table(5, documents=40)  # setting 1 of the first parameter adds 1
    learned = parse_learner(name).learn(training)
    plain = learned.without_text()
    assert plain.shape == (15,)
    assert plain[training.settings[:, 0] == 1].mean() > plain[training.settings[:, 0] != 1].mean()


def test_without_a_text_a_tree_weighs_both_answers_by_their_rows():
    training = planted(3)
    learned = parse_learner("tree(depth=3)").learn(training)
    judged = np.mean([learned.judge(text).values for text in training.features], axis=0)
    assert learned.without_text() == pytest.approx(judged, abs=1e-9)
