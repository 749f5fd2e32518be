"""The options that `space`, `rank` and `limits` share: all that makes a plan of spaces."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Literal

import typer

from sumspace.cli import options
from sumspace.errors import SettingError

__all__ = ["planned"]

_HOW = "How it is explored"


def _plan(
    measure: options.Measures = ["rouge-1", "rouge-2", "rouge-su4"],  # noqa: B006 - typer copies defaults
    words: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="As many words as extracts reach, as reach(N); as many as the references have unless given.",
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="BUDGET",
            help="Which extracts are allowed: reach(100), at_most(100), within(100, 5) or exactly(3).",
            show_default=False,
        ),
    ] = None,
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
    from sumspace.measures.measure import parse_measure
    from sumspace.space.budget import Reach, parse_budget
    from sumspace.space.engine import Allowance
    from sumspace.studies.spaces import SpacePlan

    if words is not None and budget is not None:
        raise SettingError("--words and --budget exclude each other")
    measures = tuple(dict.fromkeys(parse_measure(name) for name in measure))
    for one in measures:
        one.units(())  # those that cannot be counted say so
    chosen = parse_budget(budget) if budget else Reach(words) if words is not None else None
    return SpacePlan(
        measures=measures,
        profile=options.profile(profile, stem, stopwords, language, None),
        budget=chosen,
        score=score,
        references=references,
        sections=sections,
        engine=engine,
        allowance=Allowance(time, memory),
        seed=seed,
        jobs=jobs,
    )


def planned(**defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command all these options in place of its parameter `plan`, some with other defaults."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters
        shared = [
            parameter.replace(default=defaults.get(name, parameter.default), kind=parameter.KEYWORD_ONLY)
            for name, parameter in inspect.signature(_plan, eval_str=True).parameters.items()
        ]

        @wraps(command)
        def run(**given: Any) -> None:
            choices = {parameter.name: given.pop(parameter.name) for parameter in shared}
            command(plan=_plan(**choices), **given)

        merged = []
        for name, parameter in own.items():
            merged += shared if name == "plan" else [parameter.replace(kind=parameter.KEYWORD_ONLY)]
        run.__signature__ = inspect.Signature(merged)  # type: ignore[attr-defined]
        return run

    return decorate
