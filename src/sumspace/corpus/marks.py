"""The marks of a corpus as a whole: of what kind they are, and how many are missing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sumspace.corpus.model import is_sound
from sumspace.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sumspace.corpus.model import Example
    from sumspace.corpus.records import Record


class MarkKinds:
    """Of what kind the marks of each aspect are, letters or numbers, which must not change within a corpus.

    What single raters gave may be letters where the averages are numbers.
    """

    def __init__(self) -> None:
        #: By aspect, and whether they are of single raters: the kind, and where the first of that kind stands.
        self._first: dict[tuple[str, bool], tuple[str, str]] = {}

    def check(self, record: Record) -> Problem | None:
        """Return what is wrong with the first mark that is of another kind than those before it."""
        for field, aspect, mark in _raw_marks(record.data):
            kind = "a letter" if isinstance(mark, str) else "a number"
            place = record.file if record.line is None else f"{record.file}:{record.line}"
            first, where = self._first.setdefault(
                (aspect, field.startswith("judgement_raters")), (kind, f"{place}, {field}")
            )
            if first != kind:
                message = f"is {kind}, and {where} is {first}; mark an aspect by letters or by numbers, not by both"
                return Problem(record.file, message, record.line, field)
        return None


def _raw_marks(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Go through the marks of a sound record as they are written, but for those that are missing."""
    for field in ("judgements", "reference_judgements", "judgement_raters"):
        for name, aspects in (data.get(field) or {}).items():
            for aspect, given in (aspects or {}).items():
                for place, mark in enumerate(given) if isinstance(given, list | tuple) else (("", given),):
                    if is_sound(mark):
                        yield f"{field}.{name}.{aspect}" + (f"[{place}]" if place != "" else ""), aspect, mark


class Marks:
    """How many marks people gave the systems of a domain, and how many are missing.

    A mark is missing where a system that was judged has a summary of a document, or another mark on it, and none on an
    aspect that was judged somewhere in the domain.
    """

    def __init__(self) -> None:
        #: How often each system was judged on each aspect, and how many documents it has a summary of or marks for.
        self._marks: Counter[tuple[str, str]] = Counter()
        self._documents: Counter[str] = Counter()

    def add(self, example: Example) -> None:
        self._documents.update({**example.systems, **example.judgements}.keys())
        self._marks.update((system, aspect) for system, aspects in example.judgements.items() for aspect in aspects)

    @property
    def given(self) -> int:
        return self._marks.total()

    @property
    def missing(self) -> int:
        systems, aspects = {system for system, _ in self._marks}, {aspect for _, aspect in self._marks}
        return sum(self._documents[system] for system in systems) * len(aspects) - self.given
