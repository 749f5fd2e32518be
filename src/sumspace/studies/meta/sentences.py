"""What is said of the highest measures, in tables and on the page: their numbers, and what the tests allow to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.text import counted, interval_text, listed
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.permutation import MOST_PERMUTATIONS
from sumspace.stats.resampling import ends_of
from sumspace.studies.meta.plan import part_name
from sumspace.studies.meta.verdicts import SURE, is_annotated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.stats.correlation import Coefficient, Level
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


#: Coefficients no further apart are level.
_TIE = 1e-12
#: What accuracies have where a measure knows nothing; correlations have 0.
CHANCE: dict[Coefficient, float] = {"accuracy": 0.5, "soft_accuracy": 0.5}


def measured(study: MetaStudy, result: MetricCorrelation, coefficient: Coefficient | None = None) -> str:
    """Write a coefficient with its interval and the systems that it rests on."""
    name = coefficient or study.plan.coefficient
    bounds = result.intervals[name]
    confidence = f"{study.plan.bootstrap.confidence:g}% interval"
    between = f"{confidence} {interval_text(ends_of(bounds), 'z.2f')}" if bounds else f"no {confidence}"
    return f"{SYMBOLS[name]} = {result.value(name):z.3f}, {between}, {counted(result.systems, 'system')}"


def verdict_texts(study: MetaStudy, aspect: str, level: Level) -> list[str]:
    """Say of the highest measure of each view what its tests say, and never more."""
    texts: list[str] = []
    rankings: list[list[Metric]] = []
    said: set[str] = set()
    for view in study.plan.views:
        results = study.ranked(aspect, level, view)
        ranked = [result.metric for result in results]
        if ranked in rankings:  # all have one value, and so no views
            continue
        rankings.append(ranked)
        has_parts = any(metric.part != "value" for metric in ranked)
        by = f"By {part_name(view)}, " if has_parts and view != "main" else ""
        for verdict in study.verdicts(aspect, level, view):
            text = _verdict(study, verdict, results, says_value=bool(by))
            again = f"the same is true of {verdict.best.measure}."  # which has one value, and is highest in both views
            full = by + (again if text in said else text)
            texts.append(full[0].upper() + full[1:])
            said.add(text)
    return texts


def _verdict(study: MetaStudy, verdict: Verdict, ranked: Sequence[MetricCorrelation], *, says_value: bool) -> str:
    best, coefficient = verdict.best, study.plan.coefficient
    name = str(best.measure)
    if is_annotated(best.measure):
        name += ", for which people annotate,"
    elif says_value and best.metric.part == "value":
        name += " (a single value)"
    who = "of the measures that score any text, " if verdict.is_second else ""
    numbers = measured(study, best)
    if len(ranked) == 1:
        return f"only {name} could be ranked ({numbers})."
    if best.value(coefficient) <= CHANCE.get(coefficient, 0.0):
        return f"{who}no measure rises with what people say; the highest is {name} ({numbers})."
    others = len(verdict.higher_than) + len(verdict.only_here) + len(verdict.equals)
    if others and len(verdict.higher_than) == others and not verdict.untested and best.intervals[coefficient]:
        named = {1: f"the only other one, {verdict.higher_than[0].measure}", 2: "both others"}
        rest = named.get(others, f"all {others:,} others")
        return f"{who}{name} agrees best with people ({numbers}), significantly better than {rest}."
    tied = [
        result.metric
        for result in ranked
        if result is not best and abs(result.value(coefficient) - best.value(coefficient)) < _TIE
    ]
    level = f", level with {_named(tied)}," if tied else ""
    return f"{who}{name}{level} is highest ({numbers}); {_beside_others(study, verdict, others)}."


def _beside_others(study: MetaStudy, verdict: Verdict, others: int) -> str:
    """Say of a measure that is not surely the best what is known of those below it."""
    if not verdict.best.intervals[study.plan.coefficient]:
        return "without an interval, no measure can be called better"
    if not others:
        return "it could not be tested against any other"
    if few := too_few(verdict):
        return few
    parts = []
    if verdict.higher_than:
        parts.append(f"it is significantly higher than {len(verdict.higher_than):,} of {others:,} others")
    if verdict.only_here:
        parts.append(f"higher on these summaries, but maybe not on others, than {_named(verdict.only_here)}")
    if verdict.equals:
        parts.append(f"not significantly higher than {_named(verdict.equals)}")
    if verdict.untested:
        parts.append(f"not tested against {_named(verdict.untested)}")
    return ", ".join(parts)


def _named(metrics: Sequence[Metric]) -> str:
    return listed((str(metric.measure) for metric in metrics), 4)


def too_few(verdict: Verdict) -> str:
    """Say that there were too few permutations for any difference to count; nothing if there were enough."""
    if verdict.needed is None:
        return ""
    what = "the two" if verdict.pairs == 1 else f"the two of any of {verdict.pairs:,} pairs"
    remedy = (
        f"--permutations {verdict.needed:,} or more"
        if verdict.needed <= MOST_PERMUTATIONS
        else "name fewer measures with -m"
    )
    return f"there are too few permutations to tell {what} apart: {remedy}"


def significantly_note(study: MetaStudy) -> str:
    """Say what "significantly" means, once."""
    corrected = "" if study.plan.correction == "none" else f", {CORRECTION_NAMES[study.plan.correction]} for all pairs"
    return (
        f"Significantly: p < {SURE} by PERM-BOTH, two-sided{corrected}, and the interval of the difference, from "
        "resamples that both measures share, does not hold 0."
    )
