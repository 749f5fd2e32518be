"""Configurations of CALLISTO: every parameter of its pipeline (Rigouste 2004, section 2.1), and the grid of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import chain, product
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from sumspace.errors import SettingError, UnknownNameError
from sumspace.spec import Spec, build, parse_spec
from sumspace.summarizers.summarizer import Unit, parse_summarizer
from sumspace.text import tags
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers


#: No configuration looks for more key phrases than this.
MOST_PHRASES = 100
#: The largest values that the numbers of a configuration may have; larger ones would change nothing.
_MOST = {"phrases": MOST_PHRASES, "threshold": 1_000_000, "sentences": 1_000_000, "words": 1_000_000_000}
#: What of a phrase must be in a sentence: the stems of its words, or the words themselves.
Match = Literal["stems", "words"]
#: How long summaries of the usual configurations are, in sentences (Rigouste 2004, section 5.4) and in words.
SENTENCES = (3, 4, 5, 8, 12)
WORDS = (50, 100, 200, 400)
#: The paper does not print its other settings; these make about as many as its 300 summaries of a text.
PHRASES = (5, 10, 20)
THRESHOLDS = (1, 2)
MATCHES: tuple[Match, ...] = ("stems",)
#: The summarizers that take no more time than the pipeline does.
QUICK = ("lead", "lexrank", "textrank", "luhn", "edmundson", "centroid", "frequency", "sumbasic", "kl-sum")
#: Summarizers that choose or learn by a model of their own are no configurations.
_MODELS = ("callisto", "learned")
#: The configurations of the paper, those of summarizers, or both.
Grid = Literal["paper", "summarizers", "all"]


@dataclass(frozen=True, slots=True, order=True)
class Size:
    """How long summaries are: so many sentences, or at most so many words."""

    unit: Unit
    count: int

    def __str__(self) -> str:
        return f"{self.count} {self.unit if self.count > 1 else self.unit.removesuffix('s')}"


@dataclass(frozen=True, slots=True, order=True)
class Configuration:
    """A segmenter and an extractor that work together, or a summarizer in their place; it prints as it parses.

    What does not apply is empty or 0: all but the length for a summarizer, and `sentences` where `words` are given.

    >>> str(Configuration("c99", "kea", phrases=20))
    'configuration(c99, kea, phrases=20, threshold=1, match=stems, sentences=5)'
    >>> Configuration.parse("configuration(c99, kea, phrases=20)") == Configuration("c99", "kea", phrases=20)
    True
    >>> str(Configuration(summarizer="lead", words=100))
    'configuration(summarizer=lead, words=100)'
    """

    segmenter: str = ""
    extractor: str = ""
    #: How many key phrases, the best ones, are looked for.
    phrases: int = 10
    #: Sentences with at least this many of them come before those with fewer.
    threshold: int = 1
    match: Match | Literal[""] = "stems"
    #: How many sentences the summary has, or how many words at most.
    sentences: int = 5
    #: Any registered summarizer, with its options, in place of segments and key phrases.
    summarizer: str = ""
    words: int = 0

    def __post_init__(self) -> None:
        if self.words:
            self._clear("words", sentences=5)
        if self.summarizer:
            self._clear("a summarizer", segmenter="", extractor="", phrases=10, threshold=1, match="stems")
            object.__setattr__(self, "summarizer", _checked(self.summarizer))
        else:
            if not (self.segmenter and self.extractor):
                raise SettingError("a configuration names a segmenter and an extractor, or a summarizer")
            SEGMENTERS[self.segmenter], EXTRACTORS[self.extractor]  # raise an error for unknown names
            if self.match not in get_args(Match):
                raise SettingError(f"match must be stems or words, not {self.match!r}")
            self._check_numbers("phrases", "threshold")
        self._check_numbers("words" if self.words else "sentences")

    def _clear(self, given: str, **usual: str | int) -> None:
        """Empty the parameters that do not apply; refuse other values than the usual ones."""
        for name, value in usual.items():
            nothing = type(value)()
            if getattr(self, name) not in (value, nothing):
                raise SettingError(f"a configuration with {given} has no {name}, but here it is {getattr(self, name)}")
            object.__setattr__(self, name, nothing)

    def _check_numbers(self, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if not 1 <= value <= _MOST[name]:
                raise SettingError(
                    f"{name} of a configuration must be a whole number from 1 to {_MOST[name]:,}, not {value!r:.24}"
                )

    @property
    def without_length(self) -> tuple[str | int, ...]:
        """The parameters that decide the order of sentences: all but their number."""
        return self.segmenter, self.extractor, self.phrases, self.threshold, self.match, self.summarizer

    @property
    def size(self) -> Size:
        return Size("words", self.words) if self.words else Size("sentences", self.sentences)

    @classmethod
    def of_summarizer(cls, name: str, size: Size) -> Configuration:
        """Return the configuration of a summarizer for summaries of this length."""
        words = size.count if size.unit == "words" else 0
        return cls(summarizer=name, sentences=0 if words else size.count, words=words)

    def __str__(self) -> str:
        names = ("summarizer",) if self.summarizer else ("phrases", "threshold", "match")
        options = {name: getattr(self, name) for name in (*names, self.size.unit)}
        if self.summarizer:
            options["summarizer"] = parse_spec(self.summarizer)
        return str(Spec("configuration", () if self.summarizer else (self.segmenter, self.extractor), options))

    @classmethod
    def parse(cls, text: str) -> Configuration:
        """Read what `str` prints; options that are left out have their usual values."""
        spec = parse_spec(text)
        if spec.name != "configuration":
            raise UnknownNameError("configuration", spec.name, ["configuration(segmenter, extractor, phrases=10, …)"])
        options = {name: str(v) if isinstance(v, Spec) else v for name, v in spec.options.items()}
        return build("configuration", cls, Spec(spec.name, spec.arguments, options))


def _checked(name: str) -> str:
    """Return a summarizer with its options as it prints."""
    if name.partition("(")[0].strip() in _MODELS:
        why = "because it has a model of its own; use another one, see `sumspace list summarizers`"
        raise SettingError(f"{name!r:.40} cannot be a configuration, {why}")
    return str(parse_summarizer(name))


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
    sentences: Sequence[int] = (),
    summarizers: Sequence[str] = (),
    words: Sequence[int] = (),
    kind: Grid = "all",
) -> tuple[Configuration, ...]:
    """Combine everything with everything; without names of segmenters or extractors, all that work here.

    Summarizers that are named are configurations too, whatever the kind of grid; without names, the quick ones are in
    all but the paper's. Without lengths, there are those of the paper.

    >>> len(grid(["none", "c99"], ["kea"], sentences=[3], kind="paper")), len(grid(kind="summarizers", words=[100]))
    (12, 9)
    """
    if not sentences and not words:
        sentences = SENTENCES
    for length in chain(sentences, words):
        if length < 1:
            raise SettingError(f"summaries need a length of at least 1, not {length!r:.24}")
    lengths = [(number, 0) for number in sentences] + [(0, number) for number in words]
    rankings: list[tuple[str, str, int, int, Match]] = []
    if kind != "summarizers":
        rankings += product(segmenters or SEGMENTERS, extractors or usable_extractors(), phrases, thresholds, matches)
    plain = summarizers or (() if kind == "paper" else QUICK)
    configurations = [Configuration(*ranking, a, words=b) for ranking in rankings for a, b in lengths]
    configurations += [Configuration(summarizer=name, sentences=a, words=b) for name in plain for a, b in lengths]
    if not configurations or (kind != "summarizers" and not rankings):
        raise SettingError("no configuration: name at least one value of every parameter")
    return tuple(dict.fromkeys(configurations))


def combinations(configurations: Sequence[Configuration]) -> dict[tuple[str, str], list[int]]:
    """Return the indices of the configurations of each pair of a segmenter and an extractor, or of a summarizer."""
    indices: dict[tuple[str, str], list[int]] = {}
    for index, configuration in enumerate(configurations):
        pair = configuration.segmenter or configuration.summarizer, configuration.extractor
        indices.setdefault(pair, []).append(index)
    return indices


def groups_of(configurations: Sequence[Configuration]) -> dict[Size, Integers]:
    """Return the indices of the configurations of each length, in ascending order of lengths."""
    sizes = [configuration.size for configuration in configurations]
    return {size: np.array([i for i, own in enumerate(sizes) if own == size]) for size in sorted(set(sizes))}


def nearest_length(configurations: Sequence[Configuration], size: Size, words: float) -> Integers:
    """Return the indices of the configurations whose summaries are nearest to this length, on ties the shorter ones.

    Lengths in the same unit come first; where there are none, a sentence counts as so many words.
    """
    groups = groups_of(configurations)
    own = [length for length in groups if length.unit == size.unit]
    factor = 1 if own else (max(words, 1.0) if size.unit == "sentences" else 1 / max(words, 1.0))
    wanted = size.count * factor
    return groups[min(own or groups, key=lambda length: (abs(length.count - wanted), length.count))]


def settings_of(configurations: Sequence[Configuration]) -> Integers:
    """Number the values of every parameter from 0, as learners see them: [configuration, parameter]."""
    names = [field.name for field in fields(configurations[0])]
    columns = [[getattr(configuration, name) for configuration in configurations] for name in names]
    return np.array([np.unique(column, return_inverse=True)[1] for column in columns], dtype=np.int64).T
