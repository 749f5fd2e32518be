"""The studies of the papers: limits, oracle_study, agree, meta; of systems: report, compare; any study by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from sumspace.api.options import (
    as_bootstrap,
    as_budget,
    as_measure,
    as_measures,
    as_profile,
    as_scores,
    as_setting,
    check_choice,
    examples_of,
    oracle_plan,
    several,
    space_plan,
    texts,
    with_given,
    workers_of,
)
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sumspace.api.options import Cluster, Corpus, Measures, References, Text
    from sumspace.compute.ledger import Ledger
    from sumspace.corpus.model import Example
    from sumspace.corpus.score_files import ScoreSources
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.space.engines.engine import Device, Engine
    from sumspace.space.scoring import Score
    from sumspace.space.space import Sections
    from sumspace.stats.correlation import Coefficient
    from sumspace.stats.multiplicity import Correction
    from sumspace.studies.agreement.study import AgreementStudy
    from sumspace.studies.card.study import CardStudy
    from sumspace.studies.comparison.study import ComparisonStudy
    from sumspace.studies.limits.study import LimitsStudy
    from sumspace.studies.meta.study import MetaStudy
    from sumspace.studies.oracles.study import OracleStudy
    from sumspace.studies.report.study import ReportStudy
    from sumspace.studies.study import Study
    from sumspace.tasks.oracle import Method
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile

    #: Summaries of one text: by name, or one, or several that are numbered.
    Summaries = str | Mapping[str, Text] | Sequence[Text]


def limits(
    corpus: Corpus,
    *,
    measure: Measures = ("rouge-1", "rouge-2", "rouge-su4"),
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Score = "recall",
    references: Literal["all", "each"] = "all",
    sections: Sections = "auto",
    engine: Engine = "auto",
    time: float = 2.0,
    memory: float = 2.0,
    device: Device = "auto",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
    sweep: bool = True,
    ratio: float | Sequence[float] = (0.05, 0.1, 0.2, 0.3),
    whole: bool = True,
    progress: Progress | None = None,
) -> LimitsStudy:
    """Study how good extracts can be in each domain, and where systems stand (Ceylan 2010).

    >>> study = limits("sample", measure="rouge-1", words=40, sweep=False, whole=False)
    >>> study.table("scores").frame().columns[:3]
    ['domain', 'measure', 'documents']
    """
    from sumspace.studies.limits.plan import LimitsPlan
    from sumspace.studies.limits.study import LimitsStudy

    check_choice("references", references, Literal["all", "each"])
    examples = examples_of(corpus, progress)
    spaces = space_plan(
        measure, words, budget, score, references, sections, engine, time, memory, device,
        as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True), seed,
        workers_of(jobs, cluster, keep, part),
    )  # fmt: skip
    plan = LimitsPlan(spaces, whole=whole, sweep=sweep, ratios=several(ratio))
    return LimitsStudy.run(examples, plan, progress)


def oracle_study(
    corpus: Corpus,
    *,
    measure: Measures = ("rouge-1", "rouge-2"),
    words: int | None = None,
    budget: str | Budget | None = None,
    score: Literal["recall", "f1"] = "recall",
    mean: bool = False,
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
    curves: bool = False,
    progress: Progress | None = None,
) -> OracleStudy:
    """Study how far systems and the greedy algorithm are from the best extracts (Hirao 2017).

    >>> study = oracle_study("sample", measure="rouge-2", words=60)
    >>> len(study.documents)
    20
    """
    from sumspace.studies.oracles.plan import OracleStudyPlan
    from sumspace.studies.oracles.study import OracleStudy

    examples = examples_of(corpus, progress)
    search = oracle_plan(
        measure, words, budget, score, mean, "all", method, time,
        as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True), seed,
        workers_of(jobs, cluster, keep, part),
    )  # fmt: skip
    return OracleStudy.run(examples, OracleStudyPlan(search, curves=curves), progress)


def agree(
    corpus: Corpus,
    *,
    measure: str | Measure = "ngram(1,1)",
    system: str | Sequence[str] = (),
    people: int | None = None,
    uncut: bool = False,
    words: int | Sequence[int] = (100, 150),
    threshold: float | Sequence[float] = (0.7, 0.6, 0.5),
    tolerance: int = 5,
    most_sentences: int | None = None,
    time: float = 10.0,
    oracles: bool = True,
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
) -> AgreementStudy:
    """Study how far human summaries agree, and systems with them (Lin & Hovy 2003).

    People and systems are cut to the length of the reference, unless `uncut`. With `people`, as many are compared in
    every document: all groups of so many in turn, and their mean counts.

    >>> study = agree("sample", words=60, oracles=False)
    >>> study.table("agreement").frame()["documents"][0]
    20
    """
    from sumspace.studies.agreement.plan import AgreementPlan
    from sumspace.studies.agreement.study import AgreementStudy

    examples = examples_of(corpus, progress)
    plan = AgreementPlan(
        measure=as_measure(measure),
        profile=as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True),
        lengths=several(words),
        tolerance=tolerance,
        oracles=oracles,
        most_sentences=most_sentences,
        seconds=time,
        thresholds=several(threshold),
        systems=texts(system),
        people=people,
        uncut=uncut,
        seed=seed,
        workers=workers_of(jobs, cluster, keep, part),
    )
    return AgreementStudy.run(examples, plan, progress)


def meta(
    corpus: Corpus,
    *,
    measure: Measures = (),
    scores: ScoreSources | None = None,
    aspect: str | Sequence[str] = (),
    level: str | Sequence[str] = (),
    score: str | Sequence[str] = ("recall", "f1"),
    coefficient: Coefficient = "pearson",
    system: str | Sequence[str] = (),
    humans: bool = False,
    standardize: bool = False,
    sweeps: bool = False,
    references: Literal["all", "each"] = "all",
    words: int | None = None,
    bytes: int | None = None,  # noqa: A002 - as the option is called
    cut: Literal["both", "peer"] = "both",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    formula: Literal["A", "B", "F"] | None = None,
    resamples: int = 1000,
    confidence: float = 95,
    resample: Literal["both", "documents", "systems"] = "both",
    permutations: int = 1000,
    correction: Correction = "holm",
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    progress: Progress | None = None,
) -> MetaStudy:
    """Study which measures agree with the judgements of people (Steinberger & Ježek 2009).

    `scores` of other programs, as `read` takes them, are compared as measures are.

    >>> study = meta("sample", measure=["rouge-2", "keywords"], aspect="responsiveness", resamples=20)
    >>> study.frame()["measure"].n_unique()
    2
    """
    from sumspace.studies.meta.plan import LEVELS, MetaPlan
    from sumspace.studies.meta.study import MetaStudy

    check_choice("references", references, Literal["all", "each"])
    tables = as_scores(scores)
    examples = examples_of(corpus, progress, scores=tables)
    reading = as_profile(profile, stem, stopwords, language, examples=examples)
    plan = MetaPlan(
        measures=with_given(measure, tables) if as_measures(measure) else (),
        setting=as_setting(words, bytes, cut, reading, formula),
        aspects=texts(aspect),
        levels=cast("Any", texts(level)) or LEVELS,
        views=cast("Any", texts(score)),
        coefficient=coefficient,
        bootstrap=as_bootstrap(resamples, confidence, seed),
        over=resample,
        permutations=permutations,
        correction=correction,
        references=references,
        systems=texts(system),
        humans=humans,
        standardize=standardize,
        sweeps=sweeps,
        workers=workers_of(jobs, cluster, keep),
    )
    return MetaStudy.run(examples, plan, progress)


def compare(
    corpus: Corpus,
    *,
    measure: Measures = (),
    scores: ScoreSources | None = None,
    system: str | Sequence[str] = (),
    baseline: str | Sequence[str] = ("lead",),
    score: Literal["recall", "precision", "f1"] = "f1",
    correction: Correction = "holm",
    references: Literal["all", "each"] = "all",
    words: int | None = None,
    bytes: int | None = None,  # noqa: A002 - as the option is called
    cut: Literal["both", "peer"] = "both",
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    formula: Literal["A", "B", "F"] | None = None,
    space: bool = True,
    budget: str | Budget | None = None,
    time: float = 2.0,
    memory: float = 2.0,
    resamples: int = 10_000,
    confidence: float = 95,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    progress: Progress | None = None,
) -> ComparisonStudy:
    """Test which of several systems is significantly better, by paired tests over documents.

    Systems are compared with baselines too, which are made of the documents' texts; `baseline="none"` leaves them out.
    Measures are rouge-1, rouge-2, rouge-l and external scores in the corpus by default. `scores`
    of other files and frames, as `read` takes them, are measures too.

    >>> study = compare("sample", measure="rouge-2", system=["retell", "scatter"], space=False)
    >>> study.frame().select("first", "second", "documents", "significant").row(0)
    ('retell', 'scatter', 20, True)
    """
    from sumspace.space.budget import Reach
    from sumspace.space.engines.engine import Allowance
    from sumspace.studies.comparison.plan import USUAL, ComparisonPlan
    from sumspace.studies.comparison.study import ComparisonStudy

    check_choice("references", references, Literal["all", "each"])
    check_choice("score", score, Literal["recall", "precision", "f1"])
    tables = as_scores(scores)
    examples = examples_of(corpus, progress, scores=tables)
    reading = as_profile(profile, stem, stopwords, language, examples=examples)
    plan = ComparisonPlan(
        measures=with_given(measure, tables, USUAL),
        setting=as_setting(words, bytes, cut, reading, formula),
        part=score,
        systems=(system,) if isinstance(system, str) else tuple(system),
        baselines=tuple(name for name in texts(baseline) if name != "none"),
        references=references,
        bootstrap=as_bootstrap(resamples, confidence, seed),
        correction=correction,
        space=space,
        budget=as_budget(None, budget, Reach),
        allowance=Allowance(time, memory),
        workers=workers_of(jobs, cluster, keep),
        discover=not as_measures(measure),
    )
    return ComparisonStudy.run(examples, plan, progress)


def report(
    corpus: Corpus,
    references: References = "all",
    summaries: Summaries = (),
    *,
    measure: Measures = (),
    main: str | Measure | None = None,
    words: int | None = None,
    budget: str | Budget | None = None,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    time: float = 2.0,
    memory: float = 2.0,
    resamples: int = 10_000,
    confidence: float = 95,
    card: bool = True,
    all_systems: bool = False,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    progress: Progress | None = None,
) -> ReportStudy:
    """Report where systems stand: scores, places among all extracts, the scale, and what differs significantly.

    A text of its own comes with its references and summaries: `report(text, [reference], {"mine": summary})`.

    >>> study = report("sample", measure="rouge-2", words=30)
    >>> study.ranked[0], study.documents[0]
    ('retell', 'newswire-1')
    """
    from sumspace.space.budget import Reach
    from sumspace.space.engines.engine import Allowance
    from sumspace.studies.comparison.plan import USUAL
    from sumspace.studies.report.plan import ReportPlan
    from sumspace.studies.report.study import ReportStudy

    examples = examples_of(corpus, progress, references)
    plan = ReportPlan(
        measures=as_measures(measure) or as_measures(USUAL),
        main=None if main is None else as_measure(main),
        profile=as_profile(profile, stem, stopwords, language, examples=examples),
        budget=as_budget(words, budget, Reach),
        allowance=Allowance(time, memory),
        bootstrap=as_bootstrap(resamples, confidence, seed),
        workers=workers_of(jobs, cluster, keep),
        card=card,
        all_systems=all_systems,
    )
    return ReportStudy.run(with_summaries(examples, summaries), plan, progress)


def with_summaries(examples: Iterable[Example], summaries: Summaries) -> Iterable[Example]:
    """Attach summaries to the one document that they are of: by name, or one, or several that are numbered."""
    from sumspace.corpus.model import Summary
    from sumspace.text.passage import Passage

    if not summaries:
        return examples
    if isinstance(summaries, str):
        named: Mapping[str, Any] = {"summary": summaries}
    elif isinstance(summaries, Mapping):
        named = summaries
    else:
        named = {f"summary {number}": text for number, text in enumerate(summaries, 1)}
    kept = list(examples)
    if len(kept) != 1:
        raise SettingError(f"summaries are those of one text, and the corpus has {len(kept):,} documents")
    own = {name: Summary(Passage.of(text)) for name, text in named.items()}
    return [replace(kept[0], systems={**kept[0].systems, **own})]


def study(corpus: Corpus, name: str, *, plan: Any = None, progress: Progress | None = None) -> Study:
    """Run the study that is registered under a name, ours or that of another package, as planned or as usual."""
    from sumspace.studies.study import STUDIES

    return STUDIES[name].run(examples_of(corpus, progress), plan, progress)


def card(
    corpus: Corpus,
    *,
    measure: Measures = ("rouge-1", "rouge-2"),
    oracles: bool = True,
    time: float = 1.0,
    memory: float = 2.0,
    profile: str | Profile = "auto",
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    resamples: int = 2_000,
    confidence: float = 95,
    seed: int = 0,
    jobs: int | None = None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    progress: Progress | None = None,
) -> CardStudy:
    """Describe a data set: size, extractiveness, ceiling, oracles, agreement of references, and what is suspicious.

    What needs references, texts or systems that the corpus does not have is skipped, and a note says so.

    >>> data = card("sample", oracles=False)
    >>> data.summary_table().records[0]["value"], len(data.leaks)
    ('20', 0)
    """
    from sumspace.space.engines.engine import Allowance
    from sumspace.studies.card.plan import CardPlan
    from sumspace.studies.card.study import CardStudy

    examples = examples_of(corpus, progress)
    plan = CardPlan(
        measures=as_measures(measure),
        profile=as_profile(profile, stem, stopwords, language, examples=examples, of_extracts=True),
        oracles=oracles,
        allowance=Allowance(time, memory),
        bootstrap=as_bootstrap(resamples, confidence, seed),
        seed=seed,
        workers=workers_of(jobs, cluster, keep),
    )
    return CardStudy.run(examples, plan, progress)
