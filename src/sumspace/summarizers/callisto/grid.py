"""The plausible configurations: all that are generated, learned from and chosen among."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.text import tags
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.summarizers.callisto.configuration import Match

__all__ = ["MATCHES", "PHRASES", "SENTENCES", "THRESHOLDS", "combinations", "grid", "usable_extractors"]

#: How long summaries are (Rigouste 2004, section 5.4).
SENTENCES = (3, 4, 5, 8, 12)
#: The paper does not print its other settings; these are of the order of its 300 summaries a text.
PHRASES = (5, 10, 20)
THRESHOLDS = (1, 2)
MATCHES: tuple[Match, ...] = ("stems",)


def usable_extractors(language: str = "en") -> tuple[str, ...]:
    """Name the extractors that work: those that want part-of-speech tags only in English and with a tagger."""
    tagged = language == "en" and tags.available()
    return tuple(name for name in EXTRACTORS if tagged or not EXTRACTORS[name].needs_tags)


def combinations(configurations: Sequence[Configuration]) -> dict[tuple[str, str], list[int]]:
    """Return the places of the configurations that each segmenter and extractor have together."""
    found: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(configurations):
        found.setdefault((one.segmenter, one.extractor), []).append(place)
    return found


def grid(
    segmenters: Sequence[str] = (),
    extractors: Sequence[str] = (),
    *,
    phrases: Sequence[int] = PHRASES,
    thresholds: Sequence[int] = THRESHOLDS,
    matches: Sequence[Match] = MATCHES,
    sentences: Sequence[int] = SENTENCES,
) -> tuple[Configuration, ...]:
    """Combine everything with everything; no segmenters or extractors named means all that work here.

    >>> len(grid(["none", "c99"], ["kea"], sentences=[3]))
    12
    """
    found = tuple(
        dict.fromkeys(
            Configuration(segmenter, extractor, *numbers, match=match, sentences=length)
            for segmenter in segmenters or SEGMENTERS
            for extractor in extractors or usable_extractors()
            for numbers in product(phrases, thresholds)
            for match in matches
            for length in sentences
        )
    )
    if not found:
        raise SettingError("there is no configuration: name at least one value of every parameter")
    return found
