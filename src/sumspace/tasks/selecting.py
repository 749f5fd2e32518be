"""The extract that a summarizer wants most, where it can say what it wants: found by the search for oracles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.oracle.maximizing import EFFORT, maximize
from sumspace.oracle.problem import SelectionProblem
from sumspace.space.budget import Extract
from sumspace.space.space import Space
from sumspace.text.readable import SHARE_LOST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.space.budget import Budget, Window
    from sumspace.summarizers.objective import Objective
    from sumspace.text.readable import Readability


#: Weights are rounded to parts of this, which the sentence that is worth most alone is worth.
FINE = 1000


def select(
    objective: Objective, budget: Budget, lengths: Integers, found: Readability, effort: float = EFFORT
) -> Extract | None:
    """Return the extract that is worth most, of sentences that may be taken; None where these cannot fill the budget.

    A sentence that leans on another which is not taken loses a share of its worth. Whether that is so is only known
    when all are chosen; so they are chosen once as if it were, once more without the loss of those for which it was
    not, and of the better extract single sentences are exchanged while that helps. Under budgets that cut a sentence
    it loses nothing.
    """
    if not found.allowed.any() or not objective.alone.max(initial=0.0) > 0:
        return None
    if Space(lengths, budget).is_whole:
        return Extract(tuple(range(len(lengths)))) if found.allowed.all() else None
    readable = Space(lengths[found.allowed], budget)
    if readable.is_empty or readable.is_whole:
        return None
    window = budget.window(lengths)
    leans = found.needs >= 0
    chosen = _select(objective, window, lengths, found.allowed, leans, effort)
    if chosen is None or not leans.any() or window.cut:
        return chosen
    other = leans & ~np.isin(found.needs, chosen.sentences)
    again = _select(objective, window, lengths, found.allowed, other, effort)
    candidates = [chosen] if again is None else [chosen, again]
    best = max(candidates, key=lambda extract: _worth(objective, extract.sentences, found))
    return _exchange(objective, best, window, found)


def _exchange(objective: Objective, extract: Extract, window: Window, found: Readability) -> Extract:
    """Exchange single sentences for some that lean on one that is taken, while the extract becomes worth more."""
    taken, worth = extract.sentences, _worth(objective, extract.sentences, found)
    while True:
        leaning = np.flatnonzero(found.allowed & np.isin(found.needs, taken))
        others = [
            tuple(sorted({*taken, new} - {old}))
            for new in leaning.tolist()
            if new not in taken
            for old in taken
            if old != found.needs[new]
        ]
        fitting = [other for other in others if window.low <= window.costs[list(other)].sum() <= window.high]
        worths = [_worth(objective, other, found) for other in fitting]
        if max(worths, default=worth) <= worth + 1e-12:
            return Extract(taken)
        worth = max(worths)
        taken = fitting[worths.index(worth)]


def _worth(objective: Objective, sentences: Sequence[int], found: Readability) -> float:
    """Return what an extract is worth, less what sentences lose that lean on others."""
    lost = [i for i in sentences if found.needs[i] >= 0 and int(found.needs[i]) not in sentences]
    return objective.value(sentences) - SHARE_LOST * float(objective.alone[lost].sum())


def _select(
    objective: Objective, window: Window, lengths: Integers, allowed: Flags, leans: Flags, effort: float
) -> Extract | None:
    problem = state(objective, window, lengths, allowed, leans)
    best = maximize(problem, effort) if len(problem.sentences) else None
    if best is None or not best.choices:
        return None
    return problem.extract(best.choices)


def state(
    objective: Objective, window: Window, lengths: Integers, allowed: Flags, leans: Flags | None = None
) -> SelectionProblem:
    """State the search for the extract that is worth most, in whole numbers."""
    alone = objective.alone
    kept = allowed & (lengths > 0)
    kept &= True if window.cut else window.costs <= window.high
    if window.low == 0:
        kept &= alone > 0
    scale = FINE / max(float(alone[kept].max(initial=0.0)), 1e-300)
    sentences = np.flatnonzero(kept)
    if window.cut:
        return _with_cuts(objective, window, lengths, sentences, scale)
    lost = np.zeros(len(lengths)) if leans is None else SHARE_LOST * np.where(leans, alone, 0.0)
    return _whole(objective, window, lengths, sentences, scale, lost)


def _whole(
    objective: Objective, window: Window, lengths: Integers, sentences: Integers, scale: float, lost: Floats
) -> SelectionProblem:
    """State the search where sentences are taken whole: what one alone has is one unit of its own."""
    rows = [objective.held[objective.starts[i] : objective.starts[i + 1]] for i in sentences]
    times = np.bincount(np.concatenate(rows) if rows else [], minlength=len(objective.units))
    shared = np.flatnonzero((times > 1) & (np.round(objective.units * scale) > 0))
    numbers = np.full(len(objective.units), -1)
    numbers[shared] = len(sentences) + np.arange(len(shared))
    own, held = [], []
    for place, (sentence, row) in enumerate(zip(sentences, rows, strict=True)):
        alone = objective.units[row[times[row] == 1]].sum() + objective.sentences[sentence] - lost[sentence]
        own.append(max(alone, 0.0))
        held.append(np.append(place, np.sort(numbers[row][numbers[row] >= 0])))
    gains = np.round(np.append(own, objective.units[shared]) * scale).astype(np.int64)
    costs = window.costs[sentences]
    levels = np.ones(len(gains), dtype=np.int64)
    return _problem(
        window, sentences, np.arange(len(sentences) + 1), costs, lengths[sentences], held, None, gains, levels
    )


def _with_cuts(
    objective: Objective, window: Window, lengths: Integers, sentences: Integers, scale: float
) -> SelectionProblem:
    """State the search where the last sentence is cut: it has the units of its first words, and as much of its own."""
    words_of, held, counts, first = [], [], [], [0]
    for place, sentence in enumerate(sentences):
        entries = slice(objective.starts[sentence], objective.starts[sentence + 1])
        units, ends = objective.held[entries] + len(sentences), objective.shares[entries] * lengths[sentence]
        for words in (int(lengths[sentence]), *range(1, min(int(lengths[sentence]), window.high) + 1)):
            complete = units[ends <= words + 1e-9]
            words_of.append(words)
            held.append(np.append(place, complete))
            counts.append(np.append(words, np.ones(len(complete), dtype=np.int64)))
        first.append(len(words_of))
    levels = np.append(np.maximum(lengths[sentences], 1), np.ones(len(objective.units), dtype=np.int64))
    weights = np.append(objective.sentences[sentences] / np.maximum(lengths[sentences], 1), objective.units)
    gains = np.repeat(np.round(weights * scale).astype(np.int64), levels)
    words = np.array(words_of, dtype=np.int64)
    return _problem(window, sentences, np.array(first), words, words, held, counts, gains, levels)


def _problem(
    window: Window,
    sentences: Integers,
    first: Integers,
    costs: Integers,
    words: Integers,
    held: list[Integers],
    counts: list[Integers] | None,
    gains: Integers,
    levels: Integers,
) -> SelectionProblem:
    units = np.concatenate(held).astype(np.int64) if held else np.zeros(0, dtype=np.int64)
    return SelectionProblem(
        sentences=sentences,
        first=first,
        costs=costs,
        words=words,
        penalties=np.zeros(len(costs), dtype=np.int64),
        starts=_starts(map(len, held)),
        units=units,
        counts=np.ones(len(units), dtype=np.int64) if counts is None else np.concatenate(counts).astype(np.int64),
        sizes=np.zeros((1, len(costs)), dtype=np.int64),
        gains=gains,
        gain_starts=_starts(levels.tolist()),
        unit_starts=np.array([0, len(levels)], dtype=np.int64),
        low=window.low,
        high=window.high,
        cut=window.cut,
    )


def _starts(sizes: Iterable[int]) -> Integers:
    return np.cumsum([0, *sizes], dtype=np.int64)
