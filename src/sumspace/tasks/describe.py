"""What is a corpus like: documents, words, references, compression and sections of each domain."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sumspace.corpus.statistics import DomainStatistics, statistics
from sumspace.show.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Example


_COLUMNS = (
    Column("domain", write=lambda record: record["domain"] or "-"),
    Column("examples", kind="number", write=",d"),
    Column("documents", "docs", kind="number", write=",d"),
    Column("words", kind="number", write=",.0f"),
    Column("sentences", "sent.", kind="number", write=",.1f"),
    Column("references", "refs", kind="number", write=",d"),
    Column("words_per_reference", "words\n/ref", kind="number", write=",.0f"),
    Column("compression", "compr.", kind="number", write=".0%"),
    Column("sections", "sect.", kind="number", write=",.1f"),
    Column("words_per_section", "words\n/sect.", kind="number", write=",.0f"),
)
_NOTE = "Averages per example; compression is the share of words that a reference leaves out."


def describe_corpus(examples: Iterable[Example], language: str = "en") -> Table:
    """Describe each domain of a corpus (Ceylan 2010, Table 1)."""
    records = tuple(asdict(domain) for domain in statistics(examples, language))
    names = tuple(entry.name for entry in fields(DomainStatistics))
    return Table("statistics", "", _COLUMNS, records, (_NOTE,), fields=names)
