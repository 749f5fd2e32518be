"""Unit overlap: how many of all their words two texts have in common (Steinberger & Ježek 2009, section 3.3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.measures.comparison import OF_TEXT, WORDS_OR_STEMS, Form, Similarity, distinct, in_form
from sumspace.measures.measure import MEASURES, Against, Family, share

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


@MEASURES.register("overlap")
@dataclass(frozen=True, slots=True)
class Overlap(Similarity):
    """|X ∩ Y| / (|X| + |Y| − |X ∩ Y|) of the sets of words or stems of the two texts (eq. 5)."""

    form: Form = ""
    against: Against = "references"

    options: ClassVar = {"form": WORDS_OR_STEMS, "against": OF_TEXT}
    usage: ClassVar[str] = "overlap, overlap(words), overlap(stems), overlap(stems,text)"
    title: ClassVar[str] = "overlap of the sets of words or stems, with references or the full text"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "words"
    usual: ClassVar[tuple[str, ...]] = ("overlap(words)", "overlap(stems)", "overlap(text)")

    def compare(self, batch: Batch) -> Floats:
        both, references, peers = batch.shared(distinct(in_form(batch, self.form).texts))
        return share(both, references + peers - both)
