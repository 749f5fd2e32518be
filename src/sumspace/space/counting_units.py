"""Which units the states of the counting engine have to remember."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumspace.space.space import Space

__all__ = ["capped_units"]


def capped_units(space: Space) -> dict[int, int]:
    """Number the units that matter to states: several sentences hold them, and together more than still counts."""
    coverage = space.coverage
    sentences: Counter[int] = Counter()
    occurrences: Counter[int] = Counter()
    for s in range(len(coverage.lengths)):
        held = coverage.occurrences(s)
        occurrences.update(held)
        sentences.update(set(held))

    def is_linear(unit: int) -> bool:
        levels = coverage.levels(unit).tolist()
        return len(levels) == occurrences[unit] and levels[0] == levels[-1]

    chosen = [unit for unit in sorted(occurrences) if sentences[unit] > 1 and not is_linear(unit)]
    return {unit: number for number, unit in enumerate(chosen)}
