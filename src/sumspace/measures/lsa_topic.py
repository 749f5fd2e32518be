"""Main topic similarity: whether a summary is about what a text is mainly about."""

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

__all__ = ["LsaTopic"]


@MEASURES.register("lsa-topic")
@dataclass(frozen=True, slots=True)
class LsaTopic(Lsa):
    """The cosine of the first left singular vectors of two texts (section 5.1, eq. 9)."""

    family: ClassVar[str] = "lsa-topic"
    usage: ClassVar[str] = "lsa-topic, lsa-topic(text), lsa-topic(text,lo-en)"
    title: ClassVar[str] = "how alike the main topics are, found by LSA; (text): with the document's"
    usual: ClassVar[tuple[str, ...]] = ("lsa-topic", "lsa-topic(text)")
    pattern: ClassVar[re.Pattern[str]] = pattern_of("lsa-topic", "text", WEIGHTINGS)

    def dimensions(self, batch: Batch) -> NDArray[np.int64]:
        return np.ones(len(batch.references), dtype=np.int64)

    def vector(self, found: Topics, many: int) -> NDArray[np.float64]:  # noqa: ARG002
        return found.main()
