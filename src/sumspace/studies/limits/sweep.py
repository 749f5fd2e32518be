"""What length does to scores: whole documents at several compressions, and where systems stand at each.

The paper names it as future work (Ceylan 2010, section 9).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from sumspace.document import tokenize
from sumspace.errors import TooLargeError
from sumspace.space.budget import Reach
from sumspace.space.engines.engine import Allowance
from sumspace.tasks.rank import RankedDocument, rank_document
from sumspace.tasks.standings import Standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.compute.work import Workers
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.space.average import Average
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.standings import SystemStanding
    from sumspace.tasks.task import Progress


#: The shares of a document's words that extracts keep.
RATIOS = (0.05, 0.1, 0.2, 0.3)
#: What share of the time for a space those of the sweep may take, of which there are several, and the search for their
#: best extract, which mostly ends long before.
_SHARE, _SEARCH = 0.125, 0.5


def sweep_document(
    document: Document, plan: SpacePlan, ratios: Sequence[float], progress: Progress | None = None
) -> Iterator[tuple[float, RankedDocument]]:
    """Rank systems in the spaces of a whole document at every ratio; one that is too large is left out.

    Systems of the corpus are ranked among extracts that are no longer than their summaries, which are cut.
    """
    words = int(document.lengths.sum())
    lengths = {
        name: sum(sentence.length for sentence in tokenize(document.split(summary.body), document.profile))
        for name, summary in document.systems.items()
    }
    allowance = Allowance(plan.allowance.time * _SHARE, plan.allowance.memory)
    for ratio in ratios:
        budget = Reach(max(round(words * ratio), 1))
        search = plan.allowance.time * _SEARCH
        own_plan = replace(plan, budget=budget, sections="none", allowance=allowance, search=search)
        try:
            ranked = rank_document(document, own_plan, progress)
        except TooLargeError:
            continue
        for result in ranked:
            if isinstance(result, RankedDocument):
                scores = (score for score in result.scores if lengths.get(score.system, budget.size) >= budget.size)
                yield ratio, replace(result, scores=tuple(scores))


class SweepPoint:
    """A domain at one ratio, on one measure; its documents come one by one."""

    def __init__(self, measure: Measure, ratio: float, workers: Workers | int | None = None) -> None:
        self.measure = measure
        self.ratio = ratio
        #: How many there are, of how many all extracts were counted, and the best one is proven.
        self.documents = self.exact = self.proven = 0
        self._workers = workers
        self._standings = Standings()

    def add(self, document: RankedDocument) -> None:
        self.documents += 1
        self.exact += document.space.distribution.exact
        self.proven += document.space.max_proven
        self._standings.add(document)

    @cached_property
    def average(self) -> Average:
        return self._standings.average

    @cached_property
    def systems(self) -> tuple[SystemStanding, ...]:
        return tuple(self._standings.unranked(self._workers))
