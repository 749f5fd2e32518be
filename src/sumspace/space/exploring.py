"""Explore the space of a text from Python, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import SettingError, TooLargeError
from sumspace.measures.coverage import cover, tokenize
from sumspace.measures.measure import Measure, parse_measure
from sumspace.space import engine as engines
from sumspace.space.budget import Budget, parse_budget
from sumspace.space.engine import Allowance
from sumspace.space.space import Space
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.space.engine import Engine, Explored
    from sumspace.space.space import Score

__all__ = ["explore", "space_of"]


def explore(
    document: str | Sequence[str],
    references: Sequence[str | Sequence[str]],
    measure: str | Measure = "rouge-1",
    budget: str | Budget = "reach(100)",
    *,
    profile: Profile | None = None,
    score: Score = "recall",
    engine: Engine = "auto",
    time: float = 5.0,
    memory: float = 2.0,
    seed: int = 0,
    jobs: int | None = None,
) -> Explored:
    """Return how all extracts of a document score, and which engine found it.

    Texts are strings, which are split, or lists of sentences.

    >>> found = explore(["A cat sat.", "It slept.", "Dogs bark."], ["A cat slept."], "rouge-1", "at_most(5)")
    >>> found.distribution.counts
    (1, 2, 2, 1)
    >>> found.distribution.max
    1.0
    """
    space = space_of(document, references, measure, budget, profile=profile, score=score)
    try:
        return engines.explore(space, engine, Allowance(time, memory), seed, jobs)
    except TooLargeError as error:
        raise TooLargeError(f"the document {error}") from None


def space_of(
    document: str | Sequence[str],
    references: Sequence[str | Sequence[str]],
    measure: str | Measure,
    budget: str | Budget,
    *,
    profile: Profile | None = None,
    score: Score = "recall",
) -> Space:
    """State the space of a text; texts are strings, which are split, or lists of sentences."""
    if isinstance(references, str):
        raise SettingError("references are a list of texts, not one string")
    profile = profile or Profile()
    measure = parse_measure(measure) if isinstance(measure, str) else measure
    budget = parse_budget(budget) if isinstance(budget, str) else budget
    sentences, *bodies = (
        tokenize(Passage.of(text).split(profile.language), profile) for text in (document, *references)
    )
    return Space(cover(measure, sentences, bodies), budget, score)
