"""`sumspace oracle`: what is the best extract, how many best ones are there, which."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumspace.cli import options
from sumspace.cli.planning import oracle_plan, planned
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.corpus.peers import Peer
    from sumspace.corpus.records import Columns
    from sumspace.report.oracles.listing import Listing
    from sumspace.report.output import Format
    from sumspace.studies.oracle_study import StudyOptions
    from sumspace.studies.oracles import OraclePlan
    from sumspace.studies.working import LeftOut

__all__ = ["oracle"]

_STUDY = "The study"


@planned(oracle_plan)
def oracle(
    corpus: options.Corpus,
    plan: Any,
    every: Annotated[bool, typer.Option("--all", help="List every oracle, not only one.")] = False,
    most: Annotated[int, typer.Option(metavar="N", help="List at most so many of one document.")] = 1000,
    study: Annotated[
        bool, typer.Option("--study", help="Study the corpus as Hirao 2017 does.", rich_help_panel=_STUDY)
    ] = False,
    curves: Annotated[
        bool, typer.Option("--curves", help="Look at the best extracts of every length too.", rich_help_panel=_STUDY)
    ] = False,
    peer: options.Peers = None,
    json: options.Json = False,
    csv: options.Csv = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the result to a file instead; of a study, tables, charts and a page into a new folder.",
            show_default=False,
        ),
    ] = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Find the best extracts of each document: what they score, how many there are, and which.

    All that score the same are found and counted; it is proven that no other scores more, unless the time runs out.

    Without --words or --budget, extracts have at most as many words as the references have on average.

    With --study: how far systems and the greedy algorithm are from the best extracts (Hirao 2017).

    The paper removes stop words for ROUGE-1 alone; --stopwords removes them for all measures of a run.

    Example: sumspace oracle sample --words 60 --all
    """
    from sumspace.report.oracles.listing import Listing
    from sumspace.studies.oracle_study import StudyOptions

    form = options.output_format(json=json, csv=csv)
    listing = Listing(every, most)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    if study:
        if every or plan.references == "each":
            raise SettingError(
                "a study looks at all oracles, by all references and by each; leave out --all and --references each"
            )
        _study(corpus, chosen, plan, options.peers(peer), StudyOptions(curves), form, output)
    elif curves or peer:
        raise SettingError("--curves and --peer belong to a study; add --study")
    else:
        _list(corpus, chosen, plan, listing, form, output)


def _list(
    corpus: str, columns: Columns | None, plan: OraclePlan, listing: Listing, form: Format, output: Path | None
) -> None:
    """Show the oracles of each document as they are found."""
    from sumspace.cli.finished import Finished, end, note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.report.oracles.listing import render
    from sumspace.report.oracles.notes import Watched
    from sumspace.report.output import deliver
    from sumspace.studies.oracles import find_in_documents

    with progress_bar("documents") as reading:
        found = Finished(
            find_in_documents(read(corpus, columns, reading), plan), "there is no document to find oracles in"
        )
        watched = Watched(found)
        deliver(render(watched, plan, form, listing, to_file=output is not None), output)
    note_left_out(_each_once(found.left_out))
    for note in watched.notes():
        typer.echo(f"note: {note}", err=True)
    if form != "table":
        typer.echo(str(plan), err=True)
    end(found.stopped)


def _each_once(left_out: Sequence[LeftOut]) -> list[LeftOut]:
    """Name every document once, for the first reason; measures and references may all have one."""
    return list({one.id: one for one in reversed(left_out)}.values())[::-1]


def _study(
    corpus: str, columns: Columns | None, plan: OraclePlan, peers: list[Peer], chosen: StudyOptions, form: Format,
    output: Path | None,
) -> None:  # fmt: skip
    """Study the corpus and show its tables; the page and the charts go into a folder."""
    from sumspace.cli.finished import end, note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.files import check_new_folder
    from sumspace.report.oracles.page import write_oracles
    from sumspace.report.oracles.render import render
    from sumspace.report.output import deliver
    from sumspace.studies.oracle_study import study_oracles

    if form == "csv":
        raise SettingError("several tables make no single CSV file; use --json, or -o, which writes one for each")
    if output is not None:
        check_new_folder(output)
    with progress_bar("documents") as reading:
        found = study_oracles(read(corpus, columns, reading), plan, peers, chosen)
    page = write_oracles(found, output) if output is not None else None
    deliver(render(found, form))
    note_left_out(_each_once(found.left_out))
    if found.unproven:
        typer.echo(f"note: time ran out: {found.unproven:,} searches; the best extracts found are shown", err=True)
    if page:
        typer.echo(f"the page: {page}", err=True)
    end(found.stopped)
