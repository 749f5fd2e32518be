"""Sentences about the highest-ranked measures, for tables and the page: their numbers, and what the tests support."""

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
    """Write a coefficient with its interval and the number of systems."""
    name = coefficient or study.plan.coefficient
    bounds = result.intervals[name]
    confidence = f"{study.plan.bootstrap.confidence:g}% interval"
    between = f"{confidence} {interval_text(ends_of(bounds), 'z.2f')}" if bounds else f"no {confidence}"
    return f"{SYMBOLS[name]} = {result.value(name):z.3f}, {between}, {counted(result.systems, 'system')}"


def verdict_texts(study: MetaStudy, aspect: str, level: Level) -> list[str]:
    """State for the highest measure of each view what its tests support, and no more."""
    texts: list[str] = []
    rankings: list[list[Metric]] = []
    said: set[str] = set()
    for view in study.plan.views:
        results = study.ranked(aspect, level, view)
        ranked = [result.metric for result in results]
        if ranked in rankings:  # all measures have a single value: the views are the same
            continue
        rankings.append(ranked)
        has_parts = any(metric.part != "value" for metric in ranked)
        by = f"By {part_name(view)}, " if has_parts and view != "main" else ""
        for verdict in study.verdicts(aspect, level, view):
            text = _verdict(study, verdict, results, says_value=bool(by))
            again = f"the result for {verdict.best.measure} is the same."  # it has a single value and is in both views
            full = by + (again if text in said else text)
            texts.append(full[0].upper() + full[1:])
            said.add(text)
    return texts


def _verdict(study: MetaStudy, verdict: Verdict, ranked: Sequence[MetricCorrelation], *, says_value: bool) -> str:
    best, coefficient = verdict.best, study.plan.coefficient
    name = str(best.measure)
    if is_annotated(best.measure):
        name += " (needs manual annotation)"
    elif says_value and best.metric.part == "value":
        name += " (single value)"
    who = "among measures that need no annotation, " if verdict.is_second else ""
    numbers = measured(study, best)
    if len(ranked) == 1:
        return f"only {name} can be ranked ({numbers})."
    if best.value(coefficient) <= CHANCE.get(coefficient, 0.0):
        what = "is better than chance" if coefficient in CHANCE else "correlates positively with the judgements"
        return f"{who}no measure {what}; the highest is {name} ({numbers})."
    others = len(verdict.higher_than) + len(verdict.only_here) + len(verdict.equals)
    if others and len(verdict.higher_than) == others and not verdict.untested and best.intervals[coefficient]:
        named = {1: f"the only other measure, {verdict.higher_than[0].measure}", 2: "both other measures"}
        rest = named.get(others, f"all {others:,} other measures")
        return f"{who}{name} agrees best with the human judgements ({numbers}), significantly better than {rest}."
    tied = [
        result.metric
        for result in ranked
        if result is not best and abs(result.value(coefficient) - best.value(coefficient)) < _TIE
    ]
    first = f"ties for first place with {_named(tied)}" if tied else "ranks first"
    return f"{who}{name} {first} ({numbers}); {_beside_others(study, verdict, others)}."


def _beside_others(study: MetaStudy, verdict: Verdict, others: int) -> str:
    """Say how a measure that is not significantly better than all others compares with those below it."""
    if not verdict.best.intervals[study.plan.coefficient]:
        return "without an interval, no difference is called significant"
    if not others:
        return "it could not be tested against any other measure"
    if few := too_few(verdict):
        return few
    parts = []
    if verdict.higher_than:
        parts.append(f"it is significantly higher than {len(verdict.higher_than):,} of {others:,} other measures")
    if verdict.only_here:
        parts.append(f"higher only for these systems and documents than {_named(verdict.only_here)}")
    if verdict.equals:
        parts.append(f"no significant difference from {_named(verdict.equals)}")
    if verdict.untested:
        parts.append(f"not tested against {_named(verdict.untested)}")
    return "; ".join(parts)


def _named(metrics: Sequence[Metric]) -> str:
    return listed((str(metric.measure) for metric in metrics), 4)


def too_few(verdict: Verdict) -> str:
    """Say that there were too few permutations for any difference to be significant; empty if there were enough."""
    if verdict.needed is None:
        return ""
    what = "the difference" if verdict.pairs == 1 else f"any of the {verdict.pairs:,} pairs"
    remedy = (
        f"use --permutations {verdict.needed} or more"
        if verdict.needed <= MOST_PERMUTATIONS
        else "name fewer measures with -m"
    )
    return f"too few permutations for {what} to be significant: {remedy}"


def significantly_note(study: MetaStudy) -> str:
    """Say what "significant" means."""
    corrected = "" if study.plan.correction == "none" else f", {CORRECTION_NAMES[study.plan.correction]} over all pairs"
    return (
        f"Significant: p < {SURE} (PERM-BOTH, two-sided{corrected}), and the paired bootstrap interval of the "
        'difference excludes 0. "Only for these systems and documents": p is that low, but the interval includes 0.'
    )
