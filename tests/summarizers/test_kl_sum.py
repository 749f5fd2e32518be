"""KL-Sum against the whole divergence, by hand, and against sumy."""

import time
from collections import Counter
from itertools import chain
from math import inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sumy.summarizers.kl import KLSummarizer

from summarizers.documents import DIFFERENT, SENTENCES, first_best, probabilities, sumys_order
from sumspace.document import Article
from sumspace.errors import SettingError
from sumspace.summarizers.kl_sum import KLSum


def divergence(summary, sentences, smoothing):
    p, held = probabilities(sentences), Counter(chain.from_iterable(summary))
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


@given(SENTENCES, st.sampled_from([0.001, 0.3, 1, 5]))
def test_kl_sum_is_the_printed_formula(sentences, smoothing):
    assert KLSum(smoothing).rank(Article(sentences)) == kl_sum(sentences, smoothing)


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
    begin = time.process_time()
    KLSum().rank(article)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize("smoothing", [0, -1, inf])
def test_kl_sum_needs_some_smoothing(smoothing):
    with pytest.raises(SettingError, match=rf"smoothing must be greater than 0, not {smoothing}"):
        KLSum(smoothing)
