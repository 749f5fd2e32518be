"""A profile names the whole chain from a text to its tokens, prints as it parses, and goes into signatures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal

from sumspace.errors import SettingError, UnknownNameError
from sumspace.spec import Spec, parse_spec
from sumspace.text.script import suits
from sumspace.text.stemmers import snowball

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


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

#: In the place of a name: the profile that suits the texts.
AUTO = "auto"
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
#: What each option of a profile says.
_OPTIONS: dict[str, tuple[str, bool | str]]
_OPTIONS = {"stem": ("stem", True), "nostem": ("stem", False), "stopwords": ("stopwords", True)}
_OPTIONS |= {split: ("split", split) for split in ("sentences", "lines")}
_OPTIONS |= {"clauses": ("clauses", True)}


@dataclass(frozen=True, slots=True)
class Profile:
    """How texts become tokens.

    >>> str(Profile("rouge155", stopwords=True))
    'rouge155(stem, stopwords)'
    >>> Profile.parse("unicode(lines, language=de)") == Profile("unicode", language="de", split="lines")
    True
    """

    name: str = "rouge155"
    #: Reduce words to stems; under `unicode`, off for languages without a stemmer.
    stem: bool = True
    #: Remove ROUGE's stop words before stemming.
    stopwords: bool = False
    #: For sentence splitting, and for stemming under `unicode`.
    language: str = "en"
    #: What a sentence of a raw summary is, for measures that need sentences: split by sentencex, or `lines`.
    split: str = ""
    #: Take clauses in the place of a document's sentences, so that extracts are made of them.
    clauses: bool = False
    #: Whether `auto` chose it in the place of rouge155; it changes nothing but the signature.
    chosen: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if self.name not in PROFILES:
            raise UnknownNameError("profile", self.name, [AUTO, *PROFILES])
        if not _LANGUAGE.fullmatch(self.language):
            raise SettingError(f"a language is a code such as en, de or zh, not {self.language!r}")
        if self.split not in ("sentences", "lines", ""):
            raise SettingError(f"a raw summary is split into sentences or lines, not {self.split!r}")
        if not self.split:
            object.__setattr__(self, "split", self.program.split)
        if self.program.stemmer == "snowball" and not snowball.algorithm(self.language):
            object.__setattr__(self, "stem", False)

    def __str__(self) -> str:
        arguments = ["stem" if self.stem else "nostem"]
        arguments += ["stopwords"] if self.stopwords else []
        arguments += [self.split] if self.split != self.program.split else []
        arguments += ["clauses"] if self.clauses else []
        return str(Spec(self.name, tuple(arguments), {"language": self.language} if self.language != "en" else {}))

    @property
    def signature(self) -> str:
        """What signatures say of it.

        >>> Profile("unicode", language="zh", chosen=True).signature
        'profile:unicode(nostem, language=zh) | chosen:auto'
        """
        return f"profile:{self} | chosen:auto" if self.chosen else f"profile:{self}"

    @property
    def program(self) -> Program:
        return PROFILES[self.name]

    @property
    def of_content(self) -> Profile:
        """The same for the stems of content words alone; all words where there is no stop list for the language."""
        return replace(self, stem=True, stopwords=self.language == "en")

    @classmethod
    def parse(cls, text: str, texts: Callable[[], Iterable[str]] = tuple, **told: bool | str | None) -> Profile:
        """Read what `str` prints, or a bare name, which stems; further fields, if not None, take precedence.

        In the place of a name, `auto` is the profile that suits some texts: rouge155 unless their script is not Latin.

        >>> str(Profile.parse("auto", lambda: ["猫坐在垫子上。"]))
        'unicode(nostem, language=zh)'
        """
        if "+" in text:
            name, *options = text.split("+")
            options.sort(key=lambda option: "=" in option)
            raise SettingError(f"a profile is written as {name}({', '.join(options)}), not {text}")
        spec = parse_spec(text)
        fields: dict[str, Any] = {}
        for option in map(str, spec.arguments):
            if option not in _OPTIONS:
                raise UnknownNameError("profile option", option, [*_OPTIONS, "language=CODE"])
            name, value = _OPTIONS[option]
            if fields.setdefault(name, value) != value:
                raise SettingError(f"the profile {text} says {option} and its opposite")
        for option, value in spec.options.items():
            if option != "language":
                raise UnknownNameError("profile option", f"{option}=", [*_OPTIONS, "language=CODE"])
            fields[option] = str(value)
        fields |= {name: value for name, value in told.items() if value is not None}
        if spec.name != AUTO:
            return cls(spec.name, **fields)
        suitable, language = suits(texts())
        fields |= {"language": language} if language and "language" not in fields else {}
        return cls(suitable, **fields, chosen=suitable != "rouge155")

    def libraries(self, by_sentence: bool) -> Iterator[str]:
        """Name the libraries that decide what tokens and, `by_sentence`, what sentences are, with their versions."""
        if by_sentence:
            yield f"sentencex {version('sentencex')}"
        if self.program.tokens == "unicode":
            yield f"regex {version('regex')}"
            if self.stem:
                yield f"PyStemmer {version('PyStemmer')}"
