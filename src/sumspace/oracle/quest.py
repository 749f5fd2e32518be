"""A quest for the best sets: the problem, what counts, the time there is, and the best set so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sumspace.oracle.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sumspace.oracle.diagram import Diagram
    from sumspace.oracle.objective import Objective
    from sumspace.oracle.problem import Aim, Problem

    Floats = NDArray[np.float64]

__all__ = ["Quest"]


@dataclass(eq=False)
class Quest:
    """What is searched for and what was found so far; the ways to search are beside it."""

    problem: Problem
    objective: Objective
    deadline: float
    #: Whether all of the best sets are wanted, or one is enough.
    every: bool = True
    #: What units were worth in a similar quest, to begin with.
    prices: Floats | None = None
    best: tuple[int, ...] | None = None
    score: Fraction = Fraction(-1)
    #: A score that no set exceeds, once it is known; the score itself when it is proven.
    bound: Fraction | None = None
    #: All sets with the best score, once they are known.
    diagrams: tuple[Diagram, ...] | None = None
    #: How many sets, or parts of them, were looked at without a search.
    solved: int = 0
    _searches: list[Search] = field(default_factory=list)

    def search(self, aims: Sequence[Aim], *, tallied: bool = False) -> Search:
        """Begin a search that counts hits and units in some way, and tallies them by measure if wanted."""
        found = Search(replace(self.problem.aimed(aims), tallied=tallied), self.deadline, self.prices)
        self._searches.append(found)
        return found

    @property
    def checked(self) -> int:
        """How many partial sets were looked at."""
        return self.solved + sum(search.checked for search in self._searches)

    def units(self, choices: Sequence[int]) -> list[int]:
        """Count the units of a set of choices on each measure."""
        found: list[int] = self.problem.sizes[:, list(choices)].sum(axis=1).tolist()
        return found

    def score_of(self, choices: Sequence[int]) -> Fraction:
        """Return the score of a set of choices, exactly."""
        return self.objective.score(self.problem.hits(choices), self.units(choices))

    def offer(self, choices: Sequence[int] | None) -> bool:
        """Keep a set if it is better than the best so far; tell whether it is."""
        if choices is None or (self.best is not None and set(choices) == set(self.best)):
            return False
        score = self.score_of(choices)
        if score <= self.score:
            return False
        self.best, self.score = tuple(choices), score
        return True
