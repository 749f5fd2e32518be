"""Cross-validation over documents: what every version of CALLISTO chooses for texts it has not seen (section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from sumspace.compute.work import checkpoint, ordered_map
from sumspace.stats.kmeans import assign, clusters
from sumspace.studies.callisto.plan import Version
from sumspace.summarizers.callisto.configuration import settings_of
from sumspace.summarizers.callisto.learners.learner import training_table
from sumspace.summarizers.callisto.model import choose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers
    from sumspace.measures.measure import Measure
    from sumspace.stats.kmeans import Division
    from sumspace.studies.callisto.generate import GeneratedDocument
    from sumspace.studies.callisto.plan import CallistoPlan
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.summarizers.callisto.model import Selection
    from sumspace.tasks.task import Progress

    #: A document, what a version chose for it, and its two accuracies there: 0 without classes.
    Choice = tuple[int, list[int], float, float]


#: How versions without classes select: the highest score that they expect.
_ALONE: tuple[Selection, ...] = ("confidence",)


@dataclass(frozen=True, eq=False)
class Choices:
    """What one version chose for every document, and how often it was right about the class of a score."""

    version: Version
    #: The configuration chosen in each group: [document, group].
    configurations: Integers
    #: The share of configurations, and of chosen ones, whose class was predicted; None without classes.
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
    parts = folds(len(documents), plan.folds, plan.generation.seed)
    tasks = list(product(plan.learners, plan.trained_on, parts))
    by_version: dict[Version, list[Choice]] = {}
    work = partial(_learn_and_choose, documents, plan)
    for done, choices in enumerate(ordered_map(work, tasks, plan.generation.workers), 1):
        for version, choice in choices:
            by_version.setdefault(version, []).append(choice)
        if progress is not None:
            progress("learning", done / len(tasks))
    return [_together(version, choices) for version, choices in by_version.items()]


def _together(version: Version, choices: list[Choice]) -> Choices:
    _, configurations, *accuracies = zip(*sorted(choices), strict=True)
    accuracy, of_chosen = (float(np.mean(shares)) if version.classes else None for shares in accuracies)
    return Choices(version, np.array(configurations), accuracy, of_chosen)


def _learn_and_choose(
    documents: Sequence[GeneratedDocument], plan: CallistoPlan, task: tuple[Learner, Measure, Integers]
) -> list[tuple[Version, Choice]]:
    """Train a learner on a measure without the documents of a fold, and let its versions choose for these."""
    learner, measure, fold = task
    seen = [documents[index] for index in np.setdiff1d(np.arange(len(documents)), fold)]
    features = np.array([document.features for document in seen])
    scores = np.array([document.f_scores(measure) for document in seen])
    settings, groups = settings_of(plan.configurations), plan.groups
    divisions: dict[int, Division | None] = {0: None}
    if learner.needs_classes:
        by_count = clusters(scores, max(plan.classes))
        divisions = {count: by_count[count - 1] for count in plan.classes}
    choices = []
    for count, division in divisions.items():
        checkpoint()
        learned = learner.learn(training_table(features, settings, scores, division), plan.generation.seed)
        for index in fold.tolist():
            document = documents[index]
            opinion = learned.judge(document.features)
            # No class is right where there are none.
            is_right = opinion.classes == (assign(document.f_scores(measure), division.cuts) if division else -1)
            for selection in plan.selections if count else _ALONE:
                version = Version(learner, measure, selection, count)
                seed = crc32(f"{plan.generation.seed} {version} {document.example.id}".encode("utf-8", "surrogatepass"))
                chosen = [choose(opinion, group, selection, seed + i) for i, group in enumerate(groups)]
                choices.append((version, (index, chosen, float(is_right.mean()), float(is_right[chosen].mean()))))
    return choices
