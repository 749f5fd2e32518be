"""Decision diagrams: their paths counted, weighed and shared out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Bits, Floats, Integers

    Small = NDArray[np.int32]


#: Large numbers are kept in digits of so many bits.
DIGIT = 62


class Expanded(NamedTuple):
    """A diagram: layer i has sizes[i] nodes, and its edges are those from edge_starts[i] on."""

    finished: bool
    #: How many nodes were made in all.
    nodes: int
    sizes: Integers
    edge_starts: Integers
    parents: Small
    #: The choice that an edge stands for; −1 passes the candidate over.
    choices: Small
    children: Small
    #: What the sets that end in each node of the last layer are worth, and their tallies, where those are kept: what
    #: the first measure gives, and how many units there are on each measure.
    values: Integers
    tallies: Integers


@compiled
def paths_below(diagram: tuple[Any, ...], ends: Any, below: Any) -> None:
    """Count the paths from every node to those nodes of the last layer that count.

    `diagram` says where the nodes of each layer start, and has the edges of `Expanded`.
    """
    starts, edge_starts, parents, _, children = diagram
    layers = len(starts) - 2
    below[starts[layers] :] = ends
    for i in range(layers - 1, -1, -1):
        for e in range(edge_starts[i], edge_starts[i + 1]):
            below[starts[i] + parents[e]] += below[starts[i + 1] + children[e]]


@compiled
def paths_within(edges: tuple[Any, ...], costs: Integers, below: Bits, count: int) -> Bits:
    """Count the paths from every node of a layer that cost no more than each room, in digits: [node, room, digit].

    `edges` are those of the layer: parents, choices and children; `below` counts the paths from the layer after it.
    """
    parents, choices, children = edges
    rooms, digits = below.shape[1], below.shape[2]
    here = np.zeros((count, rooms, digits), dtype=np.uint64)
    for e in range(len(parents)):
        cost = costs[choices[e]] if choices[e] >= 0 else 0
        for room in range(cost, rooms):
            over = np.uint64(0)
            for d in range(digits):
                digit = here[parents[e], room, d] + below[children[e], room - cost, d] + over
                over = digit >> np.uint64(DIGIT)
                here[parents[e], room, d] = digit & np.uint64(2**DIGIT - 1)
    return here


@compiled
def least_weights(diagram: tuple[Any, ...], ends: Integers, weights: Integers) -> tuple[Integers, Integers]:
    """Return the least weight of a path from every node, the sum of its choices' weights, and its first edge."""
    starts, edge_starts, parents, choices, children = diagram
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
    return below, next_edge


@compiled
def lightest_path(diagram: tuple[Any, ...], ends: Integers, weights: Integers) -> tuple[int, Integers]:
    """Return the least weight of a path, and the choices of such a path."""
    starts, _, _, choices, children = diagram
    layers = len(starts) - 2
    below, next_edge = least_weights(diagram, ends, weights)
    path = np.full(layers, -1)
    node = 0
    for i in range(layers):
        e = next_edge[starts[i] + node]
        path[i] = choices[e]
        node = children[e]
    return below[0], path[path >= 0]


@compiled
def path_shares(diagram: tuple[Any, ...], ends: Integers, out: Floats) -> Floats:
    """Find what share of all paths has so many choices and this one: out[size, choice]; return the shares by size."""
    starts, edge_starts, parents, choices, children = diagram
    layers, sizes = len(starts) - 2, len(out)
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
