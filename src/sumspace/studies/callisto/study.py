"""Does a change to CALLISTO help: its versions, judged on a corpus (Rigouste 2004, sections 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.stats.anova import analyse
from sumspace.stats.correlation import correlate_rows
from sumspace.studies.callisto.charts import figures
from sumspace.studies.callisto.cross_validation import cross_validate
from sumspace.studies.callisto.generate import generate, without_left_out
from sumspace.studies.callisto.plan import USUAL_CLASSES, CallistoPlan
from sumspace.studies.callisto.ranking import average_by_system, rank_summaries
from sumspace.studies.callisto.story import LEAD, STORY, TITLE, findings
from sumspace.studies.callisto.tables import tables
from sumspace.studies.study import STUDIES, Study
from sumspace.summarizers.callisto.configuration import combinations
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.stats.anova import Analysis
    from sumspace.studies.callisto.cross_validation import Choices
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.studies.callisto.plan import Version
    from sumspace.studies.callisto.ranking import RankedSummary, RankedSystem
    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.summarizers.callisto.model import Selection
    from sumspace.tasks.task import Progress

__all__ = ["CallistoStudy", "LeadScore", "VersionResult", "VersionSeries", "Wins", "count_wins"]

#: Scores nearer than this are the same.
_TIE = 1e-12


@dataclass(frozen=True, eq=False)
class VersionResult:
    """How good the summaries of one version are."""

    choices: Choices
    #: The mean F-score, and the mean share that it is of the best reachable one, over all documents.
    score: float
    share: float
    #: That share for each document.
    shares: Floats

    @property
    def version(self) -> Version:
        """The version."""
        return self.choices.version


@dataclass(frozen=True, eq=False)
class VersionSeries:
    """Versions that differ in the number of classes alone, a line of figure 3; or one version without classes."""

    learner: Learner
    measure: Measure
    #: None without classes: then nothing is selected from a best class.
    selection: Selection | None
    #: By the number of classes.
    results: tuple[VersionResult, ...]

    @property
    def usual(self) -> VersionResult:
        """The version with as many classes as CALLISTO had, or nearly so: a choice made before the results are seen."""
        return min(self.results, key=lambda result: abs(result.version.classes - USUAL_CLASSES))

    @property
    def best(self) -> VersionResult:
        """The version that turns out best, with the fewest classes where several do."""
        return max(self.results, key=lambda result: (result.share, -result.version.classes))

    def __str__(self) -> str:
        return ", ".join(str(part) for part in (self.learner, self.measure, self.selection) if part)


@dataclass(frozen=True, slots=True)
class LeadScore:
    """The first sentences of each text, so many of them; None stands for the average over all lengths.

    They need not be what a configuration takes, so that their share can be more than 1.
    """

    sentences: int | None
    score: float
    share: float


@dataclass(frozen=True, slots=True)
class Wins:
    """On how many texts a combination is the best: better than all others, and with those that are as good.

    A text on which several are best counts as a part of one for each.
    """

    segmenter: str
    extractor: str
    alone: int
    shared: float


@STUDIES.register("callisto")
@dataclass(frozen=True, eq=False, repr=False)
class CallistoStudy(Study):
    """The study of a corpus; what ends it early is raised, since its results are of all documents."""

    name = "callisto"
    title = TITLE
    lead = LEAD
    main = "versions"
    stopped = None

    plan: CallistoPlan
    #: The ids of the documents.
    documents: tuple[str, ...]
    results: tuple[VersionResult, ...]
    #: The lead of each length and, last, averaged over all lengths; and the latter's share on each document.
    lead_scores: tuple[LeadScore, ...]
    lead_shares: Floats
    #: The mean of the best reachable F-score of each document.
    best: float
    #: Of documents and methods: all versions and, last, the lead.
    analysis: Analysis
    wins: tuple[Wins, ...]
    #: How many summaries there are, how many of them are different, and Spearman's correlation of recall and F.
    summaries: int
    different: int
    recall_and_f: float | None
    #: Where chosen summaries stand in their spaces, one by one, and systems on average.
    ranked_summaries: tuple[RankedSummary, ...]
    ranked_systems: tuple[RankedSystem, ...]
    left_out: tuple[LeftOut, ...]

    @classmethod
    def run(
        cls, examples: Iterable[Example], plan: CallistoPlan | None = None, progress: Progress | None = None
    ) -> CallistoStudy:
        """Generate all summaries and judge every version."""
        plan = plan or CallistoPlan()
        documents, left_out = _scored_documents(examples, plan)
        judge = plan.judged_by
        best = np.array([_best_scores(document, plan) for document in documents])
        scores = np.array([document.f_scores(judge) for document in documents])
        recall = np.concatenate([document.scores[judge].recall[document.by_configuration] for document in documents])
        results = [_judge(choices, scores, best) for choices in cross_validate(documents, plan, progress)]
        leads = np.array([document.scores[judge].f1[document.leads] for document in documents])
        lead_shares = leads / best  # by length, or all by the best of all lengths
        shares = np.column_stack([*(result.shares for result in results), lead_shares.mean(axis=1)])
        ranked = _rank(documents, results, plan, progress)
        return cls(
            plan=plan,
            documents=tuple(document.example.id for document in documents),
            results=tuple(results),
            lead_scores=tuple(_lead_scores(plan.generation.lengths, leads, lead_shares)),
            lead_shares=lead_shares.mean(axis=1),
            best=float(best.mean()),
            analysis=analyse(shares, plan.confidence),
            wins=tuple(count_wins(scores, plan.configurations)),
            summaries=scores.size,
            different=sum(document.different for document in documents),
            recall_and_f=correlate_rows(recall, scores.ravel(), "spearman"),
            ranked_summaries=tuple(ranked),
            ranked_systems=tuple(average_by_system(ranked)),
            left_out=tuple(left_out),
        )

    @property
    def lead_score(self) -> LeadScore:
        """The lead, averaged over all lengths: the score to beat (section 5.4)."""
        return self.lead_scores[-1]

    @cached_property
    def series(self) -> list[VersionSeries]:
        """The versions, those together that differ in the number of classes alone."""
        return _group(self.results)

    def tables(self) -> Sequence[Table]:
        return tables(self)

    def figures(self) -> Mapping[str, Figure]:
        return figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str]:
        return list(findings(self))


def _group(results: Iterable[VersionResult]) -> list[VersionSeries]:
    """Put versions together that differ in the number of classes alone."""
    series: dict[tuple[Learner, Measure, Selection | None], list[VersionResult]] = {}
    for result in results:
        version = result.version
        key = version.learner, version.measure, version.selection if version.classes else None
        series.setdefault(key, []).append(result)
    return [
        VersionSeries(*key, tuple(sorted(members, key=lambda result: result.version.classes)))
        for key, members in series.items()
    ]


def _scored_documents(examples: Iterable[Example], plan: CallistoPlan) -> tuple[list[GeneratedDocument], list[LeftOut]]:
    """Generate all summaries; documents without a summary that scores are left out with the others."""
    generated, left_out = without_left_out(generate(examples, plan.generation))
    documents = []
    for document in generated:
        if reason := _unscored(document, plan):
            left_out.append(LeftOut(document.example.id, reason))
        else:
            documents.append(document)
    if len(documents) < 2:
        why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
        raise SettingError(
            f"cross-validation takes at least 2 documents with summaries that score, not {len(documents)}{why}"
        )
    return documents, left_out


def _unscored(document: GeneratedDocument, plan: CallistoPlan) -> str:
    """Say why there are no shares of the best score: it is 0, at some length; an empty text where there are."""
    for group, best in zip(plan.groups, _best_scores(document, plan), strict=True):
        if best <= 0:
            length = plan.configurations[group[0]].sentences
            of_length = "" if plan.lengths == "free" else f" of {length} sentence{'' if length == 1 else 's'}"
            return f"has no summary{of_length} that scores anything"
    return ""


def _best_scores(document: GeneratedDocument, plan: CallistoPlan) -> Floats:
    """Return the best score that can be reached in each group of configurations."""
    scores = document.f_scores(plan.judged_by)
    return np.array([scores[group].max() for group in plan.groups])


def _judge(choices: Choices, scores: Floats, best: Floats) -> VersionResult:
    reached = np.take_along_axis(scores, choices.configurations, axis=1)
    shares = (reached / best).mean(axis=1)
    return VersionResult(choices, float(reached.mean()), float(shares.mean()), shares)


def _lead_scores(lengths: Sequence[int], scores: Floats, shares: Floats) -> Iterator[LeadScore]:
    for column, length in enumerate(lengths):
        yield LeadScore(length, float(scores[:, column].mean()), float(shares[:, column].mean()))
    yield LeadScore(None, float(scores.mean()), float(shares.mean()))


def count_wins(scores: Floats, configurations: Sequence[Configuration]) -> list[Wins]:
    """Count on how many texts each combination reaches the highest of all scores, [document, configuration]."""
    members = combinations(configurations)
    best = np.column_stack([scores[:, own].max(axis=1) for own in members.values()])
    winners = best >= best.max(axis=1, keepdims=True) - _TIE
    count = winners.sum(axis=1, keepdims=True)
    alone, shared = (winners & (count == 1)).sum(axis=0), (winners / count).sum(axis=0)
    wins = [Wins(*names, int(alone[i]), float(shared[i])) for i, names in enumerate(members)]
    return sorted(wins, key=lambda one: -one.shared)


def _rank(
    documents: Sequence[GeneratedDocument],
    results: Iterable[VersionResult],
    plan: CallistoPlan,
    progress: Progress | None,
) -> list[RankedSummary]:
    """Rank the lead, the versions with the usual number of classes, and the best that can be reached."""
    if plan.ranked_by is None:
        return []
    systems = {"lead": [[document.summaries[place] for place in document.leads] for document in documents]}
    for series in _group(results):
        chosen = series.usual.choices.configurations
        systems[str(series.usual.version)] = [
            document.made_by(configurations) for document, configurations in zip(documents, chosen, strict=True)
        ]
    systems["the best of all configurations"] = [document.made_by(_winners(document, plan)) for document in documents]
    return rank_summaries(documents, systems, plan, plan.ranked_by, progress)


def _winners(document: GeneratedDocument, plan: CallistoPlan) -> list[int]:
    scores = document.f_scores(plan.judged_by)
    return [int(group[np.argmax(scores[group])]) for group in plan.groups]
