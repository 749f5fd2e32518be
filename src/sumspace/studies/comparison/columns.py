"""What the tables of the comparison share: columns, and how numbers and names are written."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.table import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.study import ComparisonStudy


CORRECTIONS = {
    "holm": "Holm's correction",
    "bh": "Benjamini and Hochberg's correction",
    "none": "no correction",
}
DOCUMENTS = Column("documents", kind="number", write=",")


def _system(record: Record) -> str:
    return f"{record['system']} (baseline)" if record["baseline"] else str(record["system"])


#: A system, marked where it is a baseline.
SYSTEM = Column("system", write=_system)


def interval_text(bounds: Sequence[float] | None, form: str = "+.4f") -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.01, 0.02]), interval_text(None)
    ('-0.0100 … +0.0200', '-')
    """
    return "-" if bounds is None else " … ".join(format(end, form) for end in bounds)


def p_text(p: float | None) -> str:
    """Write a p-value.

    >>> p_text(0.04), p_text(0.00004), p_text(None)
    ('0.040', '< 0.001', '-')
    """
    if p is None:
        return "-"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def view_name(kind: str, measure: Measure) -> str:
    """Return what a table is called that there is one of for each measure."""
    return f"{kind} {measure}"


def score_label(study: ComparisonStudy, contest: Contest) -> str:
    """Return a measure with the part of it that counts, as rouge-2 f1."""
    return str(contest.measure) if contest.measure.has_one_value else f"{contest.measure} {study.plan.part}"


def as_number(value: float) -> float | None:
    """Return a number for a record; not a number is none."""
    return None if isnan(value) else value


def as_bounds(interval: Interval) -> list[float] | None:
    return None if isnan(interval.low) else [interval.low, interval.high]


def interval_column(name: str, plan: ComparisonPlan, form: str = "+.4f") -> Column:
    def write(record: Record) -> str:
        return interval_text(record[name], form)

    return Column(name, f"{plan.bootstrap.confidence:g}% interval", write=write)
