"""The search as it is stated in whole numbers: its choices make exactly the extracts of the space."""

import random
from itertools import product

import numpy as np
import pytest

import brute_force
from oracle import plain
from sumspace.oracle.problem import Weights, state
from sumspace.space.budget import AtMost, Exactly, Reach, UpTo, Within

DOCUMENT = plain.letters("abb", "zz", "a", "cab")
REFERENCES = [plain.letters("ab", "b"), plain.letters("bc")]


def sets_of(problem):
    """List every set of choices with an allowed cost, at most one choice a sentence, and the cut one where needed."""
    options = [(None, *range(a, b)) for a, b in zip(problem.first[:-1], problem.first[1:], strict=True)]
    for picked in product(*options):
        choices = [choice for choice in picked if choice is not None]
        cuts = sum(choice not in problem.first[:-1] for choice in choices)
        if problem.low <= problem.costs[choices].sum() <= problem.high and cuts == problem.cut:
            yield choices


def test_a_choice_is_a_sentence_that_fits():
    problem = state(*plain.stated(DOCUMENT, REFERENCES, Within(2, 1)))
    assert problem.sentences.tolist() == [0, 1, 2, 3]
    assert problem.costs.tolist() == problem.words.tolist() == [3, 2, 1, 3]
    assert (problem.low, problem.high, problem.cut) == (1, 3, False)
    problem = state(*plain.stated(DOCUMENT, REFERENCES, Within(1, 1)))
    assert problem.sentences.tolist() == [1, 2]


@pytest.mark.parametrize("budget", [AtMost(4), UpTo(2)])
def test_sentences_without_any_unit_of_a_reference_are_left_out_where_nothing_has_to_be_filled(budget):
    assert state(*plain.stated(DOCUMENT, REFERENCES, budget)).sentences.tolist() == [0, 2, 3]


def test_a_sentence_counts_if_it_holds_a_unit_of_any_measure():
    """ "a" has no bigram at all, but a unigram."""
    assert state(*plain.stated(DOCUMENT, REFERENCES, AtMost(4), ["rouge-2"])).sentences.tolist() == [0, 3]
    both = state(*plain.stated(DOCUMENT, REFERENCES, AtMost(4), ["rouge-2", "rouge-1"]))
    assert both.sentences.tolist() == [0, 2, 3]


def test_where_the_last_sentence_is_cut_its_first_words_are_choices_too():
    problem = state(*plain.stated(plain.letters("abb", "c"), REFERENCES, Reach(2)))
    assert problem.first.tolist() == [0, 3, 5]
    assert problem.words.tolist() == [3, 1, 2, 1, 1]


def test_what_units_give_falls_with_every_occurrence():
    """b is held twice by the first reference and once by the second: 2 for the first occurrence, 1 for the second."""
    problem = state(*plain.stated(DOCUMENT, REFERENCES, Exactly(1)))
    assert problem.value([0]) == 1 + 2 + 1
    assert problem.value([2]) == 1
    assert problem.value([0, 3]) == 1 + 2 + 1 + 1


def test_weights_count_hits_and_take_units_off():
    problem = state(*plain.stated(DOCUMENT, REFERENCES, Exactly(2), ["rouge-1", "rouge-2"]))
    assert problem.hits([0, 3]) == [5, 1]
    assert problem.size([0, 3]) == [6, 4]
    assert problem.weighted([Weights(3), Weights(10)]).value([0, 3]) == 3 * 5 + 10 * 1
    assert problem.weighted([Weights(3, 1), Weights(10, 2)]).value([0, 3]) == 3 * 5 - 6 + 10 * 1 - 2 * 4


def test_sets_of_choices_are_the_extracts_of_the_space():
    """Each stands for one extract and has its hits and its number of units."""
    rng = random.Random(4)
    for _ in range(150):
        document, references, budget = brute_force.random_case(rng, sentences=4)
        measure = rng.choice(plain.MEASURES)
        space, (scoring,) = plain.stated(document, references, budget, [measure])
        if space.is_whole or isinstance(budget, AtMost | UpTo):
            continue
        problem = state(space, [scoring])
        extracts = []
        for choices in sets_of(problem):
            extract = problem.extract(rng.sample(choices, len(choices)))
            extracts.append(extract)
            assert problem.hits(choices) == [scoring.coverage.hits(extract.sentences, extract.words)]
            assert problem.size(choices) == [scoring.coverage.size(extract.sentences, extract.words)]
        lengths = list(map(len, document))
        expected = [
            ((*chosen, last), words if words < lengths[last] else None) if last is not None else (chosen, None)
            for chosen, last, words in brute_force.extracts(lengths, budget)
        ]
        assert sorted((e.sentences, e.words or 0) for e in extracts) == sorted((s, w or 0) for s, w in expected)
        assert len(extracts) == space.size


def test_a_document_without_sentences_has_no_choices():
    problem = state(*plain.stated([], REFERENCES, Within(1, 1)))
    assert len(problem.costs) == 0
    assert problem.first.tolist() == [0]
    assert np.all(problem.held(()) == 0)
