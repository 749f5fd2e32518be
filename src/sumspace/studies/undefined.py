"""Where a measure is not defined, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.measure import NO_REFERENCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.studies.tasks import Task

__all__ = ["Undefined", "find_undefined"]


@dataclass(frozen=True, slots=True)
class Undefined:
    """Some summaries for which a measure is not defined, for one reason."""

    measure: str
    reason: str
    #: A document of which it is true.
    example: str
    summaries: int
    of: int

    def __str__(self) -> str:
        return (
            f"{self.measure} is not defined for {self.summaries:,} of the {self.of:,} summaries: "
            f"{self.example!r} {self.reason}"
        )


def find_undefined(
    tasks: Sequence[Task], tables: Mapping[Measure, NDArray[np.float64]], *, strict: bool = True
) -> tuple[Undefined, ...]:
    """Say where measures are not defined; one that is nowhere defined is refused, as are missing references."""
    found = []
    for measure, table in tables.items():
        missing = np.flatnonzero(np.isnan(table[:, 0])).tolist()
        reasons = {i: measure.lacks(tasks[i].pair) or measure.no_value for i in missing}
        for place, reason in reasons.items():
            example = tasks[place].pair.example
            if strict and reason == NO_REFERENCES and example:
                raise example.error(f"{example.id!r} {reason}", "references")
        if len(missing) == len(tasks):
            task = tasks[0]
            message = f"{measure} is not defined for any summary: {task.key[0]!r} {reasons[0]}"
            raise task.pair.example.error(message) if task.pair.example else SettingError(message)
        for reason, count in Counter(reasons.values()).items():
            first = next(i for i, why in reasons.items() if why == reason)
            found.append(Undefined(str(measure), reason, tasks[first].key[0], count, len(tasks)))
    return tuple(found)
