"""Snowball stemmers by language, through PyStemmer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LANGUAGES", "stemmer"]

#: ISO 639-1 codes and the names Snowball gives its algorithms.
LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali",
    "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stemmer(language: str) -> Callable[[str], str] | None:
    """Return the stemmer of a language, or None for a language whose words Snowball leaves alone."""
    import Stemmer

    if language not in LANGUAGES:
        return None
    try:
        stem: Callable[[str], str] = Stemmer.Stemmer(LANGUAGES[language]).stemWord
    except KeyError:
        raise SettingError(f"this PyStemmer has no stemmer for {language!r}; upgrade it or use --no-stem") from None
    return stem
