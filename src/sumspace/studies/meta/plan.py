"""Which measures are compared with which judgements, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from sumspace.compute.work import Workers
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import usual_measures
from sumspace.measures.scoring import Setting
from sumspace.spec import signature
from sumspace.stats.correlation import Level
from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure, Part
    from sumspace.stats.resampling import Over


LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class MetaPlan:
    """What to compare, and how."""

    #: None named means all there are, each with its usual values, as far as the corpus allows.
    measures: tuple[Measure, ...] = ()
    setting: Setting = field(default_factory=Setting)
    #: What people judged; none named means everything that they judged.
    aspects: tuple[str, ...] = ()
    levels: tuple[Level, ...] = LEVELS
    #: Which part of the scores counts: what is usual for the measure, or the same for all.
    part: Part | Literal["main"] = "main"
    bootstrap: Bootstrap = field(default_factory=Bootstrap)
    #: What is resampled.
    over: Over = "both"
    references: Literal["all", "each"] = "all"
    systems: tuple[str, ...] = ()
    #: Whether to go through the weightings of LSA and the numbers of keywords, figures 4 to 6 of the paper.
    sweeps: bool = False
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        if not self.levels:
            raise SettingError("name at least one level: system, summary or pooled")
        for level in self.levels:
            if level not in LEVELS:
                raise UnknownNameError("level", level, LEVELS)
        object.__setattr__(self, "levels", tuple(level for level in LEVELS if level in self.levels))

    @property
    def compared_measures(self) -> tuple[Measure, ...]:
        return self.measures or tuple(usual_measures())

    def part_of(self, measure: Measure) -> Part:
        return measure.main if self.part == "main" else self.part

    def __str__(self) -> str:
        return signature(
            ",".join(map(str, self.measures)) or "all measures",
            self.setting,
            f"references:{self.references}",
            f"systems:{','.join(self.systems)}" if self.systems else None,
            f"aspects:{','.join(self.aspects) or 'all'}",
            f"levels:{','.join(self.levels)}",
            f"score:{self.part}",
            f"{self.bootstrap} over {self.over}",
            *self.setting.profile.libraries(by_sentence=True),
        )
