"""What a report is made of: which measures, which extracts, and how long each space may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumspace.compute.work import Workers
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.space.engines.engine import Allowance
from sumspace.spec import signature
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.comparison.plan import USUAL, ComparisonPlan
from sumspace.tasks.space import SpacePlan
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget


#: The measure that systems are sorted by, where it is one of those of the report.
MAIN = "rouge-2"


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """Which measures a report has, which extracts systems stand among, and how sure its intervals are."""

    measures: tuple[Measure, ...] = field(default_factory=lambda: tuple(map(parse_measure, USUAL)))
    #: The measure that systems are sorted by; None stands for rouge-2, or the first where that is not among them.
    main: Measure | None = None
    profile: Profile = field(default_factory=Profile)
    #: None stands for as many words as the references have.
    budget: Budget | None = None
    allowance: Allowance = field(default_factory=lambda: Allowance(2.0))
    bootstrap: Bootstrap = field(default_factory=lambda: Bootstrap(resamples=10_000))
    workers: Workers = field(default_factory=Workers)
    #: Whether the card of the corpus is part of the report.
    card: bool = True
    #: Whether a terminal shows all systems, and not the first of many.
    all_systems: bool = False

    def __post_init__(self) -> None:
        if not self.measures:
            raise SettingError("name at least one measure")
        if self.main is not None and self.main not in self.measures:
            names = ", ".join(map(str, self.measures))
            raise SettingError(f"--main {self.main} is not one of the measures of the report: {names}")

    @property
    def sorted_by(self) -> Measure:
        """The measure that systems are sorted by."""
        return self.main or next((m for m in self.measures if str(m) == MAIN), self.measures[0])

    @property
    def placed_by(self) -> Measure | None:
        """The measure whose places stand in the table of systems: the main one, or else the last that has spaces."""
        spaces = self.space_plan
        if spaces is None:
            return None
        return self.sorted_by if self.sorted_by in spaces.measures else spaces.measures[-1]

    def comparison(self, baselines: tuple[str, ...] = ("lead",)) -> ComparisonPlan:
        """Return how systems are scored and tested: as `compare` does."""
        return ComparisonPlan(
            self.measures,
            Setting(self.profile),
            baselines=baselines,
            bootstrap=self.bootstrap,
            budget=self.budget,
            allowance=self.allowance,
            workers=self.workers,
        )

    @property
    def space_plan(self) -> SpacePlan | None:
        """The spaces that are explored, by recall; None where no measure counts units."""
        measures = tuple(m for m in self.measures if m.has_coverage and m.of_any_text)
        if not measures:
            return None
        return SpacePlan(
            measures,
            self.profile,
            self.budget,
            allowance=self.allowance,
            seed=self.bootstrap.seed,
            workers=self.workers,
        )

    def __str__(self) -> str:
        spaces = self.space_plan
        names = "none" if spaces is None else ",".join(map(str, spaces.measures))
        budget = self.budget or "reach(length of the references)"
        return signature(
            ",".join(map(str, self.measures)),
            Setting(self.profile),
            f"space:{names} recall of {budget} in {self.allowance}",
            self.bootstrap,
            "correction:holm",
            *self.profile.libraries(by_sentence=True),
        )
