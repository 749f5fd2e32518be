"""The pyramid: content units, weighted by how many people's summaries express them (Nenkova & Passonneau 2004)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor, fsum, gcd, lcm
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sumspace.document import Sentence
from sumspace.errors import NotDefinedError
from sumspace.measures.coverage import state
from sumspace.measures.measure import MEASURES, Family, Measure, Part, Scores
from sumspace.spec import Spec
from sumspace.text.passage import sentences_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sumspace.corpus.model import Example, Pyramid
    from sumspace.measures.batch import Batch, Pair
    from sumspace.measures.coverage import Coverage, Pool, Unit


#: The weights of all units together, as whole numbers, where extracts are counted by them.
_HEAVIEST = 10**6


class _OfUnits(Measure):
    """What scores by annotated content units have in common."""

    paper: ClassVar[str] = "Nenkova & Passonneau 2004"
    family: ClassVar[Family] = "pyramids"
    of_any_text: ClassVar[bool] = False

    def lacks(self, pair: Pair) -> str:
        lack = _lack(pair.example)
        if lack or pair.example is None or pair.example.pyramid is None:
            return lack
        pyramid = pair.example.pyramid
        is_located = pyramid.sentences.keys() >= pyramid.weights.keys()
        if _is_annotated(pyramid, pair.system) or (is_located and pair.extract is not None):
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

    A summary that nobody has annotated expresses the units that are located in its sentences, if it is an extract; a
    sentence that is cut expresses none.
    """

    usage: ClassVar[str] = "pyramid"
    title: ClassVar[str] = "weighted content units: modified score (recall), original score (precision)"
    main: ClassVar[Part] = "recall"
    proportional: ClassVar[bool] = False

    @property
    def only_recall(self) -> bool:
        return True

    def evaluate(self, batch: Batch) -> Scores:
        recall, precision = np.array([_modified_and_original(*expressed) for expressed in _expressed(batch)]).T
        return Scores.of(recall, precision, batch.setting.alpha)

    def cover(self, pool: Pool) -> Coverage:
        """State the recall: every unit gives its weight once, when the last word of one of its sentences is there."""
        example, language = pool.example, pool.profile.language
        lack = _lack(example) or ("has a summary that is not an extract" if pool.numbers is None else "")
        if lack or example is None or example.pyramid is None or pool.numbers is None:
            raise NotDefinedError(lack)
        weights = _whole_weights(example.pyramid)
        units = _units_of_sentences(example, language)
        numbers: dict[str, Unit] = {unit: (number,) for number, unit in enumerate(weights)}
        # by words in the place of tokens, since the last ones may have none
        sentences = [Sentence(list(range(s.length)), list(range(s.length + 1))) for s in pool.sentences]
        document = example.sentences(language)
        occurrences = [
            [(s.length, numbers[unit]) for unit in units.get(number, ())] if _same(s.text, document[number]) else []
            for s, number in zip(pool.sentences, pool.numbers, strict=False)
        ]
        levels = {numbers[unit]: [weight] for unit, weight in weights.items() if weight}

        def once(unit: Unit, _: int) -> list[int]:
            return levels[unit]

        total = sum(sorted(weights.values(), reverse=True)[: _typical(example, example.pyramid)])
        return state(sentences, occurrences, levels, once, total, capped=True)


@MEASURES.register("pyramid(raw)")
@dataclass(frozen=True, slots=True)
class RawPyramid(_OfUnits):
    """The weight of the units that a summary expresses as it is; it grows with the pyramid and is not bounded by 1."""

    usage: ClassVar[str] = "pyramid(raw)"
    title: ClassVar[str] = "sum of the weights of the content units that a summary expresses"
    usual: ClassVar[tuple[str, ...]] = ()
    has_one_value: ClassVar[bool] = True

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        return cls() if spec == Spec("pyramid", ("raw",)) else None

    def __str__(self) -> str:
        return self.usage

    def evaluate(self, batch: Batch) -> Scores:
        return Scores.single(np.array([_weight(pyramid, units) for _, pyramid, _, units in _expressed(batch)]))


def _lack(example: Example | None) -> str:
    """Say what a document lacks, as what follows its name."""
    pyramid = None if example is None else example.pyramid
    if pyramid is None:
        return "has no pyramid"
    return "has a pyramid without positive weights" if max(pyramid.weights.values(), default=0) <= 0 else ""


def _is_annotated(pyramid: Pyramid, system: str) -> bool:
    return system in pyramid.matches or system in pyramid.counts


def _typical(example: Example, pyramid: Pyramid) -> int:
    """Return how many units people's summaries have on average."""
    models = max(pyramid.models or len(example.references), *pyramid.weights.values())
    return max(1, floor(fsum(pyramid.weights.values()) / models + 0.5))


def _modified_and_original(
    example: Example, pyramid: Pyramid, system: str, units: Collection[str]
) -> tuple[float, float]:
    weights = sorted(pyramid.weights.values(), reverse=True)
    weight = _weight(pyramid, units)
    own = max(len(units), pyramid.counts.get(system, 0))
    most = fsum(weights[: _typical(example, pyramid)])
    return min(1.0, weight / most), weight / fsum(weights[:own]) if weight else 0.0


def _weight(pyramid: Pyramid, units: Collection[str]) -> float:
    return fsum(pyramid.weights[unit] for unit in units)


def _expressed(batch: Batch) -> Iterator[tuple[Example, Pyramid, str, set[str]]]:
    """Yield the units that each summary expresses, with where they are from."""
    for pair in batch.pairs:
        example = pair.example
        if example is not None and example.pyramid is not None:
            pyramid = example.pyramid
            if _is_annotated(pyramid, pair.system):
                units = set(pyramid.matches.get(pair.system, ()))
            else:
                located = _units_of_sentences(example, batch.setting.profile.language)
                units = {unit for sentence in _whole_sentences(batch, pair) for unit in located.get(sentence, ())}
            yield example, pyramid, pair.system, units


def _units_of_sentences(example: Example, language: str) -> dict[int, list[str]]:
    """Return the units that each sentence expresses, none where it has no word; all of them must be located."""
    sentences, pyramid = example.sentences(language), example.pyramid
    units: dict[int, list[str]] = {}
    for unit in () if pyramid is None else pyramid.weights:
        if pyramid is None or unit not in pyramid.sentences:
            raise NotDefinedError("has a pyramid whose content units are not all located in sentences")
        for sentence in dict.fromkeys(pyramid.sentences[unit]):
            if sentence >= len(sentences):
                message = f"sentence {sentence} is not there: the document has {len(sentences)}, counted from 0"
                raise example.error(message, f"pyramid.units.{unit}.sentences")
            if sentences[sentence].split():
                units.setdefault(sentence, []).append(unit)
    return units


def _whole_sentences(batch: Batch, pair: Pair) -> Collection[int]:
    """Return the sentences of the document that an extract has, but for the last one where that is cut."""
    if pair.example is None:
        return ()
    document, written = pair.example.sentences(batch.setting.profile.language), batch.written(pair)
    if pair.given_extract is None:
        return sentences_in(document, written) or sentences_in(document, written[:-1]) or ()
    return {n for n, text in zip(pair.given_extract, written, strict=False) if _same(text, document[n])}


def _same(text: str, sentence: str) -> bool:
    return text.split() == sentence.split()


def _whole_weights(pyramid: Pyramid) -> dict[str, int]:
    """Return the weights as whole numbers in the same proportions, as they are written in decimals."""
    weights = {unit: Fraction(repr(weight)) for unit, weight in pyramid.weights.items()}
    if min(weights.values()) < 0:
        raise NotDefinedError("has a pyramid with a negative weight, so extracts cannot be counted by it")
    common = lcm(*(weight.denominator for weight in weights.values()))
    whole = {unit: int(weight * common) for unit, weight in weights.items()}
    step = gcd(*whole.values())
    if sum(whole.values()) // step > _HEAVIEST:
        most = f"{_HEAVIEST:,} times the smallest step between them"
        raise NotDefinedError(f"has a pyramid whose weights are more than {most}, too much to be counted by")
    return {unit: weight // step for unit, weight in whole.items()}
