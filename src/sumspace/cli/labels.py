"""`sumspace labels`: exact oracle labels, to train extractive models on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from sumspace.cli import options
from sumspace.cli.planning import oracle_plan, planned
from sumspace.errors import SettingError, on_one_line

__all__ = ["labels"]


@planned(oracle_plan, score="f1", mean=True)
def labels(
    corpus: options.Corpus,
    plan: Any,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write .jsonl, .jsonl.gz or .parquet. A run that was stopped goes on when it is started again.",
            show_default=False,
        ),
    ] = None,
    json: Annotated[  # noqa: ARG001 - there is no other form
        bool, typer.Option("--json", help="Print one JSON object a line, as without it.")
    ] = False,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
) -> None:
    """Label the sentences of each document: which are those of the best extract.

    One JSON object a line: the sentences of an oracle, the same as 0 and 1, what share of all oracles has each
    sentence, the score, and how far the greedy algorithm falls short of it.

    Without --words or --budget, the best extract of at most 3 sentences, up_to(3).

    Example: sumspace labels sample -o labels.parquet
    """
    from sumspace.cli.finished import Finished, end, note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.compute.ledger import Ledger
    from sumspace.corpus.source import read
    from sumspace.report.labels import write_labels
    from sumspace.report.output import as_json_lines, deliver
    from sumspace.report.record_file import check_record_file
    from sumspace.space.budget import UpTo
    from sumspace.studies.labels import LabelsSummary, label_documents, label_into, labelled_in

    plan = plan if plan.budget else replace(plan, budget=UpTo(3))
    chosen = options.columns(id_column, text_column, reference_column, None)
    summary, stopped = LabelsSummary(), None
    with progress_bar("documents") as reading:
        examples = read(corpus, chosen, reading)
        if output is None:
            found = Finished(label_documents(examples, plan))
            deliver(as_json_lines(summary.records(found)))
            stopped = found.stopped
        else:
            check_record_file(output, "labels", corpus)
            with Ledger(output.with_name(f"{output.name}.part"), on_one_line(f"{corpus} | {plan}")) as ledger:
                if len(ledger):
                    typer.echo(f"going on: {len(ledger):,} documents were done before", err=True)
                try:
                    label_into(ledger, examples, plan)
                except KeyboardInterrupt:
                    done = f"{len(ledger):,} documents are done"
                    typer.echo(f"interrupted: {done}; the same command goes on from there", err=True)
                    raise typer.Exit(130) from None
                try:
                    write_labels(summary.records(labelled_in(ledger)), output)
                except SettingError:  # there is nothing to label, so there is nothing to go on with
                    ledger.remove()
                    raise
                ledger.remove()
    note_left_out(summary.left_out)
    typer.echo(str(summary), err=True)
    typer.echo(str(plan), err=True)
    end(stopped)
