"""What the study of limits has found, in sentences: the hardest domain, from Lead to the limit, who beats Lead."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sumspace.show.text import clean, counted, domain_label, listed, p_text
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs
from sumspace.stats.resampling import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Floats
    from sumspace.stats.paired import PairedTest
    from sumspace.studies.limits.study import LimitsStudy, MeasureLimits


_LEAD = "lead"
#: What counts as significant, how many resamples and permutations there are, and how many systems are named.
_LEVEL, _RESAMPLES, _NAMED = 0.05, 10_000, 6


def findings(study: LimitsStudy) -> list[str]:
    """Say what was found on the first measure, and what was studied."""
    measure = study.plan.spaces.measures[0]
    groups = [_Group.of(domain.domain, [domain.measures[measure]]) for domain in study.domains]
    whole = _Group.of(None, [domain.measures[measure] for domain in study.domains])
    about = f"{measure} {study.plan.spaces.score}"
    texts = [
        _hardness(groups, about),
        _gaps(groups, about),
        _against_lead(whole, groups, about, study.plan.spaces.seed),
    ]
    return [*filter(None, texts), _studied(study)]


@dataclass(frozen=True, eq=False)
class _Group:
    """The documents of a domain, or of all: a row for each, averaged over its references where each judges alone."""

    domain: str | None
    systems: tuple[str, ...]
    #: Of all extracts of each document: their mean, deviation and best score, and what none exceeds (NaN: not known).
    extracts: Floats
    #: [document, system], NaN where a system has no summary.
    scores: Floats

    @classmethod
    def of(cls, domain: str | None, parts: Iterable[MeasureLimits]) -> _Group:
        rows: dict[tuple[int, str], list[tuple[list[float], dict[str, float]]]] = {}
        for number, part in enumerate(parts):
            for document in part.documents:
                space, found = document.space, document.space.distribution
                bound = nan if space.max_bound is None else space.max_bound
                numbers = [found.mean or 0.0, found.std or 0.0, found.max or 0.0, bound]
                scores = {score.system: score.score for score in document.scores}
                rows.setdefault((number, space.id), []).append((numbers, scores))
        systems = tuple(dict.fromkeys(name for row in rows.values() for _, scores in row for name in scores))
        extracts = np.array([np.mean([numbers for numbers, _ in row], axis=0) for row in rows.values()])
        table = np.array(
            [[np.mean([own.get(name, nan) for _, own in row]) for name in systems] for row in rows.values()]
        )
        return cls(domain, systems, extracts, table.reshape(len(rows), len(systems)))

    @property
    def name(self) -> str:
        return clean(self.domain or "documents without a domain")

    @property
    def deviations(self) -> Floats:
        """How far the scores of the extracts of each document deviate from their mean."""
        deviations: Floats = self.extracts[:, 1]
        return deviations

    @property
    def is_testable(self) -> bool:
        """Whether there are enough documents for the test to be significant at all, corrected for all systems."""
        return 2 * 0.5 ** len(self.scores) * (len(self.systems) - 1) < _LEVEL

    def column(self, system: str) -> Floats:
        return self.scores[:, self.systems.index(system)]


def _hardness(groups: Sequence[_Group], about: str) -> str:
    """Say how far extracts deviate in each domain, and in which least: there it is hardest to do better than chance."""
    known = sorted((g for g in groups if g.deviations.any()), key=lambda group: float(group.deviations.mean()))
    if not known:
        return ""
    first, *others = known
    size = _with_interval(first.deviations, "points")
    meaning = "The smaller that is, the harder it is to do better than chance."
    if not others:
        return f"On {about}, the extracts of a document deviate from their mean by {size} on average. {meaning}"
    pairs = list(combinations(range(len(known)), 2))
    p_values = corrected([_welch(known[a].deviations, known[b].deviations) for a, b in pairs])
    by_first = {known[b].name: p for (a, b), p in zip(pairs, p_values.tolist(), strict=True) if a == 0}
    apart = [name for name, p in by_first.items() if p < _LEVEL]
    alike = [name for name, p in by_first.items() if p >= _LEVEL]
    untested = [name for name, p in by_first.items() if isnan(p)]
    hardest = f"The hardest domain on {about} is {first.name}: its extracts deviate least"
    lowest = f"On {about}, extracts deviate least in {first.name}"
    rest = ", ".join(f"{group.name} {_with_interval(group.deviations, 'points')}" for group in others)
    verdicts = {
        "significantly lower than": apart,
        "not significantly different from": alike,
        "not tested against": untested,
    }
    tested = "; ".join(f"{verb} {listed(names)}" for verb, names in verdicts.items() if names)
    return (
        f"{hardest if len(apart) == len(others) else lowest}: from the mean of their document by {size} on average. "
        f"{meaning} The others: {rest}. By Welch's test over documents, with Holm's correction for all pairs of "
        f"domains, that is {tested}."
    )


def _gaps(groups: Sequence[_Group], about: str) -> str:
    """Say how far Lead is from the best extract, and how much of the distance from the average one it covers."""
    texts = []
    for group in groups:
        if _LEAD not in group.systems:
            continue
        has = ~np.isnan(group.column(_LEAD))
        mean, _, best, bound = group.extracts[has].T
        lead = group.column(_LEAD)[has]
        way = float((best - mean).mean())
        ends = f"from {100 * lead.mean():.1f} to {100 * best.mean():.1f}"
        proof = "" if np.all(bound == best) else ", or more, since not all best extracts are proven optimal"
        gone = float((lead - mean).mean())
        came = f"; it reaches {100 * gone / way:.0f} % of the distance from the average extract" if way > 0 else ""
        came = "; it scores lower than the average extract" if gone < 0 else came
        where = f"points in {group.name}" if len(groups) > 1 else "points"
        texts.append(f"{_with_interval(best - lead, where, ends)}{proof}{came}")
    return f"On {about}, Lead falls short of the best extract by {'; '.join(texts)}." if texts else ""


def _against_lead(whole: _Group, groups: Sequence[_Group], about: str, seed: int) -> str:
    """Say which systems score significantly higher than Lead over all documents and in each domain."""
    if _LEAD not in whole.systems or len(whole.systems) < 2:
        return ""
    several = (
        [group for group in groups if _LEAD in group.systems and len(group.systems) > 1] if len(groups) > 1 else []
    )
    tested = [group for group in (whole, *several) if group.is_testable]
    few = [f"{group.name} ({len(group.scores):,})" for group in several if not group.is_testable]
    number = counted(len(whole.scores), "document")
    if not tested:
        systems = counted(len(whole.systems) - 1, "system")
        verb = "is" if len(whole.scores) == 1 else "are"
        return f"On {about}, {number} {verb} too few for any of {systems} to differ significantly from Lead."
    texts = [
        _verdict(group, seed, f"Over all {number}, on {about}" if group is whole else f"In {group.name}")
        for group in tested
    ]
    if few:
        texts.append(f"Too few documents for a significant difference from Lead: {listed(few)}.")
    how = (
        "Paired permutation tests over documents, with Holm's correction for the systems of each sentence. Groups are "
        "corrected for all pairs of systems, so a system may differ significantly from Lead here and share a letter "
        "with it."
    )
    return f"{' '.join(texts)} {how}"


def _verdict(group: _Group, seed: int, where: str) -> str:
    others = [name for name in group.systems if name != _LEAD]
    pairs = [(group.systems.index(name), group.systems.index(_LEAD)) for name in others]
    tests = compare_pairs(group.scores, pairs, Bootstrap(_RESAMPLES, 95, seed))
    p_values = corrected([test.p for test in tests]).tolist()
    able = [2.0 ** (1 - test.documents) * len(others) < _LEVEL for test in tests]
    p_values = [p if is_able else nan for p, is_able in zip(p_values, able, strict=True)]
    found = sorted(zip(others, tests, p_values, strict=True), key=lambda item: -item[1].difference.mean)
    above = [item for item in found if item[2] < _LEVEL and item[1].difference.mean > 0]
    below = [item for item in found if item[2] < _LEVEL and item[1].difference.mean < 0]
    alike = [name for name, _, p in found if p >= _LEVEL]
    verb = "scores" if len(above) == 1 else "score"
    text = f"{where}, {len(above):,} of {counted(len(others), 'system')} {verb} significantly higher than Lead"
    text += f": {_differences(above)}" if above else ""
    if below:
        text += f"; {len(below):,} lower: {_differences(below)}"
    if alike:
        text += f"; no significant difference: {listed(alike, _NAMED)}"
    untested = len(others) - len(above) - len(below) - len(alike)
    text += f"; {untested:,} with too few documents for a test" if untested else ""
    return f"{text}{', each on the documents that it has summarized' if np.isnan(group.scores).any() else ''}."


def _differences(found: Sequence[tuple[str, PairedTest, float]]) -> str:
    texts = []
    for name, test, p in found[:_NAMED]:
        low, high = 100 * test.difference.low, 100 * test.difference.high
        size = f"{100 * test.difference.mean:+.1f} points, 95 % interval {low:+.1f} to {high:+.1f}"
        texts.append(f"{clean(name)} ({size}, p {p_text(p, '= ')})")
    more = len(found) - _NAMED
    return ", ".join(texts) + (f" and {more:,} more" if more > 0 else "")


def _with_interval(values: Floats, unit: str, more: str = "") -> str:
    """Write a mean over documents in percent or points, with Student's interval where there are three or more."""
    from scipy.special import stdtrit

    mean, count = 100 * float(values.mean()), len(values)
    notes = [more] if more else []
    if count >= 3:
        reach = 100 * float(stdtrit(count - 1, 0.975)) * float(values.std(ddof=1)) / sqrt(count)
        notes.append(f"95 % interval {mean - reach:.1f} to {mean + reach:.1f}, {count:,} documents")
    return f"{mean:.1f} {unit}" + (f" ({'; '.join(notes)})" if notes else "")


def _welch(first: Floats, second: Floats) -> float:
    """Return the p-value of Welch's test, two-sided; NaN with fewer than three documents, or where nothing varies."""
    from scipy.special import stdtr

    if min(len(first), len(second)) < 3:
        return nan
    errors = [float(values.var(ddof=1)) / len(values) for values in (first, second)]
    error = sum(errors)
    if error == 0:
        return nan
    t = abs(float(first.mean() - second.mean())) / sqrt(error)
    freedom = error**2 / (errors[0] ** 2 / (len(first) - 1) + errors[1] ** 2 / (len(second) - 1))
    return 2 * float(stdtr(freedom, -t))


def _studied(study: LimitsStudy) -> str:
    parts = [part for domain in study.domains for part in domain.measures.values()]
    spaces, exact = sum(len(part.documents) for part in parts), sum(part.exact for part in parts)
    names = ", ".join(domain_label(domain.domain) for domain in study.domains)
    domains = f"{counted(len(study.domains), 'domain')} ({names})" if names != "-" else "one domain"
    measures, score = ", ".join(map(str, study.plan.spaces.measures)), study.plan.spaces.score
    studied = f"Studied: {counted(len(study.documents), 'document')} of {domains}, on {measures} ({score})."
    exactness = (
        f"{exact:,} of {counted(spaces, 'distribution')}, one for each document, measure and set of references, "
        f"{'is' if exact == 1 else 'are'} exact{'' if exact == spaces else '; the others are estimates'}."
    )
    return f"{studied} {exactness}"
