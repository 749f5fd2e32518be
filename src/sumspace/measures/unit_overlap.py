"""Unit overlap: how many of all their words two texts have in common (Steinberger & Ježek 2009, section 3.3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.measures.counted import distinct, shared
from sumspace.measures.measure import MEASURES
from sumspace.measures.options import Options, in_form, name_of, pattern_of
from sumspace.measures.shares import share
from sumspace.measures.similarity import Similarity

if TYPE_CHECKING:
    import re

    import numpy as np
    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.options import Form
    from sumspace.measures.similarity import Against

__all__ = ["UnitOverlap"]


@MEASURES.register("overlap")
@dataclass(frozen=True, slots=True)
class UnitOverlap(Similarity):
    """|X ∩ Y| / (|X| + |Y| − |X ∩ Y|) of the sets of words or stems of the two texts (eq. 5)."""

    form: Form = ""
    against: Against = "references"

    usage: ClassVar[str] = "overlap, overlap(words), overlap(stems), overlap(stems,text)"
    title: ClassVar[str] = "words or stems in common, as sets, with references or the full text"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    usual: ClassVar[tuple[str, ...]] = ("overlap(words)", "overlap(stems)", "overlap(text)")
    pattern: ClassVar[re.Pattern[str]] = pattern_of("overlap", "words|stems", "text")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> UnitOverlap:
        options = Options.of(match)
        return cls(options.form, options.against)

    def __str__(self) -> str:
        return name_of("overlap", self.form, self.against)

    def compare(self, batch: Batch) -> NDArray[np.float64]:
        both, references, peers = shared(distinct(in_form(batch, self.form).texts), batch)
        return share(both, references + peers - both)
