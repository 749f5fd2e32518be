"""The longest common subsequence by way of the edit distance (Steinberger & Ježek 2009, section 3.3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.counted import Counted
from sumspace.measures.measure import MEASURES
from sumspace.measures.options import Options, in_form, name_of, pattern_of

if TYPE_CHECKING:
    import re

    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.options import Form
    from sumspace.measures.similarity import Against

__all__ = ["Lcs"]


@MEASURES.register("lcs")
@dataclass(frozen=True, slots=True)
class Lcs(Counted):
    """The length of the longest common subsequence, as a share of the reference (recall) and the summary (precision).

    The paper's measure is the length itself (eq. 6), which says little where texts differ in length. A text is one
    sequence, as in rouge-lsent; unlike there, scores are not rounded under profiles that follow the official script.
    """

    form: Form = ""
    against: Against = "references"

    usage: ClassVar[str] = "lcs, lcs(words), lcs(stems), lcs(stems,text)"
    title: ClassVar[str] = "longest common subsequence of two texts, by their edit distance"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    usual: ClassVar[tuple[str, ...]] = ("lcs(words)", "lcs(stems)", "lcs(text)")
    pattern: ClassVar[re.Pattern[str]] = pattern_of("lcs", "words|stems", "text")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Lcs:
        options = Options.of(match)
        return cls(options.form, options.against)

    def __str__(self) -> str:
        return name_of("lcs", self.form, self.against)

    def count(self, batch: Batch) -> NDArray[np.float64]:
        from sumspace.measures import kernels

        whole = in_form(batch, self.form).texts.joined
        peers = batch.peers[batch.owners]
        distances = kernels.edit_distances(whole.tokens, whole.starts, peers, batch.references)
        lengths = np.diff(whole.starts)
        x, y = lengths[peers], lengths[batch.references]
        return np.array([(x + y - distances) // 2, y, x], dtype=np.float64)
