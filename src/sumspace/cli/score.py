"""`sumspace score`: what do these summaries score, on any measure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sumspace.cli import options
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.text.profile import Profile

__all__ = ["score"]


def score(
    corpus: options.Corpus,
    measure: options.Measures = ["rouge-1", "rouge-2", "rouge-su4"],  # noqa: B006 - typer copies defaults
    peer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE",
            help="Summaries that lie beside the corpus: JSONL with id and text, a folder of ID.txt, "
            "or a text file with a line for each document in order; repeatable.",
            show_default=False,
        ),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Score this system only; repeatable.", show_default=False),
    ] = None,
    references: Annotated[
        Literal["all", "each"], typer.Option(help="Judge by all references together, or by each one alone.")
    ] = "all",
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
    profile: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="rouge155, rouge-score or unicode, or as signatures have it: unicode+nostem.",
        ),
    ] = "rouge155",
    stem: Annotated[
        bool | None, typer.Option("--stem/--no-stem", help="Compare stems of words, as ROUGE's -m. [default: stem]")
    ] = None,
    stopwords: Annotated[
        bool | None, typer.Option("--stopwords", help="Remove stop words, as ROUGE's -s.", show_default=False)
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Language of the texts, such as de or zh. [default: en]", show_default=False),
    ] = None,
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
    from sumspace.corpus.peers import read_peer
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
        setting=Setting(_profile(profile, stem, stopwords, language, split), limit, formula or "", alpha),
        bootstrap=Bootstrap(resamples, confidence, seed),
        references=references,
        systems=tuple(system or ()),
        jobs=jobs,
    )
    files = dict(map(_name_and_file, peer or ()))
    if len(files) < len(peer or ()):
        raise SettingError("two --peer have the same name; give each its own")
    peers = [read_peer(name, Path(file)) for name, file in files.items()]
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("scoring") as progress:
        scores = score_corpus(read(corpus, chosen, progress), plan, peers)
    deliver(render(scores, form, each_summary=each_summary, to_file=output is not None), output)
    for name, count in scores.incomplete():
        typer.echo(f"note: {name} has summaries of {count:,} of the {scores.examples:,} documents", err=True)
    if form != "table":
        typer.echo(str(plan), err=True)


def _profile(text: str, stem: bool | None, stopwords: bool | None, language: str | None, split: str | None) -> Profile:
    """Read a profile and change what other options say about it."""
    from sumspace.text.profile import Profile

    changes = {"stem": stem, "stopwords": stopwords, "language": language, "split": split}
    given: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    profile = Profile.parse(text)
    return replace(profile, **{"stem": "nostem" not in text.split("+"), **given})


def _name_and_file(text: str) -> tuple[str, str]:
    name, equals, file = text.partition("=")
    if not (name and equals and file):
        raise SettingError(f"--peer wants NAME=FILE, such as --peer mine=mine.jsonl, not {text!r}")
    return name, file
