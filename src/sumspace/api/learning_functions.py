"""The summarizer that learns from best extracts: training, and the study that judges it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sumspace.api.options import (
    as_bootstrap,
    as_budget,
    as_measure,
    as_measures,
    as_profile,
    corpus_name,
    examples_of,
    texts,
    workers_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.api.options import Cluster, Corpus, Measures
    from sumspace.compute.ledger import Ledger
    from sumspace.compute.work import Workers
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.stats.multiplicity import Correction
    from sumspace.studies.learning.lessons import TrainingPlan
    from sumspace.studies.learning.study import LearningStudy
    from sumspace.studies.learning.trained import TrainedSummarizer
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile


def _training_plan(
    measure: str | Measure,
    words: int | None,
    budget: str | Budget | None,
    profile: Profile,
    seed: int,
    workers: Workers,
) -> TrainingPlan:
    from sumspace.space.budget import AtMost
    from sumspace.studies.learning.lessons import TrainingPlan
    from sumspace.tasks.summarize import WORDS

    chosen = as_budget(words, budget, AtMost) or AtMost(WORDS)
    return TrainingPlan(as_measure(measure), chosen, profile, seed, workers=workers)


def train(
    corpus: Corpus,
    *,
    measure: str | Measure = "rouge-2",
    words: int | None = None,
    budget: str | Budget | None = None,
    folds: int = 5,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    output: str | Path | None = None,
    name: str = "",
    progress: Progress | None = None,
) -> TrainedSummarizer:
    """Train the summarizer `learned` on documents with references; with `output`, the model is written to a file.

    `corpus` may be a list of corpora, which are read as one. What the model scores on folds, by genre, is in its card;
    `folds=0` leaves that out. `name` is what the card calls the corpus; the names of the files unless given.

    >>> trained = train("sample", folds=0)
    >>> trained.model.card["documents"]
    20
    """
    from sumspace.studies.learning.trained import check_model_file, save_trained, train_summarizer

    if output is not None:
        check_model_file(Path(output))
    examples = examples_of(corpus, progress)
    reading = as_profile(profile, stem, None, language, examples=examples)
    plan = _training_plan(measure, words, budget, reading, seed, workers_of(jobs, cluster, keep))
    trained = train_summarizer(examples, plan, folds, name or corpus_name(corpus), progress)
    if output is not None:
        save_trained(trained, Path(output))
    return trained


def learning(
    corpus: Corpus,
    *,
    measure: Measures = ("rouge-1", "rouge-2"),
    train_on: str | Measure = "rouge-2",
    words: int | None = None,
    budget: str | Budget | None = None,
    summarizer: str | Sequence[str] = ("all",),
    folds: int = 5,
    genres: bool = True,
    space: bool = True,
    time: float = 0.5,
    memory: float = 2.0,
    correction: Correction = "holm",
    resamples: int = 10_000,
    confidence: float = 95,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    progress: Progress | None = None,
) -> LearningStudy:
    """Study the summarizer `learned` on texts, and on genres, that it has not seen, beside all other summarizers.

    `corpus` may be a list of corpora, which are read as one. The last measure is the main one.

    >>> study = learning("sample", summarizer="lead", folds=2, space=False, resamples=100)
    >>> study.systems
    ('learned', 'learned, new genre', 'lead', 'random')
    """
    from sumspace.space.engines.engine import Allowance
    from sumspace.studies.learning.plan import LearningPlan, other_summarizers
    from sumspace.studies.learning.study import LearningStudy

    examples = examples_of(corpus, progress)
    reading = as_profile(profile, stem, None, language, examples=examples)
    names = dict.fromkeys(n for name in texts(summarizer) for n in (other_summarizers() if name == "all" else [name]))
    plan = LearningPlan(
        training=_training_plan(train_on, words, budget, reading, seed, workers_of(jobs, cluster, keep)),
        measures=as_measures(measure, 1),
        summarizers=tuple(names),
        folds=folds,
        genres=genres,
        bootstrap=as_bootstrap(resamples, confidence, seed),
        correction=correction,
        space=space,
        allowance=Allowance(time, memory),
    )
    return LearningStudy.run(examples, plan, progress)
