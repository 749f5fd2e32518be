"""Which sentences of a document a summary was put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["sentences_in"]


def sentences_in(document: Sequence[str], summary: Sequence[str]) -> frozenset[int] | None:
    """Find the sentences that a summary was put together from; None where some of it is not in the document.

    Letters and digits are compared, whatever their case, and the summary may be divided into other sentences. Of equal
    sentences the first that is not yet taken counts.

    >>> sorted(sentences_in(["It rained.", "A dog ran.", "It rained."], ["It rained; a dog ran"]))
    [0, 1]
    """
    text = _letters(" ".join(summary))
    places: dict[str, list[int]] = {}
    for place, sentence in enumerate(document):
        places.setdefault(_letters(sentence), []).append(place)
    places.pop("", None)
    # With how few sentences the first signs can be put together, and the last of these sentences.
    ways: dict[int, tuple[int, str]] = {0: (0, "")}
    for end in range(len(text)):
        if end in ways:
            for sentence in places:
                if text.startswith(sentence, end):
                    longer = (ways[end][0] + 1, sentence)
                    ways[end + len(sentence)] = min(ways.get(end + len(sentence), longer), longer)
    if not text or len(text) not in ways:
        return None
    taken: list[str] = []
    end = len(text)
    while end:
        taken.append(ways[end][1])
        end -= len(taken[-1])
    return frozenset(place for sentence in set(taken) for place in places[sentence][: taken.count(sentence)])


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
