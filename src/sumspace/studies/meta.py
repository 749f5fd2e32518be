"""Which measures agree with people: every measure beside every judgement (Steinberger & Ježek 2009, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.threads import ordered_map
from sumspace.errors import SettingError
from sumspace.stats.correlation import correlate
from sumspace.stats.rater_agreement import agreement
from sumspace.studies.meta_correlations import alike, compare, correlate_all, means_of_both
from sumspace.studies.meta_judgements import judge
from sumspace.studies.meta_sweeps import SWEEPS, Swept
from sumspace.studies.meta_tables import score_measures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Correlation, Level
    from sumspace.stats.rater_agreement import RaterAgreement
    from sumspace.studies.meta_correlations import Alike, Comparison, Correlated
    from sumspace.studies.meta_judgements import Judged
    from sumspace.studies.meta_plan import MetaPlan

    Floats = NDArray[np.float64]
    Progress = Callable[[float], None]

__all__ = ["Meta", "Raters", "study_meta"]


@dataclass(frozen=True, slots=True)
class Raters:
    """How far those who judged agree with each other."""

    aspect: str
    agreement: RaterAgreement


@dataclass(frozen=True, eq=False)
class Meta:
    """The study of a corpus with judgements."""

    plan: MetaPlan
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    measures: tuple[Measure, ...]
    #: Tables [document, system], NaN where there is nothing: scores by measure, judgements by aspect.
    scores: dict[str, Floats]
    judgements: dict[str, Floats]
    correlated: tuple[Correlated, ...]
    comparisons: tuple[Comparison, ...]
    alike: tuple[Alike, ...]
    raters: tuple[Raters, ...]
    swept: tuple[Swept, ...]
    #: What is left out and what is missing, in words.
    notes: tuple[str, ...]

    @property
    def aspects(self) -> tuple[str, ...]:
        """What people judged."""
        return tuple(self.judgements)

    def correlate_where(self, measure: str, other: str, aspect: str) -> Correlation:
        """Correlate the systems on a measure over the summaries for which another one is defined too."""
        scores = np.where(np.isnan(self.scores[other]), np.nan, self.scores[measure])
        return correlate(scores, self.judgements[aspect], "system")

    def means(self, measure: str, aspect: str) -> tuple[Floats, Floats]:
        """Return the mean score and the mean judgement of every system, over the documents that have both."""
        return means_of_both(self.scores[measure], self.judgements[aspect])

    def mean_judgements(self, aspect: str) -> Floats:
        """Return the mean judgement of every system, over all documents that have one."""
        return means_of_both(self.judgements[aspect], self.judgements[aspect])[1]


def study_meta(
    examples: Iterable[Example],
    plan: MetaPlan,
    peers: Sequence[Peer] = (),
    scoring: Progress = lambda _: None,
    correlating: Progress = lambda _: None,
) -> Meta:
    """Compare measures with judgements; the last two are told what share of the work is done."""
    judged = judge(examples, plan, peers)
    if not judged.systems:
        raise SettingError("none of the systems that were judged has summaries here; name some with --peer NAME=FILE")
    scored = score_measures(judged, plan.wanted, plan, peers, scoring)
    if not scored.measures:
        raise SettingError(f"no measure is defined for this corpus: {scored.notes[0]}")
    correlated: list[Correlated] = []
    comparisons: list[Comparison] = []
    places = [(aspect, level) for aspect in judged.tables for level in plan.levels]

    def work(place: tuple[str, Level]) -> tuple[list[Correlated], list[Comparison]]:
        aspect, level = place
        table = judged.tables[aspect]
        # The summary level is a mean of many correlations, for which there is no test.
        tests = [compare(scored, aspect, table, level)] if level != "summary" else []
        return correlate_all(scored, aspect, table, level, plan), tests

    correlating(0.0)
    for done, (some, tests) in enumerate(ordered_map(work, places, plan.jobs), 1):
        correlated += some
        comparisons += tests
        correlating(done / len(places))
    # In threads of their own: an interrupt would break compiled code in the main one.
    (pairs,) = ordered_map(alike, [scored], 1)
    (swept,) = ordered_map(lambda _: _sweep(judged, plan, peers, scoring), [None], 1)
    return Meta(
        plan, judged.documents, judged.systems, scored.measures, scored.tables, judged.tables, tuple(correlated),
        tuple(comparisons), tuple(pairs), tuple(_raters(judged)), tuple(swept), (*judged.notes, *scored.notes),
    )  # fmt: skip


def _raters(judged: Judged) -> Iterator[Raters]:
    """Ask how far raters agree, where their marks are given one by one."""
    for aspect in judged.tables:
        marks = [
            given[aspect]
            for example in judged.examples
            for system, given in example.judgement_raters.items()
            if system in judged.systems and aspect in given
        ]
        if marks:
            yield Raters(aspect, agreement(marks))


def _sweep(judged: Judged, plan: MetaPlan, peers: Sequence[Peer], scoring: Progress) -> list[Swept]:
    """Go through the settings of measures, all measures of all sweeps being scored together."""
    if not plan.sweeps:
        return []
    measures = tuple(dict.fromkeys(measure for sweep in SWEEPS for measure in sweep.measures))
    scored = score_measures(judged, measures, replace(plan, measures=()), peers, scoring)
    return [
        Swept(sweep, setting, str(measure), aspect, correlate(scored.tables[str(measure)], table, "system"))
        for aspect, table in judged.tables.items()
        for sweep in SWEEPS
        for (setting, _), measure in zip(sweep.settings, sweep.measures, strict=True)
        if str(measure) in scored.tables
    ]
