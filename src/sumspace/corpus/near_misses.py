"""Fields that nobody reads although they are called almost like one of ours."""

from __future__ import annotations

import warnings
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from sumspace.errors import CorpusNote

if TYPE_CHECKING:
    from sumspace.corpus.records import Record

#: What is as often a reference as a summary by a system.
_SUMMARIES = ("abstract", "abstracts", "summaries", "summary")
#: From this likeness on, a name is taken for a misspelt one: `judgments`, but not `sentence_ids`.
_ALIKE = 0.88


@cache
def meant_by(name: str) -> tuple[str, ...]:
    """Return the fields that a name is probably meant for; none where it is one of ours, or like none of them.

    >>> meant_by("Judgments"), meant_by("summaries"), meant_by("systems"), meant_by("url")
    (('judgements',), ('references', 'systems'), (), ())
    """
    from sumspace.corpus.columns import OURS

    plain = name.strip().lower()
    if name in OURS:
        return ()
    if plain in _SUMMARIES:
        return ("references", "systems")
    return tuple(get_close_matches(plain, OURS, n=1, cutoff=_ALIKE))


class NearMisses:
    """Goes through the records of a corpus, and says once for each file and field what is not read.

    Rows of tables, which have columns of their own, are not looked at, nor are numbers, which no field of ours is.
    """

    def __init__(self) -> None:
        self._seen: set[tuple[str, str]] = set()

    def look(self, record: Record) -> None:
        for name, value in () if record.names else record.data.items():
            if not isinstance(value, str | list | dict) or (record.file, name) in self._seen:
                continue
            self._seen.add((record.file, name))
            meant = meant_by(name)
            if meant:
                fields = " or ".join(map(repr, meant))
                message = f"{record.file}: the field {name!r} is not read; rename it if it is meant as {fields}"
                warnings.warn(message, CorpusNote, stacklevel=3)
