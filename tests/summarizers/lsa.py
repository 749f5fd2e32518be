"""The decomposition that summarizers by LSA rest on, by numpy."""

from itertools import pairwise

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from sumspace.text.topics import Weighting, term_matrix

SENTENCES = st.lists(st.lists(st.integers(0, 12), max_size=7), min_size=1, max_size=8)
FREQUENCY = Weighting("fq", "nw")


def decompose(sentences, weighting):
    """Singular values that are not 0, and the right vectors as rows, with a positive sum; all must be different."""
    _, values, right = np.linalg.svd(term_matrix(sentences, weighting)[1], full_matrices=False)
    values, right = values[values > 1e-5], right[values > 1e-5]
    assume(all(a - b > 1e-3 for a, b in pairwise(values)))
    sums = right.sum(axis=1)
    assume((np.abs(sums) > 1e-3).all())
    return values, right * np.sign(sums)[:, None]


def take(turns, right, sentences):
    """Give each topic in its turn the best sentence that is left, of those with words."""
    left = [i for i, sentence in enumerate(sentences) if sentence]
    for topic in turns:
        if not left:
            break
        best = max(left, key=lambda i: (round(float(right[topic][i]), 9), -i))
        left.remove(best)
        yield best
    yield from (i for i, sentence in enumerate(sentences) if not sentence)
