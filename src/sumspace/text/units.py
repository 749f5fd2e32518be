"""Units of a token sequence: n-grams and skip-bigrams, as ROUGE-1.5.5 counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["ngrams", "skip_bigrams"]

T = TypeVar("T")


def ngrams(tokens: Sequence[T], n: int) -> Iterator[tuple[T, ...]]:
    """All runs of n tokens, repeats included."""
    return (tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def skip_bigrams(tokens: Sequence[T], gap: int | None, *, unigrams: bool) -> Iterator[tuple[T, ...]]:
    """All ordered pairs with at most `gap` tokens between them (None: any number).

    With `unigrams`, every token but the last is a unit too: the last one is never counted.
    """
    last = len(tokens) - 1
    for i in range(last):
        if unigrams:
            yield (tokens[i],)
        reach = last if gap is None else min(last, i + gap + 1)
        for j in range(i + 1, reach + 1):
            yield (tokens[i], tokens[j])
