"""Versions that differ in the number of classes alone: a line of figure 3, or one version without classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.report.study.chart_parts import colour_of
from sumspace.report.study.labels import clean
from sumspace.studies.callisto_plan import USUAL_CLASSES

if TYPE_CHECKING:
    from sumspace.studies.callisto import CallistoStudy, Result
    from sumspace.summarizers.callisto.choosing import Selection

__all__ = ["Line", "is_significant", "learner_colours", "lines"]


@dataclass(frozen=True, eq=False)
class Line:
    """The results of a learner that is trained on a measure, with one way of selecting."""

    learner: str
    measure: str
    #: None without classes: then nothing is selected from a best class.
    selection: Selection | None
    results: tuple[Result, ...]

    @property
    def usual(self) -> Result:
        """The version with as many classes as CALLISTO had, or nearly so: a choice made before the results are seen."""
        return min(self.results, key=lambda result: abs(result.version.classes - USUAL_CLASSES))

    @property
    def best(self) -> Result:
        """The version that turns out best, with the fewest classes where several do."""
        return max(self.results, key=lambda result: (result.share, -result.version.classes))

    @property
    def name(self) -> str:
        """What it is called in figures and sentences."""
        return clean(", ".join(part for part in (self.learner, self.measure, self.selection) if part))


def lines(study: CallistoStudy) -> list[Line]:
    """Put versions together that differ in the number of classes alone."""
    found: dict[tuple[str, str, Selection | None], list[Result]] = {}
    for result in study.results:
        version = result.version
        selection = version.selection if version.classes else None
        found.setdefault((version.learner, version.measure, selection), []).append(result)
    return [
        Line(*key, tuple(sorted(results, key=lambda result: result.version.classes))) for key, results in found.items()
    ]


def learner_colours(study: CallistoStudy) -> dict[str, str]:
    """Give every learner its colour, the same in all figures."""
    names = dict.fromkeys(result.version.learner for result in study.results)
    return {name: colour_of(place) for place, name in enumerate(names)}


def is_significant(difference: float, allowed: float | None) -> bool | None:
    """Tell whether two shares differ by more than is allowed for chance; None where nobody can say."""
    return None if allowed is None else abs(difference) > allowed
