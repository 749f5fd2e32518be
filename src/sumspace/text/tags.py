"""Parts of speech: the tag of every word, by TextBlob's tagger, an extra that need not be installed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.text.words import TextWords


_LOADING = Lock()


def available() -> bool:
    return find_spec("textblob") is not None


def is_noun(tag: str) -> bool:
    """Say whether a tag is that of a noun or a name, singular or plural."""
    return tag.startswith("NN")


def is_nominal(tag: str) -> bool:
    """Say whether a tag is that of a noun, a name or an adjective that compares nothing."""
    return is_noun(tag) or tag == "JJ"


def tag(words: Sequence[str]) -> list[str]:
    """Return the Penn Treebank tags of an English sentence's words, as they are written: capitals count.

    The tagger knows the usual tag of 94,000 words and goes by capitals, digits and endings with others. The words
    around have no say, so that punctuation may be left out.

    >>> tag(["Hidden", "models", "of", "Markov", "chains"])
    ['VBN', 'NNS', 'IN', 'NNP', 'NNS']
    """
    return [kind for _, kind in _tagger()(list(words))]


def tag_text(text: TextWords, purpose: str) -> list[str]:
    """Tag a text sentence by sentence; if that cannot be done, an error says what it was for."""
    if text.language != "en":
        raise SettingError(f"{purpose} needs part-of-speech tags, which are for English ('en'), not {text.language!r}")
    if not available():
        raise SettingError(f"{purpose} needs part-of-speech tags: pip install 'sumspace[tags]'")
    return [kind for first, last in text.sentences for kind in tag(text.words[first:last])]


@cache
def _tagger() -> Any:
    """Load the lexicon, behind a lock: another thread must not see half of it. TextBlob leaves its file open."""
    with _LOADING, catch_warnings():
        simplefilter("ignore", ResourceWarning)
        from textblob.en import lexicon, parser

        lexicon.get("the")
    return parser.find_tags
