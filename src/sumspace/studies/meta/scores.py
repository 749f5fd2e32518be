"""What measures say of summaries: a table of documents and systems for each measure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import ordered_map
from sumspace.errors import NotDefinedError, SettingError
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.pairs import pairs_of
from sumspace.tasks.score import ScorePlan, score_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.studies.meta.judgements import Judgements
    from sumspace.studies.meta.plan import MetaPlan
    from sumspace.tasks.pairs import Undefined
    from sumspace.tasks.score import CorpusScores


@dataclass(frozen=True, eq=False)
class MeasureScores:
    """What measures say: a table [document, system] for each, NaN where it is not defined."""

    tables: dict[Measure, Floats]
    #: What is left out, and where measures are not defined, in words.
    notes: tuple[str, ...]

    @cached_property
    def content(self) -> str:
        """A digest of all tables, which what is made of them is known by."""
        return digest("scores", [(str(measure), table) for measure, table in self.tables.items()])


def score_measures(
    judgements: Judgements,
    measures: Sequence[Measure],
    plan: MetaPlan,
    progress: Callable[[float], None],
    *,
    required: bool,
) -> MeasureScores:
    """Score the judged systems; a measure that the corpus does not allow is an error if required, and else noted.

    Each measure is scored on its own, several of them at a time: reading texts takes little beside scoring them.
    """
    once = Bootstrap(resamples=1)
    score_plan = ScorePlan(
        tuple(measures), plan.setting, once, plan.references, judgements.systems, plan.workers, strict=False
    )
    lacks = {} if required else {measure: _lack(measure, judgements, score_plan) for measure in measures}
    notes = [f"{measure} is left out: {lack}" for measure, lack in lacks.items() if lack]
    defined = [measure for measure in measures if not lacks.get(measure)]
    score = partial(_score, judgements, plan, score_plan, required=required)

    @cache
    def content() -> str:
        libraries = plan.setting.profile.libraries(by_sentence=True)
        return digest("meta", repr(plan.setting), *libraries, [example.content for example in judgements.examples])

    def key(measure: Measure) -> str:
        return digest("scores", content(), str(measure), plan.references, judgements.systems, plan.part, required)

    progress(0.0)
    tables: dict[Measure, Floats] = {}
    results = ordered_map(score, defined, plan.workers, key=key)
    undefined: list[Undefined] = []
    for done, (measure, result) in enumerate(zip(defined, results, strict=True), 1):
        if isinstance(result, str):
            notes.append(f"{measure} is left out: {result}")
        else:
            tables[measure] = result[0]
            undefined += result[1]
        progress(done / len(defined))
    notes += _undefined_notes(undefined)
    notes += _leave_out_rare(tables, judgements)
    return MeasureScores(tables, tuple(notes))


def _lack(measure: Measure, judgements: Judgements, plan: ScorePlan) -> str:
    """Say why a measure is defined for no summary at all; nothing where it is defined for some."""
    first = ""
    for example in judgements.examples:
        for pair in pairs_of(example, plan):
            lack = measure.lacks(pair.pair)
            if not lack:
                return ""
            first = first or f"{example.id!r} {lack}"
    return first


def _score(
    judgements: Judgements, plan: MetaPlan, score_plan: ScorePlan, measure: Measure, *, required: bool
) -> tuple[Floats, tuple[Undefined, ...]] | str:
    """Return the table of a measure, and where it is not defined; or why it cannot be had, unless it is required."""
    try:
        scores = score_corpus(judgements.examples, replace(score_plan, measures=(measure,)))
    except (NotDefinedError, SettingError) as error:
        if required:
            raise
        return str(error)
    return _table(scores, judgements, plan, measure), scores.undefined


def _table(scores: CorpusScores, judgements: Judgements, plan: MetaPlan, measure: Measure) -> Floats:
    """Put scores in the places of their documents and systems; scores by each of several references are averaged."""
    rows = {document: row for row, document in enumerate(judgements.documents)}
    columns = {name: column for column, name in enumerate(judgements.systems)}
    summaries = scores.keys[: scores.summaries]  # after which there are bounds
    places = np.array([rows[document] * len(columns) + columns[system] for document, system, _ in summaries])
    size = len(rows) * len(columns)
    part = ("recall", "precision", "f1").index(plan.part_of(measure))
    values = scores.scores[measure][: scores.summaries, part]
    is_defined = ~np.isnan(values)
    sums = np.bincount(places[is_defined], values[is_defined], size)
    counts = np.bincount(places[is_defined], minlength=size)
    table: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
    return table.reshape(len(rows), len(columns))


def _undefined_notes(undefined: Iterable[Undefined]) -> list[str]:
    """Say where measures are not defined, those together that lack the same."""
    groups: dict[tuple[str, str, int, int], list[str]] = {}
    for case in undefined:
        groups.setdefault((case.example, case.reason, case.summaries, case.of), []).append(str(case.measure))
    return [
        f"not defined for {summaries:,} of {of:,} summaries, since {example!r}, for one, {reason}: {', '.join(names)}"
        for (example, reason, summaries, of), names in groups.items()
    ]


def _leave_out_rare(tables: dict[Measure, Floats], judgements: Judgements) -> list[str]:
    """Leave a system out for measures that are defined for fewer than half of its judged summaries, and say so."""
    is_judged = np.any([~np.isnan(table) for table in judgements.tables.values()], axis=0)
    groups: dict[tuple[str, ...], list[str]] = {}
    for measure, table in tables.items():
        defined = (~np.isnan(table) & is_judged).sum(axis=0)
        rare = (defined > 0) & (2 * defined < is_judged.sum(axis=0))
        if rare.any():
            tables[measure] = np.where(rare, np.nan, table)
            groups.setdefault(tuple(np.array(judgements.systems)[rare].tolist()), []).append(str(measure))
    return [
        f"{', '.join(systems)} left out where fewer than half of the judged summaries have a value: {', '.join(names)}"
        for systems, names in groups.items()
    ]
