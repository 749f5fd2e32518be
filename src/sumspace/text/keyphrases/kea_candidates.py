"""The phrases of a text that Kea chooses from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.text.keyphrases.candidates import Candidate, collect, content

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.text.keyphrases.wording import Wording

__all__ = ["LONGEST", "kea_candidates"]

#: How many words a phrase has at most.
LONGEST = 3


def kea_candidates(text: Wording) -> list[Candidate]:
    """Find every phrase of up to three words that neither begins nor ends with a stop word, in the order of the text.

    A phrase stays inside a run and holds no word without a letter: in Kea numbers part phrases as punctuation does.

    >>> from sumspace.text.keyphrases.wording import read
    >>> [phrase.text for phrase in kea_candidates(read(["The rate of some banks, 2 banks."]))]
    ['rate', 'banks']
    """
    return collect(text, _spans(text))


def _spans(text: Wording) -> Iterator[tuple[int, int]]:
    is_content, stops = content(text), text.stops
    for first, last in text.runs:
        for begin in range(first, last):
            if not is_content[begin]:
                continue
            yield begin, begin + 1
            for end in range(begin + 2, min(begin + LONGEST, last) + 1):
                if is_content[end - 1]:
                    yield begin, end
                elif not stops[end - 1]:
                    break
