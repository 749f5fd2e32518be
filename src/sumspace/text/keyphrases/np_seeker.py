"""NP-Seeker: noun phrases with frequent heads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import EXTRACTORS, KeyphraseExtractor, Phrase, collect, ranked, without_parts
from sumspace.text.tags import is_nominal, is_noun, tag_text

if TYPE_CHECKING:
    from sumspace.text.words import TextWords


@EXTRACTORS.register("np-seeker")
@dataclass(frozen=True, slots=True)
class NPSeeker(KeyphraseExtractor):
    """Base noun phrases by frequency × length in words, of those whose head is among the most frequent (section 3).

    A base noun phrase is a noun, its head, with the adjectives and nouns before it. The paper finds them in a
    dictionary, this by tags, so that it is for English alone. Beyond the paper, stop words such as "other" are in none.
    Single letters are no phrases, and neither are parts of phrases that rank before them.
    """

    #: How many heads count, those of most noun phrases.
    heads: int = 30

    title: ClassVar[str] = "frequent and long noun phrases with frequent heads (needs the extra 'tags')"
    paper: ClassVar[str] = "Barker & Cornacchia 2000"
    needs_tags: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.heads < 1:
            raise SettingError(f"NP-Seeker's number of heads must be at least 1, not {self.heads}")

    def extract(self, text: TextWords) -> list[Phrase]:
        spans = noun_phrases(text, tag_text(text, "np-seeker"))
        frequent = {head for head, _ in Counter(text.stems[last - 1] for _, last in spans).most_common(self.heads)}
        phrases = [phrase for phrase in collect(text, spans) if phrase.stems[-1] in frequent and len(phrase.text) > 1]
        return without_parts(ranked((phrase, phrase.count * len(phrase.stems)) for phrase in phrases))


def noun_phrases(text: TextWords, tags: list[str]) -> list[tuple[int, int]]:
    """Return the longest sequences of nouns and adjectives inside runs that end with a noun."""
    allowed = [ok and is_nominal(tag) for ok, tag in zip(text.content, tags, strict=True)]
    spans = []
    for first, last in text.stretches(allowed):
        ends = [i + 1 for i in range(first, last) if is_noun(tags[i])]
        spans += [(first, end) for end in ends[-1:]]
    return spans
