"""C4.5: its expected errors against published ones, its pruning by hand, and whole trees against trees of rows."""

from math import log2, sqrt

import numpy as np
import pytest

from callisto_tables import random_table
from sumspace.errors import SettingError
from sumspace.summarizers.callisto.learners.c45 import C45, expected_errors
from sumspace.summarizers.callisto.learners.learner import Training, parse_learner
from sumspace.summarizers.callisto.learners.tree import Node, Splits, Tree


def expected(errors, rows, confidence=0.25):
    return float(expected_errors(np.array([errors]), np.array([rows]), confidence)[0])


@pytest.mark.parametrize(("errors", "rows", "published"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.157)])
def test_error_rates_are_those_of_quinlan_1993(errors, rows, published):
    """The first three leaves and the fourth that takes their place, of the votes in section 4.2."""
    assert round(expected(errors, rows) / rows, 3) == published


def wilson(errors, rows, deviation):
    """The upper limit p of an error rate whose observation, half an error more, lies z standard deviations below it."""
    observed, low, high = (errors + 0.5) / rows, (errors + 0.5) / rows, 1.0
    for _ in range(200):
        p = (low + high) / 2
        low, high = (p, high) if p - observed < deviation * sqrt(p * (1 - p) / rows) else (low, p)
    return low


@pytest.mark.parametrize(("confidence", "deviation"), [(0.05, 1.65), (0.1, 1.28), (0.25, 0.6925)])
@pytest.mark.parametrize(("errors", "rows"), [(1, 4), (3, 7), (40, 1000), (998, 1000)])
def test_errors_above_one_are_the_normal_limit(errors, rows, confidence, deviation):
    """C4.5 interpolates: 0.25 is a quarter of the way from 0.2, whose deviation is 0.84, to 0.4, of 0.25."""
    assert expected(errors, rows, confidence) == pytest.approx(rows * wilson(errors, rows, deviation))


def test_more_errors_are_expected_of_more_errors_and_never_more_than_the_rows():
    for rows in (1, 2, 5, 100):
        values = [expected(errors, rows) for errors in range(rows + 1)]
        assert values == sorted(set(values))
        assert values[-1] <= rows
        assert all(errors <= value for errors, value in enumerate(values))
    assert expected(0.5, 16) == pytest.approx((expected(0, 16) + expected(1, 16)) / 2)


def tree_of(counts):
    """A tree of nodes that are given as counts and the numbers of their children."""
    return [
        Node(np.array(own), feature=0 if children else -1, left=children[0] if children else -1,
             right=children[1] if children else -1)
        for own, children in counts
    ]  # fmt: skip


def test_quinlans_subtree_becomes_a_leaf():
    """Its leaves err 6 · 0.206 + 9 · 0.143 + 1 · 0.750 = 3.273 times, and the leaf in its place 16 · 0.157 = 2.512."""
    nodes = tree_of([([15, 1], (1, 2)), ([6, 0], ()), ([9, 1], (3, 4)), ([9, 0], ()), ([0, 1], ())])
    (leaf,) = C45().prune(nodes)
    assert (leaf.counts.tolist(), leaf.left, leaf.feature) == ([15, 1], -1, -1)


def test_a_subtree_that_errs_less_stays_and_its_nodes_move_up():
    """The leaves [4, 0] and [4, 0] err 2 · 4 · 0.293 times, the leaf [8, 0] in their place 8 · 0.159 times."""
    shape = [([8, 10], (1, 4)), ([8, 0], (2, 3)), ([4, 0], ()), ([4, 0], ()), ([0, 10], ())]
    pruned = C45().prune(tree_of(shape))
    assert [node.counts.tolist() for node in pruned] == [[8, 10], [8, 0], [0, 10]]
    assert [(node.left, node.right) for node in pruned] == [(1, 2), (-1, -1), (-1, -1)]


def bits(classes):
    counts = np.unique(classes, return_counts=True)[1]
    return sum(n / len(classes) * log2(len(classes) / n) for n in counts)


def ratio_of(inside, classes, tried):
    n, m = inside.sum(), len(inside)
    gain = bits(classes) - n / m * bits(classes[inside]) - (m - n) / m * bits(classes[~inside]) - log2(tried) / m
    return gain, gain / (n / m * log2(m / n) + (m - n) / m * log2(m / (m - n)))


def grow(rows, depth, documents):
    """The tree of rows, each a document, its features, its settings and its class: the children, or the classes."""
    names, features, settings, classes = rows
    found = []
    for column in features.T if depth else ():
        cuts = [
            (column <= value) for value in np.unique(column)[:-1]
            if min(len(set(names[column <= value])), len(set(names[column > value]))) >= documents
        ]  # fmt: skip
        if cuts:
            best = max(cuts, key=lambda inside: round(ratio_of(inside, classes, 1)[0], 9))
            found.append((best, *ratio_of(best, classes, len(cuts))))
    for column in settings.T if depth else ():
        values = np.unique(column)
        if len(values) > 1:
            best = max((column == value for value in values), key=lambda i: round(ratio_of(i, classes, 1)[0], 9))
            found.append((best, *ratio_of(best, classes, 1)))
    worth = [one for one in found if one[1] > 1e-9]
    if not worth:
        return [classes]
    mean = sum(gain for _, gain, _ in worth) / len(worth)
    inside, _, _ = max((one for one in worth if one[1] >= mean - 1e-9), key=lambda one: round(one[2], 9))
    return [grow(tuple(part[side] for part in rows), depth - 1, documents) for side in (inside, ~inside)]


def of_leaf(classes):
    errors, rows = len(classes) - np.unique(classes, return_counts=True)[1].max(), len(classes)
    if not errors:
        return rows * (1 - 0.25 ** (1 / rows))
    return errors + 0.67 * (rows - errors) if errors + 0.5 >= rows else rows * wilson(errors, rows, 0.6925)


def leaves_of(tree):
    return [tree[0]] if len(tree) == 1 else leaves_of(tree[0]) + leaves_of(tree[1])


def prune(tree):
    """The pruned tree, and its expected errors."""
    classes = np.concatenate(leaves_of(tree))
    alone = of_leaf(classes)
    if len(tree) == 1:
        return tree, alone
    (left, below_left), (right, below_right) = prune(tree[0]), prune(tree[1])
    if alone <= below_left + below_right + 0.1:
        return [classes], alone
    return [left, right], below_left + below_right


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("count", [2, 4])
def test_it_is_the_tree_that_rows_make(seed, count):
    training = random_table(seed, count=count)
    documents, configurations = training.classes.shape
    names, numbers = np.repeat(np.arange(documents), configurations), np.tile(np.arange(configurations), documents)
    rows = names, training.features[names], training.settings[numbers], training.classes.ravel()
    grown = grow(rows, 4, 2)
    pruned, _ = prune(grown)
    learned = C45(depth=4, least=0.0, documents=2).learn(training)
    leaves = learned.counts[learned.left < 0]
    expected_leaves = sorted(np.bincount(classes, minlength=count).tolist() for classes in leaves_of(pruned))
    assert sorted(leaves.tolist()) == expected_leaves
    assert len(expected_leaves) <= len(leaves_of(grown))


def test_the_gain_ratio_prefers_even_splits_and_passes_over_those_below_average():
    """The second saves most bits, the first most of those it takes; the third would win but saves next to nothing."""
    splits = Splits(np.array([0.30, 0.32, 0.02]), np.array([0.9, 0.5, 0.999]), np.array([1, 1, 1]), 1000)
    assert C45().best(splits) == 0
    assert Tree().best(splits) == 1


def test_a_threshold_pays_for_the_choice_it_was():
    """1,024 thresholds cost 10 bits, all that the split saves of 100 rows."""
    splits = Splits(np.array([0.1, 0.05]), np.array([0.5, 0.5]), np.array([1024, 1]), 100)
    assert C45().best(splits) == 1
    assert C45().best(Splits(splits.gains[:1], splits.shares[:1], splits.tried[:1], 100)) is None


def test_it_reads_as_it_prints_and_comes_back_from_its_arrays():
    learner = parse_learner("c45(depth=3, confidence=0.1)")
    assert str(learner) == "c45(depth=3, confidence=0.1)"
    training = random_table(2)
    learned = learner.learn(training)
    again = learner.restore(learned.arrays, *training.settings.shape[:1], training.features.shape[1])
    for text in training.features:
        assert again.judge(text).classes.tolist() == learned.judge(text).classes.tolist()


def test_classes_that_are_all_the_same_need_no_tree():
    classes = np.zeros((3, 2), int)
    learned = C45().learn(Training(np.arange(3.0)[:, None], np.array([[0], [1]]), classes * 1.0, classes, 2))
    assert learned.left.tolist() == [-1]


@pytest.mark.parametrize("options", [{"confidence": 0}, {"confidence": 2.0}, {"depth": 0}])
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(SettingError, match=f"{next(iter(options))} of a learner must be a"):
        C45(**options)
