"""What a corpus is like, by domain: Table 1 of Ceylan 2010, and a little more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.text.limit import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Example
    from sumspace.text.passage import Passage

    #: Of an example: texts, sections, words, sentences, and the words of each reference.
    _Sizes = tuple[int, int, int, int, list[int]]


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


def statistics(examples: Iterable[Example], language: str = "en") -> list[DomainStatistics]:
    """Go through a corpus once and describe each of its domains, in the order in which they come up."""
    domains: dict[str, list[_Sizes]] = {}
    for example in examples:
        bodies = [section.body for section in example.sections]
        sentences = sum(len(body.split(language)) for body in bodies)
        references = [_length(reference.body) for reference in example.references]
        sizes = (len(example.texts), len(bodies), sum(map(_length, bodies)), sentences, references)
        domains.setdefault(example.domain, []).append(sizes)
    return [_averages(domain, sizes) for domain, sizes in domains.items()]


def _length(body: Passage) -> int:
    texts = (body.text,) if body.sentences is None else body.sentences
    return sum(len(words(text.encode("utf-8", "surrogatepass"))) for text in texts)


def _averages(domain: str, sizes: list[_Sizes]) -> DomainStatistics:
    documents, sections, words, sentences, references = zip(*sizes, strict=True)
    lengths = [length for example in references for length in example]
    left_out = [
        1 - sum(ref) / len(ref) / size if size else 0 for ref, size in zip(references, words, strict=True) if ref
    ]
    return DomainStatistics(
        domain=domain,
        examples=len(sizes),
        documents=sum(documents),
        words=sum(words) / len(sizes),
        sentences=sum(sentences) / len(sizes),
        references=len(lengths),
        words_per_reference=sum(lengths) / len(lengths) if lengths else None,
        compression=sum(left_out) / len(left_out) if left_out else None,
        sections=sum(sections) / len(sizes),
        words_per_section=sum(words) / sum(sections),
    )
