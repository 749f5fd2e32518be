"""Cross-validation over documents: what every version of CALLISTO chooses for texts it has not seen (section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np

from sumspace.compute.threads import checkpoint, ordered_map
from sumspace.stats.kmeans import assign, clusters
from sumspace.summarizers.callisto.configuration import settings_of
from sumspace.summarizers.callisto.learners.learner import training_table
from sumspace.summarizers.callisto.model import choose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.arrays import Integers
    from sumspace.measures.measure import Measure
    from sumspace.stats.kmeans import Division
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.studies.callisto.plan import CallistoPlan, Version
    from sumspace.summarizers.callisto.learners.learner import Learned, Learner
    from sumspace.tasks.task import Progress

__all__ = ["Choices", "cross_validate", "folds"]


@dataclass(frozen=True, eq=False)
class Choices:
    """What one version chose for every document, and how often it was right about the class of a score."""

    version: Version
    #: The configuration chosen in each group: [document, group].
    configurations: Integers
    #: The share of configurations, and of chosen ones, whose class was predicted; None without classes.
    accuracy: float | None
    accuracy_of_chosen: float | None


class _Task(NamedTuple):
    """A learner that is trained on a measure without the documents of a fold."""

    learner: Learner
    measure: Measure
    fold: Integers


class _Choice(NamedTuple):
    """What a version chose for one document, and in what share of cases it was right."""

    version: Version
    document: int
    configurations: list[int]
    accuracy: float | None
    accuracy_of_chosen: float | None


def folds(documents: int, wanted: int, seed: int) -> list[Integers]:
    """Divide documents at random into parts of nearly the same size; as many as documents where those are fewer."""
    order = np.random.default_rng(seed).permutation(documents)
    return [np.sort(part) for part in np.array_split(order, min(wanted, documents))]


def cross_validate(
    documents: Sequence[GeneratedDocument], plan: CallistoPlan, progress: Progress | None = None
) -> list[Choices]:
    """Let every version choose for every document, trained on the documents of the other folds."""
    tasks = [
        _Task(learner, measure, fold)
        for learner in plan.learners
        for measure in plan.trained_on
        for fold in folds(len(documents), plan.folds, plan.generation.seed)
    ]
    by_version: dict[Version, list[_Choice]] = {}
    work = partial(_learn_and_choose, documents, plan)
    for done, choices in enumerate(ordered_map(work, tasks, plan.generation.jobs), 1):
        for choice in choices:
            by_version.setdefault(choice.version, []).append(choice)
        if progress is not None:
            progress("learning", done / len(tasks))
    return [_together(version, choices) for version, choices in by_version.items()]


def _together(version: Version, choices: list[_Choice]) -> Choices:
    choices = sorted(choices, key=lambda choice: choice.document)
    accuracies = [choice.accuracy for choice in choices if choice.accuracy is not None]
    of_chosen = [choice.accuracy_of_chosen for choice in choices if choice.accuracy_of_chosen is not None]
    return Choices(
        version,
        np.array([choice.configurations for choice in choices]),
        float(np.mean(accuracies)) if accuracies else None,
        float(np.mean(of_chosen)) if of_chosen else None,
    )


def _learn_and_choose(documents: Sequence[GeneratedDocument], plan: CallistoPlan, task: _Task) -> list[_Choice]:
    unseen = set(task.fold.tolist())
    seen = [document for place, document in enumerate(documents) if place not in unseen]
    features = np.array([document.features for document in seen])
    scores = np.array([document.f_scores(task.measure) for document in seen])
    settings = settings_of(plan.configurations)
    divisions: dict[int, Division | None] = {0: None}
    if task.learner.needs_classes:
        by_count = clusters(scores, max(plan.classes))
        divisions = {count: by_count[count - 1] for count in plan.classes}
    choices: list[_Choice] = []
    for count, division in divisions.items():
        checkpoint()
        learned = task.learner.learn(training_table(features, settings, scores, division), plan.generation.seed)
        choices += _choose(documents, plan, task, learned, division, count)
    return choices


def _choose(
    documents: Sequence[GeneratedDocument],
    plan: CallistoPlan,
    task: _Task,
    learned: Learned,
    division: Division | None,
    count: int,
) -> Iterator[_Choice]:
    """Choose for the documents of the fold, by what was learned."""
    groups = plan.groups
    for place in task.fold.tolist():
        document = documents[place]
        opinion = learned.judge(document.features)
        is_right = None
        if division is not None:
            is_right = opinion.classes == assign(document.f_scores(task.measure), division.cuts)
        for version in plan.versions(task.learner, task.measure, count):
            seed = crc32(f"{plan.generation.seed} {version} {document.example.id}".encode("utf-8", "surrogatepass"))
            chosen = [choose(opinion, group, version.selection, seed + i) for i, group in enumerate(groups)]
            if is_right is None:
                yield _Choice(version, place, chosen, None, None)
            else:
                yield _Choice(version, place, chosen, float(is_right.mean()), float(is_right[chosen].mean()))
