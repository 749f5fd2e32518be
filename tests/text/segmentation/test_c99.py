"""C99 against the same steps in exact fractions, and by hand."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.errors import SettingError
from sumspace.text.segmentation.c99 import C99
from sumspace.text.segmentation.kernels import divide, local_ranks, similarities
from sumspace.text.segmentation.segmenter import number

SENTENCES = st.lists(st.lists(st.integers(0, 5), max_size=5), max_size=12)


def squared_cosine(one, other):
    a, b = Counter(one), Counter(other)
    product = sum(a[word] * b[word] for word in a)
    squares = sum(f * f for f in a.values()) * sum(f * f for f in b.values())
    return Fraction(product**2, squares) if squares else Fraction(0)


def ranked(cells, mask):
    """The share of the neighbours that are lower, for every cell."""
    n, half = len(cells), mask // 2
    ranks = {}
    for a in range(n):
        for b in range(n):
            around = [
                cells[i][j]
                for i in range(a - half, a + half + 1)
                for j in range(b - half, b + half + 1)
                if 0 <= i < n and 0 <= j < n and (i, j) != (a, b)
            ]
            ranks[a, b] = Fraction(sum(cell < cells[a][b] for cell in around), max(len(around), 1))
    return ranks


def density(ranks, starts, n):
    total, area = Fraction(0), 0
    for a, b in zip(starts, [*starts[1:], n], strict=True):
        total += sum(ranks[i, j] for i in range(a, b) for j in range(a, b))
        area += (b - a) ** 2
    return total / area


def divided(sentences, mask, c):
    """The starts of segments, all splits tried at every step."""
    n = len(sentences)
    ranks = ranked([[squared_cosine(one, other) for other in sentences] for one in sentences], mask)
    starts, splits, densities = [0], [], [density(ranks, [0], n)]
    while len(starts) < n:
        options = {split: density(ranks, sorted([*starts, split]), n) for split in range(1, n) if split not in starts}
        best = max(options, key=lambda split: (options[split], -split))
        starts = sorted([*starts, best])
        splits.append(best)
        densities.append(options[best])
    raises = [after - before for before, after in pairwise(densities)]
    weights = {-3: 1, -2: 2, -1: 4, 0: 8, 1: 4, 2: 2, 3: 1}
    smooth = []
    for i in range(len(raises)):
        near = {d: w for d, w in weights.items() if 0 <= i + d < len(raises)}
        smooth.append(sum(w * raises[i + d] for d, w in near.items()) / sum(near.values()))
    mean = sum(smooth) / len(smooth)
    threshold = float(mean) + c * sqrt(sum((value - mean) ** 2 for value in smooth) / len(smooth))
    taken = 0
    while taken < len(smooth) and float(smooth[taken]) > threshold + 1e-12:
        taken += 1
    return splits, densities, sorted([0, *splits[:taken]])


@given(
    SENTENCES.filter(lambda sentences: len(sentences) > 1), st.sampled_from([3, 5, 11]), st.sampled_from([0, 0.5, 1.2])
)
def test_it_does_what_the_steps_say(sentences, mask, c):
    splits, densities, starts = divided(sentences, mask, c)
    found_splits, found_densities = divide(local_ranks(similarities(*number(sentences)), mask // 2))
    assert found_splits.tolist() == splits
    assert found_densities == pytest.approx([float(value) for value in densities], abs=1e-12)
    assert C99(mask, c).segment(sentences) == starts


def test_ranks_by_hand():
    # In the 3 × 3 mask: the corner 9 exceeds all 3 neighbours, the middle 5 exceeds 6 of 8, those below 1 exceed none.
    cells = np.array([[9.0, 2.0, 1.0], [2.0, 5.0, 2.0], [1.0, 2.0, 5.0]])
    expected = [[1, 1 / 5, 0], [1 / 5, 6 / 8, 1 / 5], [0, 1 / 5, 2 / 3]]
    assert local_ranks(cells, 1) == pytest.approx(np.array(expected))


def test_densities_by_hand():
    # Two pairs of sentences that are alike: 8 of 16 cells are 1, then 8 of 8; then 6 of 6 and 4 of 4.
    splits, densities = divide(np.kron(np.eye(2), np.ones((2, 2))))
    assert splits.tolist() == [2, 1, 3]
    assert densities.tolist() == [0.5, 1, 1, 1]


def test_a_higher_threshold_never_gives_more_segments():
    random = np.random.Generator(np.random.PCG64(3))
    sentences = [(np.minimum(random.geometric(0.1, 10), 40) + 30 * (i // 8)).tolist() for i in range(80)]
    counts = [len(C99(threshold=c).segment(sentences)) for c in (-5, 0, 0.5, 1, 1.2, 2, 5)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 80
    assert counts[-1] == 1
    assert 5 < counts[4] < 20


def test_a_long_text_of_disjoint_chapters_falls_into_them():
    random = np.random.Generator(np.random.PCG64(0))
    sentences = [(random.integers(0, 30, 12) + 30 * (i // 50)).tolist() for i in range(600)]
    assert set(range(0, 600, 50)) <= set(C99().segment(sentences))


def test_a_word_may_come_more_often_than_its_count_can_be_multiplied():
    # 2^16 words in two sentences: the product of the sums of squares is 2^64.
    numbered = number([[1] * 2**16, [1] * 2**16, [1, 2]])
    assert similarities(*numbered).tolist() == [[1, 1, 0.5], [1, 1, 0.5], [0.5, 0.5, 1]]


@pytest.mark.parametrize("mask", [1, 2, 10, -3])
def test_masks_that_cannot_be(mask):
    with pytest.raises(SettingError, match=f"an odd number of sentences, 3 or more, not {mask}"):
        C99(mask=mask)


def test_a_very_long_text_is_taken_in_stretches(monkeypatch):
    sentences = [[0, 1]] * 3 + [[2, 3]] * 3 + [[4, 5]] * 3 + [[6, 7]] * 3
    assert C99().segment(sentences[:6]) == [0, 3]
    monkeypatch.setattr("sumspace.text.segmentation.c99._MOST", 6)
    assert C99().segment(sentences) == [0, 3, 6, 9]
    assert C99().segment(sentences[:7]) == [0, 3, 6]
