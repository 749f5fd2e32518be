"""ROUGE-N: shared n-grams, which cross sentence boundaries as in ROUGE-1.5.5."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from sumspace.measures.measure import MEASURES
from sumspace.measures.rouge import Rouge
from sumspace.text.units import ngrams

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


@MEASURES.register("rouge-n")
@dataclass(frozen=True, slots=True)
class RougeN(Rouge):
    """Recall: shared n-grams over n-grams of the references; precision: over those of the summary."""

    n: int

    usage: ClassVar[str] = "rouge-1, rouge-2, … rouge-N"
    title: ClassVar[str] = "shared n-grams"
    usual: ClassVar[tuple[str, ...]] = ("rouge-1", "rouge-2", "rouge-3", "rouge-4")
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"rouge-([1-9]\d{0,2})")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(int(match[1]))

    def __str__(self) -> str:
        return f"rouge-{self.n}"

    def count(self, batch: Batch) -> tuple[Floats, None]:
        return batch.shared(batch.texts, self.n), None

    def units(self, tokens: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        return ngrams(tokens, self.n)
