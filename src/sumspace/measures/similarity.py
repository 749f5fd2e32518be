"""What measures share that have one value: how alike a summary and a text are, be it a reference or the document."""

from __future__ import annotations

from abc import abstractmethod
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from sumspace.measures.measure import NO_REFERENCES, Measure, Scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.pair import Pair

    Floats = NDArray[np.float64]

__all__ = ["Against", "Similarity", "lacks_other_text", "over_references"]

#: What a summary is compared with: its references, or the full text of the document.
Against = Literal["references", "text"]


class Similarity(Measure):
    """A measure with one value, the same for every part.

    Of several references, formula A takes the mean and the others the best one.
    """

    against: Against
    has_one_value: ClassVar[bool] = True

    def lacks(self, pair: Pair) -> str:
        return lacks_other_text(pair, self.against)

    @abstractmethod
    def compare(self, batch: Batch) -> Floats:
        """Return how alike every summary is to every text in the place of its references."""

    def evaluate(self, batch: Batch) -> Scores:
        seen = batch if self.against == "references" else batch.against_text
        return Scores.single(over_references(self.compare(seen), seen))


def lacks_other_text(pair: Pair, against: Against) -> str:
    """Say why there is nothing to compare a summary with."""
    if against == "references":
        return "" if pair.references else NO_REFERENCES
    return "" if pair.example is not None else "has no document"


def over_references(values: Floats, batch: Batch) -> Floats:
    """Turn a value for each reference into one for each pair: their mean under formula A, else the highest."""
    together = np.mean if batch.setting.formula == "A" else np.max
    bounds = pairwise(batch.starts.tolist())
    return np.array([together(values[start:stop]) for start, stop in bounds], dtype=np.float64)
