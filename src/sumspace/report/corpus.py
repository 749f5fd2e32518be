"""What `sumspace corpus` found, for people and for programs."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sumspace.corpus.statistics import DomainStatistics
from sumspace.report.numbers import counted
from sumspace.report.output import Format, as_csv, as_json_lines, as_text, new_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.corpus.source import Findings

__all__ = ["render_check", "render_statistics"]


def render_check(findings: Findings, form: Format) -> Iterator[str]:
    """List the problems, then count."""
    counts = {"examples": findings.examples, "problems": len(findings.problems)}
    if form == "json":
        return as_json_lines([*map(asdict, findings.problems), counts])
    count = f"{counted(counts['problems'], 'problem')}, {counted(counts['examples'], 'sound example')}"
    return (f"{line}\n" for line in (*findings.problems, count))


def render_statistics(found: list[DomainStatistics], form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show a row for each domain."""
    records = [asdict(domain) for domain in found]
    if form == "json":
        return as_json_lines(records)
    if form == "csv":
        return as_csv(records, [field.name for field in fields(DomainStatistics)])
    table = new_table()
    headings = (
        "domain", "examples", "docs", "words", "sent.", "refs", "words\n/ref", "compr.", "sect.", "words\n/sect.",
    )  # fmt: skip
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "domain" else "right")
    for domain in found:
        table.add_row(
            domain.domain or "-", f"{domain.examples:,}", f"{domain.documents:,}", f"{domain.words:,.0f}",
            f"{domain.sentences:,.1f}", f"{domain.references:,}",
            "-" if domain.words_per_reference is None else f"{domain.words_per_reference:,.0f}",
            "-" if domain.compression is None else f"{domain.compression:.0%}",
            f"{domain.sections:,.1f}", f"{domain.words_per_section:,.0f}",
        )  # fmt: skip
    note = "Averages per example; compression is the share of words that a reference leaves out."
    return as_text([table, note], plain=to_file)
