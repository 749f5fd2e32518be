"""Keywords in common: the most frequent content words of two texts (Steinberger & Ježek 2009, section 6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.measures.counted import Counted, distinct, shared
from sumspace.measures.measure import MEASURES, Scores
from sumspace.measures.options import Options, name_of, pattern_of
from sumspace.measures.similarity import over_references

if TYPE_CHECKING:
    import re

    import numpy as np
    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.measure import Part
    from sumspace.measures.similarity import Against

    Floats = NDArray[np.float64]

__all__ = ["Keywords"]

_USUAL = 30


@MEASURES.register("keywords")
@dataclass(frozen=True, slots=True)
class Keywords(Counted):
    """The n most frequent stems of content words of each text, compared as sets.

    The paper does not say how. Recall is the share of the reference's keywords that the summary has among its own,
    precision the reverse. Among stems that are equally frequent, those that appear first in the text are taken.
    Formula A takes the mean over the references.
    """

    n: int = _USUAL
    against: Against = "references"

    usage: ClassVar[str] = "keywords, keywords(20), keywords(text,20)"
    title: ClassVar[str] = "the 30 most frequent content words in common, with references or the full text"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    usual: ClassVar[tuple[str, ...]] = ("keywords", "keywords(text)")
    pattern: ClassVar[re.Pattern[str]] = pattern_of("keywords", r"[1-9]\d{0,5}", "text")
    main: ClassVar[Part] = "f1"

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Keywords:
        options = Options.of(match)
        return cls(int(options.other or _USUAL), options.against)

    def __str__(self) -> str:
        return name_of("keywords", self.against, "" if self.n == _USUAL else str(self.n))

    def count(self, batch: Batch) -> Floats:
        return shared(distinct(batch.content.texts, self.n), batch)

    def pool(self, counts: Floats, batch: Batch) -> Scores:
        each = self.scores(counts, batch)
        return Scores(*(over_references(part, batch) for part in (each.recall, each.precision, each.f1)))
