"""`sumspace corpus`: check, show and convert corpora, and bring annotations into them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sumspace.cli import options

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Check, show and convert corpora.")


@app.command()
def check(
    corpus: options.Corpus,
    language: options.Language = "en",
    json: options.Json = False,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Report every problem with file, line and field; exits with 2 if there is any.

    Example: sumspace corpus check corpus.jsonl
    """
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import check as check_corpus
    from sumspace.report.corpus import render_check
    from sumspace.report.output import deliver

    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("checking") as progress:
        findings = check_corpus(corpus, chosen, progress, language)
    deliver(render_check(findings, "json" if json else "table"))
    raise typer.Exit(2 if findings.problems else 0)


@app.command()
def show(
    corpus: options.Corpus,
    language: options.Language = "en",
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Output = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Describe each domain: documents, words, sentences, references, compression, sections (Ceylan 2010, Table 1).

    Example: sumspace corpus show sample
    """
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.corpus.statistics import statistics
    from sumspace.report.corpus import render_statistics
    from sumspace.report.output import deliver

    form = options.output_format(json=json, csv=csv)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("reading") as progress:
        found = statistics(read(corpus, chosen, progress), language)
    deliver(render_statistics(found, form, to_file=output is not None), output)


@app.command()
def convert(
    corpus: options.Corpus,
    target: Annotated[
        Path,
        typer.Argument(
            metavar="TARGET",
            help=".jsonl, .jsonl.gz, .parquet, a new folder, or FOLDER.sgml for DUC's SGML.",
            show_default=False,
        ),
    ],
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Write a corpus in another format; what the format cannot hold is left out.

    Example: sumspace corpus convert train.csv train.jsonl --text-column article --reference-column highlights
    """
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read, write

    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("converting") as progress:
        write(read(corpus, chosen, progress), target)


@app.command()
def pyramids(
    corpus: options.Corpus,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="DUCView's files: ID.pyr for each document, ID.SYSTEM.pan for each summary.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The corpus with the pyramids: .jsonl, .jsonl.gz or .parquet.",
            show_default=False,
        ),
    ],
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Bring pyramids and peer annotations made with DUCView into a corpus.

    Example: sumspace corpus pyramids corpus.jsonl annotations -o annotated.jsonl
    """
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.pyramids import add_pyramids
    from sumspace.corpus.source import read

    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("reading") as progress:
        without_summary = add_pyramids(read(corpus, chosen, progress), folder, output)
    for system, count in without_summary.items():
        message = f"has no summary of {count:,} of the documents that it is annotated for; the annotations are kept"
        typer.echo(f"note: {system} {message}", err=True)
