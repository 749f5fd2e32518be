"""Length limits: ROUGE's `-l` (words) and `-b` (bytes), cutting the last sentence in the middle.

Lengths are those of the official script: white-space words, counted before tokenizing, stopping and stemming, where a
sentence that begins with white space begins with an empty word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sumspace.errors import SettingError, check_size

#: How a sentence is split into the words that a limit counts.
WordSplitter = Callable[[bytes], list[bytes]]


def words(sentence: bytes) -> list[bytes]:
    """Split at ASCII white space as Perl does with bytes."""
    parts = sentence.split()
    return [b"", *parts] if parts and sentence[:1].isspace() else parts


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `size` words or bytes, of the peer and the references or of the peer alone (Ceylan 2010)."""

    size: int
    unit: Literal["words", "bytes"] = "words"
    references: bool = True

    def __post_init__(self) -> None:
        if self.size <= 0:
            raise SettingError(f"a length limit must be at least 1, not {self.size} {self.unit}")
        check_size(f"--{self.unit}", self.size)

    def __str__(self) -> str:
        return f"{self.size} {self.unit} of {'peer and references' if self.references else 'peer'}"

    def cut(self, sentences: Sequence[bytes], splitter: WordSplitter = words) -> list[bytes]:
        """Keep the first `size` words or bytes; the bytes between sentences do not count."""
        kept: list[bytes] = []
        left = self.size
        for sentence in sentences:
            if self.unit == "words":
                parts = splitter(sentence)
                length, head = len(parts), b" ".join(parts[:left])
            else:
                length, head = len(sentence), sentence[:left]
            if length >= left:
                return [*kept, head]
            kept.append(sentence)
            left -= length
        return kept

    def cut_for_lcs(self, sentences: Sequence[bytes], splitter: WordSplitter = words) -> list[bytes]:
        """Cut as the official script does for ROUGE-L and -W, where `-b` forgets the sentences it has already taken.

        So only a sentence which is itself too long is cut and ends the summary.
        """
        if self.unit == "words":
            return self.cut(sentences, splitter)
        for i, sentence in enumerate(sentences):
            if len(sentence) >= self.size:
                return [*sentences[:i], sentence[: self.size]]
        return list(sentences)
