"""ROUGE-S and ROUGE-SU: shared skip-bigrams, alone or with unigrams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from sumspace.measures.measure import MEASURES
from sumspace.measures.rouge import Rouge
from sumspace.text.units import skip_bigrams

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


@MEASURES.register("rouge-s")
@dataclass(frozen=True, slots=True)
class RougeS(Rouge):
    """Ordered pairs of tokens with at most `gap` tokens between them; None stands for any number."""

    gap: int | None
    unigrams: bool = False

    usage: ClassVar[str] = "rouge-s4, rouge-s*, rouge-su4, rouge-su*"
    title: ClassVar[str] = "shared skip-bigrams, with unigrams (su) or without"
    usual: ClassVar[tuple[str, ...]] = ("rouge-s4", "rouge-su4")
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"rouge-(su?)(\d{1,4}|\*)")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(None if match[2] == "*" else int(match[2]), match[1] == "su")

    def __str__(self) -> str:
        return f"rouge-s{'u' if self.unigrams else ''}{'*' if self.gap is None else self.gap}"

    def count(self, batch: Batch) -> tuple[Floats, None]:
        gap = -1 if self.gap is None else self.gap
        return batch.shared(batch.texts, 0, gap, unigrams=self.unigrams), None

    def units(self, tokens: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        return skip_bigrams(tokens, self.gap, unigrams=self.unigrams)
