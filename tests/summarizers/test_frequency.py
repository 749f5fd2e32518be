"""Frequency: the mean probability of words."""

import pytest
from hypothesis import given

from summarizers.documents import SENTENCES, probabilities
from sumspace.document import Article
from sumspace.summarizers.frequency import Frequency


@given(SENTENCES)
def test_frequency_is_the_mean_probability(sentences):
    p = probabilities(sentences)
    means = [float(sum(p[w] for w in s) / len(s)) if s else 0.0 for s in sentences]
    assert Frequency().score(Article(sentences)).tolist() == pytest.approx(means)
