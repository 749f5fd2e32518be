"""Every number of the study of measures, as records by table."""

from __future__ import annotations

from dataclasses import asdict
from math import isnan
from typing import TYPE_CHECKING, get_args

from sumspace.report.meta.published import HIRAO_6, TABLES
from sumspace.stats.correlation import Coefficient

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.meta import Meta
    from sumspace.studies.meta_correlations import Alike, Comparison, Correlated

    Records = dict[str, list[Record]]

__all__ = ["as_lines", "measure_records", "rater_records", "records", "sweep_records", "williams_records"]


def records(study: Meta) -> Records:
    """Return all that is found, by table; what is not defined is None."""
    measures = measure_records(study)
    return {
        "measures": measures,
        **{name: [row for aspect in study.aspects for row in _paper(name, aspect, measures)] for name in TABLES},
        "hirao_6": [row for aspect in study.aspects for row in _hirao(study, aspect, measures)],
        "williams": williams_records(study, measures),
        "raters": rater_records(study),
        "systems": list(_systems(study)),
        "between": [_alike(one) for one in study.alike],
        "sweeps": sweep_records(study),
    }


def measure_records(study: Meta) -> list[Record]:
    """Return the correlations, for each aspect and level from the highest Pearson to the lowest."""
    return [
        _measure(one, study)
        for aspect in study.aspects
        for level in study.plan.levels
        for one in sorted(
            (one for one in study.correlated if (one.aspect, one.level) == (aspect, level)), key=_from_the_best
        )
    ]


def _from_the_best(one: Correlated) -> float:
    return 2.0 if one.correlation.pearson is None else -one.correlation.pearson


def _measure(one: Correlated, study: Meta) -> Record:
    found = one.correlation
    bounds = {name: one.intervals[name] for name in get_args(Coefficient)}
    return {
        "aspect": one.aspect, "level": one.level, "measure": str(one.measure),
        "score": "value" if one.measure.has_one_value else study.plan.part_of(one.measure),
        **{name: found[name] for name in get_args(Coefficient)},
        **{f"{name}_interval": [b.low, b.high] if b and not found.reason else None for name, b in bounds.items()},
        "points": found.points, "reason": found.reason,
    }  # fmt: skip


def as_lines(rows: Iterable[Record]) -> list[Record]:
    """Make records lines of a CSV file: the ends of an interval stand in columns of their own."""
    found = []
    for row in rows:
        line: Record = {}
        for name, value in row.items():
            if name.endswith("_interval"):
                stem = name.removesuffix("_interval")
                line[f"{stem}_low"], line[f"{stem}_high"] = value or (None, None)
            else:
                line[name] = value
        found.append(line)
    return found


def _of_systems(aspect: str, measures: Iterable[Record]) -> dict[str, Record]:
    """Return what is found at the system level, by measure, the best first."""
    return {row["measure"]: row for row in measures if (row["aspect"], row["level"]) == (aspect, "system")}


def _paper(table: str, aspect: str, measures: Iterable[Record]) -> Iterator[Record]:
    """Yield a table of the paper in the order found here; its own order is that of its figures."""
    published = TABLES[table]
    found = [row for name, row in _of_systems(aspect, measures).items() if name in published]
    for place, row in enumerate(found, 1):
        yield {
            "aspect": aspect, "place": place, "measure": row["measure"], "score": row["score"],
            "pearson": row["pearson"], "pearson_interval": row["pearson_interval"], "points": row["points"],
            "reason": row["reason"], "paper_pearson": published[row["measure"]],
            "paper_place": 1 + list(published).index(row["measure"]),
        }  # fmt: skip


def _hirao(study: Meta, aspect: str, measures: Iterable[Record]) -> Iterator[Record]:
    """Yield the table of oracles; ROUGE is seen on the summaries that have a score by oracles, as these are."""
    found = _of_systems(aspect, measures)
    oracle = next((name for name in found if name.startswith("oracle")), None)
    if oracle is None:
        return
    for line in HIRAO_6:
        if line.measure in found:
            seen = study.correlate_where(line.measure, oracle, aspect)
            yield {
                "aspect": aspect, "name": line.name, "measure": line.measure, "score": found[line.measure]["score"],
                "pearson": seen.pearson, "spearman": seen.spearman, "points": seen.points, "reason": seen.reason,
                "paper_pearson": line.pearson, "paper_spearman": line.spearman,
            }  # fmt: skip


def williams_records(study: Meta, measures: Sequence[Record]) -> list[Record]:
    """Return the test for every two measures, the first of which is the one with the higher correlation."""
    return [row for comparison in study.comparisons for row in _pairs(comparison, measures)]


def _pairs(comparison: Comparison, measures: Iterable[Record]) -> Iterator[Record]:
    place = (comparison.aspect, comparison.level)
    ordered = [row["measure"] for row in measures if (row["aspect"], row["level"]) == place]
    rows = {str(measure): row for row, measure in enumerate(comparison.measures)}
    for i, first in enumerate(ordered):
        for second in ordered[i + 1 :]:
            p = comparison.p[rows[first]][rows[second]]
            yield {"aspect": place[0], "level": place[1], "first": first, "second": second, "p": p}


def _systems(study: Meta) -> Iterator[Record]:
    for aspect in study.aspects:
        for measure in map(str, study.measures):
            scores, judgements = study.means(measure, aspect)
            for system, score, judgement in zip(study.systems, scores.tolist(), judgements.tolist(), strict=True):
                yield {
                    "aspect": aspect, "measure": measure, "system": system,
                    "judgement": None if isnan(judgement) else judgement, "score": None if isnan(score) else score,
                }  # fmt: skip


def _alike(one: Alike) -> Record:
    found = one.correlation
    return {
        "first": str(one.first), "second": str(one.second), "pearson": found.pearson, "points": found.points,
        "reason": found.reason,
    }  # fmt: skip


def rater_records(study: Meta) -> list[Record]:
    """Return how far those who judged agree."""
    return [{"aspect": one.aspect, **asdict(one.agreement)} for one in study.raters]


def sweep_records(study: Meta) -> list[Record]:
    """Return what the settings of measures give."""
    return [
        {
            "aspect": one.aspect, "figure": one.sweep.figure, "family": one.sweep.family, "against": one.sweep.against,
            "setting": one.setting, "measure": one.measure, **asdict(one.correlation),
        }
        for one in study.swept
    ]  # fmt: skip
