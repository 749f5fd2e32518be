"""Sums of regression trees as plain arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers
    from sumspace.summarizers.model_file import Arrays


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees whose leaves are summed up, all their nodes in one row; a node with a negative feature is a leaf."""

    #: What is added to the sum of all trees, and the first node of every tree.
    base: Floats
    roots: Integers
    #: Of every node: the feature that is looked at, rows with at most the threshold go to the left, and the value of a
    #: leaf or, of an inner node, the mean of the leaves below.
    features: Integers
    thresholds: Floats
    left: Integers
    right: Integers
    values: Floats

    def predict(self, rows: Floats) -> Floats:
        """Return what the trees say of every row of features."""
        from sumspace.summarizers.learned.kernels import sum_trees

        sums: Floats = sum_trees(np.ascontiguousarray(rows), float(self.base), *self._nodes)
        return sums

    def explain(self, rows: Floats, groups: Integers) -> Floats:
        """Return what the features of each group, numbered from 0, add for every row; the rest is `constant`."""
        from sumspace.summarizers.learned.kernels import explain_trees

        count = int(groups.max(initial=0)) + 1
        added: Floats = explain_trees(np.ascontiguousarray(rows), *self._nodes, groups, count)
        return added

    @property
    def constant(self) -> float:
        """What is the same for all rows."""
        return float(self.base) + float(self.values[self.roots].sum())

    @property
    def _nodes(self) -> tuple[NDArray[Any], ...]:
        return self.roots, self.features, self.thresholds, self.left, self.right, self.values

    def named(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return the arrays by name, as a file has them."""
        return {f"{prefix}_{field.name}": np.asarray(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def restore(cls, arrays: Arrays, prefix: str, features: int) -> Self:
        """Make trees of arrays from a file; raise ValueError where they are no trees of that many features."""
        base = arrays.floats(f"{prefix}_base")
        looked_at = arrays.integers(f"{prefix}_features", None, low=-1, high=features - 1)
        nodes = len(looked_at)
        roots = arrays.integers(f"{prefix}_roots", None, low=0, high=nodes - 1)
        left, right = (arrays.integers(f"{prefix}_{side}", nodes, low=0, high=nodes - 1) for side in ("left", "right"))
        inner = looked_at >= 0
        # children stand behind their parents, so that every way down ends
        if (np.minimum(left, right)[inner] <= np.flatnonzero(inner)).any():
            raise ValueError(f"{prefix} has nodes that lead back")
        thresholds, values = (arrays.floats(f"{prefix}_{name}", nodes) for name in ("thresholds", "values"))
        return cls(base, roots, looked_at, thresholds, left, right, values)
