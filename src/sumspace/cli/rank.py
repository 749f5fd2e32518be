"""`sumspace rank`: where do systems stand in the spaces of their documents."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sumspace.cli import options
from sumspace.cli.planning import planned

__all__ = ["rank"]


@planned()
def rank(
    corpus: options.Corpus,
    plan: Any,
    peer: options.Peers = None,
    each_summary: Annotated[
        bool, typer.Option("--each-summary", help="Show every summary in the table, not only averages.")
    ] = False,
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Output = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Show where systems stand among all extracts.

    Each summary's place in the space of its document, and each system's among averages of extracts.

    Beside the systems of the corpus there are three to compare with: random, lead and textrank.

    Example: sumspace rank sample --words 60 --peer mine=mine.jsonl
    """
    from sumspace.cli.finished import Finished, end, note_left_out
    from sumspace.cli.progress import progress_bars
    from sumspace.corpus.source import read
    from sumspace.report.output import deliver
    from sumspace.report.ranks import render
    from sumspace.studies.ranks import rank_documents

    form = options.output_format(json=json, csv=csv)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    peers = options.peers(peer)
    with progress_bars("documents", "extracts") as (reading, exploring):
        found = Finished(rank_documents(read(corpus, chosen, reading), plan, peers, exploring))
        documents = list(found)
    deliver(render(documents, plan, form, each_summary=each_summary, to_file=output is not None), output)
    note_left_out(found.left_out)
    if form != "table":
        typer.echo(str(plan), err=True)
    end(found.stopped)
