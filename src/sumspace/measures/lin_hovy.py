"""The measure of Lin & Hovy 2002 as CALLISTO's framework uses it (Rigouste 2004, sections 5.1 and 5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.comparison import OF_TEXT, Counted
from sumspace.measures.measure import MEASURES, Against, Family, number, share

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


@MEASURES.register("lin-hovy")
@dataclass(frozen=True, slots=True)
class LinHovy(Counted):
    """⅓ of the shared share of unigrams and ⅔ of that of bigrams, among the stems of content words.

    Of N stems in the model, the bigrams are the N − 1 pairs of neighbours once stop words are gone, sentence boundaries
    notwithstanding. What both texts hold is counted as often as both have it. Precision is the same share of the
    summary. Where there is a single stem and so no bigram, the unigrams have the whole weight.
    """

    #: The weight of unigrams; that of bigrams is the rest.
    weight: float = 1 / 3
    against: Against = "references"

    options: ClassVar = {"against": OF_TEXT, "weight": number}
    usage: ClassVar[str] = "lin-hovy, lin-hovy(text), lin-hovy(0.5), lin-hovy(text,0.5)"
    title: ClassVar[str] = "shared stems of content words and pairs of them, weighted 1/3 and 2/3"
    paper: ClassVar[str] = "Rigouste 2004"
    family: ClassVar[Family] = "words"

    def __post_init__(self) -> None:
        if not 0 <= self.weight <= 1:
            raise SettingError(f"the weight of unigrams in lin-hovy lies between 0 and 1, not at {self.weight:g}")

    def count(self, batch: Batch) -> Floats:
        return np.array([batch.shared(batch.content.texts, n) for n in (1, 2)])

    def shares(self, counts: Floats) -> tuple[Floats, Floats]:
        hits, totals, peer_totals = counts.swapaxes(0, 1)
        return self._weighted(hits, totals), self._weighted(hits, peer_totals)

    def _weighted(self, hits: Floats, totals: Floats) -> Floats:
        unigrams, bigrams = (share(part, total) for part, total in zip(hits, totals, strict=True))
        mixed = self.weight * unigrams + (1 - self.weight) * bigrams
        weighted: Floats = np.where(totals[1] > 0, mixed, unigrams)
        return weighted
