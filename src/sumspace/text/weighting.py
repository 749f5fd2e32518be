"""A text as a matrix of weighted terms by sentences (Steinberger & Ježek 2009, sections 4 and 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["BOOLEAN", "Global", "Local", "Weighting", "term_matrix"]

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
    def parse(cls, name: str) -> Weighting:
        """Return the weighting of this name: both weights, with a hyphen between."""
        first, _, second = name.strip().lower().partition("-")
        return cls(cast("Local", first), cast("Global", second))

    def __post_init__(self) -> None:
        if self.local not in get_args(Local) or self.global_ not in get_args(Global):
            known = ", ".join(get_args(Local)), ", ".join(get_args(Global))
            raise SettingError(
                f"{self} is no weighting: it takes one of {known[0]}, a hyphen and one of {known[1]}, such as bi-isf"
            )

    def __str__(self) -> str:
        return f"{self.local}-{self.global_}"

    def weigh(self, counts: Integers) -> Floats:
        """Weigh how often each term, a row with at least one count, is in each sentence, a column."""
        return self._in_sentence(counts) * self._in_text(counts)[:, None]

    def _in_sentence(self, tf: Integers) -> Floats:
        """Return L: tf; 1; 0.5 + 0.5 · tf / tf_max; log(1 + tf). A term that is not in a sentence has 0 there."""
        if self.local == "fq":
            return tf.astype(np.float64)
        if self.local == "lo":
            return np.log1p(tf)
        if self.local == "bi":
            return (tf > 0).astype(np.float64)
        most = tf.max(axis=0, initial=1)
        augmented: Floats = (tf > 0) * (0.5 + 0.5 * tf / most)
        return augmented

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
    """Return the distinct terms in rising order, and the matrix A of their weights: terms × sentences.

    >>> term_matrix([[7, 3, 7], [], [3]], Weighting("fq", "nw"))[1].tolist()
    [[1.0, 0.0, 1.0], [2.0, 0.0, 0.0]]
    """
    many = len(sentences)
    tokens = np.concatenate([np.empty(0, dtype=np.int64), *sentences]).astype(np.int64, copy=False)
    places = np.repeat(np.arange(many), [np.size(sentence) for sentence in sentences])
    terms, rows = np.unique(tokens, return_inverse=True)
    counts = np.bincount(rows * many + places, minlength=terms.size * many).reshape(terms.size, many)
    return terms, weighting.weigh(counts)
