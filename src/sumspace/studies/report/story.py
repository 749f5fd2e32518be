"""The page of a report: its title, its chapters in order, and what was found, in sentences with numbers."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted, interval_text, listed, p_text, percent
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.scores import RANDOM
from sumspace.studies.report.humans import HUMANS
from sumspace.studies.report.labels import has_letters, measure_label, share_text
from sumspace.studies.report.sentences import document_findings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.contests import SystemPair
    from sumspace.studies.report.study import ReportStudy


TITLE = "Where systems stand"
LEAD = (
    "What systems score, where they stand among all extracts that each document allows, how far they are from the "
    "average extract and from the best one, and which differences between them are significant."
)
_SYSTEMS = Chapter(
    "Systems on the scale",
    "Each dot is a system, placed between the average extract (0%) and the best extract (100%); the line is its 95% "
    "interval. Summaries are cut to the length of the extracts and scored as these are. The table has F1 of whole "
    "summaries as papers print it, and places in the space.",
    ("systems",),
    "scale",
)
_PLACES = Chapter(
    "Places, document by document",
    "The share of each document's extracts that score lower than the system's summary. The bar holds the middle half "
    "of the documents, the line across it is the median, the dot the mean.",
    ("places",),
    "places",
)
_PAIRS = Chapter(
    "Which differences are significant",
    "Every two systems on the main measure: paired permutation tests over documents, corrected for all pairs by Holm.",
    ("pairs",),
    "pairs",
)
_HUMANS = Chapter(
    "Beside human summaries",
    "A human summary cannot be judged by references that it is one of. Here each reference is judged by the others of "
    "its document, and every system by the same sets of references, so that all of these scores compare with each "
    "other, though not with those above.",
    ("humans",),
    "humans",
)
_SCORES = Chapter(
    "All scores of whole summaries", "F1 and recall on every measure, each with its interval.", ("scores",)
)
_CARD = Chapter("The corpus", "What the corpus is like, in the numbers that papers on data sets print.", ("card",))
_BEST = Chapter("The best extract", "The sentences of the document that score highest together.", ("best",))
_METHOD = Chapter(
    "How it is computed",
    "F1 and recall are means over documents; intervals are bootstrap intervals over documents. A place is the share of "
    "all extracts of the document that score lower, by recall: all extracts of as many words as the references have, "
    "unless a budget is given, the last sentence cut. Spaces are counted exactly where that takes no longer than the "
    "time limit, and sampled otherwise. Inside the space n-grams do not cross sentences. The best extract is found by "
    "search; where the search ends in time, it is proven optimal. Reached is the score less that of the average "
    "extract, as a share of the best extract's less that of the average extract.",
)


def story(study: ReportStudy) -> list[Chapter]:
    """Return the chapters; those without tables and figures are not shown."""
    if study.single is not None:
        return [_SYSTEMS, _BEST, _SCORES, _METHOD]
    return [_SYSTEMS, _PLACES, _PAIRS, _HUMANS, _SCORES, _CARD, _METHOD]


def findings(study: ReportStudy) -> list[str]:
    """Say where systems stand; a difference is only said to be one where it is significant."""
    if study.single is not None:
        return list(document_findings(study))
    return [*_leader(study), *_baseline(study), *_scale(study), *_beside_humans(study), _studied(study)]


def _bounds(interval: Interval, confidence: float, form: str = ".2f", times: float = 100) -> str:
    ends = ends_of(interval)
    if ends is None:
        return ""
    return f" ({confidence:g}% interval {interval_text([times * end for end in ends], form)})"


def _leader(study: ReportStudy) -> Iterator[str]:
    """Say which system has the highest mean, and which others do not differ from it significantly."""
    contest, measure = study.contest, measure_label(study.plan.sorted_by)
    if not study.ranked:
        return
    if not contest.complete:
        yield _incomplete(study)
        return
    first = study.ranked[0]
    own = [pair for pair in contest.pairs if first in (pair.first, pair.second)]
    others = {_other(pair, first): pair for pair in own if _other(pair, first) not in study.scale}
    mean = study.interval(first, "f1", study.plan.sorted_by)
    size = f"{measure} F1{',' if others else ''} {percent(mean.mean)}{_bounds(mean, study.plan.bootstrap.confidence)}"
    if not others:
        yield f"{_called(first)} scores {size}."
        return
    level = [name for name in others if study.interval(name, "f1", study.plan.sorted_by).mean == mean.mean]
    if level:
        yield f"{listed([first, *level], most=4)} have the same {size}."
        return
    head = f"{_called(first)} has the highest {size}"
    alike = [name for name in study.ranked if name in others and others[name].better != first]
    if not has_letters(contest, study):
        yield f"{head}; {counted(contest.documents, 'document')} are too few for any difference to be significant."
    elif alike:
        number = (
            f"all {len(others):,} others" if len(alike) == len(others) else f"{len(alike):,} of {len(others):,} others"
        )
        whom = clean(alike[0]) if len(others) == 1 else f"{number}: {listed(alike, most=3)}"
        yield f"{head}; no significant difference from {whom}."
    else:
        most = max(pair.corrected for pair in others.values())
        whom = clean(next(iter(others))) if len(others) == 1 else f"all {len(others):,} others"
        yield f"{head}, significantly higher than {whom} (p {p_text(most, '≤ ')})."


def _incomplete(study: ReportStudy) -> str:
    """Say that systems have summarized different documents, so that only paired tests compare them."""
    contest = study.contest
    counts = [study.counts[name] for name in study.ranked]
    significant = sum(pair.is_significant for pair in contest.pairs)
    few = counted(min(counts), "document") if min(counts) == max(counts) else f"{min(counts):,} to {max(counts):,}"
    return (
        f"Systems have summaries of {few} of the {len(study.documents):,} documents; means over different documents do "
        f"not compare. On the documents that two systems share, {significant:,} of "
        f"{counted(contest.tested, 'pair')} differ significantly in {measure_label(study.plan.sorted_by)} F1 "
        f"({CORRECTION_NAMES['holm']})."
    )


def _other(pair: SystemPair, system: str) -> str:
    return pair.second if pair.first == system else pair.first


def _baseline(study: ReportStudy) -> Iterator[str]:
    """Say how many systems are significantly higher or lower than Lead."""
    lead = next((name for name in study.scale if name == "lead"), None)
    if lead is None or not has_letters(study.contest, study):
        return
    pairs = [pair for pair in study.contest.pairs if lead in (pair.first, pair.second)]
    mean = percent(study.interval(lead, "f1", study.plan.sorted_by).mean)
    measure = measure_label(study.plan.sorted_by)
    if len(pairs) == 1:
        (pair,) = pairs
        own = pair.result if pair.second == lead else pair.result.swapped
        name = clean(_other(pair, lead))
        size = f"{100 * own.difference.mean:+z.2f}{_bounds(own.difference, study.plan.bootstrap.confidence, '+z.2f')}"
        verdict = "no significant difference" if pair.better is None else "significant"
        yield f"{name} beside Lead ({mean}) on {measure} F1: {size}, {verdict} (p {p_text(pair.corrected, '= ')})."
        return
    higher = sum(pair.better not in (lead, None) for pair in pairs)
    lower = sum(pair.better == lead for pair in pairs)
    rest = len(pairs) - higher - lower
    yield (
        f"Beside Lead ({measure} F1 {mean}), {higher:,} of {counted(len(pairs), 'system')} "
        f"{'scores' if higher == 1 else 'score'} significantly higher, {lower:,} lower; {rest:,} "
        f"{'shows' if rest == 1 else 'show'} no significant difference."
    )


def _scale(study: ReportStudy) -> Iterator[str]:
    """Say what the average and the best extract score, and how far the leading system is from them."""
    places = study.place
    if places is None:
        return
    label = measure_label(places.measure)
    proven = (
        f"proven optimal for {'all' if places.proven == places.documents else f'{places.proven:,}'} of "
        f"{counted(places.documents, 'document')}"
    ).replace("all of ", "all ")
    text = (
        f"The average extract scores {label} recall {percent(places.average_mean)} and the best extract "
        f"{percent(places.best_mean)} ({proven})."
    )
    shown = [name for name in [*study.ranked[:1], *study.scale] if name in places.systems and name != RANDOM]
    parts: list[str] = []
    for name in shown:
        place = places.systems[name]
        if not isnan(place.reached.mean):
            bounds = _bounds(place.reached, study.plan.bootstrap.confidence, "z.0%", 1)
            of = " of the distance between them" if not parts else ""
            parts.append(f"{_called(name)} reaches {place.reached.mean:z.0%}{bounds}{of}")
    yield " ".join([text, *([f"{', '.join(parts)}."] if parts else [])])
    beaten = [
        f"{_called(name)} {share_text(own.mean.rest)} (median {share_text(own.median.rest)})"
        for name, own in ((name, places.systems[name].places) for name in shown)
    ]
    if beaten:
        yield f"Extracts that score lower, mean over documents: {', '.join(beaten)}."


def _called(name: str) -> str:
    return "Lead" if name == "lead" else clean(name)


def _beside_humans(study: ReportStudy) -> Iterator[str]:
    """Compare human summaries with the leading system, by the same references."""
    humans, measure = study.humans, study.plan.sorted_by
    if humans is None or not study.ranked:
        return
    contest, first = humans.contests[measure], study.ranked[0]
    pair = next((pair for pair in contest.pairs if {pair.first, pair.second} == {first, HUMANS}), None)
    mean = humans.means["f1", measure][-1]
    text = (
        f"Human summaries, each judged by the other references, score {measure_label(measure)} F1 {percent(mean.mean)}"
        f"{_bounds(mean, study.plan.bootstrap.confidence)} on {counted(humans.documents, 'document')}"
    )
    if pair is None or not pair.result.is_tested:
        yield f"{text}."
        return
    own = percent(humans.means["f1", measure][humans.names.index(first)].mean)
    verdict = "no significant difference"
    if pair.better is not None:
        verdict = "significantly lower" if pair.better == HUMANS else "significantly higher"
    p = p_text(pair.corrected, "= ")
    yield f"{text}; {_called(first)}, judged by the same references, scores {own}: {verdict} (p {p})."


def _studied(study: ReportStudy) -> str:
    low, high = study.references
    references = counted(low, "reference") if low == high else f"{low} to {high} references"
    systems = counted(len(study.ranked), "system")
    made = "" if study.has_systems else " (Lead and TextRank: the corpus has none)"
    each = "" if len(study.documents) == 1 else " each"
    return f"Studied: {systems}{made} on {counted(len(study.documents), 'document')} with {references}{each}."
