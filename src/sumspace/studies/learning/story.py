"""The page of the study of the learned summarizer: its chapters, and what was found, each claim with its test."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted, interval_text, listed, p_text, percent
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import view_name
from sumspace.studies.learning.plan import LEARNED, NEW_GENRE, OPPONENTS
from sumspace.studies.report.labels import measure_label, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.stats.resampling import Interval
    from sumspace.studies.learning.results import VersionTest
    from sumspace.studies.learning.study import LearningStudy


TITLE = "The learned summarizer on texts that it has not seen"
LEAD = (
    "A summarizer that learns from exact best extracts, trained on some documents and judged on others: on the folds "
    "that it was not trained on, and on genres of which it has seen no text. All other summarizers, random extracts "
    "and the best extract of each document stand beside it."
)
_SCORES = Chapter(
    "What every summarizer scores",
    "Mean recall with bootstrap intervals over documents. All summaries of a document have the same budget. The "
    "learned summarizer has not seen the document (trained on the other folds), or no document of its genre (new "
    "genre).",
    ("all_documents",),
    "scores",
)
_GROUPS = Chapter(
    "By genre and corpus",
    "Means over the documents of each genre and, where several files were read, of each corpus. The mean of the genres "
    "counts each genre once, however many documents it has.",
    ("groups",),
)
_TESTS = Chapter(
    "Which differences are significant",
    "Paired permutation tests over documents against Lead, LexRank and, of all others, the summarizer with the highest "
    "mean on the same documents. That one is picked after its scores are seen, so that the test against it is harder "
    "to pass. P-values are corrected for all tests of a version on a measure.",
    (),
    "differences",
)
_PLACES = Chapter(
    "Places among all extracts",
    "The share of each document's extracts that score lower. The bar holds the middle half of the documents, the line "
    "across it is the median, the dot the mean.",
    (),
    "places",
)
_FALLBACK = Chapter(
    "Leaning on Lead",
    "In texts unlike those that it has learned from, the learned summarizer gives more weight to what stands early. "
    "How many texts that concerns, and what it changes: each version beside itself without it.",
    ("fallback",),
)
_ROUNDS = Chapter(
    "Models",
    "Each document is summarized by a model that was trained without it. Folds are drawn at random, each genre divided "
    "evenly among them; then each genre is held out as a whole.",
    ("rounds",),
)
_METHOD = Chapter(
    "How it is computed",
    "Scores are ROUGE recall and F1 of whole summaries, as the official script counts. Places and the best extract are "
    "those of the space of all extracts that the budget allows, where n-grams do not cross sentences. Spaces are "
    "counted exactly where that takes no longer than the time limit, and sampled otherwise. The best extract is found "
    "by search; where the search ends in time, it is proven optimal. Features and best extracts of a document are "
    "computed once; models are trained anew for every fold and genre.",
)


def story(study: LearningStudy) -> list[Chapter]:
    """Return the chapters; those without tables and figures are not shown."""
    tests = _TESTS._replace(tables=tuple(view_name("tests", measure) for measure in study.plan.measures))
    return [_SCORES, _GROUPS, tests, _PLACES, _FALLBACK, _ROUNDS, _METHOD]


def findings(study: LearningStudy) -> list[str]:
    """Say how the learned summarizer compares; a difference is only said to be one where it is significant."""
    sentences = [_overall(study, LEARNED), *_by_group(study, LEARNED)]
    if NEW_GENRE in study.versions:
        sentences += [_overall(study, NEW_GENRE), *_by_group(study, NEW_GENRE)]
    return [*sentences, *_places(study), *_fallbacks(study), _studied(study)]


def _called(name: str) -> str:
    return {"lead": "Lead", "lexrank": "LexRank"}.get(name, clean(name))


def _bounds(study: LearningStudy, interval: Interval, form: str = ".2f") -> str:
    ends = ends_of(interval)
    if ends is None:
        return ""
    confidence = f"{study.plan.bootstrap.confidence:g}% interval"
    return f" ({confidence} {interval_text([100 * end for end in ends], form)})"


def _overall(study: LearningStudy, version: str) -> str:
    """Say what a version scores on all documents, and which of the others differ from it significantly."""
    mean = study.mean(version)
    trained = "trained on the other folds" if version == LEARNED else "trained on the other genres alone"
    tests = [test for test in study.tests_of(version) if test.group.kind == "all"]
    measure = measure_label(study.plan.main)
    size = f"{measure} recall {percent(mean.mean)}{_bounds(study, mean)}"
    head = f"The learned summarizer, {trained}, scores {size} on {counted(len(study.documents), 'document')}"
    return f"{head}; {'; '.join(map(_verdict, tests))}." if tests else f"{head}."


def _verdict(test: VersionTest) -> str:
    name = f"{_called(test.other)}{', the highest of the others,' if test.is_best else ''}"
    score = f"{percent(test.result.second)}"
    if not test.result.is_tested:
        return f"{name} {score}"
    p = p_text(test.corrected, "= ")
    if test.verdict == "too few documents":
        return f"{name} {score} (too few documents for a significant difference)"
    if not test.is_significant:
        return f"no significant difference from {name} {score} (p {p})"
    return f"significantly {test.verdict} than {name} {score} (p {p})"


def _by_group(study: LearningStudy, version: str) -> Iterator[str]:
    """Say for Lead and LexRank on which genres, and on which corpora, there is a significant difference."""
    tests = [test for test in study.tests_of(version) if test.group.kind != "all" and test.result.is_tested]
    for kind in ("genre", "corpus"):
        parts = []
        for other in OPPONENTS:
            own = [test for test in tests if test.group.kind == kind and test.other == other]
            if own:
                parts.append(f"{_called(other)}: {_verdicts(own)}")
        if parts:
            which = "trained on the other folds" if version == LEARNED else "trained on the other genres alone"
            yield f"By {kind}, {which}, compared with {'; with '.join(parts)}."


def _verdicts(tests: Sequence[VersionTest]) -> str:
    parts = []
    for verdict, words in (
        ("higher", "significantly higher on"),
        ("lower", "significantly lower on"),
        ("no significant difference", "no significant difference on"),
        ("too few documents", "too few documents for a significant difference on"),
    ):
        names = [test.group.label for test in tests if test.verdict == verdict]
        if names:
            parts.append(f"{words} {listed(names)}")
    return ", ".join(parts)


def _places(study: LearningStudy) -> Iterator[str]:
    """Say how much of the best extract's score is reached, and how many extracts are beaten."""
    explored = study.overall.places.get(study.plan.main)
    if explored is None:
        return
    measure = measure_label(study.plan.main)
    documents = counted(explored.documents, "document")
    proven = f"all {documents}" if explored.proven == explored.documents else f"{explored.proven:,} of {documents}"
    parts = []
    for name in (*study.versions, *(name for name in OPPONENTS if name in study.systems)):
        share = study.overall.shares[study.plan.main][study.systems.index(name)]
        own = explored.systems.get(name)
        if own is not None and not isnan(share.mean):
            beats = f"beating {share_text(own.places.mean.rest)} of the extracts"
            parts.append(f"{_called(name)} {percent(share.mean)}%{_bounds(study, share)}, {beats}")
    yield (
        f"The best extracts score {measure} recall {percent(explored.best_mean)} (proven optimal for {proven}). "
        f"Share of it that is reached: {'; '.join(parts)}."
    )


def _fallbacks(study: LearningStudy) -> Iterator[str]:
    """Say in how many texts the summarizer leaned on Lead, and whether that changed its scores."""
    parts = []
    for version in study.versions:
        own = study.overall.fallbacks.get(version)
        if own is None or not own.result.is_tested:
            continue
        size = f"{100 * own.result.difference.mean:+z.2f} points{_bounds(study, own.result.difference, '+z.2f')}"
        is_significant = own.result.p < study.plan.comparison.alpha
        verdict = "significant" if is_significant else "no significant difference"
        trained = "other folds" if version == LEARNED else "other genres alone"
        share = f"{own.new:,} of {counted(own.result.documents, 'text')}"
        parts.append(f"trained on the {trained}, in {share}: {size}, {verdict} (p {p_text(own.result.p, '= ')})")
    if parts:
        yield f"Leaning on Lead in texts unlike those learned from, {'; '.join(parts)}."


def _studied(study: LearningStudy) -> str:
    plan, genres = study.plan, [scores.group for scores in study.parts if scores.group.kind == "genre"]
    names = f" of {len(genres)} genres ({listed([f'{len(g.rows):,} {g.label}' for g in genres])})" if genres else ""
    folds = sum(own.system == LEARNED for own in study.rounds)
    return (
        f"Studied: {counted(len(study.documents), 'document')}{names}, {folds} folds, summaries of {plan.budget}; "
        f"{CORRECTION_NAMES[plan.correction]} for all tests of a version on a measure."
    )
