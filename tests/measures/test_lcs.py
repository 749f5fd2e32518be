"""The longest common subsequence, by hand, through its definition, and against ROUGE's."""

from functools import cache
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from content import H1, H2, PLAIN, TEXT, score_of, words
from sumspace.measures import kernels
from sumspace.measures.lcs import Lcs
from sumspace.measures.measure import parse_measure
from sumspace.text.limit import Limit
from sumspace.text.profile import Profile

SEQUENCE = st.lists(st.integers(0, 3), max_size=8)


def distance(one, other):
    tokens = np.array([*one, *other], dtype=np.int32)
    bounds = np.cumsum([0, len(one), len(other)])
    return int(kernels.edit_distances(tokens, bounds, np.array([0]), np.array([1]))[0])


def edits(one, other):
    """The edit distance as it is defined: what takes the fewest single insertions and deletions."""

    @cache
    def fewest(i, j):
        if i == len(one) or j == len(other):
            return len(one) - i + len(other) - j
        steps = [1 + fewest(i + 1, j), 1 + fewest(i, j + 1)]
        return min([*steps, fewest(i + 1, j + 1)] if one[i] == other[j] else steps)

    return fewest(0, 0)


@given(SEQUENCE, SEQUENCE)
def test_the_edit_distance_is_the_fewest_insertions_and_deletions(one, other):
    assert distance(one, other) == edits(one, other) == distance(other, one)


def test_the_distances_of_many_texts_do_not_mix():
    texts = [[1, 2, 3], [], [2, 1, 3, 1], [3]]
    tokens, bounds = np.array([*chain(*texts)], dtype=np.int32), np.cumsum([0, *map(len, texts)])
    firsts, seconds = (np.array(side) for side in zip(*[(i, j) for i in range(4) for j in range(4)], strict=True))
    found = kernels.edit_distances(tokens, bounds, firsts, seconds)
    assert found.tolist() == [edits(one, other) for one in texts for other in texts]


def test_the_headlines_by_hand():
    # The – Czech (or president, or visit) – Slovakia; ten edits turn one headline into the other.
    assert distance([0, 1, 2, 0, 3, 2, 0, 4, 5, 6, 7], [0, 4, 3, 8, 7]) == 11 + 5 - 2 * 3
    assert score_of("lcs(words)", H2, [H1]) == pytest.approx((3 / 11, 3 / 5, 3 / 8))
    assert score_of("lcs(stems)", H2, [H1]) == pytest.approx((3 / 11, 3 / 5, 3 / 8))
    assert score_of("lcs", "A president visits", ["presidents visited"])[0] == 0
    assert score_of("lcs(stems)", "A president visits", ["presidents visited"])[0] == 1


@given(TEXT, TEXT)
def test_it_is_the_length_of_the_longest_subsequence_of_both(one, other):
    short, long = sorted((words(one)[:9], words(other)), key=len)
    subsequences = (part for n in range(len(short), -1, -1) for part in combinations(short, n))
    longest = len(next(part for part in subsequences if _is_in(part, long)))
    recall, precision, _ = score_of("lcs", " ".join(words(one)[:9]), [other])
    assert recall == (longest / len(words(other)) if words(other) else 0)
    assert precision == (longest / len(words(one)[:9]) if words(one) else 0)


def _is_in(part, sequence):
    left = iter(sequence)
    return all(word in left for word in part)


@given(TEXT, st.lists(TEXT, min_size=1, max_size=3), st.sampled_from("ABF"), st.sampled_from([0.5, 0.2]))
def test_it_agrees_with_rouge_at_sentence_level(summary, references, formula, alpha):
    settings = {"profile": Profile("rouge-score"), "formula": formula, "alpha": alpha}
    found = score_of("lcs", summary, references, **settings)
    assert found == pytest.approx(score_of("rouge-lsent", summary, references, **settings))


def test_a_limit_cuts_first():
    assert score_of("lcs", ["cat dog", "sun"], ["dog sun"], limit=Limit(2))[:2] == (1 / 2, 1 / 2)


def test_several_references_are_pooled_or_chosen_from():
    references = ["cat dog sun sky", "cat"]
    summary = "cat dog sky"
    assert score_of("lcs", summary, references, formula="A")[:2] == ((3 + 1) / (4 + 1), (3 + 1) / (3 + 3))
    assert score_of("lcs", summary, references, formula="B") == pytest.approx((1, 1 / 3, 1 / 2))
    assert score_of("lcs", summary, references, formula="F") == pytest.approx((3 / 4, 1, 6 / 7))


def test_the_document_stands_in_for_references():
    document = ["The visit was short.", "The president went to Slovakia."]
    assert score_of("lcs(text)", H2, [H1], document) == score_of("lcs", H2, [document])
    assert score_of("lcs(stems,text)", H2, [H1], document)[0] == 3 / 9


def test_names_parse_and_print():
    assert parse_measure("lcs( text, words )") == Lcs("words", "text")
    assert str(Lcs("words", "text")) == "lcs(words,text)"
    assert parse_measure("lcs(words)") != parse_measure("lcs")
    assert score_of("lcs(words)", H2, [H1], profile=PLAIN) == score_of("lcs(words)", H2, [H1], profile=Profile())
