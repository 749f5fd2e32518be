"""Summaries that were made, for people and for programs."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from sumspace.errors import on_one_line
from sumspace.report.oracles.listing_table import written_extract
from sumspace.report.output import Format, as_csv, as_json_lines, as_text, new_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.studies.summaries import Made
    from sumspace.studies.summarizing import SummaryPlan

__all__ = ["record", "render"]


def render(found: Iterable[Made], plan: SummaryPlan, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show each summary as it comes."""
    if form == "json":
        return as_json_lines(map(record, found))
    if form == "csv":
        return _csv(found)
    return _text(found, plan, to_file)


def record(made: Made) -> dict[str, Any]:
    """Return what is known of a summary.

    Beside its text and the numbers of its sentences there is the one of `extract` and `sentences` that says it all, so
    that a line can be read as a summary of a system beside a corpus.
    """
    return {
        "id": made.id,
        "system": made.system,
        "words": made.words,
        "taken": list(made.taken),
        "cut": None if made.cut is None else dict(zip(("sentence", "words"), made.cut, strict=True)),
        "summary": list(made.sentences),
        **({"how": made.how} if made.how else {}),
        **made.fields,
    }


def _csv(found: Iterable[Made]) -> Iterator[str]:
    records = map(record, found)
    rows = (
        {**row, "taken": written_extract(row["taken"], row["cut"]), "summary": " ".join(map(_clean, row["summary"]))}
        for row in records
    )
    first = list(islice(rows, 1))  # where there is none, that is an error, and no header stands before it
    yield from as_csv(chain(first, rows), ["id", "system", "words", "taken", "summary", "how"])


def _text(found: Iterable[Made], plan: SummaryPlan, to_file: bool) -> Iterator[str]:
    for made in found:
        counts = f"{_counted(len(made.taken), 'sentence')}, {_counted(made.words, 'word')}"
        parts = [on_one_line(made.id), on_one_line(made.system), *([made.how] if made.how else []), counts]
        table = new_table(" | ".join(parts))
        table.box, table.show_header = None, False
        table.add_column(justify="right", style="dim")
        table.add_column()
        for number, sentence in zip(made.taken, made.sentences, strict=True):
            is_cut = made.cut is not None and number == made.cut[0]
            table.add_row(str(number), _clean(sentence) + (" …" if is_cut else ""))
        yield from as_text([table, ""], plain=to_file, fold=not to_file)
    yield from as_text([str(plan)], plain=to_file)


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"


def _clean(sentence: str) -> str:
    """Put a sentence on one line, without signs that a terminal takes for orders."""
    return " ".join("".join(" " if ord(sign) < 32 or 127 <= ord(sign) < 160 else sign for sign in sentence).split())
