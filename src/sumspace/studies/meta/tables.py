"""The tables of measures beside judgements: correlations, Williams' test, raters, systems, measures beside measures."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, folded, listed
from sumspace.studies.meta.correlations import SURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.show.table import Record
    from sumspace.stats.correlation import Coefficient, Level
    from sumspace.studies.meta.correlations import BestMeasure, MeasureCorrelation
    from sumspace.studies.meta.study import MetaStudy


_COEFFICIENTS: dict[Coefficient, str] = {"pearson": "r", "spearman": "ρ", "kendall": "τ"}
_LEVELS = {"system": "means of systems", "summary": "systems of each document", "pooled": "all summaries"}
#: What stands where there is no number.
NOTHING = "–"
#: What the correlations of a level rest on.
_MEANING = {"system": "the means of {}", "summary": "the systems of each document, averaged over {}", "pooled": "{}"}
_POINTS = {"system": ("system", "systems"), "summary": ("document", "documents"), "pooled": ("summary", "summaries")}
#: So many systems stand side by side.
_SYSTEMS = 10


def measure_tables(study: MetaStudy) -> list[Table]:
    """Return the tables of the study but for those that follow the papers."""
    return [_measures(study), _williams(study), _raters(study), _systems(study), _pairs(study)]


def coefficient_column(name: str, title: str, digits: int = 3) -> Column:
    return Column(name, title, "number", f"z.{digits}f", missing=NOTHING)


def interval_column(study: MetaStudy, coefficient: str) -> Column:
    name = f"{coefficient}_interval"
    title = f"{study.plan.bootstrap.confidence:g}% interval"
    return Column(name, title, "number", lambda record: interval_text(record[name]))


def measure_records(study: MetaStudy, aspect: str, level: Level) -> list[Record]:
    """Return the correlations of an aspect at a level, from the highest Pearson correlation to the lowest."""
    return [
        {
            "aspect": aspect,
            "level": level,
            "measure": str(result.measure),
            "score": "value" if result.measure.has_one_value else study.plan.part_of(result.measure),
            **{name: result.correlation[name] for name in _COEFFICIENTS},
            **{f"{name}_interval": _interval(result, name) for name in _COEFFICIENTS},
            "points": result.correlation.points,
            "reason": result.correlation.reason,
        }
        for result in study.correlations.get((aspect, level), ())
    ]


def _interval(result: MeasureCorrelation, coefficient: Coefficient) -> list[float] | None:
    bounds = result.intervals[coefficient]
    return [bounds.low, bounds.high] if bounds and result.is_defined else None


def _measures(study: MetaStudy) -> Table:
    """Show each aspect with all levels side by side and, on the page, each level with all intervals."""
    records = {place: measure_records(study, *place) for place in study.correlations}
    views = [
        *(_compact(study, aspect, [records[aspect, level] for level in study.plan.levels]) for aspect in study.aspects),
        *(_full(study, *place, rows) for place, rows in records.items()),
    ]
    return Table("measures", records=[record for rows in records.values() for record in rows], views=views)


def _compact(study: MetaStudy, aspect: str, by_level: Sequence[Sequence[Record]]) -> Table:
    """Show an aspect: the first level from the best measure to the worst, with intervals of r."""
    most = max(record["points"] for record in by_level[0])

    def name(record: Record) -> str:
        return f"{record['measure']}{'*' if record['points'] < most else ''}"

    def columns(level: Level) -> list[Column]:
        first, *others = (coefficient_column(name, title) for name, title in _COEFFICIENTS.items())
        bounds = [interval_column(study, "pearson")] if level == study.plan.levels[0] else []
        return [first, *bounds, *others]

    title = f"{clean(aspect)}: how far measures agree with people"
    notes = tuple(map(folded, _compact_notes(study, aspect)))
    table = Table("compact", title, records=[record for records in by_level for record in records], notes=notes)
    return table.pivot([Column("measure", write=name), Column("score")], "level", columns)


def _compact_notes(study: MetaStudy, aspect: str) -> Iterator[str]:
    by_level = {level: study.correlations[aspect, level] for level in study.plan.levels}
    levels = []
    for level, results in by_level.items():
        # Those that are undefined count only where all are.
        counted = [result for result in results if result.is_defined] or results
        points = points_between((result.correlation.points for result in counted), level)
        levels.append(f"{level}: {_MEANING[level].format(points)}")
    rest_on = "; ".join(levels)
    yield f"r: Pearson, ρ: Spearman, τ: Kendall. {rest_on[0].upper()}{rest_on[1:]}."
    yield from _on_fewer_points(*next(iter(by_level.items())))
    for level, results in by_level.items():
        yield from _undefined(level, results)
    for level in study.plan.levels:
        for best in study.best_measures(aspect, level):
            yield f"Williams' test, {level} level: {_williams_result(best)}"


def _on_fewer_points(level: Level, results: Sequence[MeasureCorrelation]) -> Iterator[str]:
    by_points: dict[int, list[str]] = {}
    for result in results:
        by_points.setdefault(result.correlation.points, []).append(str(result.measure))
    del by_points[max(by_points)]
    for points, names in by_points.items():
        yield f"* Defined for {_points_of(points, level)} only: {', '.join(names)}."


def _undefined(level: Level, results: Sequence[MeasureCorrelation]) -> Iterator[str]:
    """Say why there is no correlation, for all measures together that have the same reason."""
    reasons: dict[str, list[str]] = {}
    for result in results:
        if not result.is_defined:
            reasons.setdefault(result.correlation.reason, []).append(str(result.measure))
    for reason, names in reasons.items():
        who = "all measures" if len(names) == len(results) and len(names) > 1 else listed(names)
        yield f"{NOTHING} Not defined at the {level} level ({reason}): {who}."


def _full(study: MetaStudy, aspect: str, level: Level, records: Sequence[Record]) -> Table:
    columns = [Column("measure"), Column("score")]
    for name, title in _COEFFICIENTS.items():
        columns += [coefficient_column(name, title), interval_column(study, name)]
    columns.append(Column("points", kind="number", write=",d"))
    if any(record["reason"] for record in records):
        columns.append(Column("reason", "undefined, since"))
    title = f"{clean(aspect)}, {level} level: {_LEVELS[level]}"
    return Table("measures", title, columns, records, only=("page",))


def _williams(study: MetaStudy) -> Table:
    """Test every two measures, the one with the higher correlation first; the page shows the best measures."""
    records = [
        {"aspect": aspect, "level": level, "first": str(first), "second": str(second), "p": p_values[first, second]}
        for (aspect, level), p_values in study.p_values.items()
        for first, second in combinations((result.measure for result in study.correlations[aspect, level]), 2)
    ]
    return Table("williams", records=records, views=(_best_measures(study),))


def _best_measures(study: MetaStudy) -> Table:
    records = [
        {"aspect": clean(aspect), "level": level, "measure": best.measure, "pearson": best.result.pearson, "best": best}
        for aspect, level in study.p_values
        for best in study.best_measures(aspect, level)
    ]

    def count(field: str, title: str) -> Column:
        return Column(field, title, "number", lambda record: f"{len(getattr(record['best'], field)):,}")

    def names(record: Record) -> str:
        return listed(map(str, record["best"].not_surely_higher_than), 4) or NOTHING

    columns = (
        *map(Column, ("aspect", "level", "measure")),
        coefficient_column("pearson", "r"),
        count("surely_higher_than", "surely higher than"),
        count("not_surely_higher_than", "not surely"),
        count("untested", "untested"),
        Column("names", "not surely higher than", write=names),
    )
    title = f"The best measures beside those with lower correlations (Williams' test, p < {SURE})"
    return Table("williams", title, columns, records, blocks=True, only=("page",))


def _raters(study: MetaStudy) -> Table:
    records = [{"aspect": aspect, **asdict(agreement)} for aspect, agreement in study.raters.items()]
    columns = (
        Column("aspect", write=lambda record: clean(record["aspect"])),
        *(coefficient_column(name, name) for name in ("nominal", "ordinal", "interval")),
        Column("units", "summaries", "number", ",d"),
        Column("marks", kind="number", write=",d"),
    )
    notes = ["Krippendorff's alpha, marks read as names, as an order and as numbers: 1 is perfect, 0 is chance."]
    notes += [f"{NOTHING} Not defined on {clean(r['aspect'])}: {r['reason']}." for r in records if r["reason"]]
    return Table("raters", "How far those who judged agree", columns, records, tuple(map(folded, notes)))


def _systems(study: MetaStudy) -> Table:
    """Show what people and measures say of each system, the best by the first judgement on the left."""
    records = []
    for aspect in study.aspects:
        for measure in study.measures:
            scores, judgements = map(_without_nan, study.means(measure, aspect))
            for system, score, judgement in zip(study.systems, scores, judgements, strict=True):
                names = {"aspect": aspect, "measure": str(measure), "system": system}
                records.append({**names, "judgement": judgement, "score": score})
    return Table("systems", records=records, views=list(_system_views(study)))


def _system_views(study: MetaStudy) -> Iterator[Table]:
    first = study.aspects[0]
    means = {clean(aspect): _without_nan(study.mean_judgements(aspect)) for aspect in study.aspects}
    means |= {str(measure): _without_nan(study.means(measure, first)[0]) for measure in study.measures}
    rows = [{"row": name, "means": dict(zip(study.systems, values, strict=True))} for name, values in means.items()]
    judged = dict(zip(study.systems, means[clean(first)], strict=True))
    systems = sorted(study.systems, key=lambda name: (judged[name] is None, -(judged[name] or 0.0)))
    title = "What people and measures say of systems, on average"
    note = f"Scores are means over the documents that have a judgement of {clean(first)} too."
    for start in range(0, len(systems), _SYSTEMS):
        columns = [
            Column(name, clean(name), "number", ".4g", missing=NOTHING, part="means")
            for name in systems[start : start + _SYSTEMS]
        ]
        yield Table("systems", title, (Column("row", "measure"), *columns), rows, (note,), only=("page",))


def _without_nan(values: Floats) -> list[float | None]:
    return [None if isnan(value) else value for value in values.tolist()]


def _pairs(study: MetaStudy) -> Table:
    records = []
    for pair in study.pairs:
        numbers = {name: getattr(pair.correlation, name) for name in ("pearson", "points", "reason")}
        records.append({"first": str(pair.first), "second": str(pair.second), **numbers})
    return Table("between", records=records)


def interval_text(ends: Sequence[float] | None) -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.1, 0.987]), interval_text(None)
    ('-0.10 … 0.99', '–')
    """
    return NOTHING if ends is None else f"{ends[0]:z.2f} … {ends[1]:z.2f}"


def _points_of(number: int, level: Level) -> str:
    """Say what a correlation rests on.

    >>> _points_of(25, "system"), _points_of(1, "summary"), _points_of(2500, "pooled")
    ('25 systems', '1 document', '2,500 summaries')
    """
    singular, plural = _POINTS[level]
    return f"{number:,} {singular if number == 1 else plural}"


def points_between(numbers: Iterable[int], level: Level) -> str:
    """Say what several correlations rest on.

    >>> points_between([25, 10, 25], "system"), points_between([25, 25], "system")
    ('10 to 25 systems', '25 systems')
    """
    distinct = set(numbers)
    most = _points_of(max(distinct), level)
    return most if len(distinct) == 1 else f"{min(distinct):,} to {most}"


def _williams_result(best: BestMeasure) -> str:
    """Say what Williams' test says of a measure with the highest correlation."""
    tested = len(best.surely_higher_than) + len(best.not_surely_higher_than)
    if not tested:
        return f"{best.measure} is highest, and there is none that it could be tested against."
    text = f"{best.measure} is higher than {len(best.surely_higher_than):,} of {tested:,} others at p < {SURE}"
    if best.not_surely_higher_than and best.surely_higher_than:
        text += f"; not so surely higher than {listed(map(str, best.not_surely_higher_than))}"
    return f"{'of those that score any text, ' if best.is_second else ''}{text}."
