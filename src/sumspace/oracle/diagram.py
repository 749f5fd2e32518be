"""Sets of choices as decision diagrams: counted, drawn and looked through without ever being listed.

The search makes one of the sets that reach a target, or several; together they are all oracles of a space.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.oracle.kernels.diagram import Expanded, lightest_path, path_shares, paths_below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.oracle.problem import SelectionProblem
    from sumspace.space.budget import Extract


#: Tables of shares may not have more cells than this.
_CELLS = 2**25
#: Counts below this are kept as machine integers.
_SAFE = 2.0**62


@dataclass(frozen=True, eq=False)
class Diagram:
    """Choices that all sets share, and the decisions that remain: every path through them is a set."""

    shared: tuple[int, ...]
    expanded: Expanded
    #: Which nodes of the last layer count; None for all of them.
    ends: Flags | None = None

    @classmethod
    def of_set(cls, choices: tuple[int, ...]) -> Diagram:
        """Return the diagram of one set."""
        none, zero = np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64)
        return cls(choices, Expanded(True, 1, zero + 1, zero, none, none, none, zero, zero[:, None]))

    @cached_property
    def count(self) -> int:
        """How many sets there are, exactly."""
        return int(self._below[0])

    @property
    def _ends(self) -> Integers:
        """1 for every node of the last layer that counts, else 0."""
        last = int(self.expanded.sizes[-1])
        return np.ones(last, dtype=np.int64) if self.ends is None else self.ends.astype(np.int64)

    @cached_property
    def _starts(self) -> Integers:
        return np.cumsum([0, *self.expanded.sizes])

    @property
    def _layers(self) -> tuple[NDArray[np.integer], ...]:
        """Where layers begin and their edges, as kernels see them."""
        expanded = self.expanded
        return self._starts, expanded.edge_starts, expanded.parents, expanded.choices, expanded.children

    @cached_property
    def _below(self) -> Integers | NDArray[np.object_]:
        """How many paths lead from each node to the end."""
        rough = np.zeros(self._starts[-1])
        paths_below(self._layers, self._ends, rough)
        below = np.zeros(len(rough), dtype=np.int64 if rough[0] < _SAFE else object)
        count = paths_below if rough[0] < _SAFE else paths_below.py_func  # type: ignore[attr-defined]
        count(self._layers, self._ends, below)
        return below

    @cached_property
    def _first_edges(self) -> Integers:
        """Where the edges of each node begin; nodes are worked on in order, so theirs are neighbours."""
        expanded, starts = self.expanded, self._starts
        layers = np.repeat(np.arange(len(starts) - 2), np.diff(expanded.edge_starts))
        return np.searchsorted(starts[layers] + expanded.parents, np.arange(starts[-1] + 1))

    def sets(self) -> Iterator[tuple[int, ...]]:
        """Yield every set, one after the other."""
        expanded, starts, first = self.expanded, self._starts.tolist(), self._first_edges
        below, layers = self._below, len(expanded.sizes) - 1
        waiting = [(0, 0, self.shared)]
        while waiting:
            layer, node, chosen = waiting.pop()
            if layer == layers:
                if below[starts[layer] + node]:
                    yield chosen
                continue
            place = starts[layer] + node
            for e in range(first[place + 1] - 1, first[place] - 1, -1):
                child, choice = int(expanded.children[e]), int(expanded.choices[e])
                if below[starts[layer + 1] + child]:
                    waiting.append((layer + 1, child, chosen if choice < 0 else (*chosen, choice)))

    def best(self) -> tuple[int, ...]:
        """Return a set of the highest value."""
        return self.set_ending_in(int(np.argmax(self.expanded.values)))

    def set_ending_in(self, node: int) -> tuple[int, ...]:
        """Return a set that ends in this node of the last layer."""
        expanded = self.expanded
        chosen = list(self.shared)
        for layer in range(len(expanded.sizes) - 2, -1, -1):
            edges = slice(expanded.edge_starts[layer], expanded.edge_starts[layer + 1])
            edge = expanded.edge_starts[layer] + int(np.argmax(expanded.children[edges] == node))
            node = int(expanded.parents[edge])
            if expanded.choices[edge] >= 0:
                chosen.append(int(expanded.choices[edge]))
        return tuple(chosen)

    def lightest(self, weights: Integers) -> tuple[int, tuple[int, ...]]:
        """Return the set whose choices weigh least together, and what they weigh."""
        weight, path = lightest_path(self._layers, self._ends, weights)
        return int(weight + weights[list(self.shared)].sum()), (*self.shared, *path.tolist())

    def __getitem__(self, index: int) -> tuple[int, ...]:
        """Return one of the sets, by its number."""
        expanded, starts, first, below = self.expanded, self._starts, self._first_edges, self._below
        chosen = list(self.shared)
        node = 0
        for layer in range(len(expanded.sizes) - 1):
            place = starts[layer] + node
            for e in range(first[place], first[place + 1]):
                paths = int(below[starts[layer + 1] + expanded.children[e]])
                if index < paths:
                    node = int(expanded.children[e])
                    if expanded.choices[e] >= 0:
                        chosen.append(int(expanded.choices[e]))
                    break
                index -= paths
        return tuple(chosen)

    def shares(self, choices: int, most: int) -> Floats:
        """Return what share of the sets has so many choices and this one: [size, choice], size up to `most`."""
        shares = np.zeros((most - len(self.shared) + 1, choices))
        sizes = path_shares(self._layers, self._ends, shares)
        shares[:, self.shared] = sizes[:, None]
        return np.concatenate([np.zeros((len(self.shared), choices)), shares])


@dataclass(frozen=True, eq=False)
class Sets:
    """The sets of choices that some diagrams stand for, as extracts; no set is in two diagrams."""

    problem: SelectionProblem
    diagrams: tuple[Diagram, ...]
    #: How many sentences the document has.
    sentences: int

    @cached_property
    def count(self) -> int:
        """How many there are, exactly."""
        return sum(diagram.count for diagram in self.diagrams)

    def __iter__(self) -> Iterator[Extract]:
        for diagram in self.diagrams:
            for choices in diagram.sets():
                yield self.problem.extract(choices)

    def __getitem__(self, index: int) -> Extract:
        for diagram in self.diagrams:
            if index < diagram.count:
                return self.problem.extract(diagram[index])
            index -= diagram.count
        raise IndexError(index)

    @cached_property
    def shares(self) -> Floats | None:
        """What share of all sets has so many sentences and this one: [size, sentence]; None if that is too much."""
        most = self.problem.most_choices
        if max((int(diagram.expanded.sizes.sum()) for diagram in self.diagrams), default=0) * (most + 1) > _CELLS:
            return None
        shares = np.zeros((most + 1, self.sentences))
        owners = self.problem.owners
        for diagram in self.diagrams:
            for size, row in enumerate(diagram.shares(len(owners), most)):
                np.add.at(shares[size], owners, row * (diagram.count / self.count))
        return shares
