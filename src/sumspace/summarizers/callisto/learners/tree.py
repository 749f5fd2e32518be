"""A decision tree, in the place of C5.0, the learner that CALLISTO began with (Rigouste 2004, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal, cast

import numpy as np

from sumspace.summarizers.callisto.learners.learner import (
    LEARNERS,
    Amount,
    Explained,
    Learned,
    Learner,
    Opinion,
    Training,
)

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.summarizers.model_file import Arrays


#: A division has to save more than so many bits a row, which is far more than rounding errors.
_GAIN = 1e-9


@LEARNERS.register("tree")
@dataclass(frozen=True, slots=True)
class Tree(Learner):
    """Divide the rows again and again where that saves most bits of their classes (Quinlan 1986, information gain).

    Rows are divided by "feature ≤ threshold", half way between two neighbouring values, or by "parameter == setting".
    The first kind divides documents and the second configurations, so that the rows of every node are all pairs of
    some documents A with some configurations B. To choose, it is enough to know how many rows of each class each
    document has over B and each configuration over A: |A|·|F| + |B|·|P| steps where a tree of rows takes
    |A|·|B|·(|F| + |P|), which makes it many times quicker. The first of equal divisions is taken, features
    before parameters. Three limits keep this tree small; `c45` is pruned as well.

    A leaf expects its most frequent class, the lower of equals, with confidence (n_k + 1) / (n + K) (Laplace).
    """

    #: How many divisions a row goes through at most.
    depth: int = 10
    #: The share of all rows that a leaf has at least.
    least: float = 0.01
    #: How many documents a division by a feature leaves at least on either side: rows of one document are alike, so
    #: that a leaf of few documents knows little, however many rows it has.
    documents: int = 5

    title: ClassVar[str] = "decision tree by information gain, in place of C5.0"
    paper: ClassVar[str] = "Quinlan 1986"

    def __post_init__(self) -> None:
        self.check_number("depth", int, 1, 100)
        self.check_number("least", float, 0, 0.5)
        self.check_number("documents", int, 1, 1_000_000)

    def best(self, splits: Splits) -> int | None:
        """Return the number of the split to make at a node; None where none is worth it."""
        first = int(np.argmax(splits.gains))
        return first if splits.gains[first] > _GAIN else None

    def prune(self, nodes: list[Node]) -> list[Node]:
        """Return the nodes that remain."""
        return nodes

    def learn(self, training: Training, seed: int = 0) -> Learned:  # noqa: ARG002
        builder = _TreeBuilder(training, self, max(1, ceil(self.least * training.classes.size)))
        nodes = self.prune(builder.nodes())
        feature, parameter, left, right = np.array([(n.feature, n.parameter, n.left, n.right) for n in nodes]).T.copy()
        value, counts = np.array([n.value for n in nodes]), np.array([n.counts for n in nodes])
        features = np.array(training.features.shape[1])
        return LearnedTree(training.settings, features, feature, parameter, value, left, right, counts, training.means)

    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:
        counts = arrays.integers("counts", None, None, low=0, high=1 << 40)
        settings = arrays.integers("settings", configurations, None, low=0)
        (nodes, classes), parameters = counts.shape, settings.shape[1]
        if not nodes or not classes or (counts.sum(axis=1) == 0).any():
            raise ValueError("a tree has nodes, and every node has rows")
        count = arrays.integers("features", low=features, high=features)
        left = arrays.integers("left", nodes, low=-1, high=nodes - 1)
        right = arrays.integers("right", nodes, low=-1, high=nodes - 1)
        feature = arrays.integers("feature", nodes, low=-1, high=features - 1)
        parameter = arrays.integers("parameter", nodes, low=-1, high=parameters - 1)
        inner = left >= 0
        forward = (left > np.arange(nodes)) & (right > np.arange(nodes))
        if not np.where(inner, forward, right < 0).all() or not (inner == ((feature >= 0) ^ (parameter >= 0))).all():
            raise ValueError("nodes have two children, after themselves, and one way to choose between them")
        value = arrays.floats("value", nodes)
        means = arrays.floats("means", classes)
        return LearnedTree(settings, count, feature, parameter, value, left, right, counts, means)


@dataclass(frozen=True, eq=False)
class Splits:
    """The best threshold of every feature and, behind them, the best setting of every parameter, for a node's rows."""

    #: The bits a row that each saves; negative where a feature or parameter cannot divide the rows.
    gains: Floats
    #: The share of the rows that each sends to the left.
    shares: Floats
    #: How many thresholds of a feature there were to choose from; 1 for parameters.
    tried: Integers
    #: How many rows there are.
    rows: int


@dataclass(eq=False)
class Node:
    """A set of rows: how many there are of each class, and what divides them."""

    counts: Integers
    #: The feature or else the parameter by which they are divided; −1 is neither.
    feature: int = -1
    parameter: int = -1
    #: The highest feature, or the setting, of what goes to the left.
    value: float = 0.0
    #: The numbers of its children, higher than its own; −1 for a leaf.
    left: int = -1
    right: int = -1


class _TreeBuilder:
    """What stays the same while a tree is built from a full table of documents and configurations.

    A leaf has at least so many rows.
    """

    def __init__(self, training: Training, learner: Tree, rows: int) -> None:
        self.training, self.learner, self.rows = training, learner, rows
        # The documents in ascending order of each feature, and settings numbered without gaps, with their real numbers.
        self.ascending = np.argsort(training.features, axis=0, kind="stable").T.copy()
        pairs = [np.unique(column, return_inverse=True) for column in training.settings.T]
        self.numbers = [values for values, _ in pairs]
        self.dense = np.array([numbers for _, numbers in pairs], np.int64).reshape(-1, len(training.settings)).T.copy()
        counts = np.arange(training.classes.size + 1, dtype=np.float64)
        self.logs = counts * np.log2(np.maximum(counts, 1))  # n log₂ n for all n that rows can have

    def nodes(self) -> list[Node]:
        """Return the nodes, children after their parent."""
        from sumspace.summarizers.callisto.learners.kernels import tally

        everything = (np.arange(len(self.training.features)), np.arange(len(self.training.settings)))
        grown: list[Node] = []
        pending = [(everything, 0, -1)]
        while pending:
            (documents, configurations), above, parent = pending.pop()
            counts = tally(self.training.classes, documents, configurations, self.training.count)
            node = Node(counts[0].sum(axis=0))
            if parent >= 0 and grown[parent].left < 0:
                grown[parent].left = len(grown)
            elif parent >= 0:
                grown[parent].right = len(grown)
            grown.append(node)
            if above < self.learner.depth and (sides := self._divide(node, documents, configurations, *counts)):
                pending += [(side, above + 1, len(grown) - 1) for side in sides]
        return grown

    def _divide(
        self,
        node: Node,
        documents: Integers,
        configurations: Integers,
        by_document: Integers,
        by_configuration: Integers,
    ) -> list[tuple[Integers, Integers]]:
        """Set what divides the rows of a node best, and return those on the right and on the left; none for a leaf."""
        from sumspace.summarizers.callisto.learners.kernels import best_settings, best_thresholds

        features, rows = self.training.features, int(node.counts.sum())
        least = max(self.learner.documents, ceil(self.rows / configurations.size))
        orders, thresholds, below, tried = best_thresholds(
            features, self.ascending, documents, by_document, least, self.logs
        )
        least = ceil(self.rows / documents.size)
        of_settings, settings, inside = best_settings(self.dense, configurations, by_configuration, least, self.logs)
        before = self.logs[node.counts].sum() - self.logs[rows]
        splits = Splits(
            gains=(np.append(orders, of_settings) - before) / rows,
            shares=np.append(below / documents.size, inside / configurations.size),
            tried=np.append(tried, np.ones_like(inside)),
            rows=rows,
        )
        best = self.learner.best(splits)
        if best is None:
            return []
        if best < orders.size:
            node.feature, node.value = best, float(thresholds[best])
            left = features[documents, best] <= node.value
            return [(documents[~left], configurations), (documents[left], configurations)]
        node.parameter = best - orders.size
        setting = settings[node.parameter]
        node.value = float(self.numbers[node.parameter][setting])
        left = self.dense[configurations, node.parameter] == setting
        return [(documents, configurations[~left]), (documents, configurations[left])]


@dataclass(frozen=True, eq=False)
class LearnedTree(Learned):
    importance_is: ClassVar[str] = "its share of the information gained by all divisions"

    settings: Integers
    #: How many features a text has.
    features: Integers
    #: Of every node: see `Node`.
    feature: Integers
    parameter: Integers
    value: Floats
    left: Integers
    right: Integers
    counts: Integers
    #: The mean value of each class.
    means: Floats

    def judge(self, features: Floats) -> Opinion:
        from sumspace.summarizers.callisto.learners.kernels import leaves

        text = self.checked(features, int(self.features))
        reached = leaves(text, self.settings, self.feature, self.parameter, self.value, self.left, self.right)
        return Opinion.of_classes(self._logarithms[reached], self.means)

    @cached_property
    def _logarithms(self) -> Floats:
        """The logarithm of the probability of each class in every node (Laplace)."""
        counts = self.counts
        shares: Floats = np.log((counts + 1) / (counts.sum(axis=1, keepdims=True) + counts.shape[1]))
        return shares

    def without_text(self) -> Floats:
        """Follow the settings; where a feature is asked for, both ways count by their rows."""
        rows, own = self.counts.sum(axis=1), Opinion.of_classes(self._logarithms, self.means).values
        values: Floats = np.repeat(own[:, None], len(self.settings), axis=1)
        for node in range(len(values) - 1, -1, -1):
            left, right = self.left[node], self.right[node]
            if self.feature[node] >= 0:
                values[node] = (rows[left] * values[left] + rows[right] * values[right]) / (rows[left] + rows[right])
            elif left >= 0:
                inside = self.settings[:, self.parameter[node]] == self.value[node]
                values[node] = np.where(inside, values[left], values[right])
        first: Floats = values[0]
        return first

    def amounts(self, features: Floats, configuration: int, explained: Explained) -> list[Amount]:
        """Start from what all rows expect, and add what changes with every answer on the way to the leaf."""
        text = self.checked(features, int(self.features))
        opinion = Opinion.of_classes(self._logarithms, self.means)
        numbers = opinion.values if explained == "value" else opinion.odds
        node, amounts = 0, [Amount("start", float(numbers[0]))]
        while self.left[node] >= 0:
            feature, parameter, asked = int(self.feature[node]), int(self.parameter[node]), float(self.value[node])
            by_feature = feature >= 0
            met = text[feature] <= asked if by_feature else self.settings[configuration, parameter] == asked
            after = int(self.left[node] if met else self.right[node])
            kind: Literal["feature", "parameter"] = "feature" if by_feature else "parameter"
            added = float(numbers[after] - numbers[node])
            amounts.append(Amount(kind, added, feature if by_feature else parameter, asked, bool(met)))
            node = after
        return amounts

    def importance(self) -> list[Amount]:
        counts = self.counts.astype(np.float64)
        rows = counts.sum(axis=1)
        bits = (rows * np.log2(rows)) - (counts * np.log2(np.maximum(counts, 1))).sum(axis=1)
        inner = np.flatnonzero(self.left >= 0)
        gains = bits[inner] - bits[self.left[inner]] - bits[self.right[inner]]
        found: list[Amount] = []
        for kind, asked in (("feature", self.feature[inner]), ("parameter", self.parameter[inner])):
            for number in np.unique(asked[asked >= 0]):
                share = float(gains[asked == number].sum() / gains.sum())
                found.append(Amount(cast("Literal['feature', 'parameter']", kind), share, int(number)))
        return found

    def paths(self) -> list[tuple[list[Amount], float]]:
        """Return what is asked on the way to every leaf, and the value that the leaf expects; leaves from the left."""
        values = Opinion.of_classes(self._logarithms, self.means).values
        found: list[tuple[list[Amount], float]] = []
        pending: list[tuple[int, list[Amount]]] = [(0, [])]
        while pending:
            node, way = pending.pop()
            if self.left[node] < 0:
                found.append((way, float(values[node])))
                continue
            feature, parameter, asked = int(self.feature[node]), int(self.parameter[node]), float(self.value[node])
            kind: Literal["feature", "parameter"] = "feature" if feature >= 0 else "parameter"
            number = feature if feature >= 0 else parameter
            for child, met in ((int(self.right[node]), False), (int(self.left[node]), True)):
                pending.append((child, [*way, Amount(kind, float(values[child] - values[node]), number, asked, met)]))
        return found
