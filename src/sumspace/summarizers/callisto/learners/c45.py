"""A decision tree as C4.5 grows and prunes it, whose successor C5.0 is the learner that CALLISTO began with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.callisto.learners.learner import LEARNERS
from sumspace.summarizers.callisto.learners.tree import Node, Splits, Tree

if TYPE_CHECKING:
    from sumspace.arrays import Floats


#: Bits that are less than this are rounding errors.
_NOISE = 1e-9
#: A leaf in place of its subtree may be expected to err so much more often, in rows (the program's own tolerance).
_TOLERANCE = 0.1
#: Upper shares of the standard normal distribution and their quantiles, between which C4.5 interpolates.
_SHARES = (0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
_QUANTILES = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.0)


@LEARNERS.register("c45")
@dataclass(frozen=True, slots=True)
class C45(Tree):
    """Divide rows where the gain ratio is highest, then prune what is expected to err more (Quinlan 1993, 2.2 and 4.2).

    The gain ratio is the bits that a split saves, over the bits that tell which way it sends a row. It favours splits
    that cut off little, so that only those count which save at least as much as those that save anything do on average.
    A threshold that was chosen from t pays log₂(t) / rows for it (Quinlan 1996). A subtree becomes a leaf where that
    is not expected to err more often on new rows, at the upper `confidence` limit of the error of each leaf.

    Splits are binary, as those of `tree`, where C4.5 divides settings all at once, and no subtree takes its parent's
    place. C4.5 takes rows to be independent, but those of a document are alike: on its own, pruning leaves far too
    large a tree, and the limits of `tree` hold here as well.
    """

    #: CF: the smaller, the more is pruned.
    confidence: float = 0.25

    title: ClassVar[str] = "decision tree by gain ratio, pruned: C4.5"
    paper: ClassVar[str] = "Quinlan 1993"

    def __post_init__(self) -> None:
        Tree.__post_init__(self)
        self.check_number("confidence", float, 0.001, 1.0)

    def best(self, splits: Splits) -> int | None:
        gains = splits.gains - np.log2(np.maximum(splits.tried, 1)) / splits.rows
        worth = gains > _NOISE
        if not worth.any():
            return None
        worth &= gains >= gains[worth].mean() - _NOISE
        ratios = np.full(gains.size, -np.inf)
        ratios[worth] = gains[worth] / _bits(splits.shares[worth])
        return int(np.argmax(ratios))

    def prune(self, nodes: list[Node]) -> list[Node]:
        counts = np.array([node.counts for node in nodes])
        rows = counts.sum(axis=1)
        leaf_errors = expected_errors(rows - counts.max(axis=1), rows, self.confidence)
        errors = leaf_errors.copy()
        for number in range(len(nodes) - 1, -1, -1):
            node = nodes[number]
            if node.left >= 0:
                below = errors[node.left] + errors[node.right]
                if leaf_errors[number] <= below + _TOLERANCE:
                    nodes[number] = Node(node.counts)
                else:
                    errors[number] = below
        return _reachable(nodes)


def expected_errors(errors: Floats, rows: Floats, confidence: float) -> Floats:
    """Return N · U_CF(E, N): how often leaves that are wrong on E of N rows are expected to err at most.

    As C4.5 computes it: exact without errors, linear below one, and above by the normal approximation.

    >>> [
    ...     float(round(expected_errors(np.array([e]), np.array([n]), 0.25)[0] / n, 3))
    ...     for e, n in [(0, 6), (0, 9), (1, 16)]
    ... ]
    [0.206, 0.143, 0.157]
    """
    e, n = np.asarray(errors, np.float64), np.asarray(rows, np.float64)
    none = n * -np.expm1(np.log(confidence) / n)
    squared = float(np.interp(confidence, _SHARES, _QUANTILES)) ** 2
    some = np.maximum(e, 1.0) + 0.5
    root = np.sqrt(squared * np.maximum(some * (1 - some / n) + squared / 4, 0.0))
    normal = n * (some + squared / 2 + root) / (n + squared)
    limit = np.where(some >= n, np.maximum(e, 1.0) + 0.67 * (n - np.maximum(e, 1.0)), normal)
    return np.where(e < 1.0, none + e * (limit - none), limit)


def _bits(shares: Floats) -> Floats:
    """Return the entropy of two shares, one of which is given."""
    return np.asarray(-(shares * np.log2(shares) + (1 - shares) * np.log2(1 - shares)))


def _reachable(nodes: list[Node]) -> list[Node]:
    """Return the nodes that can be reached from the first, with the new numbers of their children."""
    reached = {0}
    for number, node in enumerate(nodes):
        if number in reached and node.left >= 0:
            reached |= {node.left, node.right}
    numbers = {-1: -1} | {number: place for place, number in enumerate(sorted(reached))}
    kept = (nodes[number] for number in sorted(reached))
    return [replace(node, left=numbers[node.left], right=numbers[node.right]) for node in kept]
