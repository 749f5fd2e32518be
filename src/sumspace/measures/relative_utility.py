"""Relative utility: how much judges want a summary's sentences (Steinberger & Ježek 2009, section 3.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.measure import MEASURES, Family, Measure, Scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.measures.batch import Batch, Pair


@MEASURES.register("relative-utility")
@dataclass(frozen=True, slots=True)
class RelativeUtility(Measure):
    """The utilities of the e sentences of a summary, over the most that e sentences can have (eq. 3).

    Every judge gives every sentence a utility; those of all judges are added. Of sentences with equal sums the earlier
    is the better one, which cannot change the sum of the e best. Utilities may be negative, and then the value may be,
    too; it is not defined where even the best e sentences have no sum above 0. A summary of no sentences has 0.
    """

    usage: ClassVar[str] = "relative-utility"
    title: ClassVar[str] = "judged utilities of the chosen sentences, relative to the best choice of the same size"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "sentences"
    has_one_value: ClassVar[bool] = True

    def lacks(self, pair: Pair) -> str:
        if pair.example is None or not pair.example.utilities:
            return "has no utilities"
        extract = pair.extract
        if extract is None:
            return "has a summary that is not an extract"
        sums = _sums(pair)
        if not any(sums):
            return "has utilities that are all 0"
        undefined = extract and _best(sums, len(extract)) <= 0
        return "has utilities whose best sum is not positive" if undefined else ""

    def evaluate(self, batch: Batch) -> Scores:
        values = np.zeros(len(batch.pairs))
        for i, pair in enumerate(batch.pairs):
            if pair.extract:
                sums = _sums(pair)
                values[i] = fsum(sums[sentence] for sentence in pair.extract) / _best(sums, len(pair.extract))
        return Scores.single(values)


def _best(sums: Sequence[float], count: int) -> float:
    return fsum(sorted(sums, reverse=True)[:count])


def _sums(pair: Pair) -> list[float]:
    """Add up what the judges give each sentence; a judge who has not given each a value is an error."""
    example = pair.example
    if example is None:
        return []
    if example.is_raw:
        count = len(example.sentences(pair.language))
        for judge, values in example.utilities.items():
            if len(values) != count:
                message = f"has {len(values)} values for {count} sentences; give one for each"
                raise example.error(message, f"utilities.{judge}")
    return [fsum(utilities) for utilities in zip(*example.utilities.values(), strict=True)]
