"""What a corpus is like, by domain: Table 1 of Ceylan 2010, and a little more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.text.limit import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Example
    from sumspace.text.passage import Passage

__all__ = ["DomainStatistics", "statistics"]


@dataclass(frozen=True, slots=True)
class DomainStatistics:
    """Averages over the examples of a domain; compression is the share of words that a summary leaves out."""

    domain: str
    examples: int
    documents: int
    words: float
    sentences: float
    references: int
    words_per_reference: float | None
    compression: float | None
    sections: float
    words_per_section: float


@dataclass(slots=True)
class _Sums:
    examples: int = 0
    documents: int = 0
    words: int = 0
    sentences: int = 0
    sections: int = 0
    references: int = 0
    reference_words: int = 0
    compression: float = 0
    with_references: int = 0

    def add(self, example: Example, language: str) -> None:
        bodies = [section.body for section in example.sections]
        length = sum(map(_length, bodies))
        self.examples += 1
        self.documents += len(example.texts)
        self.words += length
        self.sentences += sum(len(body.split(language)) for body in bodies)
        self.sections += len(bodies)
        lengths = [_length(reference.body) for reference in example.references]
        if lengths:
            self.references += len(lengths)
            self.reference_words += sum(lengths)
            self.compression += 1 - sum(lengths) / len(lengths) / length if length else 0
            self.with_references += 1

    def averages(self, domain: str) -> DomainStatistics:
        return DomainStatistics(
            domain=domain,
            examples=self.examples,
            documents=self.documents,
            words=self.words / self.examples,
            sentences=self.sentences / self.examples,
            references=self.references,
            words_per_reference=self.reference_words / self.references if self.references else None,
            compression=self.compression / self.with_references if self.with_references else None,
            sections=self.sections / self.examples,
            words_per_section=self.words / self.sections,
        )


def _length(body: Passage) -> int:
    texts = (body.text,) if body.sentences is None else body.sentences
    return sum(len(words(text.encode("utf-8", "surrogatepass"))) for text in texts)


def statistics(examples: Iterable[Example], language: str = "en") -> list[DomainStatistics]:
    """Go through a corpus once and describe each of its domains, in the order in which they come up."""
    domains: dict[str, _Sums] = {}
    for example in examples:
        domains.setdefault(example.domain, _Sums()).add(example, language)
    return [sums.averages(domain) for domain, sums in domains.items()]
