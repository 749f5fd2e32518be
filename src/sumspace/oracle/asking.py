"""Find the oracles of a text from Python, in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sumspace.errors import SettingError, TooLargeError
from sumspace.measures.measure import Measure
from sumspace.oracle.finding import find_oracles
from sumspace.space.exploring import space_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.oracle.oracles import Oracles
    from sumspace.space.budget import Budget
    from sumspace.text.profile import Profile

__all__ = ["oracles"]


def oracles(
    document: str | Sequence[str],
    references: Sequence[str | Sequence[str]],
    measures: str | Measure | Sequence[str | Measure] = "rouge-1",
    budget: str | Budget = "at_most(100)",
    *,
    profile: Profile | None = None,
    score: Literal["recall", "f1"] = "recall",
    time: float = 10.0,
) -> Oracles:
    """Return the best extracts of a document: what they score, how many there are, and which.

    Texts are strings, which are split, or lists of sentences. Of several measures the mean score decides.

    >>> found = oracles(
    ...     ["A cat sat.", "It slept.", "Dogs bark.", "A cat slept."], ["A cat slept."], budget="at_most(5)"
    ... )
    >>> found.score, found.optimal, found.count
    (1.0, True, 3)
    >>> sorted(extract.sentences for extract in found.extracts())
    [(0, 1), (1, 3), (3,)]
    >>> found.shares.round(2).tolist()
    [0.33, 0.67, 0.0, 0.67]
    """
    chosen = (measures,) if isinstance(measures, (str, Measure)) else tuple(measures)
    spaces = [space_of(document, references, measure, budget, profile=profile, score=score) for measure in chosen]
    try:
        found = find_oracles(spaces, time)
    except TooLargeError as error:
        raise TooLargeError(f"the document {error}") from None
    if found is None:
        raise SettingError(f"the document has no extract of {spaces[0].budget}")
    return found
