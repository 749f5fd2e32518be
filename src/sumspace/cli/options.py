"""Options that commands share, so that they are called the same and mean the same everywhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.corpus.peers import Peer
    from sumspace.corpus.records import Columns
    from sumspace.report.output import Format
    from sumspace.text.limit import Limit
    from sumspace.text.profile import Profile

__all__ = [
    "Budget", "Bytes", "Corpus", "Csv", "Cut", "Folder", "Formula", "IdColumn", "Jobs", "Json", "Language", "Measures",
    "OtherLanguage", "Output", "Peers", "ProfileName", "ReferenceColumns", "References", "Seed", "Stem", "Stopwords",
    "SystemColumns", "TextColumn", "Words", "columns", "limit", "output_format", "peers", "profile",
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
        help="Write the result to a file instead.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FOLDER",
        help="Write tables, charts and a page into a new folder.",
        show_default=False,
    ),
]
References = Annotated[
    Literal["all", "each"], typer.Option(help="Judge by all references together, or by each one alone.")
]
Words = Annotated[
    int | None, typer.Option("--words", metavar="N", help="Cut after N words, as ROUGE's -l.", show_default=False)
]
Bytes = Annotated[
    int | None, typer.Option("--bytes", metavar="N", help="Cut after N bytes, as ROUGE's -b.", show_default=False)
]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="BUDGET",
        help="Which extracts are allowed: reach(100), at_most(100), within(100, 5), exactly(3) or up_to(3).",
        show_default=False,
    ),
]
Cut = Annotated[
    Literal["both", "peer"], typer.Option(help="Cut summaries and references, or summaries alone (Ceylan 2010).")
]
Formula = Annotated[
    Literal["A", "B", "F"] | None,
    typer.Option(
        help="Several references: A together, B the one with the best recall (ROUGE's -f), "
        "F the one with the best F1; F under rouge-score, else A.",
        show_default=False,
    ),
]
ProfileName = Annotated[
    str,
    typer.Option(
        "--profile", metavar="NAME", help="rouge155, rouge-score or unicode, or as signatures have it: unicode+nostem."
    ),
]
Stem = Annotated[
    bool | None, typer.Option("--stem/--no-stem", help="Compare stems of words, as ROUGE's -m. \\[default: stem]")
]
Stopwords = Annotated[
    bool | None, typer.Option("--stopwords", help="Remove stop words, as ROUGE's -s.", show_default=False)
]
OtherLanguage = Annotated[
    str | None,
    typer.Option(
        "--language", metavar="CODE", help="Language of the texts, as de or zh. \\[default: en]", show_default=False
    ),
]
Peers = Annotated[
    list[str] | None,
    typer.Option(
        "--peer",
        metavar="NAME=FILE",
        help="Summaries that lie beside the corpus: JSONL with id and text, a folder of ID.txt, "
        "or a text file with a line for each document in order; repeatable.",
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


def profile(text: str, stem: bool | None, stopwords: bool | None, language: str | None, split: str | None) -> Profile:
    """Read a profile and change what other options say about it."""
    from sumspace.text.profile import Profile

    changes = {"stem": stem, "stopwords": stopwords, "language": language, "split": split}
    given: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    return replace(Profile.parse(text), **{"stem": "nostem" not in text.split("+"), **given})


def limit(words: int | None, bytes_: int | None, cut: str) -> Limit | None:
    """Return how summaries are cut, if they are."""
    from sumspace.text.limit import Limit

    if words is not None and bytes_ is not None:
        raise SettingError("--words and --bytes exclude each other")
    if words is not None:
        return Limit(words, "words", references=cut == "both")
    return None if bytes_ is None else Limit(bytes_, "bytes", references=cut == "both")


def peers(given: list[str] | None) -> list[Peer]:
    """Read the summaries that lie beside the corpus."""
    from sumspace.corpus.peers import read_peer

    files = dict(map(_name_and_file, given or ()))
    if len(files) < len(given or ()):
        raise SettingError("two --peer have the same name; give each its own")
    return [read_peer(name, Path(file)) for name, file in files.items()]


def _name_and_file(text: str) -> tuple[str, str]:
    name, equals, file = text.partition("=")
    if not (name and equals and file):
        raise SettingError(f"--peer wants NAME=FILE, such as --peer mine=mine.jsonl, not {text!r}")
    return name, file


def output_format(*, json: bool, csv: bool) -> Format:
    """Return the one format that was asked for."""
    if json and csv:
        raise SettingError("--json and --csv exclude each other")
    return "json" if json else "csv" if csv else "table"
