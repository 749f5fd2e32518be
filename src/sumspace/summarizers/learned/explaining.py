"""Why a model gives sentences the worth they have: what each group of features adds, which sums to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.summarizers.explanation import Explanation, explain_order
from sumspace.summarizers.learned.reading import feature_names
from sumspace.summarizers.learned.wording import summed
from sumspace.text.keyphrases.extractor import Phrase

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.summarizers.learned.model import Expectation, LearnedModel


#: The groups of features, and what their names have in them; the first that fits counts.
_GROUPS = {
    "kind of text": ("text: ",),
    "title words": ("title",),
    "other summarizers": ("rank by ",),
    "likeness to the text": ("centroid", "likeness"),
    "position": ("position", "before", "after", "first sentence", "last sentence", "section"),
    "rare and common words": ("rarity", "stop word"),
    "frequency": ("tf", "sentences with", "share of sentences", "mutual"),
    "style": ("",),
}
#: What is the same for all units, what a promising sentence adds to them, and what their place in a new text adds.
_ALL, _PROMISING, _EARLY = "every word pair", "sentences like those of best extracts", "early in a new kind of text"
#: How many units are shown.
_SHOWN = 20


def group_of(feature: str) -> str:
    """Return the group of a feature.

    >>> group_of("highest rank by lexrank"), group_of("log words before it"), group_of("quotes")
    ('other summarizers', 'position', 'style')
    """
    return next(group for group, marks in _GROUPS.items() if any(mark in feature for mark in marks))


def explain(model: LearnedModel, expected: Expectation) -> Explanation:
    """Explain what sentences are worth alone: the weights of their units, and what those are made of."""
    objective = expected.objective
    ranked = objective.rank(expected.reading.wording.lengths)
    owners, units, _ = expected.reading.holdings
    parts = {
        what: summed(owners, amounts[units], len(expected.reading.article))
        for what, amounts in _parts(model, expected).items()
    }
    return Explanation(
        explain_order(ranked, objective.alone, parts), phrases=_phrases(expected), phrases_are="word pairs"
    )


def _parts(model: LearnedModel, expected: Expectation) -> dict[str, Floats]:
    """Return what each group of features adds to the weight of every unit."""
    _, names, _ = feature_names()
    numbers = {group: number for number, group in enumerate(_GROUPS)}
    groups: Integers = np.array([numbers[group_of(name)] for name in names], dtype=np.int64)
    added = model.units.explain(expected.reading.units, groups)
    counts = expected.units > 0  # others have no weight
    parts = {_ALL: np.where(counts, model.units.constant, 0.0)}
    parts |= {
        group: np.where(counts, added[:, number], 0.0) for group, number in numbers.items() if number < added.shape[1]
    }
    worth = np.maximum(expected.units, 0.0)
    parts[_PROMISING] = worth * (expected.promising - 1)
    parts[_EARLY] = worth * expected.promising * (expected.early - 1)
    return parts


def _phrases(expected: Expectation) -> tuple[Phrase, ...]:
    """Return the units that are worth most, as they are first written, in lower case."""
    reading, weights = expected.reading, expected.weights
    best = np.argsort(np.round(-weights, 9), kind="stable")[:_SHOWN]
    stems, written = reading.stems, reading.written(best)
    return tuple(
        Phrase(text, stems[unit], float(weights[unit]))
        for unit, text in zip(best.tolist(), written, strict=True)
        if weights[unit] > 0
    )
