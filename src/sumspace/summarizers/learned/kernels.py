"""Compiled: trees that are evaluated for many rows, and what each split adds on the way down."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled


@compiled
def sum_trees(
    rows: Any, base: Any, roots: Any, features: Any, thresholds: Any, left: Any, right: Any, values: Any
) -> Any:
    """Return for every row the base and the values of the leaves in which it ends, one in each tree, in their order.

    A node whose feature is negative is a leaf; rows with at most the threshold go to the left.
    """
    sums = np.full(rows.shape[0], base)
    for row in range(rows.shape[0]):
        for root in roots:
            node = root
            while features[node] >= 0:
                node = left[node] if rows[row, features[node]] <= thresholds[node] else right[node]
            sums[row] += values[node]
    return sums


@compiled
def explain_trees(
    rows: Any, roots: Any, features: Any, thresholds: Any, left: Any, right: Any, values: Any, groups: Any, count: Any
) -> Any:
    """Return for every row what the splits on the features of each group add: [row, group].

    A split adds the difference between the node that a row goes to and the one that it comes from; inner nodes have the
    mean value of the leaves below. With the values of the roots, the sums over groups are what the trees say.
    """
    added = np.zeros((rows.shape[0], count))
    for row in range(rows.shape[0]):
        for root in roots:
            node = root
            while features[node] >= 0:
                feature = features[node]
                child = left[node] if rows[row, feature] <= thresholds[node] else right[node]
                added[row, groups[feature]] += values[child] - values[node]
                node = child
    return added
