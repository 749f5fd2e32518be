"""Sentence marginals: how likely each sentence is in an extract drawn by its score, over a whole space.

At temperature T, an extract S has the probability P(S) = exp(score(S) / T) / Σ exp(score(S') / T), the sum being over
all extracts that the budget allows. The marginal of a sentence is the probability of all extracts that have it. T is in
units of the score: an extract that scores T less is e times less likely. Towards T = 0 only the best extracts are left,
each as likely as any other; with a very large T all extracts are equally likely.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.work import checkpoint
from sumspace.errors import SettingError
from sumspace.space.engines.engine import Allowance, count, duration, effort
from sumspace.space.engines.exhaustive import Sets, count_stems, layout, shards
from sumspace.space.engines.sampling import evaluate, survey
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats
    from sumspace.measures.coverage import Coverage
    from sumspace.space.engines.engine import Engine
    from sumspace.space.kernels.exhaustive import Layout
    from sumspace.space.kernels.marginals import Weighing
    from sumspace.space.scoring import Scoring


#: What things take, in seconds of one core: a stem, a row after it, and a word of its masks. They decide how marginals
#: are found, so they are fixed.
_STEM, _ROW, _WORD = 1e-7, 1.5e-8, 1e-9
#: The lowest temperature: below it, rounding errors would decide between extracts that score the same.
LOWEST = 1e-6
#: Weights are found anew where they would lie so many powers of e from 1.
_FARTHEST = 500.0


@dataclass(frozen=True, eq=False)
class Marginals:
    """How likely each sentence is in an extract that is drawn by its score."""

    shares: Floats
    temperature: float
    engine: Engine
    reason: str
    #: The standard error of each share, where extracts were drawn; None where all of them count.
    errors: Floats | None = None

    @property
    def exact(self) -> bool:
        """Whether all extracts of the space count."""
        return self.errors is None


def check_temperature(temperature: float) -> None:
    """Refuse a temperature that cannot be used."""
    if not LOWEST <= temperature < math.inf:
        raise SettingError(f"a temperature is a number of at least {LOWEST:g} in units of the score, not {temperature}")


def find_marginals(
    space: Space,
    scorings: Sequence[Scoring],
    temperature: float,
    seconds: float = 10.0,
    seed: int = 0,
    memory: float = 2.0,
) -> Marginals:
    """Find the marginals of all sentences by the mean of some scores.

    All extracts are visited where that takes no longer than allowed. On one measure they may also be counted by their
    score, with and without each sentence; otherwise some are drawn, and the marginals have standard errors.
    """
    check_temperature(temperature)
    sentences = len(space.lengths)
    if space.size == 0:
        return Marginals(np.zeros(sentences), temperature, "exhaustive", "the budget allows no extract")
    if space.is_whole:
        return Marginals(np.ones(sentences), temperature, "exhaustive", "the document is shorter than the budget")
    predicted = _visiting_seconds(space, scorings)
    if predicted <= seconds:
        return Marginals(_visit(space, scorings, temperature), temperature, "exhaustive", "all visited")
    if len(scorings) == 1:
        shares = _count(space, scorings[0], temperature, Allowance(seconds / (sentences + 1), memory))
        if shares is not None:
            return Marginals(shares, temperature, "counting", "all counted, with and without each sentence")
    shares, errors, draws = _draw(space, scorings, temperature, Allowance(seconds, memory), seed)
    reason = f"visiting all takes {duration(predicted)}; {draws:,} extracts drawn"
    return Marginals(shares, temperature, "sampling", reason, errors)


def _visiting_seconds(space: Space, scorings: Sequence[Scoring]) -> float:
    """Predict the seconds that it takes to visit all extracts."""
    words = sum(len(scoring.coverage.gains) // 64 + 2 for scoring in scorings)
    try:
        return _STEM * count_stems(space) + (_ROW + _WORD * words) * space.size
    except OverflowError:
        return math.inf


def _visit(space: Space, scorings: Sequence[Scoring], temperature: float) -> Floats:
    """Visit all extracts; where none weighs anything, or one too much, once more with what was seen."""
    plan = _weighing(space, scorings, temperature)
    while True:
        weights, total, best = _weigh_all(space, plan)
        if total > 0 and abs(best - plan.shift) <= _FARTHEST * temperature:
            return np.minimum(weights / total, 1.0)
        plan = plan._replace(shift=best)


def _weigh_all(space: Space, plan: Weighing) -> tuple[Floats, float, float]:
    """Return the weight of all extracts with each sentence, of all extracts, and the best score."""
    from sumspace.space.kernels.marginals import weigh

    window, masks = space.window, plan.layout
    order = np.argsort(-window.costs, kind="stable")
    by_sentence, by_row = np.zeros(len(masks.costs)), np.zeros(masks.rows.shape[1])
    total, best = 0.0, -math.inf
    for stem, first in shards(masks.costs, masks.high - masks.cut):
        checkpoint()
        found = weigh(plan, np.array(stem, dtype=np.int64), first, by_sentence, by_row)
        total, best = total + found[0], max(best, found[1])
    if masks.low == 0 and not masks.cut:  # the empty set is a row of no sentences, or was not visited
        total += ((not space.without_empty) - masks.by_sets) * math.exp(-plan.shift * plan.steepness)
        best = max(best, 0.0) if not space.without_empty else best
    weights = np.zeros(len(order))
    weights[order[: len(by_sentence)]] += by_sentence
    if masks.by_sets:
        others = order[len(by_sentence) :]
        weights[others] += Sets.of(window.costs[others], window.high).members.T @ by_row
    elif masks.cut:
        places = np.arange(len(by_row)) - np.repeat(masks.starts[:-1], np.diff(masks.starts))
        weights += np.bincount(order[places], by_row, len(order))
    else:
        weights[order] += by_row
    return weights, total, best


def _weighing(space: Space, scorings: Sequence[Scoring], temperature: float) -> Weighing:
    from sumspace.space.kernels.marginals import Weighing

    layouts = [layout(space, scoring) for scoring in scorings]
    strides = [max(scoring.stride, 1) for scoring in scorings]
    counted = [bool(scoring.stride) for scoring in scorings]
    whole, rows = (
        np.array(
            [getattr(one, name) // stride * has for one, stride, has in zip(layouts, strides, counted, strict=True)]
        )
        for name in ("whole_extra", "rows_extra")
    )
    most = max((int(units.sum()) for units in whole), default=0) + int(rows.max(initial=0))
    units = np.arange(most + 1)
    ones = np.ones(len(units), dtype=np.int64)
    number = len(scorings)
    return Weighing(
        layout=_side_by_side(layouts),
        bounds=np.cumsum([0, *(len(one.shifts) for one in layouts)]),
        whole_units=np.ascontiguousarray(whole.T.astype(np.int64)),
        rows_units=rows.astype(np.int64),
        scales=np.array([scoring.scores(ones, units) / number for scoring in scorings]),
        caps=np.array([1 / number if scoring.coverage.capped else math.inf for scoring in scorings]),
        shift=0.0,
        steepness=1 / temperature,
    )


def _side_by_side(layouts: Sequence[Layout]) -> Layout:
    """Return the masks of several measures as one."""
    first = layouts[0]
    offsets = np.cumsum([0, *(len(one.shifts) for one in layouts)])
    owners = np.concatenate([np.repeat(np.arange(len(one.costs)), np.diff(one.moves)) for one in layouts])
    order = np.argsort(owners, kind="stable")

    def moved(parts: Sequence[NDArray[Any]]) -> Any:
        return np.concatenate(parts)[order]

    return first._replace(
        initial=np.concatenate([one.initial for one in layouts]),
        shifts=np.concatenate([one.shifts for one in layouts]),
        whole=np.ascontiguousarray(np.concatenate([one.whole for one in layouts], axis=1)),
        rows=np.ascontiguousarray(np.concatenate([one.rows for one in layouts], axis=0)),
        touched=np.ascontiguousarray(np.concatenate([one.touched for one in layouts], axis=1)),
        moves=np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(first.costs)))]),
        sources=moved([one.sources + offset for one, offset in zip(layouts, offsets, strict=False)]),
        targets=moved([one.targets + offset for one, offset in zip(layouts, offsets, strict=False)]),
        keeps=moved([one.keeps for one in layouts]),
        rights=moved([one.rights for one in layouts]),
        lefts=moved([one.lefts for one in layouts]),
    )


def _count(space: Space, scoring: Scoring, temperature: float, allowance: Allowance) -> Floats | None:
    """Count extracts by value, with all sentences and without each; None where they cannot all be counted in time.

    Those that have a sentence are all but those of the document without it.
    """
    everything = count(space, scoring, "auto", allowance, device="cpu").counts
    if everything is None:
        return None
    values = np.arange(len(everything))
    stride = scoring.stride or len(everything)
    scores = scoring.scores(values % stride, values // stride)
    shares = np.zeros(len(space.lengths))
    total = _log_weight(everything, scores / temperature)
    for sentence in range(len(space.lengths)):
        kept = np.delete(np.arange(len(space.lengths)), sentence)
        smaller = Space(space.lengths[kept], space.budget)
        without: Sequence[int] = ()
        if not smaller.is_whole and not smaller.is_empty:
            part = replace(scoring, coverage=_without(scoring.coverage, sentence))
            counted = count(smaller, part, "auto", allowance, device="cpu").counts
            if counted is None:
                return None
            without = _restride(counted, part.stride, scoring.stride)
        having = list(everything)
        for value, number in enumerate(without):
            if number:
                having[value] -= number
        shares[sentence] = math.exp(min(_log_weight(having, scores / temperature) - total, 0.0))
    return shares


def _without(coverage: Coverage, sentence: int) -> Coverage:
    """Return what a measure counts in a document without one of its sentences."""
    kept = np.delete(np.arange(len(coverage.lengths)), sentence)
    rows = np.concatenate([np.arange(coverage.rows[i], coverage.rows[i + 1]) for i in kept])
    return replace(
        coverage,
        lengths=coverage.lengths[kept],
        starts=coverage.starts[kept],
        rows=np.concatenate([[0], np.cumsum(np.diff(coverage.rows)[kept])]),
        ends=coverage.ends[rows],
        sizes=coverage.sizes[rows],
    )


def _restride(counts: Sequence[int], own: int, stride: int) -> list[int]:
    """Write counts by value as those of another stride."""
    if own == stride:
        return list(counts)
    moved: dict[int, int] = {value // own * stride + value % own: n for value, n in enumerate(counts) if n}
    return [moved.get(value, 0) for value in range(max(moved, default=-1) + 1)]


def _log_weight(counts: Sequence[int], exponents: Floats) -> float:
    """Return log Σ count · e^exponent of counts that may have any number of digits."""
    terms = [math.log(number) + exponent for number, exponent in zip(counts, exponents.tolist(), strict=True) if number]
    return float(np.logaddexp.reduce(terms)) if terms else -math.inf


def _draw(
    space: Space, scorings: Sequence[Scoring], temperature: float, allowance: Allowance, seed: int
) -> tuple[Floats, Floats, int]:
    """Estimate marginals, with standard errors, from uniform draws and draws towards better extracts."""
    draws, steps = effort(space, allowance)
    surveyed = survey(space, scorings[0].coverage, draws, seed, 1, steps, allowance.memory)
    weights, members = [], []
    for drawn, found, weight in zip(surveyed.draws, surveyed.evaluations, surveyed.weights, strict=True):
        checkpoint()
        evaluations = [found, *(evaluate(scoring.coverage, drawn) for scoring in scorings[1:])]
        pairs = zip(scorings, evaluations, strict=True)
        scores = np.mean([scoring.scores(one.hits, one.units) for scoring, one in pairs], axis=0)
        with np.errstate(divide="ignore"):
            weights.append(np.log(weight) + scores / temperature)
        members.append(drawn.chosen)
    logs = np.concatenate(weights)
    ratios = np.exp(logs - logs.max())
    ratios /= ratios.sum()
    shares, squares = _sums(members, ratios, len(space.lengths)), _sums(members, ratios**2, len(space.lengths))
    # A share is a ratio of sums of weights: its variance is that of w · (1[has the sentence] − share).
    variance = squares * (1 - 2 * shares) + shares**2 * float((ratios**2).sum())
    return shares, np.sqrt(np.maximum(variance, 0.0)), len(ratios)


def _sums(members: Sequence[NDArray[np.int32]], weights: Floats, sentences: int) -> Floats:
    """Add up the weights of the draws that have each sentence."""
    sums, place = np.zeros(sentences), 0
    for chosen in members:
        own = np.repeat(weights[place : place + len(chosen)], chosen.shape[1]).reshape(chosen.shape)
        taken = chosen >= 0
        sums += np.bincount(chosen[taken], own[taken], sentences)
        place += len(chosen)
    return sums
