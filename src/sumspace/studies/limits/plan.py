"""What the study of limits is to look at."""

from __future__ import annotations

from dataclasses import dataclass, field

from sumspace.measures.measure import check_coverage, parse_measure
from sumspace.space.engines.engine import Allowance
from sumspace.tasks.space import SpacePlan


def _usual_spaces() -> SpacePlan:
    measures = tuple(map(parse_measure, ("rouge-1", "rouge-2", "rouge-su4")))
    return SpacePlan(measures, sections="auto", allowance=Allowance(time=2.0))


@dataclass(frozen=True, slots=True)
class LimitsPlan:
    """Which spaces are explored, and which parts of the study beyond the paper's tables are made."""

    spaces: SpacePlan = field(default_factory=_usual_spaces)
    #: Whether documents are sampled whole too, and the features of their best extracts looked at.
    whole: bool = True
    #: Whether extracts of several lengths are looked at.
    sweep: bool = True

    def __post_init__(self) -> None:
        check_coverage(self.spaces.measures)

    def __str__(self) -> str:
        return str(self.spaces)
