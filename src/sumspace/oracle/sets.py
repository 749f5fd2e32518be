"""All oracles of a space as sets of choices, few or beyond counting on fingers: one interface to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.space.budget import Extract

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.oracle.diagram import Diagram
    from sumspace.oracle.problem import Problem

    Floats = NDArray[np.float64]

__all__ = ["Sets", "as_extract"]

#: Tables of shares may not have more cells than this.
_CELLS = 2**25


@dataclass(frozen=True, eq=False)
class Sets:
    """The sets of choices that some diagrams stand for; no set is in two of them."""

    problem: Problem
    diagrams: tuple[Diagram, ...]
    sentences: int

    @cached_property
    def count(self) -> int:
        """How many there are, exactly."""
        return sum(diagram.count for diagram in self.diagrams)

    def __iter__(self) -> Iterator[Extract]:
        for diagram in self.diagrams:
            for choices in diagram.sets():
                yield as_extract(self.problem, choices)

    def __getitem__(self, index: int) -> Extract:
        for diagram in self.diagrams:
            if index < diagram.count:
                return as_extract(self.problem, diagram[index])
            index -= diagram.count
        raise IndexError(index)

    @cached_property
    def shares(self) -> Floats | None:
        """What share of all sets has so many sentences and this one: [size, sentence]; None if that is too much."""
        problem = self.problem
        most = problem.most_choices
        if max((diagram.nodes for diagram in self.diagrams), default=0) * (most + 1) > _CELLS:
            return None
        shares = np.zeros((most + 1, self.sentences))
        owners = problem.sentences[np.repeat(np.arange(len(problem.sentences)), np.diff(problem.first))]
        for diagram in self.diagrams:
            found = diagram.shares(len(owners), most)
            for size, row in enumerate(found):
                np.add.at(shares[size], owners, row * (diagram.count / self.count))
        return shares


def as_extract(problem: Problem, choices: Sequence[int]) -> Extract:
    """Turn choices into an extract: sentences in their order, the cut one last."""
    owners = np.searchsorted(problem.first, choices, side="right") - 1
    cut = [problem.cut and choice > problem.first[owner] for choice, owner in zip(choices, owners, strict=True)]
    whole = sorted(int(problem.sentences[owner]) for owner, last in zip(owners, cut, strict=True) if not last)
    for choice, owner, last in zip(choices, owners, cut, strict=True):
        if last:
            words = int(problem.words[choice])
            longest = int(problem.words[problem.first[owner]])
            return Extract((*whole, int(problem.sentences[owner])), words if words < longest else None)
    return Extract(tuple(whole))
