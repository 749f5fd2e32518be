"""External scores are attached to the summaries that they belong to; those without a summary are named."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from sumspace.corpus.model import ALL, to_record
from sumspace.errors import CorpusError, Problem, UnmatchedScores

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.corpus.model import Example
    from sumspace.corpus.score_files import Place, ScoreTable


#: So many of those that have no summary are named.
_NAMED = 5


def attach_scores(examples: Iterable[Example], tables: Iterable[ScoreTable]) -> Iterator[Example]:
    """Yield examples with the scores of all tables; where a table has a metric, that of the example itself is replaced.

    Rows of documents, systems and references that are not there are counted and named in a warning at the end; where
    no row of a table has a summary, that is an error.
    """
    tables = tuple(tables)
    matches = [_Matches(own) for own in tables]
    documents = 0
    for documents, example in enumerate(examples, 1):
        scores: dict[str, dict[str, dict[str, float]]] = {}
        files: dict[Place, str] = {}
        for match in matches:
            for place, value in match.take(example, documents - 1):
                if place in files:
                    message = (
                        f"{files[place]} has {place[1]} of {place[0]!r} on {example.id!r} too; give one of the two"
                    )
                    raise CorpusError(Problem(match.table.file, message))
                files[place] = match.table.file
                scores.setdefault(place[0], {}).setdefault(place[1], {})[place[2]] = value
        if scores:
            merged = {**{system: {} for system in scores}, **example.scores}
            together = {system: {**own, **scores.get(system, {})} for system, own in merged.items()}
            # What is written of it is what it was, without these scores.
            example = replace(example, scores=together, record=to_record(example))  # noqa: PLW2901
        yield example
    for match in matches:
        match.check(documents)


class _Matches:
    """Which rows of a table have found their summaries so far."""

    def __init__(self, scores: ScoreTable) -> None:
        self.table = scores
        self._waiting = dict.fromkeys(scores.documents)
        self._matched: set[int] = set()
        #: The lines without a summary, by what it is that is not there.
        self._unmatched: dict[str, set[int]] = {}

    def take(self, example: Example, number: int) -> Iterator[tuple[Place, float]]:
        """Yield the scores of a document's summaries."""
        key = example.id if self.table.has_ids else number
        self._waiting.pop(key, None)
        references = {ALL, *(reference.id for reference in example.references)}
        for (system, metric, reference), (value, line) in self.table.documents.get(key, {}).items():
            by = ALL if reference not in references and not self.table.has_ids else reference
            if system not in example.systems:
                self._miss(f"system {system!r}", line)
            elif by not in references:
                self._miss(f"reference {reference!r}", line)
            else:
                self._matched.add(line)
                yield (system, metric, by), value

    def _miss(self, what: str, line: int) -> None:
        self._unmatched.setdefault(what, set()).add(line)

    def check(self, documents: int) -> None:
        """Raise if no row was used, or systems have not one line a document; warn of rows that were not used."""
        for system, count in self.table.lines.items():
            if count != documents:
                message = (
                    f"has {count:,} scores of {system!r}, a line each, for the {documents:,} documents of the corpus"
                )
                raise CorpusError(Problem(self.table.file, message))
        for key in self._waiting:
            for _, line in self.table.documents[key].values():
                self._miss(f"document {key!r}", line)
        counts = Counter({what: len(lines) for what, lines in self._unmatched.items()})
        counts.update({f"human summary {name!r}": count for name, count in self.table.humans.items()})
        if not counts:
            return
        named = [f"{what} ({count:,})" for what, count in counts.most_common(_NAMED)]
        others = sum(count for _, count in counts.most_common()[_NAMED:])
        which = ", ".join([*named, *([f"others ({others:,})"] if others else [])])
        if not self._matched:
            message = (
                f"not one of its {counts.total():,} rows has a summary here: {which}; use the corpus's ids and names"
            )
            raise CorpusError(Problem(self.table.file, message))
        rows, have = ("1 row", "has") if counts.total() == 1 else (f"{counts.total():,} rows", "have")
        message = f"{rows} of {self.table.file} {have} no summary here: {which}"
        warnings.warn(message, UnmatchedScores, stacklevel=3)
