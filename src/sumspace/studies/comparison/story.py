"""The page of the comparison: its title, its chapters in order, and what was found."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from markupsafe import Markup

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted, interval_text, listed, p_text
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.paired_power import POWER
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import score_label, view_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.studies.comparison.contests import Contest, SystemPair
    from sumspace.studies.comparison.explored import SystemPlace
    from sumspace.studies.comparison.study import ComparisonStudy


TITLE = "Which system is better"
LEAD = (
    "One system scores higher than another. Would it on other documents too? This study compares systems on the "
    "documents that both have summarized: how much they differ, whether the difference is significant, what more "
    "documents would show, and where the systems stand among all extracts."
)
_PAIRS = Chapter(
    "How much systems differ",
    "The dot is the mean difference over documents, the line its bootstrap interval. Full dots: significant, corrected "
    "for all pairs of the measure. Hollow dots: no significant difference, which does not mean that both are equally "
    "good.",
    ("pairs",),
    "differences",
)
_RANKING = Chapter(
    "From the best to the worst",
    "The dot is a system's mean, the line its interval. Systems in one column at the right share a letter: they do not "
    "differ significantly, or could not be tested. Overlapping lines do not say so: systems summarize the same "
    "documents, and the tests are paired.",
    ("systems",),
    "ranking",
)
_MATRIX = Chapter(
    "Every two systems",
    "Blue: the system of the row scores significantly higher than that of the column; red: significantly lower; pale: "
    "no significant difference; white: no test.",
    ("matrix",),
    "matrix",
)
_BASELINE = Chapter("Beside the baseline", "How much each system gains over the baseline.", ("pairs",))
_DOMAINS = Chapter(
    "Domain by domain",
    "The same in each domain on its own. Where there are few documents, few differences are significant.",
    ("domains",),
    "domains",
)
_POWER = Chapter(
    "What more documents would show",
    "Power: how likely a test detects a difference of the observed size, with more or fewer documents like these. It "
    "assumes that the observed difference is the true one, so it helps to plan and says nothing about this result. It "
    "is the power of a single test, uncorrected: a difference that is not significant after correction may still have "
    "high power.",
    ("power",),
    "power",
)
_PLACES = Chapter(
    "Among all extracts",
    Markup(
        "Where the systems stand between the average extract, 0%, and the best extract, 100%. Summaries are cut "
        "to the length of the extracts and scored as these are, so <strong>these scores are not those above</strong>. "
        "A difference between two systems is shown as a share of that distance: what is large on one data set may be "
        "little on another."
    ),
    ("places", "place_pairs"),
    "places",
)
_METHOD = Chapter(
    "How it is computed",
    "Every summary is scored once, and systems are compared on the documents that both have a score for; where there "
    "are several references and each judges alone, scores are averaged over them first. Intervals: documents are drawn "
    "with replacement, the same for all systems, and the percentiles of the mean difference are widened for few "
    "documents (Hesterberg 2015). p: the systems are exchanged at random on each document, which turns the sign of its "
    "difference; p is the share of such exchanges whose mean difference is at least as large, two-sided, and exact "
    "where all exchanges can be enumerated (approximate randomization; Noreen 1989). The correction is for all pairs "
    "of a measure on the same documents, so it covers the system with the highest mean too, which was picked after "
    "seeing the scores; it does not cover several measures. Effect: Cohen's d of paired differences, and the "
    "probability of superiority, the share of documents on which the first is ahead, ties half. Power: corpora are "
    "resampled from the documents, and tested by Student's paired test (Card et al. 2020).",
)


def story(study: ComparisonStudy) -> list[Chapter]:
    """Return the chapters: pairs first where systems are few, else the ranking."""
    first = [_PAIRS] if study.is_small else [_RANKING, _MATRIX, _BASELINE]
    chapters = [*first, _PLACES, _DOMAINS, _POWER, _METHOD]
    measures = [contest.measure for contest in study.overall]
    return [
        chapter._replace(
            tables=tuple(name for kind in chapter.tables for name in (*(view_name(kind, m) for m in measures), kind))
        )
        for chapter in chapters
    ]


def findings(study: ComparisonStudy) -> list[str]:
    """Say which differences are significant; never that a system scores higher without a test."""
    texts = [text for contest in study.overall for text in _found(study, contest)]
    texts += _space_findings(study)
    domains = len({contest.domain for contest in study.contests}) - 1
    among = f" of {counted(domains, 'domain')}" if domains else ""
    baselines = f", {listed(study.baselines)} among them as a baseline" if study.baselines else ""
    texts.append(
        f"Studied: {counted(len(study.systems), 'system')}{baselines}, on {counted(len(study.documents), 'document')}"
        f"{among}, by {listed(score_label(study, contest) for contest in study.overall)}."
    )
    if study.remarks:
        texts.append(f"Note: {'; '.join(map(clean, study.remarks))}.")
    return texts


def _found(study: ComparisonStudy, contest: Contest) -> Iterator[str]:
    if study.is_small:
        for pair in contest.pairs:
            if pair.result.is_tested:
                yield _pair_text(study, contest, pair)
    else:
        yield _ranking_text(study, contest)


def _pair_text(study: ComparisonStudy, contest: Contest, pair: SystemPair) -> str:
    """Say of two systems which scores significantly higher, if any does, with all that this rests on."""
    result, plan = pair.result, study.plan
    name = score_label(study, contest)
    better = pair.better or (pair.first if result.difference.mean >= 0 else pair.second)
    own = result if better == pair.first else result.swapped
    worse = pair.second if better == pair.first else pair.first
    bounds = interval_text(ends_of(own.difference), ".4f")
    size = (
        f"{own.difference.mean:.4f}, {plan.bootstrap.confidence:g}% interval {bounds}, on "
        f"{counted(result.documents, 'document')}; p {p_text(pair.corrected, '= ')}"
    )
    if contest.tested > 1:
        size += f", {CORRECTION_NAMES[plan.correction]} for {counted(contest.tested, 'pair')}"
    if pair.is_significant:
        return f"On {name}, {_named(study, better)} scores significantly higher than {_named(study, worse)}: by {size}."
    if result.difference.mean == 0:
        first, second = _named(study, pair.first), _named(study, pair.second)
        return f"On {name}, there is no significant difference between {first} and {second} ({size})."
    powers = {(single.measure, frozenset((single.first, single.second))): single.power for single in study.powers}
    power = powers.get((contest.measure, frozenset((better, worse))))
    more = ""
    if power is not None:
        documents = f"over {power.tried:,}" if power.needed is None else f"about {power.needed:,}"
        more = f" Detecting such a difference with a power of {POWER:.0%} would take {documents} documents."
    return (
        f"On {name}, there is no significant difference between {_named(study, better)} and {_named(study, worse)}: "
        f"the first is ahead by {size}.{more}"
    )


def _named(study: ComparisonStudy, system: str) -> str:
    return f"{clean(system)} (the baseline)" if system in study.baselines else clean(system)


def _ranking_text(study: ComparisonStudy, contest: Contest) -> str:
    """Say who has the highest mean, how many differences are significant, and how many systems beat the baseline."""
    plan, name = study.plan, score_label(study, contest)
    if contest.complete:
        leader = contest.ranking[0]
        bounds = interval_text(ends_of(leader.mean), ".4f")
        head = (
            f"On {name}, the highest mean is that of {_named(study, leader.system)}: {leader.mean.mean:.4f}, "
            f"{plan.bootstrap.confidence:g}% interval {bounds}, on {counted(contest.documents, 'document')}; "
        )
        own = [pair for pair in contest.pairs if leader.system in (pair.first, pair.second)]
        alike = [p.second if p.first == leader.system else p.first for p in own if p.better != leader.system]
        if alike:
            order = [ranked.system for ranked in contest.ranking]
            names = listed(sorted(alike, key=order.index), most=4)
            head += f"no significant difference from {counted(len(alike), 'other')}: {names}."
        else:
            most = max(pair.corrected for pair in own)
            head += f"significantly higher than all others, each with p {p_text(most, '≤ ')}."
    else:
        lead = [ranked.system for ranked in contest.ranking if ranked.best == 1]
        head = (
            f"On {name}, no system scores significantly higher than {listed(lead, most=4)}, on the documents that each "
            "two share."
        )
    significant = sum(pair.is_significant for pair in contest.pairs)
    correction = CORRECTION_NAMES[plan.correction]
    family = f"{significant:,} of {counted(contest.tested, 'pair')} differ significantly, with {correction}"
    return f"{head} {family}.{''.join(_baseline_text(contest, baseline) for baseline in study.baselines)}"


def _baseline_text(contest: Contest, baseline: str) -> str:
    own = [pair for pair in contest.pairs if baseline in (pair.first, pair.second)]
    if not own:
        return ""
    worse = sum(pair.better == baseline for pair in own)
    better = sum(pair.better not in (baseline, None) for pair in own)
    untested = sum(not pair.result.is_tested for pair in own)
    verb = "scores" if better == 1 else "score"
    beside = f"{counted(len(own), 'system')} beside {clean(baseline)}, the baseline"
    head = f" Of {beside}, {better:,} {verb} significantly higher"
    alike = f"{len(own) - better - worse - untested:,} show no significant difference"
    rest = f"{alike}, and {untested:,} could not be tested" if untested else f"and {alike}"
    return f"{head}, {worse:,} significantly lower, {rest}."


def _space_findings(study: ComparisonStudy) -> Iterator[str]:
    """Say how much of the distance from the average extract to the best extract systems reach."""
    for places in study.places:
        if places.domain is not None or not places.known:
            continue
        about = f"{places.measure} {study.plan.part}, cut to the length of the extracts"
        scale = f"the average extract scores {places.average:.4f} and the best extract {places.best:.4f}"
        known = places.known
        shown = [_way_text(study, place) for place in (known if study.is_small else known[:1])]
        if not study.is_small:
            shown.append(f"the median system {_covered(median(place.reached.mean for place in known))}")
        yield f"On {about}, {scale}. Of the distance between the two, {'; '.join(shown)}."


def _way_text(study: ComparisonStudy, place: SystemPlace) -> str:
    ends = ends_of(place.reached)
    interval = f" (interval {interval_text(ends, '.0%')})" if ends else ""
    return f"{_named(study, place.system)} {_covered(place.reached.mean)}{interval}"


def _covered(reached: float) -> str:
    return f"reaches {reached:.0%}" if reached >= 0 else f"lies {-reached:.0%} below the average extract"
