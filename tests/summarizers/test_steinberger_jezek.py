"""Steinberger & Ježek by numpy's decomposition, by hand, and against sumy."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.lsa import LsaSummarizer

from summarizers.documents import Numbers
from summarizers.lsa import FREQUENCY, SENTENCES, decompose
from sumspace.document import Article
from sumspace.errors import SettingError
from sumspace.summarizers.steinberger_jezek import SteinbergerJezek
from sumspace.text.topics import BOOLEAN


@given(SENTENCES, st.sampled_from([0, 0.5, 0.8, 1]))
def test_steinberger_jezek_measures_lengths_in_the_important_topics(sentences, least):
    values, right = decompose(sentences, FREQUENCY)
    assume(all(abs(value - least * values[0]) > 1e-6 for value in values[1:]))
    kept = [k for k, value in enumerate(values) if value >= least * values[0] - 1e-9]
    expected = [sum((values[k] ** 2 * right[k][i]) ** 2 for k in kept) ** 0.5 for i in range(len(sentences))]
    assert SteinbergerJezek(FREQUENCY, least).score(Article(sentences)).tolist() == pytest.approx(expected, abs=1e-7)


@given(SENTENCES)
def test_with_all_topics_steinberger_jezek_sums_squared_products_with_all_sentences(sentences):
    # The rows of Σ²V are those of AᵀA turned, so that they are as long.
    sets = [set(sentence) for sentence in sentences]
    expected = [sum(len(words & others) ** 2 for others in sets) ** 0.5 for words in sets]
    assert SteinbergerJezek(BOOLEAN, least=0).score(Article(sentences)).tolist() == pytest.approx(expected, abs=1e-9)


def test_steinberger_jezek_by_hand():
    # σ² = 9, 4 and 1, each topic of sentences alike: lengths 9/√3, 4/√2 and 1; the last topic is below one half.
    sentences = [[1, 2, 3]] * 3 + [[4, 5]] * 2 + [[6]]
    assert SteinbergerJezek(BOOLEAN).score(Article(sentences)).tolist() == pytest.approx(
        [27**0.5] * 3 + [8**0.5] * 2 + [0]
    )
    assert SteinbergerJezek(BOOLEAN, least=0.3).score(Article(sentences))[-1] == pytest.approx(1)
    assert SteinbergerJezek(BOOLEAN, least=1 / 3).score(Article(sentences))[-1] == pytest.approx(1)


@given(SENTENCES.filter(all))
def test_sumy_finds_the_same_lengths_where_it_is_given_the_same_weights(sentences):
    # sumy smooths the matrix and weighs topics by Σ; its counts and its lengths are compared, given all topics and Σ².
    words = [" ".join(f"w{token}" for token in sentence) for sentence in sentences]
    document = ObjectDocumentModel([Paragraph([Sentence(text, Numbers()) for text in words])])
    sumy = LsaSummarizer()
    dictionary = sumy._create_dictionary(document)
    assume(len(dictionary) >= len(sentences))
    counts = sumy._create_matrix(document, dictionary)
    _, values, right = np.linalg.svd(counts, full_matrices=False)
    expected = sumy._compute_ranks(values**2, right)
    assert SteinbergerJezek(FREQUENCY, least=0).score(Article(sentences)).tolist() == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("least", [1.1, -0.1])
def test_shares_outside_0_to_1_are_refused(least):
    with pytest.raises(SettingError, match=f"must be between 0 and 1, not {least}"):
        SteinbergerJezek(least=least)
