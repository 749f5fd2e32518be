"""TextTiling against the same steps written in plain Python, and by hand."""

from collections import Counter
from math import sqrt
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text.segmentation.texttiling import TextTiling

SENTENCES = st.lists(st.lists(st.integers(0, 5), max_size=5), max_size=25)


def similarities(words, w, k):
    """The cosine at every gap between sequences of w words; the last sequence may be shorter."""
    sequences = [words[i : i + w] for i in range(0, len(words), w)]
    for gap in range(1, len(sequences)):
        size = min(k, gap, len(sequences) - gap)
        before = Counter(word for sequence in sequences[gap - size : gap] for word in sequence)
        after = Counter(word for sequence in sequences[gap : gap + size] for word in sequence)
        product = sum(before[word] * after[word] for word in before)
        yield product / sqrt(sum(f * f for f in before.values()) * sum(f * f for f in after.values()))


def valleys(values):
    """How deep the valleys are, by the gap."""
    depths = {}
    for gap, value in enumerate(values):
        left = right = gap
        while left > 0 and values[left - 1] >= values[left]:
            left -= 1
        while right < len(values) - 1 and values[right + 1] >= values[right]:
            right += 1
        if values[left] > value < values[right]:
            depths[gap] = round(values[left] - value + values[right] - value, 10)
    return depths


def tiled(sentences, tiling):
    """The starts of segments, step by step as the paper has them."""
    words = [word for sentence in sentences for word in sentence]
    values = list(similarities(words, tiling.words, tiling.blocks))
    half = tiling.smoothing // 2
    for _ in range(tiling.rounds):
        values = [fmean(values[max(i - half, 0) : i + half + 1]) for i in range(len(values))]
    depths = valleys([round(value, 10) for value in values])
    places = [sum(map(len, sentences[:i])) for i in range(len(sentences))]
    starts = {place: i for i, place in reversed([*enumerate(places)]) if 0 < place < len(words)}
    if not depths or not starts:
        return [0][: len(sentences)]
    cutoff = fmean(depths.values()) - tiling.deviations * pstdev(depths.values()) - 1e-9
    chosen = []
    for gap in sorted(depths, key=lambda gap: (-depths[gap], gap)):
        if depths[gap] >= cutoff and all(abs(gap - other) > 3 for other in chosen):
            chosen.append(gap)
    nearest = [min(starts, key=lambda place: (abs(place - (gap + 1) * tiling.words), place)) for gap in chosen]
    return sorted({0, *(starts[place] for place in nearest)})


@given(
    SENTENCES,
    st.builds(
        TextTiling,
        words=st.integers(1, 4),
        blocks=st.integers(1, 4),
        smoothing=st.sampled_from([0, 2, 4]),
        rounds=st.integers(0, 2),
        deviations=st.sampled_from([0.5, 1.0]),
    ),
)
def test_it_does_what_the_steps_say(sentences, tiling):
    assert tiling.segment(sentences) == tiled(sentences, tiling)


def test_one_valley_by_hand():
    # One word a sequence, one sequence a block: similarities 1 1 0 1 1, the valley is between the third and the fourth.
    tiling = TextTiling(words=1, blocks=1, rounds=0)
    assert tiling.segment([[0], [0], [0], [1], [1], [1]]) == [0, 3]


def test_a_boundary_moves_to_the_nearest_gap_between_sentences():
    words = [0] * 6 + [1] * 6
    tiling = TextTiling(words=3, blocks=1, rounds=0)
    for size in (4, 5, 7, 8):  # the valley is after 6 words
        assert tiling.segment([words[:size], words[size:]]) == [0, 1]
    assert tiling.segment([words[:4], words[4:7], words[7:]]) == [0, 2]
    assert tiling.segment([words[:5], words[5:7], words[7:]]) == [0, 1]  # as near, and earlier


def test_a_sentence_without_words_opens_the_segment():
    tiling = TextTiling(words=1, blocks=1, rounds=0)
    assert tiling.segment([[], [0, 0, 0], [], [], [1, 1, 1], []]) == [0, 2]


def test_three_sequences_lie_between_two_boundaries():
    # Similarities of single words: 1 0 1 0 1 0 1; the first valley is taken, the second is too near, the third is not.
    words = [0, 0, 1, 1, 0, 0, 1, 1]
    assert TextTiling(words=1, blocks=1, rounds=0).segment([[word] for word in words]) == [0, 2, 6]


def test_the_liberal_cutoff_divides_more():
    # Words in pairs: one valley of depth 2, two of depth x = 2 - sqrt(2). The mean less half a deviation is above x,
    # the mean less a deviation is not.
    words = [0] * 4 + [1] * 8 + [1, 2] * 4 + [1] * 4
    sentences = [[word] for word in words]
    assert TextTiling(words=2, blocks=1, rounds=0).segment(sentences) == [0, 4]
    assert TextTiling(words=2, blocks=1, rounds=0, deviations=1).segment(sentences) == [0, 4, 12, 20]


def test_blocks_may_be_longer_than_their_counts_can_be_multiplied():
    size = 2**16
    tiling = TextTiling(words=size, blocks=1, rounds=0)
    assert tiling.segment([[word] * size for word in (0, 0, 0, 1, 1, 1)]) == [0, 3]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"words": 0}, "the words of TextTiling are 1 or more, not 0"),
        ({"blocks": 0}, "blocks"),
        ({"smoothing": -2}, "smoothing"),
        ({"smoothing": 3}, "an even number of neighbours, not 3"),
        ({"rounds": -1}, "rounds"),
    ],
)
def test_settings_that_cannot_be(settings, message):
    with pytest.raises(SettingError, match=message):
        TextTiling(**settings)
