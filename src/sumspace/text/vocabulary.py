"""Words and their numbers, in the order in which they were first seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.text import kernels

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

__all__ = ["Vocabulary"]


class Vocabulary:
    """Gives every distinct word a number, from bytes, in compiled code."""

    def __init__(self) -> None:
        self._table = np.full(1 << 12, -1, dtype=np.int32)
        self._codes = np.empty(1 << 11, dtype=np.uint64)
        self._words = np.zeros((1 << 11) + 1, dtype=np.int64)
        self._arena = np.empty(1 << 14, dtype=np.uint8)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def words(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """All words end to end, and where each begins (and the last one ends)."""
        return self._arena, self._words[: self._count + 1]

    def number(
        self, text: NDArray[np.uint8], starts: NDArray[np.int64], alphabet: NDArray[np.uint8] = kernels.TEXT
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Number the words of the sentences text[starts[s]:starts[s+1]].

        Returns the numbers, and for each sentence where its words end.
        """
        numbers = np.empty(len(text) // 2 + len(starts) + 1, dtype=np.int32)
        ends = np.empty(len(starts) - 1, dtype=np.int64)
        state = np.array([self._count, 0, 0], dtype=np.int64)
        while not kernels.number_words(
            text, starts, alphabet, self._table, self._codes, self._words, self._arena, state, numbers, ends
        ):
            self._count = int(state[0])
            self._grow(int(starts[state[1] + 1] - starts[state[1]]))
        self._count = int(state[0])
        return numbers[: state[2]], ends

    def number_lines(self, lines: Iterable[bytes]) -> NDArray[np.int32]:
        """Number words given one by one, whatever bytes they are made of."""
        text = np.frombuffer(b"\n".join(lines) + b"\n", dtype=np.uint8)
        return self.number(text, np.array([0, len(text)]), kernels.LINES)[0]

    def _grow(self, sentence: int) -> None:
        """Make room for twice as many words, and for a sentence of this many bytes."""
        size = len(self._table)
        while size < 2 * (2 * self._count + sentence):
            size *= 2
        self._table = np.full(size, -1, dtype=np.int32)
        self._codes = _longer(self._codes, size // 2)
        self._words = _longer(self._words, size // 2 + 1)
        self._arena = _longer(self._arena, 2 * (int(self._words[self._count]) + sentence))
        kernels.rehash(self._table, self._codes, self._count)


def _longer(array: NDArray[Any], size: int) -> NDArray[Any]:
    if size <= len(array):
        return array
    longer = np.empty(size, dtype=array.dtype)
    longer[: len(array)] = array
    return longer
