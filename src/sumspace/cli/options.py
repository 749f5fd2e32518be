"""Options that commands share, so that they are called the same and mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.corpus.records import Columns
    from sumspace.report.output import Format

__all__ = [
    "Corpus", "Csv", "IdColumn", "Jobs", "Json", "Language", "Measures", "Output", "ReferenceColumns", "Seed",
    "SystemColumns", "TextColumn", "columns", "output_format",
]  # fmt: skip

Corpus = Annotated[
    str,
    typer.Argument(
        metavar="CORPUS",
        help="A file (.jsonl, .jsonl.gz, .parquet, .csv, .tsv, .arrow, .sgml), a folder, "
        "- for JSONL on standard input, or sample.",
        show_default=False,
    ),
]
Measures = Annotated[
    list[str],
    typer.Option("--measure", "-m", metavar="NAME", help="A measure, see `sumspace list`; repeatable."),
]
Language = Annotated[str, typer.Option(metavar="CODE", help="Language of the texts, such as en, de or zh.")]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed of everything random.")]
Jobs = Annotated[
    int | None, typer.Option(metavar="N", help="Threads to use; all cores unless given.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the result to a file, whole or not at all.",
        show_default=False,
    ),
]
_TABLE = "Columns of somebody else's table"
TextColumn = Annotated[
    str,
    typer.Option(metavar="NAME", help="The column with the document.", rich_help_panel=_TABLE, show_default=False),
]
ReferenceColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--reference-column", metavar="NAME", help="A column with a reference; repeatable.", rich_help_panel=_TABLE,
        show_default=False,
    ),
]  # fmt: skip
SystemColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--system-column", metavar="NAME", help="A column with a system's summary; repeatable.", rich_help_panel=_TABLE,
        show_default=False,
    ),
]  # fmt: skip
IdColumn = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="The column with the id; rows are numbered where there is none.", rich_help_panel=_TABLE,
        show_default=False,
    ),
]  # fmt: skip


def columns(id_: str, text: str, references: list[str] | None, systems: list[str] | None) -> Columns | None:
    """Return the chosen columns, or None when the corpus is in our own format."""
    from sumspace.corpus.records import Columns

    if "" in (*(references or ()), *(systems or ())):
        raise SettingError("a column must have a name")
    chosen = Columns(id_, text, tuple(references or ()), tuple(systems or ()))
    return chosen or None


def output_format(*, json: bool, csv: bool) -> Format:
    """Return the one format that was asked for."""
    if json and csv:
        raise SettingError("--json and --csv exclude each other")
    return "json" if json else "csv" if csv else "table"
