"""`sumspace agree`: how far do people agree, and systems with them."""

from __future__ import annotations

from typing import Annotated

import typer

from sumspace.cli import options

__all__ = ["agree"]

_ORACLES = "The best extracts"


def agree(
    corpus: options.Corpus,
    measure: Annotated[
        str, typer.Option("--measure", "-m", metavar="NAME", help="A measure, see `sumspace list`; its recall counts.")
    ] = "ngram(1,1)",
    peer: options.Peers = None,
    system: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Compare this system only; repeatable.", show_default=False),
    ] = None,
    words: Annotated[
        list[int],
        typer.Option(metavar="N", help="Words of the best extracts; the first is the baseline's too; repeatable."),
    ] = [100, 150],  # noqa: B006 - typer copies defaults
    threshold: Annotated[
        list[float],
        typer.Option(metavar="SCORE", help="From which MaxH on a document is in set A, B, C …; repeatable."),
    ] = [0.7, 0.6, 0.5],  # noqa: B006 - typer copies defaults
    tolerance: Annotated[
        int, typer.Option(metavar="N", help="Words that they may have more or less.", rich_help_panel=_ORACLES)
    ] = 5,
    most_sentences: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Look for them in documents of at most so many sentences; in all unless given (the paper: 30).",
            show_default=False,
            rich_help_panel=_ORACLES,
        ),
    ] = None,
    time: Annotated[
        float, typer.Option(metavar="SECONDS", help="What the search of one may take.", rich_help_panel=_ORACLES)
    ] = 10.0,
    oracles: Annotated[
        bool, typer.Option("--oracles/--no-oracles", help="Look for them at all.", rich_help_panel=_ORACLES)
    ] = True,
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    stopwords: options.Stopwords = None,
    language: options.OtherLanguage = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Folder = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Study how far people agree who summarize by hand, and systems with them (Lin & Hovy 2003).

    All pairs of human summaries, with the lead baseline, systems, the best extracts and the full text beside them.

    Figures 4 to 9 of the paper: by document, by how far people agree, and by compression.

    Documents need two references or more; others are left out.

    Example: sumspace agree sample -o agreement
    """
    from sumspace.cli.finished import end, note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.files import check_new_folder
    from sumspace.measures.measure import parse_measure
    from sumspace.report.agreement.page import write_agreement
    from sumspace.report.agreement.render import render
    from sumspace.report.output import deliver
    from sumspace.studies.agreement import study_agreement
    from sumspace.studies.agreement_plan import AgreementPlan

    form = options.output_format(json=json, csv=csv)
    plan = AgreementPlan(
        measure=parse_measure(measure),
        profile=options.profile(profile, stem, stopwords, language, None),
        lengths=tuple(words),
        tolerance=tolerance,
        oracles=oracles,
        most_sentences=most_sentences,
        seconds=time,
        thresholds=tuple(threshold),
        systems=tuple(system or ()),
        seed=seed,
        jobs=jobs,
    )
    if output is not None:
        check_new_folder(output)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    peers = options.peers(peer)
    with progress_bar("documents") as reading:
        found = study_agreement(read(corpus, chosen, reading), plan, peers)
    page = write_agreement(found, output) if output is not None else None
    deliver(render(found, form))
    note_left_out(found.left_out)
    if form == "csv":
        typer.echo(str(plan), err=True)
    if page:
        typer.echo(f"the page: {page}", err=True)
    end(found.stopped)
