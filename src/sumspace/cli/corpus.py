"""`sumspace corpus`: check, show and convert corpora, and bring annotations into them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sumspace import api
from sumspace.cli.command import make_command, note, read_corpus
from sumspace.cli.options import showing_of
from sumspace.files import check_place

app = typer.Typer(no_args_is_help=True, help="Check, show and convert corpora.")

_COLUMNS = ("id_column", "text_column", "reference_column", "system_column")
_LANGUAGE = Annotated[str, typer.Option(metavar="CODE", help="Language of the texts, such as en, de or zh.")], "en"


def _check(_: Any, corpus: str, *, language: str, **options: Any) -> None:
    from sumspace.cli.progress import progress_bars
    from sumspace.show.output import deliver
    from sumspace.show.table import Table

    showing = showing_of(options)
    if showing.output is not None:
        check_place(showing.output, corpus)
    with progress_bars("checking") as progress:
        findings = api.check(corpus, language, **options, progress=progress)
    table = findings.table()
    if showing.form == "json":
        counts = {"examples": findings.examples, "problems": len(findings.problems)}
        showing.put_out(Table("problems", records=[*table.records, counts]))
    elif showing.form == "table":
        deliver((f"{line}\n" for line in (*findings.problems, findings.summary)), showing.output)
    else:
        showing.put_out(table)
    raise typer.Exit(2 if findings.problems else 0)


def _show(_: Any, corpus: str, *, language: str, **options: Any) -> None:
    from sumspace.cli.progress import progress_bars

    showing = showing_of(options)
    if showing.output is not None:
        check_place(showing.output, corpus)
    with progress_bars("documents") as progress:
        table = api.describe(read_corpus(corpus, options), language, progress=progress)
    showing.put_out(table)


def _convert(_: Any, corpus: str, *, target: Path, language: str, raw: bool, **options: Any) -> None:
    from sumspace.cli.progress import progress_bars

    with progress_bars("documents") as progress:
        api.write(read_corpus(corpus, options, progress), target, split=None if raw else language)


def _pyramids(_: Any, corpus: str, *, folder: Path, output: Path, **options: Any) -> None:
    from sumspace.cli.progress import progress_bars
    from sumspace.corpus.ducview import add_pyramids

    with progress_bars("documents") as progress:
        without_summary = add_pyramids(read_corpus(corpus, options, progress), folder, output)
    for system, count in without_summary.items():
        note(
            f"{system} has no summary of {count:,} of the documents that it is annotated for; the annotations are kept"
        )


def _argument(metavar: str, text: str) -> Any:
    return Annotated[Path, typer.Argument(metavar=metavar, help=text, show_default=False)]


_SHOWN = ("format", "csv", "no_legend", "output")
for name, command in {
    "check": make_command(
        api.check,
        """Report every problem with file, line and field; exits with 2 if there is any.

        Example: sumspace corpus check corpus.jsonl
        """,
        run=_check,
        reads=(),
        language=_LANGUAGE,
    ),
    "show": make_command(
        api.describe,
        """Describe each domain: documents, words, sentences, references, compression, sections (Ceylan 2010, Table 1).

        Example: sumspace corpus show sample
        """,
        run=_show,
        reads=_COLUMNS,
        language=_LANGUAGE,
    ),
    "convert": make_command(
        lambda corpus: None,  # noqa: ARG005 - it reads and writes
        """Write a corpus in another format; what the format cannot hold is left out.

        Raw text is written as sentences, with their offsets in the text, so that others get the same split; --raw keeps
        it as it is, and so does a folder of plain text. Columns with usual names are recognized.

        Example: sumspace corpus convert train.csv train.jsonl
        """,
        run=_convert,
        reads=_COLUMNS,
        hidden=("json", *_SHOWN),
        extra={
            "target": (
                _argument("TARGET", ".jsonl, .jsonl.gz, .parquet, a new folder, or FOLDER.sgml for DUC's SGML."), ...
            ),
            "language": _LANGUAGE,
            "raw": (
                Annotated[bool, typer.Option("--raw", help="Keep raw text, and do not split it into sentences.")], False
            ),
        },
    ),
    "pyramids": make_command(
        lambda corpus: None,  # noqa: ARG005 - it reads and writes
        """Bring pyramids and peer annotations made with DUCView into a corpus.

        Example: sumspace corpus pyramids corpus.jsonl annotations -o annotated.jsonl
        """,
        run=_pyramids,
        reads=_COLUMNS,
        hidden=("json", "format", "csv", "no_legend"),
        extra={
            "folder": (
                _argument("FOLDER", "DUCView's files: ID.pyr for each document, ID.SYSTEM.pan for each summary."), ...
            )
        },
        output=(
            Annotated[
                Path,
                typer.Option(
                    "--output", "-o", metavar="FILE", show_default=False,
                    help="The corpus with the pyramids: .jsonl, .jsonl.gz or .parquet.",
                ),
            ],
            ...,
        ),
    ),
}.items():  # fmt: skip
    app.command(name)(command)
