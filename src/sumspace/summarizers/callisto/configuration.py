"""Configurations of CALLISTO: every parameter of its pipeline (Rigouste 2004, section 2.1), and the grid of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import product
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from sumspace.errors import SettingError, UnknownNameError
from sumspace.spec import Spec, build, parse_spec
from sumspace.text import tags
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers


#: No configuration looks for more key phrases than this.
MOST_PHRASES = 100
#: The largest values that the numbers of a configuration may have; larger ones would change nothing.
_MOST = {"phrases": MOST_PHRASES, "threshold": 1_000_000, "sentences": 1_000_000}
#: What of a phrase must be in a sentence: the stems of its words, or the words themselves.
Match = Literal["stems", "words"]
#: How long summaries of the usual configurations are (Rigouste 2004, section 5.4).
SENTENCES = (3, 4, 5, 8, 12)
#: The paper does not print its other settings; these make about as many as its 300 summaries of a text.
PHRASES = (5, 10, 20)
THRESHOLDS = (1, 2)
MATCHES: tuple[Match, ...] = ("stems",)


@dataclass(frozen=True, slots=True, order=True)
class Configuration:
    """Which segmenter and which extractor work together, and how; it prints as it parses.

    >>> str(Configuration("c99", "kea", phrases=20))
    'configuration(c99, kea, phrases=20, threshold=1, match=stems, sentences=5)'
    >>> Configuration.parse("configuration(c99, kea, phrases=20)") == Configuration("c99", "kea", phrases=20)
    True
    """

    segmenter: str
    extractor: str
    #: How many key phrases, the best ones, are looked for.
    phrases: int = 10
    #: Sentences with at least this many of them come before those with fewer.
    threshold: int = 1
    match: Match = "stems"
    #: How many sentences the summary has.
    sentences: int = 5

    def __post_init__(self) -> None:
        SEGMENTERS[self.segmenter], EXTRACTORS[self.extractor]  # raise an error for unknown names
        if self.match not in get_args(Match):
            raise SettingError(f"match must be stems or words, not {self.match!r}")
        for name, most in _MOST.items():
            value = getattr(self, name)
            if not 1 <= value <= most:
                raise SettingError(
                    f"{name} of a configuration must be a whole number from 1 to {most:,}, not {value!r:.24}"
                )

    @property
    def without_length(self) -> tuple[str | int, ...]:
        """The parameters that decide the order of sentences: all but their number."""
        return self.segmenter, self.extractor, self.phrases, self.threshold, self.match

    def __str__(self) -> str:
        options = {name: getattr(self, name) for name in ("phrases", "threshold", "match", "sentences")}
        return str(Spec("configuration", (self.segmenter, self.extractor), options))

    @classmethod
    def parse(cls, text: str) -> Configuration:
        """Read what `str` prints; options that are left out have their usual values."""
        spec = parse_spec(text)
        if spec.name != "configuration":
            raise UnknownNameError("configuration", spec.name, ["configuration(segmenter, extractor, phrases=10, …)"])
        return build("configuration", cls, spec)


def usable_extractors(language: str = "en") -> tuple[str, ...]:
    """Name the extractors that work: those that need part-of-speech tags only in English and with a tagger."""
    tagged = language == "en" and tags.available()
    return tuple(name for name in EXTRACTORS if tagged or not EXTRACTORS[name].needs_tags)


def grid(
    segmenters: Sequence[str] = (),
    extractors: Sequence[str] = (),
    *,
    phrases: Sequence[int] = PHRASES,
    thresholds: Sequence[int] = THRESHOLDS,
    matches: Sequence[Match] = MATCHES,
    sentences: Sequence[int] = SENTENCES,
) -> tuple[Configuration, ...]:
    """Combine everything with everything; without names of segmenters or extractors, all that work here.

    >>> len(grid(["none", "c99"], ["kea"], sentences=[3]))
    12
    """
    values = (segmenters or SEGMENTERS, extractors or usable_extractors(), phrases, thresholds, matches, sentences)
    configurations = tuple(dict.fromkeys(Configuration(*combined) for combined in product(*values)))
    if not configurations:
        raise SettingError("no configuration: name at least one value of every parameter")
    return configurations


def combinations(configurations: Sequence[Configuration]) -> dict[tuple[str, str], list[int]]:
    """Return the indices of the configurations of each pair of a segmenter and an extractor."""
    indices: dict[tuple[str, str], list[int]] = {}
    for index, configuration in enumerate(configurations):
        indices.setdefault((configuration.segmenter, configuration.extractor), []).append(index)
    return indices


def nearest_length(configurations: Sequence[Configuration], sentences: int) -> Integers:
    """Return the indices of the configurations whose summaries are nearest to this length, on ties the shorter ones."""
    lengths = np.array([configuration.sentences for configuration in configurations])
    nearest = min(set(lengths.tolist()), key=lambda length: (abs(length - sentences), length))
    return np.flatnonzero(lengths == nearest)


def settings_of(configurations: Sequence[Configuration]) -> Integers:
    """Number the values of every parameter from 0, as learners see them: [configuration, parameter]."""
    names = [field.name for field in fields(configurations[0])]
    columns = [[getattr(configuration, name) for configuration in configurations] for name in names]
    return np.array([np.unique(column, return_inverse=True)[1] for column in columns], dtype=np.int64).T
