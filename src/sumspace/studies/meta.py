"""Which measures agree with people: every measure beside every judgement (Steinberger & Ježek 2009, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.stats.agreement import agreement
from sumspace.stats.correlation import correlate
from sumspace.stats.resampling import intervals
from sumspace.stats.williams import williams_table
from sumspace.studies.meta_judgements import judge
from sumspace.studies.meta_sweeps import SWEEPS, Swept
from sumspace.studies.meta_tables import score_measures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Measure
    from sumspace.stats.agreement import Agreement
    from sumspace.stats.correlation import Correlation, Level
    from sumspace.stats.resampling import Intervals
    from sumspace.studies.meta_judgements import Judged
    from sumspace.studies.meta_plan import MetaPlan

    Floats = NDArray[np.float64]
    Progress = Callable[[float], None]

__all__ = ["Comparison", "Correlated", "Meta", "Raters", "study_meta"]


@dataclass(frozen=True, slots=True)
class Correlated:
    """How far one measure agrees with one judgement, at one level."""

    measure: Measure
    aspect: str
    level: Level
    correlation: Correlation
    intervals: Intervals


@dataclass(frozen=True, slots=True)
class Comparison:
    """Williams' test for every two measures: how likely it is by chance that one correlates so much better."""

    aspect: str
    level: Level
    measures: tuple[Measure, ...]
    #: p[a][b]: that measure a is no better than b; None where there is no test.
    p: list[list[float | None]]


@dataclass(frozen=True, slots=True)
class Raters:
    """How far those who judged agree with each other."""

    aspect: str
    agreement: Agreement


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
    raters: tuple[Raters, ...]
    swept: tuple[Swept, ...]
    #: What is left out and what is missing, in words.
    notes: tuple[str, ...]

    @property
    def aspects(self) -> tuple[str, ...]:
        """What people judged."""
        return tuple(self.judgements)

    def means(self, measure: str, aspect: str) -> tuple[Floats, Floats]:
        """Return the mean score and the mean judgement of every system, over the documents that have both."""
        return _means(self.scores[measure], self.judgements[aspect])


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
    places = [(aspect, level) for aspect in judged.tables for level in plan.levels]
    correlated: list[Correlated] = []
    comparisons: list[Comparison] = []
    for done, (aspect, level) in enumerate(places):
        correlating(done / len(places))
        table = judged.tables[aspect]
        correlated += _correlate(scored.measures, scored.tables, aspect, table, level, plan)
        if level != "summary":  # a mean of many correlations, for which there is no such test
            comparisons.append(_compare(scored.measures, scored.tables, aspect, table, level))
    correlating(1.0)
    return Meta(
        plan, judged.documents, judged.systems, scored.measures, scored.tables, judged.tables, tuple(correlated),
        tuple(comparisons), tuple(_raters(judged)), tuple(_sweep(judged, plan, peers, scoring)),
        (*judged.notes, *scored.notes),
    )  # fmt: skip


def _correlate(
    measures: Sequence[Measure], tables: dict[str, Floats], aspect: str, judgements: Floats, level: Level,
    plan: MetaPlan,
) -> Iterator[Correlated]:  # fmt: skip
    together = np.stack([tables[str(measure)] for measure in measures])
    bounds = intervals(together, judgements, level, plan.bootstrap, plan.over, plan.jobs)
    for measure, table, bound in zip(measures, together, bounds, strict=True):
        yield Correlated(measure, aspect, level, correlate(table, judgements, level), bound)


def _compare(
    measures: Sequence[Measure], tables: dict[str, Floats], aspect: str, judgements: Floats, level: Level
) -> Comparison:
    """Test every two measures on the means of systems, or on all summaries."""
    if level == "pooled":
        rows, points = np.stack([tables[str(measure)].ravel() for measure in measures]), judgements.ravel()
    else:
        # The judgements of a system are averaged over all documents: they must be the same for both measures.
        rows = np.stack([_mean(np.where(np.isnan(judgements), np.nan, tables[str(m)])) for m in measures])
        points = _mean(judgements)
    return Comparison(aspect, level, tuple(measures), williams_table(rows, points))


def _means(scores: Floats, judgements: Floats) -> tuple[Floats, Floats]:
    missing = np.isnan(scores) | np.isnan(judgements)
    return _mean(np.where(missing, np.nan, scores)), _mean(np.where(missing, np.nan, judgements))


def _mean(table: Floats) -> Floats:
    """Average over documents, NaN where a system has nothing."""
    there = ~np.isnan(table)
    counts = there.sum(axis=0)
    sums = np.where(there, table, 0.0).sum(axis=0)
    means: Floats = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means


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


def _sweep(judged: Judged, plan: MetaPlan, peers: Sequence[Peer], scoring: Progress) -> Iterator[Swept]:
    """Go through the settings of measures, all measures of all sweeps being scored together."""
    if not plan.sweeps:
        return
    measures = tuple(dict.fromkeys(measure for sweep in SWEEPS for measure in sweep.measures))
    scored = score_measures(judged, measures, replace(plan, measures=()), peers, scoring)
    for aspect, table in judged.tables.items():
        for sweep in SWEEPS:
            for (setting, _), measure in zip(sweep.settings, sweep.measures, strict=True):
                if str(measure) in scored.tables:
                    found = correlate(scored.tables[str(measure)], table, "system")
                    yield Swept(sweep, setting, str(measure), aspect, found)
