"""Summarizers by LSA: by hand, by numpy's decomposition, and what sumy computes."""

from heapq import nlargest
from itertools import islice, pairwise, permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.lsa import LsaSummarizer

from sumspace.errors import SettingError
from sumspace.summarizers import murray
from sumspace.document import Article
from sumspace.summarizers.gong_liu import GongLiu
from sumspace.summarizers.murray import Murray
from sumspace.summarizers.steinberger_jezek import SteinbergerJezek
from sumspace.summarizers.yeh import Yeh
from sumspace.text.topics import BOOLEAN, Weighting, term_matrix

SENTENCES = st.lists(st.lists(st.integers(0, 12), max_size=7), min_size=1, max_size=8)
ALL = [GongLiu(), Murray(), SteinbergerJezek(), Yeh()]
FREQUENCY = Weighting("fq", "nw")


def decompose(sentences, weighting):
    """Singular values that are not 0, and the right vectors as rows, with a positive sum; all must be different."""
    _, values, right = np.linalg.svd(term_matrix(sentences, weighting)[1], full_matrices=False)
    values, right = values[values > 1e-5], right[values > 1e-5]
    assume(all(a - b > 1e-3 for a, b in pairwise(values)))
    sums = right.sum(axis=1)
    assume((np.abs(sums) > 1e-3).all())
    return values, right * np.sign(sums)[:, None]


def take(turns, right, sentences):
    """Give each topic in its turn the best sentence that is left, of those with words."""
    left = [i for i, sentence in enumerate(sentences) if sentence]
    for topic in turns:
        if not left:
            break
        best = max(left, key=lambda i: (round(float(right[topic][i]), 9), -i))
        left.remove(best)
        yield best
    yield from (i for i, sentence in enumerate(sentences) if not sentence)


@given(SENTENCES, st.sampled_from([Weighting("bi", "nw"), FREQUENCY, Weighting("lo", "en")]))
def test_gong_liu_takes_the_best_sentence_of_each_topic(sentences, weighting):
    values, right = decompose(sentences, weighting)
    expected = list(take(list(range(len(values))) * len(sentences), right, sentences))
    assert GongLiu(weighting).rank(Article(sentences)) == expected


@given(SENTENCES)
def test_murray_takes_sentences_by_the_shares_of_topics(sentences):
    values, right = decompose(sentences, FREQUENCY)
    quotients = [(value / (2 * s + 1), -k) for k, value in enumerate(values) for s in range(len(sentences))]
    turns = [-k for _, k in nlargest(len(sentences), quotients)]
    assert Murray(FREQUENCY).rank(Article(sentences)) == list(take(turns, right, sentences))


def test_gong_liu_by_hand():
    # Topics: 1 2 (σ² = 4), 3 4 5 (σ² = 3), 6 (σ² = 1); then the first one again.
    assert GongLiu().rank(Article([[6], [1, 2], [3, 4, 5], [2, 1]])) == [1, 2, 0, 3]


def test_murray_by_hand():
    # Singular values 4, 3 and 1, turns by 4, 3, 4/3, 1, 1, 4/5, 3/5 and 4/7: the last topic is the fifth to have one.
    sentences = [[9], *[[1, 2, 3, 4]] * 4, *[[5, 6, 7]] * 3]
    assert Murray().rank(Article(sentences)) == [1, 5, 2, 6, 0, 3, 7, 4]
    # Where each has its turn it is the third, and comes to one that has nothing to do with it.
    assert GongLiu().rank(Article(sentences)) == [1, 5, 0, 2, 6, 3, 4, 7]


def test_turns_follow_votes_at_every_length():
    votes = np.array([5.0, 3.0, 2.0])
    turns = list(islice(murray._seats(votes), 1000))
    for many in (10, 100, 1000):
        assert [turns[:many].count(k) for k in range(3)] == [many // 2, many * 3 // 10, many // 5]
    for many in range(1, 60):
        seats = np.array([turns[:many].count(k) for k in range(3)])
        assert (np.abs(seats - many * votes / 10) < 1).all()


def test_equal_topics_take_turns_from_the_first():
    assert list(islice(murray._seats(np.array([1.0, 1.0 + 1e-12, 1.0])), 6)) == [0, 1, 2, 0, 1, 2]
    assert Murray().rank(Article([[1, 2], [3, 4], [5, 6]])) == [0, 1, 2]
    assert GongLiu().rank(Article([[1, 2], [3, 4], [5, 6]])) == [0, 1, 2]


@given(SENTENCES, st.sampled_from([0, 0.5, 0.8, 1]))
def test_steinberger_jezek_measures_lengths_in_the_important_topics(sentences, least):
    values, right = decompose(sentences, FREQUENCY)
    assume(all(abs(value - least * values[0]) > 1e-6 for value in values[1:]))
    kept = [k for k, value in enumerate(values) if value >= least * values[0] - 1e-9]
    expected = [sum((values[k] ** 2 * right[k][i]) ** 2 for k in kept) ** 0.5 for i in range(len(sentences))]
    assert SteinbergerJezek(FREQUENCY, least).score(sentences).tolist() == pytest.approx(expected, abs=1e-7)


@given(SENTENCES)
def test_with_all_topics_steinberger_jezek_sums_squared_products_with_all_sentences(sentences):
    # The rows of Σ²V are those of AᵀA turned, so that they are as long.
    expected = [
        sum(len(set(one) & set(other)) ** 2 for other in sentences) ** 0.5 for one in sentences
    ]  # fmt: skip
    assert SteinbergerJezek(BOOLEAN, least=0).score(sentences).tolist() == pytest.approx(expected, abs=1e-9)


def test_steinberger_jezek_by_hand():
    # σ² = 9, 4 and 1, each topic of sentences alike: lengths 9/√3, 4/√2 and 1; the last topic is below one half.
    sentences = [[1, 2, 3]] * 3 + [[4, 5]] * 2 + [[6]]
    assert SteinbergerJezek(BOOLEAN).score(sentences).tolist() == pytest.approx([27**0.5] * 3 + [8**0.5] * 2 + [0])
    assert SteinbergerJezek(BOOLEAN, least=0.3).score(sentences)[-1] == pytest.approx(1)
    assert SteinbergerJezek(BOOLEAN, least=1 / 3).score(sentences)[-1] == pytest.approx(1)


class Words:
    """What sumy asks of a tokenizer."""

    def to_words(self, text):
        return tuple(text.split())


@given(SENTENCES.filter(all))
def test_sumy_finds_the_same_lengths_where_it_is_given_the_same_weights(sentences):
    # sumy smooths the matrix and weighs topics by Σ; its counts and its lengths are compared, given all topics and Σ².
    words = [" ".join(f"w{token}" for token in sentence) for sentence in sentences]
    document = ObjectDocumentModel([Paragraph([Sentence(text, Words()) for text in words])])
    sumy = LsaSummarizer()
    dictionary = sumy._create_dictionary(document)
    assume(len(dictionary) >= len(sentences))
    counts = sumy._create_matrix(document, dictionary)
    _, values, right = np.linalg.svd(counts, full_matrices=False)
    expected = sumy._compute_ranks(values**2, right)
    assert SteinbergerJezek(FREQUENCY, least=0).score(sentences).tolist() == pytest.approx(expected, abs=1e-7)


@given(SENTENCES, st.sampled_from([0.3, 0.8, 1]), st.sampled_from([0.05, 0.3]))
def test_yeh_ranks_the_map_of_the_reduced_matrix(sentences, share, threshold):
    matrix = term_matrix(sentences, FREQUENCY)[1]
    values, _ = decompose(sentences, FREQUENCY)
    left, full, right = np.linalg.svd(matrix, full_matrices=False)
    kept = max(int(share * len(values) + 0.5), 1)
    columns = (left[:, :kept] * full[:kept] @ right[:kept]).T.tolist()
    many = len(sentences)
    links = np.zeros((many, many))
    for i, j in permutations(range(many), 2):
        lengths = np.linalg.norm(columns[i]) * np.linalg.norm(columns[j])
        cosine = np.dot(columns[i], columns[j]) / lengths if lengths > 1e-7 else 0
        assume(abs(cosine - threshold) > 1e-6)
        assume(lengths < 1e-12 or min(np.linalg.norm(columns[i]), np.linalg.norm(columns[j])) > 1e-4)
        links[i][j] = cosine if cosine > threshold else 0
    passed = [[w / sum(row) if w else 0 for w in row] for row in links.tolist()]
    expected = np.linalg.solve(np.eye(many) - 0.85 * np.array(passed).T, np.full(many, 0.15))
    found = Yeh(FREQUENCY, share, threshold).score(sentences)
    assert found == pytest.approx(expected, abs=1e-6)


def test_yeh_links_sentences_that_share_a_topic_and_no_word():
    # 0 and 2 have nothing in common but what each shares with 1; with one topic, all three are the same direction.
    sentences = [[1, 2], [2, 3], [3, 4]]
    assert Yeh(share=0.3).score(sentences).tolist() == pytest.approx([1, 1, 1])
    centre = Yeh(share=1).score(sentences).tolist()
    assert centre[1] > centre[0] == pytest.approx(centre[2])


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        (SteinbergerJezek, {"least": 1.1}, "least share of the largest singular value lies between 0 and 1, not 1.1"),
        (SteinbergerJezek, {"least": -0.1}, "lies between 0 and 1, not -0.1"),
        (Yeh, {"share": 0}, "part of the topics that stay is greater than 0 and at most 1, not 0"),
        (Yeh, {"share": 1.5}, "at most 1, not 1.5"),
        (Yeh, {"threshold": 1}, "threshold is at least 0 and less than 1, not 1"),
        (Yeh, {"threshold": -0.5}, "threshold is at least 0 and less than 1, not -0.5"),
    ],
)
def test_shares_that_are_none_are_refused(kind, options, message):
    with pytest.raises(SettingError, match=message):
        kind(**options)


@pytest.mark.parametrize("summarizer", ALL, ids=str)
def test_sentences_without_words_come_last(summarizer):
    order = summarizer.rank(Article([[], [1, 2], [2, 3], [], [1, 3, 4]]))
    assert order[3:] == [0, 3]


@pytest.mark.parametrize("summarizer", ALL, ids=str)
@pytest.mark.parametrize("sentences", [[], [[]], [[], []], [[7]], [[7, 7], [7]]])
def test_next_to_nothing(summarizer, sentences):
    assert sorted(summarizer.rank(Article(sentences))) == list(range(len(sentences)))


@pytest.mark.parametrize("summarizer", ALL, ids=str)
@given(sentences=SENTENCES)
def test_other_numbers_for_words_change_nothing(summarizer, sentences):
    renamed = [[1000 - 7 * token for token in reversed(sentence)] for sentence in sentences]
    assert summarizer.rank(Article(renamed)) == summarizer.rank(Article(sentences))


@pytest.mark.parametrize("summarizer", ALL, ids=str)
def test_equal_sentences_stay_in_order(summarizer):
    order = summarizer.rank(Article([[1, 2, 3], [4, 5], [1, 2, 3], [4, 5], [6]]))
    assert order.index(0) < order.index(2)
    assert order.index(1) < order.index(3)
