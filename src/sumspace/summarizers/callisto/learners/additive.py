"""Smooth functions of the text's features for each configuration, where the documents are evidence for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.compute.blas import one_thread
from sumspace.summarizers.callisto.features import standardize, standards
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


#: How much the text may count, relative to what is particular to a document; the likeliest is taken.
_WEIGHTS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
#: The variance of what no configuration has in common with another, relative to what they share.
_NOISE = 0.1
#: Features further from the mean, in standard deviations, count as if they were here.
_FURTHEST = 3.0


@LEARNERS.register("additive")
@dataclass(frozen=True, slots=True)
class Additive(Learner):
    """Expect of a configuration its mean, and add to it a smooth function of each feature of the text.

    A Gaussian process (Rasmussen & Williams 2006, section 2.2) of documents and configurations: once the means of both
    are subtracted, the covariance of two values is (w K(d, d') + [d = d']) · r^(settings that differ) + noise, where K
    is the mean over features of exp(−(difference in standard deviations)² / 2) (Duvenaud et al. 2011, of degree 1) and
    [d = d'] what only this document has. As the table is full, its eigenvectors are those of both factors (Stegle et
    al. 2011), and the likelihood of every w costs little. Unless some w is e^`evidence` times as likely as w = 0, the
    text does not count, and the configuration with the best mean is chosen for all texts. So this learner is like
    `fixed` where the documents do not show that choosing pays.
    """

    #: By how many units the logarithm of the likelihood must rise for the text to count.
    evidence: float = 20.0
    #: How alike configurations are that differ in one setting.
    likeness: float = 0.6
    #: Of more documents so many are drawn, except for means: the time grows with the third power.
    documents: int = 1000

    title: ClassVar[str] = "each configuration's mean and, where the documents show that it pays, functions of features"
    paper: ClassVar[str] = "Duvenaud et al. 2011; Stegle et al. 2011"
    needs_classes: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.check_number("evidence", float, 0, 1e9)
        self.check_number("likeness", float, 0, 0.99)
        self.check_number("documents", int, 2, 10_000)

    def learn(self, training: Training, seed: int = 0) -> Learned:
        means = training.scores.mean(axis=0)
        centres, scales = standards(training.features)
        rows = np.arange(len(training.features))
        if rows.size > self.documents:
            rows = np.sort(np.random.default_rng(seed).choice(rows.size, self.documents, replace=False))
        texts = _clipped(training.features[rows], centres, scales)
        left = training.scores[rows]
        left = left - left.mean(axis=1, keepdims=True)
        left = left - left.mean(axis=0)
        with one_thread():
            weights = self._weights(texts, np.ascontiguousarray(training.settings), left)
        if not weights.any():
            texts, weights = texts[:0], weights[:0]
        return _Functions(centres, scales, means, texts, weights)

    def _weights(self, texts: Floats, settings: Integers, left: Floats) -> Floats:
        """Return what every document adds to every configuration, by its likeness to a text."""
        alike = np.zeros((len(texts), len(texts)))
        for values in texts.T:
            alike += _likeness(values[:, None], values) / texts.shape[1]
        average = alike.mean(axis=0)
        sizes, vectors = np.linalg.eigh(alike - average - average[:, None] + average.mean())
        variances, modes = _modes(settings.tobytes(), settings.shape, self.likeness)
        # Means are subtracted: the first eigenvector of either side has nothing left.
        sizes, vectors = np.maximum(sizes[1:], 0.0), vectors[:, 1:]
        parts = vectors.T @ (left @ modes)
        best, chosen = self.evidence, np.zeros_like(left)
        if not parts.any():
            return chosen
        without = _likelihood(parts, np.zeros_like(sizes), variances)
        for weight in _WEIGHTS:
            gain = _likelihood(parts, weight * sizes, variances) - without
            if gain > best:
                best = gain
                shrunk = parts * variances / (np.outer(weight * sizes + 1, variances) + _NOISE)
                chosen = weight * vectors @ shrunk @ modes.T
        return chosen

    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:
        centres, scales = arrays.floats("centres", features), arrays.floats("scales", features)
        texts = arrays.floats("texts", None, features)
        if (scales < 0).any() or (np.abs(texts) > _FURTHEST).any():
            raise ValueError("scales and texts cannot be those of standard features")
        means, weights = arrays.floats("means", configurations), arrays.floats("weights", len(texts), configurations)
        return _Functions(centres, scales, means, texts, weights)


def _clipped(features: Floats, centres: Floats, scales: Floats) -> Floats:
    return np.clip(standardize(features, centres, scales), -_FURTHEST, _FURTHEST)


def _likeness(some: Floats, others: Floats) -> Floats:
    """Return how alike features of texts are, from 0 to 1."""
    alike: Floats = np.exp(-0.5 * (some - others) ** 2)
    return alike


def _likelihood(parts: Floats, sizes: Floats, variances: Floats) -> float:
    """Return the logarithm of the likelihood, but for a constant, with the likeliest scale of all variances."""
    expected = np.outer(sizes + 1, variances) + _NOISE
    return float(-0.5 * (np.log(expected).sum() + parts.size * np.log((parts**2 / expected).mean())))


@lru_cache(maxsize=8)
def _modes(settings: bytes, shape: tuple[int, int], likeness: float) -> tuple[Floats, Floats]:
    """Return the variances and the vectors of what configurations share, but for their mean: folds share them too."""
    table = np.frombuffer(settings, np.int64).reshape(shape)
    differing = np.zeros((shape[0], shape[0]))
    for column in table.T:
        differing += column[:, None] != column
    alike = likeness**differing
    average = alike.mean(axis=0)
    variances, modes = np.linalg.eigh(alike - average - average[:, None] + average.mean())
    return np.maximum(variances[1:], 0.0), np.ascontiguousarray(modes[:, 1:])


@dataclass(frozen=True, eq=False)
class _Functions(Learned):
    importance_is: ClassVar[str] = "what it adds or takes away, root mean square over documents and configurations"

    #: What makes features standard: [feature].
    centres: Floats
    scales: Floats
    #: The mean of each configuration.
    means: Floats
    #: The standard features of documents, none where the text does not count, and what each adds: [document,
    #: configuration].
    texts: Floats
    weights: Floats

    def judge(self, features: Floats) -> Opinion:
        return Opinion.expecting(self.means + self.contributions(features).sum(axis=0))

    def without_text(self) -> Floats:
        return self.means

    def amounts(self, features: Floats, configuration: int, explained: Explained) -> list[Amount]:  # noqa: ARG002
        added = self.contributions(features)[:, configuration]
        start = Amount("start", float(self.means[configuration]))
        return [start, *(Amount("feature", float(amount), number) for number, amount in enumerate(added))]

    def importance(self) -> list[Amount]:
        if not len(self.texts):
            return []
        shared = self.weights @ self.weights.T / self.means.size
        squares = []
        for number, values in enumerate(self.texts.T):
            alike = (_likeness(values[:, None], values) - self._average[:, number]) / self.texts.shape[1]
            squares.append(max(float(((alike @ shared) * alike).sum(axis=1).mean()), 0.0))
        return [Amount("feature", square**0.5, number) for number, square in enumerate(squares)]

    def contributions(self, features: Floats) -> Floats:
        """Return what each feature of a text adds to each configuration's mean: [feature, configuration]."""
        text = _clipped(self.checked(features, self.centres.size), self.centres, self.scales)
        if not len(self.texts):
            return np.zeros((text.size, self.means.size))
        amounts: Floats = (_likeness(text, self.texts) - self._average).T @ self.weights / text.size
        return amounts

    @cached_property
    def _average(self) -> Floats:
        """How alike a document is to all, in each feature: [document, feature]."""
        return np.stack([_likeness(values[:, None], values).mean(axis=0) for values in self.texts.T], axis=1)
