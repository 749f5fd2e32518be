"""Cross-validation over documents: the choices of every version of CALLISTO for unseen texts (section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from itertools import product
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.spool import RowSpool
from sumspace.compute.work import checkpoint, ordered_map
from sumspace.stats.discretization import discretize
from sumspace.stats.kmeans import assign
from sumspace.studies.callisto.plan import Version
from sumspace.summarizers.callisto.configuration import settings_of
from sumspace.summarizers.callisto.learners.learner import training_table
from sumspace.summarizers.callisto.model import choose
from sumspace.summarizers.callisto.target import targets_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.measures.measure import Measure
    from sumspace.stats.kmeans import Division
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.studies.callisto.plan import CallistoPlan
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.summarizers.callisto.model import Selection
    from sumspace.summarizers.callisto.target import Target
    from sumspace.tasks.task import Progress

    #: A learner, what it learns, and the documents that it does not see.
    _Task = tuple[Learner, Measure, Target, Integers]


#: How versions without classes select: the highest expected value.
_ALONE: tuple[Selection, ...] = ("value",)


@dataclass(frozen=True, eq=False)
class Lessons:
    """The training data of a corpus: features and scores."""

    ids: tuple[str, ...]
    #: [document, feature].
    features: Floats
    #: The F-scores of summaries: [document, configuration].
    scores: Mapping[Measure, Floats]

    @classmethod
    def of(cls, documents: Iterable[GeneratedDocument], measures: Sequence[Measure]) -> Lessons:
        """Collect the features and scores of documents in one pass."""
        ids, features, scores = [], RowSpool(), {measure: RowSpool() for measure in measures}
        for document in documents:
            ids.append(document.id)
            features.append(document.features)
            for measure, rows in scores.items():
                rows.append(document.f_scores(measure))
        return cls(tuple(ids), features.table(), {measure: rows.table() for measure, rows in scores.items()})

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class Choices:
    """The choices of a version for every document, and its accuracy at predicting classes."""

    version: Version
    #: The configuration chosen in each group: [document, group].
    configurations: Integers
    #: The share of configurations, and of chosen ones, whose class was predicted correctly; None without classes.
    accuracy: float | None
    accuracy_of_chosen: float | None


@dataclass(frozen=True, eq=False)
class _FoldChoices:
    """The choices of a version for the documents of a fold, and both accuracies, 0 without classes."""

    version: Version
    #: The numbers of the documents.
    documents: Integers
    configurations: Integers
    #: [document, 2].
    accuracies: Floats

    @classmethod
    def empty(cls, version: Version, documents: Integers, plan: CallistoPlan) -> _FoldChoices:
        # There are many versions: a small type saves memory.
        small = np.min_scalar_type(len(plan.configurations))
        configurations = np.zeros((len(documents), len(plan.groups)), small)
        return cls(version, documents, configurations, np.zeros((len(documents), 2)))


def folds(documents: int, wanted: int, seed: int) -> list[Integers]:
    """Divide documents at random into folds of nearly equal size, at most as many as documents."""
    order = np.random.default_rng(seed).permutation(documents)
    return [np.sort(part) for part in np.array_split(order, min(wanted, documents))]


def cross_validate(
    lessons: Lessons, plan: CallistoPlan, progress: Progress | None = None, parts: Sequence[Integers] = ()
) -> list[Choices]:
    """Let every version, trained on the other folds, choose for every document; folds may be given, such as genres."""
    parts = parts or folds(len(lessons), plan.folds, plan.generation.seed)
    tasks = list(product(plan.learners, plan.trained_on, plan.targets, parts))
    by_version: dict[Version, list[_FoldChoices]] = {}
    work = partial(_learn_and_choose, lessons, plan)

    @cache
    def content(measure: Measure) -> str:
        learned_from = str(measure), lessons.ids, lessons.features, lessons.scores[measure]
        how = (
            repr(plan.configurations),
            plan.classes,
            plan.selections,
            plan.lengths,
            plan.generation.seed,
            plan.discretization,
        )
        return digest("callisto learning", learned_from, how, version("scikit-learn"))

    def key(task: _Task) -> str:
        learner, measure, target, fold = task
        return digest(content(measure), str(learner), target, fold)

    for done, of_fold in enumerate(ordered_map(work, tasks, plan.generation.workers, key=key), 1):
        for choices in of_fold:
            by_version.setdefault(choices.version, []).append(choices)
        if progress is not None:
            progress("learning", done / len(tasks))
    return [_together(version, choices) for version, choices in by_version.items()]


def _together(version: Version, choices: Sequence[_FoldChoices]) -> Choices:
    order = np.argsort(np.concatenate([part.documents for part in choices]))
    configurations = np.concatenate([part.configurations for part in choices])[order]
    accuracies = np.concatenate([part.accuracies for part in choices])[order]
    accuracy, of_chosen = (float(shares.mean()) if version.classes else None for shares in accuracies.T)
    return Choices(version, configurations, accuracy, of_chosen)


def _learn_and_choose(lessons: Lessons, plan: CallistoPlan, task: _Task) -> list[_FoldChoices]:
    """Train a learner on the documents outside a fold, and let its versions choose for those of the fold."""
    learner, measure, target, fold = task
    seen = np.setdiff1d(np.arange(len(lessons)), fold)
    targets = targets_of(lessons.scores[measure], target, plan.groups)
    features, scores = lessons.features[seen], targets[seen]
    settings, groups = settings_of(plan.configurations), plan.groups
    divisions: dict[int, Division | None] = {0: None}
    if learner.needs_classes:
        by_count = discretize(scores, max(plan.classes), plan.discretization)
        divisions = {count: by_count[count - 1] for count in plan.classes}
    choices = []
    for count, division in divisions.items():
        checkpoint()
        learned = learner.learn(training_table(features, settings, scores, division), plan.generation.seed)
        selections = plan.selections if count else _ALONE
        versions = [Version(learner, measure, selection, count, target) for selection in selections]
        own = [_FoldChoices.empty(version, fold, plan) for version in versions]
        choices += own
        for row, index in enumerate(fold.tolist()):
            opinion = learned.judge(lessons.features[index])
            # No class is right where there are none.
            is_right = opinion.classes == (assign(targets[index], division.cuts) if division else -1)
            for part in own:
                name = f"{plan.generation.seed} {part.version} {lessons.ids[index]}"
                seed = crc32(name.encode("utf-8", "surrogatepass"))
                chosen = [choose(opinion, group, part.version.selection, seed + i) for i, group in enumerate(groups)]
                part.configurations[row] = chosen
                part.accuracies[row] = is_right.mean(), is_right[chosen].mean()
    return choices
