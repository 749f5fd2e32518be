"""Spaces of measures that count no units: extracts are drawn uniformly and scored one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.pair import Pair
from sumspace.measures.rouge_n import RougeN
from sumspace.measures.scoring import evaluate
from sumspace.measures.setting import Setting
from sumspace.space.budget import Extract
from sumspace.space.distribution import Distribution
from sumspace.space.engine import Explored
from sumspace.space.sampling import Sampler, band_of
from sumspace.studies.extracts import as_passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.space.space import Space
    from sumspace.studies.documents import Part, Prepared, References
    from sumspace.studies.spaces import SpacePlan

__all__ = ["check_drawable", "explore_by_drawing", "score_extracts"]

#: How many extracts are drawn and scored.
_DRAWS = 1000


def check_drawable(measure: Measure) -> None:
    """Refuse measures that say nothing about extracts that nobody has made."""
    if not measure.of_any_text:
        raise SettingError(f"{measure} is known only for summaries that people have annotated, not for all extracts")
    if measure.of_whole_corpus:
        raise SettingError(f"{measure} looks at a whole corpus of summaries, so single extracts have no place on it")


def explore_by_drawing(
    prepared: Prepared, measure: Measure, references: References, part: Part, plan: SpacePlan
) -> Explored:
    """Draw extracts of a document and score them, or its one extract where it is shorter than the budget."""
    # What can be drawn depends on lengths alone, so any measure that counts will do.
    space = prepared.space(RougeN(1), references, part.budget or plan.budget_for(references), part)
    if space.size == 0:
        return Explored(Distribution.by_score({}), "exhaustive", "the budget allows no extract")
    extracts = _draw(space, plan)
    scores = score_extracts(prepared, measure, references, part, extracts, plan)
    if space.is_whole:
        reason = "the document is shorter than the budget"
        return Explored(Distribution.by_score({float(scores[0]): 1}), "exhaustive", reason)
    values, places = np.unique(scores, return_inverse=True)
    shares = np.bincount(places) / len(scores)
    band = band_of(shares, [places], (np.ones(len(scores)),), confidence=95.0)
    reason = f"{_DRAWS:,} extracts drawn and scored, since {measure} counts no units"
    return Explored(Distribution(values, shares, space.size, None, None, band), "sampling", reason)


def _draw(space: Space, plan: SpacePlan) -> list[Extract]:
    if space.is_whole:
        return [Extract(tuple(range(len(space.coverage.lengths))))]
    draws = Sampler(space, plan.seed, 1, plan.allowance.memory).uniform(_DRAWS)
    return [
        Extract(tuple(sentence for sentence in chosen if sentence >= 0), None if words < 0 else words)
        for chosen, words in zip(draws.chosen.tolist(), draws.words.tolist(), strict=True)
    ]


def score_extracts(
    prepared: Prepared, measure: Measure, references: References, part: Part, extracts: Sequence[Extract],
    plan: SpacePlan,
) -> NDArray[np.float64]:  # fmt: skip
    """Score extracts on any measure."""
    pairs = [
        Pair(
            as_passage(prepared, [part], [extract]),
            references.bodies,
            prepared.example,
            language=plan.profile.language,
            given_extract=tuple(part.first + sentence for sentence in extract.sentences),
        )
        for extract in extracts
    ]
    lack = measure.lacks(pairs[0])
    scores: NDArray[np.float64] = getattr(evaluate(pairs, [measure], Setting(plan.profile))[measure], plan.score)
    if lack or np.isnan(scores).any():
        raise NotDefinedError(lack or f"has no value on {measure}")
    return scores
