"""A profile names the whole chain from a text to its tokens, prints as it parses, and goes into signatures."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sumspace.errors import SettingError, UnknownNameError

__all__ = ["PROFILES", "Profile"]

#: Each profile and what it is for.
PROFILES = {
    "rouge155": "ROUGE-1.5.5 to the last digit: ASCII tokens, its Porter stemmer with WordNet's exceptions",
    "rouge-score": "the rouge-score package: ASCII tokens, NLTK's Porter stemmer, best reference by F, no rounding",
    "unicode": "words of any script by Unicode rules, CJK by character, Snowball stemmers by --language",
}

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Profile:
    """How texts become tokens.

    >>> str(Profile("rouge155", stopwords=True))
    'rouge155+stem+stopwords'
    >>> Profile.parse("unicode+stem+language=de") == Profile("unicode", language="de")
    True
    """

    name: str = "rouge155"
    #: Reduce words to stems.
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
            object.__setattr__(self, "split", "lines" if self.name == "rouge-score" else "sentences")

    def __str__(self) -> str:
        usual = Profile(self.name)
        parts = [
            self.name,
            "stem" if self.stem else "nostem",
            "stopwords" if self.stopwords else "",
            f"language={self.language}" if self.language != usual.language else "",
            self.split if self.split != usual.split else "",
        ]
        return "+".join(part for part in parts if part)

    @classmethod
    def parse(cls, text: str) -> Profile:
        """Read what `str` prints; a bare name is that profile as it is usually used, with stemming."""
        name, *options = text.split("+")
        profile = cls(name, stem="nostem" not in options)
        for option in options:
            key, _, value = option.partition("=")
            if key == "language":
                profile = replace(profile, language=value)
            elif option in ("sentences", "lines"):
                profile = replace(profile, split=option)
            elif option == "stopwords":
                profile = replace(profile, stopwords=True)
            elif option not in ("stem", "nostem"):
                known = ["stem", "nostem", "stopwords", "language=CODE", "sentences", "lines"]
                raise UnknownNameError("profile option", option, known)
        return profile
