"""`sumspace space`: how do all extracts of each document score."""

from __future__ import annotations

from typing import Any

import typer

from sumspace.cli import options
from sumspace.cli.planning import planned

__all__ = ["space"]


@planned()
def space(
    corpus: options.Corpus,
    plan: Any,
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Output = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
) -> None:
    """Show how all extracts of each document score.

    The number of extracts, exactly, how many have what score, and which engine found it.

    Example: sumspace space sample --words 60 -m rouge-2
    """
    from sumspace.cli.finished import Finished, end, note_left_out
    from sumspace.cli.progress import progress_bars
    from sumspace.corpus.source import read
    from sumspace.report.output import deliver
    from sumspace.report.spaces import render
    from sumspace.studies.spaces import explore_documents

    form = options.output_format(json=json, csv=csv)
    chosen = options.columns(id_column, text_column, reference_column, None)
    with progress_bars("documents", "extracts") as (reading, exploring):
        found = Finished(explore_documents(read(corpus, chosen, reading), plan, exploring))
        deliver(render(found, plan, form, to_file=output is not None), output)
    note_left_out(found.left_out)
    if form != "table":
        typer.echo(str(plan), err=True)
    end(found.stopped)
