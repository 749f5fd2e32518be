"""Counts of words by sentence."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given

from summarizers.documents import SENTENCES, probabilities
from sumspace.summarizers.word_counts import count_words


@given(SENTENCES)
def test_words_are_counted(sentences):
    counts = count_words(sentences)
    words = sorted(set(chain.from_iterable(sentences)))
    found = {(int(s), words[w]): int(t) for s, w, t in zip(counts.sentences, counts.words, counts.times, strict=True)}
    assert found == {(i, w): t for i, sentence in enumerate(sentences) for w, t in Counter(sentence).items()}
    assert counts.lengths.tolist() == [len(sentence) for sentence in sentences]
    assert counts.frequencies.tolist() == [sum(sentence.count(w) for sentence in sentences) for w in words]
    assert counts.sentence_frequencies.tolist() == [sum(w in sentence for sentence in sentences) for w in words]
    assert np.diff(counts.starts).tolist() == [len(set(sentence)) for sentence in sentences]
    assert counts.probabilities.tolist() == pytest.approx([float(probabilities(sentences)[w]) for w in words])
