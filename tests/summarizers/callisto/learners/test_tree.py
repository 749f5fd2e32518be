"""The tree of a table against scikit-learn's tree of its rows, and worked examples."""

from math import log2

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from callisto_tables import random_table, rows
from sumspace.errors import SettingError
from sumspace.summarizers.callisto.learners.learner import Training
from sumspace.summarizers.callisto.learners.tree import Tree
from sumspace.summarizers.model_file import Arrays


def one_hot(settings):
    return np.concatenate([np.eye(column.max() + 1)[column] for column in settings.T], axis=1)


def of_rows(training, tree, seed):
    features, settings, classes = rows(training)
    reference = DecisionTreeClassifier(
        criterion="entropy", max_depth=tree.depth, min_samples_leaf=tree.least, random_state=seed
    )
    return reference.fit(np.concatenate([features, one_hot(settings)], axis=1), classes)


def bits(counts):
    return sum(n * log2(counts.sum() / n) for n in counts if n)


def entropy(learned):
    """The bits of all leaves."""
    return sum(bits(counts) for counts in learned.counts[learned.left < 0])


@pytest.mark.parametrize("count", [2, 3, 6])
def test_it_is_the_tree_of_the_rows(count):
    compared = 0
    for seed in range(16):
        training = random_table(seed, count=count)
        tree = Tree(depth=4, least=0.04, documents=1)
        learned, unseen = tree.learn(training), random_table(seed + 1000).features
        references = [of_rows(training, tree, random_state) for random_state in range(4)]
        tables = [
            np.concatenate([np.tile(text, (15, 1)), one_hot(training.settings)], axis=1)
            for text in [*training.features, *unseen]
        ]
        expected = [np.stack([reference.predict(table) for table in tables]) for reference in references]
        leaves = references[0].tree_.children_left < 0
        of_leaves = (references[0].tree_.impurity * references[0].tree_.n_node_samples)[leaves].sum()
        if any((other != expected[0]).any() for other in expected[1:]):
            continue  # scikit-learn breaks a tie by chance
        compared += 1
        assert learned.left.size == references[0].tree_.node_count
        assert entropy(learned) == pytest.approx(of_leaves)
        opinions = [learned.judge(text) for text in [*training.features, *unseen]]
        assert np.stack([opinion.classes for opinion in opinions]).tolist() == expected[0].tolist()
    assert compared >= 9


def test_an_example_by_hand():
    # Configuration 1 is good where the feature is high, from 5 on, and configuration 0 never.
    features = np.array([[2.0], [9.0], [4.0], [6.0]])
    classes = np.array([[0, 0], [0, 1], [0, 0], [0, 1]])
    learned = Tree(documents=1).learn(Training(features, np.array([[3], [7]]), classes * 1.0, classes, 2))
    # The root: both questions save as much, 8 H(1/4) − 4 H(1/2), and the feature comes first.
    assert (learned.feature[0], learned.parameter[0], learned.value[0]) == (0, -1, 5.0)
    assert learned.parameter.tolist() == [-1, -1, 0, -1, -1]
    assert learned.counts.tolist() == [[6, 2], [4, 0], [2, 2], [2, 0], [0, 2]]
    high, low = learned.judge(np.array([5.1])), learned.judge(np.array([5.0]))
    assert high.classes.tolist() == [0, 1]
    assert np.exp(high.confidence) == pytest.approx([3 / 4, 3 / 4])
    assert low.classes.tolist() == [0, 0]
    assert np.exp(low.confidence) == pytest.approx([5 / 6, 5 / 6])


def test_settings_keep_their_numbers_where_some_are_missing():
    classes = np.array([[0, 1, 0]] * 2)
    training = Training(np.zeros((2, 1)), np.array([[4], [90], [17]]), classes * 1.0, classes, 2)
    learned = Tree().learn(training)
    assert learned.value[0] == 90
    assert learned.judge(np.zeros(1)).classes.tolist() == [0, 1, 0]


def test_leaves_have_the_rows_and_documents_that_are_asked_for():
    training = random_table(3, documents=40)
    for least, documents in [(0.0, 1), (0.05, 1), (0.2, 1), (0.0, 7), (0.0, 41)]:
        learned = Tree(depth=30, least=least, documents=documents).learn(training)
        rows_of_leaves = learned.counts[learned.left < 0].sum(axis=1)
        assert rows_of_leaves.sum() == training.classes.size
        assert rows_of_leaves.min() >= least * training.classes.size
        for feature, threshold in zip(learned.feature, learned.value, strict=True):
            above = training.features[:, feature] > threshold
            assert feature < 0 or min(above.sum(), (~above).sum()) >= documents


def test_it_goes_no_deeper_than_it_may():
    training = random_table(4)
    for depth in (1, 2, 5):
        learned = Tree(depth=depth, least=0.0, documents=1).learn(training)
        level = np.zeros(learned.left.size, int)
        for node in np.flatnonzero(learned.left >= 0):
            level[[learned.left[node], learned.right[node]]] = level[node] + 1
        assert level.max() == depth


def test_without_limits_only_rows_that_no_one_question_helps_stay_together():
    training = random_table(5)
    distinct = np.unique(training.settings, axis=0, return_index=True)[1]
    training = Training(
        training.features, training.settings[distinct], training.scores[:, distinct], training.classes[:, distinct], 3
    )
    learned = Tree(depth=100, least=0.0, documents=1).learn(training)
    mixed = [counts.tolist() for counts in learned.counts[learned.left < 0] if (counts > 0).sum() > 1]
    # Two documents, two configurations, and the class is 0 where exactly one of them is the second.
    assert mixed
    assert all(sorted(counts) == [0, 2, 2] for counts in mixed)
    assert sum(map(sum, mixed)) < training.classes.size / 4


def test_neighbouring_numbers_are_told_apart():
    lower = 1.0
    upper = np.nextafter(lower, 2)
    classes = np.array([[0], [1]])
    training = Training(np.array([[lower], [upper]]), np.zeros((1, 1), int), classes * 1.0, classes, 2)
    learned = Tree(documents=1, least=0.0).learn(training)
    assert [int(learned.judge(np.array([x])).classes[0]) for x in (lower, upper)] == [0, 1]


@pytest.mark.parametrize("options", [{"depth": 0}, {"depth": 2.5}, {"least": 0.6}, {"documents": 0}, {"least": "1"}])
def test_limits_that_make_no_sense_are_refused(options):
    with pytest.raises(SettingError, match=f"{next(iter(options))} of a learner must be a"):
        Tree(**options)


def changed(arrays, name, place, value):
    array = arrays[name].copy()
    array[place] = value
    return Arrays(arrays | {name: array})


def test_trees_that_go_round_in_circles_or_out_of_bounds_are_refused():
    learner = Tree(documents=1)
    arrays = learner.learn(random_table(4)).arrays
    nodes, leaf = arrays["left"].size, int(np.flatnonzero(arrays["left"] < 0)[0])
    by_setting = int(np.flatnonzero(arrays["parameter"] >= 0)[0])
    for name, place, value in [
        ("left", 0, 0),
        ("right", 2, 1),
        ("right", 0, nodes),
        ("left", 0, -1),
        ("right", 0, -1),
        ("right", leaf, leaf + 1),
        ("feature", by_setting, 0),
        ("parameter", by_setting, 3),
        ("parameter", by_setting, -1),
        ("feature", leaf, 4),
        ("counts", 0, 0),
        ("counts", 0, 1 << 60),
    ]:
        with pytest.raises(ValueError):
            learner.restore(changed(arrays, name, place, value), 15, 4)
    with pytest.raises(ValueError, match="outside 4 to 4"):
        learner.restore(Arrays(arrays | {"features": np.array(1)}), 15, 4)
    with pytest.raises(ValueError, match="outside -1 to 0"):
        learner.restore(Arrays(arrays | {"features": np.array(1)}), 15, 1)
