"""Term significance similarity: whether the same terms matter to a summary's topics and to a text's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.lsa import WEIGHTINGS, Lsa
from sumspace.measures.measure import MEASURES
from sumspace.measures.options import pattern_of

if TYPE_CHECKING:
    import re

    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.text.topics import Topics

__all__ = ["LsaTerms"]


@MEASURES.register("lsa-terms")
@dataclass(frozen=True, slots=True)
class LsaTerms(Lsa):
    """The cosine of the significances of terms within the most important topics of two texts (section 5.2).

    The share of the reference that the summary is, in words, is the share of its topics that counts, and as many count
    of the summary, where it has as many.
    """

    family: ClassVar[str] = "lsa-terms"
    usage: ClassVar[str] = "lsa-terms, lsa-terms(text), lsa-terms(text,lo-en)"
    title: ClassVar[str] = "how alike the terms of the main topics are, found by LSA; (text): with the document's"
    usual: ClassVar[tuple[str, ...]] = ("lsa-terms", "lsa-terms(text)")
    pattern: ClassVar[re.Pattern[str]] = pattern_of("lsa-terms", "text", WEIGHTINGS)

    def dimensions(self, batch: Batch) -> NDArray[np.int64]:
        """Return r = min(sw / fw, 1) · sentences of the reference, rounded half up, at least 1 (section 5.2.1)."""
        texts = batch.texts
        words = np.diff(texts.starts[texts.texts])
        fw = np.maximum(words[batch.references], 1)
        sw = np.minimum(words[batch.peers[batch.owners]], fw)
        rounded = (2 * sw * np.diff(texts.texts)[batch.references] + fw) // (2 * fw)
        r: NDArray[np.int64] = np.maximum(rounded, 1)
        return r

    def vector(self, found: Topics, many: int) -> NDArray[np.float64]:
        return found.significances(many)
