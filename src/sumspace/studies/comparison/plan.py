"""Which systems to compare, on which measures, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from sumspace.compute.work import Workers
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.measures.scoring import Setting
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import Allowance
from sumspace.spec import signature
from sumspace.stats.multiplicity import Correction
from sumspace.stats.paired import permutations_for
from sumspace.stats.resampling import Bootstrap
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.tasks.space import SpacePlan

if TYPE_CHECKING:
    from sumspace.document import References
    from sumspace.measures.measure import Measure, Part
    from sumspace.space.budget import Budget


#: The measures that are compared on, unless told otherwise.
USUAL = ("rouge-1", "rouge-2", "rouge-l")


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """What to compare, and how."""

    measures: tuple[Measure, ...] = field(default_factory=lambda: tuple(map(parse_measure, USUAL)))
    setting: Setting = field(default_factory=Setting)
    #: Which part of the scores counts, for measures that have several.
    part: Part = "f1"
    #: Compare these systems only; none named means all.
    systems: tuple[str, ...] = ()
    #: Summarizers that are compared too, on the texts of the corpus.
    baselines: tuple[str, ...] = ("lead",)
    references: Literal["all", "each"] = "all"
    #: Its resamples are those of the permutation test too, of which there are more where there are many pairs.
    bootstrap: Bootstrap = field(default_factory=lambda: Bootstrap(resamples=10_000))
    correction: Correction = "holm"
    #: Whether to look at where systems stand among all extracts, and of which extracts: None stands for as many words
    #: as summaries are cut to, or as the references have.
    space: bool = True
    budget: Budget | None = None
    #: What one space may take.
    allowance: Allowance = field(default_factory=lambda: Allowance(2.0))
    workers: Workers = field(default_factory=Workers)
    #: Whether external scores of the corpus are measures too.
    discover: bool = False

    def __post_init__(self) -> None:
        if not self.measures:
            raise SettingError("name at least one measure")
        twice = next((system for system in self.systems if self.systems.count(system) > 1), None)
        if twice is not None:
            raise SettingError(f"the system {twice!r} is named twice; name another, or this one once")
        if not 0 < self.bootstrap.confidence < 100:
            raise SettingError(
                f"a comparison has a confidence between 0 and 100 percent, not {self.bootstrap.confidence:g}"
            )
        if self.correction not in get_args(Correction):
            raise SettingError(f"a correction is {', '.join(get_args(Correction))}, not {self.correction!r:.40}")
        for baseline in self.baselines:
            if baseline not in SUMMARIZERS:
                raise SUMMARIZERS.unknown(baseline)

    @property
    def alpha(self) -> float:
        """How likely a difference may be by chance, where there is none."""
        return round(1 - self.bootstrap.confidence / 100, 12)

    def permutations(self, pairs: int) -> int:
        """Return how many permutations there are, for so many pairs that are tested together."""
        return permutations_for(pairs, self.bootstrap.resamples)

    def part_label(self, measure: Measure) -> str:
        return "value" if measure.has_one_value else self.part

    @property
    def extracts(self) -> Budget | None:
        """Which extracts there are; None where the references decide."""
        limit = self.setting.limit
        words = limit.size if limit is not None and limit.unit == "words" else None
        return self.budget or (None if words is None else Reach(words))

    def budget_for(self, references: References) -> Budget:
        """Return what baselines have room for."""
        return self.extracts or Reach(references.length)

    @property
    def space_plan(self) -> SpacePlan | None:
        """The spaces that are explored; None where there are none, or no measure counts units as the score asks."""
        counted = (m for m in self.measures if m.has_coverage and m.of_any_text)
        measures = tuple(m for m in counted if self.part == "recall" or not m.only_recall)
        if not self.space or not measures:
            return None
        return SpacePlan(
            measures,
            self.setting.profile,
            self.extracts,
            self.part,
            self.references,
            allowance=self.allowance,
            seed=self.bootstrap.seed,
            workers=self.workers,
        )

    def __str__(self) -> str:
        budget = self.extracts or "reach(length of the references)"
        return signature(
            ",".join(map(str, self.measures)),
            self.part,
            self.setting,
            f"references:{self.references}",
            f"systems:{','.join(self.systems) or 'all'}",
            f"baselines:{','.join(self.baselines) or 'none'}",
            self.bootstrap,
            f"correction:{self.correction}",
            "space:none" if self.space_plan is None else f"space:{budget} in {self.allowance}",
            *self.setting.profile.libraries(by_sentence=True),
        )
