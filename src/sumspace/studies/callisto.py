"""Does a change to CALLISTO help: its versions, judged on a corpus (Rigouste 2004, sections 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.stats.anova import analyse
from sumspace.studies.callisto_folds import cross_validate
from sumspace.studies.callisto_places import averages, standings
from sumspace.studies.callisto_plan import USUAL_CLASSES
from sumspace.studies.callisto_table import generate
from sumspace.studies.callisto_wins import wins_of
from sumspace.studies.study import collect
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.stats.anova import Analysis
    from sumspace.studies.callisto_folds import Chosen
    from sumspace.studies.callisto_places import Place, Standing
    from sumspace.studies.callisto_plan import CallistoPlan, Version
    from sumspace.studies.callisto_table import Generated
    from sumspace.studies.callisto_wins import Wins

    Floats = NDArray[np.float64]
    Progress = Callable[[float], None]

__all__ = ["Baseline", "CallistoStudy", "Result", "study_callisto"]


@dataclass(frozen=True, eq=False)
class Result:
    """How good the summaries of one version are."""

    chosen: Chosen
    #: The mean F-score, and the mean share that it is of the best reachable one, over all documents.
    score: float
    share: float
    #: That share for each document.
    shares: Floats

    @property
    def version(self) -> Version:
        """Which one."""
        return self.chosen.version


@dataclass(frozen=True, slots=True)
class Baseline:
    """The first sentences of each text, so many of them; None stands for the average over all lengths.

    They need not be what a configuration takes, so that their share can be more than 1.
    """

    sentences: int | None
    score: float
    share: float


@dataclass(frozen=True, eq=False)
class CallistoStudy:
    """The study of a corpus."""

    plan: CallistoPlan
    documents: tuple[str, ...]
    results: tuple[Result, ...]
    lead: tuple[Baseline, ...]
    #: Its share on each document, averaged over all lengths.
    lead_shares: Floats
    #: The mean of the best reachable F-score of each document.
    best: float
    #: Of documents and methods: all versions and, last, the baseline.
    analysis: Analysis
    wins: tuple[Wins, ...]
    #: How many summaries there are, how many of them are different, and Spearman's correlation of recall and F.
    summaries: int
    different: int
    recall_and_f: float | None
    #: Where chosen summaries stand in their spaces, one by one, and systems on average.
    standings: tuple[Standing, ...]
    places: tuple[Place, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def baseline(self) -> Baseline:
        """The lead, averaged over all lengths: the score to beat (section 5.4)."""
        return self.lead[-1]


def study_callisto(
    examples: Iterable[Example],
    plan: CallistoPlan,
    learning: Progress = lambda _: None,
    ranking: Progress = lambda _: None,
) -> CallistoStudy:
    """Generate all summaries and judge every version; the last two are told what share of the work is done."""
    found = collect(generate(examples, plan.generation))
    if found.stopped:
        raise found.stopped
    by = str(plan.judged_by)
    there = [document for document in found.documents if not _unscored(document, plan)]
    without = [LeftOut(one.example.id, why) for one in found.documents if (why := _unscored(one, plan))]
    left_out = (*found.left_out, *without)
    if len(there) < 2:
        why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
        raise SettingError(
            f"cross-validation takes at least 2 documents with summaries that score, not {len(there)}{why}"
        )
    best = np.array([_best(document, plan) for document in there])
    scores = np.array([document.scores[by].f1[document.made] for document in there])
    results = [_result(chosen, scores, best) for chosen in cross_validate(there, plan, learning)]
    leads = np.array([document.scores[by].f1[document.leads] for document in there])
    lead_shares = leads / best  # by length, or all by the best of all lengths
    table = np.column_stack([*(result.shares for result in results), lead_shares.mean(axis=1)])
    recall = np.concatenate([document.scores[by].recall[document.made] for document in there])
    placed = _placed(there, results, plan, ranking)
    return CallistoStudy(
        plan=plan,
        documents=tuple(document.example.id for document in there),
        results=tuple(results),
        lead=tuple(_baselines(plan.generation.lengths, leads, lead_shares)),
        lead_shares=lead_shares.mean(axis=1),
        best=float(best.mean()),
        analysis=analyse(table, plan.confidence),
        wins=tuple(wins_of(scores, plan.configurations)),
        summaries=scores.size,
        different=sum(len(set(document.made.tolist())) for document in there),
        recall_and_f=_spearman(recall, scores.ravel()),
        standings=tuple(placed),
        places=tuple(averages(placed)),
        left_out=left_out,
    )


def _best(document: Generated, plan: CallistoPlan) -> Floats:
    """Return the best score that can be reached in each group of configurations."""
    scores = document.scores[str(plan.judged_by)].f1[document.made]
    return np.array([scores[group].max() for group in plan.groups])


def _unscored(document: Generated, plan: CallistoPlan) -> str:
    """Say why there are no shares of the best score: it is nothing, at some length; nothing is said where there are."""
    for group, best in zip(plan.groups, _best(document, plan), strict=True):
        if best <= 0:
            length = plan.configurations[group[0]].sentences
            of_length = "" if plan.lengths == "free" else f" of {length} sentence{'' if length == 1 else 's'}"
            return f"has no summary{of_length} that scores anything"
    return ""


def _result(chosen: Chosen, scores: Floats, best: Floats) -> Result:
    reached = np.take_along_axis(scores, chosen.configurations, axis=1)
    shares = (reached / best).mean(axis=1)
    return Result(chosen, float(reached.mean()), float(shares.mean()), shares)


def _baselines(lengths: Sequence[int], scores: Floats, shares: Floats) -> Iterator[Baseline]:
    for place, length in enumerate(lengths):
        yield Baseline(length, float(scores[:, place].mean()), float(shares[:, place].mean()))
    yield Baseline(None, float(scores.mean()), float(shares.mean()))


def _spearman(one: Floats, other: Floats) -> float | None:
    """Return the correlation of two rankings; None where one has no order."""
    from scipy.stats import rankdata

    first, second = (rankdata(values) for values in (one, other))
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])


def _placed(
    documents: Sequence[Generated], results: Sequence[Result], plan: CallistoPlan, progress: Progress
) -> list[Standing]:
    """Place the lead, the versions with the usual number of classes, and the best that can be reached."""
    if plan.ranked_by is None:
        return []
    usual = min(plan.classes, key=lambda count: abs(count - USUAL_CLASSES))
    systems = {"lead": [[one.summaries[place] for place in one.leads] for one in documents]}
    for result in results:
        if result.version.classes in (0, usual):
            chosen = result.chosen.configurations
            systems[str(result.version)] = [_made(one, chosen[place]) for place, one in enumerate(documents)]
    systems["the best of all configurations"] = [_made(one, _winners(one, plan)) for one in documents]
    return standings(documents, systems, plan, plan.ranked_by, progress)


def _made(document: Generated, configurations: Iterable[int]) -> list[tuple[int, ...]]:
    return [document.summaries[document.made[configuration]] for configuration in configurations]


def _winners(document: Generated, plan: CallistoPlan) -> list[int]:
    scores = document.scores[str(plan.judged_by)].f1[document.made]
    return [int(group[np.argmax(scores[group])]) for group in plan.groups]
