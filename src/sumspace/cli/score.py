"""`sumspace score`: what do these summaries score, on any measure."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from sumspace.cli import options

__all__ = ["score"]


def score(
    corpus: options.Corpus,
    measure: options.Measures = ["rouge-1", "rouge-2", "rouge-su4"],  # noqa: B006 - typer copies defaults
    peer: options.Peers = None,
    system: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Score this system only; repeatable.", show_default=False),
    ] = None,
    references: options.References = "all",
    words: options.Words = None,
    bytes_: options.Bytes = None,
    cut: options.Cut = "both",
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    stopwords: options.Stopwords = None,
    language: options.OtherLanguage = None,
    split: Annotated[
        Literal["sentences", "lines"] | None,
        typer.Option(
            help="What the sentences of a raw summary are, for rouge-l and rouge-w; "
            "lines under rouge-score, else sentences.",
            show_default=False,
        ),
    ] = None,
    formula: options.Formula = None,
    alpha: Annotated[float, typer.Option(help="F = PR / ((1-alpha)P + alpha R), as ROUGE's -p.")] = 0.5,
    confidence: Annotated[float, typer.Option(metavar="PERCENT", help="Of the intervals, as ROUGE's -c.")] = 95,
    resamples: Annotated[int, typer.Option(metavar="N", help="Of the bootstrap, as ROUGE's -r.")] = 1000,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
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
    """Score the systems of a corpus.

    Every summary and every system's average with a confidence interval, on any measures.

    Example: sumspace score sample -m rouge-1 -m rouge-l --words 100
    """
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.measures.measure import parse_measure
    from sumspace.measures.setting import Setting
    from sumspace.report.output import deliver
    from sumspace.report.scores import render
    from sumspace.stats.bootstrap import Bootstrap
    from sumspace.studies.scores import Plan, score_corpus

    form = options.output_format(json=json, csv=csv)
    plan = Plan(
        measures=tuple(dict.fromkeys(parse_measure(name) for name in measure)),
        setting=Setting(
            options.profile(profile, stem, stopwords, language, split),
            options.limit(words, bytes_, cut),
            formula or "",
            alpha,
        ),
        bootstrap=Bootstrap(resamples, confidence, seed),
        references=references,
        systems=tuple(system or ()),
        jobs=jobs,
    )
    peers = options.peers(peer)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("scoring") as progress:
        scores = score_corpus(read(corpus, chosen, progress), plan, peers)
    deliver(render(scores, form, each_summary=each_summary, to_file=output is not None), output)
    for name, count in scores.incomplete():
        typer.echo(f"note: {name} has summaries of {count:,} of the {scores.examples:,} documents", err=True)
    for lack in scores.undefined:
        typer.echo(f"note: {lack}", err=True)
    if form != "table":
        typer.echo(str(plan), err=True)
