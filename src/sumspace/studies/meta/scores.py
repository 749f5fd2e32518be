"""The scores of measures: a table of documents and systems for each measure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, get_args

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import ordered_map
from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.measure import Part
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.pairs import pairs_of
from sumspace.tasks.score import ScorePlan, score_corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.studies.meta.judgements import Judgements
    from sumspace.studies.meta.plan import MetaPlan, Metric
    from sumspace.tasks.pairs import Undefined
    from sumspace.tasks.score import CorpusScores


@dataclass(frozen=True, eq=False)
class MeasureScores:
    """Scores: a table [document, system] for each part of each measure, NaN where undefined."""

    tables: dict[Metric, Floats]
    #: Which measures are skipped, and where measures are undefined, in words.
    notes: tuple[str, ...]

    @cached_property
    def content(self) -> str:
        """A digest of all tables, the key of what is computed from them."""
        return digest("scores", [(repr(metric), table) for metric, table in self.tables.items()])


def score_measures(
    judgements: Judgements,
    measures: Sequence[Measure],
    plan: MetaPlan,
    progress: Callable[[float], None],
    *,
    required: bool,
) -> MeasureScores:
    """Score the judged systems; a measure that the corpus does not allow is an error if required, else a note.

    Each measure is scored on its own, several of them at a time: reading texts takes little beside scoring them.
    """
    once = Bootstrap(resamples=1)
    score_plan = ScorePlan(
        tuple(measures), plan.setting, once, plan.references, judgements.systems, plan.workers, strict=False
    )
    lacks = {} if required else {measure: _lack(measure, judgements, score_plan) for measure in measures}
    left_out = {str(measure): lack for measure, lack in lacks.items() if lack}
    defined = [measure for measure in measures if not lacks.get(measure)]
    score = partial(_score, judgements, score_plan, required=required)

    @cache
    def content() -> str:
        libraries = plan.setting.profile.libraries(by_sentence=True)
        return digest("meta", repr(plan.setting), *libraries, [example.content for example in judgements.examples])

    def key(measure: Measure) -> str:
        kind = "jackknifed" if judgements.humans else "scores"
        return digest(kind, content(), repr(measure), plan.references, judgements.systems, required)

    progress(0.0)
    tables: dict[Metric, Floats] = {}
    results = ordered_map(score, defined, plan.workers, key=key)
    undefined: list[Undefined] = []
    for done, (measure, result) in enumerate(zip(defined, results, strict=True), 1):
        if isinstance(result, str):
            left_out[str(measure)] = result
        else:
            for metric in plan.metrics(measure):
                tables[metric] = result[0]["f1" if metric.part == "value" else metric.part]
            undefined += result[1]
        progress(done / len(defined))
    by_reason: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        by_reason.setdefault(reason, []).append(name)
    texts = [f"{', '.join(names)} ({reason})" for reason, names in by_reason.items()]
    notes = [f"skipped measures: {'; '.join(texts)}"] if texts else []
    return MeasureScores(tables, (*notes, *_undefined_notes(undefined)))


def _lack(measure: Measure, judgements: Judgements, plan: ScorePlan) -> str:
    """Say why a measure is defined for no summary at all; nothing where it is defined for some."""
    first = ""
    for example in judgements.scored_examples():
        for pair in pairs_of(example, plan):
            lack = measure.lacks(pair.pair)
            if not lack:
                return ""
            first = first or f"{example.id!r} {lack}"
    return first


def _score(
    judgements: Judgements, score_plan: ScorePlan, measure: Measure, *, required: bool
) -> tuple[dict[Part, Floats], tuple[Undefined, ...]] | str:
    """Return the tables of a measure by part, and where it is not defined; or, unless required, why there are none."""
    try:
        scores = score_corpus(judgements.scored_examples(), replace(score_plan, measures=(measure,)))
    except (NotDefinedError, SettingError) as error:
        if required:
            raise
        return str(error)
    return _tables(scores, judgements, measure), scores.undefined


def _tables(scores: CorpusScores, judgements: Judgements, measure: Measure) -> dict[Part, Floats]:
    """Put scores in the places of their documents and systems; several scores of one summary are averaged."""
    rows = {document: row for row, document in enumerate(judgements.documents)}
    columns = {name: column for column, name in enumerate(judgements.systems)}
    summaries = scores.keys[: scores.summaries]  # after which there are bounds
    places = np.array([rows[document] * len(columns) + columns[system] for document, system, _ in summaries])
    size = len(rows) * len(columns)
    tables = {}
    for number, part in enumerate(get_args(Part)):
        values = scores.scores[measure][: scores.summaries, number]
        is_defined = ~np.isnan(values)
        sums = np.bincount(places[is_defined], values[is_defined], size)
        counts = np.bincount(places[is_defined], minlength=size)
        table = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
        tables[part] = table.reshape(len(rows), len(columns))
    return tables


def count_words(judgements: Judgements, plan: MetaPlan) -> Floats:
    """Return the number of words of each summary as scored; NaN where there is none."""
    limit, language = plan.setting.limit, plan.setting.profile.language
    most = limit.size if limit and limit.unit == "words" else np.inf
    table = np.full((len(judgements.documents), len(judgements.systems)), np.nan)
    for row, example in enumerate(judgements.examples):
        people = {reference.id: reference.body for reference in example.references} if judgements.humans else {}
        for column, name in enumerate(judgements.systems):
            if name in example.systems or name in people:
                body = people[name] if name in people else example.summary(name, language)
                table[row, column] = min(sum(len(line.split()) for line in body.lines()), most)
    return table


def _undefined_notes(undefined: Iterable[Undefined]) -> list[str]:
    """Say where measures are undefined, once for measures with the same reason."""
    groups: dict[tuple[str, str, int, int], list[str]] = {}
    for case in undefined:
        groups.setdefault((case.example, case.reason, case.summaries, case.of), []).append(str(case.measure))
    return [
        f"undefined for {summaries:,} of {of:,} summaries (for example, {example!r} {reason}): {', '.join(names)}"
        for (example, reason, summaries, of), names in groups.items()
    ]
