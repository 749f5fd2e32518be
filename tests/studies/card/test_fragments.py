"""Extractive fragments as Grusky, Naaman & Artzi 2018 define them, and what follows from them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.studies.card.fragments import CopySource, fragment_lengths, likeness

WORDS = st.lists(st.integers(0, 4), max_size=30)


def plain_fragments(article, summary):
    """Figure 3 of the paper, line by line."""
    fragments = []
    i = j = 0
    while i < len(summary):
        fragment = []
        while j < len(article):
            if summary[i] == article[j]:
                k, m = i, j
                while k < len(summary) and m < len(article) and summary[k] == article[m]:
                    k, m = k + 1, m + 1
                if len(fragment) < k - i:
                    fragment = summary[i:k]
                j = m
            else:
                j += 1
        i, j = i + max(len(fragment), 1), 0
        if fragment:
            fragments.append(fragment)
    return fragments


def lengths(article, summary):
    return fragment_lengths(np.array(article, dtype=np.int64), np.array(summary, dtype=np.int64)).tolist()


@given(WORDS, WORDS)
def test_fragments_are_those_of_the_paper(article, summary):
    assert lengths(article, summary) == [len(fragment) for fragment in plain_fragments(article, summary)]


def test_reading_goes_on_behind_a_match_as_in_the_paper():
    """A longer match that begins inside another one is not seen: "a a b" in "a a a b" is two fragments, not one."""
    assert lengths([1, 1, 1, 2], [1, 1, 2]) == [2, 1]


def test_a_worked_example():
    source = CopySource(["The cat sat on the mat.", "It rained all day."])
    copying = source.compare(["It rained ALL day!", "The dog sat on the mat"])
    # Fragments: it rained all day the (5 words would need the sentences to be neighbours; "day the" is not there),
    # so: it rained all day | the | - | sat on the mat.
    assert copying.words == 10
    assert copying.coverage == pytest.approx((4 + 1 + 4) / 10)
    assert copying.density == pytest.approx((16 + 1 + 16) / 10)
    # dog; the dog, dog sat; the dog sat, dog sat on; the dog sat on, dog sat on the.
    assert copying.novelty == pytest.approx((1 / 10, 2 / 8, 2 / 6, 2 / 4))
    assert (copying.copied, copying.sentences, copying.is_extract) == (1, 2, False)


def test_runs_may_cross_sentences_of_the_document_but_novel_ngrams_do_not_cross_those_of_the_summary():
    source = CopySource(["one two", "three four"])
    copying = source.compare(["three four", "one two"])
    assert copying.density == 2
    assert copying.novelty == (0, 0, None, None)
    assert copying.is_extract
    assert source.compare(["One two three four."]).density == 4
    assert source.compare(["One two three four."]).is_extract


def test_an_empty_summary_has_no_coverage():
    copying = CopySource(["one two"]).compare(["...", ""])
    assert copying.coverage is None
    assert not copying.is_extract


@given(WORDS.filter(bool), WORDS.filter(bool))
def test_what_coverage_leaves_are_novel_words(article, summary):
    copying = CopySource([" ".join(map(str, article))]).compare([" ".join(map(str, summary))])
    assert copying.coverage + copying.novelty[0] == pytest.approx(1)
    assert copying.coverage <= copying.density <= len(summary)
    grams = [tuple(summary[i : i + 2]) for i in range(len(summary) - 1)]
    known = {tuple(article[i : i + 2]) for i in range(len(article) - 1)}
    expected = sum(gram not in known for gram in grams) / len(grams) if grams else None
    assert copying.novelty[1] == (expected if expected is None else pytest.approx(expected))


def test_likeness_is_the_share_of_common_bigrams():
    assert likeness([1, 2, 3, 4], [1, 2, 3, 5]) == pytest.approx(2 * 2 / 6)
    assert likeness([1], [1, 2]) == pytest.approx(2 / 3)


def test_the_beginning_of_a_document_is_found_whatever_its_sentences():
    source = CopySource(["One two.", "Three four."])
    assert source.begins_with(["one two three"])
    assert not source.begins_with(["two three"])
    assert not source.begins_with([])
