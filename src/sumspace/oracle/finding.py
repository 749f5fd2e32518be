"""Find the oracles of a space: the best score, proven, and all extracts that have it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.clock import now
from sumspace.oracle.by_hits import search_by_hits
from sumspace.oracle.by_mean import search_by_mean
from sumspace.oracle.by_ratio import search_by_ratio
from sumspace.oracle.by_trying import search_by_trying
from sumspace.oracle.diagram import Diagram
from sumspace.oracle.greedy import greedy
from sumspace.oracle.objective import objective_of
from sumspace.oracle.oracles import Oracles
from sumspace.oracle.problem import state
from sumspace.oracle.quest import Quest
from sumspace.oracle.sets import Sets, as_extract
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sumspace.space.budget import Extract

__all__ = ["find_oracles", "search_for", "seek"]


def find_oracles(spaces: Space | Sequence[Space], seconds: float = 10.0, *, every: bool = True) -> Oracles | None:
    """Find all oracles, or the best extract there is time to find and a bound that none exceeds.

    Several spaces, of one document and budget, stand for the mean of their scores. None where there is no extract.
    Without `every` one oracle is enough, which is quicker where there are very many.
    """
    return seek(spaces, seconds, search_for, every=every)


def seek(
    spaces: Space | Sequence[Space], seconds: float, search: Callable[[Quest], None], *, every: bool = True
) -> Oracles | None:
    """Find oracles in some way to search; where there is nothing to choose from, there is no need to."""
    given = (spaces,) if isinstance(spaces, Space) else tuple(spaces)
    if given[0].is_empty:
        return None
    quest = Quest(state(given), objective_of(given), now() + seconds, every)
    sentences = len(given[0].coverage.lengths)
    simple: tuple[Extract, float] | None = None
    if given[0].is_whole:
        everything = tuple(quest.problem.first[:-1].tolist())
        quest.offer(everything)
        simple = as_extract(quest.problem, everything), float(quest.score)
        quest.bound, quest.diagrams = quest.score, (Diagram.of_one(everything),)
    elif len(quest.problem.sentences):
        quest.offer(greedy(quest.problem, quest.objective))
        if quest.best:
            simple = as_extract(quest.problem, quest.best), float(quest.score)
        search(quest)
    elif given[0].window.empty:
        quest.offer(())
        quest.bound, quest.diagrams = quest.score, (Diagram.of_one(()),)
    else:
        quest.diagrams = ()
    sets = None if quest.diagrams is None else Sets(quest.problem, quest.diagrams, sentences)
    best = _shortest(quest, sets)
    bound = quest.score if quest.bound is None else min(quest.bound, Fraction(1))
    if bound < quest.score or (sets is not None and quest.best is not None and not sets.count):
        raise RuntimeError("the search contradicts itself")
    return Oracles(
        score=max(float(quest.score), 0.0),
        bound=max(float(bound), 0.0),
        optimal=bound == quest.score,
        hits=tuple(quest.problem.hits(best)) if best is not None else (0,) * len(given),
        best=None if best is None else as_extract(quest.problem, best),
        sets=sets,
        greedy=simple,
        checked=quest.checked,
    )


def search_for(quest: Quest) -> None:
    """Search in the way that suits what counts."""
    if search_by_trying(quest):
        return
    if quest.objective.is_linear:
        search_by_hits(quest)
    elif len(quest.objective.ratios) == 1:
        search_by_ratio(quest)
    else:
        search_by_mean(quest)


def _shortest(quest: Quest, sets: Sets | None) -> tuple[int, ...] | None:
    """Return the oracle with the fewest words and, of those, the one whose sentences stand earliest together."""
    if sets is None or not sets.diagrams:
        return quest.best
    problem = quest.problem
    places = np.repeat(problem.sentences, np.diff(problem.first))
    weights = problem.words * (int(problem.sentences.sum()) + 1) + places
    _, choices = min(diagram.lightest(weights) for diagram in sets.diagrams)
    return choices
