"""Where a measure is not defined, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import NotDefinedError, Problem
from sumspace.measures.measure import NO_REFERENCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.studies.tasks import Task

__all__ = ["Undefined", "find_undefined", "gather_undefined"]


@dataclass(frozen=True, slots=True)
class Undefined:
    """Some summaries for which a measure is not defined, for one reason."""

    measure: str
    reason: str
    #: A document of which it is true, and where that stands.
    example: str
    file: str
    line: int | None
    summaries: int
    of: int

    def __str__(self) -> str:
        return (
            f"{self.measure} is not defined for {self.summaries:,} of the {self.of:,} summaries: "
            f"{self.example!r} {self.reason}"
        )


def find_undefined(
    tasks: Sequence[Task], tables: Mapping[Measure, NDArray[np.float64]], *, strict: bool = True
) -> Iterator[Undefined]:
    """Say of each summary why a measure is not defined for it; missing references are an error if that is strict."""
    for measure, table in tables.items():
        for place in np.flatnonzero(np.isnan(table[:, 0])).tolist():
            pair, name = tasks[place].pair, tasks[place].key[0]
            reason = measure.lacks(pair) or measure.no_value
            if strict and reason == NO_REFERENCES and pair.example:
                raise pair.example.error(f"{name!r} {reason}", "references")
            file, line = (pair.example.file, pair.example.line) if pair.example else ("", None)
            yield Undefined(str(measure), reason, name, file, line, 1, len(tasks))


def gather_undefined(found: Iterable[Undefined], summaries: int) -> tuple[Undefined, ...]:
    """Put those together that have one measure and one reason; a measure that is nowhere defined is refused."""
    groups: dict[tuple[str, str], Undefined] = {}
    for one in found:
        earlier = groups.get((one.measure, one.reason), replace(one, summaries=0, of=summaries))
        groups[one.measure, one.reason] = replace(earlier, summaries=earlier.summaries + one.summaries)
    for first in groups.values():
        if summaries == sum(one.summaries for one in groups.values() if one.measure == first.measure):
            message = f"{first.measure} is not defined for any summary: {first.example!r} {first.reason}"
            raise NotDefinedError(str(Problem(first.file or first.example, message, first.line)))
    return tuple(groups.values())
