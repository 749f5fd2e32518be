"""What is worked with in other processes, and what is written down when it is finished, survives pickling.

It is read by an unpickler that makes nothing but values: classes of sumspace, arrays, and plain types of Python.
"""

import io
import pickle
from dataclasses import fields, is_dataclass, replace
from functools import partial
from inspect import isabstract
from math import isnan

import numpy as np
import pytest

import sumspace
from sumspace import errors
from sumspace.compute import ledger
from sumspace.compute.spool import Spool
from sumspace.compute.work import Workers
from sumspace.document import Document
from sumspace.errors import CorpusError, Problem, SumspaceError, UnknownNameError
from sumspace.measures.coverage import cover
from sumspace.measures.measure import MEASURES, parse_measure, usual_measures
from sumspace.measures.scoring import Setting, evaluate
from sumspace.space.budget import BUDGETS, parse_budget
from sumspace.space.engines.engine import Allowance, explore
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.stats.kmeans import clusters
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.agreement.documents import agree_document
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.callisto.cross_validation import Lessons, _learn_and_choose
from sumspace.studies.callisto.generate import GeneratedSummaries, _generate, generate
from sumspace.studies.callisto.plan import CallistoPlan, GenerationPlan, TrainingPlan
from sumspace.studies.callisto.ranking import _rank_document
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.meta.correlations import usable_scores
from sumspace.studies.meta.judgements import collect_judgements
from sumspace.studies.meta.plan import MetaPlan, Metric
from sumspace.studies.meta.scores import _score
from sumspace.studies.meta.study import _compare
from sumspace.studies.oracles.documents import study_document
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.learners.learner import parse_learner, training_table
from sumspace.summarizers.callisto.model import built_in, header_of
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.tasks.against import Contrasts
from sumspace.tasks.contrast import AgainstPlan, contrast_documents
from sumspace.tasks.labels import label_documents
from sumspace.tasks.oracle import OracleList, OraclePlan, find_in_documents
from sumspace.tasks.pairs import pairs_of
from sumspace.tasks.rank import Ranks, rank_documents
from sumspace.tasks.score import ScorePlan, score_corpus
from sumspace.tasks.space import SpacePlan, Spaces, explore_documents
from sumspace.tasks.summarize import SummaryPlan
from sumspace.tasks.task import LeftOut
from sumspace.text.keyphrases.kea import shipped
from sumspace.text.profile import Profile

SAMPLE = list(sumspace.read("sample"))
ROUGE = parse_measure("rouge-1")
SPACE, ORACLE = SpacePlan((ROUGE,), budget=parse_budget("exactly(2)")), OraclePlan((ROUGE,))
AGAINST = AgainstPlan(replace(SPACE, measures=(ROUGE, parse_measure("rouge-2"))))
SCORE = ScorePlan((ROUGE,), Setting(), Bootstrap(resamples=10))
PLANS = {
    type(plan).__name__: plan
    for plan in (
        SPACE, AGAINST, ORACLE, SCORE, SummaryPlan({"lead": SUMMARIZERS["lead"]()}), LimitsPlan(), OracleStudyPlan(),
        AgreementPlan(), MetaPlan(), GenerationPlan(kea=shipped()), TrainingPlan(), CallistoPlan(),
    )
}  # fmt: skip
ERRORS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, SumspaceError)]
GENERATION = GenerationPlan(grid(["none", "c99"], ["rake"], phrases=[5], thresholds=[1], sentences=[1, 3]))


class Values(pickle.Unpickler):
    """Makes values alone, as whoever reads what a stranger wrote must."""

    def find_class(self, module, name):
        found = super().find_class(module, name)
        root = module.partition(".")[0]
        if root == "numpy":
            assert isinstance(found, type) or name in {"_reconstruct", "scalar", "_frombuffer"}, (module, name)
        else:
            assert root == "sumspace" or (module, name) in {("array", "array"), ("array", "_array_reconstructor")}
            assert isinstance(found, type) or root == "array", (module, name)
        return found


def again(value):
    written = io.BytesIO()
    ledger._Packer(written, protocol=5).dump(value)
    written.seek(0)
    return Values(written).load()


def same(one, other):  # noqa: PLR0911 - a line for each kind
    """Tell whether two values have equal content, whether or not they compare as equal."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Workers):  # which are others elsewhere
        return True
    if is_dataclass(one):
        return all(same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other or (isinstance(one, float) and isnan(one) and isnan(other))


@pytest.mark.parametrize("kind", ERRORS)
def test_errors(kind):
    made = {
        CorpusError: lambda: CorpusError(Problem("a.jsonl", "is empty", 3, "text")),
        UnknownNameError: lambda: UnknownNameError("measure", "x", ["a", "b"]),
    }
    error = made.get(kind, lambda: kind("says what is wrong"))()
    found = again(error)
    assert type(found) is kind
    assert (str(found), found.args, vars(found)) == (str(error), error.args, vars(error))


def test_errors_of_other_packages_that_take_what_they_like():
    found = pickle.loads(pickle.dumps(_OddError(1, reason="odd")))  # noqa: S301
    assert (str(found), found.number) == ("1: odd", 1)


class _OddError(SumspaceError):
    def __init__(self, number, *, reason):
        super().__init__(f"{number}: {reason}")
        self.number = number


@pytest.mark.parametrize("name", PLANS)
def test_plans(name):
    plan = PLANS[name]
    assert same(again(plan), plan)
    assert str(again(plan)) == str(plan)


@pytest.mark.parametrize("name", list(MEASURES))
def test_measures(name):
    usual = [measure for measure in usual_measures() if isinstance(measure, MEASURES[name])]
    pairs = [pair.pair for pair in pairs_of(SAMPLE[0], SCORE)]
    for measure in usual:
        found = again(measure)
        assert (found, hash(found), str(found)) == (measure, hash(measure), str(measure))
        if not measure.of_whole_corpus and not any(map(measure.lacks, pairs)):
            scores = (evaluate(pairs, [one], Setting())[one] for one in (measure, found))
            assert same(*scores)


@pytest.mark.parametrize("kind", [kind for kind in BUDGETS if not isabstract(kind)])
def test_budgets(kind):
    budget = parse_budget(kind.example)
    assert again(budget) == budget


def test_examples_and_documents():
    for example in SAMPLE[:3]:
        assert again(example) == example
        assert again(example).record == example.record
        document = Document(example, Profile())
        before = len(pickle.dumps(document))
        found = again(document)
        assert (found.sentences, found.profile) == (document.sentences, document.profile)
        assert same(list(found.references()), list(document.references()))
        assert found.words == document.words
        assert len(pickle.dumps(document)) == before  # what is made of it since does not travel


@pytest.mark.parametrize("measure", ["rouge-1", "cosine"])
@pytest.mark.parametrize("score", ["recall", "f1"])
def test_spaces(measure, score):
    document, measure = Document(SAMPLE[0], Profile()), parse_measure(measure)
    if measure.has_coverage:
        (references,) = document.references("all")
        space = Space(document.lengths, parse_budget("exactly(2)"))
        scoring = Scoring(cover(measure, document.words, references.sentences), score)
        assert same(again(scoring), scoring)
        explored = [explore(*pair, "auto", Allowance(1), 0) for pair in ((space, scoring), again((space, scoring)))]
        assert same(explored[1].distribution, explored[0].distribution)
        assert same(again(explored[0]), explored[0])
        sampled = explore(space, scoring, "sampling", Allowance(1), 0)
        assert same(again(sampled), sampled)
    plan = SpacePlan((measure,), budget=parse_budget("exactly(2)"), score=score)
    made = list(explore_documents(SAMPLE[:1], plan))
    assert printed(Spaces(plan, again(made))) == printed(Spaces(plan, made))


def printed(results):
    return results.table().json()


def test_results_of_tasks():
    ranked = list(rank_documents(SAMPLE[:2], SPACE))
    assert printed(Ranks(SPACE, again(ranked))) == printed(Ranks(SPACE, ranked))
    contrasts = list(contrast_documents(SAMPLE[:2], AGAINST))
    assert printed(Contrasts(AGAINST, again(contrasts))) == printed(Contrasts(AGAINST, contrasts))
    oracles = list(find_in_documents(SAMPLE[:2], ORACLE))
    assert printed(OracleList(ORACLE, again(oracles), True, 10)) == printed(OracleList(ORACLE, oracles, True, 10))
    for one, other in zip(oracles, again(oracles), strict=True):
        assert list(one.oracles.extracts()) == list(other.oracles.extracts())
        assert (one.oracles.draw(5), one.feasible) == (other.oracles.draw(5), other.feasible)
        assert one.official_scores([one.oracles.best]) == other.official_scores([other.oracles.best])
    assert again(LeftOut("a", "is empty")) == LeftOut("a", "is empty")
    labelled = list(label_documents(SAMPLE[:2], ORACLE))
    assert again(labelled) == labelled
    scores = score_corpus(SAMPLE[:3], SCORE)
    found = again(scores)
    assert same(found, scores)
    assert found.averages == scores.averages


def test_a_counted_space_is_kept_as_its_counts():
    (space,) = explore_documents(SAMPLE[:1], SPACE)
    size = len(pickle.dumps(space))
    assert space.distribution.scores.nbytes + space.distribution.shares.nbytes > size


def test_results_of_studies():
    document = Document(SAMPLE[0], Profile())
    studied = study_document(document, OracleStudyPlan())
    assert same(again(studied), studied)
    agreed = agree_document(document, AgreementPlan())
    assert same(again(agreed), agreed)
    judgements = collect_judgements(SAMPLE[:4], MetaPlan())
    found = again(judgements)
    assert list(found.examples) == SAMPLE[:4]
    assert same(found.tables, judgements.tables)


def test_what_callisto_is_made_of():
    made = list(generate(SAMPLE[:4], GENERATION))
    assert same(again(made), made)
    assert printed(GeneratedSummaries(GENERATION, again(made))) == printed(GeneratedSummaries(GENERATION, made))
    text = max(SAMPLE[0].sentences(), key=len)
    assert text.encode() not in pickle.dumps(made)  # numbers alone
    lessons = Lessons.of(made, GENERATION.measures)
    assert same(again(lessons), lessons)


def test_work_is_a_function_of_values():
    """It travels with all that it needs, and does the same elsewhere."""
    learner, measure = parse_learner("fixed"), parse_measure("lin-hovy")
    plan = CallistoPlan(GENERATION, (learner,), (measure,), folds=2)
    made = list(generate(SAMPLE[:4], GENERATION))
    learning = partial(_learn_and_choose, Lessons.of(made, GENERATION.measures), plan)
    judgements, meta = collect_judgements(SAMPLE[:4], MetaPlan()), MetaPlan(bootstrap=Bootstrap(resamples=10))
    scoring = partial(_score, judgements, replace(SCORE, systems=judgements.systems), required=True)
    scores = {Metric(ROUGE, "recall"): scoring(ROUGE)[0]["recall"]}
    usable = {aspect: usable_scores(scores, table, judgements.systems) for aspect, table in judgements.tables.items()}
    pairs = {aspect: judgements.rater_pairs(aspect) for aspect in judgements.tables}
    comparing = partial(_compare, usable, judgements.tables, pairs, meta)
    for work, item in (
        (partial(_generate, GENERATION), Document(SAMPLE[0], Profile())),
        (learning, (learner, measure, "share", np.array([0, 2]))),
        (partial(_rank_document, plan, ROUGE), (SAMPLE[0], {"lead": made[0].summaries[:2]})),
        (scoring, ROUGE),
        (comparing, (next(iter(judgements.tables)), "system")),
    ):
        elsewhere, its_item = pickle.loads(pickle.dumps((work, item)))  # noqa: S301
        assert same(elsewhere(its_item), work(item))


@pytest.mark.parametrize("name", ["tree", "naive-bayes", "boosting", "fixed", "GaussianNB(var_smoothing=0.1)"])
def test_learners(name):
    learner, random = parse_learner(name), np.random.default_rng(3)
    assert again(learner) == learner
    features, scores = random.normal(size=(9, 4)), random.random((9, 6))
    division = clusters(scores, 3)[-1] if learner.needs_classes else None
    learned = learner.learn(training_table(features, np.arange(12).reshape(6, 2), scores, division), 0)
    # What scikit-learn has learned travels between our own processes, and is never read from a file.
    found = pickle.loads(pickle.dumps(learned)) if "(" in name else again(learned)  # noqa: S301
    assert same(found.judge(features[0]), learned.judge(features[0]))


def test_models():
    model, kea = built_in(), shipped()
    found = again(model)
    assert header_of(found) == header_of(model)
    assert same(dict(found.learned.arrays), dict(model.learned.arrays))
    assert again(kea) == kea
    assert again(kea).rarity(("previous",)) == kea.rarity(("previous",))


def test_what_waits_on_disk():
    spool = Spool(1)
    for example in SAMPLE[:3]:
        spool.append(example)
    found = again(spool)
    assert list(found) == list(spool) == SAMPLE[:3]
    found.append(SAMPLE[3])
    assert (found[3], len(spool)) == (SAMPLE[3], 3)
