"""The study of measures: scores and judgements of the same summaries, their correlations, and what these show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import Workers, ordered_map
from sumspace.errors import SettingError
from sumspace.stats.correlation import correlate
from sumspace.studies.meta.correlations import (
    best_measures,
    compare_measures,
    correlate_measures,
    correlate_pairs,
    means_of_both,
    run_sweeps,
)
from sumspace.studies.meta.judgements import collect_judgements
from sumspace.studies.meta.paper_tables import paper_tables
from sumspace.studies.meta.plan import MetaPlan
from sumspace.studies.meta.scores import score_measures
from sumspace.studies.meta.story import LEAD, STORY, TITLE, findings
from sumspace.studies.meta.tables import measure_tables
from sumspace.studies.study import STUDIES, Study

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.stats.correlation import Correlation, Level
    from sumspace.stats.rater_agreement import RaterAgreement
    from sumspace.studies.meta.correlations import BestMeasure, MeasureCorrelation, MeasurePair, PValues, SweepResult
    from sumspace.tasks.task import LeftOut, Progress

    #: An aspect and a level.
    Place = tuple[str, Level]


@STUDIES.register("meta")
@dataclass(frozen=True, repr=False, eq=False)
class MetaStudy(Study):
    """Every measure beside every judgement that people made of the same summaries."""

    name = "meta"
    title = TITLE
    lead = LEAD
    main = "measures"

    plan: MetaPlan
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    #: Tables [document, system], NaN where there is no value: scores by measure, judgements by aspect.
    scores: Mapping[Measure, Floats]
    judgements: Mapping[str, Floats]
    #: From the highest Pearson correlation to the lowest.
    correlations: Mapping[Place, tuple[MeasureCorrelation, ...]]
    #: Williams' test for every two measures, at the levels for which there is one.
    p_values: Mapping[Place, PValues]
    #: How far every two measures agree with each other.
    pairs: tuple[MeasurePair, ...]
    #: How far those who judged agree with each other, by aspect.
    raters: Mapping[str, RaterAgreement]
    sweeps: tuple[SweepResult, ...] = ()
    #: What is left out and what is missing, in words.
    remarks: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(cls, examples: Iterable[Example], plan: MetaPlan | None = None, progress: Progress | None = None) -> Self:
        """Compare measures with judgements as planned, or all measures with all judgements."""
        plan = plan or MetaPlan()
        tell: Progress = progress or (lambda *_: None)
        scoring = partial(tell, "scoring")
        judgements = collect_judgements(examples, plan)
        scores = score_measures(judgements, plan.compared_measures, plan, scoring, required=bool(plan.measures))
        if not scores.tables:
            raise SettingError(f"no measure is defined for this corpus: {scores.notes[0]}")

        @cache
        def content() -> str:
            judged = [part for aspect, table in judgements.tables.items() for part in (aspect, table)]
            return digest("correlations", scores.content, repr(plan.bootstrap), plan.over, judged)

        places = [(aspect, level) for aspect in judgements.tables for level in plan.levels]
        correlations: dict[Place, tuple[MeasureCorrelation, ...]] = {}
        p_values: dict[Place, PValues] = {}
        compare = partial(_compare, scores.tables, judgements.tables, plan)
        tell("correlating", 0.0)
        for place, (results, tests) in zip(
            places, ordered_map(compare, places, plan.workers, key=lambda place: digest(content(), *place)), strict=True
        ):
            correlations[place] = results
            if tests is not None:
                p_values[place] = tests
            tell("correlating", len(correlations) / len(places))
        # In threads of their own: an interrupt would break compiled code in the main one.
        one = Workers(1, ledger=plan.workers.ledger)
        (pairs,) = ordered_map(correlate_pairs, [scores.tables], one, key=lambda _: digest("pairs", scores.content))
        (sweeps,) = ordered_map(lambda plan: run_sweeps(judgements, plan, scoring), [plan], 1)
        return cls(
            plan,
            judgements.documents,
            judgements.systems,
            scores.tables,
            judgements.tables,
            correlations,
            p_values,
            pairs,
            judgements.rater_agreement(),
            sweeps,
            (*judgements.notes, *scores.notes),
        )

    @property
    def aspects(self) -> tuple[str, ...]:
        return tuple(self.judgements)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return tuple(self.scores)

    def defined(self, aspect: str, level: Level) -> list[MeasureCorrelation]:
        """Return the correlations of an aspect at a level that are defined, the highest first."""
        return [result for result in self.correlations.get((aspect, level), ()) if result.is_defined]

    def best_measures(self, aspect: str, level: Level) -> list[BestMeasure]:
        """Return the best measure and, if people annotate for it, the best other; none where there is no test."""
        p_values = self.p_values.get((aspect, level))
        return [] if p_values is None else best_measures(self.correlations[aspect, level], p_values)

    def correlate_where(self, measure: Measure, other: Measure, aspect: str) -> Correlation:
        """Correlate the systems on a measure over the summaries for which another one is defined too."""
        scores = np.where(np.isnan(self.scores[other]), np.nan, self.scores[measure])
        return correlate(scores, self.judgements[aspect], "system")

    def means(self, measure: Measure, aspect: str) -> tuple[Floats, Floats]:
        return means_of_both(self.scores[measure], self.judgements[aspect])

    def mean_judgements(self, aspect: str) -> Floats:
        return means_of_both(self.judgements[aspect], self.judgements[aspect])[1]

    def tables(self) -> Sequence[Table]:
        return [*measure_tables(self), *paper_tables(self)]

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.meta.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str]:
        return findings(self)

    def notes(self) -> Iterable[str]:
        return self.remarks


def _compare(
    scores: Mapping[Measure, Floats], judgements: Mapping[str, Floats], plan: MetaPlan, place: Place
) -> tuple[tuple[MeasureCorrelation, ...], PValues | None]:
    """Correlate all measures with what people said of an aspect, and test which of them do so better."""
    aspect, level = place
    table = judgements[aspect]
    # The summary level is a mean of many correlations, for which there is no test.
    tests = None if level == "summary" else compare_measures(scores, table, level)
    return correlate_measures(scores, table, level, plan), tests
