"""Cosine similarity, the basic content-based measure (Steinberger & Ježek 2009, section 3.3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.comparison import OF_TEXT, Similarity, word_counts
from sumspace.measures.measure import MEASURES, Against, Family, share

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


@MEASURES.register("cosine")
@dataclass(frozen=True, slots=True)
class Cosine(Similarity):
    """cos(X, Y) = Σ x·y / (√Σx² √Σy²) (eq. 4), where x and y are how often each token of the profile occurs."""

    against: Against = "references"

    options: ClassVar = {"against": OF_TEXT}
    usage: ClassVar[str] = "cosine, cosine(text)"
    title: ClassVar[str] = "cosine similarity of word frequencies, with references or the full text"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "words"
    usual: ClassVar[tuple[str, ...]] = ("cosine", "cosine(text)")

    def compare(self, batch: Batch) -> Floats:
        frequencies = word_counts(batch.texts)
        squares = (frequencies * frequencies).sum(axis=1)
        peers, references = batch.peers[batch.owners], batch.references
        products = (frequencies[peers] * frequencies[references]).sum(axis=1)
        # One root of both sums: they are whole numbers, so that the cosine of equal texts is exactly 1.
        return share(products, np.sqrt(squares[peers] * squares[references]))
