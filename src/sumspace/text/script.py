"""The scripts that texts are written in: which profile and language suit them, and which letters ASCII tokens lose."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterable

#: From this share of letters outside the Latin script on, tokens of ASCII letters cannot hold a corpus.
_FOREIGN = 0.2
#: The scripts that are distinguished, and the language each stands for where it is the script of most letters.
_LANGUAGES = {
    "Han": "zh", "Hiragana": "ja", "Katakana": "ja", "Hangul": "ko", "Arabic": "ar", "Cyrillic": "ru", "Greek": "el",
    "Devanagari": "hi", "Hebrew": "he", "Thai": "th", "Tamil": "ta", "Telugu": "te", "Bengali": "bn", "Gujarati": "gu",
    "Kannada": "kn", "Malayalam": "ml", "Gurmukhi": "pa", "Sinhala": "si", "Armenian": "hy", "Georgian": "ka",
    "Khmer": "km", "Lao": "lo", "Myanmar": "my", "Ethiopic": "am",
}  # fmt: skip
#: With this share of kana among its letters, a text in Han characters is Japanese.
_KANA = 0.05
#: So many characters of a text are looked at.
_BEGINNING = 2_000
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())


def scripts_of(texts: Iterable[str]) -> Counter[str]:
    """Count the letters of each script.

    >>> scripts_of(["Tōkyō is 東京."])
    Counter({'Latin': 7, 'Han': 2})
    """
    letters: Counter[str] = Counter()
    for text in texts:
        if text.isascii():
            letters["Latin"] += len(text[:_BEGINNING].encode().translate(None, _NO_LETTERS))
        else:
            letters.update(map(_script, _letters().findall(text[:_BEGINNING])))
    return letters


@cache
def _letters() -> regex.Pattern[str]:
    return regex.compile(r"\p{L}")


@cache
def _known() -> regex.Pattern[str]:
    scripts = ("Latin", *_LANGUAGES)
    return regex.compile("|".join(rf"(?P<{script}>\p{{{script}}})" for script in scripts))


@cache
def _script(letter: str) -> str:
    known = _known().match(letter)
    return str(known.lastgroup) if known else "other"


def suits(texts: Iterable[str]) -> tuple[str, str | None]:
    """Return the profile that suits texts, and their language where their script says which.

    ROUGE's own tokens are runs of ASCII letters: they suit all but texts with a fifth or more of their letters outside
    the Latin script.

    >>> suits(["A cat sat."]), suits(["猫坐在垫子上。"]), suits(["Кошка сидела."])
    (('rouge155', None), ('unicode', 'zh'), ('unicode', 'ru'))
    """
    letters = scripts_of(texts)
    total = letters.total()
    foreign = total - letters["Latin"]
    if not total or foreign < _FOREIGN * total:
        return "rouge155", None
    kana = letters["Hiragana"] + letters["Katakana"]
    if kana > _KANA * total:
        return "unicode", "ja"
    script, most = letters.most_common(1)[0]
    return "unicode", _LANGUAGES.get(script) if 2 * most > total else None


def lost_share(texts: Iterable[str]) -> float:
    """Return the share of letters that tokens of ASCII letters lose.

    >>> lost_share(["über"]), lost_share(["東京"]), lost_share(["1999"])
    (0.25, 1.0, 0.0)
    """
    kept = lost = 0
    for text in texts:
        beginning = text[:_BEGINNING]
        in_ascii = beginning.encode("ascii", "ignore")
        kept += len(in_ascii.translate(None, _NO_LETTERS))
        if 100 * (len(beginning) - len(in_ascii)) > len(beginning):  # more than a few dashes and quotes
            lost += len(_letters().findall("".join(character for character in beginning if not character.isascii())))
    return lost / (kept + lost) if lost else 0.0
