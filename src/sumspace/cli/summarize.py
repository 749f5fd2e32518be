"""`sumspace summarize`: make summaries with any summarizer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumspace.cli import options
from sumspace.cli.planning import budget_of
from sumspace.errors import SettingError, on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Example
    from sumspace.studies.summarizing import SummaryPlan
    from sumspace.studies.working import LeftOut

__all__ = ["summarize"]


def summarize(
    corpus: options.Corpus,
    summarizer: Annotated[
        list[str],
        typer.Option(
            "--summarizer",
            "-s",
            metavar="NAME",
            help="A summarizer, see `sumspace list`, or all; as SYSTEM=NAME its summaries are called otherwise; "
            "repeatable.",
        ),
    ] = ["lexrank"],  # noqa: B006 - typer copies defaults
    words: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Whole sentences of at most N words, as at_most(N); 100 unless given.",
            show_default=False,
        ),
    ] = None,
    budget: options.Budget = None,
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    language: options.OtherLanguage = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the corpus with the summaries among its systems: .jsonl, .jsonl.gz or .parquet.",
            show_default=False,
        ),
    ] = None,
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Output = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Make summaries of every document, of its own sentences.

    A summarizer ranks the sentences; those are taken that fit, the highest first, and stand in the document's order.

    What --json prints for one summarizer is a --peer of other commands; with --into, they find it in the corpus.

    Example: sumspace summarize sample -s lexrank --words 60
    """
    from sumspace.cli.finished import Finished, end, note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.files import check_place
    from sumspace.report.output import deliver
    from sumspace.report.summaries import render
    from sumspace.space.budget import AtMost
    from sumspace.studies.summaries import WORDS
    from sumspace.studies.summarizing import SummaryPlan, summarize_documents

    form = options.output_format(json=json, csv=csv)
    if into is not None and (form != "table" or output is not None):
        raise SettingError("--into writes the corpus and prints no summaries: leave --json, --csv and --output out")
    plan = SummaryPlan(
        summarizers=_named(summarizer),
        budget=budget_of(words, budget, AtMost) or AtMost(WORDS),
        profile=options.profile(profile, stem, None, language, None),
        seed=seed,
        jobs=jobs,
    )
    if output is not None:
        check_place(output, corpus)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    with progress_bar("documents") as reading:
        examples = read(corpus, chosen, reading)
        if into is None:
            found = Finished(summarize_documents(examples, plan))
            deliver(render(found, plan, form, to_file=output is not None), output)
            left_out, stopped = found.left_out, found.stopped
        else:
            left_out, stopped = _write(examples, plan, into), None
    note_left_out(left_out)
    for system, one in plan.parsed.items():
        if one.about:
            typer.echo(f"{on_one_line(system)}: {on_one_line(one.about)}", err=True)
    if form != "table" or into is not None:
        typer.echo(str(plan), err=True)
    end(stopped)


def _write(examples: Iterable[Example], plan: SummaryPlan, target: Path) -> list[LeftOut]:
    """Write the corpus, and say what is new in it."""
    from sumspace.studies.summarizing import add_summaries

    try:
        made, left_out = add_summaries(examples, plan, target)
    except KeyboardInterrupt:
        typer.echo(f"interrupted: {target} is not written", err=True)
        raise typer.Exit(130) from None
    counts = ", ".join(f"{count:,} by {on_one_line(system)}" for system, count in made.items())
    typer.echo(f"{target} has new summaries: {counts}", err=True)
    return left_out


def _named(given: list[str]) -> dict[str, str]:
    """Read which summarizers there are to be, and what their summaries are called."""
    from sumspace.summarizers.summarizer import SUMMARIZERS

    named: dict[str, str] = {}
    for text in given:
        # What stands in parentheses is an option, and may have any sign in it.
        head, parenthesis, option = text.partition("(")
        system, equals, name = head.rpartition("=")
        if equals and not system:
            raise SettingError(f"--summarizer wants NAME or SYSTEM=NAME, such as mine=lexrank, not {text!r}")
        for one in SUMMARIZERS if text == "all" else (name,):
            whole = one + parenthesis + option
            if named.setdefault(system or one, whole) != whole:
                raise SettingError(
                    f"two summarizers are called {system or one!r}; give each its own name, as mine={one}"
                )
    return named
