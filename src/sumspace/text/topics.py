"""Latent semantic analysis: the topics of a text, by singular values of its matrix of weighted terms by sentences.

Steinberger & Ježek 2009, sections 4 and 6.2.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np

from sumspace.compute.blas import one_thread
from sumspace.errors import SettingError, TooLargeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from sumspace.arrays import Floats, Integers


#: Singular values that differ by less, relative to the largest, are equal.
_EQUAL = 1e-9
#: Singular values that are smaller, relative to the largest, are rounding errors of 0.
_NOTHING = 1e-6
#: Matrices may not have more cells than this: 4 GB.
_CELLS = 5 * 10**8
#: A matrix of so few sentences never gets several threads.
_FEW = 20

#: How often a term is in a sentence: frequency, binary, augmented, logarithm.
Local = Literal["fq", "bi", "au", "lo"]
#: What a term is worth in the whole text: no weight, inverse sentence frequency, GFIDF, entropy frequency.
Global = Literal["nw", "isf", "gf", "en"]


@dataclass(frozen=True, slots=True)
class Weighting:
    """A local and a global weight, whose product weighs a term in a sentence (eq. 14).

    >>> str(Weighting.parse("BI-ISF"))
    'bi-isf'
    """

    local: Local
    global_: Global

    @classmethod
    def parse(cls, name: object) -> Weighting:
        """Read a weighting as it is written in the names of measures and summarizers."""
        first, _, second = str(name).strip().lower().partition("-")
        return cls(cast("Local", first), cast("Global", second))

    def __post_init__(self) -> None:
        if self.local not in get_args(Local) or self.global_ not in get_args(Global):
            known = f"one of {', '.join(get_args(Local))}, a hyphen and one of {', '.join(get_args(Global))}"
            raise SettingError(f"{str(self)!r} is not a weighting; write {known}, such as bi-isf")

    def __str__(self) -> str:
        return f"{self.local}-{self.global_}".removesuffix("-")

    def weigh(self, counts: Integers) -> Floats:
        """Weigh how often each term, a row with at least one count, is in each sentence, a column."""
        return self._in_sentence(counts) * self._in_text(counts)[:, None]

    def _in_sentence(self, tf: Integers) -> Floats:
        """Return L: tf; 1; 0.5 + 0.5 · tf / tf_max; log(1 + tf). A term that is not in a sentence has 0 there."""
        if self.local == "lo":
            return np.log1p(tf)
        if self.local == "au":
            return np.where(tf > 0, 0.5 + 0.5 * tf / tf.max(axis=0, initial=1), 0.0)
        return (tf if self.local == "fq" else tf > 0).astype(np.float64)

    def _in_text(self, tf: Integers) -> Floats:
        """Return G: 1; log(N / n) + 1; gf / sf; 1 − Σ p log p / log N with p = tf / gf.

        The last is as the paper prints it, so that a term counts more the more evenly it is spread. The entropy weight
        that is known elsewhere has the other sign. In a text of one sentence, where log N is 0, it is 1.
        """
        many = tf.shape[1]
        weights: Floats = np.ones(len(tf))
        if self.global_ == "isf":
            weights = np.log(many / (tf > 0).sum(axis=1)) + 1
        elif self.global_ == "gf":
            weights = tf.sum(axis=1) / (tf > 0).sum(axis=1)
        elif self.global_ == "en" and many > 1:
            p = tf / tf.sum(axis=1, keepdims=True)
            weights = 1 - (p * np.log(np.where(tf > 0, p, 1))).sum(axis=1) / np.log(many)
        return weights


#: The weighting that summarized best in the paper (section 4, footnote 5).
BOOLEAN = Weighting("bi", "nw")


def term_matrix(sentences: Sequence[ArrayLike], weighting: Weighting) -> tuple[Integers, Floats]:
    """Return the distinct terms as they first appear, and the matrix A of their weights: terms × sentences.

    The order decides how sums are rounded; the numbers of terms depend on what else was read before.

    >>> term_matrix([[7, 3, 7], [], [3]], Weighting("fq", "nw"))[1].tolist()
    [[2.0, 0.0, 0.0], [1.0, 0.0, 1.0]]
    """
    many = len(sentences)
    tokens = np.concatenate([np.empty(0, dtype=np.int64), *sentences]).astype(np.int64, copy=False)
    places = np.repeat(np.arange(many), [np.size(sentence) for sentence in sentences])
    terms, firsts, numbers = np.unique(tokens, return_index=True, return_inverse=True)
    if terms.size * many > _CELLS or many**2 > _CELLS:
        size = 8e-9 * max(terms.size, many) * many
        raise TooLargeError(f"has {many:,} sentences with {terms.size:,} terms, whose matrix takes {size:.1f} GB")
    order = np.argsort(firsts)
    terms, rows = terms[order], np.argsort(order)[numbers]
    counts = np.bincount(rows * many + places, minlength=terms.size * many).reshape(terms.size, many)
    return terms, weighting.weigh(counts)


@dataclass(frozen=True, slots=True, eq=False)
class Topics:
    """The singular value decomposition A = U Σ Vᵀ of a text (eq. 8).

    U is A V Σ⁻¹ and not stored: all methods compute what they need from A V, without a division.
    """

    terms: Integers
    matrix: Floats
    #: The singular values, the largest first, without those that are 0.
    values: Floats
    #: The right singular vectors V: sentences × topics.
    right: Floats

    def at_least(self, share: float) -> int:
        """Count the topics whose singular value is at least this share of the largest."""
        return int((self.values >= (share - _EQUAL) * self.values[:1]).sum())

    def with_equals(self, many: int) -> int:
        """Count the first so many topics, and those that are as important as the last of them.

        Singular vectors of equal values can be turned into each other, so that it means nothing to take some of them.
        """
        if not 0 < many < len(self.values):
            return min(many, len(self.values))
        return self.at_least(self.values[many - 1] / self.values[0])

    def main(self) -> Floats:
        """Return what each term has to do with the main topic, a vector of length 1 without negative numbers.

        It is the first left singular vector or, where others have the same singular value, a mean of these: the sum of
        all sentences, projected on them. That settles the sign, and depends on no choice of singular vectors.
        """
        if not self.values.size:
            return np.zeros(len(self.terms))
        first = self.right[:, : self.at_least(1)]
        topic: Floats = np.maximum(self.matrix @ (first @ first.sum(axis=0)), 0)
        return np.divide(topic, np.linalg.norm(topic))

    def significances(self, many: int) -> Floats:
        """Return the length of each term's row in U Σ², within the most important topics (eqs. 11 to 13)."""
        kept = self.with_equals(many)
        return np.asarray(np.linalg.norm(self.matrix @ self.right[:, :kept] * self.values[:kept], axis=1))

    def axes(self) -> Floats:
        """Return the right singular vectors where nothing is left to choice.

        Of equal singular values, the first vector is as near as can be to one sentence, the earliest of those it can be
        nearest to; the next is so among what is left. Each points where all sentences together point: its numbers have
        a sum that is positive or, if that is 0, the largest of them, the first of equals, is positive.
        """
        right = self.right.copy()
        ends = np.flatnonzero(-np.diff(self.values) > _EQUAL * self.values[:-1]) + 1
        for start, stop in pairwise([0, *ends.tolist(), len(self.values)]):
            if stop - start > 1:
                right[:, start:stop] = _settled(right[:, start:stop])
        sizes, sums = np.abs(right), right.sum(axis=0)
        largest = np.argmax(sizes >= sizes.max(axis=0, initial=0) - _EQUAL, axis=0) if len(right) else []
        signs = np.where(np.abs(sums) > _EQUAL, sums, right[largest, range(right.shape[1])])
        return right * np.where(signs < 0, -1, 1)


def _settled(vectors: Floats) -> Floats:
    """Turn orthonormal columns into the same span's columns that lie as near to single rows as can be, one by one."""
    inside = vectors @ vectors.T
    settled = np.empty_like(vectors)
    for k in range(vectors.shape[1]):
        near = np.diagonal(inside)
        row = int(np.argmax(near >= near.max() - _EQUAL))
        settled[:, k] = inside[:, row] / np.sqrt(near[row])
        inside = inside - np.outer(settled[:, k], settled[:, k])
    return settled


@dataclass(frozen=True, slots=True, eq=False)
class DimensionShares:
    """How much of a text its most important dimensions hold (section 5.2.1), and the law σ_i² = a · i^b (eq. 10).

    What a dimension holds is the square of its singular value, and a share is one of the sum of all squares.
    """

    #: The shares that so many percent of the dimensions have, by percent; then those of the fitted law, and of b = −1.
    found: Floats
    fitted: Floats
    zipf: Floats
    a: float
    b: float
    #: How much of the variance of the logarithms the law explains.
    r_squared: float


def share_dimensions(values: ArrayLike, sentences: int, percents: ArrayLike) -> DimensionShares | None:
    """Say what the r most important dimensions hold, r being so many percent of as many as there are sentences.

    Singular values come with the largest first. r is rounded half up and at least 1, as `lsa-terms` has it. The law is
    fitted by least squares to the logarithms: log σ_i² = log a + b · log i, over all singular values that are not 0.
    None where there are fewer than two.

    >>> shares = share_dimensions([10, 5, 10 / 3, 2.5], 8, [25, 50])  # σ_i = 10 / i
    >>> round(shares.a, 6), round(shares.b, 6), shares.found.round(3).tolist()
    (100.0, -2.0, [0.878, 1.0])
    """
    squares: Floats = np.asarray(values, dtype=np.float64) ** 2
    squares = squares[squares > 0]
    many = len(squares)
    if many < 2:
        return None
    ranks = np.arange(1, many + 1)
    x, y = np.log(ranks), np.log(squares)
    b = float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())
    log_a = float(y.mean() - b * x.mean())
    unexplained, variance = float(((y - log_a - b * x) ** 2).sum()), float(((y - y.mean()) ** 2).sum())
    r = np.clip((np.asarray(percents) * sentences / 100 + 0.5).astype(np.int64), 1, many)
    sums = (part.cumsum() for part in (squares, ranks**b, 1 / ranks))
    found, fitted, zipf = (part[r - 1] / part[-1] for part in sums)
    explained = 1 - unexplained / variance if variance > many * _EQUAL**2 else 1.0
    return DimensionShares(found, fitted, zipf, float(np.exp(log_a)), b, explained)


def topics(sentences: Sequence[ArrayLike], weighting: Weighting) -> Topics:
    """Decompose a text; one without terms has no topics.

    The squares of the singular values and the right vectors come from the matrix AᵀA, which is small where A is tall.
    """
    terms, matrix = term_matrix(sentences, weighting)
    with one_thread() if len(sentences) > _FEW else nullcontext():
        squares, right = np.linalg.eigh(matrix.T @ matrix)
    squares, right = squares[::-1], right[:, ::-1]
    kept = int((squares > _NOTHING**2 * squares[:1]).sum())
    return Topics(terms, matrix, np.sqrt(squares[:kept]), right[:, :kept])
