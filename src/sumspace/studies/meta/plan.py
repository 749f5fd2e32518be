"""Which measures are compared with which judgements, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from sumspace.compute.work import Workers
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import Part, conditions_of, usual_measures
from sumspace.measures.scoring import Setting
from sumspace.spec import signature
from sumspace.stats.correlation import COEFFICIENTS, Level
from sumspace.stats.multiplicity import Correction
from sumspace.stats.permutation import MOST_PERMUTATIONS
from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Coefficient
    from sumspace.stats.resampling import Over


LEVELS: tuple[Level, ...] = get_args(Level)
#: By which part of their scores measures are compared with each other; "main" is what is usual for each.
View = Literal["recall", "precision", "f1", "main"]
VIEWS: tuple[View, ...] = get_args(View)


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure and the part of its scores that is looked at: what is compared with judgements."""

    measure: Measure
    #: "value" of a measure that has one only.
    part: Part | Literal["value"]

    def __str__(self) -> str:
        """Write the name as it stands in sentences and charts.

        >>> from sumspace.measures.measure import parse_measure
        >>> str(Metric(parse_measure("rouge-2"), "f1")), str(Metric(parse_measure("cosine"), "value"))
        ('rouge-2 F1', 'cosine')
        """
        return str(self.measure) if self.part == "value" else f"{self.measure} {part_name(self.part)}"


def part_name(part: str) -> str:
    return "F1" if part == "f1" else part


@dataclass(frozen=True, slots=True)
class MetaPlan:
    """What to compare, and how."""

    #: None named means all there are, each with its usual values, as far as the corpus allows.
    measures: tuple[Measure, ...] = ()
    setting: Setting = field(default_factory=Setting)
    #: What people judged; none named means everything that they judged.
    aspects: tuple[str, ...] = ()
    levels: tuple[Level, ...] = LEVELS
    #: Measures are compared by one part of their scores, then by the next, and never by one with another.
    views: tuple[View, ...] = ("recall", "f1")
    #: What measures are ranked by.
    coefficient: Coefficient = "pearson"
    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    #: What is resampled.
    over: Over = "both"
    #: How often the scores of two measures are exchanged at random, to see how they differ by chance.
    permutations: int = 1000
    correction: Correction = "holm"
    references: Literal["all", "each"] = "all"
    systems: tuple[str, ...] = ()
    #: Whether human summaries that were judged are compared as systems are, each by the other references.
    humans: bool = False
    #: Whether the marks of each rater are standardized before they are averaged.
    standardize: bool = False
    #: Whether to go through the weightings of LSA and the numbers of keywords, figures 3 to 6 of the paper.
    sweeps: bool = False
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", _chosen("level", self.levels, LEVELS))
        object.__setattr__(self, "views", _chosen("score", self.views, VIEWS))
        if self.coefficient not in COEFFICIENTS:
            raise UnknownNameError("coefficient", self.coefficient, COEFFICIENTS)
        if self.coefficient == "soft_accuracy" and self.levels != ("system",):
            raise SettingError("soft_accuracy compares systems; choose --level system")
        if self.correction not in get_args(Correction):
            raise UnknownNameError("correction", self.correction, get_args(Correction))
        if not 1 <= self.permutations <= MOST_PERMUTATIONS:
            raise SettingError(f"there are from 1 to {MOST_PERMUTATIONS:,} permutations, not {self.permutations:,}")

    @property
    def compared_measures(self) -> tuple[Measure, ...]:
        return self.measures or tuple(usual_measures())

    def metric(self, measure: Measure, view: View) -> Metric:
        """Return what stands for a measure in a view."""
        if measure.has_one_value:
            return Metric(measure, "value")
        return Metric(measure, measure.main if view == "main" else view)

    def metrics(self, measure: Measure) -> tuple[Metric, ...]:
        """Return all that is compared of a measure."""
        return tuple(dict.fromkeys(self.metric(measure, view) for view in self.views))

    def __str__(self) -> str:
        return signature(
            ",".join(map(str, self.measures)) or "all measures",
            *conditions_of(self.compared_measures),
            self.setting,
            f"references:{self.references}",
            f"systems:{','.join(self.systems)}" if self.systems else None,
            "humans:jackknifed" if self.humans else None,
            "raters:standardized" if self.standardize else None,
            f"aspects:{','.join(self.aspects) or 'all'}",
            f"levels:{','.join(self.levels)}",
            f"score:{','.join(self.views)}",
            f"by:{self.coefficient}",
            f"{self.bootstrap} over {self.over}",
            f"permutations:{self.permutations}",
            f"correction:{self.correction}",
            *self.setting.profile.libraries(by_sentence=True),
        )


def _chosen(kind: str, chosen: Iterable[Any], known: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is chosen of what there is, in the order of the latter."""
    chosen = tuple(chosen)
    if not chosen:
        raise SettingError(f"name at least one {kind}: {', '.join(known)}")
    for name in chosen:
        if name not in known:
            raise UnknownNameError(kind, name, known)
    return tuple(name for name in known if name in chosen)
