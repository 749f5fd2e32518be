"""Lead: a document's first sentences, the baseline that newswire makes hard to beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer

if TYPE_CHECKING:
    from sumspace.document import Article


@SUMMARIZERS.register("lead")
@dataclass(frozen=True, slots=True)
class Lead(Summarizer):
    """Sentences in the order of the document."""

    title: ClassVar[str] = "the first sentences"
    paper: ClassVar[str] = "Ceylan 2010"

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return list(range(len(article)))
