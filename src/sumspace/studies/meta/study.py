"""The study of measures: scores and judgements of the same summaries, their correlations, and tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import Workers, ordered_map
from sumspace.errors import SettingError
from sumspace.measures.given import given_measures
from sumspace.stats.correlation import correlate
from sumspace.stats.resampling import resampled_correlations
from sumspace.studies.meta.correlations import (
    best_first,
    correlate_lengths,
    correlate_metrics,
    correlate_pairs,
    correlate_top,
    mean_of_systems,
    means_of_both,
    rare_notes,
    rater_ceiling,
    usable_scores,
)
from sumspace.studies.meta.judgements import collect_judgements
from sumspace.studies.meta.paper_tables import paper_tables
from sumspace.studies.meta.plan import MetaPlan
from sumspace.studies.meta.scores import count_words, score_measures
from sumspace.studies.meta.significance import measure_significance, significance_table
from sumspace.studies.meta.story import LEAD, STORY, TITLE, findings
from sumspace.studies.meta.sweeps import run_sweeps
from sumspace.studies.meta.system_tables import system_tables
from sumspace.studies.meta.tables import measure_tables
from sumspace.studies.meta.verdicts import compare_pairs, corrected_tests, is_in, pair_powers, verdicts
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
    from sumspace.stats.correlation import Coefficient, Correlation, Level
    from sumspace.stats.rater_agreement import RaterAgreement
    from sumspace.studies.meta.correlations import Ceiling, Lengths, MetricCorrelation, MetricPair, TopSystems, Usable
    from sumspace.studies.meta.plan import Metric, View
    from sumspace.studies.meta.significance import DimensionSignificance
    from sumspace.studies.meta.sweeps import SweepResult
    from sumspace.studies.meta.verdicts import PairPower, PairTest, Verdict
    from sumspace.tasks.task import LeftOut, Progress

    #: An aspect and a level.
    Place = tuple[str, Level]


class Compared(NamedTuple):
    """The correlations of measures with an aspect at a level: ranked ones first, from the highest to the lowest."""

    results: tuple[MetricCorrelation, ...]
    #: Every pair of ranked measures of a view.
    tests: tuple[PairTest, ...]
    #: The correlation of one annotator with another, where there are single ratings.
    ceiling: Ceiling | None


@STUDIES.register("meta")
@dataclass(frozen=True, repr=False, eq=False)
class MetaStudy(Study):
    """Every measure compared with human judgements of the same summaries."""

    name = "meta"
    title = TITLE
    lead = LEAD
    main = "measures"

    plan: MetaPlan
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    #: The systems that are reference authors.
    humans: tuple[str, ...]
    #: Tables [document, system], NaN where there is no value: scores, and judgements by aspect.
    scores: Mapping[Metric, Floats]
    judgements: Mapping[str, Floats]
    #: The scores that are compared with the judgements of an aspect, and the systems on which measures are ranked.
    usable: Mapping[str, Usable]
    compared: Mapping[Place, Compared]
    lengths: Mapping[str, Lengths]
    #: By aspect, correlations among the best systems only.
    top: Mapping[str, tuple[TopSystems, ...]]
    #: By aspect, the power of a test between the two highest measures.
    power: Mapping[str, tuple[PairPower, ...]]
    #: The correlations of every pair of measures.
    pairs: tuple[MetricPair, ...]
    #: Inter-annotator agreement, by aspect.
    raters: Mapping[str, RaterAgreement]
    #: The share of texts that their main topics cover.
    topics: DimensionSignificance
    sweeps: tuple[SweepResult, ...] = ()
    #: What is skipped and what is missing, in words.
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
        found = () if plan.measures else given_measures(judgements.examples)
        measures = (*plan.compared_measures, *found)
        scores = score_measures(judgements, measures, plan, scoring, required=bool(plan.measures))
        if not scores.tables:
            raise SettingError(f"no measure is defined for this corpus ({scores.notes[0]})")
        usable = {
            aspect: usable_scores(scores.tables, table, judgements.systems)
            for aspect, table in judgements.tables.items()
        }

        @cache
        def content() -> str:
            judged = [
                part
                for aspect, table in judgements.tables.items()
                for part in (aspect, table, judgements.marks.get(aspect))
            ]
            settings = repr(plan.bootstrap), plan.over, plan.permutations, plan.views, plan.coefficient
            return digest("comparison", scores.content, *settings, judged)

        places = [(aspect, level) for aspect in judgements.tables for level in plan.levels]
        rater_pairs = {aspect: judgements.rater_pairs(aspect) for aspect in judgements.tables}
        compare = partial(_compare, usable, judgements.tables, rater_pairs, plan)
        compared: dict[Place, Compared] = {}
        tell("correlating", 0.0)
        for place, result in zip(
            places, ordered_map(compare, places, plan.workers, key=lambda place: digest(content(), *place)), strict=True
        ):
            compared[place] = result
            tell("correlating", len(compared) / len(places))
        words = count_words(judgements, plan)
        # In threads of their own: an interrupt would break compiled code in the main one.
        one = Workers(1, ledger=plan.workers.ledger)
        (pairs,) = ordered_map(correlate_pairs, [scores.tables], one, key=lambda _: digest("pairs", scores.content))
        (sweeps,) = ordered_map(lambda plan: run_sweeps(judgements, plan, scoring), [plan], 1)
        topics = measure_significance(judgements.examples, plan.setting.profile, plan.bootstrap, plan.workers)
        top = ordered_map(lambda aspect: correlate_top(usable[aspect], judgements.tables[aspect]), usable, 1)
        power = ordered_map(partial(_power, usable, judgements.tables, plan, compared), usable, 1)
        return cls(
            plan,
            judgements.documents,
            judgements.systems,
            tuple(name for name in judgements.humans if name in judgements.systems),
            scores.tables,
            judgements.tables,
            usable,
            compared,
            {aspect: correlate_lengths(usable[aspect], table, words) for aspect, table in judgements.tables.items()},
            dict(zip(usable, top, strict=True)),
            dict(zip(usable, power, strict=True)),
            pairs,
            judgements.rater_agreement(),
            topics,
            sweeps,
            (*judgements.notes, *scores.notes, *rare_notes(usable)),
        )

    @property
    def aspects(self) -> tuple[str, ...]:
        return tuple(self.judgements)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return tuple(self.scores)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return tuple(dict.fromkeys(metric.measure for metric in self.scores))

    def ranked(
        self, aspect: str, level: Level, view: View, coefficient: Coefficient | None = None
    ) -> list[MetricCorrelation]:
        """Return the ranked measures of a view, the highest coefficient first."""
        results = [r for r in self.compared[aspect, level].results if r.is_ranked and is_in(r.metric, view, self.plan)]
        return best_first(results, coefficient or self.plan.coefficient)

    def apart(self, aspect: str, level: Level) -> list[MetricCorrelation]:
        """Return the measures that cover fewer or other systems and so are not ranked."""
        results = [result for result in self.compared[aspect, level].results if not result.is_ranked]
        return best_first(results, self.plan.coefficient)

    def judged(self, aspect: str) -> tuple[int, int]:
        """Return the number of systems and of summaries judged on an aspect."""
        is_judged = ~np.isnan(self.judgements[aspect])
        return int(is_judged.any(axis=0).sum()), int(is_judged.sum())

    def verdicts(self, aspect: str, level: Level, view: View) -> list[Verdict]:
        """Return the best measure of a view and, if it needs annotation, the best that needs none."""
        results, tests, _ = self.compared[aspect, level]
        return verdicts(results, tests, view, self.plan)

    def p_values(
        self, aspect: str, level: Level, view: View, coefficient: Coefficient | None = None
    ) -> dict[frozenset[Metric], float]:
        """Return the corrected p of PERM-BOTH for every pair of measures of a view; NaN where there is no test."""
        tests = self.compared[aspect, level].tests
        return corrected_tests(tests, view, self.plan, coefficient or self.plan.coefficient)

    def correlate_where(self, metric: Metric, other: Metric, aspect: str) -> Correlation:
        """Correlate a measure over the summaries for which another one is defined too."""
        tables = self.usable[aspect].tables
        return correlate(
            np.where(np.isnan(tables[other]), np.nan, tables[metric]),
            self.judgements[aspect],
            "system",
            coefficients=(),
        )

    def means(self, metric: Metric, aspect: str) -> tuple[Floats, Floats]:
        return means_of_both(self.usable[aspect].tables[metric], self.judgements[aspect])

    def mean_judgements(self, aspect: str) -> Floats:
        return mean_of_systems(self.judgements[aspect])

    def tables(self) -> Sequence[Table]:
        return [*measure_tables(self), *system_tables(self), *paper_tables(self), significance_table(self.topics)]

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.meta.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str]:
        return findings(self)

    def notes(self) -> Iterable[str]:
        return self.remarks


def _power(
    usable: Mapping[str, Usable],
    judgements: Mapping[str, Floats],
    plan: MetaPlan,
    compared: Mapping[Place, Compared],
    aspect: str,
) -> tuple[PairPower, ...]:
    """Compute the power by corpus size, where the system level is studied."""
    place: Place = (aspect, "system")
    if place not in compared:
        return ()
    return pair_powers(usable[aspect], judgements[aspect], plan, compared[place].results)


def _compare(
    usable: Mapping[str, Usable],
    judgements: Mapping[str, Floats],
    rater_pairs: Mapping[str, Sequence[tuple[Floats, Floats]]],
    plan: MetaPlan,
    place: Place,
) -> Compared:
    """Correlate all measures with the judgements of an aspect, and test the differences."""
    aspect, level = place
    tables = np.stack(list(usable[aspect].tables.values()))
    drawn = resampled_correlations(tables, judgements[aspect], level, plan.bootstrap, plan.over, plan.workers)
    results = correlate_metrics(usable[aspect], judgements[aspect], level, plan, drawn)
    tests = compare_pairs(usable[aspect], judgements[aspect], level, plan, results, drawn)
    return Compared(results, tests, rater_ceiling(rater_pairs[aspect], level, plan))
