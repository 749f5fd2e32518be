"""Figures 4 to 6 of Steinberger & Ježek 2009: measures under every weighting of LSA and any number of keywords."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Literal

from sumspace.measures.measure import parse_measure
from sumspace.stats.correlation import correlate
from sumspace.studies.meta.scores import score_measures

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumspace.measures.measure import Against, Measure
    from sumspace.stats.correlation import Correlation
    from sumspace.studies.meta.judgements import Judgements
    from sumspace.studies.meta.plan import MetaPlan


#: The settings of the sweeps: weightings of LSA, and numbers of keywords.
_LOCAL, _GLOBAL = ("fq", "bi", "au", "lo"), ("nw", "isf", "gf", "en")
_WEIGHTINGS = tuple(f"{local}-{weight}" for local, weight in product(_LOCAL, _GLOBAL))
_KEYWORDS = tuple(map(str, (*range(5, 50, 5), *range(50, 101, 10))))


@dataclass(frozen=True, slots=True)
class Sweep:
    """A measure with each of its settings, compared with references or with the full text."""

    figure: Literal["4", "5", "6"]
    #: The name of the measure, without options.
    name: str
    against: Against
    settings: tuple[str, ...]

    def measures(self) -> dict[str, Measure]:
        text = "text," if self.against == "text" else ""
        return {setting: parse_measure(f"{self.name}({text}{setting})") for setting in self.settings}


SWEEPS = (
    Sweep("4", "lsa-topic", "references", _WEIGHTINGS),
    Sweep("4", "lsa-terms", "references", _WEIGHTINGS),
    Sweep("5", "lsa-topic", "text", _WEIGHTINGS),
    Sweep("5", "lsa-terms", "text", _WEIGHTINGS),
    Sweep("6", "keywords", "references", _KEYWORDS),
    Sweep("6", "keywords", "text", _KEYWORDS),
)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The system-level correlation of a measure in one setting with the judgements of an aspect."""

    sweep: Sweep
    setting: str
    measure: Measure
    aspect: str
    correlation: Correlation


def run_sweeps(judgements: Judgements, plan: MetaPlan, progress: Callable[[float], None]) -> tuple[SweepResult, ...]:
    """Score and correlate measures in all settings, if planned; the measures of all sweeps are scored together."""
    if not plan.sweeps:
        return ()
    by_sweep = {sweep: sweep.measures() for sweep in SWEEPS}
    measures = tuple(dict.fromkeys(measure for settings in by_sweep.values() for measure in settings.values()))
    by_main = replace(plan, views=("main",))
    tables = score_measures(judgements, measures, by_main, progress, required=False).tables
    return tuple(
        SweepResult(sweep, setting, measure, aspect, correlate(tables[metric], judged, "system"))
        for aspect, judged in judgements.tables.items()
        for sweep, settings in by_sweep.items()
        for setting, measure in settings.items()
        if (metric := plan.metric(measure, "main")) in tables
    )
