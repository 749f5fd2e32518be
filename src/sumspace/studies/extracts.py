"""Extracts of a document, and summaries cut as extracts are, written as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.space.budget import Reach
from sumspace.text.encoding import encoder
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.space.budget import Budget, Extract
    from sumspace.space.space import Part
    from sumspace.document import Document

__all__ = ["as_passage", "cut_to"]


def as_passage(prepared: Document, parts: Sequence[Part], extracts: Sequence[Extract]) -> Passage:
    """Write extracts of parts as sentences, the last of each cut where it is."""
    encode = encoder(prepared.profile)
    sentences = []
    for part, extract in zip(parts, extracts, strict=True):
        taken = [prepared.sentences[part.first + s] for s in extract.sentences]
        if extract.words is not None:
            kept = encode.words(encode.bytes_of(taken[-1]))[: extract.words]
            taken[-1] = b" ".join(kept).decode("utf-8", "surrogatepass")
        sentences += taken
    return Passage(sentences=tuple(sentences))


def cut_to(prepared: Document, passage: Passage, budget: Budget) -> Passage:
    """Keep as many words of a summary as the budget has, where it is one that cuts."""
    if not isinstance(budget, Reach):
        return passage
    from sumspace.text.limit import Limit

    encode = encoder(prepared.profile)
    sentences = [encode.bytes_of(sentence) for sentence in passage.sentences or ()]
    kept = Limit(budget.size).cut(sentences, encode.words)
    return Passage(sentences=tuple(sentence.decode("utf-8", "surrogatepass") for sentence in kept))
