"""Gong & Liu by numpy's decomposition, and by hand."""

from hypothesis import given
from hypothesis import strategies as st

from summarizers.lsa import FREQUENCY, SENTENCES, decompose, take
from sumspace.document import Article
from sumspace.summarizers.gong_liu import GongLiu
from sumspace.text.topics import Weighting


@given(SENTENCES, st.sampled_from([Weighting("bi", "nw"), FREQUENCY, Weighting("lo", "en")]))
def test_gong_liu_takes_the_best_sentence_of_each_topic(sentences, weighting):
    values, right = decompose(sentences, weighting)
    expected = list(take(list(range(len(values))) * len(sentences), right, sentences))
    assert GongLiu(weighting).rank(Article(sentences)) == expected


def test_gong_liu_by_hand():
    # Topics: 1 2 (σ² = 4), 3 4 5 (σ² = 3), 6 (σ² = 1); then the first one again.
    assert GongLiu().rank(Article([[6], [1, 2], [3, 4, 5], [2, 1]])) == [1, 2, 0, 3]
