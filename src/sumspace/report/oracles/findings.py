"""What the study of oracles found, in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.report.oracles.pivot import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.oracle_averages import OracleAverage, SystemAverage
    from sumspace.studies.oracle_study import OracleStudy

__all__ = ["findings"]


def findings(study: OracleStudy) -> Iterator[str]:
    """Yield a paragraph for each objective, by all references."""
    for measure in study.plan.names:
        average = study.everything.oracles.get((measure, "all"))
        if average is not None:
            parts = (_scores(average, study.everything.systems[measure, "all"]), _greedy(average), _counts(average))
            yield f"On {measure}, {' '.join(part for part in parts if part)}"


def _scores(average: OracleAverage, systems: list[SystemAverage]) -> str:
    least = "at least " if average.unproven else ""
    best = max((one for one in systems if one.share is not None), key=lambda one: one.share or 0.0, default=None)
    reached = f"; the best system, {best.system}, reaches {best.share:.0%} of that" if best else ""
    return f"the best extracts score {least}{100 * average.score:.1f} on average{reached}."


def _greedy(average: OracleAverage) -> str:
    if average.greedy is None or average.jaccard is None or not average.score:
        return ""
    return (
        f"The greedy algorithm gets {average.greedy / average.score:.0%} of it, but the Jaccard index of its sentences "
        f"and theirs is {100 * average.jaccard:.0f} of 100."
    )


def _counts(average: OracleAverage) -> str:
    if average.several is None:
        return ""
    return f"{average.several:.0%} of the documents have several best extracts; the median is {number(average.median)}."
