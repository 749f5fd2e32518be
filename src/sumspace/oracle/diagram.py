"""Sets of choices as decision diagrams: counted, drawn and looked through without ever being listed.

The search makes one of the sets that reach a target, or several; together they are all oracles of a space.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import checkpoint
from sumspace.oracle.kernels.diagram import (
    DIGIT,
    Expanded,
    least_weights,
    lightest_path,
    path_shares,
    paths_below,
    paths_within,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Bits, Flags, Floats, Integers
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
        layers = len(expanded.sizes) - 1
        waiting = [(0, 0, self.shared)]
        while waiting:
            layer, node, chosen = waiting.pop()
            if layer == layers:
                if self._leads_on(starts[layer] + node, chosen):
                    yield chosen
                continue
            place = starts[layer] + node
            for e in range(first[place + 1] - 1, first[place] - 1, -1):
                child, choice = int(expanded.children[e]), int(expanded.choices[e])
                taken = chosen if choice < 0 else (*chosen, choice)
                if self._leads_on(starts[layer + 1] + child, taken):
                    waiting.append((layer + 1, child, taken))

    def _leads_on(self, place: int, chosen: tuple[int, ...]) -> bool:  # noqa: ARG002 - where nodes tell the room, they tell all
        """Tell whether what was chosen on the way to a node can become a set."""
        return bool(self._below[place])

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

    def pick(self, indices: Sequence[int]) -> list[tuple[int, ...]]:
        """Return some of the sets, by their numbers."""
        return [self._at(index) for index in indices]

    def _at(self, index: int) -> tuple[int, ...]:
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

    def has_shares(self, most: int) -> bool:
        """Tell whether there is memory for the shares of choices, in sets of up to so many."""
        return int(self.expanded.sizes.sum()) * (most + 1) <= _CELLS

    def shares(self, choices: int, most: int) -> Floats:
        """Return what share of the sets has so many choices and this one: [size, choice], size up to `most`."""
        shares = np.zeros((most - len(self.shared) + 1, choices))
        sizes = path_shares(self._layers, self._ends, shares)
        shares[:, self.shared] = sizes[:, None]
        return np.concatenate([np.zeros((len(self.shared), choices)), shares])


@dataclass(frozen=True, eq=False, kw_only=True)
class BudgetedDiagram(Diagram):
    """A diagram whose nodes do not tell how much room is left: the sets are the paths that cost no more than that.

    It has far fewer nodes where very many sets are alike but for their costs. Every node of the last layer must have a
    path that is a set.
    """

    #: What choices cost, and how much they may cost besides those that are shared.
    costs: Integers
    room: int

    @cached_property
    def count(self) -> int:
        """How many sets there are, exactly."""
        below = self._last(self._digits)
        for layer in range(len(self.expanded.sizes) - 2, -1, -1):
            below = self._layer_above(layer, below)
        return _number(below[0, self.room])

    @property
    def additions(self) -> int:
        """How many additions it takes to count them."""
        return len(self.expanded.parents) * (self.room + 1) * self._digits

    @cached_property
    def _digits(self) -> int:
        """How many digits are enough for the number of all sets of choices that cost no more."""
        ways = [1] + [0] * self.room
        for layer in range(len(self.expanded.sizes) - 1):
            edges = slice(*self.expanded.edge_starts[layer : layer + 2])
            for choice in np.unique(self.expanded.choices[edges]).tolist():
                if choice >= 0:
                    cost = int(self.costs[choice])
                    ways = [a + b for a, b in zip(ways, [0] * cost + ways, strict=False)]
        return -(-sum(ways).bit_length() // DIGIT)

    def _last(self, digits: int) -> Bits:
        """Count the paths from the nodes of the last layer."""
        last = np.zeros((int(self.expanded.sizes[-1]), self.room + 1, digits), dtype=np.uint64)
        last[:, :, 0] = self._ends[:, None]
        return last

    def _layer_above(self, layer: int, below: Bits) -> Bits:
        """Count the paths from the nodes of a layer, given those of the next."""
        checkpoint()
        expanded = self.expanded
        edges = slice(*expanded.edge_starts[layer : layer + 2])
        arrays = expanded.parents[edges], expanded.choices[edges], expanded.children[edges]
        above: Bits = paths_within(arrays, self.costs, below, int(expanded.sizes[layer]))
        return above

    def _layers_counted(self) -> Iterator[Bits]:
        """Yield the paths from the nodes of every layer but the first, in order.

        They are counted from the end, and do not fit into memory at once. Those of some layers are kept, from which the
        ones before them are counted again. The digits are those of the number of all sets: no node that a path leads to
        with so much room has more, and what others lose does not matter.
        """
        sizes = self.expanded.sizes
        stretch = int(np.sqrt(float(sizes.sum()) * float(sizes.max())))
        below, since = self._last(-(-self.count.bit_length() // DIGIT)), 0
        kept = {len(sizes) - 1: below}
        for layer in range(len(sizes) - 2, -1, -1):
            below = self._layer_above(layer, below)
            since += int(sizes[layer])
            if since >= stretch or layer == 0:
                kept[layer], since = below, 0
        for begin, end in pairwise(sorted(kept)):
            counted = [kept.pop(end)]
            for layer in range(end - 1, begin, -1):
                counted.append(self._layer_above(layer, counted[-1]))
            while counted:
                yield counted.pop()

    def pick(self, indices: Sequence[int]) -> list[tuple[int, ...]]:
        """Return some of the sets, by their numbers; the paths are counted once for all of them."""
        expanded, first, starts = self.expanded, self._first_edges, self._starts
        walks = [(index, 0, self.room, self.shared) for index in indices]
        for layer, below in enumerate(self._layers_counted()):
            for walk, (number, node, room, chosen) in enumerate(walks):
                left, place = number, starts[layer] + node
                for e in range(first[place], first[place + 1]):
                    child, choice = int(expanded.children[e]), int(expanded.choices[e])
                    rest = room - int(self.costs[choice]) if choice >= 0 else room
                    paths = _number(below[child, rest]) if rest >= 0 else 0
                    if left < paths:
                        walks[walk] = left, child, rest, chosen if choice < 0 else (*chosen, choice)
                        break
                    left -= paths
        return [chosen for *_, chosen in walks]

    @cached_property
    def _least(self) -> Integers:
        """What the cheapest path from each node costs."""
        least: Integers = least_weights(self._layers, self._ends, self.costs)[0]
        return least

    def _leads_on(self, place: int, chosen: tuple[int, ...]) -> bool:
        """Tell whether what was chosen on the way to a node can become a set."""
        return int(self._least[place] + self.costs[list(chosen[len(self.shared) :])].sum()) <= self.room

    def best(self) -> tuple[int, ...]:
        """Return a set of the highest value."""
        highest = (self.expanded.values == self.expanded.values.max()).astype(np.int64)
        _, path = lightest_path(self._layers, highest, self.costs)
        return (*self.shared, *path.tolist())

    def has_shares(self, most: int) -> bool:  # noqa: ARG002 - of any size
        """Shares would take a table for every room."""
        return False


def _number(digits: Bits) -> int:
    return sum(int(digit) << DIGIT * place for place, digit in enumerate(digits))


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
        return self.pick([index])[0]

    def pick(self, indices: Sequence[int]) -> list[Extract]:
        """Return some of them, by their numbers."""
        if not all(0 <= index < self.count for index in indices):
            raise IndexError(f"there are {self.count:,} sets")
        starts = [0, *accumulate(diagram.count for diagram in self.diagrams)]
        homes = [bisect_right(starts, index) - 1 for index in indices]
        picked: dict[int, tuple[int, ...]] = {}
        for home, diagram in enumerate(self.diagrams):
            own = [index for index, its in zip(indices, homes, strict=True) if its == home]
            if own:
                picked |= zip(own, diagram.pick([index - starts[home] for index in own]), strict=True)
        return [self.problem.extract(picked[index]) for index in indices]

    @cached_property
    def shares(self) -> Floats | None:
        """What share of all sets has so many sentences and this one: [size, sentence]; None if that is too much."""
        most = self.problem.most_choices
        if not all(diagram.has_shares(most) for diagram in self.diagrams):
            return None
        shares = np.zeros((most + 1, self.sentences))
        owners = self.problem.owners
        for diagram in self.diagrams:
            for size, row in enumerate(diagram.shares(len(owners), most)):
                np.add.at(shares[size], owners, row * (diagram.count / self.count))
        return shares
