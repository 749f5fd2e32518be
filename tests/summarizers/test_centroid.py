"""Centroid against its formula, and by hand."""

from collections import Counter
from itertools import chain
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarizers.documents import SENTENCES
from sumspace.document import Article
from sumspace.errors import SettingError
from sumspace.summarizers.centroid import Centroid


@given(SENTENCES, st.sampled_from([0, 0.3, 0.77, 1]))
def test_centroid_sums_the_values_of_different_words(sentences, threshold):
    words = Counter(chain.from_iterable(sentences))
    value = {w: words[w] * (log(len(sentences) / sum(w in s for s in sentences)) + 1) for w in words}
    most = max(value.values(), default=1)
    kept = {w: v / most for w, v in value.items() if v / most >= threshold}
    expected = [sum(kept.get(w, 0) for w in set(s)) for s in sentences]
    assert Centroid(threshold).score(Article(sentences)).tolist() == pytest.approx(expected)


def test_centroid_by_hand():
    # Word 1 has 3 (log(4/3) + 1) = 3.86, words 2 and 5 have 2 (log 4 + 1) = 4.77, the others log 4 + 1 = 2.39.
    sentences = [[1, 2, 2], [1, 3], [1, 4], [5, 5]]
    low, middle = 0.5, 3 * (log(4 / 3) + 1) / (2 * (log(4) + 1))
    assert Centroid().score(Article(sentences)).tolist() == pytest.approx([middle + 1, middle + low, middle + low, 1])
    assert Centroid(0.6).score(Article(sentences)).tolist() == pytest.approx([middle + 1, middle, middle, 1])
    assert Centroid().rank(Article(sentences)) == [0, 1, 2, 3]


@pytest.mark.parametrize("threshold", [-0.1, 1.1])
def test_centroid_refuses_thresholds_that_are_no_shares(threshold):
    with pytest.raises(SettingError, match=rf"must be between 0 and 1, not {threshold}"):
        Centroid(threshold)
