"""What the tables of the comparison share: columns, and how numbers and names are written."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.table import Column
from sumspace.show.text import interval_text

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.study import ComparisonStudy


DOCUMENTS = Column("documents", kind="number", write=",")


def _system(record: Record) -> str:
    return f"{record['system']} (baseline)" if record["baseline"] else str(record["system"])


#: A system, marked where it is a baseline.
SYSTEM = Column("system", write=_system)


def view_name(kind: str, measure: Measure) -> str:
    """Return what a table is called that there is one of for each measure."""
    return f"{kind} {measure}"


def score_label(study: ComparisonStudy, contest: Contest) -> str:
    """Return a measure with the part of it that counts, as rouge-2 f1."""
    return str(contest.measure) if contest.measure.has_one_value else f"{contest.measure} {study.plan.part}"


def alike_text(contest: Contest) -> str:
    """Say what is true of systems that share a letter."""
    untested = contest.tested < len(contest.pairs)
    alike = "do not differ significantly"
    return f"{alike}, or could not be tested" if untested else alike


def as_number(value: float) -> float | None:
    """Return a number for a record; not a number is none."""
    return None if isnan(value) else value


def interval_column(name: str, plan: ComparisonPlan, form: str = "+.4f") -> Column:
    def write(record: Record) -> str:
        return interval_text(record[name], form)

    confidence = f"{plan.bootstrap.confidence:g}%"
    return Column(name, f"{confidence} interval", write=write, about=f"{confidence} bootstrap interval over documents")
