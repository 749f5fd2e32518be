"""Count the paths of a diagram: every path from its root to its last layer is a set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Small = NDArray[np.int32]
    Floats = NDArray[np.float64]

__all__ = ["lightest_path", "paths_below", "tally"]


@compiled
def paths_below(
    starts: Integers, edge_starts: Integers, parents: Small, children: Small, ends: Any, below: Any
) -> None:
    """Count the paths from every node to those nodes of the last layer that count; the layer's first is starts[i]."""
    layers = len(starts) - 2
    below[starts[layers] :] = ends
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            below[starts[i] + parents[e]] += below[starts[i + 1] + children[e]]


@compiled
def lightest_path(
    starts: Integers, edge_starts: Integers, parents: Small, choices: Small, children: Small, ends: Integers,
    weights: Integers,
) -> tuple[int, Integers]:  # fmt: skip
    """Return the least weight of a path, the sum of its choices' weights, and the choices of such a path."""
    layers = len(starts) - 2
    never = np.iinfo(np.int64).max // 2
    below = np.full(starts[-1], never)
    next_edge = np.full(starts[-1], -1)
    below[starts[layers] :] = np.where(ends > 0, 0, never)
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            weight = below[starts[i + 1] + children[e]] + (weights[choices[e]] if choices[e] >= 0 else 0)
            if weight < below[starts[i] + parents[e]]:
                below[starts[i] + parents[e]] = weight
                next_edge[starts[i] + parents[e]] = e
    path = np.full(layers, -1)
    node = 0
    for i in range(layers):
        e = next_edge[starts[i] + node]
        path[i] = choices[e]
        node = children[e]
    return below[0], path[path >= 0]


@compiled
def tally(
    starts: Integers, edge_starts: Integers, parents: Small, choices: Small, children: Small, ends: Floats, sizes: int,
    out: Floats,
) -> Floats:  # fmt: skip
    """Find what share of all paths has so many choices and this one: out[size, choice]; return the shares by size.

    No path has `sizes` choices or more.
    """
    layers = len(starts) - 2
    below, above = np.zeros((starts[-1], sizes)), np.zeros((starts[-1], sizes))
    below[starts[layers] :, 0] = ends
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            here, there = below[starts[i] + parents[e]], below[starts[i + 1] + children[e]]
            step = 1 if choices[e] >= 0 else 0
            for m in range(sizes - step):
                here[m + step] += there[m]
        _scale(below[starts[i] : starts[i + 1]])
    above[0, 0] = 1.0
    for i in range(layers):
        total = 0.0
        for e in range(edge_starts[i], edge_starts[i + 1]):
            total += above[starts[i] + parents[e]].sum() * below[starts[i + 1] + children[e]].sum()
        for e in range(edge_starts[i], edge_starts[i + 1]):
            here, there = above[starts[i] + parents[e]], below[starts[i + 1] + children[e]]
            after = above[starts[i + 1] + children[e]]
            step = 1 if choices[e] >= 0 else 0
            for a in range(sizes - step):
                after[a + step] += here[a]
                if step == 1 and here[a] > 0.0:
                    for b in range(sizes - a - 1):
                        out[a + b + 1, choices[e]] += here[a] * there[b] / total
        _scale(above[starts[i + 1] : starts[i + 2]])
    shares: Floats = below[0] / below[0].sum()
    return shares


@compiled
def _scale(counts: Floats) -> None:
    """Keep numbers from growing beyond what floats can hold; only their ratios matter."""
    most = counts.max()
    if most > 1e100:
        counts /= most
