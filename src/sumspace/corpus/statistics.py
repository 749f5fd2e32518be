"""What a corpus is like, by domain: Table 1 of Ceylan 2010, and a little more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.text import limit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Example
    from sumspace.text.limit import WordSplitter
    from sumspace.text.passage import Passage


@dataclass(frozen=True, slots=True)
class DomainStatistics:
    """Averages over the examples of a domain that have a text; None where none has.

    Compression is the share of words that a summary leaves out.
    """

    domain: str
    examples: int
    documents: int
    words: float | None
    sentences: float | None
    references: int
    words_per_reference: float | None
    compression: float | None
    sections: float | None
    words_per_section: float | None


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large an example is: its texts, sections, words and sentences, and the words of each reference."""

    texts: int
    sections: int
    words: int
    sentences: int
    references: tuple[int, ...]

    @classmethod
    def of(cls, example: Example, language: str = "en", splitter: WordSplitter = limit.words) -> Sizes:
        """Measure an example; the splitter says what a word is, which is what white space divides unless given."""
        bodies = [section.body for section in example.sections]
        sentences = sum(len(body.split(language)) for body in bodies)
        length = sum(count_words(body, splitter) for body in bodies)
        references = tuple(count_words(reference.body, splitter) for reference in example.references)
        return cls(len(example.texts), len(bodies), length, sentences, references)


def count_words(body: Passage, splitter: WordSplitter = limit.words) -> int:
    """Count the words of a passage, whatever its sentences are."""
    texts = (body.text,) if body.sentences is None else body.sentences
    return sum(len(splitter(text.encode("utf-8", "surrogatepass"))) for text in texts)


class DomainSizes:
    """The sizes of a domain's examples, added up."""

    def __init__(self) -> None:
        self.examples = self.with_text = self.texts = self.sections = self.words = self.sentences = 0
        self.references = self.words_of_references = self.compressed = 0
        #: The shares of words that summaries leave out.
        self.compression = 0.0

    def add(self, sizes: Sizes) -> None:
        self.examples += 1
        self.with_text += bool(sizes.texts)
        self.texts += sizes.texts
        self.sections += sizes.sections
        self.words += sizes.words
        self.sentences += sizes.sentences
        lengths = sizes.references
        if lengths:
            self.references += len(lengths)
            self.words_of_references += sum(lengths)
        if lengths and sizes.texts:
            self.compressed += 1
            self.compression += 1 - sum(lengths) / len(lengths) / sizes.words if sizes.words else 0

    def averages(self, domain: str) -> DomainStatistics:
        return DomainStatistics(
            domain=domain,
            examples=self.examples,
            documents=self.texts,
            words=_mean(self.words, self.with_text),
            sentences=_mean(self.sentences, self.with_text),
            references=self.references,
            words_per_reference=_mean(self.words_of_references, self.references),
            compression=_mean(self.compression, self.compressed),
            sections=_mean(self.sections, self.with_text),
            words_per_section=_mean(self.words, self.sections),
        )


def _mean(total: float, count: int) -> float | None:
    return total / count if count else None


def statistics(examples: Iterable[Example], language: str = "en") -> list[DomainStatistics]:
    """Go through a corpus once and describe each of its domains, in the order in which they come up."""
    domains: dict[str, DomainSizes] = {}
    for example in examples:
        domains.setdefault(example.domain, DomainSizes()).add(Sizes.of(example, language))
    return [sizes.averages(domain) for domain, sizes in domains.items()]
