"""Compiled: how a table of classes is counted and divided, and how regression trees are boosted."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled


@compiled
def tally(classes: Any, documents: Any, configurations: Any, count: Any) -> Any:
    """Return how many rows of each class each of these documents has over these configurations, and the reverse."""
    by_document = np.zeros((len(documents), count), np.int64)
    by_configuration = np.zeros((len(configurations), count), np.int64)
    for a in range(len(documents)):
        for b in range(len(configurations)):
            k = classes[documents[a], configurations[b]]
            by_document[a, k] += 1
            by_configuration[b, k] += 1
    return by_document, by_configuration


@compiled
def _order(part: Any, total: Any, logs: Any) -> Any:
    """Return Σ n_k log n_k − n log n, summed over a part of the rows and the rest: less their entropy, in bits.

    logs[n] is n log n. The sum does not depend on which of the two is the part, so that equal divisions tie.
    """
    inside, outside = 0.0, 0.0
    n, rest = 0, 0
    for k in range(len(total)):
        inside += logs[part[k]]
        outside += logs[total[k] - part[k]]
        n += part[k]
        rest += total[k] - part[k]
    return (inside - logs[n]) + (outside - logs[rest])


@compiled
def best_thresholds(features: Any, ascending: Any, documents: Any, counts: Any, least: Any, logs: Any) -> Any:
    """Return of every feature: the order that its best threshold brings, the threshold, documents below, how many fit.

    ascending[f] are all documents by feature f, counts[a] the classes of documents[a]; least on either side. The order
    is −∞ where no threshold fits, and of equal ones the lowest is the best.
    """
    place = np.full(len(features), -1, np.int64)
    for a in range(len(documents)):
        place[documents[a]] = a
    total = counts.sum(axis=0)
    part = np.empty_like(total)
    size = len(ascending)
    orders, thresholds = np.full(size, -np.inf), np.zeros(size)
    inside, tried = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for f in range(size):
        part[:] = 0
        before, below = 0, 0.0
        for d in ascending[f]:
            if place[d] < 0:
                continue
            value = features[d, f]
            if before >= least and value > below:
                if len(documents) - before < least:
                    break
                tried[f] += 1
                order = _order(part, total, logs)
                if order > orders[f]:
                    orders[f], thresholds[f], inside[f] = order, _between(below, value), before
            part += counts[place[d]]
            before += 1
            below = value
    return orders, thresholds, inside, tried


@compiled
def _between(below: Any, above: Any) -> Any:
    """Return the middle, or the lower one where rounding would make it the upper."""
    middle = below / 2 + above / 2
    return middle if below <= middle < above else below


@compiled
def best_settings(settings: Any, configurations: Any, counts: Any, least: Any, logs: Any) -> Any:
    """Return of every parameter: the order that its best "parameter == value" brings, the value, how many have it.

    Settings are numbered without gaps, counts[b] are the classes of configurations[b]; least on either side. The order
    is −∞ where no value fits, and of equal ones the lowest is the best.
    """
    total = counts.sum(axis=0)
    parameters = settings.shape[1]
    orders, values, inside = (
        np.full(parameters, -np.inf),
        np.zeros(parameters, np.int64),
        np.zeros(parameters, np.int64),
    )
    for p in range(parameters):
        size = settings[:, p].max() + 1
        sums, sizes = np.zeros((size, len(total)), np.int64), np.zeros(size, np.int64)
        for b in range(len(configurations)):
            sums[settings[configurations[b], p]] += counts[b]
            sizes[settings[configurations[b], p]] += 1
        for value in range(size):
            if sizes[value] >= least and len(configurations) - sizes[value] >= least:
                order = _order(sums[value], total, logs)
                if order > orders[p]:
                    orders[p], values[p], inside[p] = order, value, sizes[value]
    return orders, values, inside


@compiled
def leaves(text: Any, settings: Any, feature: Any, parameter: Any, value: Any, left: Any, right: Any) -> Any:
    """Return the leaf that every configuration comes to with a text's features; children stand after their parent."""
    reached = np.zeros(len(settings), np.int64)
    for c in range(len(settings)):
        node = 0
        while left[node] >= 0:
            if feature[node] >= 0:
                node = left[node] if text[feature[node]] <= value[node] else right[node]
            else:
                node = left[node] if settings[c, parameter[node]] == value[node] else right[node]
        reached[c] = node
    return reached


@compiled
def _first_splits(residuals: Any, ascending: Any, apart: Any, least: Any, inverse: Any, where: Any) -> None:
    """Write for every column the split of all documents after which squared errors are least.

    where[0, c] is the feature, −1 for none, and where[1, c] the place in ascending order after which it splits.
    All columns go through the documents together, side by side in memory.
    """
    documents, columns = residuals.shape
    totals, sums, best = residuals.sum(axis=0), np.empty(columns), np.full(columns, -1.0)
    at = np.full(columns, -1, np.int64)
    for f in range(len(ascending)):
        sums[:] = 0.0
        for i in range(documents - least):
            sums += residuals[ascending[f, i]]
            if i + 1 >= least and apart[f, i]:
                place, below, above = f * documents + i, inverse[i + 1], inverse[documents - i - 1]
                for c in range(columns):
                    rest = totals[c] - sums[c]
                    gain = sums[c] * sums[c] * below + rest * rest * above
                    at[c] = place if gain > best[c] else at[c]
                    best[c] = max(gain, best[c])
    _places(at, documents, where)


@compiled
def _next_splits(
    residuals: Any, nodes: Any, node: Any, ascending: Any, apart: Any, least: Any, inverse: Any, where: Any
) -> None:
    """Write the same for the documents that each column has in a node; others pass by without a change."""
    documents, columns = residuals.shape
    inside = np.empty((documents, columns), np.int64)
    masked = np.empty((documents, columns))
    sizes, totals = np.zeros(columns, np.int64), np.zeros(columns)
    for d in range(documents):
        for c in range(columns):
            inside[d, c] = 1 if nodes[d, c] == node else 0
            masked[d, c] = residuals[d, c] * inside[d, c]
            sizes[c] += inside[d, c]
            totals[c] += masked[d, c]
    best, at = np.full(columns, -1.0), np.full(columns, -1, np.int64)
    below, sums = np.empty(columns, np.int64), np.empty(columns)
    for f in range(len(ascending)):
        below[:] = 0
        sums[:] = 0.0
        for i in range(documents - 1):
            d = ascending[f, i]
            for c in range(columns):
                below[c] += inside[d, c]
                sums[c] += masked[d, c]
            if apart[f, i]:
                place = f * documents + i
                for c in range(columns):
                    above, rest = sizes[c] - below[c], totals[c] - sums[c]
                    gain = sums[c] * sums[c] * inverse[below[c]] + rest * rest * inverse[above]
                    better = (gain > best[c]) & (below[c] >= least) & (above >= least)
                    best[c] = gain if better else best[c]
                    at[c] = place if better else at[c]
    _places(at, documents, where)


@compiled
def _places(at: Any, documents: Any, where: Any) -> None:
    """Write the feature and the place in its order that one number stands for; −1 stands for none."""
    for c in range(len(at)):
        where[0, c] = at[c] // documents if at[c] >= 0 else -1
        where[1, c] = at[c] % documents if at[c] >= 0 else 0


@compiled
def boost(
    scores: Any, features: Any, ascending: Any, apart: Any, rate: Any, least: Any, split: Any, threshold: Any, leaf: Any
) -> None:
    """Write the trees of some configurations, scores[document, configuration] less their means.

    A tree is complete: node n has the children 2n + 1 and 2n + 2, the last level has no splits but values, times the
    rate. Where a node is not split, its feature is −1 and everything goes to the left.
    """
    documents, columns = scores.shape
    rounds, nodes = split.shape[1:]
    inverse = np.zeros(documents + 1)
    inverse[1:] = 1 / np.arange(1, documents + 1)
    residuals = scores.copy()
    place = np.empty((documents, columns), np.int64)
    where = np.empty((2, columns), np.int64)
    sums, sizes = np.empty((leaf.shape[2], columns)), np.empty((leaf.shape[2], columns), np.int64)
    for r in range(rounds):
        place[:] = 0
        for node in range(nodes):
            if node == 0:
                _first_splits(residuals, ascending, apart, least, inverse, where)
            else:
                _next_splits(residuals, place, node, ascending, apart, least, inverse, where)
            for c in range(columns):
                f, i = where[0, c], where[1, c]
                split[c, r, node] = f
                threshold[c, r, node] = 0.0
                if f >= 0:
                    j = i + 1
                    while place[ascending[f, i], c] != node:
                        i -= 1
                    while place[ascending[f, j], c] != node:
                        j += 1
                    threshold[c, r, node] = _between(features[ascending[f, i], f], features[ascending[f, j], f])
                for d in range(documents):
                    if place[d, c] == node:
                        beyond = f >= 0 and features[d, f] > threshold[c, r, node]
                        place[d, c] = 2 * node + (2 if beyond else 1)
        sums[:] = 0.0
        sizes[:] = 0
        for d in range(documents):
            for c in range(columns):
                sums[place[d, c] - nodes, c] += residuals[d, c]
                sizes[place[d, c] - nodes, c] += 1
        for n in range(len(sums)):
            for c in range(columns):
                leaf[c, r, n] = rate * sums[n, c] * inverse[sizes[n, c]]
        for d in range(documents):
            for c in range(columns):
                residuals[d, c] -= leaf[c, r, place[d, c] - nodes]


@compiled
def expect(text: Any, means: Any, split: Any, threshold: Any, leaf: Any) -> Any:
    """Return what is expected of every configuration with a text's features: its mean and what its trees add."""
    configurations, rounds, nodes = split.shape
    expected = means.copy()
    for c in range(configurations):
        for r in range(rounds):
            node = 0
            while node < nodes:
                f = split[c, r, node]
                node = 2 * node + (2 if f >= 0 and text[f] > threshold[c, r, node] else 1)
            expected[c] += leaf[c, r, node - nodes]
    return expected
