"""CALLISTO: the study that judges it, the summaries of all its configurations, and training."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from sumspace.api.options import (
    as_measure,
    as_measures,
    as_profile,
    check_choice,
    corpus_name,
    examples_of,
    generation_plan,
    several,
    texts,
    workers_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.api.options import Cluster, Corpus, Measures
    from sumspace.compute.ledger import Ledger
    from sumspace.measures.measure import Measure
    from sumspace.studies.callisto.generate import GeneratedSummaries
    from sumspace.studies.callisto.study import CallistoStudy
    from sumspace.studies.callisto.training import TrainedModel
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile


def callisto(
    corpus: Corpus,
    *,
    learner: str | Sequence[str] = ("tree", "naive-bayes", "boosting", "additive", "fixed"),
    train_on: Measures = (),
    judge_by: str | Measure = "lin-hovy",
    classes: int | Sequence[int] = tuple(range(2, 21)),
    target: str | Sequence[str] = ("score", "share"),
    discretize: Literal["k-means", "equal-width", "quantiles"] = "k-means",
    selection: str | Sequence[str] = ("random", "paper", "value", "odds"),
    lengths: Literal["given", "free"] = "free",
    folds: int = 10,
    confidence: float = 95,
    rank_by: str | Measure | None = "rouge-2",
    time: float = 1.0,
    segmenter: str | Sequence[str] = (),
    extractor: str | Sequence[str] = (),
    phrases: int | Sequence[int] = (),
    threshold: int | Sequence[int] = (),
    match: str | Sequence[str] = (),
    sentences: int | Sequence[int] = (),
    words: int | Sequence[int] = (),
    summarizer: str | Sequence[str] = (),
    grid: Literal["paper", "summarizers", "all"] = "all",
    kea: Corpus | None = None,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    progress: Progress | None = None,
) -> CallistoStudy:
    """Judge versions of CALLISTO: learners, what they learn from, classes, selection (Rigouste 2004, section 6).

    >>> study = callisto("sample", learner="fixed", segmenter="none", extractor="rake", sentences=3, rank_by=None)
    >>> len(study.documents)
    20
    """
    from sumspace.studies.callisto.plan import CallistoPlan, measures_for
    from sumspace.studies.callisto.study import CallistoStudy
    from sumspace.summarizers.callisto.learners.learner import parse_learner

    check_choice("lengths", lengths, Literal["given", "free"])
    examples = examples_of(corpus, progress)
    reading = as_profile(profile, stem, None, language, examples=examples)
    plan = CallistoPlan(
        generation=generation_plan(
            segmenter, extractor, phrases, threshold, match, sentences, words, summarizer, grid, kea, reading, seed,
            workers_of(jobs, cluster, keep),
        ),
        learners=tuple(dict.fromkeys(map(parse_learner, texts(learner)))),
        trained_on=as_measures(train_on) or measures_for(reading.language),
        judged_by=as_measure(judge_by),
        classes=several(classes),
        selections=cast("Any", texts(selection)),
        targets=cast("Any", texts(target)),
        discretization=discretize,
        lengths=lengths,
        folds=folds,
        confidence=confidence,
        ranked_by=None if rank_by is None else as_measure(rank_by),
        seconds=time,
    )  # fmt: skip
    return CallistoStudy.run(examples, plan, progress)


def callisto_generate(
    corpus: Corpus,
    *,
    measure: Measures = (),
    segmenter: str | Sequence[str] = (),
    extractor: str | Sequence[str] = (),
    phrases: int | Sequence[int] = (),
    threshold: int | Sequence[int] = (),
    match: str | Sequence[str] = (),
    sentences: int | Sequence[int] = (),
    words: int | Sequence[int] = (),
    summarizer: str | Sequence[str] = (),
    grid: Literal["paper", "summarizers", "all"] = "all",
    kea: Corpus | None = None,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    progress: Progress | None = None,
) -> GeneratedSummaries:
    """Summarize every document with every configuration of CALLISTO, and score all summaries.

    >>> len(callisto_generate("sample", segmenter="none", extractor="rake", sentences=3))
    20
    """
    from sumspace.studies.callisto.generate import GeneratedSummaries, generate
    from sumspace.studies.callisto.plan import measures_for

    examples = examples_of(corpus, progress)
    reading = as_profile(profile, stem, None, language, examples=examples)
    plan = generation_plan(
        segmenter,
        extractor,
        phrases,
        threshold,
        match,
        sentences,
        words,
        summarizer,
        grid,
        kea,
        reading,
        seed,
        workers_of(jobs, cluster, keep, part),
    )
    plan = replace(plan, measures=as_measures(measure) or measures_for(reading.language))
    return GeneratedSummaries(plan, generate(examples, plan))


def callisto_train(
    corpus: Corpus,
    *,
    learner: str = "additive",
    measure: str | Measure = "lin-hovy",
    classes: int = 5,
    target: Literal["score", "rank", "share"] = "share",
    discretize: Literal["k-means", "equal-width", "quantiles"] = "k-means",
    selection: Literal["value", "odds", "paper", "random"] = "value",
    segmenter: str | Sequence[str] = (),
    extractor: str | Sequence[str] = (),
    phrases: int | Sequence[int] = (),
    threshold: int | Sequence[int] = (),
    match: str | Sequence[str] = (),
    sentences: int | Sequence[int] = (),
    words: int | Sequence[int] = (),
    summarizer: str | Sequence[str] = (),
    grid: Literal["paper", "summarizers", "all"] = "all",
    kea: Corpus | None = None,
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
) -> TrainedModel:
    """Learn which configuration of CALLISTO suits which text; with `output`, the model is written to a file.

    `name` is what the model calls the corpus that it was trained on; the corpus's own name unless given. Without
    lengths, the model learns for the paper's numbers of sentences and for 50, 100, 200 and 400 words.

    >>> trained = callisto_train("sample", learner="fixed", segmenter="none", extractor="rake", sentences=3)
    >>> print(trained.model.trained_on)
    20 documents of sample (5 legal, 5 literary, 5 newswire, 5 scientific)
    """
    from sumspace.studies.callisto.plan import TrainingPlan
    from sumspace.studies.callisto.training import train_callisto
    from sumspace.summarizers.callisto.configuration import SENTENCES, WORDS
    from sumspace.summarizers.callisto.learners.learner import parse_learner
    from sumspace.summarizers.callisto.model import save

    if not several(sentences) and not several(words):
        sentences, words = SENTENCES, WORDS
    examples = examples_of(corpus, progress)
    reading = as_profile(profile, stem, None, language, examples=examples)
    generation = generation_plan(
        segmenter,
        extractor,
        phrases,
        threshold,
        match,
        sentences,
        words,
        summarizer,
        grid,
        kea,
        reading,
        seed,
        workers_of(jobs, cluster, keep),
    )
    plan = TrainingPlan(generation, parse_learner(learner), as_measure(measure), classes, selection, target, discretize)
    trained = train_callisto(examples, plan, name or corpus_name(corpus))
    if output is not None:
        save(trained.model, Path(output))
    return trained
