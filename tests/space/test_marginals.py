import math
import random

import numpy as np
import pytest

import brute_force
from oracle import plain
from sumspace.errors import SettingError
from sumspace.oracle.oracles import find_oracles
from sumspace.space import marginals
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within
from sumspace.space.marginals import find_marginals

BUDGETS = (AtMost(12), Reach(9), Within(10, 3), Exactly(2), UpTo(3))
OBJECTIVES = ((("rouge-1",), "recall"), (("rouge-2",), "f1"), (("rouge-1", "rouge-2"), "f1"),
              (("rouge-1", "rouge-2", "rouge-su4"), "recall"))  # fmt: skip
named = {"ids": str}


def text(rng, sentences, shortest=1, longest=6, words=7):
    return [[[f"w{rng.randrange(words)}"] for _ in range(rng.randint(shortest, longest))] for _ in range(sentences)]


def tokens(body):
    return [[[int(word[1:])] for (word,) in sentence] for sentence in body]


def case(seed, sentences=8):
    rng = random.Random(seed)
    return tokens(text(rng, sentences)), [tokens(text(rng, 2, 3)) for _ in range(rng.randint(1, 3))]


def by_definition(document, references, budget, measures, score, temperature):
    """Add up exp(score / T) over all extracts, one by one."""
    sums, total = np.zeros(len(document)), 0.0
    for chosen, last, words in brute_force.extracts([len(sentence) for sentence in document], budget):
        texts = [document[i] for i in chosen] + ([document[last][:words]] if last is not None else [])
        scores = [float(plain.score_of(texts, references, measure, score)) for measure in measures]
        weight = math.exp(np.mean(scores) / temperature)
        total += weight
        for sentence in (*chosen, *([] if last is None else [last])):
            sums[sentence] += weight
    return sums / total if total else sums


@pytest.mark.parametrize("objective", OBJECTIVES, **named)
@pytest.mark.parametrize("budget", BUDGETS, **named)
def test_visiting_gives_what_the_definition_says(budget, objective):
    measures, score = objective
    for seed in range(12):
        document, references = case(seed)
        space, scorings = plain.stated(document, references, budget, measures, score)
        for temperature in (0.05, 0.3):
            found = find_marginals(space, scorings, temperature)
            assert found.exact
            expected = by_definition(document, references, budget, measures, score, temperature)
            np.testing.assert_allclose(found.shares, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("score", ["recall", "f1"])
@pytest.mark.parametrize("budget", BUDGETS, **named)
def test_counting_with_and_without_each_sentence_gives_the_same(budget, score, monkeypatch):
    monkeypatch.setattr(marginals, "_visiting_seconds", lambda *_: math.inf)
    for seed in range(8):
        document, references = case(seed, sentences=7)
        space, scorings = plain.stated(document, references, budget, ("rouge-1",), score)
        found = find_marginals(space, scorings, 0.1)
        expected = by_definition(document, references, budget, ("rouge-1",), score, 0.1)
        assert found.exact
        np.testing.assert_allclose(found.shares, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("budget", [AtMost(40), Within(40, 4), UpTo(4), Reach(30)], **named)
def test_rows_of_sets_and_shards_give_the_same(budget, monkeypatch):
    """Spaces that are divided into many shards, with rows of sets, against counting, which shares nothing with that."""
    monkeypatch.setattr("sumspace.space.engines.exhaustive._STEMS", 50)
    monkeypatch.setattr("sumspace.space.engines.exhaustive._FEW", 10)
    monkeypatch.setattr("sumspace.space.engines.exhaustive._SETS", 16)
    document, references = case(3, sentences=16)
    space, scorings = plain.stated(document, references, budget, ("rouge-2",), "f1")
    visited = find_marginals(space, scorings, 0.05)
    monkeypatch.setattr(marginals, "_visiting_seconds", lambda *_: math.inf)
    counted = find_marginals(space, scorings, 0.05)
    assert (visited.engine, counted.engine) == ("exhaustive", "counting")
    np.testing.assert_allclose(visited.shares, counted.shares, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("budget", BUDGETS, **named)
def test_without_heat_only_the_best_extracts_are_left(budget):
    """By F1, no oracle has a sentence that only pads, so the limit is the share of all oracles."""
    measures = ("rouge-1", "rouge-2")
    for seed in range(15):
        document, references = case(seed)
        space, scorings = plain.stated(document, references, budget, measures, "f1")
        oracles = find_oracles(space, scorings)
        if oracles is None or oracles.best is None:
            continue
        found = find_marginals(space, scorings, marginals.LOWEST)
        np.testing.assert_allclose(found.shares, oracles.shares, atol=1e-6)


@pytest.mark.parametrize("budget", BUDGETS, **named)
def test_at_any_heat_all_extracts_count_the_same(budget):
    document, references = case(1)
    space, scorings = plain.stated(document, references, budget, ("rouge-1", "rouge-2"), "f1")
    every = list(brute_force.extracts([len(sentence) for sentence in document], budget))
    having = [sum(i in chosen or i == last for chosen, last, _ in every) for i in range(len(document))]
    found = find_marginals(space, scorings, 1e9)
    np.testing.assert_allclose(found.shares, np.array(having) / len(every), rtol=1e-6)


def test_a_temperature_far_below_the_best_score_does_not_overflow():
    """At T = 0.0001, e to the power of the best score over T is far more than a float can hold."""
    document, references = case(2)
    space, scorings = plain.stated(document, references, UpTo(3), ("rouge-1", "rouge-2"), "f1")
    found = find_marginals(space, scorings, 1e-4)
    assert np.isfinite(found.shares).all()
    assert found.shares.max() == pytest.approx(1.0)


@pytest.mark.parametrize("temperature", [0.05, 0.5])
@pytest.mark.parametrize("budget", [AtMost(40), Within(40, 4), UpTo(4), Reach(30)], **named)
def test_draws_lie_within_their_errors(budget, temperature, monkeypatch):
    document, references = case(5, sentences=14)
    space, scorings = plain.stated(document, references, budget, ("rouge-1", "rouge-2"), "f1")
    exact = find_marginals(space, scorings, temperature)
    monkeypatch.setattr(marginals, "_visiting_seconds", lambda *_: math.inf)
    found = find_marginals(space, scorings, temperature, seconds=0.3)
    assert not found.exact
    errors = (found.shares - exact.shares) / np.maximum(found.errors, 1e-9)
    assert np.abs(errors).max() < 5
    assert found.errors.max() < 0.03
    assert np.std(errors) > 0.1  # so that the errors are no larger than they should be


def test_a_document_shorter_than_the_budget_is_its_only_extract():
    document, references = case(0, sentences=3)
    space, scorings = plain.stated(document, references, Reach(1000))
    assert find_marginals(space, scorings, 0.1).shares.tolist() == [1, 1, 1]


@pytest.mark.parametrize("temperature", [0, -1, math.nan, math.inf, 1e-9])
def test_a_temperature_that_is_none(temperature):
    document, references = case(0, sentences=3)
    space, scorings = plain.stated(document, references, UpTo(3))
    with pytest.raises(SettingError, match="a temperature is a number of at least 1e-06"):
        find_marginals(space, scorings, temperature)
