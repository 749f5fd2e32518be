"""`sumspace score`: what do these summaries score, on any measure."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from sumspace.cli import options
from sumspace.errors import SettingError

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
    words: Annotated[
        int | None, typer.Option(metavar="N", help="Cut after N words, as ROUGE's -l.", show_default=False)
    ] = None,
    bytes_: Annotated[
        int | None,
        typer.Option("--bytes", metavar="N", help="Cut after N bytes, as ROUGE's -b.", show_default=False),
    ] = None,
    cut: Annotated[
        Literal["both", "peer"],
        typer.Option(help="Cut summaries and references, or summaries alone (Ceylan 2010)."),
    ] = "both",
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
    formula: Annotated[
        Literal["A", "B", "F"] | None,
        typer.Option(
            help="Several references: A together, B the one with the best recall (ROUGE's -f), "
            "F the one with the best F1; F under rouge-score, else A.",
            show_default=False,
        ),
    ] = None,
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
    from sumspace.text.limit import Limit

    form = options.output_format(json=json, csv=csv)
    if words is not None and bytes_ is not None:
        raise SettingError("--words and --bytes exclude each other")
    limit = None
    if words is not None:
        limit = Limit(words, "words", references=cut == "both")
    elif bytes_ is not None:
        limit = Limit(bytes_, "bytes", references=cut == "both")
    plan = Plan(
        measures=tuple(dict.fromkeys(parse_measure(name) for name in measure)),
        setting=Setting(options.profile(profile, stem, stopwords, language, split), limit, formula or "", alpha),
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
    if form != "table":
        typer.echo(str(plan), err=True)
