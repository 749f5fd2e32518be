"""The best sets where the number of units counts too: precision and F1 (Dinkelbach 1967).

A set beats the ratio H / D if D · hits − H · (base + each · units) is positive, and equals it if that is 0: a search
in whole numbers for every ratio, until none is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sumspace.oracle.problem import Aim
from sumspace.oracle.search import OutOfTimeError

if TYPE_CHECKING:
    from sumspace.oracle.objective import Ratio
    from sumspace.oracle.quest import Quest

__all__ = ["Rival", "search_by_ratio"]


@dataclass(frozen=True, slots=True)
class Rival:
    """The best ratio so far: by `aim`, sets worth more than `equal` beat it, and those worth just that equal it."""

    ratio: Ratio
    hits_by_below: Fraction
    #: The fewest units that a choice has.
    fewest: int

    @classmethod
    def of(cls, quest: Quest) -> Rival:
        """Return the best score of a quest as a rival to beat."""
        (ratio,) = quest.objective.ratios
        return cls(ratio, max(quest.score, Fraction(0)) / ratio.times, int(quest.problem.sizes.min(initial=0)))

    @property
    def aim(self) -> Aim:
        """What hits and units count."""
        return Aim(self.hits_by_below.denominator, self.hits_by_below.numerator * self.ratio.each)

    @property
    def equal(self) -> int:
        """What sets are worth that equal it."""
        return self.hits_by_below.numerator * self.ratio.base

    def bound(self, highest: int) -> Fraction:
        """Return a score that no set exceeds, if none is worth more than this."""
        below = max(self.ratio.base + self.ratio.each * self.fewest, 1)
        excess = Fraction(max(highest - self.equal, 0), self.hits_by_below.denominator * below)
        return (self.hits_by_below + excess) * self.ratio.times


def search_by_ratio(quest: Quest) -> None:
    """Look for sets that beat the best ratio so far, until there are none; then take every one that equals it."""
    try:
        while True:
            rival = Rival.of(quest)
            search = quest.search([rival.aim])
            highest, found = search.bound(rival.equal)
            quest.bound = max(rival.bound(highest), quest.score)
            if quest.offer(found):
                continue
            if highest > rival.equal:
                better = next(search.reaching(rival.equal + 1), None)
                if better is not None:
                    quest.offer(better.best())
                    continue
            quest.bound = quest.score
            if quest.every:
                quest.diagrams = tuple(search.reaching(rival.equal))
            return
    except OutOfTimeError:
        return
