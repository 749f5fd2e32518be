"""Cosine similarity, the basic content-based measure (Steinberger & Ježek 2009, section 3.3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.counted import word_counts
from sumspace.measures.measure import MEASURES
from sumspace.measures.options import Options, name_of, pattern_of
from sumspace.measures.shares import share
from sumspace.measures.similarity import Similarity

if TYPE_CHECKING:
    import re

    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.similarity import Against

__all__ = ["Cosine"]


@MEASURES.register("cosine")
@dataclass(frozen=True, slots=True)
class Cosine(Similarity):
    """cos(X, Y) = Σ x·y / (√Σx² √Σy²) (eq. 4), where x and y are how often each token of the profile occurs."""

    against: Against = "references"

    usage: ClassVar[str] = "cosine, cosine(text)"
    title: ClassVar[str] = "cosine of the frequencies of words, with references or the full text"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    usual: ClassVar[tuple[str, ...]] = ("cosine", "cosine(text)")
    pattern: ClassVar[re.Pattern[str]] = pattern_of("cosine", "text")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Cosine:
        return cls(Options.of(match).against)

    def __str__(self) -> str:
        return name_of("cosine", self.against)

    def compare(self, batch: Batch) -> NDArray[np.float64]:
        frequencies = word_counts(batch.texts)
        squares = (frequencies * frequencies).sum(axis=1)
        peers, references = batch.peers[batch.owners], batch.references
        products = (frequencies[peers] * frequencies[references]).sum(axis=1)
        # One root of both sums: they are whole numbers, so that the cosine of equal texts is exactly 1.
        return share(products, np.sqrt(squares[peers] * squares[references]))
