"""What the study of limits is to look at."""

from __future__ import annotations

from dataclasses import dataclass, field

from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.space.engines.engine import Allowance
from sumspace.studies.limits.sweep import RATIOS
from sumspace.tasks.space import SpacePlan


def _usual_spaces() -> SpacePlan:
    measures = tuple(map(parse_measure, ("rouge-1", "rouge-2", "rouge-su4")))
    return SpacePlan(measures, sections="auto", allowance=Allowance(time=2.0))


@dataclass(frozen=True, slots=True)
class LimitsPlan:
    """Which spaces are explored, and which parts of the study beyond the paper's tables are made."""

    spaces: SpacePlan = field(default_factory=_usual_spaces)
    #: Whether documents are taken whole too, and the features of their best extracts looked at.
    whole: bool = True
    #: Whether extracts of several lengths are looked at, and which shares of a document's words they keep.
    sweep: bool = True
    ratios: tuple[float, ...] = RATIOS

    def __post_init__(self) -> None:
        for ratio in self.ratios:
            if not 0 < ratio < 1:
                raise SettingError(f"an extract keeps a share of the words between 0 and 1, not {ratio:g} (--ratio)")
        object.__setattr__(self, "ratios", tuple(sorted(set(self.ratios))))
        for measure in self.spaces.measures:
            measure.units(())  # those that cannot be counted say so

    @property
    def swept(self) -> tuple[float, ...]:
        """The ratios that are looked at."""
        return self.ratios if self.sweep else ()

    def __str__(self) -> str:
        ratios = ",".join(f"{ratio:g}" for ratio in self.swept)
        return f"{self.spaces} | ratios:{ratios}" if ratios else str(self.spaces)
