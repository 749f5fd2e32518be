"""The drawing engine, for measures that count no units: extracts are drawn uniformly and scored one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.official import counts_texts
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.budget import Extract
from sumspace.space.distribution import Distribution
from sumspace.space.engines.engine import Explored
from sumspace.space.engines.sampling import Sampler, band_of
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.space.scoring import Score
    from sumspace.space.space import Space


#: How many extracts are drawn and scored.
_DRAWS = 1000


def check_drawable(measure: Measure) -> None:
    """Refuse measures that have no value for an extract that is not among the summaries of a corpus."""
    if not measure.of_any_text:
        who = "another program has scored" if measure.family == "external" else "people have annotated"
        raise SettingError(f"{measure} is known only for summaries that {who}, not for all extracts")
    if measure.of_whole_corpus:
        raise SettingError(f"{measure} looks at a whole corpus of summaries, so single extracts have no place on it")


def explore_by_drawing(
    document: Document, space: Space, measure: Measure, references: References, score: Score, seed: int, memory: float
) -> Explored:
    """Draw extracts of a document and score them, or its one extract where it is shorter than the budget."""
    if space.size == 0:
        return Explored(Distribution.by_score({}), "exhaustive", "the budget allows no extract")
    if space.is_whole:
        (value,) = score_extracts(document, [Extract(tuple(range(len(space.lengths))))], measure, references, score)
        reason = "the document is shorter than the budget"
        return Explored(Distribution.by_score({float(value): 1}), "exhaustive", reason)
    extracts = Sampler(space, seed, 1, memory).uniform(_DRAWS).extracts()
    scores = score_extracts(document, extracts, measure, references, score)
    values, places = np.unique(scores, return_inverse=True)
    shares = np.bincount(places) / len(scores)
    band = band_of(shares, [places], (np.ones(len(scores)),), confidence=95.0)
    why = f"{measure} counts no units"
    if measure.has_coverage or counts_texts(measure, "official"):
        why = f"{document.profile.name} takes the best of several references for each (use --references each)"
    reason = f"{_DRAWS:,} extracts drawn and scored, since {why}"
    return Explored(Distribution(values, shares, space.size, None, None, band), "sampling", reason, drawn=True)


def score_extracts(
    document: Document, extracts: Sequence[Extract], measure: Measure, references: References, score: Score
) -> Floats:
    """Score extracts of a document on any measure."""
    pairs = [
        Pair(
            Passage(sentences=document.write(extract.sentences, extract.words)),
            references.bodies,
            document.example,
            language=document.profile.language,
            given_extract=extract.sentences,
        )
        for extract in extracts
    ]
    lack = measure.lacks(pairs[0])
    scores: Floats = getattr(evaluate(pairs, [measure], Setting(document.profile))[measure], score)
    if lack or np.isnan(scores).any():
        raise NotDefinedError(lack or f"has no value on {measure}")
    return scores
