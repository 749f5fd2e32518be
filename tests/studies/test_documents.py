from collections import Counter
from itertools import product

import pytest
from sumspace.studies.documents import prepare

from sumspace.corpus.model import Example, Reference, Section, Summary, Text
from sumspace.measures.measure import parse_measure
from sumspace.space.budget import AtMost, Exactly, Reach
from sumspace.tasks.rank import RankedDocument, rank_documents, rank_systems
from sumspace.tasks.space import DocumentSpace, SpacePlan, explore_document, explore_documents
from sumspace.tasks.systems import candidates, score_candidates
from sumspace.tasks.task import LeftOut
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

CATS = ("The cat sat on the mat.", "Cats like a warm mat.", "Mats are flat.")
DOGS = ("A dog ran far away.", "Dogs bark at a cat.")


def example(*sections, references=("The cat sat. A dog ran.",), systems=None, name="x"):
    document = Text(tuple(Section(Passage(sentences=section)) for section in sections))
    bodies = tuple(Reference(chr(65 + i), Passage(text)) for i, text in enumerate(references))
    return Example(name, (document,), bodies, systems or {})


def plan(**choices):
    return SpacePlan(**{"measures": (parse_measure("rouge-1"),), "jobs": 1, **choices})


def test_references_together_and_one_by_one():
    prepared = prepare(example(CATS, references=("One two three.", "One two three four five.")), Profile())
    (together,) = prepared.references("all")
    assert (together.id, together.length) == ("all", 4)
    assert [(one.id, one.length) for one in prepared.references("each")] == [("A", 3), ("B", 5)]


def test_sections_get_words_in_proportion_to_their_length():
    prepared = prepare(example(CATS, DOGS), Profile())
    parts = prepared.parts("given", Reach(12))
    assert [(part.first, part.last) for part in parts] == [(0, 3), (3, 5)]
    assert [part.budget for part in parts] == [Reach(7), Reach(5)]  # 14 and 10 words
    assert [part.budget for part in prepared.parts("given", Exactly(2))] == [Exactly(1), Exactly(1)]
    assert len(prepared.parts("none", Reach(12))) == 1


def test_a_document_without_sections_is_taken_whole_unless_it_allows_too_much():
    assert len(prepare(example(CATS), Profile()).parts("auto", Reach(10))) == 1
    topics = [f"{word} {word}s {word} {word} number {i % 10}." for word in ("apple", "river") for i in range(40)]
    parts = prepare(example(tuple(topics)), Profile()).parts("auto", Reach(100))
    assert 40 in [part.first for part in parts]
    assert parts[-1].last == 80
    assert sum(part.budget.size for part in parts if part.budget) == 100


def test_a_document_in_sections_is_the_product_of_its_sections():
    prepared = prepare(example(CATS, DOGS), Profile())
    (references,) = prepared.references("all")
    found = explore_document(prepared, parse_measure("rouge-1"), references, plan(budget=AtMost(12), sections="given"))
    alone = [
        explore_document(
            prepare(example(section), Profile()), parse_measure("rouge-1"), references, plan(budget=budget)
        )
        for section, budget in ((CATS, AtMost(7)), (DOGS, AtMost(5)))
    ]
    # Either section may stay empty, but not both.
    parts = [Counter(dict(enumerate(part.distribution.counts))) + Counter([0]) for part in alone]
    expected = Counter({0: -1})
    for (a, m), (b, n) in product(*(part.items() for part in parts)):
        expected[a + b] += m * n
    assert {hits: count for hits, count in enumerate(found.distribution.counts) if count} == +expected
    assert found.distribution.extracts == expected.total()


def test_the_precision_of_a_document_in_sections_is_weighted_by_their_length():
    prepared = prepare(example(CATS, DOGS), Profile())
    (references,) = prepared.references("all")
    choices = plan(budget=Reach(12), sections="given", score="precision")
    found = explore_document(prepared, parse_measure("rouge-1"), references, choices)
    means = [explored.distribution.mean for explored in found.explored]
    assert found.distribution.mean == pytest.approx(means[0] * 14 / 24 + means[1] * 10 / 24)


def test_systems_score_in_sections_as_extracts_do():
    systems = {
        "taken": Summary(Passage("The cat sat on the mat. Mats A dog ran far away.")),
        "cut": Summary(extract=(0, 3)),
    }
    prepared = prepare(example(CATS, DOGS, systems=systems), Profile())
    (references,) = prepared.references("all")
    choices = plan(budget=Reach(12), sections="given")
    space = explore_document(prepared, parse_measure("rouge-1"), references, choices)
    scored = score_candidates(
        prepared, list(candidates(prepared, space.parts, choices)), space.parts, references, choices
    )
    score = {one.system: one.score for one in scored}
    # Lead takes 7 words of the first section and 5 of the second: the cat sat | a dog ran.
    assert score["lead"] == 6 / 6
    assert score["taken"] == 6 / 6
    for one in scored:
        assert space.distribution.rank(one.score).equal > 0 or one.system == "cut"


def test_what_two_sections_have_in_common_counts_twice():
    prepared = prepare(example(("A cat.",), ("A cat.",), references=("A cat.",)), Profile())
    (references,) = prepared.references("all")
    space = explore_document(prepared, parse_measure("rouge-1"), references, plan(budget=Reach(4), sections="given"))
    assert space.distribution.max == 2.0


def test_documents_that_have_no_space_are_left_out_and_the_rest_is_explored():
    bare = example(CATS, references=(), name="bare")
    empty = Example("empty", (Text((Section(Passage(sentences=())),)),), (Reference("A", Passage("One.")),))
    found = list(explore_documents([bare, empty, example(CATS)], plan(budget=Reach(5))))
    assert found[:2] == [
        LeftOut("bare", "has no references to score extracts against"),
        LeftOut("empty", "has no sentences"),
    ]
    assert isinstance(found[2], DocumentSpace)


def test_a_system_is_ranked_over_the_documents_that_it_has():
    one = example(CATS, name="1", systems={"some": Summary(Passage("The cat sat.")), "all": Summary(Passage("A dog."))})
    two = example(CATS, name="2", systems={"all": Summary(Passage("A dog."))})
    documents = [d for d in rank_documents([one, two], plan(budget=Reach(5))) if isinstance(d, RankedDocument)]
    ranks = {rank.system: rank for rank in rank_systems(documents)}
    assert (ranks["some"].documents, ranks["all"].documents) == (1, 2)
    alone = documents[0].space.distribution
    assert ranks["some"].rank.below == pytest.approx(alone.rank(ranks["some"].score).below)
