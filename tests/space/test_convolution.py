"""Products of polynomials with huge coefficients against multiplication term by term."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from distributions import schoolbook
from sumspace.space import combining
from sumspace.space.combining import convolve

WHOLE = st.one_of(st.integers(0, 3), st.integers(0, 2**200))


@given(st.lists(st.lists(WHOLE, min_size=1, max_size=40), min_size=1, max_size=5).filter(lambda x: all(map(any, x))))
def test_polynomials_of_any_size_multiply_exactly(polynomials):
    assert list(convolve(polynomials)) == schoolbook(polynomials)


def test_a_transform_that_rounds_wrongly_is_not_trusted(monkeypatch):
    counts = [[10**300 + i for i in range(60)] for _ in range(2)]
    monkeypatch.setattr(np.fft, "irfft", lambda a, n: np.full(n, 0.4) + 0 * a.sum().real)
    assert combining._product(*counts) == schoolbook(counts)
