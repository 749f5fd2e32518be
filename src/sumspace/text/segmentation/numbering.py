"""The words of a text in one row, numbered from 0, as compiled loops want them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Numbered", "number"]


@dataclass(frozen=True, eq=False, slots=True)
class Numbered:
    """Words 0 … distinct−1; those of sentence s end before ends[s]."""

    words: NDArray[np.int64]
    ends: NDArray[np.int64]
    distinct: int


def number(sentences: Sequence[Sequence[int]]) -> Numbered:
    """Number the words of a text."""
    ends = np.cumsum([len(sentence) for sentence in sentences], dtype=np.int64)
    tokens = np.fromiter(chain.from_iterable(sentences), dtype=np.int64, count=int(ends[-1]) if ends.size else 0)
    distinct, words = np.unique(tokens, return_inverse=True)
    return Numbered(words.astype(np.int64, copy=False), ends, distinct.size)
