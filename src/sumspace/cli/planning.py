"""The options that commands share because they make a plan: of spaces, or of a search for oracles."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sumspace.cli import options
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget

__all__ = ["budget_of", "counting", "oracle_plan", "planned", "space_plan"]

_HOW, _SEARCHED = "How it is explored", "How it is searched"


def space_plan(
    measure: options.Measures = ["rouge-1", "rouge-2", "rouge-su4"],  # noqa: B006 - typer copies defaults
    words: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="As many words as extracts reach, as reach(N); as many as the references have unless given.",
            show_default=False,
        ),
    ] = None,
    budget: options.Budget = None,
    score: Annotated[
        Literal["recall", "precision", "f1"], typer.Option(help="What extracts are scored by.")
    ] = "recall",
    references: options.References = "all",
    sections: Annotated[
        Literal["auto", "given", "segment", "none"],
        typer.Option(
            help="Explore documents by section, each with its share of the words: those given, those that segmentation "
            "finds, or none; auto: those given, else segmentation for documents with over 10^10 extracts.",
        ),
    ] = "none",
    engine: Annotated[
        Literal["auto", "exhaustive", "counting", "sampling"],
        typer.Option(help="Visit all extracts, count without visiting, or draw some.", rich_help_panel=_HOW),
    ] = "auto",
    time: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="What one space may take, before it is sampled.", rich_help_panel=_HOW),
    ] = 5.0,
    memory: Annotated[
        float, typer.Option(metavar="GB", help="The same in gigabytes of memory.", rich_help_panel=_HOW)
    ] = 2.0,
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    stopwords: options.Stopwords = None,
    language: options.OtherLanguage = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
) -> Any:
    """Make the plan."""
    from sumspace.space.budget import Reach
    from sumspace.space.engines.engine import Allowance
    from sumspace.studies.spaces import SpacePlan

    return SpacePlan(
        measures=_measures(measure),
        profile=options.profile(profile, stem, stopwords, language, None),
        budget=budget_of(words, budget, Reach),
        score=score,
        references=references,
        sections=sections,
        engine=engine,
        allowance=Allowance(time, memory),
        seed=seed,
        jobs=jobs,
    )


def oracle_plan(
    measure: options.Measures = ["rouge-1", "rouge-2"],  # noqa: B006 - typer copies defaults
    words: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="As many words as extracts have at most, as at_most(N).",
            show_default=False,
        ),
    ] = None,
    budget: options.Budget = None,
    score: Annotated[Literal["recall", "f1"], typer.Option(help="What extracts are scored by.")] = "recall",
    mean: Annotated[
        bool, typer.Option("--mean/--each", help="Let the mean score on all measures decide, or each.")
    ] = False,
    references: options.References = "all",
    method: Annotated[
        Literal["search", "ilp", "branch-and-bound"],
        typer.Option(
            help="Find and count all; find one by integer linear programming; or find all as in Hirao 2017.",
            rich_help_panel=_SEARCHED,
        ),
    ] = "search",
    time: Annotated[
        float, typer.Option(metavar="SECONDS", help="What one search may take.", rich_help_panel=_SEARCHED)
    ] = 10.0,
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    stopwords: options.Stopwords = None,
    language: options.OtherLanguage = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
) -> Any:
    """Make the plan of a search for oracles."""
    from sumspace.space.budget import AtMost
    from sumspace.studies.oracles import OraclePlan

    return OraclePlan(
        measures=counting(_measures(measure)),
        profile=options.profile(profile, stem, stopwords, language, None),
        budget=budget_of(words, budget, AtMost),
        score=score,
        mean=mean,
        references=references,
        method=method,
        seconds=time,
        seed=seed,
        jobs=jobs,
    )


def _measures(names: list[str]) -> tuple[Measure, ...]:
    """Read measures, each once."""
    from sumspace.measures.measure import parse_measure

    return tuple(dict.fromkeys(parse_measure(name) for name in names))


def counting(measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Let measures that cannot be counted say so."""
    for measure in measures:
        measure.units(())
    return measures


def budget_of(words: int | None, budget: str | None, usual: Callable[[int], Budget]) -> Budget | None:
    """Read a budget; a number of words alone stands for the usual one."""
    from sumspace.space.budget import parse_budget

    if words is not None and budget is not None:
        raise SettingError("--words and --budget exclude each other")
    return parse_budget(budget) if budget else usual(words) if words is not None else None


def planned(
    make: Callable[..., Any] = space_plan, **defaults: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a plan in place of its parameter `plan`, some with other defaults."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters
        shared = [
            parameter.replace(default=defaults.get(name, parameter.default), kind=parameter.KEYWORD_ONLY)
            for name, parameter in inspect.signature(make, eval_str=True).parameters.items()
        ]

        @wraps(command)
        def run(**given: Any) -> None:
            choices = {parameter.name: given.pop(parameter.name) for parameter in shared}
            command(plan=make(**choices), **given)

        merged = []
        for name, parameter in own.items():
            merged += shared if name == "plan" else [parameter.replace(kind=parameter.KEYWORD_ONLY)]
        run.__signature__ = inspect.Signature(merged)  # type: ignore[attr-defined]
        return run

    return decorate
