"""The results of `sumspace score`, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.report.output import Format, as_csv, as_json_lines, as_text, new_table, terminal_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from sumspace.studies.scores import Average, CorpusScores

__all__ = ["render"]

_NUMBERS = ("recall", "precision", "f1")
#: On terminals that are narrower, only F1 has its interval shown.
_WIDE = 120


def render(scores: CorpusScores, form: Format, *, each_summary: bool = False, to_file: bool = False) -> Iterator[str]:
    """Show averages and, on request or for programs, the score of every summary."""
    if form == "table":
        width = None if to_file else terminal_width()
        return as_text(_tables(scores, each_summary, width is not None and width < _WIDE), plain=to_file)
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


def _tables(scores: CorpusScores, each_summary: bool, narrow: bool) -> Iterator[Table | str]:
    averages = list(scores.averages())
    if each_summary:
        yield _every_summary(scores)
    for measure in scores.plan.measures:
        numbers = ("f1",) if measure.has_one_value else _NUMBERS
        yield _averages([average for average in averages if average.measure == str(measure)], scores, numbers, narrow)
    yield str(scores.plan)


def _averages(averages: list[Average], scores: CorpusScores, numbers: Sequence[str], narrow: bool) -> Table:
    table = new_table(averages[0].measure)
    table.add_column("system")
    table.add_column("summaries", justify="right")
    for number in numbers:
        table.add_column("value" if len(numbers) == 1 else number, justify="right")
        if number == "f1" or not narrow:
            table.add_column(f"{scores.plan.bootstrap.confidence:g}% interval", justify="left", style="dim")
    for average in sorted(averages, key=lambda average: -average.f1.mean):
        cells = [average.system, f"{average.summaries:,}"]
        for number in numbers:
            interval = getattr(average, number)
            cells.append(f"{interval.mean:.5f}")
            if number == "f1" or not narrow:
                cells.append(f"{interval.low:.5f} - {interval.high:.5f}")
        table.add_row(*cells)
    return table


def _every_summary(scores: CorpusScores) -> Table:
    table = new_table()
    for name in ("id", "system", "reference", "measure"):
        table.add_column(name)
    for name in _NUMBERS:
        table.add_column(name, justify="right")
    single = {str(measure) for measure in scores.plan.measures if measure.has_one_value}
    for row in scores.rows():
        values = (row.f1,) if row.measure in single else (row.recall, row.precision, row.f1)
        numbers = ["–" if value is None else f"{value:.5f}" for value in values]
        table.add_row(row.id, row.system, row.reference, row.measure, *[""] * (3 - len(numbers)), *numbers)
    return table
