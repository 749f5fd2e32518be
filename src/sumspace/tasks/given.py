"""External scores of systems, beside the spaces of their documents: each score, and means."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from sumspace.corpus.model import ALL
from sumspace.errors import NotDefinedError
from sumspace.measures.given import describe_unused, given_measures, without_summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.corpus.model import Example
    from sumspace.measures.given import Given


@dataclass
class _Mean:
    """A system's scores so far."""

    documents: int = 0
    score: float = 0.0


class GivenScores:
    """External scores of systems: means over documents, without a space; examples come one by one."""

    def __init__(self, measures: Iterable[Given], references: Literal["all", "each"], *, discover: bool) -> None:
        self._discover = discover
        self._references = references
        #: By measure and system.
        self._totals: dict[Given, dict[str, _Mean]] = {measure: {} for measure in measures}
        #: How many summaries there are, by each reference where they are judged so.
        self._summaries = 0
        self._unused: Counter[str] = Counter()
        #: Of single summaries, until they are taken.
        self.records: list[dict[str, Any]] = []

    @property
    def measures(self) -> tuple[Given, ...]:
        """The metrics that were asked for and, where those of the corpus count, those that came up so far."""
        return tuple(self._totals)

    def watch(self, examples: Iterable[Example]) -> Iterator[Example]:
        """Pass examples on, and add up the external scores of their summaries."""
        for example in examples:
            for measure in given_measures([example]) if self._discover else ():
                self._totals.setdefault(measure, {})
            self._add(example)
            self._unused += without_summary(example)
            yield example

    def _add(self, example: Example) -> None:
        each = [reference.id for reference in example.references] if self._references == "each" else []
        self._summaries += len(example.systems) * len(each or [ALL])
        for measure, totals in self._totals.items():
            for system, reference in product(example.systems, each or [ALL]):
                value = measure.score_of(example, system, reference)
                if value is None:
                    continue
                total = totals.setdefault(system, _Mean())
                total.documents += 1
                total.score += value
                self.records.append(
                    {
                        "id": example.id,
                        "domain": example.domain,
                        "system": system,
                        "reference": reference,
                        "measure": str(measure),
                        "score": value,
                    }
                )

    def take(self, *, each: bool) -> list[dict[str, Any]]:
        """Return the records of single summaries, if wanted, and forget them."""
        taken, self.records = self.records if each else [], []
        return taken

    def means(self, signature: str, *, complete: bool) -> Iterator[dict[str, Any]]:
        """Yield a record for each system on each metric, the best first; refuse a metric that no summary has."""
        for measure, totals in self._totals.items():
            if not totals and complete:
                raise NotDefinedError(f"{measure} is not defined for any summary; no system has such a score")
            for system, total in sorted(totals.items(), key=lambda item: -item[1].score / item[1].documents):
                yield {
                    "id": None,
                    "domain": None,
                    "system": system,
                    "reference": self._references,
                    "measure": str(measure),
                    "documents": total.documents,
                    "score": total.score / total.documents,
                    "signature": signature,
                }

    def notes(self) -> list[str]:
        """Say that there is no space for these scores, and how many are missing."""
        if not self._totals:
            return []
        names = ", ".join(map(str, self._totals))
        notes = [f"external scores have no space of extracts, only means: {names}"]
        for measure, totals in self._totals.items():
            missing = self._summaries - sum(total.documents for total in totals.values())
            if missing:
                notes.append(f"{measure} is not defined for {missing:,} of the {self._summaries:,} summaries")
        return [*notes, *describe_unused(self._unused)]
