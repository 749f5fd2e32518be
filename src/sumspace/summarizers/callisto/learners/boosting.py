"""Boosted regression trees: the score of each configuration, from the features of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
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


#: So many configurations go through the documents together.
_TOGETHER = 64


@LEARNERS.register("boosting")
@dataclass(frozen=True, slots=True)
class Boosting(Learner):
    """Expect scores, not classes: for each configuration its mean and a sum of small trees (Friedman 2001, 4.1).

    Every tree is fitted to what the sum before it leaves of the scores, by least squares, and added in part. What the
    summaries of a text score on average says nothing about which is best, so it is subtracted first. A configuration
    has no more to learn from than there are documents, often a hundred; so by default there are ten trees of one split,
    a twentieth of each is added, and at least ten documents are on either side, or a quarter of fewer than forty. Of
    equal splits the first is taken.
    """

    #: How many trees a configuration has.
    rounds: int = 10
    #: What part of a tree is added (Friedman's ν).
    rate: float = 0.05
    #: How many splits a document goes through in a tree.
    depth: int = 1
    #: How many documents a split leaves at least on either side, where there are four times as many or more.
    documents: int = 10
    #: Whether scores are seen relative to the mean of their text.
    relative: bool = True

    title: ClassVar[str] = "boosted regression trees that predict each configuration's score"
    paper: ClassVar[str] = "Friedman 2001"
    needs_classes: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.check_number("rounds", int, 1, 10_000)
        self.check_number("rate", float, 0.0001, 1)
        self.check_number("depth", int, 1, 4)
        self.check_number("documents", int, 1, 1_000_000)
        if not isinstance(self.relative, bool):
            raise SettingError(f"the option relative is True or False, not {self.relative!r}")

    def learn(self, training: Training, seed: int = 0) -> Learned:  # noqa: ARG002
        from sumspace.summarizers.callisto.learners.kernels import boost

        features = training.features
        ascending = np.argsort(features, axis=0, kind="stable")
        ordered = np.take_along_axis(features, ascending, axis=0)
        apart = np.ascontiguousarray((ordered[:-1] < ordered[1:]).T)
        ascending = np.ascontiguousarray(ascending.T)
        scores, means = training.scores, training.scores.mean(axis=0)
        if self.relative:
            scores = scores - (scores.mean(axis=1, keepdims=True) - scores.mean())
        shape = (means.size, self.rounds, 2**self.depth - 1)
        split, threshold = np.empty(shape, np.int64), np.empty(shape)
        leaf = np.empty((*shape[:2], 2**self.depth))
        least = min(self.documents, max(len(features) // 4, 2))
        for start in range(0, means.size, _TOGETHER):
            block = slice(start, start + _TOGETHER)
            residuals = np.ascontiguousarray(scores[:, block] - means[block])
            boost(residuals, features, ascending, apart, self.rate, least, split[block], threshold[block], leaf[block])
        return _Sums(np.array(features.shape[1]), means, split, threshold, leaf)

    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:
        count = arrays.integers("features", low=features, high=features)
        means = arrays.floats("means", configurations)
        split = arrays.integers("split", configurations, None, None, low=-1, high=features - 1)
        threshold = arrays.floats("threshold", *split.shape)
        if split.shape[2] not in {2**depth - 1 for depth in range(1, 5)}:
            raise ValueError("trees are complete, with one to four levels of splits")
        leaf = arrays.floats("leaf", *split.shape[:2], split.shape[2] + 1)
        return _Sums(count, means, split, threshold, leaf)


@dataclass(frozen=True, eq=False)
class _Sums(Learned):
    importance_is: ClassVar[str] = "half of what its splits make a difference of, mean over configurations"

    #: How many features a text has.
    features: Integers
    #: Of every configuration: its mean score, and its trees, complete ones: [configuration, tree, node].
    means: Floats
    split: Integers
    threshold: Floats
    leaf: Floats

    def judge(self, features: Floats) -> Opinion:
        from sumspace.summarizers.callisto.learners.kernels import expect

        text = self.checked(features, int(self.features))
        return Opinion.expecting(expect(text, self.means, self.split, self.threshold, self.leaf))

    def without_text(self) -> Floats:
        return self.means

    def amounts(self, features: Floats, configuration: int, explained: Explained) -> list[Amount]:  # noqa: ARG002
        """Give each feature the differences that its splits make on the way through the trees.

        What is left of the scores is 0 on average before a tree; a split's side counts as the mean of its leaves.
        """
        text = self.checked(features, int(self.features))
        start, added = float(self.means[configuration]), np.zeros(text.size)
        for split, threshold, leaf in zip(
            self.split[configuration], self.threshold[configuration], self.leaf[configuration], strict=True
        ):
            means, node, before = _node_means(split, leaf), 0, 0.0
            if split[0] < 0:
                start, before = start + means[0], means[0]
            while node < split.size:
                feature = split[node]
                node = 2 * node + (2 if feature >= 0 and text[feature] > threshold[node] else 1)
                if feature >= 0:
                    added[feature] += means[node] - before
                    before = means[node]
        amounts = (Amount("feature", float(amount), number) for number, amount in enumerate(added) if amount)
        return [Amount("start", float(start)), *amounts]

    def importance(self) -> list[Amount]:
        sizes = np.zeros(int(self.features))
        for split, leaf in zip(self.split, self.leaf, strict=True):
            for tree, leaves in zip(split, leaf, strict=True):
                means = _node_means(tree, leaves)
                for node in np.flatnonzero(tree >= 0):
                    sizes[tree[node]] += abs(means[2 * node + 2] - means[2 * node + 1]) / 2
        return [Amount("feature", float(size) / len(self.means), number) for number, size in enumerate(sizes)]


def _node_means(split: Integers, leaf: Floats) -> Floats:
    """Return the mean of what is below every node of a complete tree, and the leaves behind the nodes.

    Where there is no split, everything goes to the left.
    """
    means = np.concatenate([np.zeros(leaf.size - 1), leaf])
    for node in range(leaf.size - 2, -1, -1):
        left, right = means[2 * node + 1], means[2 * node + 2]
        means[node] = left if split[node] < 0 else (left + right) / 2
    return means
