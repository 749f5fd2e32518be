"""Sets that diagrams stand for: counted, listed, numbered, drawn and looked through, all in agreement."""

import random
from collections import Counter
from itertools import islice, pairwise
from math import comb

import pytest
from scipy.stats import chisquare

from oracle import plain
from sumspace.oracle.diagram import Diagram, Sets
from sumspace.oracle.oracles import find_by_branch_and_bound, find_oracles
from sumspace.oracle.problem import state
from sumspace.oracle.search import TargetSearch
from sumspace.space.budget import AtMost, Exactly, Extract, Reach


def find(document, reference, budget):
    return find_oracles(*plain.stated_letters(document, reference, budget))


def test_the_diagram_of_set_set():
    diagram = Diagram.of_set((4, 2))
    assert (diagram.count, list(diagram.sets()), diagram.pick([0]), diagram.best()) == (1, [(4, 2)], [(4, 2)], (4, 2))
    shares = diagram.shares(6, 3)
    assert shares.shape == (4, 6)
    assert shares.sum() == shares[2, [2, 4]].sum() == 2


def test_every_set_is_listed_once_and_has_its_number(cases):
    for case in cases[:800]:
        result = find_oracles(*case.stated)
        if result is None:
            continue
        listed = list(result.extracts())
        assert len(set(listed)) == len(listed) == result.count
        assert [result.sets[number] for number in range(result.count)] == listed
        with pytest.raises(IndexError):
            result.sets[result.count]


def test_the_best_set_of_a_diagram_has_its_highest_value(cases):
    """A target below the best lets sets of several values in."""
    several = 0
    for case in cases[:300]:
        if case.score == "f1" or not case.oracles or case.space.is_whole:
            continue
        problem = state(*case.stated)
        for diagram in TargetSearch(problem).reaching(1):
            values = {problem.value(choices) for choices in diagram.sets()}
            assert problem.value(diagram.best()) == max(values)
            assert min(values) >= 1
            several += len(values) > 1
    assert several > 50


@pytest.mark.usefixtures("splits")
def test_diagrams_of_set_search_share_no_set(cases):
    split = 0
    for case in cases[:300]:
        if case.score == "f1" or not case.oracles or case.space.is_whole:
            continue
        problem = state(*case.stated)
        diagrams = list(TargetSearch(problem).reaching(1))
        listed = [problem.extract(choices) for diagram in diagrams for choices in diagram.sets()]
        assert len(set(listed)) == len(listed)
        split += len(diagrams) > 1
    assert split > 30


def test_draws_are_oracles_and_each_is_as_likely_as_any_other():
    result = find(["ab", "b", "a", "ba", "aab", "bz"], ["aabb"], AtMost(5))
    oracles = list(result.extracts())
    assert len(oracles) > 5
    draws = result.draw(400 * len(oracles), seed=7)
    times = Counter(draws)
    assert set(times) == set(oracles)
    assert chisquare([times[oracle] for oracle in oracles]).pvalue > 0.001
    assert draws == result.draw(400 * len(oracles), seed=7) != result.draw(400 * len(oracles), seed=8)


@pytest.mark.usefixtures("splits")
def test_several_diagrams_are_as_one():
    """Draws are uniform, and shares are weighed by how many sets a diagram has."""
    stated = plain.stated_letters(["ab", "b", "a", "ba", "aab", "bz", "b"], ["aabb"], AtMost(5))
    result, expected = find_oracles(*stated), find_by_branch_and_bound(*stated)
    assert len({diagram.count for diagram in result.sets.diagrams}) > 1
    assert result.sets.shares.ravel().tolist() == pytest.approx(expected.sets.shares.ravel().tolist())
    times = Counter(result.draw(400 * result.count, seed=7))
    assert chisquare([times[oracle] for oracle in result.extracts()]).pvalue > 0.001


def test_draws_from_very_many_are_uniform():
    """Of 1,000 sentences "a", any 20: each is drawn as often as any other, and so is each pair of neighbours."""
    result = find(["a"] * 1000, ["a" * 20], AtMost(20))
    assert result.count == comb(1000, 20)
    draws = result.draw(2000, seed=1)
    assert len(set(draws)) == len(draws)
    times = Counter(sentence for draw in draws for sentence in draw.sentences)
    # without replacement within a draw: the statistic is smaller by (1000 − 20) / 999
    assert chisquare([times[sentence] for sentence in range(1000)]).pvalue > 0.001
    neighbours = sum(b == a + 1 for draw in draws for a, b in pairwise(draw.sentences))
    assert neighbours == pytest.approx(2000 * 19 * 20 / 1000, rel=0.2)


def test_listing_begins_at_once_however_many_there_are():
    result = find(["ab", "ba"] * 1000, ["ab" * 30], Exactly(30))
    assert result.count == comb(2000, 30) > 10**60
    assert len(set(islice(result.extracts(), 1000))) == 1000


def test_counts_beyond_machine_numbers_are_exact():
    """Where the diagram branches by kinds, the count is a sum of products of large numbers."""
    result = find(["ab"] * 300 + ["cd"] * 300, ["ab" * 15 + "cd" * 15], AtMost(60))
    assert result.count == comb(300, 15) ** 2


def test_extracts_are_in_the_order_of_sentences_and_the_cut_one_is_last():
    problem = state(*plain.stated_letters(["abc", "de", "f"], ["af"], Reach(4)))
    assert problem.first.tolist() == [0, 4, 7, 9]
    assert problem.extract([7, 2, 4][:0]) == Extract(())
    assert problem.extract([7, 0]) == Extract((0, 2))
    assert problem.extract([7, 1, 4]) == Extract((1, 2, 0), 1)
    assert problem.extract([3, 7]) == Extract((2, 0))


def test_sets_of_many_small_diagrams_are_as_those_of_set():
    result = find(["ab", "b", "a", "ba", "aab", "bz"], ["aabb"], AtMost(5))
    choices = [set_ for diagram in result.sets.diagrams for set_ in diagram.sets()]
    random.Random(1).shuffle(choices)
    sets = Sets(result.sets.problem, tuple(map(Diagram.of_set, choices)), 6)
    assert sets.count == result.count
    assert plain.ordered(sets) == plain.ordered(result.extracts())
    assert sets.shares.ravel().tolist() == pytest.approx(result.sets.shares.ravel().tolist())
