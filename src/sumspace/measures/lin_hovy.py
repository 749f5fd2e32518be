"""The measure of Lin & Hovy 2002 as CALLISTO's framework uses it (Rigouste 2004, sections 5.1 and 5.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.comparison import OF_TEXT, Counted
from sumspace.measures.coverage import pooled_levels, state
from sumspace.measures.measure import MEASURES, Against, Family, number, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch
    from sumspace.measures.coverage import Coverage, Occurrence, Pool, Unit


#: Extracts are counted where the weight is a fraction of parts no smaller than this.
_FINEST = 1000
#: What hits come to at most.
_LARGEST = 20_000_000


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
    title: ClassVar[str] = "shared stems of content words and pairs of stems, weighted 1/3 and 2/3"
    paper: ClassVar[str] = "Rigouste 2004"
    family: ClassVar[Family] = "words"

    def __post_init__(self) -> None:
        if not 0 <= self.weight <= 1:
            raise SettingError(f"the weight of unigrams in lin-hovy must be between 0 and 1, not {self.weight:g}")

    @property
    def has_coverage(self) -> bool:
        return self.against == "references" and float(self._fraction) == self.weight

    @property
    def only_recall(self) -> bool:
        return self.has_coverage

    @property
    def no_coverage(self) -> str:
        if self.against == "text":
            return f"{self} compares with the document, and spaces are counted against references: use lin-hovy"
        return f"{self} needs a weight that is a simple fraction to count extracts: use lin-hovy or lin-hovy(0.5)"

    @property
    def _fraction(self) -> Fraction:
        return Fraction(self.weight).limit_denominator(_FINEST)

    def cover(self, pool: Pool) -> Coverage:
        """State the recall in whole numbers: (w·N₂·h₁ + (1 − w)·N₁·h₂) / (N₁·N₂) for h hits of N unigrams and bigrams.

        Bigrams of content words do not cross sentence boundaries here, as in all spaces.
        """
        pool = pool.read(pool.profile.of_content)
        held = [Counter(unit for s in body for _, unit in _unigrams_and_bigrams(s.tokens)) for body in pool.references]
        of_length = Counter(dict.fromkeys((1, 2), 0))
        for counts in held:
            for unit, count in counts.items():
                of_length[len(unit)] += count
        unigrams, bigrams, weight = of_length[1], of_length[2], self._fraction
        gains, total = {1: 1, 2: 0}, unigrams
        if bigrams:
            gains = {1: weight.numerator * bigrams, 2: (weight.denominator - weight.numerator) * unigrams}
            total = weight.denominator * unigrams * bigrams
        step = max(gcd(*gains.values(), total), 1)
        if total // step > _LARGEST:
            raise NotDefinedError(f"has references of {unigrams:,} content words, too many for {self}")

        def levels(unit: Unit, times: int) -> list[int]:
            return [gains[len(unit)] // step * level for level in pooled_levels(held, unit, times)]

        wanted = {unit for unit in set().union(*held) if gains[len(unit)]}
        occurrences = (_unigrams_and_bigrams(sentence.tokens) for sentence in pool.sentences)
        return state(pool.sentences, occurrences, wanted, levels, total // step)

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


def _unigrams_and_bigrams(tokens: Sequence[int]) -> Iterator[Occurrence]:
    yield from ((1, tuple(tokens[:1])),) if tokens else ()
    for end, bigram in enumerate(pairwise(tokens), 2):
        yield end, bigram[1:]
        yield end, bigram
