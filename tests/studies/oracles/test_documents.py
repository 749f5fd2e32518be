"""How far the sentences of an extract are those of an oracle."""

import pytest

from sumspace.studies.oracles.documents import dice, jaccard


def test_likeness_of_sets():
    assert jaccard({1, 2}, {2, 3}) == pytest.approx(1 / 3)
    assert jaccard((), ()) == 1
    # The paper's example (section 6.2.3).
    assert dice({1, 2, 3, 4}, {1, 2, 5, 6}) == 0.5
    assert dice({1, 2, 3, 4}, {1, 2, 3}) == pytest.approx(0.857, abs=5e-4)
    assert dice((), {1}) == 0
