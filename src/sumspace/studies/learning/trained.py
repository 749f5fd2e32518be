"""Training of the summarizer that learns from best extracts: a model with its card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sumspace.errors import NothingToDoError, SettingError
from sumspace.files import check_place
from sumspace.show.table import Table
from sumspace.studies.callisto.training import count_documents
from sumspace.studies.learning.card import card_tables
from sumspace.studies.learning.cross_validation import Taught
from sumspace.studies.learning.plan import LEARNED, LearningPlan
from sumspace.studies.learning.study import LearningStudy
from sumspace.studies.learning.training import learn
from sumspace.studies.report.labels import BEST
from sumspace.summarizers.learned.model import FORMAT, save
from sumspace.tasks.task import Result

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sumspace.corpus.model import Example
    from sumspace.studies.learning.lessons import TrainingPlan
    from sumspace.summarizers.learned.model import LearnedModel
    from sumspace.tasks.task import LeftOut, Progress


#: A summarizer learns from so many documents at least.
_LEAST = 2
#: The summarizers whose scores stand in a card beside those of the model.
_BESIDE = ("lead", "lexrank")


@dataclass(frozen=True, eq=False)
class TrainedSummarizer(Result):
    """A model, its training plan, what it scores on folds if that was asked for, and the documents skipped."""

    model: LearnedModel
    plan: TrainingPlan
    study: LearningStudy | None
    left_out: tuple[LeftOut, ...]

    @property
    def signature(self) -> str:
        """Everything needed to get the same model again."""
        return str(self.plan)

    def __str__(self) -> str:
        return str(self.model)

    def table(self) -> Table:
        """Return the card of the model."""
        return Table("model", records=(dict(self.model.card),), views=card_tables(self.model.card))


def train_summarizer(
    examples: Iterable[Example],
    plan: TrainingPlan,
    folds: int = 5,
    corpus: str = "",
    progress: Progress | None = None,
) -> TrainedSummarizer:
    """Learn from every document that has references; the card has scores on folds, unless there are to be none."""
    if folds == 1 or folds < 0:
        raise SettingError(f"--folds must be 2 or more, or 0 for none, not {folds}")
    taught = Taught.of(examples, plan)
    if len(taught) < max(_LEAST, folds):
        what = f"{folds} folds need" if folds > _LEAST else "training needs"
        raise NothingToDoError(
            f"{what} at least {max(_LEAST, folds)} documents with references, not {len(taught)}; add documents"
            f"{', or use fewer folds with --folds' if folds > _LEAST else ''}"
        )
    study = None
    if folds:
        own = LearningPlan(plan, summarizers=_BESIDE, folds=folds, genres=False, space=False)
        study = LearningStudy.of(taught, own, progress)
    model = learn(taught.lessons, plan)
    card = {**_trained_on(taught, corpus), **model.card, "scores": [] if study is None else _scores(study)}
    return TrainedSummarizer(replace(model, card=card), plan, study, taught.left_out)


def check_model_file(path: Path, *corpora: str) -> None:
    """Refuse a place where a model cannot be written, or a file that is there and is none, before any work."""
    check_place(path, *corpora)
    FORMAT.check_replaceable(path)


def save_trained(trained: TrainedSummarizer, path: Path) -> None:
    """Write the model to a file, whole or not at all."""
    save(trained.model, path)


def _trained_on(taught: Taught, corpus: str) -> dict[str, Any]:
    """Say what a model was trained on: documents by genre, and the corpora and licences that records name."""
    sources: dict[str, dict[str, Any]] = {}
    for example in taught.examples:
        given = example.record.get("source")
        source = given if isinstance(given, dict) else {}
        name = str(source.get("corpus") or "")
        if not name:
            continue
        own = sources.setdefault(name, {"corpus": name, "repo": source.get("repo"), "documents": 0, "licences": []})
        own["documents"] += 1
        licence = source.get("licence") or source.get("license")
        if isinstance(licence, str) and licence not in own["licences"]:
            own["licences"].append(licence)
    return {
        "trained_on": count_documents(taught.genres, corpus or "a corpus"),
        "documents": len(taught),
        "genres": dict(sorted(taught.genres.items())),
        "sources": list(sources.values()),
    }


def _scores(study: LearningStudy) -> list[dict[str, Any]]:
    """Return what the model, Lead, LexRank and the best extract score on folds, by genre, as recall."""
    records = []
    for scores in study.groups:
        if scores.group.kind == "corpus":
            continue
        for measure in study.plan.measures:
            means = dict(zip(study.systems, scores.means["recall", measure], strict=True))
            best = scores.places.get(measure)
            records.append(
                {
                    "genre": scores.group.name,
                    "documents": len(scores.group.rows),
                    "measure": str(measure),
                    **{name: means[name].mean for name in (LEARNED, *_BESIDE) if name in means},
                    BEST: None if best is None else best.best_mean,
                }
            )
    return records
