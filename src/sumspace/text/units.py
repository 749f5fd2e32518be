"""Units of a token sequence: n-grams and skip-bigrams, as ROUGE-1.5.5 counts them.

Each unit comes with the number of tokens after which it is complete, in ascending order, so that the units of a text
that is cut are the first ones of the whole text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


T = TypeVar("T")


def ngrams(tokens: Sequence[T], n: int) -> Iterator[tuple[int, tuple[T, ...]]]:
    """All runs of n tokens, repeats included."""
    return enumerate(zip(*(tokens[first:] for first in range(n)), strict=False), n)


def skip_bigrams(tokens: Sequence[T], gap: int | None, *, unigrams: bool) -> Iterator[tuple[int, tuple[T, ...]]]:
    """All ordered pairs with at most `gap` tokens between them (None: any number).

    With `unigrams`, every token but the last is a unit too: the last one is never counted.
    """
    for last in range(1, len(tokens)):
        if unigrams:
            yield last + 1, (tokens[last - 1],)
        for first in range(0 if gap is None else max(0, last - gap - 1), last):
            yield last + 1, (tokens[first], tokens[last])
