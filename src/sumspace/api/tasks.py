"""What one command does over a corpus, from `score` and `explore` to `summarize`, `segment` and `keyphrases`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from sumspace.api.options import (
    as_bootstrap,
    as_budget,
    as_measures,
    as_profile,
    as_scores,
    as_setting,
    as_summarizers,
    examples_of,
    is_bare,
    oracle_plan,
    space_plan,
    strings_in,
    texts,
    with_given,
    workers_of,
)
from sumspace.errors import SettingError, check_size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from sumspace.api.options import Cluster, Corpus, Measures, References, Text
    from sumspace.compute.ledger import Ledger
    from sumspace.corpus.model import Example
    from sumspace.corpus.score_files import ScoreSources
    from sumspace.measures.official import UnitKind
    from sumspace.space.budget import Budget
    from sumspace.space.engines.engine import Device, Engine
    from sumspace.space.scoring import Score
    from sumspace.space.space import Sections
    from sumspace.summarizers.summarizer import Summarizer
    from sumspace.tasks.against import Contrasts
    from sumspace.tasks.keyphrases import Keyphrases
    from sumspace.tasks.labels import LabelFormat, Labels
    from sumspace.tasks.oracle import Method, OracleList
    from sumspace.tasks.rank import Ranks
    from sumspace.tasks.score import CorpusScores
    from sumspace.tasks.segment import Segments
    from sumspace.tasks.space import Spaces
    from sumspace.tasks.summarize import Summaries
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile


def score(
    corpus: Corpus | Sequence[Text],
    references: References | Sequence[Sequence[Text]] = "all",
    *,
    measure: Measures = (),
    scores: ScoreSources | None = None,
    system: str | Sequence[str] = (),
    words: int | None = None,
    bytes: int | None = None,  # noqa: A002 - as the option is called
    cut: Literal["both", "peer"] = "both",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    split: Literal["sentences", "lines"] | None = None,
    formula: Literal["A", "B", "F"] | None = None,
    alpha: float = 0.5,
    confidence: float = 95,
    resamples: int = 1000,
    official: bool = False,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    documents: Sequence[Text | Example] | None = None,
    systems: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> CorpusScores:
    """Score the systems of a corpus, or bare summaries: every summary, and averages with confidence intervals.

    Of bare texts, `references[i]` are those of the i-th summary, a list or a single one, and `documents[i]` is its
    document for measures that look at it; a summary may then be the numbers of sentences. `systems[i]` is the name
    under which people have annotated a summary.

    Averages are plain means, with intervals of a bootstrap over summaries that does not depend on their order. With
    `official`, averages and intervals of ROUGE are those of the program that the profile follows, ROUGE-1.5.5 or
    rouge-score, to the last digit.

    The default measures are rouge-1, rouge-2, rouge-su4 and the external scores of the corpus. `scores` of other files
    and frames, as `read` takes them, are measures too: `given(METRIC)`.

    >>> score("The cat sat on the mat.", "A cat was on the mat.")["rouge-1"].recall
    array([0.66667])
    >>> scores = score(["The cat sat."], [["A cat sat here.", "Cats sit."]], measure="rouge-l", stopwords=True)
    >>> scores["rouge-l"].f1
    array([0.8])
    >>> average = score("sample", measure="rouge-2", words=100, system="skim").averages[0]
    >>> round(average.recall.mean, 5)
    0.15232
    >>> official = score("sample", measure="rouge-2", words=100, system="skim", official=True).averages[0]
    >>> official.recall
    Interval(mean=0.15255, low=0.13124, high=0.17328)
    """
    from sumspace.tasks.score import ScorePlan, score_corpus, score_summaries

    tables = as_scores(scores)
    examples = None if is_bare(corpus, references) else examples_of(corpus, progress, scores=tables)
    bare = () if examples is not None else (corpus, references, documents or ())
    reading = as_profile(profile, stem, stopwords, language, split, examples=examples, texts=strings_in(bare))
    plan = ScorePlan(
        measures=with_given(measure, tables),
        setting=as_setting(words, bytes, cut, reading, formula, alpha),
        bootstrap=as_bootstrap(resamples, confidence, seed),
        references="each" if isinstance(references, str) and references == "each" else "all",
        systems=texts(system),
        workers=workers_of(jobs, cluster),
        discover=not as_measures(measure),
        official=official,
    )
    if examples is not None:
        return score_corpus(examples, plan)
    if tables:
        raise SettingError("bare summaries have no ids that scores could belong to; give a corpus")
    summaries, bodies = cast("Any", corpus), cast("Any", references)
    if isinstance(summaries, str) or isinstance(bodies, str):
        summaries, bodies = [summaries], [bodies]
    bodies = [(body,) if isinstance(body, str) else body for body in bodies]
    return score_summaries(summaries, bodies, plan, documents, systems)


def explore(
    corpus: Corpus | Text,
    references: References = "all",
    *,
    measure: Measures = ("rouge-1", "rouge-2", "rouge-su4"),
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Score = "recall",
    sections: Sections = "none",
    engine: Engine = "auto",
    time: float = 5.0,
    memory: float = 2.0,
    device: Device = "auto",
    units: UnitKind = "sentence",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    progress: Progress | None = None,
) -> Spaces:
    """Explore how all extracts of each document score: how many have what score, and which engine found it.

    Without `words` or `budget`, extracts reach as many words as the references have.

    >>> spaces = explore(
    ...     ["A cat sat.", "It slept.", "Dogs bark."], ["A cat slept."], measure="rouge-1", budget="at_most(5)"
    ... )
    >>> spaces.only.distribution.counts
    (1, 2, 2, 1)
    """
    from sumspace.tasks.space import Spaces, explore_documents

    examples = examples_of(corpus, progress, references)
    plan = space_plan(
        measure, words, budget, score, references, sections, engine, time, memory, device,
        as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True), seed,
        workers_of(jobs, cluster, keep, part), units=units,
    )  # fmt: skip
    return Spaces(plan, explore_documents(examples, plan, progress), "no document has extracts to explore")


def rank(
    corpus: Corpus | Text,
    references: References = "all",
    *,
    measure: Measures = (),
    scores: ScoreSources | None = None,
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Score = "recall",
    sections: Sections = "none",
    engine: Engine = "auto",
    time: float = 5.0,
    memory: float = 2.0,
    device: Device = "auto",
    units: UnitKind = "sentence",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    progress: Progress | None = None,
) -> Ranks:
    """Show where systems stand among all extracts: each summary in its document, and each system over the corpus.

    Beside the systems of the corpus there are three baselines: random, lead and textrank. The default measures are
    rouge-1, rouge-2, rouge-su4 and the external scores of the corpus. External `scores`, as
    `read` takes them, are shown too; there is no space for them.

    >>> ranks = rank("sample", measure="rouge-2", words=60)
    >>> best = max(ranks.systems(), key=lambda system: system.score)
    >>> best.system, round(best.places.mean.share, 3), round(best.places.median.share, 3), round(best.reached, 2)
    ('retell', 0.898, 0.976, 0.61)
    """
    from sumspace.measures.given import Given
    from sumspace.tasks.given import GivenScores
    from sumspace.tasks.rank import Ranks, rank_documents

    tables = as_scores(scores)
    measures = with_given(measure, tables)
    metrics = [own for own in measures if isinstance(own, Given)]
    counted = [own for own in measures if not isinstance(own, Given)]
    examples = examples_of(corpus, progress, references, tables)
    plan = space_plan(
        counted, words, budget, score, references, sections, engine, time, memory, device,
        as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True), seed,
        workers_of(jobs, cluster, keep, part), least=0, units=units,
    )  # fmt: skip
    given = GivenScores(metrics, plan.references, discover=not as_measures(measure))
    examples = examples.through(given.watch)
    return Ranks(plan, rank_documents(examples, plan, progress), given=given)


def against(
    corpus: Corpus | Text,
    references: References = "all",
    *,
    measure: Measures = ("rouge-1", "rouge-2"),
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Score = "recall",
    engine: Engine = "auto",
    time: float = 5.0,
    memory: float = 2.0,
    device: Device = "auto",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    confidence: float = 95,
    resamples: int = 1000,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    counts: bool = False,
    progress: Progress | None = None,
) -> Contrasts:
    """Set measures against each other over all extracts of a document: how they correlate, and where their best stand.

    Two measures or more that count units, all pairs of them, by recall; documents are taken whole. With `counts`,
    records say how many extracts have which hits on both measures.

    >>> sentences = ["A cat sat.", "It slept.", "Dogs bark.", "A cat slept."]
    >>> joint = against(sentences, ["A cat slept."], budget="exactly(2)").only.joint
    >>> joint.table().tolist()
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 3]]
    >>> round(joint.pearson, 3), joint.stands[0].count, joint.stands[0].way
    (0.878, 4, 0.625)
    """
    from sumspace.tasks.against import Contrasts
    from sumspace.tasks.contrast import AgainstPlan, contrast_documents

    examples = examples_of(corpus, progress, references)
    space = space_plan(
        measure, words, budget, score, references, "none", engine, time, memory, device,
        as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True), seed,
        workers_of(jobs, cluster, keep, part),
    )  # fmt: skip
    plan = AgainstPlan(space, as_bootstrap(resamples, confidence, seed))
    contrasts = contrast_documents(examples, plan, progress)
    return Contrasts(plan, contrasts, "there is nothing to compare measures on", counts=counts)


def oracles(
    corpus: Corpus | Text,
    references: References = "all",
    *,
    measure: Measures = ("rouge-1", "rouge-2"),
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Literal["recall", "f1"] = "recall",
    mean: bool = False,
    method: Method = "search",
    time: float = 10.0,
    units: UnitKind = "sentence",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    all: bool = False,  # noqa: A002 - as the option is called
    most: int = 1000,
    progress: Progress | None = None,
) -> OracleList:
    """Find the best extracts of each document: what they score, how many there are, and which.

    Without `words` or `budget`, extracts have at most as many words as the references have on average. With `mean`, the
    mean score on all measures decides. The table lists one oracle of each document, or, with `all`, at most so many.

    >>> sentences = ["A cat sat.", "It slept.", "Dogs bark.", "A cat slept."]
    >>> best = oracles(sentences, ["A cat slept."], measure="rouge-1", budget="at_most(5)").only.oracles
    >>> best.score, best.optimal, best.count
    (1.0, True, 3)
    >>> sorted(extract.sentences for extract in best.extracts())
    [(0, 1), (1, 3), (3,)]
    >>> best.shares.round(2).tolist()
    [0.33, 0.67, 0.0, 0.67]
    """
    from sumspace.tasks.oracle import OracleList, find_in_documents

    examples = examples_of(corpus, progress, references)
    plan = oracle_plan(
        measure, words, budget, score, mean, references, method, time,
        as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True), seed,
        workers_of(jobs, cluster, keep, part), units,
    )  # fmt: skip
    check_size("--most", most)
    return OracleList(plan, find_in_documents(examples, plan), all, most)


def labels(
    corpus: Corpus | Text,
    references: References = "all",
    *,
    measure: Measures = ("rouge-1", "rouge-2"),
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Literal["recall", "f1"] = "f1",
    mean: bool = True,
    temperature: float | None = None,
    method: Method = "search",
    time: float = 10.0,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    output: str | Path | None = None,
    progress: Progress | None = None,
) -> Labels:
    """Label the sentences of each document: which are those of the best extract.

    Without `words` or `budget`, the best extract of at most 3 sentences, up_to(3). With a `temperature`, such as 0.01,
    sentences also have their marginals over all extracts: an extract that scores so much less is e times less likely.
    With `output`, labels are written to .jsonl, .jsonl.gz or .parquet, or for BertSum to .json, whole or not at all;
    with `keep`, a run that was stopped goes on.

    >>> labels("sample")[0]["oracle"]
    [0, 3, 10]
    """
    from sumspace.tasks.labels import Labels, check_label_file, label_documents

    if words is None and budget is None:
        budget = "up_to(3)"
    examples = examples_of(corpus, progress, references)
    plan = oracle_plan(
        measure, words, budget, score, mean, references, method, time,
        as_profile(profile, stem, stopwords, language, examples=examples), seed, workers_of(jobs, cluster, keep, part),
    )  # fmt: skip
    plan = replace(plan, temperature=temperature)
    form: LabelFormat = "bertsum" if output is not None and Path(output).suffix == ".json" else "records"
    if output is not None:
        check_label_file(Path(output), form, str(corpus) if isinstance(corpus, str | Path) else "-")
    labelled = Labels(plan, label_documents(examples, plan))
    if output is not None:
        labelled.write(Path(output), form)
    return labelled


def summarize(
    corpus: Corpus,
    summarizer: str | Summarizer | Sequence[str | Summarizer] | Mapping[str, str | Summarizer] = "lexrank",
    *,
    words: int | None = None,
    budget: str | Budget | None = None,
    min_words: int = 4,
    explain: bool = False,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    into: str | Path | None = None,
    progress: Progress | None = None,
) -> Summaries:
    """Make summaries of every document, of its own sentences, with at most 100 words unless told otherwise.

    A bare text is a list of sentences, or {"text": ...}. Several summarizers are a list, or a mapping from the names
    that their summaries have. With `into`, the corpus is written with the summaries among its systems.

    Headings, citations and other fragments, and sentences of fewer than `min_words` words, are taken only where nothing
    else fits; with 0 they are taken like any other. With `explain`, `why` says of each summary how its sentences were
    chosen: their places and scores with the parts of these and, for CALLISTO, segments, key phrases and configuration.

    >>> summarize(["Cats sleep.", "Cats and dogs bark and play.", "Cats and dogs play."], "frequency", words=5).only
    DocumentSummary(id='1', system='frequency', extract=(2,), sentences=('Cats and dogs play.',), words=4, ...)
    >>> summarize({"text": "A cat sat. It slept."}, "lead", budget="reach(4)").only.sentences
    ('A cat sat.', 'It')
    """
    from sumspace.space.budget import AtMost
    from sumspace.tasks.summarize import WORDS, Summaries, SummaryPlan, add_summaries, summarize_documents

    examples = examples_of(corpus, progress)
    plan = SummaryPlan(
        summarizers=as_summarizers(summarizer),
        budget=as_budget(words, budget, AtMost) or AtMost(WORDS),
        profile=as_profile(profile, stem, None, language, examples=examples),
        seed=seed,
        workers=workers_of(jobs, cluster),
        min_words=min_words,
        explain=explain,
    )
    if explain and into is not None:
        raise SettingError("a corpus holds no explanations; leave out --explain or --into")
    if into is None:
        return Summaries(plan, summarize_documents(examples, plan))
    return add_summaries(examples, plan, Path(into))


def segment(
    corpus: Corpus,
    segmenter: str | Sequence[str] = "utiyama-isahara",
    *,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    language: str | None = None,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> Segments:
    """Divide every document by topic: where its segments begin.

    A bare text is a list of sentences, or {"text": ...}. Segmenters are names, with options if any.

    >>> texts = ["Cats purr.", "Cats sleep.", "Cats eat.", "Stocks fell.", "Stocks rose.", "Stocks crashed."]
    >>> segment(texts, "columbia").only.starts
    (0, 3)
    """
    from sumspace.tasks.segment import SegmentPlan, Segments, parse_segmenter, segment_documents

    examples = examples_of(corpus, progress)
    plan = SegmentPlan(
        segmenters={name: parse_segmenter(name) for name in texts(segmenter)},
        profile=as_profile(profile, stem, None, language, examples=examples),
        workers=workers_of(jobs, cluster),
    )
    return Segments(plan, segment_documents(examples, plan), "there is no document to divide")


def keyphrases(
    corpus: Corpus,
    extractor: str | Sequence[str] = "kea",
    *,
    phrases: int = 10,
    profile: str | Profile = "auto",
    language: str | None = None,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> Keyphrases:
    """Find the key phrases of every document: the best, with their scores and the sentences that have them.

    A bare text is a list of sentences, or {"text": ...}. Extractors are names, with options if any.

    >>> texts = ["Solar panels need sun.", "Old solar panels break.", "It rained."]
    >>> [phrase.text for phrase in keyphrases(texts, "textrank", phrases=1).only.phrases]
    ['solar panels']
    """
    from sumspace.tasks.keyphrases import KeyphrasePlan, Keyphrases, find_keyphrases, parse_extractor

    examples = examples_of(corpus, progress)
    plan = KeyphrasePlan(
        extractors={name: parse_extractor(name) for name in texts(extractor)},
        phrases=phrases,
        profile=as_profile(profile, None, None, language, examples=examples),
        workers=workers_of(jobs, cluster),
    )
    return Keyphrases(plan, find_keyphrases(examples, plan), "there is no document to find key phrases in")
