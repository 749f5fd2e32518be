"""What is a corpus like: documents, words, references, compression and sections of each domain."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sumspace.corpus.marks import Marks
from sumspace.corpus.statistics import DomainStatistics, statistics
from sumspace.show.table import Column, Table
from sumspace.show.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.corpus.model import Example


_COLUMNS = (
    Column("domain", write=lambda record: record["domain"] or "-"),
    Column(
        "examples", kind="number", write=",d", about="number of examples: documents, or topics of several documents"
    ),
    Column("documents", "docs", kind="number", write=",d", about="number of documents"),
    Column("words", kind="number", write=",.0f", about="words per example"),
    Column("sentences", "sent.", kind="number", write=",.1f", about="sentences per example"),
    Column("references", "refs", kind="number", write=",d", about="number of references"),
    Column("words_per_reference", "words\n/ref", kind="number", write=",.0f", about="words per reference"),
    Column(
        "compression",
        "compr.",
        kind="number",
        write=".0%",
        about="compression: share of the example's words that a reference does without",
    ),
    Column("sections", "sect.", kind="number", write=",.1f", about="sections per example"),
    Column("words_per_section", "words\n/sect.", kind="number", write=",.0f", about="words per section"),
)


def describe_corpus(examples: Iterable[Example], language: str = "en") -> Table:
    """Describe each domain of a corpus (Ceylan 2010, Table 1)."""
    marks: dict[str, Marks] = {}
    without_text = 0

    def passing() -> Iterator[Example]:
        nonlocal without_text
        for example in examples:
            marks.setdefault(example.domain, Marks()).add(example)
            without_text += not example.has_text
            yield example

    domains = statistics(passing(), language)
    records = tuple(
        asdict(domain) | {"marks": marks[domain.domain].given, "missing_marks": marks[domain.domain].missing}
        for domain in domains
    )
    names = (*(entry.name for entry in fields(DomainStatistics)), "marks", "missing_marks")
    notes = []
    if without_text:
        notes.append(f"{counted(without_text, 'example')} without a text: averages are over the others.")
    given, missing = (sum(record[name] for record in records) for name in ("marks", "missing_marks"))
    if given:
        notes.append(f"{counted(given, 'human judgement')} of systems; {missing:,} missing on aspects of the domain.")
    return Table("statistics", "", _COLUMNS, records, notes, fields=names)
