"""What measures say of summaries: a table of documents and systems for each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.threads import ordered_map
from sumspace.errors import NotDefinedError, SettingError, SumspaceError
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.pairs import pairs_of
from sumspace.tasks.score import ScorePlan, score_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Measure
    from sumspace.studies.meta_judgements import Judged
    from sumspace.studies.meta_plan import MetaPlan
    from sumspace.tasks.pairs import Undefined
    from sumspace.tasks.score import CorpusScores

    Floats = NDArray[np.float64]

__all__ = ["Scored", "score_measures"]


@dataclass(frozen=True, eq=False)
class Scored:
    """What measures say: a table [document, system] for each, NaN where it is not defined."""

    measures: tuple[Measure, ...]
    tables: dict[str, Floats]
    notes: tuple[str, ...]


def score_measures(
    judged: Judged,
    measures: Sequence[Measure],
    plan: MetaPlan,
    peers: Sequence[Peer],
    progress: Callable[[float], None] = lambda _: None,
) -> Scored:
    """Score the judged systems; where the measures were not asked for by name, those that cannot be had are noted.

    Each measure is scored on its own, several of them at a time: texts are read quickly beside what measures do.
    """
    asked = bool(plan.measures)
    settled = ScorePlan(
        tuple(measures), plan.setting, Bootstrap(resamples=1), plan.references, judged.systems, plan.jobs, strict=False
    )
    notes: list[str] = []
    kept = list(measures) if asked else [m for m in measures if not _lacking(m, judged, settled, peers, notes)]

    def score(measure: Measure) -> tuple[Measure, CorpusScores | SumspaceError]:
        try:
            return measure, score_corpus(judged.examples, replace(settled, measures=(measure,)), peers)
        except (NotDefinedError, SettingError) as error:
            if asked:
                raise
            return measure, error

    progress(0.0)
    tables: dict[str, Floats] = {}
    undefined: list[Undefined] = []
    for done, (measure, found) in enumerate(ordered_map(score, kept, plan.jobs), 1):
        if isinstance(found, SumspaceError):
            notes.append(f"{measure} is left out: {found}")
        else:
            undefined += found.undefined
            tables[str(measure)] = _table(found, judged, plan, measure)
        progress(done / len(kept))
    notes += _grouped(undefined)
    notes += _leave_out_rare(tables, judged)
    return Scored(tuple(m for m in measures if str(m) in tables), tables, tuple(notes))


def _leave_out_rare(tables: dict[str, Floats], judged: Judged) -> list[str]:
    """Leave a system out for measures that are defined for fewer than half of its judged summaries, and say so."""
    marked = np.any([~np.isnan(table) for table in judged.tables.values()], axis=0)
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, table in tables.items():
        defined = (~np.isnan(table) & marked).sum(axis=0)
        rare = (defined > 0) & (2 * defined < marked.sum(axis=0))
        table[:, rare] = np.nan
        if rare.any():
            groups.setdefault(tuple(np.array(judged.systems)[rare].tolist()), []).append(name)
    return [
        f"{', '.join(systems)} left out where fewer than half of the judged summaries have a value: {', '.join(names)}"
        for systems, names in groups.items()
    ]


def _lacking(measure: Measure, judged: Judged, plan: ScorePlan, peers: Sequence[Peer], notes: list[str]) -> bool:
    """Tell whether a measure is defined for no summary at all, and note why."""
    first = ""
    for place, example in enumerate(judged.examples):
        for task in pairs_of(example, place, plan, peers):
            lack = measure.lacks(task.pair)
            if not lack:
                return False
            first = first or f"{example.id!r} {lack}"
    notes.append(f"{measure} is left out: {first}")
    return True


def _grouped(undefined: Iterable[Undefined]) -> list[str]:
    """Say where measures are not defined, those together that lack the same."""
    groups: dict[tuple[str, str, int, int], list[str]] = {}
    for one in undefined:
        groups.setdefault((one.example, one.reason, one.summaries, one.of), []).append(one.measure)
    return [
        f"not defined for {summaries:,} of {of:,} summaries, since {example!r}, for one, {reason}: {', '.join(names)}"
        for (example, reason, summaries, of), names in groups.items()
    ]


def _table(scores: CorpusScores, judged: Judged, plan: MetaPlan, measure: Measure) -> Floats:
    """Put scores in the places of their documents and systems; by several references, they are averaged."""
    rows = {name: place for place, name in enumerate(judged.documents)}
    columns = {name: place for place, name in enumerate(judged.systems)}
    summaries = scores.keys[: scores.summaries]  # and no bounds
    places = np.array([rows[document] * len(columns) + columns[system] for document, system, _ in summaries])
    size = len(rows) * len(columns)
    part = ("recall", "precision", "f1").index(plan.part_of(measure))
    values = scores.scores[str(measure)][: scores.summaries, part]
    there = ~np.isnan(values)
    sums = np.bincount(places[there], values[there], size)
    counts = np.bincount(places[there], minlength=size)
    table: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return table.reshape(len(rows), len(columns))
