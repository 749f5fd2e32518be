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
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.stats.kmeans import Division
    from sumspace.studies.callisto_plan import CallistoPlan, Version
    from sumspace.studies.callisto_table import Generated
    from sumspace.summarizers.callisto.learners.learner import Learned, Learner

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Progress = Callable[[float], None]

__all__ = ["Chosen", "cross_validate", "folds"]


@dataclass(frozen=True, eq=False)
class Chosen:
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


class _Answer(NamedTuple):
    """What a version chose for one document, and in how many cases it was right."""

    version: Version
    document: int
    configurations: list[int]
    right: float | None
    right_of_chosen: float | None


def folds(documents: int, wanted: int, seed: int) -> list[Integers]:
    """Divide documents at random into parts of nearly the same size; as many as documents where those are fewer."""
    order = np.random.default_rng(seed).permutation(documents)
    return [np.sort(part) for part in np.array_split(order, min(wanted, documents))]


def cross_validate(
    documents: Sequence[Generated], plan: CallistoPlan, progress: Progress = lambda _: None
) -> list[Chosen]:
    """Let every version choose for every document, trained on the documents of the other folds."""
    tasks = [
        _Task(learner, measure, fold)
        for learner in plan.learners
        for measure in plan.trained_on
        for fold in folds(len(documents), plan.folds, plan.generation.seed)
    ]
    answers: dict[Version, list[_Answer]] = {}
    work = partial(_learn_and_choose, documents, plan)
    for done, found in enumerate(ordered_map(work, tasks, plan.generation.jobs), 1):
        for answer in found:
            answers.setdefault(answer.version, []).append(answer)
        progress(done / len(tasks))
    return [_together(version, found) for version, found in answers.items()]


def _together(version: Version, answers: list[_Answer]) -> Chosen:
    answers = sorted(answers, key=lambda answer: answer.document)
    right = [answer.right for answer in answers if answer.right is not None]
    of_chosen = [answer.right_of_chosen for answer in answers if answer.right_of_chosen is not None]
    return Chosen(
        version,
        np.array([answer.configurations for answer in answers]),
        float(np.mean(right)) if right else None,
        float(np.mean(of_chosen)) if of_chosen else None,
    )


def _learn_and_choose(documents: Sequence[Generated], plan: CallistoPlan, task: _Task) -> list[_Answer]:
    unseen = set(task.fold.tolist())
    seen = [document for place, document in enumerate(documents) if place not in unseen]
    features = np.array([document.features for document in seen])
    scores = np.array([document.scores[str(task.measure)].f1[document.made] for document in seen])
    settings = settings_of(plan.configurations)
    found: list[_Answer] = []
    if not task.learner.needs_classes:
        learned = task.learner.learn(training_table(features, settings, scores), plan.generation.seed)
        return list(_answers(documents, plan, task, learned, None, 0))
    divisions = clusters(scores, max(plan.classes))
    for count in plan.classes:
        checkpoint()
        division = divisions[count - 1]
        learned = task.learner.learn(training_table(features, settings, scores, division), plan.generation.seed)
        found += _answers(documents, plan, task, learned, division, count)
    return found


def _answers(
    documents: Sequence[Generated], plan: CallistoPlan, task: _Task, learned: Learned, division: Division | None,
    count: int,
) -> Iterator[_Answer]:  # fmt: skip
    """Ask what was learned about the documents of the fold."""
    groups = plan.groups
    for place in task.fold.tolist():
        document = documents[place]
        opinion = learned.judge(document.features)
        right = None
        if division is not None:
            truth = assign(document.scores[str(task.measure)].f1[document.made], division.cuts)
            right = opinion.classes == truth
        for version in plan.versions(task.learner, task.measure, count):
            own = crc32(f"{plan.generation.seed} {version} {document.example.id}".encode("utf-8", "surrogatepass"))
            chosen = [choose(opinion, group, version.selection, own + i) for i, group in enumerate(groups)]
            if right is None:
                yield _Answer(version, place, chosen, None, None)
            else:
                yield _Answer(version, place, chosen, float(right.mean()), float(right[chosen].mean()))
