"""A configuration of CALLISTO: every parameter that its pipeline has (Rigouste 2004, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from sumspace.errors import SettingError, UnknownNameError
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

__all__ = ["MOST_PHRASES", "Configuration", "Match"]

#: No configuration looks for more key phrases than this.
MOST_PHRASES = 100
#: What the numbers of a configuration are at most; more would say nothing else.
_MOST = {"phrases": MOST_PHRASES, "threshold": 1_000_000, "sentences": 1_000_000}
#: Numbers with more digits are not even read.
_DIGITS = 20

#: What of a phrase must be found in a sentence: the stems of its words, or the words themselves.
Match = Literal["stems", "words"]


@dataclass(frozen=True, slots=True, order=True)
class Configuration:
    """What is to be combined, and how; it prints as it parses.

    >>> str(Configuration("c99", "kea", phrases=20))
    'c99+kea+phrases=20+threshold=1+match=stems+sentences=5'
    >>> Configuration.parse("c99+kea+phrases=20") == Configuration("c99", "kea", phrases=20)
    True
    """

    segmenter: str
    extractor: str
    #: How many key phrases, the best ones, are looked for.
    phrases: int = 10
    #: How many of them a sentence must have to be taken before those that have fewer.
    threshold: int = 1
    match: Match = "stems"
    #: How many sentences the summary has.
    sentences: int = 5

    def __post_init__(self) -> None:
        SEGMENTERS[self.segmenter], EXTRACTORS[self.extractor]  # unknown ones say so
        if self.match not in get_args(Match):
            raise SettingError(f"key phrases are matched by stems or words, not by {self.match!r}")
        for name, most in _MOST.items():
            if not 1 <= getattr(self, name) <= most:
                raise _wrong(name, getattr(self, name))

    @property
    def without_length(self) -> tuple[str | int, ...]:
        """What decides in which order sentences are taken."""
        return self.segmenter, self.extractor, self.phrases, self.threshold, self.match

    def __str__(self) -> str:
        first, second, *others = ((field.name, getattr(self, field.name)) for field in fields(self))
        return "+".join([first[1], second[1], *(f"{name}={value}" for name, value in others)])

    @classmethod
    def parse(cls, text: str) -> Configuration:
        """Read what `str` prints; what is not said has its usual value."""
        segmenter, _, rest = text.partition("+")
        extractor, *others = rest.split("+")
        known = [field.name for field in fields(cls)[2:]]
        values: dict[str, int | str] = {}
        for other in others:
            name, equals, value = other.partition("=")
            if name not in known or not equals:
                raise UnknownNameError("parameter of a configuration", other, (f"{one}=…" for one in known))
            if name in values:
                raise SettingError(f"a configuration says {name} once, not twice")
            if name in _MOST and not (value.isascii() and value.isdigit() and len(value) < _DIGITS):
                raise _wrong(name, value)
            values[name] = int(value) if name in _MOST else value
        return cls(segmenter, extractor, **values)  # type: ignore[arg-type]


def _wrong(name: str, value: object) -> SettingError:
    return SettingError(f"{name} of a configuration is a whole number from 1 to {_MOST[name]:,}, not {value!r:.24}")
