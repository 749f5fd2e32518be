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
    """A measure and the part of its scores that is compared with judgements."""

    measure: Measure
    #: "value" for a measure with a single value.
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

    #: Empty: all measures, with their usual settings, as far as the corpus allows.
    measures: tuple[Measure, ...] = ()
    setting: Setting = field(default_factory=Setting)
    #: The judged aspects to study; empty: all.
    aspects: tuple[str, ...] = ()
    levels: tuple[Level, ...] = LEVELS
    #: The parts of scores by which measures are compared; recall is never compared with F1.
    views: tuple[View, ...] = ("recall", "f1")
    #: What measures are ranked by.
    coefficient: Coefficient = "pearson"
    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    #: What is resampled.
    over: Over = "both"
    #: How often the scores of two measures are exchanged at random in a permutation test.
    permutations: int = 1000
    correction: Correction = "holm"
    references: Literal["all", "each"] = "all"
    systems: tuple[str, ...] = ()
    #: Whether judged human summaries are compared like systems, each scored against the other references.
    humans: bool = False
    #: Whether the ratings of each annotator are standardized before they are averaged.
    standardize: bool = False
    #: Whether to vary the weighting of LSA and the number of keywords (figures 4 to 6 of the paper).
    sweeps: bool = False
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", _chosen("level", self.levels, LEVELS))
        object.__setattr__(self, "views", _chosen("score", self.views, VIEWS))
        if self.coefficient not in COEFFICIENTS:
            raise UnknownNameError("coefficient", self.coefficient, COEFFICIENTS)
        if self.coefficient == "soft_accuracy" and self.levels != ("system",):
            raise SettingError("soft_accuracy is defined at the system level only: add --level system")
        if self.correction not in get_args(Correction):
            raise UnknownNameError("correction", self.correction, get_args(Correction))
        if not 1 <= self.permutations <= MOST_PERMUTATIONS:
            raise SettingError(f"--permutations must be 1 to {MOST_PERMUTATIONS:,}, not {self.permutations:,}")

    @property
    def compared_measures(self) -> tuple[Measure, ...]:
        return self.measures or tuple(usual_measures())

    def metric(self, measure: Measure, view: View) -> Metric:
        """Return the metric that represents a measure in a view."""
        if measure.has_one_value:
            return Metric(measure, "value")
        return Metric(measure, measure.main if view == "main" else view)

    def metrics(self, measure: Measure) -> tuple[Metric, ...]:
        """Return the metrics of a measure in all views."""
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
    """Return the chosen names in the order of the known ones; raise for unknown names or none."""
    chosen = tuple(chosen)
    if not chosen:
        raise SettingError(f"name at least one {kind}: {', '.join(known)}")
    for name in chosen:
        if name not in known:
            raise UnknownNameError(kind, name, known)
    return tuple(name for name in known if name in chosen)
