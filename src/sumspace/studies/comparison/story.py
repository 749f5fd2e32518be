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
    from sumspace.studies.comparison.spaces import SystemPlace
    from sumspace.studies.comparison.study import ComparisonStudy


TITLE = "Which system is better"
LEAD = (
    "One system scores higher than another. Would it on other documents too? This study compares systems on the "
    "documents that both have summarized, says how far they are apart and how sure that is, what more documents would "
    "show, and where the systems stand among all extracts that were possible."
)
_PAIRS = Chapter(
    "How far systems are apart",
    "The dot is the mean difference over documents, the line its interval: how far it would move if other documents of "
    "the same kind had been taken. Full dots: told apart, after the correction for all pairs of the measure. Hollow "
    "dots: these documents do not tell which is better, which does not mean that both are equally good.",
    ("pairs",),
    "differences",
)
_RANKING = Chapter(
    "From the best to the worst",
    "The dot is a system's mean, the line its interval. Systems in one column at the right share a letter: they cannot "
    "be told apart, or could not be tested. Whether two systems can be told apart is seen there and not from lines "
    "that overlap, since they summarize the same documents and go up and down together.",
    ("systems",),
    "ranking",
)
_MATRIX = Chapter(
    "Every two systems",
    "Blue: the system of the row is better than that of the column; red: it is worse; pale: they cannot be told apart; "
    "white: no test.",
    ("matrix",),
    "matrix",
)
_BASELINE = Chapter("Beside the baseline", "How much each system gains over the baseline.", ("pairs",))
_DOMAINS = Chapter(
    "Domain by domain",
    "The same in each domain on its own. Where there are few documents, few differences can be told apart.",
    ("domains",),
    "domains",
)
_POWER = Chapter(
    "What more documents would show",
    "How likely the test finds a difference like the one that was seen, with more or fewer documents like these. That "
    "takes the difference that was seen for the true one, so it is for planning and says nothing about this result. "
    "It is the power of a single test, uncorrected: what is not told apart after the correction may still have much.",
    ("power",),
    "power",
)
_PLACES = Chapter(
    "Among all extracts",
    Markup(
        "Where the systems stand between the average of all extracts, 0 %, and the best one, 100 %. Summaries are cut "
        "to the length of the extracts and scored as these are, so <strong>these scores are not those above</strong>. "
        "A difference of two systems is shown as a share of that way: what is large on one data set may be little on "
        "another."
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
    "where all exchanges can be gone through (approximate randomization; Noreen 1989). The correction is for all pairs "
    "of a measure on the same documents, so that it holds for the best system too, which was picked after seeing the "
    "scores; it is not for several measures. Effect: Cohen's d of paired differences, and the probability of "
    "superiority, the share of documents on which the first is ahead, ties half. Power: corpora are drawn from the "
    "documents there are, and tested by Student's paired test (Card et al. 2020).",
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
    """Say which systems are told apart, and how sure that is; never that one is better without a test."""
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
        texts.append(f"To know: {'; '.join(map(clean, study.remarks))}.")
    return texts


def _found(study: ComparisonStudy, contest: Contest) -> Iterator[str]:
    if study.is_small:
        for pair in contest.pairs:
            if pair.result.is_tested:
                yield _pair_text(study, contest, pair)
    else:
        yield _ranking_text(study, contest)


def _pair_text(study: ComparisonStudy, contest: Contest, pair: SystemPair) -> str:
    """Say of two systems which is better, or that it is open, with all that this rests on."""
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
    if pair.is_apart:
        return f"On {name}, {_named(study, better)} is better than {_named(study, worse)} by {size}."
    if result.difference.mean == 0:
        return f"On {name}, {_named(study, pair.first)} and {_named(study, pair.second)} cannot be told apart ({size})."
    powers = {(single.measure, frozenset((single.first, single.second))): single.power for single in study.powers}
    power = powers.get((contest.measure, frozenset((better, worse))))
    more = ""
    if power is not None:
        documents = f"over {power.tried:,}" if power.needed is None else f"about {power.needed:,}"
        more = f" To find such a difference in {POWER:.0%} of cases would take {documents} documents."
    return (
        f"On {name}, {_named(study, better)} and {_named(study, worse)} cannot be told apart: the first is ahead by "
        f"{size}.{more}"
    )


def _named(study: ComparisonStudy, system: str) -> str:
    return f"{clean(system)} (the baseline)" if system in study.baselines else clean(system)


def _ranking_text(study: ComparisonStudy, contest: Contest) -> str:
    """Say who leads, from whom it cannot be told apart, how many pairs are told apart, and what beats the baseline."""
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
            head += f"it cannot be told apart from {counted(len(alike), 'other')}: {names}."
        else:
            most = max(pair.corrected for pair in own)
            head += f"it is better than all others, each with p {p_text(most, '≤ ')}."
    else:
        lead = [ranked.system for ranked in contest.ranking if ranked.best == 1]
        head = f"On {name}, no system is better than {listed(lead, most=4)}, on the documents that each two share."
    apart = sum(pair.is_apart for pair in contest.pairs)
    family = f"{apart:,} of {counted(contest.tested, 'pair')} are told apart, with {CORRECTION_NAMES[plan.correction]}"
    return f"{head} {family}.{''.join(_baseline_text(contest, baseline) for baseline in study.baselines)}"


def _baseline_text(contest: Contest, baseline: str) -> str:
    own = [pair for pair in contest.pairs if baseline in (pair.first, pair.second)]
    if not own:
        return ""
    worse = sum(pair.better == baseline for pair in own)
    better = sum(pair.better not in (baseline, None) for pair in own)
    untested = sum(not pair.result.is_tested for pair in own)
    verb = "is" if better == 1 else "are"
    head = f" Of {counted(len(own), 'system')} beside {clean(baseline)}, the baseline, {better:,} {verb} better than it"
    alike = f"{len(own) - better - worse - untested:,} cannot be told apart from it"
    rest = f"{alike}, and {untested:,} could not be tested" if untested else f"and {alike}"
    return f"{head}, {worse:,} worse, {rest}."


def _space_findings(study: ComparisonStudy) -> Iterator[str]:
    """Say how far systems have gone from the average extract to the best one."""
    for places in study.places:
        if places.domain is not None or not places.known:
            continue
        about = f"{places.measure} {study.plan.part}, cut to the length of the extracts"
        scale = f"the average extract scores {places.average:.4f} and the best one {places.best:.4f}"
        known = places.known
        shown = [_way_text(study, place) for place in (known if study.is_small else known[:1])]
        if not study.is_small:
            shown.append(f"the median system {_covered(median(place.way.mean for place in known))}")
        yield f"On {about}, {scale}. Of the distance between the two, {'; '.join(shown)}."


def _way_text(study: ComparisonStudy, place: SystemPlace) -> str:
    ends = ends_of(place.way)
    interval = f" (interval {interval_text(ends, '.0%')})" if ends else ""
    return f"{_named(study, place.system)} {_covered(place.way.mean)}{interval}"


def _covered(way: float) -> str:
    return f"covers {way:.0%}" if way >= 0 else f"lies {-way:.0%} below the average extract"
