"""What a study of oracles is to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumspace.measures.measure import parse_measure
from sumspace.tasks.oracle import OraclePlan

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure

__all__ = ["OracleStudyPlan"]


def _usual_search() -> OraclePlan:
    return OraclePlan((parse_measure("rouge-1"), parse_measure("rouge-2")))


@dataclass(frozen=True, slots=True)
class OracleStudyPlan:
    """Which oracles are studied, by all references of a document and by each, and whether curves are made."""

    search: OraclePlan = field(default_factory=_usual_search)
    #: Whether the best extracts of every length are found too.
    curves: bool = False

    def __str__(self) -> str:
        return f"{self.search} | study of all references and of each"

    @property
    def objectives(self) -> list[tuple[Measure, ...]]:
        """The measures that decide together."""
        return self.search.objectives
