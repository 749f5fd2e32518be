"""Models of CALLISTO: how they choose, and that files keep them."""

import zipfile
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sumspace
from sumspace import __version__
from sumspace.document import Article, Document
from sumspace.measures.measure import parse_measure
from sumspace.studies.callisto.plan import GenerationPlan, TrainingPlan
from sumspace.studies.callisto.training import train_callisto, train_kea
from sumspace.summarizers.callisto.configuration import Configuration, grid
from sumspace.summarizers.callisto.features import FEATURES
from sumspace.summarizers.callisto.learners.fixed import Fixed
from sumspace.summarizers.callisto.learners.learner import Opinion, parse_learner
from sumspace.summarizers.callisto.model import Model, built_in, choose, header_of, load, save
from sumspace.summarizers.model_file import Arrays
from sumspace.text.profile import Profile

SAMPLE = list(sumspace.read("sample"))
ARTICLES = [Document(example, Profile()).article() for example in SAMPLE]
GRID = grid(["none", "c99"], ["rake", "kea"], phrases=[5, 10], thresholds=[1], sentences=[2, 5], kind="paper")
LEARNERS = [
    "tree(least=0.0, documents=1)", "naive-bayes", "boosting(rounds=9, rate=0.5, documents=2)", "fixed",
    "additive(evidence=0)",
    "KNeighborsClassifier(n_neighbors=3)",
]  # fmt: skip
SIZES = [(60, "words"), (2, "sentences")]


@cache
def trained(learner, **choices):
    plan = TrainingPlan(GenerationPlan(GRID), parse_learner(learner), classes=3, **choices)
    return train_callisto(SAMPLE[::2], plan, "half of it").model


def by_hand():
    """A model that prefers the first configuration of each length."""
    configurations = tuple(Configuration("none", "rake", n, sentences=s) for s in (2, 5) for n in (7, 8))
    learned = Fixed().restore(Arrays({"means": np.array([0.4, 0.3, 0.2, 0.1])}), 4, 0)
    return Model(configurations, Fixed(), learned, "rouge-1", 0, "score", "value", "nothing")


def chosen(model, articles=ARTICLES, seed=0):
    return [model.choose(article, *size, seed=seed) for article in articles for size in SIZES]


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_model_from_a_file_chooses_as_before(learner, tmp_path):
    model = trained(learner)
    save(model, tmp_path / "one")
    again = load(tmp_path / "one")
    assert chosen(again) == chosen(model)
    assert (header_of(again), str(again)) == (header_of(model), str(model))
    # The same model makes the same file, whether it has been in one or not.
    save(model, tmp_path / "two")
    save(again, tmp_path / "three")
    assert len({(tmp_path / name).read_bytes() for name in ("one", "two", "three")}) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "three", "two"]
    with zipfile.ZipFile(tmp_path / "one") as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_learners_that_look_at_the_text_choose_differently_for_different_texts():
    assert len({choice.configuration for choice in chosen(trained(LEARNERS[0]))}) > 2
    assert len({choice.configuration for choice in chosen(trained("fixed"))}) == 2


def test_a_random_selection_is_kept_in_the_file(tmp_path):
    model = trained("naive-bayes", selection="random")
    save(model, tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.selection == "random"
    choices = [chosen(again, ARTICLES[:2], seed) for seed in range(6)]
    assert choices == [chosen(model, ARTICLES[:2], seed) for seed in range(6)]
    assert len(set(map(tuple, choices))) > 1


def test_a_model_keeps_what_kea_has_learned(tmp_path):
    kea = train_kea(SAMPLE[:2])
    save(replace(by_hand(), kea=kea), tmp_path / "model")
    assert load(tmp_path / "model").kea == kea


def test_a_model_says_what_it_is(tmp_path):
    model = trained("naive-bayes")
    expected = (
        f"trained on 10 documents of half of it (2 legal, 2 literary, 3 newswire, 3 scientific), read as {Profile()}, "
        "by naive-bayes, 3 classes, value to reach lin-hovy (share within the document), 16 configurations"
    )
    assert str(model) == expected
    assert str(by_hand()) == f"trained on nothing, read as {Profile()}, by fixed to reach rouge-1, 4 configurations"
    assert (header_of(model)["sumspace"], header_of(model)["features"]) == (__version__, list(FEATURES))
    odd = replace(model, trained_on="Zürich \ud800\n東京")
    save(odd, tmp_path / "odd")
    assert load(tmp_path / "odd").trained_on == odd.trained_on


@pytest.mark.parametrize(
    ("size", "unit", "length"),
    [
        (1, "sentences", 2), (3, "sentences", 2), (4, "sentences", 5), (10**30, "sentences", 5),
        # Four words a sentence: 12 words are 3 sentences, 16 are 4, and the text has no more than 24 words.
        (1, "words", 2), (12, "words", 2), (16, "words", 5), (24, "words", 5), (10**400, "words", 5),
    ],
)  # fmt: skip
def test_configurations_of_about_the_wanted_length_are_chosen_from(size, unit, length):
    article = Article([[1, 2, 3]] * 6, ["Well-known banks fail."] * 6)
    assert by_hand().choose(article, size, unit).configuration == Configuration("none", "rake", 7, sentences=length)


@pytest.mark.parametrize("texts", [[], [""], ["..."]])
def test_a_text_without_words_has_a_choice_too(texts):
    choice = by_hand().choose(Article([[]] * len(texts), texts), 100, "words")
    assert (choice.configuration.sentences, choice.value, choice.confidence) == (2, 0.4, 0.4)
    assert (choice.runner_up, choice.runner_up_value) == (Configuration("none", "rake", 8, sentences=2), 0.3)


def test_the_model_that_comes_with_the_package_needs_nothing_else():
    model = built_in()
    assert model is built_in()
    assert model.trained_on == "20 documents of sample (5 legal, 5 literary, 5 newswire, 5 scientific)"
    assert {one.extractor for one in model.configurations} == {"", "extractor", "kea", "rake", "textrank"}
    assert model.kea is None
    assert {str(one.size) for one in model.configurations} == {
        "3 sentences", "4 sentences", "5 sentences", "8 sentences", "12 sentences",
        "50 words", "100 words", "200 words", "400 words",
    }  # fmt: skip


def test_the_model_that_comes_with_the_package_can_be_trained_again(tmp_path):
    model = built_in()
    plan = TrainingPlan(
        GenerationPlan(model.configurations, seed=model.seed), model.learner, parse_measure(model.measure),
        model.classes or 5, model.selection, model.target,
    )  # fmt: skip
    trained_again = train_callisto(SAMPLE, plan, "sample")
    assert trained_again.left_out == ()
    again = trained_again.model
    assert header_of(again) == header_of(model)
    assert [one.configuration for one in chosen(again)] == [one.configuration for one in chosen(model)]
    save(again, tmp_path / "again")
    with zipfile.ZipFile(tmp_path / "again") as archive:
        shipped = files("sumspace.summarizers.callisto") / "sample.callisto"
        with shipped.open("rb") as file, zipfile.ZipFile(file) as other:
            assert archive.namelist() == other.namelist()


EXPECTED = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.2, 0.5, 0.9])), min_size=1, max_size=10)


def opinion(pairs):
    classes, confidence = zip(*pairs, strict=True)
    zeros = np.zeros(len(pairs))
    return Opinion(np.array(classes), np.array(confidence, dtype=float), zeros, zeros, np.zeros((len(pairs), 4)))


OPINION = opinion([(1, 0.9), (2, 0.3), (2, 0.8), (0, 1.0), (2, 0.8)])
ALL = np.arange(5)
#: Four configurations, the probabilities of three classes whose means are 0.1, 0.2 and 0.6. Worked by hand:
#: expected values 0.010 + 0.16 + 0.06 = 0.23, 0.005 + 0.10 + 0.27 = 0.375, 0.13 and 0.03 + 0.06 + 0.24 = 0.33;
#: odds of the best class against the worst 1, 9, 1/18 and 4/3.
SHARES = np.array([[0.10, 0.80, 0.10], [0.05, 0.50, 0.45], [0.90, 0.05, 0.05], [0.30, 0.30, 0.40]])
WORKED = Opinion.of_classes(np.log(SHARES), np.array([0.1, 0.2, 0.6]))


def test_a_table_worked_by_hand():
    assert WORKED.classes.tolist() == [1, 1, 0, 2]
    assert np.exp(WORKED.confidence) == pytest.approx([0.8, 0.5, 0.9, 0.4])
    assert WORKED.values == pytest.approx([0.23, 0.375, 0.13, 0.33])
    assert np.exp(WORKED.odds) == pytest.approx([1, 9, 1 / 18, 4 / 3])
    assert np.allclose(WORKED.probabilities, SHARES)
    # Only the last is predicted in the best class, so the paper's rule and its predecessor take it.
    rules = "paper", "random", "value", "odds"
    assert [choose(WORKED, np.arange(4), rule) for rule in rules] == [3, 3, 1, 1]


def test_with_nothing_in_the_best_class_the_paper_takes_the_surest_of_a_lower_one_and_value_does_not():
    candidates = np.array([0, 1, 2])
    assert [choose(WORKED, candidates, rule) for rule in ("paper", "value", "odds")] == [0, 1, 1]
    assert {choose(WORKED, candidates, "random", seed) for seed in range(20)} == {0, 1}
    # Where all are predicted in the worst class, the paper takes the one that is surest to be bad.
    worst = Opinion.of_classes(np.log([[0.9, 0.1], [0.6, 0.4]]), np.array([0.0, 1.0]))
    assert [choose(worst, np.arange(2), rule) for rule in ("paper", "value")] == [0, 1]


def test_values_and_odds_can_disagree():
    # Values 0.5 and 0.4; odds 1 and 4.
    other = Opinion.of_classes(np.log([[0.5, 1e-9, 0.5], [0.1, 0.5, 0.4]]), np.array([0.0, 0.0, 1.0]))
    assert [choose(other, np.arange(2), rule) for rule in ("value", "odds")] == [0, 1]


def test_of_equal_values_the_better_odds_decide_and_then_chance():
    sure = Opinion.of_classes(np.array([[-800.0, 0.0], [-900.0, 0.0], [-900.0, 0.0]]), np.array([0.1, 0.9]))
    assert sure.values.tolist() == [0.9] * 3
    assert {choose(sure, np.arange(2), "value", seed) for seed in range(9)} == {1}
    assert {choose(sure, np.arange(3), "value", seed) for seed in range(20)} == {1, 2}


def test_of_equal_expected_values_without_classes_the_first_is_taken_for_all_texts():
    expected = Opinion.expecting(np.array([0.2, 0.5, 0.5]))
    assert {choose(expected, np.arange(3), rule, seed) for rule in ("value", "odds") for seed in range(9)} == {1}


def test_the_surest_of_the_best_class_is_taken_and_any_of_those_as_sure():
    assert {choose(OPINION, np.array([0, 1, 2, 3]), "paper", seed) for seed in range(20)} == {2}
    taken = Counter(choose(OPINION, ALL, "paper", seed) for seed in range(1000))
    assert set(taken) == {2, 4}
    assert abs(taken[2] - 500) < 80  # five standard deviations


def test_at_random_every_one_of_the_best_class_is_taken_as_often():
    taken = Counter(choose(OPINION, ALL, "random", seed) for seed in range(3000))
    assert set(taken) == {1, 2, 4}
    assert all(abs(times - 1000) < 130 for times in taken.values())  # five standard deviations


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_the_same_seed_takes_the_same(seed):
    assert len({choose(OPINION, ALL, "random", seed) for _ in range(5)}) == 1


def test_where_nobody_is_in_the_best_class_the_next_best_is_the_best():
    assert choose(OPINION, np.array([0, 3]), "paper") == 0
    assert choose(OPINION, np.array([3]), "paper") == 3
    assert {choose(OPINION, np.array([0, 3]), "random", seed) for seed in range(20)} == {0}


def test_with_one_class_the_surest_of_all_is_taken():
    assert choose(opinion([(0, 0.1), (0, 0.7), (0, 0.3)]), np.arange(3), "paper") == 1


@given(EXPECTED, st.data(), st.integers(0, 2**32))
def test_nothing_better_is_left(pairs, data, seed):
    candidates = data.draw(st.sets(st.sampled_from(range(len(pairs))), min_size=1).map(sorted))
    random, surest = (choose(opinion(pairs), np.array(candidates), how, seed) for how in ("random", "paper"))
    assert type(random) is type(surest) is int
    assert {random, surest} <= set(candidates)
    assert pairs[random][0] == max(pairs[i][0] for i in candidates)
    assert pairs[surest] == max(pairs[i] for i in candidates)
