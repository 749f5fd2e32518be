"""Whole documents: what their high-scoring extracts are like, beside the typical ones.

The paper names it as future work (Ceylan 2010, section 9). All extracts are visited where they are few enough; else
some are drawn, and tilted draws reach the top of a space.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.work import checkpoint
from sumspace.errors import TooLargeError
from sumspace.measures.coverage import cover
from sumspace.space.engines.sampling import Draws, evaluate, survey
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.tasks.space import SpacePlan


#: What is looked at, each with a line of explanation; two sentences overlap by the content words that they share, as a
#: share of those that they have (Dice).
FEATURES = {
    "position": "where its sentences stand on average, from 0 (the beginning) to 1 (the end)",
    "first": "the share of its sentences that come from the first tenth of the document",
    "adjacency": "the share of its sentences whose next sentence is in it too",
    "cohesion": "how far each of its sentences overlaps in content words with the next one of it, on average",
    "redundancy": "how far any two of its sentences overlap in content words, on average",
    "centrality": "the cosine of its sentences with the whole document, by content words, on average",
    "title overlap": "the share of the title's content words that its sentences have, on average, where there is one",
    "sentence length": "words of its sentences on average, before the last one is cut",
    "sentences": "how many sentences it has",
}
#: The share of extracts that count as high-scoring.
TOP = 0.001
#: What visiting an extract takes on a measure, in seconds of one core: it decides what is visited, so it is fixed.
_VISIT = 5e-7
#: How many extracts are listed at a time, how many are drawn, and how often draws are resampled.
_LISTED, _DRAWS, _RESAMPLES = 1 << 16, 4000, 50
#: Of documents with more sentences the extracts are not looked at: every two sentences are compared.
_MOST_SENTENCES = 2000
#: With so many documents, they say how sure an average is.
ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of the typical extract and of the high-scoring one; the effect is in standard deviations."""

    name: str
    typical: float
    high: float
    effect: float
    #: The standard error of the effect that drawing leaves; 0 where all extracts were visited.
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """The extracts of a whole document: how they score on average, and the features of the best."""

    id: str
    reference: str
    measure: Measure
    #: Whether all extracts were visited.
    exact: bool
    mean: float
    std: float
    features: tuple[Feature, ...]


def look_at_whole(document: Document, references: References, plan: SpacePlan) -> list[WholeDocument]:
    """Look at all extracts of a whole document, or at drawn ones, on every measure.

    There is nothing to see where it allows hardly any choice, or is too large for that.
    """
    space = Space(document.lengths, plan.budget_for(references))
    if len(space.lengths) > _MOST_SENTENCES or space.is_whole or space.size < 1 / TOP:
        return []
    scorings = {
        measure: Scoring(cover(measure, document.words, references.sentences), plan.score) for measure in plan.measures
    }
    texts = Sentences.of(document)
    if plan.engine != "sampling" and _VISIT * len(scorings) * space.size <= plan.allowance.time:
        found = _visited(space, list(scorings.values()), texts)
    else:
        try:
            found = [_drawn(space, scoring, texts, plan) for scoring in scorings.values()]
        except TooLargeError:
            return []
    return [
        WholeDocument(document.id, references.id, measure, top.exact, top.mean, top.std, top.features(texts.names))
        for measure, top in zip(scorings, found, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Sentences:
    """What features of extracts are made of: those of single sentences [feature, sentence], and overlaps of two."""

    names: tuple[str, ...]
    rows: Floats
    overlaps: Floats

    @classmethod
    def of(cls, document: Document) -> Sentences:
        article, lengths = document.article(), document.lengths
        words = {word: place for place, word in enumerate({word for text in article.sentences for word in text})}
        counts = np.zeros((len(lengths), len(words)), dtype=np.float32)
        for place, text in enumerate(article.sentences):
            np.add.at(counts[place], [words[word] for word in text], 1)
        held = (counts > 0).astype(np.float32)
        sizes = held.sum(axis=1).astype(np.float64)
        whole = counts.sum(axis=0)
        norms = np.linalg.norm(counts, axis=1) * np.linalg.norm(whole)
        places = np.arange(len(lengths), dtype=np.float64)
        rows = {
            "position": places / max(len(lengths) - 1, 1),
            "first": places < max(len(lengths) / 10, 1),
            "centrality": _ratio(counts @ whole, norms),
            "sentence length": lengths,
        }
        title = set(article.title)
        if title:
            shared = [len(title.intersection(text)) for text in article.sentences]
            rows["title overlap"] = np.array(shared) / len(title)
        names = (*rows, "adjacency", "cohesion", "redundancy", "sentences")
        overlaps = _ratio(2 * (held @ held.T), sizes[:, None] + sizes)
        return cls(names, np.array(list(rows.values()), dtype=np.float64), overlaps)

    def describe(self, draws: Draws) -> Floats:
        """Return the features of extracts: [feature, extract]."""
        from sumspace.studies.limits.kernels import describe

        values: Floats = describe(draws.chosen, self.rows, self.overlaps)
        return values


def _ratio(above: NDArray[Any], below: NDArray[Any]) -> Floats:
    ratio: Floats = np.divide(above, below, out=np.zeros(np.shape(above)), where=below > 0)
    return ratio


def list_all(space: Space) -> Iterator[Draws]:
    """List all extracts of a space, some at a time; the arrays are used again."""
    from sumspace.studies.limits.kernels import list_extracts

    window = space.window
    count = len(window.costs)
    room = _LISTED + count
    draws = Draws(np.empty((room, window.most_sentences + 2), dtype=np.int32), np.empty(room, dtype=np.int64))
    stack, place = np.zeros(count + 1, dtype=np.int64), np.zeros(2, dtype=np.int64)
    rules = window.costs, window.low, window.high, window.cut, window.empty
    while place[0] >= 0:
        checkpoint()
        listed = list_extracts(*rules, stack, place, draws)
        yield Draws(draws.chosen[:listed], draws.words[:listed])


@dataclass(frozen=True, eq=False)
class _Top:
    """Means over all extracts and over the highest ones, and how far features vary."""

    exact: bool
    mean: float
    std: float
    typical: Floats
    high: Floats
    effects: Floats
    errors: Floats

    def features(self, names: Sequence[str]) -> tuple[Feature, ...]:
        columns = zip(
            self.typical.tolist(), self.high.tolist(), self.effects.tolist(), self.errors.tolist(), strict=True
        )
        found = {name: Feature(name, *numbers) for name, numbers in zip(names, columns, strict=True)}
        return tuple(found[name] for name in FEATURES if name in found)


def _visited(space: Space, scorings: Sequence[Scoring], texts: Sentences) -> list[_Top]:
    """Visit all extracts, and add up their features by score."""
    squares = np.zeros(len(texts.names))
    tallies: list[dict[float, Floats]] = [defaultdict(lambda: np.zeros(1 + len(texts.names))) for _ in scorings]
    for extracts in list_all(space):
        if not len(extracts.words):
            continue
        values = texts.describe(extracts)
        squares += (values**2).sum(axis=1)
        for tally, scoring in zip(tallies, scorings, strict=True):
            seen = evaluate(scoring.coverage, extracts)
            scores, places = np.unique(scoring.scores(seen.hits, seen.units), return_inverse=True)
            columns = [np.bincount(places), *(np.bincount(places, row) for row in values)]
            for score, sums in zip(scores.tolist(), np.array(columns).T, strict=True):
                tally[score] += sums
    tops = []
    for tally in tallies:
        scores = np.array(sorted(tally, reverse=True))
        sums = np.array([tally[score] for score in scores.tolist()])
        counts = sums[:, 0]
        enough = int(np.searchsorted(np.cumsum(counts), ceil(TOP * space.size))) + 1
        whole, high = sums.sum(axis=0), sums[:enough].sum(axis=0)
        typical, best = whole[1:] / whole[0], high[1:] / high[0]
        spread = np.sqrt(np.maximum(squares / whole[0] - typical**2, 0.0))
        mean = float(scores @ counts / whole[0])
        std = float(np.sqrt((scores - mean) ** 2 @ counts / whole[0]))
        tops.append(_Top(True, mean, std, typical, best, _effects(typical, best, spread), np.zeros(len(typical))))
    return tops


def _effects(typical: Floats, high: Floats, spread: Floats) -> Floats:
    """Return differences in standard deviations, 0 where nothing varies but by rounding."""
    varies = spread > 1e-7 * np.maximum(np.abs(typical), 1e-3)
    effects: Floats = np.divide(high - typical, spread, out=np.zeros(len(typical)), where=varies)
    return effects


def _drawn(space: Space, scoring: Scoring, texts: Sentences, plan: SpacePlan) -> _Top:
    """Draw extracts; a bootstrap of the draws says how sure effects are, the choice of the highest ones included."""
    sample = survey(space, scoring.coverage, _DRAWS, plan.seed, memory=plan.allowance.memory)
    weights = np.concatenate(sample.weights)
    scores = np.concatenate([scoring.scores(drawn.hits, drawn.units) for drawn in sample.evaluations])
    values = np.concatenate([texts.describe(draws) for draws in sample.draws], axis=1)
    order = np.argsort(-scores, kind="stable")
    steps = np.repeat(np.arange(len(sample.weights)), list(map(len, sample.weights)))[order]
    values, scores, weights = values[:, order], scores[order], weights[order]
    rng = np.random.default_rng(plan.seed)
    resampled = []
    for _ in range(_RESAMPLES):
        times = np.zeros(len(weights))
        for step in range(len(sample.weights)):
            own = np.flatnonzero(steps == step)
            times[own] = np.bincount(rng.integers(0, len(own), len(own)), minlength=len(own))
        resampled.append(_contrast(values, scores, weights * times)[2])
    mean = float(np.average(scores, weights=weights))
    std = float(np.sqrt(np.average((scores - mean) ** 2, weights=weights)))
    return _Top(False, mean, std, *_contrast(values, scores, weights), np.std(resampled, axis=0, ddof=1))


def _contrast(values: Floats, scores: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Return features of all extracts and of the highest, and effects, from weighted draws, the best first."""
    tail = np.cumsum(weights)
    last = scores[min(int(np.searchsorted(tail, TOP * tail[-1])), len(scores) - 1)]
    high = slice(0, int(np.searchsorted(-scores, -last, side="right")))
    typical = values @ weights / tail[-1]
    best = values[:, high] @ weights[high] / weights[high].sum()
    spread = np.sqrt(np.maximum(values**2 @ weights / tail[-1] - typical**2, 0.0))
    return typical, best, _effects(typical, best, spread)


class Total:
    """A sum of numbers that come one by one: so many at a time are summed pairwise, which rounds least."""

    _TOGETHER = 4096

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._recent = array("d")

    def add(self, number: float) -> None:
        if len(self._recent) == self._TOGETHER:
            self._sum, self._recent = self.sum, array("d")
        self._recent.append(number)
        self.count += 1

    @property
    def sum(self) -> float:
        return self._sum + float(np.sum(self._recent))

    @property
    def mean(self) -> float:
        return self.sum / self.count


@dataclass(frozen=True, slots=True)
class AverageFeature:
    """A feature averaged over the documents of a domain."""

    name: str
    documents: int
    #: In how many of them all extracts were visited.
    exact: int
    typical: float
    high: float
    effect: float
    #: Between which the mean effect lies with 95 % confidence: by how documents differ, if there are three or more;
    #: of fewer, by what drawing leaves open; None where neither says anything.
    effect_interval: tuple[float, float] | None


class AverageFeatures:
    """Features averaged over the documents of a domain, which come one by one."""

    def __init__(self) -> None:
        #: Of each feature: what is typical, what the highest have, the effect, its square and that of its error.
        self._totals: dict[str, list[Total]] = {}
        self._exact: dict[str, int] = defaultdict(int)

    def add(self, samples: Sequence[WholeDocument]) -> None:
        """Add a document, looked at by one reference after the other: its features are averaged over these."""
        by_name: dict[str, list[Feature]] = {}
        for sample in samples:
            for feature in sample.features:
                by_name.setdefault(feature.name, []).append(feature)
        for name, features in by_name.items():
            typical, high, effect, error = np.mean([[f.typical, f.high, f.effect, f.error] for f in features], axis=0)
            totals = self._totals.setdefault(name, [Total() for _ in range(5)])
            for total, number in zip(totals, (typical, high, effect, effect**2, error**2), strict=True):
                total.add(float(number))
            self._exact[name] += all(sample.exact for sample in samples)

    def averages(self) -> tuple[AverageFeature, ...]:
        """Return the average of every feature, nothing where there is no document."""
        return tuple(self._average(name) for name in FEATURES if name in self._totals)

    def _average(self, name: str) -> AverageFeature:
        from scipy.special import stdtrit

        typical, high, effect, square, error = self._totals[name]
        count, mean = effect.count, effect.mean
        if count >= ENOUGH:
            variance = max(square.sum - count * mean**2, 0.0) / (count - 1)
            reach = float(stdtrit(count - 1, 0.975)) * sqrt(variance / count)
        else:
            reach = 1.96 * sqrt(error.sum) / count
        interval = (mean - reach, mean + reach) if reach or count >= ENOUGH else None
        return AverageFeature(name, count, self._exact[name], typical.mean, high.mean, mean, interval)
