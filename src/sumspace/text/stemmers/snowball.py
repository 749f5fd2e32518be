"""Snowball stemmers by language, through PyStemmer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable


#: ISO 639-1 codes and the names Snowball gives its algorithms.
LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nb": "norwegian",
    "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def algorithm(language: str) -> str:
    """Return the name of a language's algorithm, whatever the region (pt-BR is pt); empty where there is none."""
    return LANGUAGES.get(language.split("-", maxsplit=1)[0], "")


def stemmer(language: str) -> Callable[[str], str]:
    import Stemmer

    try:
        stem: Callable[[str], str] = Stemmer.Stemmer(algorithm(language)).stemWord
    except KeyError:
        raise SettingError(f"this PyStemmer has no stemmer for {language!r}; upgrade it or use --no-stem") from None
    return stem
