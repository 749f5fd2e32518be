"""The tables of systems and annotators: lengths, the best systems, power, agreement, means, pairs of measures."""

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
    ASPECT,
    NOTHING,
    coefficient_column,
    interval_column,
    metric_names,
    part_column,
    part_label,
    without_nan,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.stats.power import Power
    from sumspace.studies.meta.correlations import LengthCorrelation
    from sumspace.studies.meta.study import MetaStudy


#: The most systems side by side.
_SYSTEMS = 10


def system_tables(study: MetaStudy) -> list[Table]:
    """Return the tables of systems, of annotators, and of pairs of measures."""
    return [_lengths(study), _top(study), _power(study), _raters(study), _systems(study), _pairs(study)]


def _lengths(study: MetaStudy) -> Table:
    """Show correlations of measures with length, and with the judgements at equal length."""
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
        part_column(),
        Column("systems", kind="number", write=",d"),
        coefficient_column("judgement", "judgements", "Pearson correlation of the systems' mean scores and judgements"),
        coefficient_column(
            "length", "length", "Pearson correlation of the systems' mean scores and mean lengths in words"
        ),
        coefficient_column("partial", "at equal length", "partial correlation of scores and judgements given length"),
    )
    views = []
    for aspect in study.lengths:
        rows = [record for record in records if record["aspect"] == aspect]
        title = f"{clean(aspect)}: measures and the length of summaries (system means)"
        views.append(Table("lengths", title, columns, rows, (length_text(study, aspect),), only=("page",)))
    return Table("lengths", records=records, views=views)


def _by_part_and_judgement(own: LengthCorrelation) -> tuple[str, float]:
    """Sort by the part of the scores, then from the highest correlation to the lowest."""
    return own.metric.part, -2.0 if own.judgement is None else -own.judgement


def length_text(study: MetaStudy, aspect: str) -> str:
    """Say how long the systems' summaries are, and how judgements correlate with length."""
    lengths = study.lengths[aspect]
    known = lengths.means[~np.isnan(lengths.means)]
    if not len(known):
        return "The lengths of the summaries are unknown."
    judged = "" if lengths.judgement is None else f"; length alone has r = {lengths.judgement:z.3f} with the judgements"
    return f"Mean lengths of the systems' summaries: {known.min():.0f} to {known.max():.0f} words{judged}."


def _top(study: MetaStudy) -> Table:
    """List the correlations among the best systems only, which the page shows as a chart."""
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
    """Show the power of a test between the two highest measures of each view, here and with larger corpora."""
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
        return f"{wanted.documents:,} documents, {wanted.systems:,} systems" if wanted else "more than any size tried"

    columns = (
        ASPECT,
        Column(
            "score", "by", write=lambda record: part_label(record["score"]),
            about="the part of the scores by which measures are compared",
        ),
        Column("first", "highest", about="the measure with the highest r"),
        Column("second", about="the next measure with another r"),
        coefficient_column("difference", "difference", "r of the first less r of the second"),
        Column(
            "here", "power here", "number", share,
            about="how often Williams' test (two-sided, 0.05) finds this difference in such a corpus (95 % interval)",
        ),
        Column("needed", "needed for 80 %", write=size, about="the smallest size tried with a power of 80 % or more"),
        coefficient_column("smallest", "smallest\ndetectable", "the smallest difference of r that the test finds here"),
    )  # fmt: skip
    note = (
        "The difference found here is taken for the true one. It was picked as the largest, so the power is "
        "overestimated."
    )
    view = Table("power", "Power: the two highest measures", columns, rows, (folded(note),), only=("page",))
    return Table("power", records=records, views=(view,) if rows else ())


def _distance(documents: int, size: Power) -> tuple[int, int]:
    """Return how far a size is from that of the corpus, which has the fewest systems of the sizes tried."""
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
        ASPECT,
        *(
            coefficient_column(name, name, f"Krippendorff's alpha, ratings as {scale}: 1 is perfect, 0 is chance")
            for name, scale in {"nominal": "categories", "ordinal": "ranks", "interval": "numbers"}.items()
        ),
        Column("units", "summaries", "number", ",d", about="summaries with ratings of at least two annotators"),
        Column("marks", "ratings", "number", ",d", about="ratings of these summaries"),
    )
    values = [
        coefficient_column(
            level, f"{symbol}, {level}",
            f"{symbol} of one annotator with another at the {level} level, mean over pairs of annotators",
        )
        for level in study.plan.levels
    ]  # fmt: skip
    bounds = [interval_column(study, level) for level in study.plan.levels]
    with_bounds = [column for pair in zip(values, bounds, strict=True) for column in pair]
    notes = [
        f"A measure with a higher {symbol} agrees with the mean judgement more than one annotator with another.",
        *(f"{NOTHING} Undefined for {clean(r['aspect'])}: {r['reason']}." for r in records if r["reason"]),
    ]
    title, said = "Inter-annotator agreement", tuple(map(folded, notes))
    views = (
        Table("raters", title, (*alphas, *values), records, said, only=("text",)),
        Table("raters", title, (*alphas, *with_bounds), records, said, only=("page",)),
    )
    return Table("raters", records=records, views=views if records else ())


def _systems(study: MetaStudy) -> Table:
    """Show mean judgements and scores of each system, the best by the first aspect on the left."""
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
    # An aspect may have the name of a measure.
    means = [
        *zip(map(clean, study.aspects), judgements, strict=True),
        ("words", without_nan(study.lengths[first].means)),
    ]
    means += ((str(metric), without_nan(study.means(metric, first)[0])) for metric in study.metrics)
    places = {system: f"{place}" for place, system in enumerate(study.systems)}
    rows = [
        {"row": name} | {place: {"number": value} for place, value in zip(places.values(), values, strict=True)}
        for name, values in means
    ]
    judged = dict(zip(study.systems, judgements[0], strict=True))
    systems = sorted(study.systems, key=lambda name: (judged[name] is None, -(judged[name] or 0.0)))
    title = "Mean judgements and scores of the systems"
    note = f"Scores are means over the documents with a judgement of {clean(first)}."
    for start in range(0, len(systems), _SYSTEMS):
        columns = [
            Column("number", f"{clean(name)}{' (human)' if name in study.humans else ''}", "number", ".4g",
                   missing=NOTHING, part=places[name])
            for name in systems[start : start + _SYSTEMS]
        ]  # fmt: skip
        yield Table(
            "systems",
            title,
            (Column("row", "mean of", about="a judged aspect, the number of words, or a measure"), *columns),
            rows,
            (note,),
            only=("page",),
        )


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
