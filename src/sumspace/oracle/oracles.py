"""What a search for oracles found."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from sumspace.oracle.sets import Sets
    from sumspace.space.budget import Extract

    Floats = NDArray[np.float64]

__all__ = ["FMeasure", "Oracles", "some"]


@dataclass(frozen=True, slots=True)
class FMeasure:
    """How far the sentences of a summary are those of oracles (Hirao 2017, section 6.2.3)."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """2PR / (P + R), 0 where both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, eq=False)
class Oracles:
    """The best extracts of a space, all of them unless the time ran out."""

    #: What the best extract found scores, and what none exceeds: the same if it is proven to be the best.
    score: float
    bound: float
    optimal: bool
    #: Its hits on each measure.
    hits: tuple[int, ...]
    #: One oracle, or the best extract found; None where no extract has any unit of a reference.
    best: Extract | None
    #: All oracles; None where there was no time to find them all.
    sets: Sets | None
    #: What the greedy algorithm takes, and its score; None where it finds no extract.
    greedy: tuple[Extract, float] | None
    #: How many partial extracts the search looked at.
    checked: int

    @property
    def count(self) -> int | None:
        """How many oracles there are, exactly; None where that is not known."""
        return None if self.sets is None else self.sets.count

    def extracts(self) -> Iterator[Extract]:
        """Yield the oracles one by one; those that were found, where not all are known."""
        if self.sets is not None:
            yield from self.sets
        elif self.best is not None:
            yield self.best

    def draw(self, count: int, seed: int = 0) -> list[Extract]:
        """Draw some oracles, each as likely as any other, with repetition."""
        if self.sets is None or not self.sets.count:
            return []
        rng = random.Random(seed)  # noqa: S311 - nothing secret
        return [self.sets[rng.randrange(self.sets.count)] for _ in range(count)]

    @cached_property
    def shares(self) -> Floats | None:
        """In what share of all oracles each sentence appears: how much it matters."""
        shares = None if self.sets is None else self.sets.shares
        return None if shares is None else shares.sum(axis=0)

    def f_measure(self, sentences: Collection[int]) -> FMeasure | None:
        """Compare an extract with all oracles: P and R are means over them."""
        if self.sets is None or not self.sets.count or self.sets.shares is None:
            return None
        inside = self.sets.shares[:, sorted(set(sentences))].sum(axis=1)
        sizes = np.arange(len(inside))
        recall = float(np.divide(inside, sizes, out=np.zeros(len(inside)), where=sizes > 0).sum())
        return FMeasure(float(inside.sum()) / len(set(sentences)) if sentences else 0.0, recall)


def some(oracles: Oracles, most: int) -> list[Extract]:
    """List oracles, the first so many that are found, in the order of their sentences."""
    return sorted(islice(oracles.extracts(), most), key=lambda extract: (extract.sentences, extract.words or 0))
