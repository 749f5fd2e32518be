"""Versions that differ in the number of classes alone: a line of figure 3, or one version without classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.show.charts import colour_of
from sumspace.show.text import clean, short
from sumspace.studies.callisto_plan import USUAL_CLASSES

if TYPE_CHECKING:
    from sumspace.studies.callisto import CallistoStudy, Result
    from sumspace.summarizers.callisto.model import Selection

__all__ = ["Line", "is_significant", "learner_colours", "learner_labels", "lines", "score_name"]


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
    return {name: colour_of(place) for place, name in enumerate(_learners(study))}


def learner_labels(study: CallistoStudy) -> dict[str, str]:
    """Give every learner a short name of its own: those that are cut to the same one are numbered."""
    found: dict[str, str] = {}
    for place, name in enumerate(_learners(study), 1):
        label = short(name)
        found[name] = label if label not in found.values() else f"{label} {place}"
    return found


def _learners(study: CallistoStudy) -> list[str]:
    return list(dict.fromkeys(result.version.learner for result in study.results))


def score_name(study: CallistoStudy) -> str:
    """Name what versions are judged by: a measure with one value has no F-score."""
    return "score" if study.plan.judged_by.has_one_value else "F-score"


def is_significant(difference: float, allowed: float | None) -> bool | None:
    """Tell whether two shares differ by more than is allowed for chance; None where nobody can say."""
    return None if allowed is None else abs(difference) > allowed
