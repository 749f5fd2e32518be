"""The classical summarizers, each against its published formula written plainly, by hand, and against sumy."""

import time
from collections import Counter
from fractions import Fraction
from itertools import chain
from math import inf, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.edmundson_cue import EdmundsonCueMethod
from sumy.summarizers.edmundson_location import EdmundsonLocationMethod
from sumy.summarizers.edmundson_title import EdmundsonTitleMethod
from sumy.summarizers.kl import KLSummarizer
from sumy.summarizers.lex_rank import LexRankSummarizer
from sumy.summarizers.luhn import LuhnSummarizer
from sumy.summarizers.sum_basic import SumBasicSummarizer

from sumspace.errors import SettingError
from sumspace.document import Article
from sumspace.summarizers.centroid import Centroid
from sumspace.summarizers.counts import count_words
from sumspace.summarizers.edmundson import BONUS, STIGMA, Edmundson
from sumspace.summarizers.frequency import Frequency
from sumspace.summarizers.kl_sum import KLSum
from sumspace.summarizers.lexrank import LexRank
from sumspace.summarizers.luhn import Luhn, significant_words
from sumspace.summarizers.sumbasic import SumBasic

SENTENCES = st.lists(st.lists(st.integers(-4, 5), max_size=6), max_size=9)
#: What sumy, which knows sentences by their text, can tell apart.
DIFFERENT = st.lists(
    st.lists(st.integers(0, 9), min_size=1, max_size=6), min_size=1, max_size=6, unique_by=lambda s: tuple(sorted(s))
)
NEAR = 1e-9
#: No cosine of small documents lies on it.
THRESHOLD = 0.1234567


class Numbers:
    """Words for sumy that are numbers already."""

    def to_words(self, text):
        return tuple(text.split())


def sumys(sentences):
    """A document of sumy with these sentences, of numbers."""
    return ObjectDocumentModel([Paragraph(Sentence(" ".join(map(str, s)), Numbers()) for s in sentences)])


def sumys_order(summarizer, sentences):
    """The order in which a summarizer of sumy would take sentences: it asks us how many of the best to keep."""
    order = []
    summarizer(sumys(sentences), lambda best: order.extend(one.order for one in best) or best)
    return order


def first_best(values):
    return next(i for i in values if values[i] >= max(values.values()) - NEAR)


def chances(sentences):
    words = Counter(chain.from_iterable(sentences))
    return {word: Fraction(times, words.total()) for word, times in words.items()}


@given(SENTENCES)
def test_words_are_counted(sentences):
    counts = count_words(sentences)
    words = sorted(set(chain.from_iterable(sentences)))
    found = {(int(s), words[w]): int(t) for s, w, t in zip(counts.sentences, counts.words, counts.times, strict=True)}
    assert found == {(i, w): t for i, sentence in enumerate(sentences) for w, t in Counter(sentence).items()}
    assert counts.lengths.tolist() == [len(sentence) for sentence in sentences]
    assert counts.frequencies.tolist() == [sum(sentence.count(w) for sentence in sentences) for w in words]
    assert counts.spread.tolist() == [sum(w in sentence for sentence in sentences) for w in words]
    assert np.diff(counts.starts).tolist() == [len(set(sentence)) for sentence in sentences]
    assert counts.chances.tolist() == pytest.approx([float(chances(sentences)[w]) for w in words])


# LexRank


def cosines(sentences):
    """The idf-modified cosine, term by term."""
    idf = {w: log(len(sentences) / sum(w in s for s in sentences)) for w in chain.from_iterable(sentences)}

    def dot(one, other):
        return sum(one.count(w) * other.count(w) * idf[w] ** 2 for w in set(one))

    norms = [sqrt(dot(s, s)) for s in sentences]
    return [
        [dot(s, t) / (norms[i] * norms[j]) if norms[i] * norms[j] else 0.0 for j, t in enumerate(sentences)]
        for i, s in enumerate(sentences)
    ]


def walk(weights, damping=0.85):
    """Where a walker is who follows edges by their weights, but now and then jumps; times the number of places."""
    scores = [1.0] * len(weights)
    for _ in range(300):
        scores = [
            1
            - damping
            + damping * sum(row[i] / sum(row) * at for row, at in zip(weights, scores, strict=True) if row[i])
            for i in range(len(weights))
        ]
    return scores


@given(SENTENCES)
def test_lexrank_is_the_printed_formula(sentences):
    edges = [[float(cosine > THRESHOLD) for cosine in row] for row in cosines(sentences)]
    assert LexRank(THRESHOLD).score(sentences).tolist() == pytest.approx(walk(edges), abs=1e-8)


@given(SENTENCES)
def test_continuous_lexrank_has_cosines_as_weights(sentences):
    assert LexRank(0).score(sentences).tolist() == pytest.approx(walk(cosines(sentences)), abs=1e-8)


@given(DIFFERENT)
def test_lexrank_has_the_graph_of_sumy(sentences):
    theirs = LexRankSummarizer()
    words = [[str(word) for word in sentence] for sentence in sentences]
    idf = {w: log(len(words) / sum(w in s for s in words)) for w in chain.from_iterable(words)}
    graph = theirs._create_matrix(words, THRESHOLD, theirs._compute_tf(words), idf)
    scores = np.ones(len(words))
    for _ in range(300):
        scores = 0.15 + 0.85 * graph.T @ scores
    assert LexRank(THRESHOLD).score(sentences).tolist() == pytest.approx(scores.tolist(), abs=1e-8)


def test_lexrank_by_hand():
    # 0 - 1 - 2 in a row, each its own neighbour too: a = 0.15 + 0.85 (a/2 + b/3), b = 0.15 + 0.85 (a + b/3); 3 alone.
    sentences = [[1, 5], [1, 2], [2, 6], [7, 8]]
    a, b = np.linalg.solve([[1 - 0.425, -0.85 / 3], [-0.85, 1 - 0.85 / 3]], [0.15, 0.15])
    assert LexRank().score(sentences).tolist() == pytest.approx([a, b, a, 1])
    assert LexRank().rank(Article(sentences)) == [1, 3, 0, 2]


def test_lexrank_with_a_higher_threshold_loses_edges():
    assert LexRank(0.9).score([[1, 5], [1, 2], [2, 6], [7, 8]]).tolist() == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize("threshold", [-0.1, 1, 2])
def test_lexrank_refuses_thresholds_that_are_no_cosines(threshold):
    with pytest.raises(SettingError, match=rf"threshold is at least 0 and less than 1, not {threshold}"):
        LexRank(threshold)


# SumBasic and frequency


def sumbasic(sentences):
    """The steps of the paper in exact numbers."""
    p = chances(sentences)
    left = [i for i, sentence in enumerate(sentences) if sentence]
    order = []
    while left:
        highest = max(p[w] for i in left for w in sentences[i])
        having = [i for i in left if any(p[w] >= highest * (1 - Fraction(NEAR)) for w in sentences[i])]
        means = {i: float(sum(p[w] for w in sentences[i]) / highest) / len(sentences[i]) for i in having}
        order.append(first_best(means))
        left.remove(order[-1])
        for w in set(sentences[order[-1]]):
            p[w] *= p[w]
    return order + [i for i, sentence in enumerate(sentences) if not sentence]


@given(SENTENCES)
def test_sumbasic_is_the_printed_algorithm(sentences):
    assert SumBasic().rank(Article(sentences)) == sumbasic(sentences)


def test_sumbasic_by_hand():
    # p = 4/9, 2/9, 1/9, 1/9, 1/9. All but the last have word 1; the first has the best mean. Then p(1) = 16/81 and
    # p(2) = 4/81: word 1 is still the most probable, and sentence 2, whose other word is untouched, is the better one.
    sentences = [[1, 2], [1, 2, 3], [1, 4], [1, 5]]
    assert SumBasic().rank(Article(sentences))[:2] == [0, 2]


def test_sumbasic_wants_the_most_probable_word_first():
    # Of 11 words, word 1 is 3 and word 2 is 2; sentences 1 to 3 all have the mean 2/11. SumBasic begins with one that
    # has word 1, now at 9/121; next is word 2 with 22/121, then those with 11/121: sentence 0 has four of them.
    sentences = [[1, 3, 4, 5, 6], [2, 2], [1, 7], [1, 8]]
    assert Frequency().rank(Article(sentences)) == [1, 2, 3, 0]
    assert SumBasic().rank(Article(sentences)) == [2, 1, 0, 3]


def test_sumbasic_goes_on_where_squares_leave_the_range_of_numbers():
    # Word 1 is in all sentences, and its probability is squared up to 2,000 times.
    many = 2000
    order = SumBasic().rank(Article([[1, 2 + i] for i in range(many)]))
    assert sorted(order) == list(range(many))


class FullSumBasic(SumBasicSummarizer):
    """sumy's, which has no regard to the most probable word and squares for each repetition, made as the paper says."""

    def _find_index_of_best_sentence(self, word_freq, sentences_as_words):
        highest = max(word_freq[w] for words in sentences_as_words for w in words)
        having = {
            i: self._compute_average_probability_of_words(word_freq, words) / highest
            for i, words in enumerate(sentences_as_words)
            if any(word_freq[w] >= highest * (1 - NEAR) for w in words)
        }
        return first_best(having)

    def _update_tf(self, word_freq, words_to_update):
        return super()._update_tf(word_freq, set(words_to_update))


@given(DIFFERENT)
def test_sumbasic_is_that_of_sumy_with_the_most_probable_word(sentences):
    assert SumBasic().rank(Article(sentences)) == sumys_order(FullSumBasic(), sentences)


@given(SENTENCES)
def test_frequency_is_the_mean_probability(sentences):
    p = chances(sentences)
    means = [float(sum(p[w] for w in s) / len(s)) if s else 0.0 for s in sentences]
    assert Frequency().score(sentences).tolist() == pytest.approx(means)


# KL-Sum


def divergence(summary, sentences, smoothing):
    p, held = chances(sentences), Counter(chain.from_iterable(summary))
    q = {w: (held[w] + smoothing) / (held.total() + smoothing * len(p)) for w in p}
    return sum(float(p[w]) * log(p[w] / q[w]) for w in p)


def kl_sum(sentences, smoothing):
    """The greedy algorithm with the whole divergence."""
    left = [i for i, sentence in enumerate(sentences) if sentence]
    order = []
    while left:
        taken = [sentences[i] for i in order]
        order.append(first_best({i: -divergence([*taken, sentences[i]], sentences, smoothing) for i in left}))
        left.remove(order[-1])
    return order + [i for i, sentence in enumerate(sentences) if not sentence]


@given(SENTENCES, st.sampled_from([0.001, 0.3, 1, 5]))
def test_kl_sum_is_the_printed_formula(sentences, smoothing):
    assert KLSum(smoothing).rank(Article(sentences)) == kl_sum(sentences, smoothing)


class SmoothedKL(KLSummarizer):
    """sumy's, which leaves out words that the summary has not, with the shares of all words smoothed."""

    def __init__(self, smoothing, words):
        super().__init__()
        self.smoothing, self.vocabulary = smoothing, words

    def _joint_freq(self, word_list_1, word_list_2):
        held = Counter(word_list_1) + Counter(word_list_2)
        total = held.total() + self.smoothing * len(self.vocabulary)
        return {word: (held[word] + self.smoothing) / total for word in self.vocabulary}

    @staticmethod
    def _find_index_of_best_sentence(kls):
        return first_best({i: -value for i, value in enumerate(kls)})


@given(DIFFERENT)
def test_kl_sum_is_that_of_sumy_with_smoothing(sentences):
    words = sorted({str(word) for word in chain.from_iterable(sentences)})
    assert KLSum().rank(Article(sentences)) == sumys_order(SmoothedKL(0.3, words), sentences)


def test_kl_sum_by_hand():
    # The document has words 1 and 2 in equal shares: so has sentence 2, and after it 0 and 1 are as good as each other.
    assert KLSum().rank(Article([[1, 1], [2, 2], [1, 2]])) == [2, 0, 1]


def test_kl_sum_ranks_400_sentences_in_less_than_a_second():
    rng = np.random.default_rng(0)
    article = Article([(rng.zipf(1.3, 15) % 3000).tolist() for _ in range(400)])
    KLSum().rank(Article([[1, 2], [3]]))  # compile
    begin = time.perf_counter()
    KLSum().rank(article)
    assert time.perf_counter() - begin < 1


@pytest.mark.parametrize("smoothing", [0, -1, inf])
def test_kl_sum_needs_some_smoothing(smoothing):
    with pytest.raises(SettingError, match=rf"smoothing is greater than 0, not {smoothing}"):
        KLSum(smoothing)


# Centroid


@given(SENTENCES, st.sampled_from([0, 0.3, 0.77, 1]))
def test_centroid_sums_the_values_of_different_words(sentences, threshold):
    words = Counter(chain.from_iterable(sentences))
    value = {w: words[w] * (log(len(sentences) / sum(w in s for s in sentences)) + 1) for w in words}
    most = max(value.values(), default=1)
    kept = {w: v / most for w, v in value.items() if v / most >= threshold}
    expected = [sum(kept.get(w, 0) for w in set(s)) for s in sentences]
    assert Centroid(threshold).score(sentences).tolist() == pytest.approx(expected)


def test_centroid_by_hand():
    # Word 1 has 3 (log(4/3) + 1) = 3.86, words 2 and 5 have 2 (log 4 + 1) = 4.77, the others log 4 + 1 = 2.39.
    sentences = [[1, 2, 2], [1, 3], [1, 4], [5, 5]]
    low, middle = 0.5, 3 * (log(4 / 3) + 1) / (2 * (log(4) + 1))
    assert Centroid().score(sentences).tolist() == pytest.approx([middle + 1, middle + low, middle + low, 1])
    assert Centroid(0.6).score(sentences).tolist() == pytest.approx([middle + 1, middle, middle, 1])
    assert Centroid().rank(Article(sentences)) == [0, 1, 2, 3]


@pytest.mark.parametrize("threshold", [-0.1, 1.1])
def test_centroid_refuses_thresholds_that_are_no_shares(threshold):
    with pytest.raises(SettingError, match=rf"threshold lies between 0 and 1, not {threshold}"):
        Centroid(threshold)


# Luhn


def luhn(sentence, significant, gap):
    """The best of all stretches that begin and end with a significant word and cannot be made longer."""
    marks = [word in significant for word in sentence]

    def holds(i, j):
        inside = "".join(".#"[mark] for mark in marks[i : j + 1])
        return marks[i] and marks[j] and "." * (gap + 1) not in inside

    stretches = [(i, j) for i in range(len(marks)) for j in range(i, len(marks)) if holds(i, j)]
    longest = [(i, j) for i, j in stretches if not any(a <= i and j <= b and (a, b) != (i, j) for a, b in stretches)]
    counted = [(len(set(sentence[i : j + 1]) & significant), j - i + 1) for i, j in longest]
    return max((n * n / length for n, length in counted if n > 1), default=0)


@given(st.lists(st.lists(st.integers(0, 14), max_size=14), max_size=9), st.integers(0, 4))
def test_luhn_is_the_best_cluster(sentences, gap):
    words = Counter(chain.from_iterable(sentences))
    significant = {w for w, times in words.items() if times >= 2 and 2 * times >= sqrt(len(sentences))}
    assert significant_words(sentences) == significant
    expected = [luhn(sentence, significant, gap) for sentence in sentences]
    assert Luhn(gap).score(sentences).tolist() == pytest.approx(expected)


@given(st.lists(st.lists(st.integers(0, 30), max_size=20, unique=True), min_size=1, max_size=9), st.integers(0, 4))
def test_luhn_is_that_of_sumy_where_no_sentence_repeats_a_word(sentences, gap):
    theirs = LuhnSummarizer()
    theirs.max_gap_size = gap + 1  # which ends a cluster
    significant = {str(word) for word in significant_words(sentences)}
    expected = [theirs.rate_sentence(sentence, significant) for sentence in sumys(sentences).sentences]
    assert Luhn(gap).score(sentences).tolist() == pytest.approx(expected)


def test_luhn_by_hand():
    # Words 1 to 4 occur twice. In the first sentence they make one cluster of seven words, without 8 and 9 at the ends;
    # in the second, five insignificant words part 1 and 2 from 3 and 4.
    sentences = [[8, 1, 10, 2, 3, 11, 12, 4, 9], [1, 2, 20, 21, 22, 23, 24, 3, 13, 4]]
    assert Luhn().score(sentences).tolist() == pytest.approx([16 / 7, 4 / 2])
    assert Luhn(5).score(sentences).tolist() == pytest.approx([16 / 7, 16 / 10])
    assert Luhn(0).score(sentences).tolist() == pytest.approx([4 / 2, 4 / 2])


def test_luhn_counts_a_repeated_word_once():
    assert Luhn().score([[1, 2, 1, 1], [2, 1], [1, 1]]).tolist() == pytest.approx([4 / 4, 4 / 2, 0])


def test_a_long_document_needs_more_occurrences_for_a_word_to_be_significant():
    assert significant_words([[1], [1]] + [[]] * 14) == {1}
    assert significant_words([[1], [1]] + [[]] * 15) == set()


def test_luhn_refuses_a_negative_gap():
    with pytest.raises(SettingError, match="gap is at least 0, not -1"):
        Luhn(-1)


# Edmundson

CUES = st.lists(st.sampled_from(["important", "hardly", "result", "table", "cat", "dog"]), max_size=6).map(" ".join)


def only(**weight):
    return Edmundson(**{"cue": 0, "title_words": 0, "position": 0, "key": 0, **weight})


@given(st.lists(CUES, max_size=8, unique=True))
def test_edmundson_counts_cue_words_as_sumy_does(texts):
    theirs = EdmundsonCueMethod(str, frozenset(BONUS), frozenset(STIGMA))
    document = ObjectDocumentModel([Paragraph(Sentence(text, Numbers()) for text in texts)])
    expected = theirs.rate_sentences(document)
    found = only(cue=1).score(Article([[]] * len(texts), texts=texts))
    assert found.tolist() == [expected[sentence] for sentence in document.sentences]


@given(st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=8, unique_by=tuple), st.sets(st.integers(0, 9)))
def test_edmundson_counts_title_words_as_sumy_does_where_none_is_repeated(sentences, title):
    sentences = [list(dict.fromkeys(sentence)) for sentence in sentences]
    heading = Sentence(" ".join(map(str, title)), Numbers(), is_heading=True)
    body = [Sentence(" ".join(map(str, s)), Numbers()) for s in sentences]
    expected = EdmundsonTitleMethod(str, frozenset()).rate_sentences(ObjectDocumentModel([Paragraph([heading, *body])]))
    found = only(title_words=1).score(Article(sentences, title=[*title, *title]))
    assert found.tolist() == [expected[sentence] for sentence in body]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_edmundson_gives_points_for_positions_as_sumy_does(sizes):
    number = iter(range(sum(sizes)))
    document = ObjectDocumentModel(
        [Paragraph([Sentence(str(next(number)), Numbers()) for _ in range(size)]) for size in sizes]
    )
    expected = EdmundsonLocationMethod(str, frozenset()).rate_sentences(document)
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    found = only(position=1).score(Article([[]] * sum(sizes), starts=starts))
    assert found.tolist() == [expected[sentence] for sentence in document.sentences]


def test_edmundson_by_hand():
    article = Article(
        sentences=[[1], [2, 3], [2, 2], [4], [3, 5], [6]],
        texts=[
            "A.",
            "In summary, IMPORTANT results!",
            "Two.",
            "Hardly.",
            "Take, for example, this table.",
            "Resultant.",
        ],
        title=[2, 3],
        starts=[0, 2, 4],
    )
    positions = np.array([2, 2, 1, 1, 2, 2])  # two sentences make every section
    assert only(position=1).score(article).tolist() == positions.tolist()
    assert only(cue=1).score(article).tolist() == [0, 3, 0, -1, -2, 0]
    assert only(title_words=1).score(article).tolist() == [0, 2, 1, 0, 1, 0]
    assert only(key=1).score(article).tolist() == [0, 2, 1, 0, 1, 0]  # words 2 and 3 occur twice or more
    assert Edmundson().score(article).tolist() == [2, 7, 2, 0, 1, 2]
    assert Edmundson().rank(article) == [1, 0, 2, 5, 4, 3]
    assert Edmundson(cue=0.5, title_words=2, position=0, key=3).score(article).tolist() == [0, 11.5, 5, -0.5, 4, 0]


def test_edmundson_does_without_texts_and_title():
    assert Edmundson().rank(Article([[1], [2], [3], [4]])) == [0, 3, 1, 2]


def test_no_cue_speaks_for_and_against_a_sentence():
    assert not set(BONUS) & set(STIGMA)
    assert all(cue == " ".join(cue.lower().split()) for cue in BONUS + STIGMA)


# All of them


@pytest.mark.parametrize("kind", [LexRank, SumBasic, Frequency, KLSum, Centroid, Luhn, Edmundson])
@given(sentences=SENTENCES, shift=st.integers(1, 50))
def test_names_of_words_do_not_matter(kind, sentences, shift):
    renamed = [[1000 - shift * word for word in sentence] for sentence in sentences]
    assert kind().rank(Article(renamed)) == kind().rank(Article(sentences))
