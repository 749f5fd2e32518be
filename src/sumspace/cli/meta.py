"""`sumspace meta`: which measures agree with the judgements of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from sumspace.cli import options

if TYPE_CHECKING:
    from sumspace.stats.correlation import Level

__all__ = ["meta"]

_SURE = "How sure it is"


def meta(
    corpus: options.Corpus,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            "-m",
            metavar="NAME",
            help="A measure, see `sumspace list`; repeatable; all that the corpus allows unless given.",
            show_default=False,
        ),
    ] = None,
    aspect: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="What people judged; repeatable; all of it unless given.", show_default=False
        ),
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL",
            help="system (means of systems), summary (systems of each document) or pooled (all summaries); repeatable; "
            "all of them unless given.",
            show_default=False,
        ),
    ] = None,
    score: Annotated[
        Literal["main", "recall", "precision", "f1"],
        typer.Option(help="Which part of the scores counts: what is usual for each measure, or the same for all."),
    ] = "main",
    peer: options.Peers = None,
    system: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Compare this system only; repeatable.", show_default=False),
    ] = None,
    sweeps: Annotated[
        bool,
        typer.Option("--sweeps", help="Go through weightings of LSA and numbers of keywords too (figures 4 to 6)."),
    ] = False,
    references: options.References = "all",
    words: options.Words = None,
    bytes_: options.Bytes = None,
    cut: options.Cut = "both",
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    stopwords: options.Stopwords = None,
    language: options.OtherLanguage = None,
    formula: options.Formula = None,
    resamples: Annotated[int, typer.Option(metavar="N", help="Of the bootstrap.", rich_help_panel=_SURE)] = 1000,
    confidence: Annotated[float, typer.Option(metavar="PERCENT", help="Of the intervals.", rich_help_panel=_SURE)] = 95,
    resample: Annotated[
        Literal["both", "documents", "systems"],
        typer.Option(help="What is drawn anew, as if others had been studied.", rich_help_panel=_SURE),
    ] = "both",
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
    """Study which measures agree with the judgements of people (Steinberger & Ježek 2009).

    Pearson, Spearman and Kendall of each measure with each judgement, with intervals, and Williams' test.

    Tables 1 and 2 and figures 4 to 6 of the paper, and table 6 of Hirao 2017.

    Example: sumspace meta sample -o meta
    """
    from sumspace.cli.progress import progress_bars
    from sumspace.corpus.source import read
    from sumspace.errors import on_one_line
    from sumspace.files import check_new_folder
    from sumspace.measures.measure import parse_measure
    from sumspace.measures.setting import Setting
    from sumspace.report.meta.page import write_meta
    from sumspace.report.meta.render import render
    from sumspace.report.output import deliver
    from sumspace.stats.bootstrap import Bootstrap
    from sumspace.studies.meta import study_meta
    from sumspace.studies.meta_plan import LEVELS, MetaPlan

    form = options.output_format(json=json, csv=csv)
    texts = options.profile(profile, stem, stopwords, language, None)
    plan = MetaPlan(
        measures=tuple(dict.fromkeys(map(parse_measure, measure or ()))),
        setting=Setting(texts, options.limit(words, bytes_, cut), formula or ""),
        aspects=tuple(dict.fromkeys(aspect or ())),
        levels=tuple(dict.fromkeys(cast("list[Level]", level or LEVELS))),
        part=score,
        bootstrap=Bootstrap(resamples, confidence, seed),
        over=resample,
        references=references,
        systems=tuple(dict.fromkeys(system or ())),
        sweeps=sweeps,
        jobs=jobs,
    )
    if output is not None:
        check_new_folder(output)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    peers = options.peers(peer)
    with progress_bars("documents", "scoring", "correlating") as (reading, scoring, correlating):
        found = study_meta(read(corpus, chosen, reading), plan, peers, scoring, correlating)
    page = write_meta(found, output) if output is not None else None
    deliver(render(found, form))
    for note in found.notes:
        typer.echo(f"note: {on_one_line(note)}", err=True)
    if form == "csv":
        typer.echo(str(plan), err=True)
    if page:
        typer.echo(f"the page: {page}", err=True)
