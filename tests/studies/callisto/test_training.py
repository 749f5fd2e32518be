"""Training: what a model of CALLISTO knows, says of itself and keeps in its file; and what Kea learns."""

import json
import weakref
import zipfile
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

import sumspace
from real_corpora import FOLDER
from sumspace.compute.work import Workers
from sumspace.document import Document
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.measure import parse_measure
from sumspace.stats.discretization import discretize
from sumspace.stats.kmeans import assign
from sumspace.studies.callisto.generate import generate
from sumspace.studies.callisto.plan import GenerationPlan, TrainingPlan
from sumspace.studies.callisto.training import key_phrases, train_callisto, train_kea, train_kea_apart
from sumspace.summarizers.callisto.configuration import grid, groups_of
from sumspace.summarizers.callisto.features import FEATURES
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.summarizers.callisto.model import header_of, load, save
from sumspace.summarizers.callisto.target import targets_of
from sumspace.tasks.task import LeftOut
from sumspace.text.keyphrases.kea import Kea, kea_candidates, shipped
from sumspace.text.profile import Profile
from sumspace.text.words import read_words

SAMPLE = list(sumspace.read("sample"))
SOME = SAMPLE[3:9]
GRID = grid(["none", "c99"], ["rake", "extractor"], phrases=[5], thresholds=[1], sentences=[1, 3], kind="paper")
ALL = ("tree", "naive-bayes", "boosting", "fixed", "KNeighborsClassifier(n_neighbors=3)")


def make_plan(learner="naive-bayes", **others):
    generation = GenerationPlan(
        GRID, seed=others.pop("seed", 0), workers=Workers(others.pop("jobs", 1)), kea=others.pop("kea", None)
    )
    return TrainingPlan(generation, parse_learner(learner), **others)


def articles(examples):
    return [Document(example, Profile()).article() for example in examples]


def test_a_model_says_what_it_was_trained_on_and_how():
    plan = make_plan(classes=4, seed=7)
    trained = train_callisto(SOME, plan, "mine.jsonl")
    model = trained.model
    assert trained.left_out == ()
    assert trained.signature == str(plan.generation)
    assert str(trained) == str(model)
    assert model.trained_on == "6 documents of mine.jsonl (4 literary, 2 newswire)"
    assert str(model) == (
        "trained on 6 documents of mine.jsonl (4 literary, 2 newswire), read as rouge155(stem), by naive-bayes, "
        "4 classes, value to reach lin-hovy (share within the document), 8 configurations"
    )
    assert header_of(model) == {
        "kind": "sumspace callisto", "format": 3, "sumspace": sumspace.__version__, "learner": "naive-bayes",
        "measure": "lin-hovy", "classes": 4, "target": "share", "selection": "value", "seed": 7,
        "trained_on": model.trained_on,
        "profile": "rouge155(stem)", "features": list(FEATURES), "configurations": [str(one) for one in GRID],
        "kea": None, "discretization": "k-means",
    }  # fmt: skip


def test_a_document_without_a_domain_and_a_corpus_without_a_name():
    model = train_callisto([replace(SOME[0], domain="")], make_plan("fixed")).model
    assert model.trained_on == "1 document of a corpus (1 without domain)"
    assert str(model).endswith(" by fixed to reach lin-hovy (share within the document), 8 configurations")
    assert model.classes == 0


def test_documents_that_nothing_can_be_learned_from_are_told():
    trained = train_callisto([SOME[0], replace(SOME[1], references=()), SOME[2]], make_plan())
    assert trained.left_out == (LeftOut(SOME[1].id, "has no references to score extracts against"),)
    assert trained.model.trained_on.startswith("2 documents of ")


def test_the_fixed_model_takes_the_best_mean_of_a_length():
    model = train_callisto(SOME, make_plan("fixed", measure=parse_measure("kpia"), target="score")).model
    documents = list(generate(SOME, GenerationPlan(GRID)))
    means = [
        sum(float(one.f_scores(parse_measure("kpia"))[i]) for one in documents) / len(SOME) for i in range(len(GRID))
    ]
    for length in (1, 3):
        best = max((i for i, one in enumerate(GRID) if one.sentences == length), key=lambda i: means[i])
        for article in articles(SAMPLE[:3]):
            choice = model.choose(article, length, "sentences")
            assert choice.configuration == GRID[best]
            assert choice.value == pytest.approx(means[best])


def test_fewer_different_scores_than_classes_make_fewer_classes():
    plan = make_plan(classes=20, target="score")
    single = replace(plan, generation=replace(plan.generation, configurations=GRID[:1]))
    model = train_callisto(SOME[:2], single).model
    assert model.classes == 2


@pytest.mark.parametrize("learner", ALL)
def test_what_is_kept_in_a_file_chooses_the_same(learner, tmp_path):
    model = train_callisto(SOME, make_plan(learner, selection="random", classes=3), "c").model
    save(model, tmp_path / "model")
    again = load(tmp_path / "model")
    assert header_of(again) == header_of(model)
    for article in articles(SAMPLE[10:14]):
        for seed in range(3):
            assert again.choose(article, 3, "sentences", seed) == model.choose(article, 3, "sentences", seed)


def test_the_number_of_jobs_changes_no_byte_of_the_file(tmp_path):
    for jobs in (1, 4):
        save(train_callisto(SOME, make_plan("boosting", jobs=jobs), "c").model, tmp_path / str(jobs))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "4").read_bytes()


def test_a_trained_kea_goes_into_the_model(tmp_path):
    own = train_kea(SAMPLE[:2])
    model = train_callisto(SOME[:2], make_plan("fixed", kea=own)).model
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
    documents = list(generate(SOME, GenerationPlan(GRID)))
    scores = np.array([one.f_scores(parse_measure("lin-hovy")) for one in documents])
    shares = np.array([
        [score / max(other for other, c in zip(row, GRID, strict=True) if c.sentences == one.sentences)
         for score, one in zip(row, GRID, strict=True)]
        for row in scores.tolist()
    ])  # fmt: skip
    for target, expected in (("score", scores), ("share", shares)):
        model = train_callisto(SOME, make_plan("fixed", target=target)).model
        assert model.learned.arrays["means"] == pytest.approx(expected.mean(axis=0))


def test_texts_that_were_learned_from_are_not_kept(monkeypatch):
    seen, kept = [], []

    def watched(*given):
        for one in generate(*given):
            seen.append(weakref.ref(one))
            yield one
            del one
            kept.append(sum(known() is not None for known in seen[:-1]))

    monkeypatch.setattr("sumspace.studies.callisto.training.generate", watched)
    train_callisto(SOME, make_plan())
    assert kept == [0] * len(SOME)


@pytest.mark.parametrize("examples", [[], [replace(SOME[0], references=())]])
def test_nothing_to_learn_from(examples):
    with pytest.raises(SettingError, match="there is no document to study"):
        train_callisto(examples, make_plan())


def test_what_ends_the_stream_ends_the_training():
    def broken():
        yield SOME[0]
        raise SettingError("the disk is full")

    with pytest.raises(SettingError, match="the disk is full"):
        train_callisto(broken(), make_plan())


@pytest.mark.parametrize("how", ["quantiles", "equal-width"])
def test_classes_are_made_as_told_and_the_model_says_so(how, tmp_path):
    plan = make_plan(classes=4, discretization=how)
    model = train_callisto(SOME, plan).model
    assert model.discretization == how
    assert f"{model.classes} classes by {how}" in str(model)
    save(model, tmp_path / "model")
    assert load(tmp_path / "model").discretization == how
    documents = list(generate(SOME, GenerationPlan(GRID)))
    values = targets_of(
        np.array([one.f_scores(plan.measure) for one in documents]), plan.target, list(groups_of(GRID).values())
    )
    rows = np.bincount(assign(values.ravel(), discretize(values, 4, how)[-1].cuts))
    assert np.exp(model.learned.arrays["priors"]) == pytest.approx(rows / rows.sum())


def test_a_way_to_make_classes_that_does_not_exist_is_refused():
    with pytest.raises(UnknownNameError, match="unknown discretization 'deciles'; there are: k-means, equal-width"):
        make_plan(discretization="deciles")


# Kea


def test_a_text_that_kea_was_trained_on_is_served_by_one_that_was_not():
    whole, *apart = train_kea_apart(SAMPLE[:10])
    plan = GenerationPlan(GRID, kea=whole, apart=tuple(apart))
    for example in SAMPLE[:10]:
        text = read_words(example.sentences())
        served = plan.kea_for(text)
        assert whole.has_seen(text)
        assert not served.has_seen(text)
        assert served.documents == 8
    assert plan.kea_for(read_words(SAMPLE[10].sentences())) is whole
    assert "without the text itself" in str(plan)


def test_summaries_of_seen_texts_are_those_of_kea_without_them():
    configurations = grid(["none"], ["kea"], phrases=[5], thresholds=[1], sentences=[3])
    whole, *apart = train_kea_apart(SAMPLE[:6])
    found = list(generate(SAMPLE[:6], GenerationPlan(configurations, kea=whole, apart=tuple(apart))))
    for number, document in enumerate(found):
        alone = GenerationPlan(configurations, kea=apart[number % len(apart)])
        (expected,) = generate([SAMPLE[number]], alone)
        assert document.summaries == expected.summaries


def test_key_phrases_are_the_parts_of_runs_between_stop_words_and_punctuation():
    found = {" ".join(stems) for stems in key_phrases(read_words(["Long term interest rates of the bank, gold."]))}
    runs = ["long term interest rate", "bank", "gold"]
    expected = set()
    for words in map(str.split, runs):
        expected |= {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1) if j - i < 4}
    assert found == expected
    assert "long term interest rate" not in found


def test_nothing_but_stop_words_has_no_key_phrases():
    assert key_phrases(read_words(["It is of the."])) == key_phrases(read_words([])) == frozenset()


def test_the_shipped_model_is_the_one_that_the_built_in_corpus_gives():
    """Where training has changed, `scripts/model` writes the file anew."""
    trained = train_kea(sumspace.read("sample"))
    assert json.loads((files("sumspace.text.keyphrases") / "sample.kea.json").read_text("utf-8")) == trained.as_json()
    assert trained == shipped()
    assert trained.trained_on == "20 documents (5 legal, 5 literary, 5 newswire, 5 scientific)"


def test_documents_without_references_count_for_frequencies_alone():
    first, second, *_ = sumspace.read("sample")
    alone, together = train_kea([first]), train_kea([first, replace(second, references=(), domain="")])
    assert (alone.documents, together.documents) == (1, 2)
    assert together.trained_on == f"2 documents (1 {first.domain}, 1 without domain)"
    assert sum(together.tfidf.yes) == sum(alone.tfidf.yes) > 0
    assert sum(together.tfidf.no) == sum(alone.tfidf.no)


def test_a_corpus_without_references_cannot_be_trained_on():
    with pytest.raises(SettingError, match="no document contains a key phrase"):
        train_kea(replace(example, references=()) for example in sumspace.read("sample"))


def most_frequent_words(text):
    words = zip(text.stems, text.stops, text.words, strict=True)
    return [(stem,) for stem, _ in Counter(s for s, stop, w in words if not stop and w[0].isalpha()).most_common()]


def by_tfidf(text):
    model = shipped()
    phrases = sorted(kea_candidates(text), key=lambda p: -p.count * model.rarity(p.stems))
    names = [f" {' '.join(phrase.stems)} " for phrase in phrases[:100]]
    return [phrases[i].stems for i, name in enumerate(names) if not any(name in better for better in names[:i])]


@pytest.mark.skipif(not (FOLDER / "gum-news.jsonl.gz").exists(), reason="the real corpora are not there")
def test_kea_finds_more_of_what_is_said_of_unseen_news_than_frequency_or_tfidf():
    """A phrase of a human summary that is found counts the more, the fewer of the texts have it."""
    found = Counter()
    rankings = {"kea": lambda text: [p.stems for p in Kea().extract(text)], "frequency": most_frequent_words}
    examples = list(sumspace.read(str(FOLDER / "gum-news.jsonl.gz")))
    texts = [read_words(example.sentences()) for example in examples]
    holding = Counter(phrase.stems for text in texts for phrase in kea_candidates(text))
    for example, text in zip(examples, texts, strict=True):
        keys = frozenset().union(*(key_phrases(read_words(reference.body.split())) for reference in example.references))
        for name, ranking in (rankings | {"tfidf": by_tfidf}).items():
            found[name] += sum(np.log2(len(texts) / holding[stems]) for stems in ranking(text)[:10] if stems in keys)
    assert found["kea"] > found["frequency"]
    assert found["kea"] > found["tfidf"]
