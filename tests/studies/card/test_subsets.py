"""Rankings by subsets of the references."""

from itertools import chain, combinations
from types import SimpleNamespace

import pytest

from sumspace.measures.measure import parse_measure
from sumspace.studies.card.subsets import ALL_SUBSETS, DRAWN, rank_by_subsets, subsets_of

ROUGE = parse_measure("rouge-1")


def document(scores, systems="abc", references=2):
    """A document whose systems score so by each subset."""
    named = tuple(SimpleNamespace(name=name) for name in systems)
    return SimpleNamespace(systems=named, references=(None,) * references, ranked={ROUGE: scores})


def test_all_subsets_of_a_few_references_are_looked_at():
    everything = chain.from_iterable(combinations(range(4), size) for size in range(1, 5))
    assert sorted(subsets_of(4)) == sorted(everything)
    assert subsets_of(4)[-1] == (0, 1, 2, 3)


def test_of_many_references_some_subsets_of_each_size_are_drawn_and_the_seed_decides_which():
    drawn = subsets_of(ALL_SUBSETS + 4, 1)
    sizes = [len(subset) for subset in drawn]
    assert sizes == sorted(sizes)
    assert sizes.count(6) == DRAWN == len({subset for subset in drawn if len(subset) == 6})
    assert sizes.count(1) == ALL_SUBSETS + 4
    assert drawn == subsets_of(ALL_SUBSETS + 4, 1) != subsets_of(ALL_SUBSETS + 4, 2)
    assert drawn[-1] == tuple(range(ALL_SUBSETS + 4))


def test_kendalls_tau_of_a_worked_example():
    # By both references: a 0.5, b 0.4, c 0.2. By the first a, c, b: one of three pairs is the other way round, so that
    # tau is (2 - 1) / 3. By the second b, a, c: the same, and another winner.
    documents = [
        document([[0.6, 0.1, 0.3], [0.4, 0.6, 0.1], [0.6, 0.4, 0.2]]),
        document([[0.6, 0.3, 0.3], [0.4, 0.6, 0.1], [0.4, 0.4, 0.2]]),
    ]
    single, both = rank_by_subsets(documents, ROUGE)
    assert (single.references, single.size, single.documents, single.systems, single.subsets) == (2, 1, 2, 3, 2)
    assert single.tau == pytest.approx(1 / 3)
    assert single.lowest == pytest.approx(1 / 3)
    assert single.highest == pytest.approx(1 / 3)
    assert single.changes == 1
    assert (both.size, both.subsets, both.tau, both.changes) == (2, 1, 1.0, 0)


def test_documents_with_other_numbers_of_references_are_apart_and_incomplete_ones_are_skipped():
    three = [[0.1, 0.2], [0.3, 0.2], [0.1, 0.2], [0.2, 0.3], [0.2, 0.3], [0.2, 0.3], [0.2, 0.3]]
    documents = [
        document([[0.1, 0.2], [0.3, 0.2], [0.2, 0.3]], "ab"),
        document([[0.1, 0.2], [0.3, 0.2], [0.2, 0.3]], "ab"),
        document([[0.9, 0.2], [0.9, 0.2], [0.9, 0.3]], "ac"),
        document(three, "ab", 3),
    ]
    rankings = rank_by_subsets(documents, ROUGE)
    assert [(r.references, r.size, r.documents) for r in rankings] == [
        (2, 1, 2),
        (2, 2, 2),
        (3, 1, 1),
        (3, 2, 1),
        (3, 3, 1),
    ]
    assert rankings[0].tau == 0  # one subset keeps the order, the other turns it round
    assert rankings[0].changes == 1
    assert rankings[2].resampled is None  # of one document there is no other sample


def test_one_system_has_no_ranking():
    assert rank_by_subsets([document([[0.1], [0.2], [0.3]], "a")], ROUGE) == []
