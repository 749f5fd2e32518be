"""A sentence is divided into clauses at marks and words; nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.text.clauses import split_clauses

WORDS = ["cats", "and", "because", "dogs,", "which", "(while", "ran;", "–", "x:", "slept,", "who", "that", "\xa0", "…"]


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("It rained all day.", ["It rained all day."]),
        ("It rained all day; the river rose fast.", ["It rained all day;", "the river rose fast."]),
        ("It rained all day, and the river rose.", ["It rained all day,", "and the river rose."]),
        ("Cats, dogs and birds came to the house.", ["Cats, dogs and birds came to the house."]),
        ("The road was closed because it had flooded.", ["The road was closed", "because it had flooded."]),
        ("He said: no, which helps.", ["He said: no, which helps."]),  # no clause of two words
        ('"It is late," which she said twice, was all.', ['"It is late,"', "which she said twice, was all."]),
        ("They came – all three of them – far too late.", ["They came –", "all three of them –", "far too late."]),
    ],
)
def test_where_clauses_begin(sentence, clauses):
    assert list(split_clauses(sentence)) == clauses


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
def test_clauses_hold_the_words_of_the_sentence_three_at_least_and_are_not_divided_again(sentence):
    clauses = split_clauses(sentence)
    assert " ".join(clauses).split(" ") == sentence.split(" ")
    assert len(clauses) == 1 or all(len(clause.split(" ")) >= 3 for clause in clauses)
    assert all(split_clauses(clause) == (clause,) for clause in clauses)
