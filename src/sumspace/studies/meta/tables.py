"""The tables of measures beside judgements: every correlation with its interval, and tests of every two measures."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, counted, folded, listed
from sumspace.stats.correlation import COEFFICIENTS
from sumspace.stats.multiplicity import corrected
from sumspace.stats.permutation import MOST_PERMUTATIONS
from sumspace.studies.meta.plan import part_name
from sumspace.studies.meta.verdicts import SURE, is_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.show.table import Record
    from sumspace.stats.correlation import Coefficient, Level
    from sumspace.stats.resampling import Interval
    from sumspace.studies.meta.correlations import MetricCorrelation
    from sumspace.studies.meta.plan import Metric
    from sumspace.studies.meta.study import MetaStudy
    from sumspace.studies.meta.verdicts import Verdict


#: How coefficients are written: as a symbol, and in words.
SYMBOLS: dict[Coefficient, str] = {
    "pearson": "r", "spearman": "ρ", "kendall": "τ", "kendall_c": "τ-c", "accuracy": "acc", "soft_accuracy": "SPA",
    "difference": "r of differences",
}  # fmt: skip
COEFFICIENT_NAMES: dict[Coefficient, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ",
    "kendall": "Kendall's τ-b",
    "kendall_c": "Stuart's τ-c",
    "accuracy": "pairwise accuracy with ties calibrated",
    "soft_accuracy": "soft pairwise accuracy",
    "difference": "Pearson's r of differences within documents",
}
_LEVELS = {"system": "means of systems", "summary": "systems of each document", "pooled": "all summaries"}
#: What stands where there is no number.
NOTHING = "–"


def measure_tables(study: MetaStudy) -> list[Table]:
    """Return the tables of measures beside judgements, and of every two measures."""
    return [_measures(study), _tests(study)]


def coefficient_column(name: str, title: str, digits: int = 3) -> Column:
    return Column(name, title, "number", f"z.{digits}f", missing=NOTHING)


def interval_column(study: MetaStudy, coefficient: str, **look: Any) -> Column:
    name = f"{coefficient}_interval"
    title = f"{study.plan.bootstrap.confidence:g}% interval"
    return Column(name, title, "number", lambda record: interval_text(record[name]), missing=NOTHING, **look)


def metric_names(metric: Metric) -> Record:
    return {"measure": str(metric.measure), "score": metric.part}


def measure_records(study: MetaStudy, aspect: str, level: Level) -> list[Record]:
    """Return the correlations of an aspect at a level: measures that are ranked, the highest first, then others."""
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


def ends_of(bounds: Interval | None) -> list[float] | None:
    return [bounds.low, bounds.high] if bounds else None


def _measures(study: MetaStudy) -> Table:
    """Show each aspect with recall and F1 side by side, all levels, and, on the page, every coefficient."""
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
    """Show an aspect at the first level: a column for each part of the scores, with intervals and counts."""
    level, coefficient = study.plan.levels[0], study.plan.coefficient
    ranked = [record for record in records if record["ranked"]] or list(records)
    counts = [Column(name, kind="number", write=",d") for name in ("systems", "summaries")]
    columns = [coefficient_column(coefficient, SYMBOLS[coefficient]), interval_column(study, coefficient)]
    notes = [f"{SYMBOLS[coefficient]}: {COEFFICIENT_NAMES[coefficient]}, {level} level ({_LEVELS[level]})."]
    notes += _undefined(level, [result for result in study.compared[aspect, level].results if result.is_ranked])
    notes += [verdict_text(study, aspect, level, verdict) for verdict in _all_verdicts(study, aspect, level)]
    apart = study.apart(aspect, level)
    if apart:
        names = listed((f"{result.metric} ({result.systems})" for result in apart), 4)
        notes.append(f"On fewer or other systems, and so not ranked (how many): {names}.")
    title = f"{clean(aspect)}: how far measures agree with people"
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
    """Show the coefficient of an aspect at all levels side by side."""
    coefficient = study.plan.coefficient
    ranked = [record for record in records if record["ranked"]]
    ends = {level: _rest_on(study, aspect, level) for level in study.plan.levels}
    notes = [
        f"{COEFFICIENT_NAMES[coefficient]}. " + "; ".join(f"{level}: {text}" for level, text in ends.items()) + "."
    ]
    for level in study.plan.levels[1:]:
        notes += _undefined(level, [result for result in study.compared[aspect, level].results if result.is_ranked])
        notes += [verdict_text(study, aspect, level, verdict) for verdict in _all_verdicts(study, aspect, level)]
    parts = [part for part in ("recall", "precision", "f1", "value") if any(row["score"] == part for row in ranked)]

    def columns(group: tuple[str, str]) -> list[Column]:
        return [coefficient_column(coefficient, part_label(group[1]))]

    table = Table("levels", f"{clean(aspect)}: at all levels", records=ranked, notes=tuple(map(folded, notes)))
    return table.pivot(
        Column("measure"),
        lambda record: (record["level"], record["score"]),
        columns,
        label=lambda group: str(group[0]),
        group_order=[(level, part) for level in study.plan.levels for part in parts],
    )


def _rest_on(study: MetaStudy, aspect: str, level: Level) -> str:
    """Say what the correlations of a level rest on."""
    results = study.compared[aspect, level].results
    points = {result.correlation.points for result in results if result.is_ranked} or {0}
    between = f"{min(points):,} to {max(points):,}" if len(points) > 1 else f"{max(points):,}"
    return {
        "system": f"the means of {between} systems",
        "summary": f"the systems of each document, averaged over {between} documents",
        "pooled": f"{between} summaries in one list",
    }[level]


def _undefined(level: Level, results: Sequence[MetricCorrelation]) -> Iterator[str]:
    """Say why there is no correlation, for all measures together that have the same reason."""
    reasons: dict[str, list[str]] = {}
    for result in results:
        if result.correlation.pearson is None:
            reasons.setdefault(result.correlation.reason, []).append(str(result.metric))
    for reason, names in reasons.items():
        who = "all measures" if len(names) == len(results) and len(names) > 1 else listed(names)
        yield f"{NOTHING} Not defined at the {level} level ({reason}): {who}."


def _apart(study: MetaStudy, aspect: str, level: Level, records: Sequence[Record]) -> Table:
    """Show the measures that rest on fewer or other systems, beside the ranked ones on the same systems."""
    coefficient = study.plan.coefficient
    rows = [
        {**record, **_others_there(study, aspect, result.metric)}
        for record, result in zip(records, study.compared[aspect, level].results, strict=True)
        if not result.is_ranked
    ]
    columns = [
        Column("measure"),
        Column("score", write=lambda record: part_label(record["score"])),
        *(Column(name, kind="number", write=",d") for name in ("systems", "summaries")),
        coefficient_column(coefficient, SYMBOLS[coefficient]),
        interval_column(study, coefficient),
        coefficient_column("others", "r of ranked measures\non the same systems, median"),
        Column("reason", "undefined, since", missing="", write=lambda record: record["reason"] or ""),
    ]
    title = f"{clean(aspect)}: measures on fewer or other systems"
    note = "Not ranked: a correlation of few systems is easily high, and of other systems it is another question."
    return Table("apart", title, columns, rows, (note,) if rows else (), only=("page",))


def _others_there(study: MetaStudy, aspect: str, metric: Metric) -> Record:
    """Return the median Pearson correlation of the ranked measures on the systems and summaries of another one."""
    ranked = study.usable[aspect].ranked
    found = [study.correlate_where(other, metric, aspect).pearson for other in study.metrics if other in ranked]
    defined = [value for value in found if value is not None]
    return {"others": float(np.median(defined)) if defined else None}


def _full(study: MetaStudy, aspect: str, level: Level, records: Sequence[Record]) -> Table:
    columns = [Column("measure"), Column("score", write=lambda record: part_label(record["score"]))]
    for name, title in SYMBOLS.items():
        if any(record[name] is not None for record in records):
            columns.append(coefficient_column(name, title))
            if any(record[f"{name}_interval"] for record in records):
                columns.append(interval_column(study, name))
    columns += [Column(name, kind="number", write=",d") for name in ("systems", "summaries")]
    if any(record["reason"] for record in records):
        columns.append(Column("reason", "undefined, since"))
    title = f"{clean(aspect)}, {level} level: {_LEVELS[level]}"
    return Table("measures", title, columns, records, only=("page",))


def _tests(study: MetaStudy) -> Table:
    """Test every two measures of a view, the one with the higher r first; the page shows the best measures."""
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
            lower = len(verdict.higher_than) + len(verdict.equals) + len(verdict.untested)
            records.append(
                {
                    "aspect": clean(aspect), "level": level, "view": part_name(verdict.view),
                    "measure": str(best.measure), coefficient: best.correlation[coefficient],
                    f"{coefficient}_interval": ends_of(best.intervals[coefficient]), "systems": best.systems,
                    "higher": f"{len(verdict.higher_than):,} of {lower:,}",
                    "equals": too_few(verdict)
                    or listed((str(metric.measure) for metric in verdict.equals), 4)
                    or NOTHING,
                }
            )  # fmt: skip
    columns = (
        *map(Column, ("aspect", "level")),
        Column("view", "by"),
        Column("measure"),
        coefficient_column(coefficient, SYMBOLS[coefficient]),
        interval_column(study, coefficient),
        Column("systems", kind="number", write=",d"),
        Column("higher", "higher than", "number"),
        Column("equals", "not told apart from"),
    )
    title = f"The best measures beside those below them ({_test_name(study)})"
    return Table("tests", title, columns, records, blocks=True, only=("page",))


def _test_name(study: MetaStudy) -> str:
    correction = {"holm": "Holm's correction", "bh": "Benjamini and Hochberg's correction", "none": "no correction"}
    return f"PERM-BOTH, two-sided, {correction[study.plan.correction]} over all pairs, p < {SURE}"


def without_nan(values: Floats) -> list[float | None]:
    return [None if isnan(value) else value for value in values.tolist()]


def interval_text(ends: Sequence[float] | None) -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.1, 0.987]), interval_text(None)
    ('-0.10 … 0.99', '–')
    """
    return NOTHING if ends is None else f"{ends[0]:z.2f} … {ends[1]:z.2f}"


def points_between(numbers: Iterable[int]) -> str:
    """Say on how many systems several correlations rest.

    >>> points_between([25, 10, 25]), points_between([1])
    ('10 to 25 systems', '1 system')
    """
    distinct = set(numbers)
    most = counted(max(distinct), "system")
    return most if len(distinct) == 1 else f"{min(distinct):,} to {most}"


def measured(study: MetaStudy, result: MetricCorrelation, coefficient: Coefficient | None = None) -> str:
    """Write a coefficient with its interval and the systems that it rests on."""
    name = coefficient or study.plan.coefficient
    bounds = result.intervals[name]
    confidence = f"{study.plan.bootstrap.confidence:g}% interval"
    between = f"{confidence} {interval_text(ends_of(bounds))}" if bounds else f"no {confidence}"
    return f"{SYMBOLS[name]} = {result.value(name):z.3f}, {between}, {counted(result.systems, 'system')}"


def verdict_text(study: MetaStudy, aspect: str, level: Level, verdict: Verdict) -> str:
    """Say what the tests say of a measure with the highest coefficient."""
    best = verdict.best
    by = "" if verdict.view == "main" else f"By {part_name(verdict.view)}"
    who = "of the measures that score any text, " if verdict.is_second else ""
    start = f"{by}, {level} level: {who}" if by else f"{level.capitalize()} level: {who}"
    place = "highest" if len(study.ranked(aspect, level, verdict.view)) > 1 else "alone"
    text = f"{start}{best.measure} is {place} ({measured(study, best)})"
    tested = len(verdict.higher_than) + len(verdict.equals)
    if place == "alone":
        return f"{text}."
    if not tested:
        return f"{text}; it could not be tested against any other."
    if not best.intervals[study.plan.coefficient]:
        return f"{text}; without an interval nothing is said of others."
    if few := too_few(verdict):
        return f"{text}; {few} ({_test_name(study)})."
    text += f"; higher than {len(verdict.higher_than):,} of {tested:,} others ({_test_name(study)})"
    if verdict.equals:
        text += f", not told apart from {listed((str(metric.measure) for metric in verdict.equals), 6)}"
    return f"{text}.{doubts(verdict)}"


def too_few(verdict: Verdict) -> str:
    """Say that there were too few permutations for any difference to count; nothing if there were enough."""
    if verdict.needed is None:
        return ""
    what = "the pair" if verdict.pairs == 1 else f"any two of {verdict.pairs:,} pairs"
    remedy = (
        f"--permutations {verdict.needed:,} or more"
        if verdict.needed <= MOST_PERMUTATIONS
        else "name fewer measures with -m"
    )
    return f"too few permutations to tell {what} apart: {remedy}"


def doubts(verdict: Verdict) -> str:
    """Say where the test finds a difference whose paired interval holds 0; nothing if there is none."""
    if not verdict.doubtful:
        return ""
    names = listed((str(metric.measure) for metric in verdict.doubtful), 4)
    return f" Resampled, it is not always higher: the interval of its difference holds 0 for {names}."
