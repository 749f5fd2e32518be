"""What a study of oracles is to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from sumspace.measures.measure import parse_measure
from sumspace.tasks.oracle import OraclePlan


@dataclass(frozen=True, slots=True)
class OracleStudyPlan:
    """Which oracles are studied, by all references of a document and by each, and whether curves are made."""

    search: OraclePlan = field(default_factory=lambda: OraclePlan(tuple(map(parse_measure, ("rouge-1", "rouge-2")))))
    #: Whether the best extracts of every length are found too.
    curves: bool = False

    def __post_init__(self) -> None:
        for measure in self.search.measures if self.curves else ():
            measure.units(())  # those of which there is no curve say so

    def __str__(self) -> str:
        return f"{self.search} | study of all references and of each"
