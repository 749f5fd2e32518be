"""A profile names the whole chain from a text to its tokens, prints as it parses, and goes into signatures."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from sumspace.errors import SettingError, UnknownNameError
from sumspace.text.stemmers import snowball

__all__ = ["PROFILES", "Profile", "Program"]


@dataclass(frozen=True, slots=True)
class Program:
    """What is particular to the program that a profile follows."""

    title: str
    tokens: Literal["ascii", "unicode"]
    stemmer: Literal["rouge155", "nltk", "snowball"]
    #: Where the sentences of a raw summary come from.
    split: Literal["sentences", "lines"]
    #: What it calls ROUGE-L.
    rouge_l: Literal["sentence", "summary"]
    #: How several references become one score, unless told otherwise.
    formula: Literal["A", "F"]
    #: Whether scores are rounded to five decimals, F is computed from rounded ones, and averages are the script's.
    as_script: bool


PROFILES = {
    "rouge155": Program(
        "ROUGE-1.5.5 to the last digit: ASCII tokens, its Porter stemmer with WordNet's exceptions",
        "ascii", "rouge155", "sentences", "summary", "A", as_script=True,
    ),
    "rouge-score": Program(
        "the rouge-score package: ASCII tokens, NLTK's Porter stemmer, best reference by F, no rounding",
        "ascii", "nltk", "lines", "sentence", "F", as_script=False,
    ),
    "unicode": Program(
        "words of any script by Unicode rules, CJK by character, Snowball stemmers by --language",
        "unicode", "snowball", "sentences", "summary", "A", as_script=True,
    ),
}  # fmt: skip

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
_OPTIONS = ("stem", "nostem", "stopwords", "language=CODE", "sentences", "lines")


@dataclass(frozen=True, slots=True)
class Profile:
    """How texts become tokens.

    >>> str(Profile("rouge155", stopwords=True))
    'rouge155+stem+stopwords'
    >>> Profile.parse("unicode+stem+language=de") == Profile("unicode", language="de")
    True
    """

    name: str = "rouge155"
    #: Reduce words to stems; under `unicode`, off for languages without a stemmer.
    stem: bool = True
    #: Remove ROUGE's stop words before stemming.
    stopwords: bool = False
    #: For sentence splitting, and for stemming under `unicode`.
    language: str = "en"
    #: What a sentence of a raw summary is, for measures that ask: `sentences` found by sentencex, or `lines`.
    split: str = ""

    def __post_init__(self) -> None:
        if self.name not in PROFILES:
            raise UnknownNameError("profile", self.name, PROFILES)
        if not _LANGUAGE.fullmatch(self.language):
            raise SettingError(f"a language is a code such as en, de or zh, not {self.language!r}")
        if self.split not in ("sentences", "lines", ""):
            raise SettingError(f"a raw summary is split into sentences or lines, not {self.split!r}")
        if not self.split:
            object.__setattr__(self, "split", self.program.split)
        if self.program.stemmer == "snowball" and not snowball.algorithm(self.language):
            object.__setattr__(self, "stem", False)

    def __str__(self) -> str:
        parts = [
            self.name,
            "stem" if self.stem else "nostem",
            "stopwords" if self.stopwords else "",
            f"language={self.language}" if self.language != "en" else "",
            self.split if self.split != self.program.split else "",
        ]
        return "+".join(part for part in parts if part)

    @property
    def program(self) -> Program:
        """The program that this profile follows."""
        return PROFILES[self.name]

    @classmethod
    def parse(cls, text: str) -> Profile:
        """Read what `str` prints; a bare name is that profile as it is usually used, with stemming."""
        name, *options = text.split("+")
        profile = cls(name, stem="nostem" not in options)
        for option in options:
            key, _, value = option.partition("=")
            if key == "language":
                profile = replace(profile, language=value, stem="nostem" not in options)
            elif option in ("sentences", "lines"):
                profile = replace(profile, split=option)
            elif option == "stopwords":
                profile = replace(profile, stopwords=True)
            elif option not in ("stem", "nostem"):
                raise UnknownNameError("profile option", option, _OPTIONS)
        return profile
