"""`sumspace callisto evaluate`: does a change to CALLISTO help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from sumspace.cli import options
from sumspace.cli.callisto.planning import generation_plan
from sumspace.cli.planning import planned
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.summarizers.callisto.choosing import Selection

__all__ = ["evaluate"]


@planned(generation_plan)
def evaluate(
    corpus: options.Corpus,
    plan: Any,
    learner: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            help="See `sumspace list`; or a classifier of scikit-learn, with its options if it has any; repeatable.",
        ),
    ] = ["tree", "naive-bayes", "boosting", "fixed"],  # noqa: B006 - typer copies defaults
    train_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="What learners learn to reach: its F-score, or value; repeatable; "
            "lin-hovy and, for English, kpia unless given.",
            show_default=False,
        ),
    ] = None,
    judge_by: Annotated[str, typer.Option(metavar="NAME", help="What all are judged by: its F-score, or value.")] = (
        "lin-hovy"
    ),
    classes: Annotated[
        str, typer.Option(metavar="K", help="Into how many classes scores are divided: 2-20, or 3,5,8.")
    ] = "2-20",
    selection: Annotated[
        list[str],
        typer.Option(metavar="HOW", help="confidence or random: which of the best class is taken; repeatable."),
    ] = ["random", "confidence"],  # noqa: B006 - typer copies defaults
    lengths: Annotated[
        Literal["given", "free"],
        typer.Option(help="Choose a configuration for each length, or the length as well."),
    ] = "given",
    folds: Annotated[int, typer.Option(metavar="N", help="Of the cross-validation.")] = 10,
    confidence: Annotated[float, typer.Option(metavar="PERCENT", help="Of the smallest significant difference.")] = 95,
    rank_by: Annotated[
        str, typer.Option(metavar="NAME", help="Rank chosen summaries among all extracts by this measure, or none.")
    ] = "rouge-2",
    time: Annotated[
        float, typer.Option(metavar="SECONDS", help="What one space may take, before it is sampled.")
    ] = 1.0,
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Folder = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
) -> None:
    """Judge versions of CALLISTO: learners, what they learn from, classes, selection (Rigouste 2004, section 6).

    Figure 3 and table 1 of the paper, the Lead baseline, the smallest significant difference, the share of the best
    that can be reached, and where chosen summaries stand among all extracts of their length.

    Example: sumspace callisto evaluate sample -o callisto
    """
    from sumspace.cli.finished import note_left_out
    from sumspace.cli.progress import progress_bars
    from sumspace.corpus.source import read
    from sumspace.files import check_new_folder
    from sumspace.measures.measure import parse_measure
    from sumspace.report.callisto.page import write_callisto
    from sumspace.report.callisto.render import render
    from sumspace.report.output import deliver
    from sumspace.studies.callisto import study_callisto
    from sumspace.studies.callisto_plan import CallistoPlan
    from sumspace.studies.callisto_table import measures_for
    from sumspace.summarizers.callisto.learners.learner import parse_learner

    form = options.output_format(json=json, csv=csv)
    whole = CallistoPlan(
        generation=plan,
        learners=tuple(dict.fromkeys(map(parse_learner, learner))),
        trained_on=tuple(dict.fromkeys(map(parse_measure, train_on or ()))) or measures_for(plan.profile.language),
        judged_by=parse_measure(judge_by),
        classes=_numbers(classes),
        selections=tuple(dict.fromkeys(cast("list[Selection]", selection))),
        lengths=lengths,
        folds=folds,
        confidence=confidence,
        ranked_by=None if rank_by == "none" else parse_measure(rank_by),
        seconds=time,
    )
    if output is not None:
        check_new_folder(output)
    chosen = options.columns(id_column, text_column, reference_column, None)
    with progress_bars("documents", "learning", "ranking") as (reading, learning, ranking):
        found = study_callisto(read(corpus, chosen, reading), whole, learning, ranking)
    page = write_callisto(found, output) if output is not None else None
    deliver(render(found, form))
    note_left_out(found.left_out)
    if form == "csv":
        typer.echo(str(whole), err=True)
    if page:
        typer.echo(f"the page: {page}", err=True)


def _numbers(text: str) -> tuple[int, ...]:
    """Read numbers of classes: some with commas between them, or from one to another.

    >>> _numbers("2-4, 8")
    (2, 3, 4, 8)
    """
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = (end.strip() for end in part.partition("-"))
        ends = [first, last] if dash else [first, first]
        numbers = all(end.isascii() and end.isdigit() and len(end) < 5 for end in ends)
        if not numbers or int(ends[0]) > int(ends[1]):
            raise SettingError(f"--classes wants numbers such as 5, or 2-20, or 3,5,8, not {text!r}")
        found += range(int(ends[0]), int(ends[1]) + 1)
    return tuple(dict.fromkeys(found))
