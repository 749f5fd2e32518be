"""The tables of systems and of people: lengths, the best systems, raters, what each gets, measures by measures."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, folded
from sumspace.stats.resampling import ends_of
from sumspace.studies.meta.sentences import SYMBOLS
from sumspace.studies.meta.tables import (
    NOTHING,
    coefficient_column,
    interval_column,
    metric_names,
    part_label,
    without_nan,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.stats.power import Power
    from sumspace.studies.meta.correlations import LengthCorrelation
    from sumspace.studies.meta.study import MetaStudy


#: So many systems stand side by side.
_SYSTEMS = 10


def system_tables(study: MetaStudy) -> list[Table]:
    """Return the tables of systems, of those who judged them, and of measures beside measures."""
    return [_lengths(study), _top(study), _power(study), _raters(study), _systems(study), _pairs(study)]


def _lengths(study: MetaStudy) -> Table:
    """Show how far measures go with the lengths of systems' summaries, and with people beyond that."""
    records = [
        {
            "aspect": aspect, **metric_names(own.metric), "systems": own.systems, "judgement": own.judgement,
            "length": own.length, "partial": own.partial, "judgement_with_length": lengths.judgement,
        }
        for aspect, lengths in study.lengths.items()
        for own in sorted(lengths.metrics, key=_by_part_and_judgement)
    ]  # fmt: skip
    columns = (
        Column("measure"),
        Column("score", write=lambda record: part_label(record["score"])),
        Column("systems", kind="number", write=",d"),
        coefficient_column("judgement", "r with people"),
        coefficient_column("length", "r with length"),
        coefficient_column("partial", "r with people\ngiven length"),
    )
    views = []
    for aspect in study.lengths:
        rows = [record for record in records if record["aspect"] == aspect]
        title = f"{clean(aspect)}: measures and the length of summaries (means of systems)"
        views.append(Table("lengths", title, columns, rows, (length_text(study, aspect),), only=("page",)))
    return Table("lengths", records=records, views=views)


def _by_part_and_judgement(own: LengthCorrelation) -> tuple[str, float]:
    """Keep recall, F1 and single values apart, each from the highest to the lowest."""
    return own.metric.part, -2.0 if own.judgement is None else -own.judgement


def length_text(study: MetaStudy, aspect: str) -> str:
    """Say how long systems' summaries are, and what people's judgements have to do with it."""
    lengths = study.lengths[aspect]
    known = lengths.means[~np.isnan(lengths.means)]
    if not len(known):
        return "There are no summaries whose length is known."
    judged = (
        "" if lengths.judgement is None else f"; what people say has r = {lengths.judgement:z.3f} with length alone"
    )
    return f"Systems' summaries have {known.min():.0f} to {known.max():.0f} words on average{judged}."


def _top(study: MetaStudy) -> Table:
    """List the correlations among the best systems alone; the page draws them."""
    records = [
        {
            "aspect": aspect, **metric_names(own.metric), "top": own.top,
            **{name: own.correlation[name] for name in ("pearson", "spearman", "kendall")},
            "reason": own.correlation.reason,
        }
        for aspect, results in study.top.items()
        for own in results
    ]  # fmt: skip
    return Table("top_systems", records=records)


def _power(study: MetaStudy) -> Table:
    """Show how sure the two highest measures of each view can be told apart, here and with more to go by."""
    records: list[Record] = []
    rows: list[Record] = []
    for aspect, powers in study.power.items():
        for own in powers:
            names: Record = {"aspect": aspect, "score": own.view, "first": str(own.first.measure)}
            names |= {"second": str(own.second.measure), "difference": own.difference, "smallest": own.smallest}
            records += [{**names, **asdict(size)} for size in own.sizes]
            first, second = (~np.isnan(study.usable[aspect].tables[metric]) for metric in (own.first, own.second))
            scored = int((first & second).sum(axis=0).max())
            here = min(own.sizes, key=partial(_distance, scored))
            rows.append({**names, "here": here, "needed": own.needed})

    def share(record: Record) -> str:
        here = record["here"]
        return f"{here.power:.0%} ({here.low:.0%} … {here.high:.0%})"

    def size(record: Record) -> str:
        wanted = record["needed"]
        return f"{wanted.documents:,} documents, {wanted.systems:,} systems" if wanted else "more than was tried"

    columns = (
        Column("aspect", write=lambda record: clean(record["aspect"])),
        Column("score", "by", write=lambda record: part_label(record["score"])),
        Column("first", "highest"),
        Column("second"),
        coefficient_column("difference", "difference of r"),
        Column("here", "told apart here", "number", share),
        Column("needed", "for 80 % it takes", write=size),
        coefficient_column("smallest", "smallest difference\ndetected here"),
    )
    note = (
        "How often Williams' test, two-sided at 0.05, would tell the two highest measures apart, if they differ as "
        "they do here. Smallest: the smallest difference that the test would detect with this corpus."
    )
    view = Table("power", "Telling the two highest measures apart", columns, rows, (folded(note),), only=("page",))
    return Table("power", records=records, views=(view,) if rows else ())


def _distance(documents: int, size: Power) -> tuple[int, int]:
    """Return how far a size is from that of the corpus, which has the fewest systems of all."""
    return size.systems, abs(size.documents - documents)


def _raters(study: MetaStudy) -> Table:
    records = []
    for aspect, agreement in study.raters.items():
        record: Record = {"aspect": aspect, **asdict(agreement)}
        for level in study.plan.levels:
            ceiling = study.compared[aspect, level].ceiling
            record[level] = ceiling.values[study.plan.coefficient] if ceiling else None
            record[f"{level}_interval"] = ends_of(ceiling.intervals[study.plan.coefficient]) if ceiling else None
            record["pairs"] = ceiling.pairs if ceiling else 0
        records.append(record)
    symbol = SYMBOLS[study.plan.coefficient]
    alphas = (
        Column("aspect", write=lambda record: clean(record["aspect"])),
        *(coefficient_column(name, name) for name in ("nominal", "ordinal", "interval")),
        Column("units", "summaries", "number", ",d"),
        Column("marks", kind="number", write=",d"),
    )
    values = [coefficient_column(level, f"{symbol}, {level}") for level in study.plan.levels]
    bounds = [interval_column(study, level) for level in study.plan.levels]
    with_bounds = [column for pair in zip(values, bounds, strict=True) for column in pair]
    notes = [
        "Krippendorff's alpha, marks read as names, as an order and as numbers: 1 is perfect, 0 is chance.",
        (
            f"{symbol}: what one rater correlates with another, on average over pairs of raters, as measures are "
            "correlated with people; a measure above it agrees with people's mean more than one person with another."
        ),
    ]
    notes += [f"{NOTHING} Not defined on {clean(r['aspect'])}: {r['reason']}." for r in records if r["reason"]]
    title, said = "How far those who judged agree", tuple(map(folded, notes))
    views = (
        Table("raters", title, (*alphas, *values), records, said, only=("text",)),
        Table("raters", title, (*alphas, *with_bounds), records, said, only=("page",)),
    )
    return Table("raters", records=records, views=views if records else ())


def _systems(study: MetaStudy) -> Table:
    """Show what people and measures say of each system, the best by the first judgement on the left."""
    records = []
    for aspect in study.aspects:
        for metric in study.metrics:
            scores, judgements = map(without_nan, study.means(metric, aspect))
            words = without_nan(study.lengths[aspect].means)
            for system, score, judgement, length in zip(study.systems, scores, judgements, words, strict=True):
                names = {"aspect": aspect, **metric_names(metric), "system": system, "human": system in study.humans}
                records.append({**names, "judgement": judgement, "mean": score, "words": length})
    return Table("systems", records=records, views=list(_system_views(study)))


def _system_views(study: MetaStudy) -> Iterator[Table]:
    first = study.aspects[0]
    judgements = [without_nan(study.mean_judgements(aspect)) for aspect in study.aspects]
    # What people judged may be called as a measure is.
    means = [
        *zip(map(clean, study.aspects), judgements, strict=True),
        ("words", without_nan(study.lengths[first].means)),
    ]
    means += ((str(metric), without_nan(study.means(metric, first)[0])) for metric in study.metrics)
    rows = [{"row": name, "means": dict(zip(study.systems, values, strict=True))} for name, values in means]
    judged = dict(zip(study.systems, judgements[0], strict=True))
    systems = sorted(study.systems, key=lambda name: (judged[name] is None, -(judged[name] or 0.0)))
    title = "What people and measures say of systems, on average"
    note = f"Scores are means over the documents that have a judgement of {clean(first)} too."
    for start in range(0, len(systems), _SYSTEMS):
        columns = [
            Column(name, f"{clean(name)}{' (human)' if name in study.humans else ''}", "number", ".4g",
                   missing=NOTHING, part="means")
            for name in systems[start : start + _SYSTEMS]
        ]  # fmt: skip
        yield Table("systems", title, (Column("row", "measure"), *columns), rows, (note,), only=("page",))


def _pairs(study: MetaStudy) -> Table:
    records = []
    for pair in study.pairs:
        names = {
            f"{which}{field}": value
            for which, metric in (("first", pair.first), ("second", pair.second))
            for field, value in (("", str(metric.measure)), ("_score", metric.part))
        }
        numbers = {name: getattr(pair.correlation, name) for name in ("pearson", "points", "reason")}
        records.append({**names, **numbers})
    return Table("between", records=records)
