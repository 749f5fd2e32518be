"""The longest common subsequence by way of the edit distance (Steinberger & Ježek 2009, section 3.3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.comparison import OF_TEXT, WORDS_OR_STEMS, Counted, Form, in_form
from sumspace.measures.measure import MEASURES, Against, Family

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


@MEASURES.register("lcs")
@dataclass(frozen=True, slots=True)
class Lcs(Counted):
    """The length of the longest common subsequence, as a share of the reference (recall) and the summary (precision).

    The paper's measure is the length itself (eq. 6), which says little where texts differ in length. A text is one
    sequence, as in rouge-lsent; unlike there, scores are not rounded under profiles that follow the official script.
    """

    form: Form = ""
    against: Against = "references"

    options: ClassVar = {"form": WORDS_OR_STEMS, "against": OF_TEXT}
    usage: ClassVar[str] = "lcs, lcs(words), lcs(stems), lcs(stems,text)"
    title: ClassVar[str] = "longest common subsequence of two texts, from their edit distance"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "subsequences"
    usual: ClassVar[tuple[str, ...]] = ("lcs(words)", "lcs(stems)", "lcs(text)")

    def count(self, batch: Batch) -> Floats:
        from sumspace.measures import kernels

        joined = in_form(batch, self.form).texts.joined
        peers = batch.peers[batch.owners]
        distances = kernels.edit_distances(joined.tokens, joined.starts, peers, batch.references)
        lengths = np.diff(joined.starts)
        x, y = lengths[peers], lengths[batch.references]
        return np.array([(x + y - distances) // 2, y, x], dtype=np.float64)
