"""SumBasic against its published algorithm in exact numbers, by hand, and against sumy."""

from fractions import Fraction

from hypothesis import given
from sumy.summarizers.sum_basic import SumBasicSummarizer

from summarizers.documents import DIFFERENT, NEAR, SENTENCES, first_best, probabilities, sumys_order
from sumspace.document import Article
from sumspace.summarizers.frequency import Frequency
from sumspace.summarizers.sumbasic import SumBasic


def sumbasic(sentences):
    """The steps of the paper in exact numbers."""
    p = probabilities(sentences)
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


@given(DIFFERENT)
def test_sumbasic_is_that_of_sumy_with_the_most_probable_word(sentences):
    assert SumBasic().rank(Article(sentences)) == sumys_order(FullSumBasic(), sentences)
