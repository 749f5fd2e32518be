"""How a decision tree grows on a full table of documents and configurations."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.summarizers.callisto.learners.learner import Training

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["Growth", "Node"]

#: A division has to save more than so many bits a row, which is far above what rounding can feign.
_GAIN = 1e-9


@dataclass(eq=False)
class Node:
    """Some rows, how many there are of each class, and what divides them."""

    counts: Integers
    #: The feature or else the parameter by which they are divided; −1 is neither.
    feature: int = -1
    parameter: int = -1
    #: The highest feature, or the setting, of what goes to the left.
    value: float = 0.0
    #: The numbers of its children, higher than its own; −1 for a leaf.
    left: int = -1
    right: int = -1


@dataclass(frozen=True, eq=False)
class Growth:
    """What stays the same while a tree grows on a table."""

    training: Training
    #: The documents in ascending order of each feature, and settings numbered without gaps, with their real numbers.
    ascending: Integers
    dense: Integers
    numbers: list[Integers]
    #: n log₂ n for all n that rows can have.
    logs: Floats
    #: How many rows a leaf has at least, and how many documents are at least on either side of a threshold.
    rows: int
    documents: int

    @classmethod
    def of(cls, training: Training, rows: int, documents: int) -> Growth:
        pairs = [np.unique(column, return_inverse=True) for column in training.settings.T]
        dense = np.array([numbers for _, numbers in pairs], np.int64).reshape(-1, len(training.settings)).T.copy()
        ascending = np.argsort(training.features, axis=0, kind="stable").T.copy()
        counts = np.arange(training.classes.size + 1, dtype=np.float64)
        logs = counts * np.log2(np.maximum(counts, 1))
        return cls(training, ascending, dense, [values for values, _ in pairs], logs, rows, documents)

    def nodes(self, depth: int) -> list[Node]:
        """Return the nodes, children after their parent, with leaves at this depth or before."""
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
            if above < depth and (sides := self._divide(node, documents, configurations, *counts)):
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
        """Write down how the rows of a node are best divided, and return those on the right and on the left, if any."""
        from sumspace.summarizers.callisto.learners.kernels import best_feature, best_setting

        features = self.training.features
        least = max(self.documents, ceil(self.rows / configurations.size))
        by_feature, feature, threshold = best_feature(
            features, self.ascending, documents, by_document, least, self.logs
        )
        least = ceil(self.rows / documents.size)
        by_setting, parameter, setting = best_setting(self.dense, configurations, by_configuration, least, self.logs)
        rows = node.counts.sum()
        if max(by_feature, by_setting) <= self.logs[node.counts].sum() - self.logs[rows] + _GAIN * rows:
            return []
        if by_feature >= by_setting:
            node.feature, node.value = feature, threshold
            inside = features[documents, feature] <= threshold
            return [(documents[~inside], configurations), (documents[inside], configurations)]
        node.parameter, node.value = parameter, float(self.numbers[parameter][setting])
        inside = self.dense[configurations, parameter] == setting
        return [(documents, configurations[~inside]), (documents, configurations[inside])]
