"""All sets of choices that reach a target: counted, listed, drawn and looked through without ever being listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.oracle.kernels.diagram import Expanded
from sumspace.oracle.kernels.paths import lightest_path, paths_below, tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Diagram"]

#: Counts below this are kept as machine integers.
_SAFE = 2.0**62


@dataclass(frozen=True, eq=False)
class Diagram:
    """Choices that all sets share, and the decisions that remain: every path through them is a set."""

    shared: tuple[int, ...]
    expanded: Expanded
    #: Which nodes of the last layer count; None for all of them.
    ends: NDArray[np.bool_] | None = None

    @classmethod
    def of_one(cls, choices: tuple[int, ...]) -> Diagram:
        """Return the diagram of one set."""
        none, zero = np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64)
        return cls(choices, Expanded(True, 1, zero + 1, zero, none, none, none, zero, zero[:, None]))

    @property
    def nodes(self) -> int:
        """How many nodes it has."""
        return int(self.expanded.sizes.sum())

    @cached_property
    def count(self) -> int:
        """How many sets there are, exactly."""
        return int(self._below[0])

    @property
    def _ends(self) -> NDArray[np.int64]:
        """1 for every node of the last layer that counts, else 0."""
        last = int(self.expanded.sizes[-1])
        return np.ones(last, dtype=np.int64) if self.ends is None else self.ends.astype(np.int64)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return np.cumsum([0, *self.expanded.sizes])

    @cached_property
    def _below(self) -> NDArray[np.int64] | NDArray[np.object_]:
        """How many paths lead from each node to the end."""
        found, starts = self.expanded, self._starts
        edges = found.edge_starts, found.parents, found.children, self._ends
        rough = np.zeros(starts[-1])
        paths_below(starts, *edges, rough)
        if rough[0] < _SAFE:
            below = np.zeros(starts[-1], dtype=np.int64)
            paths_below(starts, *edges, below)
            return below
        exact = np.zeros(starts[-1], dtype=object)
        paths_below.py_func(starts, *edges, exact)  # type: ignore[attr-defined]
        return exact

    @cached_property
    def _first_edges(self) -> NDArray[np.int64]:
        """Where the edges of each node begin; nodes are worked on in order, so theirs are neighbours."""
        found, starts = self.expanded, self._starts
        layers = np.repeat(np.arange(len(starts) - 2), np.diff(found.edge_starts))
        return np.searchsorted(starts[layers] + found.parents, np.arange(starts[-1] + 1))

    def sets(self) -> Iterator[tuple[int, ...]]:
        """Yield every set, one after the other."""
        found, starts, first = self.expanded, self._starts.tolist(), self._first_edges
        below, layers = self._below, len(found.sizes) - 1
        waiting = [(0, 0, self.shared)]
        while waiting:
            layer, node, chosen = waiting.pop()
            if layer == layers:
                if below[starts[layer] + node]:
                    yield chosen
                continue
            place = starts[layer] + node
            for e in range(first[place + 1] - 1, first[place] - 1, -1):
                child, choice = int(found.children[e]), int(found.choices[e])
                if below[starts[layer + 1] + child]:
                    waiting.append((layer + 1, child, chosen if choice < 0 else (*chosen, choice)))

    def best(self) -> tuple[int, ...]:
        """Return a set of the highest value."""
        return self.one_of(int(np.argmax(self.expanded.values)))

    def one_of(self, node: int) -> tuple[int, ...]:
        """Return a set that ends in this node of the last layer."""
        found = self.expanded
        chosen = list(self.shared)
        for layer in range(len(found.sizes) - 2, -1, -1):
            edges = slice(found.edge_starts[layer], found.edge_starts[layer + 1])
            edge = found.edge_starts[layer] + int(np.argmax(found.children[edges] == node))
            node = int(found.parents[edge])
            if found.choices[edge] >= 0:
                chosen.append(int(found.choices[edge]))
        return tuple(chosen)

    def lightest(self, weights: NDArray[np.int64]) -> tuple[int, tuple[int, ...]]:
        """Return the set whose choices weigh least together, and what they weigh."""
        found = self.expanded
        weight, path = lightest_path(
            self._starts, found.edge_starts, found.parents, found.choices, found.children, self._ends, weights
        )
        return int(weight + weights[list(self.shared)].sum()), (*self.shared, *path.tolist())

    def __getitem__(self, index: int) -> tuple[int, ...]:
        """Return one of the sets, by its number."""
        found, starts, first, below = self.expanded, self._starts, self._first_edges, self._below
        chosen = list(self.shared)
        node = 0
        for layer in range(len(found.sizes) - 1):
            place = starts[layer] + node
            for e in range(first[place], first[place + 1]):
                paths = int(below[starts[layer + 1] + found.children[e]])
                if index < paths:
                    node = int(found.children[e])
                    if found.choices[e] >= 0:
                        chosen.append(int(found.choices[e]))
                    break
                index -= paths
        return tuple(chosen)

    def shares(self, choices: int, most: int) -> Floats:
        """Return what share of the sets has so many choices and this one: [size, choice], size up to `most`."""
        found = self.expanded
        left = most - len(self.shared)
        shares = np.zeros((left + 1, choices))
        sizes = tally(
            self._starts, found.edge_starts, found.parents, found.choices, found.children, self._ends, left + 1, shares
        )
        shares[:, self.shared] = sizes[:, None]
        return np.concatenate([np.zeros((len(self.shared), choices)), shares])
