"""The tables of measures: every correlation with the judgements with its interval, and tests of every pair."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, counted, folded, interval_text, listed
from sumspace.stats.correlation import COEFFICIENTS
from sumspace.stats.multiplicity import corrected
from sumspace.stats.resampling import ends_of
from sumspace.studies.meta.plan import part_name
from sumspace.studies.meta.sentences import COEFFICIENT_NAMES, SYMBOLS, significantly_note, too_few, verdict_texts
from sumspace.studies.meta.verdicts import is_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.show.table import Record
    from sumspace.stats.correlation import Coefficient, Level
    from sumspace.studies.meta.plan import Metric
    from sumspace.studies.meta.study import MetaStudy
    from sumspace.studies.meta.verdicts import Verdict


_LEVELS = {
    "system": "system means",
    "summary": "the summaries of each document, averaged over documents",
    "pooled": "all summaries in one list",
}
_SCORE = "the part of the scores that is compared; one value: the measure has neither recall nor precision"
_REASON = Column(
    "reason", "undefined", missing="", write=lambda record: record["reason"] or "", about="why there is no coefficient"
)
#: The judged aspect of a record.
ASPECT = Column("aspect", write=lambda record: clean(record["aspect"]), about="the quality that annotators judged")
#: Written where there is no number.
NOTHING = "–"


def measure_tables(study: MetaStudy) -> list[Table]:
    """Return the tables of correlations with judgements, and of tests of pairs of measures."""
    return [_measures(study), _tests(study)]


def coefficient_column(name: str, title: str, about: str, digits: int = 3) -> Column:
    return Column(name, title, "number", f"z.{digits}f", missing=NOTHING, about=about)


def correlation_column(coefficient: Coefficient, level: Level) -> Column:
    """Make the column of a coefficient of measures with judgements."""
    about = f"{COEFFICIENT_NAMES[coefficient]} with the human judgements, {level} level ({_LEVELS[level]})"
    return coefficient_column(coefficient, SYMBOLS[coefficient], about)


def part_column() -> Column:
    """Make the column of the part of the scores that is compared with judgements."""
    return Column("score", write=lambda record: part_label(record["score"]), about=_SCORE)


def interval_column(study: MetaStudy, coefficient: str, **look: Any) -> Column:
    name = f"{coefficient}_interval"
    title = f"{study.plan.bootstrap.confidence:g}% interval"

    def write(record: Record) -> str:
        return interval_text(record[name], "z.2f", NOTHING)

    over = {"both": "documents and systems"}.get(study.plan.over, study.plan.over)
    return Column(name, title, "number", write, missing=NOTHING, about=f"bootstrap over {over}", **look)


def metric_names(metric: Metric) -> Record:
    return {"measure": str(metric.measure), "score": metric.part}


def measure_records(study: MetaStudy, aspect: str, level: Level) -> list[Record]:
    """Return the correlations of an aspect at a level: ranked measures, the highest first, then the others."""
    if (aspect, level) not in study.compared:
        return []
    return [
        {
            "aspect": aspect,
            "level": level,
            **metric_names(result.metric),
            **{
                field: value
                for name in COEFFICIENTS
                for field, value in (
                    (name, result.correlation[name]),
                    (f"{name}_interval", ends_of(result.intervals[name])),
                )
            },
            "tie": result.correlation.tie,
            "systems": result.systems,
            "summaries": result.summaries,
            "points": result.correlation.points,
            "ranked": result.is_ranked,
            "reason": result.correlation.reason,
        }
        for result in study.compared[aspect, level].results
    ]


def _measures(study: MetaStudy) -> Table:
    """Show each aspect with recall and F1 side by side, then all levels; on the page, every coefficient."""
    records = {place: measure_records(study, *place) for place in study.compared}
    first, *others = study.plan.levels
    views: list[Table] = []
    for aspect in study.aspects:
        views.append(_compact(study, aspect, records[aspect, first]))
        if others:
            views.append(
                _by_level(study, aspect, [row for level in study.plan.levels for row in records[aspect, level]])
            )
    views += (_apart(study, *place, rows) for place, rows in records.items() if place[1] == first)
    views += (_full(study, *place, rows) for place, rows in records.items())
    return Table("measures", records=[record for rows in records.values() for record in rows], views=views)


def _compact(study: MetaStudy, aspect: str, records: Sequence[Record]) -> Table:
    """Show an aspect at the first level: columns for each part of the scores, with intervals and counts."""
    level, coefficient = study.plan.levels[0], study.plan.coefficient
    ranked = [record for record in records if record["ranked"]] or list(records)
    counts = [Column(name, kind="number", write=",d") for name in ("systems", "summaries")]
    columns = [correlation_column(coefficient, level), interval_column(study, coefficient)]
    notes = list(_undefined(study, aspect, level))
    texts = verdict_texts(study, aspect, level)
    notes += [*texts, *([significantly_note(study)] if any("significant" in text for text in texts) else [])]
    apart = study.apart(aspect, level)
    if apart:
        systems, summaries = study.judged(aspect)
        covered = (
            f"{result.metric} ({result.systems:,} of {systems:,} systems, "
            f"{result.summaries:,} of {summaries:,} summaries)"
            for result in apart
        )
        notes.append(f"Not ranked, because they cover fewer systems or summaries: {listed(covered, 3)}.")
    title = f"{clean(aspect)}: correlation of measures with human judgements"
    table = Table("compact", title, records=ranked, notes=tuple(map(folded, notes)))
    parts = [part for part in ("recall", "precision", "f1", "value") if any(row["score"] == part for row in ranked)]
    return table.pivot(
        [Column("measure"), *counts], "score", columns, label=part_label, group_order=parts,
        key=lambda record: record["measure"],
    )  # fmt: skip


def part_label(part: str) -> str:
    return "one value" if part == "value" else part_name(part)


def _all_verdicts(study: MetaStudy, aspect: str, level: Level) -> Iterator[Verdict]:
    for view in study.plan.views:
        yield from study.verdicts(aspect, level, view)


def _by_level(study: MetaStudy, aspect: str, records: Sequence[Record]) -> Table:
    """Show the coefficients of an aspect at all levels side by side."""
    coefficient = study.plan.coefficient
    ranked = [record for record in records if record["ranked"]]
    points = {level: _points(study, aspect, level) for level in study.plan.levels}
    notes = [
        f"{COEFFICIENT_NAMES[coefficient]}. "
        + "; ".join(f"{level.capitalize()} level: {text}" for level, text in points.items())
        + "."
    ]
    for level in study.plan.levels[1:]:
        notes += _undefined(study, aspect, level)
        notes += [f"{level.capitalize()} level: {text}" for text in verdict_texts(study, aspect, level)]
    parts = [part for part in ("recall", "precision", "f1", "value") if any(row["score"] == part for row in ranked)]

    def columns(group: tuple[str, str]) -> list[Column]:
        by = "with a single value" if group[1] == "value" else f"by {part_name(group[1])}"
        about = f"{COEFFICIENT_NAMES[coefficient]} of measures {by}"
        return [coefficient_column(coefficient, part_label(group[1]), about)]

    table = Table("levels", f"{clean(aspect)}: all levels", records=ranked, notes=tuple(map(folded, notes)))
    return table.pivot(
        Column("measure"),
        lambda record: (record["level"], record["score"]),
        columns,
        label=lambda group: str(group[0]),
        group_order=[(level, part) for level in study.plan.levels for part in parts],
    )


def _points(study: MetaStudy, aspect: str, level: Level) -> str:
    """Say how many systems, documents or summaries the correlations of a level are computed from."""
    results = study.compared[aspect, level].results
    points = {result.correlation.points for result in results if result.is_ranked} or {0}
    between = f"{min(points):,} to {max(points):,}" if len(points) > 1 else f"{max(points):,}"
    return {
        "system": f"means of {between} systems",
        "summary": f"mean over {between} documents",
        "pooled": f"{between} summaries",
    }[level]


def _undefined(study: MetaStudy, aspect: str, level: Level) -> Iterator[str]:
    """Say why ranked measures have no coefficient, once for each reason."""
    results = [result for result in study.compared[aspect, level].results if result.is_ranked]
    reasons: dict[str, list[str]] = {}
    for result in results:
        if reason := result.correlation.missing(study.plan.coefficient, level):
            reasons.setdefault(reason, []).append(str(result.metric))
    for reason, names in reasons.items():
        who = "all measures" if len(names) == len(results) and len(names) > 1 else listed(names)
        yield f"{NOTHING} Undefined at the {level} level ({reason}): {who}."


def _apart(study: MetaStudy, aspect: str, level: Level, records: Sequence[Record]) -> Table:
    """Show the measures that cover fewer or other systems, with the ranked ones on the same systems."""
    coefficient = study.plan.coefficient
    rows = [
        {**record, **_others_there(study, aspect, result.metric)}
        for record, result in zip(records, study.compared[aspect, level].results, strict=True)
        if not result.is_ranked
    ]
    columns = [
        Column("measure"),
        part_column(),
        *(Column(name, kind="number", write=",d") for name in ("systems", "summaries")),
        correlation_column(coefficient, level),
        interval_column(study, coefficient),
        coefficient_column(
            "others",
            "ranked\nmeasures",
            "median system-level Pearson correlation of the ranked measures on these summaries",
        ),
        _REASON,
    ]
    title = f"{clean(aspect)}: measures that cover fewer systems or summaries"
    note = "Not ranked: correlations over few systems are often high by chance, and other systems are another sample."
    return Table("apart", title, columns, rows, (note,) if rows else (), only=("page",))


def _others_there(study: MetaStudy, aspect: str, metric: Metric) -> Record:
    """Return the median Pearson correlation of the ranked measures on the systems and summaries of another measure."""
    ranked = study.usable[aspect].ranked
    found = [study.correlate_where(other, metric, aspect).pearson for other in study.metrics if other in ranked]
    defined = [value for value in found if value is not None]
    return {"others": float(np.median(defined)) if defined else None}


def _full(study: MetaStudy, aspect: str, level: Level, records: Sequence[Record]) -> Table:
    columns = [Column("measure"), part_column()]
    for name in SYMBOLS:
        if any(record[name] is not None for record in records):
            columns.append(correlation_column(name, level))
            if any(record[f"{name}_interval"] for record in records):
                columns.append(interval_column(study, name))
    columns += [Column(name, kind="number", write=",d") for name in ("systems", "summaries")]
    if any(record["reason"] for record in records):
        columns.append(_REASON)
    title = f"{clean(aspect)}, {level} level: {_LEVELS[level]}"
    return Table("measures", title, columns, records, only=("page",))


def _tests(study: MetaStudy) -> Table:
    """Test every pair of measures of a view, the one with the higher r first; the page shows the highest measures."""
    return Table("tests", records=list(_test_records(study)), views=(_best_measures(study),))


def _test_records(study: MetaStudy) -> Iterator[Record]:
    for (aspect, level), compared in study.compared.items():
        for view in study.plan.views:
            own = [t for t in compared.tests if all(is_in(m, view, study.plan) for m in (t.first, t.second))]
            by_coefficient = {
                name: _corrected(study, (test.permutation[name] for test in own)) for name in COEFFICIENTS
            }
            williams = _corrected(study, (test.williams for test in own))
            for place, test in enumerate(own):
                record: Record = {"aspect": aspect, "level": level, "score": view}
                record |= {"first": str(test.first.measure), "second": str(test.second.measure)}
                for name in COEFFICIENTS:
                    record[f"{name}_difference"] = test.differences[name]
                    record[f"{name}_difference_interval"] = ends_of(test.intervals[name])
                    record[f"{name}_p"] = test.permutation[name]
                    record[f"{name}_corrected_p"] = by_coefficient[name][place]
                yield {**record, "williams_p": test.williams, "williams_corrected_p": williams[place]}


def _corrected(study: MetaStudy, p_values: Iterable[float | None]) -> list[float | None]:
    values = [np.nan if p is None else p for p in p_values]
    return without_nan(corrected(values, study.plan.correction))


def _best_measures(study: MetaStudy) -> Table:
    coefficient = study.plan.coefficient
    records = []
    for aspect, level in study.compared:
        for verdict in _all_verdicts(study, aspect, level):
            best = verdict.best
            found = (verdict.higher_than, verdict.only_here, verdict.equals, verdict.untested)
            lower = sum(map(len, found))
            records.append(
                {
                    "aspect": aspect, "level": level, "view": part_name(verdict.view),
                    "measure": str(best.measure), coefficient: best.correlation[coefficient],
                    f"{coefficient}_interval": ends_of(best.intervals[coefficient]), "systems": best.systems,
                    "higher": f"{len(verdict.higher_than):,} of {lower:,}",
                    "only_here": listed((str(metric.measure) for metric in verdict.only_here), 4) or NOTHING,
                    "equals": too_few(verdict)
                    or listed((str(metric.measure) for metric in verdict.equals), 4)
                    or NOTHING,
                }
            )  # fmt: skip
    columns = (
        ASPECT,
        Column(
            "level", about="what is correlated: system means, the summaries of each document, or all summaries pooled"
        ),
        Column("view", "by", about="the part of the scores by which measures are compared"),
        Column("measure", about="the measure that ranks first"),
        coefficient_column(
            coefficient, SYMBOLS[coefficient], f"{COEFFICIENT_NAMES[coefficient]} with the human judgements"
        ),
        interval_column(study, coefficient),
        Column("systems", kind="number", write=",d"),
        Column("higher", "significantly\nhigher than", "number", about="how many of the measures below it"),
        Column("only_here", "higher only here", about="significant on this corpus, but the interval includes 0"),
        Column(
            "equals", "no significant\ndifference", about="measures below it that do not differ significantly from it"
        ),
    )
    title = "Measures that rank first, and those below them"
    return Table("tests", title, columns, records, (folded(significantly_note(study)),), blocks=True, only=("page",))


def without_nan(values: Floats) -> list[float | None]:
    return [None if isnan(value) else value for value in values.tolist()]


def points_between(numbers: Iterable[int]) -> str:
    """Write from how many systems several correlations are computed.

    >>> points_between([25, 10, 25]), points_between([1])
    ('10 to 25 systems', '1 system')
    """
    distinct = set(numbers)
    most = counted(max(distinct), "system")
    return most if len(distinct) == 1 else f"{min(distinct):,} to {most}"
