"""Spaces of whole documents and of their sections, against products worked out one by one."""

from collections import Counter
from itertools import product
from math import inf, log10

import numpy as np
import pytest

import sumspace
from sumspace.compute.work import Workers
from sumspace.corpus.model import Example, Reference, Section, Text
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Exactly, Reach
from sumspace.space.distribution import Band, Distribution
from sumspace.space.engines.engine import Allowance
from sumspace.space.space import divide
from sumspace.tasks import space as tasks_space
from sumspace.tasks.space import (
    DocumentSpace,
    SpacePlan,
    Spaces,
    explore_document,
    explore_documents,
    space_record,
    written_max,
)
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

CATS = ("The cat sat on the mat.", "Cats like a warm mat.", "Mats are flat.")
DOGS = ("A dog ran far away.", "Dogs bark at a cat.")
ROUGE_1 = parse_measure("rouge-1")


def example(*sections, references=("The cat sat. A dog ran.",), name="x"):
    text = Text(tuple(Section(Passage(sentences=section)) for section in sections))
    bodies = tuple(Reference(chr(65 + i), Passage(body)) for i, body in enumerate(references))
    return Example(name, (text,), bodies)


def document(*sections, **fields):
    return Document(example(*sections, **fields), Profile())


def plan(**choices):
    return SpacePlan(**{"measures": (ROUGE_1,), "workers": Workers(1), **choices})


def explored(read, **choices):
    (references,) = read.references("all")
    return explore_document(read, ROUGE_1, references, plan(**choices))


def test_sections_get_words_in_proportion_to_their_length():
    read = document(CATS, DOGS)
    parts = divide(read, "given", Reach(12))
    assert [(part.first, part.last) for part in parts] == [(0, 3), (3, 5)]
    assert [part.budget for part in parts] == [Reach(7), Reach(5)]  # 14 and 10 words
    assert [part.budget for part in divide(read, "given", Exactly(2))] == [Exactly(1), Exactly(1)]
    assert len(divide(read, "none", Reach(12))) == 1


def test_a_document_without_sections_is_taken_whole_unless_it_allows_too_much():
    assert len(divide(document(CATS), "auto", Reach(10))) == 1
    topics = [f"{word} {word}s {word} {word} number {i % 10}." for word in ("apple", "river") for i in range(40)]
    parts = divide(document(tuple(topics)), "auto", Reach(100))
    assert 40 in [part.first for part in parts]
    assert parts[-1].last == 80
    assert sum(part.budget.size for part in parts if part.budget) == 100


def test_a_document_in_sections_is_the_product_of_its_sections():
    whole = explored(document(CATS, DOGS), budget=AtMost(12), sections="given").distribution
    alone = [explored(document(section), budget=AtMost(words)) for section, words in ((CATS, 7), (DOGS, 5))]
    # Either section may stay empty, but not both.
    parts = [Counter(dict(enumerate(space.distribution.counts))) + Counter([0]) for space in alone]
    expected = Counter({0: -1})
    for (a, m), (b, n) in product(*(part.items() for part in parts)):
        expected[a + b] += m * n
    assert {hits: count for hits, count in enumerate(whole.counts) if count} == +expected
    assert whole.extracts == expected.total()


def test_the_precision_of_a_document_in_sections_is_weighted_by_their_length():
    space = explored(document(CATS, DOGS), budget=Reach(12), sections="given", score="precision")
    means = [section.distribution.mean for section in space.explored]
    assert space.distribution.mean == pytest.approx(means[0] * 14 / 24 + means[1] * 10 / 24)


def test_what_two_sections_have_in_common_counts_twice():
    read = document(("A cat.",), ("A cat.",), references=("A cat.",))
    assert explored(read, budget=Reach(4), sections="given").distribution.max == 2.0


def test_documents_that_have_no_space_are_left_out_and_the_rest_is_explored():
    bare = example(CATS, references=(), name="bare")
    empty = Example("empty", (Text((Section(Passage(sentences=())),)),), (Reference("A", Passage("One.")),))
    results = list(explore_documents([bare, empty, example(CATS)], plan(budget=Reach(5))))
    assert results[:2] == [
        LeftOut("bare", "has no references to score extracts against"),
        LeftOut("empty", "has no sentences"),
    ]
    assert isinstance(results[2], DocumentSpace)


def test_a_plan_prints_what_decides():
    parts = str(plan(budget=Reach(9), sections="given", seed=3)).split(" | ")
    assert {"rouge-1", "recall", "profile:rouge155(stem)", "budget:reach(9)", "sections:given", "seed:3"} <= set(parts)


def test_f1_is_no_sum_over_sections():
    with pytest.raises(SettingError, match="F1 does not add up over sections"):
        plan(score="f1", sections="given")


def test_results_are_a_sequence_of_spaces_with_a_table_and_a_chart():
    spaces = Spaces(plan(budget=Reach(5)), explore_documents([example(CATS), example(DOGS, name="y")], plan()))
    assert [space.id for space in spaces] == ["x", "y"]
    assert spaces.frame()["extracts"].to_list() == [space.distribution.extracts for space in spaces]
    assert spaces.chart(1).to_dict()["title"]["text"].startswith("y: scores of ")
    assert "2" in repr(spaces)
    assert spaces._repr_html_().count("<tr") == 3


TOPICS = tuple(f"The {a} {b} saw {c} of {d}." for a, b, c, d in (
    ("red", "cat", "mice", "Rome"), ("old", "dog", "birds", "Paris"), ("shy", "cow", "frogs", "Oslo"),
    ("big", "hen", "foxes", "Bern"), ("sad", "owl", "bats", "Kiev"), ("wet", "pig", "cats", "Bonn"),
    ("odd", "emu", "dogs", "Lima"), ("hot", "yak", "cows", "Riga"), ("fat", "elk", "hens", "Baku"),
))  # fmt: skip
ABOUT = "The fat cat saw foxes and bats of Rome, Bern and Lima. A yak saw the old dog."


@pytest.mark.parametrize("score", ["recall", "f1"])
@pytest.mark.parametrize("budget", [Reach(14), AtMost(20), Exactly(3)])
def test_the_best_of_a_sampled_space_is_that_of_all_its_extracts(budget, score):
    read = document(TOPICS, references=(ABOUT,))
    exact = explored(read, budget=budget, score=score, engine="exhaustive")
    drawn = explored(read, budget=budget, score=score, engine="sampling")
    assert exact.max_bound == exact.distribution.max == pytest.approx(drawn.distribution.max)
    assert exact.max_proven
    assert drawn.max_proven
    assert not drawn.distribution.exact


def few_draws(monkeypatch):
    """Let the sampling engine see extracts without any hit alone."""
    from sumspace.space.engines import engine

    def draw(space, scoring, *_, **__):
        shares = np.eye(1, scoring.coverage.most + 1)[0]
        band = Band(np.zeros(len(shares)), np.ones(len(shares)), 95.0)
        return Distribution.estimated(shares, scoring.coverage.total, space.size, band)

    monkeypatch.setattr(engine, "sampling", draw)


def test_the_best_of_sampled_sections_is_the_sum_of_theirs(monkeypatch):
    few_draws(monkeypatch)
    read = document(TOPICS[:5], TOPICS[5:], references=(ABOUT,))
    for budget in (Reach(20), AtMost(26)):
        exact = explored(read, budget=budget, sections="given", engine="exhaustive").distribution
        drawn = explored(read, budget=budget, sections="given", engine="sampling")
        assert drawn.distribution.max == drawn.max_bound == exact.max
        assert drawn.max_proven


def test_a_score_below_the_best_extract_is_not_above_all(monkeypatch):
    few_draws(monkeypatch)
    read = document(TOPICS, references=(ABOUT,))
    exact = explored(read, budget=Reach(14), engine="exhaustive").distribution
    drawn = explored(read, budget=Reach(14), engine="sampling")
    rank = drawn.rank(exact.max)
    assert rank.above == 0
    assert rank.equal == pytest.approx(1 / exact.extracts)
    assert rank.nines == pytest.approx(log10(exact.extracts))
    assert rank.interval[0] <= exact.rank(exact.max).equal <= rank.interval[1]
    assert drawn.rank(exact.max + 0.01).nines == inf


def test_a_search_without_time_gives_a_bound_and_no_search_gives_none(monkeypatch):
    read = Document(next(sumspace.read("sample")), Profile())
    (references,) = read.references("all")

    def space(**choices):
        return explore_document(read, ROUGE_1, references, plan(budget=Reach(100), **choices))

    best = space().distribution.max
    hurried = space(engine="sampling", allowance=Allowance(time=1e-9))
    assert hurried.distribution.max <= best <= hurried.max_bound
    monkeypatch.setattr(tasks_space, "_SEARCHED", 10)
    for alone in (space(engine="sampling"), space(engine="sampling", score="precision")):
        assert alone.max_bound is None
        assert not alone.max_proven
        assert written_max(space_record(alone)).startswith("≥")
