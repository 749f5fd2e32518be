"""Training of CALLISTO: a model that has seen all summaries of all documents of a corpus."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.lin_hovy import LinHovy
from sumspace.stats.kmeans import clusters
from sumspace.studies.callisto_plan import USUAL_CLASSES, check_classes
from sumspace.studies.callisto_table import GenerationPlan, generate
from sumspace.studies.study import collect
from sumspace.studies.trained_on import documents_in_words
from sumspace.summarizers.callisto.configuration import settings_of
from sumspace.summarizers.callisto.learners.learner import parse_learner, training_table
from sumspace.summarizers.callisto.model import Model
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.studies.callisto_table import Generated
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.summarizers.callisto.model import Selection

    Floats = NDArray[np.float64]

__all__ = ["TrainingPlan", "train_callisto"]


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What is learned, and how."""

    generation: GenerationPlan = field(default_factory=GenerationPlan)
    learner: Learner = field(default_factory=lambda: parse_learner("boosting"))
    #: What summaries are scored by, for its F-score.
    measure: Measure = field(default_factory=LinHovy)
    #: Into how many classes scores are divided, for learners that want classes.
    classes: int = USUAL_CLASSES
    selection: Selection = "confidence"

    def __post_init__(self) -> None:
        check_classes(self.classes)
        object.__setattr__(self, "generation", replace(self.generation, measures=(self.measure,)))


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What is kept of a document: a corpus may have more texts than memory holds."""

    features: Floats
    #: What every configuration scores.
    scores: Floats
    domain: str


def _lessons(documents: Iterable[Generated | LeftOut], measure: Measure) -> Iterator[_Lesson | LeftOut]:
    for one in documents:
        if isinstance(one, LeftOut):
            yield one
        else:
            yield _Lesson(one.features, one.scores[str(measure)].f1[one.made], one.domain)


def train_callisto(
    examples: Iterable[Example], plan: TrainingPlan, corpus: str = ""
) -> tuple[Model, tuple[LeftOut, ...]]:
    """Learn from every document that has references, and say which have none; the corpus is named in the model."""
    how = plan.generation
    found = collect(_lessons(generate(examples, how), plan.measure))
    if found.stopped:
        raise found.stopped
    documents = found.documents
    features = np.array([document.features for document in documents])
    scores = np.array([document.scores for document in documents])
    if not scores.any():
        raise SettingError(f"there is nothing to learn: no summary scores anything on {plan.measure}")
    needs_classes = plan.learner.needs_classes
    division = clusters(scores, plan.classes)[-1] if needs_classes else None
    learned = plan.learner.learn(training_table(features, settings_of(how.configurations), scores, division), how.seed)
    trained_on = documents_in_words((document.domain for document in documents), corpus or "a corpus")
    model = Model(
        how.configurations, plan.learner, learned, str(plan.measure), len(division.cuts) + 1 if division else 0,
        plan.selection, trained_on, how.seed, how.kea, how.profile,
    )  # fmt: skip
    return model, found.left_out
