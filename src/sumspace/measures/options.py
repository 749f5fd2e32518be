"""Options in the names of measures: `overlap(stems,text)` has two, which may come in any order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sumspace.measures.batch import Batch
    from sumspace.measures.similarity import Against

__all__ = ["Form", "Options", "in_form", "name_of", "pattern_of"]

#: What is a token: what the profile takes for one, a word as it is, or its stem.
Form = Literal["", "words", "stems"]


@dataclass(frozen=True, slots=True)
class Options:
    """What stands in the parentheses of a name."""

    against: Against = "references"
    form: Form = ""
    #: What else there is, such as a number.
    other: str = ""

    @classmethod
    def of(cls, match: re.Match[str]) -> Options:
        """Read them from a name that a pattern of `pattern_of` has matched."""
        given = set(re.split(r"\s*,\s*", match[1] or ""))
        against: Against = "text" if "text" in given else "references"
        form: Form = "words" if "words" in given else "stems" if "stems" in given else ""
        return cls(against, form, "".join(given - {"text", "words", "stems"}))


def pattern_of(name: str, *options: str) -> re.Pattern[str]:
    """Match a name alone, or with some of the options (regular expressions) behind it, each once and in any order.

    >>> bool(pattern_of("overlap", "words|stems", "text").fullmatch("overlap( text, stems )"))
    True
    """
    orders = [order for count in range(1, len(options) + 1) for order in permutations(options, count)]
    lists = "|".join(r"\s*,\s*".join(f"(?:{option})" for option in order) for order in orders)
    return re.compile(rf"{name}(?:\(\s*({lists})\s*\))?")


def name_of(name: str, *options: str) -> str:
    """Write a name with those of the options that say something; references need no word.

    >>> name_of("overlap", "stems", "references")
    'overlap(stems)'
    """
    said = ",".join(option for option in options if option not in ("", "references"))
    return f"{name}({said})" if said else name


def in_form(batch: Batch, form: Form) -> Batch:
    """Return the batch with its tokens in this form."""
    if not form:
        return batch
    return batch.stems if form == "stems" else batch.words
