"""The Columbia segmenter against the same steps in exact fractions, and by hand."""

from fractions import Fraction
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text.segmentation.columbia import Columbia

SENTENCES = st.lists(st.lists(st.integers(0, 8), max_size=5), max_size=16)


def weighed(sentences, length):
    """The scores of sentences, each term on its own."""
    sums = [Fraction(0)] * len(sentences)
    for term in {term for sentence in sentences for term in sentence}:
        places = [i for i, sentence in enumerate(sentences) if term in sentence]
        weights = dict.fromkeys(range(len(sentences)))
        links = [[places[0]]]
        for place in places[1:]:
            if place - links[-1][-1] > length:
                links.append([])
            links[-1].append(place)
        for link in links:
            if len(link) > 1:
                weights.update(dict.fromkeys(range(link[0] + 1, link[-1] + 1), -3))
                weights[link[0]] = 10
                if link[-1] + 1 < len(sentences):
                    weights[link[-1] + 1] = 8
        given_weights = [weight for weight in weights.values() if weight is not None]
        if given_weights:
            rest = len(sentences) - len(given_weights)
            for i, weight in weights.items():
                if rest:
                    sums[i] += Fraction(-sum(given_weights), rest) if weight is None else weight
                else:
                    sums[i] += weight - Fraction(sum(given_weights), len(sentences))
    return sums


def chosen(sums, deviations):
    """The highest of every run of high sums."""
    values = [round(float(value), 9) for value in sums[1:]]
    cutoff = round(deviations * float(np.std(values)), 9)
    starts = [0]
    for high, run in groupby(enumerate(values, start=1), key=lambda pair: pair[1] > cutoff):
        if high:
            starts.append(max(run, key=lambda pair: (pair[1], -pair[0]))[0])
    return starts


@given(SENTENCES, st.integers(1, 5), st.sampled_from([0, 0.5, 1]))
def test_it_does_what_the_steps_say(sentences, length, deviations):
    segmenter = Columbia(length=length, rear=8, deviations=deviations)
    sums = weighed(sentences, length)
    assert segmenter.scores(sentences) == pytest.approx([float(value) for value in sums], abs=1e-9)
    assert segmenter.segment(sentences) == (chosen(sums, deviations) if len(sums) > 1 else [0][: len(sums)])


@given(SENTENCES)
def test_scores_sum_to_zero(sentences):
    assert Columbia().scores(sentences).sum() == pytest.approx(0, abs=1e-9)


def test_scores_of_one_term_by_hand():
    # Linked from 1 to 3, not to 8: 10 at the front, -3 twice within, 8 behind; 12 are made up for by six sentences.
    sentences = [[0], [1], [2], [1], [3], [4], [5], [6], [1], [7]]
    assert Columbia(length=4, rear=8).scores(sentences).tolist() == [-2, 10, -3, -3, 8, -2, -2, -2, -2, -2]


def test_words_that_do_not_come_back_in_time_count_for_nothing():
    assert Columbia(length=2).scores([[0], [1], [2], [0], [4]]).tolist() == [0] * 5
    assert Columbia(length=3).scores([[0], [1], [2], [0], [4]]).any()


def test_a_word_twice_in_a_sentence_is_no_link():
    assert not Columbia().scores([[0, 0], [1], [2]]).any()


@pytest.mark.parametrize(("later", "start"), [([2, 3], 4), ([2, 3, 4, 5, 6], 5)])
def test_of_neighbours_with_high_sums_the_highest_begins_a_segment(later, start):
    # Behind the links of two words begins the link of a third, and a sentence later those of one or four others.
    sentences = [[0, 1]] * 4 + [[2]] + [later] * 5
    segmenter = Columbia(deviations=0.1)
    scores = segmenter.scores(sentences)
    assert scores[4:6].min() > 0.1 * scores[1:].std() > scores[6:].max()
    assert segmenter.segment(sentences) == [0, start]


@pytest.mark.parametrize(
    ("settings", "message"), [({"length": 0}, "1 sentence or more, not 0"), ({"deviations": -1}, "0 or more, not -1")]
)
def test_settings_that_cannot_be(settings, message):
    with pytest.raises(SettingError, match=message):
        Columbia(**settings)
