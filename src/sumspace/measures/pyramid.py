"""The pyramid: content units, weighted by how many people's summaries express them (Nenkova & Passonneau 2004)."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, fsum
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sumspace.measures.measure import MEASURES, Family, Measure, Part, Scores
from sumspace.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.corpus.model import Example, Pyramid
    from sumspace.measures.batch import Batch, Pair


class _OfUnits(Measure):
    """What scores by annotated content units have in common."""

    paper: ClassVar[str] = "Nenkova & Passonneau 2004"
    family: ClassVar[Family] = "pyramids"
    of_any_text: ClassVar[bool] = False

    def lacks(self, pair: Pair) -> str:
        pyramid = None if pair.example is None else pair.example.pyramid
        if pyramid is None:
            return "has no pyramid"
        if max(pyramid.weights.values(), default=0) <= 0:
            return "has a pyramid in which no unit has a weight"
        if pair.system in pyramid.matches or pair.system in pyramid.counts:
            return ""
        return f"has no content units annotated for {pair.system or 'this summary'}"


@MEASURES.register("pyramid")
@dataclass(frozen=True, slots=True)
class PyramidScore(_OfUnits):
    """The weight D of the units that a summary expresses, each counted once, over the most it could be.

    Recall is the modified score: D over the most with as many units as the people's summaries have on average, which is
    the sum of all weights over the number of these summaries, rounded to the nearest, halves up. A summary that is
    longer than theirs may have more; it gets 1, as in DUCView. There are as many people's summaries as the pyramid says
    (`models`) or else as the example has references, but at least as many as the highest weight.

    Precision is the original score: D over the most with as many units as the summary itself has, those that are not in
    the pyramid and repetitions included (`counts`), or, without these, with as many as it shares with the pyramid.
    """

    usage: ClassVar[str] = "pyramid"
    title: ClassVar[str] = "weighted content units: modified score (recall), original score (precision)"
    main: ClassVar[Part] = "recall"

    def evaluate(self, batch: Batch) -> Scores:
        recall, precision = np.array([_modified_and_original(*annotated) for annotated in _annotated(batch)]).T
        return Scores.of(recall, precision, batch.setting.alpha)


@MEASURES.register("pyramid(raw)")
@dataclass(frozen=True, slots=True)
class RawPyramid(_OfUnits):
    """The weight of the units that a summary expresses as it is; it grows with the pyramid and is not bounded by 1."""

    usage: ClassVar[str] = "pyramid(raw)"
    title: ClassVar[str] = "the sum of the weights of the content units that a summary expresses"
    usual: ClassVar[tuple[str, ...]] = ()
    has_one_value: ClassVar[bool] = True

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        return cls() if spec == Spec("pyramid", ("raw",)) else None

    def __str__(self) -> str:
        return self.usage

    def evaluate(self, batch: Batch) -> Scores:
        return Scores.single(np.array([_weight(pyramid, system) for _, pyramid, system in _annotated(batch)]))


def _modified_and_original(example: Example, pyramid: Pyramid, system: str) -> tuple[float, float]:
    weights = sorted(pyramid.weights.values(), reverse=True)
    weight = _weight(pyramid, system)
    models = max(pyramid.models or len(example.references), weights[0])
    typical = max(1, floor(fsum(weights) / models + 0.5))
    own = max(len(set(pyramid.matches.get(system, ()))), pyramid.counts.get(system, 0))
    return min(1.0, weight / fsum(weights[:typical])), weight / fsum(weights[:own]) if weight else 0.0


def _weight(pyramid: Pyramid, system: str) -> float:
    return fsum(pyramid.weights[unit] for unit in set(pyramid.matches.get(system, ())))


def _annotated(batch: Batch) -> Iterator[tuple[Example, Pyramid, str]]:
    for pair in batch.pairs:
        if pair.example is not None and pair.example.pyramid is not None:
            yield pair.example, pair.example.pyramid, pair.system
