"""Weighted PageRank, against the linear equations that it solves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from sumspace.errors import SettingError
from sumspace.text.pagerank import Graph, pagerank

WEIGHTS = st.integers(1, 7).flatmap(
    lambda n: st.lists(st.lists(st.sampled_from([0, 0, 1, 2.5, 7]), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(WEIGHTS, st.sampled_from([0, 0.3, 0.85, 0.95]))
def test_scores_solve_the_equations(weights, damping):
    weights = np.array(weights, dtype=float)
    out = weights.sum(axis=1)
    passed = np.array([row / total if total else row for row, total in zip(weights, out, strict=True)])
    expected = np.linalg.solve(np.eye(len(out)) - damping * passed.T, np.full(len(out), 1 - damping))
    assert pagerank(weights, damping) == pytest.approx(expected, abs=1e-8)
    rows = sparse.csr_array(weights)
    assert pagerank(rows, damping) == pytest.approx(expected, abs=1e-8)
    graph = Graph(rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data)
    assert pagerank(graph, damping).tolist() == pagerank(rows, damping).tolist()


def test_recommendations_have_a_direction():
    assert pagerank(np.array([[0, 1], [0, 0]])).tolist() == pytest.approx([0.15, 0.15 + 0.85 * 0.15])


def test_what_everybody_gets_is_what_everybody_gives():
    assert pagerank(np.array([[0, 1, 3], [2, 0, 2], [1, 1, 0]])).sum() == pytest.approx(3)


def test_nobody():
    assert pagerank(np.zeros((0, 0))).size == 0
    assert pagerank(Graph(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))).size == 0


@pytest.mark.parametrize("damping", [-0.1, 1, 2])
def test_a_damping_that_does_not_damp(damping):
    with pytest.raises(SettingError, match="damping must be at least 0 and less than 1"):
        pagerank(np.ones((2, 2)), damping)
