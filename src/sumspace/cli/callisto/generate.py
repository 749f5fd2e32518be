"""`sumspace callisto generate`: all summaries of all configurations, scored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumspace.cli import options
from sumspace.cli.callisto.planning import generation_plan
from sumspace.cli.planning import planned
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.cli.finished import Finished

__all__ = ["generate"]


@planned(generation_plan)
def generate(
    corpus: options.Corpus,
    plan: Any,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            "-m",
            metavar="NAME",
            help="A measure, see `sumspace list`; repeatable; lin-hovy and, for English, kpia unless given.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write all summaries: .jsonl, .jsonl.gz or .parquet.",
            show_default=False,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print all summaries, one JSON object a line.")] = False,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
) -> None:  # fmt: skip
    """Summarize every document with every configuration, and score all summaries.

    Prints how each combination of segmenter and key phrase extractor does on average; -o writes every summary.

    Example: sumspace callisto generate sample -o summaries.parquet
    """
    from dataclasses import replace

    from sumspace.cli.finished import Finished, end, note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.measures.measure import parse_measure
    from sumspace.report.callisto.generated import Overview, records, schema
    from sumspace.report.output import as_json_lines, deliver
    from sumspace.report.record_file import check_record_file, write_record_file
    from sumspace.studies.callisto_table import generate as generate_summaries
    from sumspace.studies.callisto_table import measures_for

    if json and output is not None:
        raise SettingError("--json prints what -o writes: leave one of them out")
    measures = tuple(dict.fromkeys(map(parse_measure, measure or ())))
    plan = replace(plan, measures=measures or measures_for(plan.profile.language))
    if output is not None:
        check_record_file(output, "summaries", corpus)
    chosen = options.columns(id_column, text_column, reference_column, None)
    overview = Overview(plan)
    with progress_bar("documents") as reading:
        found = Finished(generate_summaries(read(corpus, chosen, reading), plan), "there is no document to summarize")
        lines = records(overview.watch(found), plan)
        if json:
            deliver(as_json_lines(lines))
        elif output is not None:
            try:
                write_record_file(_whole(lines, found), schema(plan), output)
            except KeyboardInterrupt:
                typer.echo(f"interrupted: {output} is not written", err=True)
                raise typer.Exit(130) from None
        else:
            for _ in lines:
                pass
    if not json:
        deliver(overview.render())
    note_left_out(found.left_out)
    if json:
        typer.echo(f"{overview}\n{plan}", err=True)
    end(found.stopped)


def _whole(lines: Iterator[dict[str, Any]], found: Finished[Any]) -> Iterator[dict[str, Any]]:
    """Hand on the lines of a file; what ended them early is raised, so that no half of it is written."""
    yield from lines
    if found.stopped:
        raise found.stopped
