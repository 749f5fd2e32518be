"""What do these summaries score: every system of a corpus on any measures, each summary and on average."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace import __version__
from sumspace.compute.threads import in_chunks, ordered_map
from sumspace.errors import SettingError
from sumspace.measures.scoring import evaluate
from sumspace.studies.bounds import bound_tasks, check_names
from sumspace.studies.signature import libraries
from sumspace.studies.tasks import tasks_of
from sumspace.studies.undefined import find_undefined, gather_undefined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Measure, Scores
    from sumspace.measures.scoring import Setting
    from sumspace.stats.resampling import Bootstrap, Interval
    from sumspace.studies.tasks import Key, Task
    from sumspace.studies.undefined import Undefined

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
    #: Whether a document without references, where a measure looks at them, is an error and not just left out.
    strict: bool = True

    def __str__(self) -> str:
        measures = ",".join(map(str, self.measures))
        choices = [measures, str(self.setting), f"references:{self.references}", str(self.bootstrap)]
        limited = self.setting.limit or any(measure.by_sentence for measure in self.measures)
        split = bool(limited) and self.setting.profile.split == "sentences"
        return " | ".join([f"sumspace {__version__}", *choices, *libraries(self.setting.profile, by_sentence=split)])


@dataclass(frozen=True, slots=True)
class Row:
    """The score of one summary on one measure; None where the measure is not defined for it."""

    id: str
    system: str
    reference: str
    measure: str
    recall: float | None
    precision: float | None
    f1: float | None


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
    #: For every scored summary, and every bound of a measure: document, system, reference; and its scores, by measure.
    keys: list[Key]
    #: How many of these are summaries; they come first, and bounds after them.
    summaries: int
    scores: dict[str, Table]
    undefined: tuple[Undefined, ...] = ()

    def incomplete(self) -> Iterator[tuple[str, int]]:
        """Systems that do not have a summary of every document, and of how many they have."""
        documents: dict[str, set[str]] = {}
        for id_, system, _ in self.keys[: self.summaries]:
            documents.setdefault(system, set()).add(id_)
        return ((system, len(ids)) for system, ids in documents.items() if len(ids) < self.examples)

    def rows(self) -> Iterator[Row]:
        """Every summary on every measure."""
        for i, key in enumerate(self.keys):
            for measure, table in self.scores.items():
                numbers = [None if np.isnan(number) else number for number in table[i].tolist()]
                if i < self.summaries or numbers[0] is not None:  # a bound of another measure has no value here
                    yield Row(*key, measure, *numbers)

    def averages(self) -> Iterator[Average]:
        """Every system on every measure, over the summaries for which it is defined."""
        for system, places in self._places().items():
            tables = {measure: table[places] for measure, table in self.scores.items()}
            tables = {measure: table[~np.isnan(table[:, 0])] for measure, table in tables.items()}
            for measure, intervals in self._intervals({name: table for name, table in tables.items() if len(table)}):
                yield Average(system, measure, len(tables[measure]), *intervals)

    def _intervals(self, tables: dict[str, Table]) -> Iterator[tuple[str, list[Interval]]]:
        """Average recall, precision and F of each table; those of ROUGE as the profile's program does."""
        bootstrap = self.plan.bootstrap
        theirs = {str(measure) for measure in self.plan.measures if measure.averaged_by_program}
        found = {name: bootstrap.plain(table) for name, table in tables.items() if name not in theirs}
        rouge = {name: table for name, table in tables.items() if name in theirs}
        if self.plan.setting.profile.program.as_script:
            # The official script draws the same resamples for every measure: once for all of one length is enough.
            for length in {len(table) for table in rouge.values()}:
                names = [name for name, table in rouge.items() if len(table) == length]
                intervals = bootstrap.rouge155(np.concatenate([rouge[name] for name in names], axis=1))
                found |= {name: intervals[3 * i : 3 * i + 3] for i, name in enumerate(names)}
        else:
            random = np.random.RandomState(bootstrap.seed)
            found |= {name: bootstrap.rouge_score(table, random) for name, table in rouge.items()}
        yield from ((name, found[name]) for name in tables)

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


@dataclass(frozen=True, slots=True)
class _Scored:
    """Some documents, scored: of their texts nothing is kept but what measures of the whole corpus still need."""

    ids: list[str]
    #: Of the summaries, and of the bounds.
    keys: tuple[list[Key], list[Key]]
    tables: dict[Measure, tuple[Table, Table]]
    undefined: list[Undefined]
    later: tuple[list[Task], list[Task]]


def score_corpus(examples: Iterable[Example], plan: Plan, peers: Sequence[Peer] = ()) -> CorpusScores:
    """Score the systems of the corpus and those that lie beside it; nothing is returned unless all is well."""
    known = {peer.name for peer in peers}
    whole = tuple(measure for measure in plan.measures if measure.of_whole_corpus)

    def score(chunk: list[tuple[int, Example]]) -> _Scored:
        known.update(*(example.systems for _, example in chunk))
        tasks = [task for place, example in chunk for task in tasks_of(example, place, plan, peers)]
        beside = bound_tasks(tasks, plan)
        tables = _tables(tasks, beside, [measure for measure in plan.measures if measure not in whole], plan)
        lacking = find_undefined(tasks, {measure: table for measure, (table, _) in tables.items()}, strict=plan.strict)
        return _Scored(
            [example.id for _, example in chunk],
            ([task.key for task in tasks], [task.key for task in beside]),
            tables,
            list(lacking),
            (tasks, beside) if whole else ([], []),
        )

    parts = list(ordered_map(score, in_chunks(enumerate(examples), _CHUNK), plan.jobs))
    ids = [id_ for part in parts for id_ in part.ids]
    keys, bounds = ([key for part in parts for key in part.keys[side]] for side in (0, 1))
    for peer in peers:
        peer.check_against(ids)
    missing = [system for system in plan.systems if system not in known]
    if missing:
        raise SettingError(f"no summaries by {missing[0]!r}; there are: {', '.join(sorted(known)) or 'none'}")
    if not keys:
        raise SettingError("there are no system summaries in this corpus; name some with --peer NAME=FILE")
    check_names(keys, bounds)
    tasks, beside = ([task for part in parts for task in part.later[side]] for side in (0, 1))
    at_once = _tables(tasks, beside, whole, plan)
    lacking = find_undefined(tasks, {measure: table for measure, (table, _) in at_once.items()}, strict=plan.strict)
    undefined = [one for part in parts for one in part.undefined]
    tables = {
        str(measure): np.concatenate(
            at_once.get(measure) or [part.tables[measure][side] for side in (0, 1) for part in parts]
        )
        for measure in plan.measures
    }
    return CorpusScores(
        plan, len(ids), keys + bounds, len(keys), tables, gather_undefined([*undefined, *lacking], len(keys))
    )


def _tables(
    tasks: Sequence[Task], beside: Sequence[Task], measures: Sequence[Measure], plan: Plan
) -> dict[Measure, tuple[Table, Table]]:
    """Score summaries, and uncut what each measure is bounded by; the bounds of others have no value."""
    found = _evaluate(tasks, measures, plan.setting)
    uncut = replace(plan.setting, limit=None)
    tables = {}
    for measure in measures:
        table = np.full((len(beside), 3), np.nan)
        places = [i for i, task in enumerate(beside) if task.bound in measure.bounds]
        if places:
            table[places] = _table(_evaluate([beside[i] for i in places], [measure], uncut)[measure])
        tables[measure] = (_table(found[measure]) if tasks else np.empty((0, 3)), table)
    return tables


def _evaluate(tasks: Sequence[Task], measures: Sequence[Measure], setting: Setting) -> dict[Measure, Scores]:
    return evaluate([task.pair for task in tasks], measures, setting) if measures else {}


def _table(scores: Scores) -> Table:
    return np.stack([scores.recall, scores.precision, scores.f1], axis=1)
