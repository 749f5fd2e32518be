"""The evaluation of versions of CALLISTO on a corpus (Rigouste 2004, sections 5 and 6)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.spool import RowSpool, Spool
from sumspace.errors import NothingToDoError
from sumspace.stats.anova import analyse
from sumspace.stats.correlation import correlate_rows
from sumspace.studies.callisto.baselines import (
    FIXED,
    LEAD,
    LEAD_MEAN,
    RANDOM,
    Baseline,
    find_baselines,
    find_best_extracts,
    oracle_baseline,
    oracle_measure,
)
from sumspace.studies.callisto.contests import Contest, compare
from sumspace.studies.callisto.cross_validation import Choices, Lessons, cross_validate
from sumspace.studies.callisto.generate import generate, without_left_out
from sumspace.studies.callisto.plan import USUAL_CLASSES, CallistoPlan, TrainingPlan
from sumspace.studies.callisto.ranking import average_by_system, rank_summaries
from sumspace.studies.callisto.story import INTRODUCTION, STORY, TITLE, findings
from sumspace.studies.callisto.tables import make_tables
from sumspace.studies.callisto.verdicts import PAPER_SELECTIONS, Verdict, find_verdicts
from sumspace.studies.study import STUDIES, Study
from sumspace.summarizers.callisto.configuration import combinations
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.stats.anova import Analysis
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.studies.callisto.ranking import ChosenSummaries, RankedSummary, RankedSystem
    from sumspace.summarizers.callisto.configuration import Configuration, Size
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.summarizers.callisto.model import Selection
    from sumspace.summarizers.callisto.target import Target
    from sumspace.tasks.task import Progress


BEST = "the best of all configurations"
#: So many lines of figure 3 are ranked among all extracts in any case.
_FEW = 12
#: Scores closer than this are ties.
_TIE = 1e-12


@dataclass(frozen=True, eq=False)
class VersionResult(Choices):
    """The choices of a version, and the scores of the chosen summaries."""

    #: The mean F-score, and the mean ratio to that of the best configuration, over all documents.
    score: float
    share: float
    #: That ratio for each document.
    shares: Floats


@dataclass(frozen=True, eq=False)
class VersionSeries:
    """Versions that differ in the number of classes alone, a line of figure 3; or one version without classes."""

    learner: Learner
    measure: Measure
    #: None without classes.
    selection: Selection | None
    target: Target
    #: By the number of classes.
    results: tuple[VersionResult, ...]

    @property
    def usual(self) -> VersionResult:
        """The version with the number of classes closest to CALLISTO's, set in advance."""
        return min(self.results, key=lambda result: abs(result.version.classes - USUAL_CLASSES))

    @property
    def best(self) -> VersionResult:
        """The version with the highest share; among ties, the one with the fewest classes."""
        return max(self.results, key=lambda result: (result.share, -result.version.classes))

    @property
    def is_default(self) -> bool:
        """Whether it is what is trained unless told otherwise."""
        usual = TrainingPlan()
        selection = usual.selection if self.selection else None
        own = str(self.learner), str(self.measure), self.target, self.selection
        return own == (str(usual.learner), str(usual.measure), usual.target, selection)

    @property
    def is_of_paper(self) -> bool:
        """Whether the paper has it: it learns scores; naive Bayes selects by confidence, trees at random (note 10)."""
        return self.target == "score" and self.selection == PAPER_SELECTIONS.get(str(self.learner), "")

    def __str__(self) -> str:
        measure = str(self.measure) if self.target == "score" else f"{self.measure} {self.target}"
        return ", ".join(str(part) for part in (self.learner, measure, self.selection) if part)


@dataclass(frozen=True, slots=True)
class LeadScore:
    """The first sentences of each text or, with None, the mean over all lengths; shares may exceed 1."""

    size: Size | None
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class Wins:
    """The texts on which a combination is better than all others, and with ties divided among the best."""

    segmenter: str
    extractor: str
    alone: int
    shared: float


@STUDIES.register("callisto")
@dataclass(frozen=True, eq=False, repr=False)
class CallistoStudy(Study):
    """The study of a corpus; an interrupt or error is raised, because results need all documents."""

    name = "callisto"
    title = TITLE
    lead = INTRODUCTION
    main = "versions"
    stopped = None

    plan: CallistoPlan
    #: The ids of the documents.
    documents: tuple[str, ...]
    results: tuple[VersionResult, ...]
    #: The lead of each length and, last, the mean over all lengths; and the share of the latter on each document.
    lead_scores: tuple[LeadScore, ...]
    lead_shares: Floats
    #: What versions are compared with.
    baselines: tuple[Baseline, ...]
    #: The mean F-score of the best configuration of each document.
    best: float
    #: Of documents and methods: all versions and, last, the lead.
    analysis: Analysis
    wins: tuple[Wins, ...]
    #: The number of summaries, of different ones, and the Spearman correlation of recall and F-score.
    summaries: int
    different: int
    recall_and_f: float | None
    #: The places of chosen summaries among all extracts, by document, and averages by system.
    ranked_summaries: Iterable[Sequence[RankedSummary]]
    ranked_systems: tuple[RankedSystem, ...]
    left_out: tuple[LeftOut, ...]

    @classmethod
    def run(
        cls, examples: Iterable[Example], plan: CallistoPlan | None = None, progress: Progress | None = None
    ) -> CallistoStudy:
        """Generate all summaries and evaluate every version."""
        plan = plan or CallistoPlan()
        corpus = _Corpus(plan)
        lessons = Lessons.of(corpus.scored_documents(examples), plan.generation.measures)
        scores, winners = lessons.scores[plan.judged_by], corpus.winners.table()
        by_summarizer = corpus.baselines.table().reshape(len(scores), len(plan.generation.baselines), -1)
        leads = by_summarizer[:, plan.generation.baselines.index(LEAD)]
        best = np.take_along_axis(scores, winners, axis=1)
        results = [_judge(choices, scores, best) for choices in cross_validate(lessons, plan, progress)]
        baselines = find_baselines(plan, scores, best, by_summarizer)
        lead_shares = leads / best  # of the best of each length, or of all lengths
        shares = np.column_stack([*(result.shares for result in results), lead_shares.mean(axis=1)])
        lengths = [*plan.generation.sizes, None]
        ranked: Spool[list[RankedSummary]] = Spool(1024)
        if plan.ranked_by is not None:
            chosen = corpus.chosen_summaries(results, baselines, winners)
            for done, summaries in enumerate(rank_summaries(chosen, plan, plan.ranked_by), 1):
                ranked.append(summaries)
                if progress is not None:
                    progress("ranking", done / len(lessons))
            if (measure := oracle_measure(plan)) is not None:
                found = list(find_best_extracts(corpus.examples(), plan, measure))
                baselines.append(oracle_baseline(found, best, plan.lengths))
        return cls(
            plan=plan,
            documents=lessons.ids,
            results=tuple(results),
            lead_scores=tuple(map(LeadScore, lengths, _means(leads), _means(lead_shares))),
            lead_shares=lead_shares.mean(axis=1),
            baselines=tuple(baselines),
            best=float(best.mean()),
            analysis=analyse(shares, plan.confidence),
            wins=tuple(_count_wins(scores, plan.configurations)),
            summaries=scores.size,
            different=corpus.different,
            recall_and_f=correlate_rows(corpus.recall.table().ravel(), scores.ravel(), "spearman"),
            ranked_summaries=ranked,
            ranked_systems=tuple(average_by_system(ranked)),
            left_out=tuple(corpus.left_out),
        )

    @property
    def lead_score(self) -> LeadScore:
        """The lead, averaged over all lengths (section 5.4)."""
        return self.lead_scores[-1]

    @cached_property
    def series(self) -> list[VersionSeries]:
        return _group(self.results)

    @cached_property
    def default(self) -> VersionSeries:
        """The version that is trained unless told otherwise; the first one where it was not studied."""
        return next((series for series in self.series if series.is_default), self.series[0])

    def baseline(self, name: str) -> Baseline:
        return next(baseline for baseline in self.baselines if baseline.name == name)

    @cached_property
    def against_baselines(self) -> dict[str, Contest]:
        """The default version against every baseline, corrected for their number."""
        names = [baseline.name for baseline in self.baselines]
        contests = compare(self, [(str(self.default.usual.version), name) for name in names], "holm")
        return dict(zip(names, contests, strict=True))

    @cached_property
    def of_versions(self) -> dict[tuple[str, str], Contest]:
        """Every version with the usual number of classes against the main baselines, corrected for their number."""
        names = [str(series.usual.version) for series in self.series]
        pairs = [(name, other) for name in names for other in (RANDOM, FIXED, LEAD)]
        return dict(zip(pairs, compare(self, pairs, "holm"), strict=True))

    @cached_property
    def shares_of(self) -> dict[str, Floats]:
        """The shares of each document, by the name of a version with the usual number of classes, or of a baseline."""
        versions = {str(series.usual.version): series.usual.shares for series in self.series}
        baselines = {baseline.name: baseline.shares for baseline in self.baselines}
        return versions | baselines | {LEAD_MEAN: self.lead_shares}

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The findings of the paper, tested on this corpus."""
        return tuple(find_verdicts(self))

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.callisto.charts import make_figures  # which loads Altair

        return make_figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str]:
        return list(findings(self))


def _group(results: Iterable[VersionResult]) -> list[VersionSeries]:
    series: dict[tuple[Learner, Measure, Selection | None, Target], list[VersionResult]] = {}
    for result in results:
        version = result.version
        key = version.learner, version.measure, version.selection if version.classes else None, version.target
        series.setdefault(key, []).append(result)
    by_classes = {key: sorted(members, key=lambda result: result.version.classes) for key, members in series.items()}
    return [VersionSeries(*key, tuple(members)) for key, members in by_classes.items()]


def _ranked_series(series: Sequence[VersionSeries], measure: Measure) -> Sequence[VersionSeries]:
    """Return those whose summaries are ranked: of many, one of each learner, that selects by value, and the paper's."""
    own = [one for one in series if one.measure == measure]
    usual = TrainingPlan().target, None, "value"
    chosen = [one for one in own if (one.target == usual[0] and one.selection in usual[1:]) or one.is_of_paper]
    return series if len(series) <= _FEW else chosen or series[:_FEW]


class _Corpus:
    """What is kept of documents: rows of numbers, and on disk what is ranked later."""

    def __init__(self, plan: CallistoPlan) -> None:
        self._plan = plan
        self._groups = plan.groups
        #: Recall by configuration; F-scores by summarizer and length; and the best configuration of each group.
        self.recall, self.baselines, self.winners = RowSpool(), RowSpool(), RowSpool(np.int64)
        self.different = 0
        self.left_out: list[LeftOut] = []
        self._documents: Spool[tuple[Example, GeneratedDocument]] = Spool(1024)

    def scored_documents(self, examples: Iterable[Example]) -> Iterator[GeneratedDocument]:
        """Generate all summaries; skip documents whose summaries of some length all score 0."""
        judge, count, unscored = self._plan.judged_by, 0, []
        waiting: deque[Example] = deque()  # results come in the order of examples
        generated = generate(_remembered(examples, waiting), self._plan.generation)
        for document in without_left_out(_with_examples(generated, waiting), self.left_out):
            example, numbers = document
            scores = numbers.f_scores(judge)
            winners = [int(group[np.argmax(scores[group])]) for group in self._groups]
            missed = [self._plan.configurations[best].size for best in winners if scores[best] <= 0]
            if missed:
                of_length = "" if self._plan.lengths == "free" else f" of {missed[0]}"
                unscored.append(LeftOut(numbers.id, f"has no summary{of_length} with a score above 0"))
                continue
            self.recall.append(numbers.scores[judge].recall[numbers.by_configuration])
            self.baselines.append(numbers.scores[judge].f1[numbers.by_baseline.ravel()])
            self.winners.append(np.array(winners))
            self.different += numbers.different
            if self._plan.ranked_by is not None:
                self._documents.append((example, replace(numbers, features=np.zeros(0), scores={})))
            count += 1
            yield numbers
        self.left_out += unscored
        if count < 2:
            why = f"{count}: {self.left_out[0].id!r} {self.left_out[0].reason}" if self.left_out else count
            raise NothingToDoError(f"cross-validation needs at least 2 documents with scores above 0, not {why}")

    def examples(self) -> Iterator[Example]:
        return (example for example, _ in self._documents)

    def chosen_summaries(
        self, results: Iterable[VersionResult], baselines: Sequence[Baseline], winners: Integers
    ) -> Iterator[ChosenSummaries]:
        """Yield the summaries to rank: of baselines, of versions with the usual number of classes, and the best of all.

        A random configuration is drawn for each text.
        """
        measure = self._plan.judged_by
        ranked = _ranked_series(_group(results), measure)
        chosen = {str(series.usual.version): series.usual.configurations for series in ranked}
        chosen |= {one.name: one.configurations for one in baselines if one.configurations is not None}
        sizes = {one.name: one.sizes for one in baselines}
        draw = np.random.default_rng(self._plan.generation.seed).choice
        chosen[RANDOM] = np.column_stack([draw(group, len(winners)) for group in self._groups])
        chosen[BEST] = winners
        for row, (example, document) in enumerate(self._documents):
            systems = {}
            for name, places in zip(self._plan.generation.baselines, document.by_baseline.tolist(), strict=True):
                chosen_size = sizes[name]
                own = places if chosen_size is None else [places[chosen_size[row]]]
                systems[name] = [document.summaries[place] for place in own]
            yield example, systems | {name: document.made_by(rows[row]) for name, rows in chosen.items()}


def _remembered(examples: Iterable[Example], waiting: deque[Example]) -> Iterator[Example]:
    for example in examples:
        waiting.append(example)
        yield example


def _with_examples(
    results: Iterable[GeneratedDocument | LeftOut], waiting: deque[Example]
) -> Iterator[tuple[Example, GeneratedDocument] | LeftOut]:
    """Pair every result with its example."""
    for result in results:
        example = waiting.popleft()
        yield result if isinstance(result, LeftOut) else (example, result)


def _judge(choices: Choices, scores: Floats, best: Floats) -> VersionResult:
    reached = np.take_along_axis(scores, choices.configurations, axis=1)
    shares = (reached / best).mean(axis=1)
    return VersionResult(**vars(choices), score=float(reached.mean()), share=float(shares.mean()), shares=shares)


def _means(values: Floats) -> list[float]:
    """Return the mean of every column, and of all values."""
    return [float(part.mean()) for part in (*values.T, values)]


def _count_wins(scores: Floats, configurations: Sequence[Configuration]) -> list[Wins]:
    """Count the texts on which each combination has the highest score, from scores [document, configuration]."""
    # As in the paper's table 1: other summarizers are no combinations.
    members = {names: own for names, own in combinations(configurations).items() if names[1]}
    if not members:
        return []
    best = np.column_stack([scores[:, own].max(axis=1) for own in members.values()])
    winners = best >= best.max(axis=1, keepdims=True) - _TIE
    count = winners.sum(axis=1, keepdims=True)
    alone, shared = (winners & (count == 1)).sum(axis=0), (winners / count).sum(axis=0)
    wins = [Wins(*names, int(alone[i]), float(shared[i])) for i, names in enumerate(members)]
    return sorted(wins, key=lambda combination: -combination.shared)
