"""The results of `sumspace score`, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from sumspace.report.output import Format, as_csv, as_json_lines, as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from sumspace.stats.bootstrap import Interval
    from sumspace.studies.scores import Average, CorpusScores

__all__ = ["render"]

_NUMBERS = ("recall", "precision", "f1")


def render(scores: CorpusScores, form: Format, *, each_summary: bool = False, to_file: bool = False) -> str:
    """Show averages and, on request or for programs, the score of every summary."""
    if form == "table":
        return as_text(_tables(scores, each_summary), plain=to_file)
    records = _records(scores)
    if form == "json":
        return as_json_lines(records)
    bounds = [f"{number}_{bound}" for number in _NUMBERS for bound in ("low", "high")]
    return as_csv(map(_flat, records), ["id", "system", "reference", "measure", *_NUMBERS, "summaries", *bounds])


def _records(scores: CorpusScores) -> Iterator[dict[str, Any]]:
    """Every summary's scores, then the averages, which have no id."""
    for row in scores.rows():
        yield {name: getattr(row, name) for name in ("id", "system", "reference", "measure", *_NUMBERS)}
    for average in scores.averages():
        yield {
            "id": None,
            "system": average.system,
            "reference": scores.plan.references,
            "measure": average.measure,
            **{number: getattr(average, number).mean for number in _NUMBERS},
            "summaries": average.summaries,
            "confidence": scores.plan.bootstrap.confidence,
            **{f"{n}_interval": [getattr(average, n).low, getattr(average, n).high] for n in _NUMBERS},
            "signature": str(scores.plan),
        }


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    for number in _NUMBERS:
        if f"{number}_interval" in record:
            record[f"{number}_low"], record[f"{number}_high"] = record.pop(f"{number}_interval")
    return record


def _tables(scores: CorpusScores, each_summary: bool) -> Iterator[RenderableType]:
    averages = list(scores.averages())
    if each_summary:
        yield _every_summary(scores)
    for measure in scores.scores:
        yield _averages([average for average in averages if average.measure == measure], scores)
    yield str(scores.plan)


def _averages(averages: list[Average], scores: CorpusScores) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD,
        title=averages[0].measure,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
    )
    table.add_column("system")
    table.add_column("summaries", justify="right")
    percent = f"{scores.plan.bootstrap.confidence:g}%"
    for number in _NUMBERS:
        table.add_column(number, justify="right")
        table.add_column(f"{percent} interval", justify="left", style="dim")
    for average in sorted(averages, key=lambda average: -average.f1.mean):
        cells = [text for number in _NUMBERS for text in _cells(getattr(average, number))]
        table.add_row(average.system, f"{average.summaries:,}", *cells)
    return table


def _cells(interval: Interval) -> tuple[str, str]:
    return f"{interval.mean:.5f}", f"{interval.low:.5f} - {interval.high:.5f}"


def _every_summary(scores: CorpusScores) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("id", "system", "reference", "measure"):
        table.add_column(name, overflow="fold")
    for name in _NUMBERS:
        table.add_column(name, justify="right")
    for row in scores.rows():
        numbers = (f"{value:.5f}" for value in (row.recall, row.precision, row.f1))
        table.add_row(row.id, row.system, row.reference, row.measure, *numbers)
    return table
