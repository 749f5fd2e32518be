"""What do these summaries score: every system of a corpus on any measures, each summary and on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sumspace import __version__
from sumspace.compute.threads import in_chunks, ordered_map
from sumspace.errors import SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import evaluate
from sumspace.studies.signature import libraries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Measure, Scores
    from sumspace.measures.setting import Setting
    from sumspace.stats.bootstrap import Bootstrap, Interval
    from sumspace.text.passage import Passage

    Table = NDArray[np.float64]

__all__ = ["Average", "CorpusScores", "Plan", "Row", "score_corpus"]

_CHUNK = 256


@dataclass(frozen=True, slots=True)
class Plan:
    """What to score, and how."""

    measures: tuple[Measure, ...]
    setting: Setting
    bootstrap: Bootstrap
    #: Judge by all references together, or by each one alone.
    references: Literal["all", "each"] = "all"
    #: Score these systems only; none named means all.
    systems: tuple[str, ...] = ()
    jobs: int | None = None

    def __str__(self) -> str:
        measures = ",".join(map(str, self.measures))
        choices = [measures, str(self.setting), f"references:{self.references}", str(self.bootstrap)]
        limited = self.setting.limit or any(measure.by_sentence for measure in self.measures)
        split = bool(limited) and self.setting.profile.split == "sentences"
        return " | ".join([f"sumspace {__version__}", *choices, *libraries(self.setting.profile, by_sentence=split)])


@dataclass(frozen=True, slots=True)
class Row:
    """The score of one summary on one measure."""

    id: str
    system: str
    reference: str
    measure: str
    recall: float
    precision: float
    f1: float


@dataclass(frozen=True, slots=True)
class Average:
    """A system's average score on one measure, with confidence intervals."""

    system: str
    measure: str
    summaries: int
    recall: Interval
    precision: Interval
    f1: Interval


@dataclass(frozen=True, slots=True)
class CorpusScores:
    """All scores of a corpus."""

    plan: Plan
    examples: int
    #: For every scored summary: document, system, reference; and its scores, by measure.
    keys: list[tuple[str, str, str]]
    scores: dict[str, Table]

    def incomplete(self) -> Iterator[tuple[str, int]]:
        """Systems that do not have a summary of every document, and of how many they have."""
        documents: dict[str, set[str]] = {}
        for id_, system, _ in self.keys:
            documents.setdefault(system, set()).add(id_)
        return ((system, len(ids)) for system, ids in documents.items() if len(ids) < self.examples)

    def rows(self) -> Iterator[Row]:
        """Every summary on every measure."""
        for i, key in enumerate(self.keys):
            for measure, table in self.scores.items():
                yield Row(*key, measure, *table[i].tolist())

    def averages(self) -> Iterator[Average]:
        """Every system on every measure."""
        for system, places in self._places().items():
            tables = [table[places] for table in self.scores.values()]
            for measure, intervals in zip(self.scores, self._intervals(tables), strict=True):
                yield Average(system, measure, len(places), *intervals)

    def _intervals(self, tables: list[Table]) -> Iterator[list[Interval]]:
        """Average recall, precision and F of each table, as the profile's program does."""
        bootstrap = self.plan.bootstrap
        if self.plan.setting.profile.program.as_script:
            # The official script draws the same resamples for every measure: once is enough.
            found = bootstrap.rouge155(np.concatenate(tables, axis=1))
            yield from (found[i : i + 3] for i in range(0, len(found), 3))
        else:
            random = np.random.RandomState(bootstrap.seed)
            yield from (bootstrap.rouge_score(table, random) for table in tables)

    def _places(self) -> dict[str, list[int]]:
        """Where each system's summaries are, in the order in which they are resampled.

        For the official script that is the string order of "document.system", for rouge-score that of the corpus.
        """
        places: dict[str, list[int]] = {}
        for i, (_, system, _) in enumerate(self.keys):
            places.setdefault(system, []).append(i)
        if self.plan.setting.profile.program.as_script:
            parts = 2 if self.plan.references == "all" else 3
            for chosen in places.values():
                chosen.sort(key=lambda i: ".".join(self.keys[i][:parts]))
        return places


def score_corpus(examples: Iterable[Example], plan: Plan, peers: Sequence[Peer] = ()) -> CorpusScores:
    """Score the systems of the corpus and those that lie beside it; nothing is returned unless all is well."""
    ids: list[str] = []
    keys: list[tuple[str, str, str]] = []
    known = {peer.name for peer in peers}
    tables: dict[str, list[Any]] = {str(measure): [] for measure in plan.measures}

    def score(
        chunk: list[tuple[int, Example]],
    ) -> tuple[list[str], list[tuple[str, str, str]], dict[Measure, Scores]]:
        known.update(*(example.systems for _, example in chunk))
        tasks = [task for place, example in chunk for task in _tasks(example, place, plan, peers)]
        found = evaluate([pair for _, pair in tasks], plan.measures, plan.setting)
        return [example.id for _, example in chunk], [key for key, _ in tasks], found

    for names, chunk_keys, found in ordered_map(score, in_chunks(enumerate(examples), _CHUNK), plan.jobs):
        ids += names
        keys += chunk_keys
        for measure, scores in found.items():
            tables[str(measure)].append(np.stack([scores.recall, scores.precision, scores.f1], axis=1))
    for peer in peers:
        peer.check_against(ids)
    missing = [system for system in plan.systems if system not in known]
    if missing:
        raise SettingError(f"no summaries by {missing[0]!r}; there are: {', '.join(sorted(known)) or 'none'}")
    if not keys:
        raise SettingError("there are no system summaries in this corpus; name some with --peer NAME=FILE")
    return CorpusScores(plan, len(ids), keys, {name: np.concatenate(parts) for name, parts in tables.items()})


def _tasks(
    example: Example, place: int, plan: Plan, peers: Sequence[Peer]
) -> Iterator[tuple[tuple[str, str, str], Pair]]:
    summaries = list(_summaries(example, place, plan, peers))
    if summaries and not example.references:
        raise example.error(f"{example.id!r} has no references to score its summaries against", "references")
    for system, summary in summaries:
        if plan.references == "all":
            yield (
                (example.id, system, "all"),
                Pair(summary, tuple(reference.body for reference in example.references)),
            )
        else:
            for reference in example.references:
                yield (example.id, system, reference.id), Pair(summary, (reference.body,))


def _summaries(example: Example, place: int, plan: Plan, peers: Sequence[Peer]) -> Iterator[tuple[str, Passage]]:
    language = plan.setting.profile.language
    beside = {peer.name: found for peer in peers if (found := peer.find(example, place, language)) is not None}
    for system in {**example.systems, **beside}:
        if not plan.systems or system in plan.systems:
            yield system, beside[system] if system in beside else example.summary(system, language)
