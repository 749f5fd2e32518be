"""Oracles of measures that look at texts: by visiting and by the linear program, against all extracts written out."""

import random

import pytest

import sumspace
import texts_of_extracts
from sumspace.errors import NothingToDoError, SettingError
from sumspace.space.budget import AtMost, UpTo

SENTENCES = ["A cat sat.", "It slept.", "Dogs bark.", "A cat slept."]


def found(record, budget, **options):
    """The oracles of one document; None where it is left out."""
    try:
        return sumspace.oracles(record, budget=budget, **options).only
    except NothingToDoError:
        return None


@pytest.mark.parametrize("score", ["recall", "f1"])
@pytest.mark.parametrize(
    ("measure", "units", "method"),
    [
        ("rouge-l", "sentence", "search"),
        ("rouge-l", "sentence", "ilp"),
        ("rouge-lsent", "sentence", "search"),
        ("rouge-2", "official", "search"),
        ("rouge-su4", "official", "search"),
    ],
)
def test_no_extract_scores_more(measure, units, method, score):
    proven = counted = 0
    for seed in range(60):
        rng = random.Random(seed)
        record = texts_of_extracts.random_record(rng)
        budget = texts_of_extracts.random_budget(rng, record)
        result = found(record, budget, measure=measure, units=units, method=method, score=score)
        if result is None:
            continue
        oracles, document = result.oracles, result.document
        extracts = texts_of_extracts.extracts(document, budget)
        scores = texts_of_extracts.scores(document, extracts, measure, score)
        assert oracles.optimal
        assert oracles.score == oracles.bound == pytest.approx(max(scores), abs=2.1e-5)
        if oracles.best is not None:
            assert oracles.best in extracts
            assert scores[extracts.index(oracles.best)] == pytest.approx(oracles.score, abs=2.1e-5)
        if oracles.greedy is not None:
            assert oracles.greedy[0] in extracts
            assert scores[extracts.index(oracles.greedy[0])] == pytest.approx(oracles.greedy[1], abs=2.1e-5)
            assert oracles.greedy[1] <= oracles.score
        proven += 1
        if method == "search":
            kept = extracts
            if isinstance(budget, AtMost | UpTo) and measure != "rouge-su4":  # what shares nothing would only pad
                tokens = {token for body in result.references.sentences for words in body for token in words.tokens}
                related = {i for i, words in enumerate(document.words) if tokens & set(words.tokens)}
                kept = [extract for extract in extracts if set(extract.sentences) <= related]
            best = [extract for extract in kept if scores[extracts.index(extract)] == max(scores)]
            if max(scores) > 0 or not isinstance(budget, AtMost | UpTo):
                assert sorted(map(repr, oracles.extracts())) == sorted(map(repr, best))
                assert oracles.count == len(best)
                shares = [
                    sum(i in extract.sentences for extract in best) / len(best) for i in range(len(document.words))
                ]
                assert oracles.shares.tolist() == pytest.approx(shares)
                counted += 1
    assert proven > 40
    assert counted > 30 or method == "ilp"


@pytest.mark.parametrize("budget", ["reach(50)", "at_most(60)", "within(60, 5)", "exactly(3)"])
@pytest.mark.parametrize("score", ["recall", "f1"])
def test_the_program_finds_what_visiting_finds(budget, score):
    example = next(iter(sumspace.read("sample")))
    visited, solved = (
        found(example, budget, measure="rouge-l", score=score, method=method, time=60).oracles
        for method in ("search", "ilp")
    )
    assert visited.count > 0
    assert solved.count is None
    assert (visited.optimal, solved.optimal) == (True, True)
    assert visited.score == pytest.approx(solved.score, abs=1e-12)
    space = sumspace.explore(example, measure="rouge-l", budget=budget, score=score).only
    assert (space.distribution.exact, space.distribution.max) == (True, visited.score)
    assert visited.count == space.distribution.rank(visited.score).equal_count


def test_a_space_too_large_to_visit_has_a_proven_oracle_of_rouge_l():
    example = next(iter(sumspace.read("sample")))
    result = found(example, "at_most(250)", measure="rouge-l", time=1)
    oracles = result.oracles
    assert oracles.count is None
    assert oracles.greedy[1] <= oracles.score <= oracles.bound <= 1
    assert result.official_scores([oracles.best])[0] == pytest.approx(oracles.score, abs=0.50001e-5)


def test_a_space_too_large_to_visit_is_left_out_with_official_units():
    example = next(iter(sumspace.read("sample")))
    with pytest.raises(
        NothingToDoError, match=r"takes? .* to visit, which is what official scores need; allow more time"
    ):
        sumspace.oracles(example, measure="rouge-2", units="official", budget="at_most(250)", time=0.1).complete()


def test_nothing_shared_has_no_oracle():
    best = sumspace.oracles(SENTENCES, ["Xylophones."], measure="rouge-l", budget="at_most(5)").only.oracles
    assert (best.score, best.optimal, best.best, best.count) == (0.0, True, None, 0)


def test_oracles_of_rouge_l_are_labels_too():
    record = {"id": "1", "sentences": SENTENCES, "references": ["A cat slept."]}
    (label,) = sumspace.labels(record, measure="rouge-l", budget="up_to(1)")
    assert (label["oracle"], label["count"], label["greedy"], label["gap"]) == ([3], 1, [3], 0.0)


def test_a_program_without_time_still_offers_the_greedy_extract_and_a_bound():
    record = {"sentences": SENTENCES, "references": ["A cat slept."]}
    best = sumspace.oracles(record, measure="rouge-l", budget="at_most(3)", method="ilp", time=1e-9).only.oracles
    assert (best.best.sentences, best.score, best.bound) == ((3,), 1.0, 1.0)


@pytest.mark.parametrize(("measure", "profile"), [("rouge-lsent", "rouge155"), ("rouge-l", "rouge-score")])
def test_only_the_union_of_subsequences_is_a_linear_program(measure, profile):
    with pytest.raises(SettingError, match="found by --method search, not ilp"):
        sumspace.oracles("sample", measure=measure, profile=profile, method="ilp")
