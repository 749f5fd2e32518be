"""Training of CALLISTO: what a model knows, says of itself and keeps in its file."""

import json
import weakref
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from sumspace.studies.documents import prepare

import sumspace
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.studies.callisto_table import GenerationPlan, generate
from sumspace.studies.callisto_training import TrainingPlan, train_callisto
from sumspace.studies.kea_training import train_kea
from sumspace.tasks.task import LeftOut
from sumspace.summarizers.callisto.configuration import grid
from sumspace.summarizers.callisto.features import FEATURES
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.summarizers.callisto.model import header_of, load, save
from sumspace.text.profile import Profile

SAMPLE = list(sumspace.read("sample"))
SOME = SAMPLE[3:9]
GRID = grid(["none", "c99"], ["rake", "extractor"], phrases=[5], thresholds=[1], sentences=[1, 3])
ALL = ("tree", "naive-bayes", "boosting", "fixed", "KNeighborsClassifier(n_neighbors=3)")


def make_plan(learner="naive-bayes", **others):
    generation = GenerationPlan(
        GRID, seed=others.pop("seed", 0), jobs=others.pop("jobs", 1), kea=others.pop("kea", None)
    )
    return TrainingPlan(generation, parse_learner(learner), **others)


def articles(examples):
    return [prepare(example, Profile()).article() for example in examples]


def test_a_model_says_what_it_was_trained_on_and_how():
    model, left_out = train_callisto(SOME, make_plan(classes=4, seed=7), "mine.jsonl")
    assert left_out == ()
    assert model.trained_on == "6 documents of mine.jsonl (4 literary, 2 newswire)"
    assert str(model) == (
        "trained on 6 documents of mine.jsonl (4 literary, 2 newswire), read as rouge155+stem, by naive-bayes, "
        "4 classes, confidence to reach lin-hovy, 8 configurations"
    )
    assert header_of(model) == {
        "kind": "sumspace callisto", "format": 1, "sumspace": sumspace.__version__, "learner": "naive-bayes",
        "measure": "lin-hovy", "classes": 4, "selection": "confidence", "seed": 7, "trained_on": model.trained_on,
        "profile": "rouge155+stem", "features": list(FEATURES), "configurations": [str(one) for one in GRID],
        "kea": None,
    }  # fmt: skip


def test_a_document_without_a_domain_and_a_corpus_without_a_name():
    model, _ = train_callisto([replace(SOME[0], domain="")], make_plan("fixed"))
    assert model.trained_on == "1 document of a corpus (1 without domain)"
    assert str(model).endswith(" by fixed to reach lin-hovy, 8 configurations")
    assert model.classes == 0


def test_documents_that_nothing_can_be_learned_from_are_told():
    model, left_out = train_callisto([SOME[0], replace(SOME[1], references=()), SOME[2]], make_plan())
    assert left_out == (LeftOut(SOME[1].id, "has no references to score extracts against"),)
    assert model.trained_on.startswith("2 documents of ")


def test_the_fixed_model_takes_the_best_mean_of_a_length():
    model, _ = train_callisto(SOME, make_plan("fixed", measure=parse_measure("kpia")))
    documents = list(generate(SOME, GenerationPlan(GRID)))
    means = [sum(float(one.scores["kpia"].f1[one.made[i]]) for one in documents) / len(SOME) for i in range(len(GRID))]
    for length in (1, 3):
        best = max((i for i, one in enumerate(GRID) if one.sentences == length), key=lambda i: means[i])
        for article in articles(SAMPLE[:3]):
            choice = model.choose(article, length, "sentences")
            assert choice.configuration == GRID[best]
            assert choice.confidence == pytest.approx(means[best])


def test_fewer_different_scores_than_classes_make_fewer_classes():
    plan = make_plan(classes=20)
    single = replace(plan, generation=replace(plan.generation, configurations=GRID[:1]))
    model, _ = train_callisto(SOME[:2], single)
    assert model.classes == 2


@pytest.mark.parametrize("learner", ALL)
def test_what_is_kept_in_a_file_chooses_the_same(learner, tmp_path):
    model, _ = train_callisto(SOME, make_plan(learner, selection="random", classes=3), "c")
    save(model, tmp_path / "model")
    again = load(tmp_path / "model")
    assert header_of(again) == header_of(model)
    for article in articles(SAMPLE[10:14]):
        for seed in range(3):
            assert again.choose(article, 3, "sentences", seed) == model.choose(article, 3, "sentences", seed)


@pytest.mark.parametrize("learner", ALL)
def test_the_number_of_jobs_changes_no_byte_of_the_file(learner, tmp_path):
    for jobs in (1, 4):
        save(train_callisto(SOME, make_plan(learner, jobs=jobs), "c")[0], tmp_path / str(jobs))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "4").read_bytes()


def test_a_trained_kea_goes_into_the_model(tmp_path):
    own = train_kea(SAMPLE[:2])
    model, _ = train_callisto(SOME[:2], make_plan("fixed", kea=own))
    save(model, tmp_path / "model")
    assert load(tmp_path / "model").kea == own
    with zipfile.ZipFile(tmp_path / "model") as archive:
        assert json.loads(archive.read("header.json"))["kea"] == own.as_json()


def test_only_the_measure_that_is_learned_is_scored(monkeypatch):
    asked = []
    original = parse_measure("kpia").__class__.evaluate
    monkeypatch.setattr(
        "sumspace.measures.kpia.Kpia.evaluate", lambda self, batch: asked.append(1) or original(self, batch)
    )
    plan = make_plan("fixed")
    assert [str(measure) for measure in plan.generation.measures] == ["lin-hovy"]
    train_callisto(SOME[:2], plan)
    assert not asked


def test_what_is_learned_is_learned_from_all_summaries_of_all_documents():
    model, _ = train_callisto(SOME, make_plan("fixed"))
    documents = list(generate(SOME, GenerationPlan(GRID)))
    scores = np.array([one.scores["lin-hovy"].f1[one.made] for one in documents])
    assert model.learned.arrays["means"] == pytest.approx(scores.mean(axis=0))


def test_texts_that_were_learned_from_are_not_kept(monkeypatch):
    seen, kept = [], []

    def watched(*given):
        for one in generate(*given):
            seen.append(weakref.ref(one))
            yield one
            del one
            kept.append(sum(known() is not None for known in seen[:-1]))

    monkeypatch.setattr("sumspace.studies.callisto_training.generate", watched)
    train_callisto(SOME, make_plan())
    assert kept == [0] * len(SOME)


@pytest.mark.parametrize("examples", [[], [replace(SOME[0], references=())]])
def test_nothing_to_learn_from(examples):
    with pytest.raises(SettingError, match="there is no document to study"):
        train_callisto(examples, make_plan())


def test_at_least_two_classes():
    with pytest.raises(SettingError, match="2 to 100 classes, not 1"):
        make_plan(classes=1)


def test_what_ends_the_stream_ends_the_training():
    def broken():
        yield SOME[0]
        raise SettingError("the disk is full")

    with pytest.raises(SettingError, match="the disk is full"):
        train_callisto(broken(), make_plan())
