"""Correlations of two tables by their definition, with SciPy for each single one; accuracies as papers state them."""

import warnings
from itertools import combinations, product

import numpy as np
from scipy import stats


def four(x, y):
    """Pearson, Spearman, tau-b and tau-c by SciPy, or None; values are rounded so that those within rounding tie."""
    x, y = np.round(x, 9), np.round(y, 9)
    if len(x) < 3 or len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kendalls = [stats.kendalltau(x, y, variant=variant)[0] for variant in "bc"]
        return [stats.pearsonr(x, y)[0], stats.spearmanr(x, y)[0], *kendalls]


def plainly(scores, judgements, level):
    """The definition of each level, with SciPy for each correlation."""
    both = ~np.isnan(scores) & ~np.isnan(judgements)
    if level == "pooled":
        return four(scores[both], judgements[both])
    if level == "system":
        systems = [s for s in range(scores.shape[1]) if both[:, s].any()]
        return four(*(np.array([t[both[:, s], s].mean() for s in systems]) for t in (scores, judgements)))
    found = [four(scores[d, both[d]], judgements[d, both[d]]) for d in range(len(scores))]
    found = [values for values in found if values is not None]
    return np.mean(found, axis=0).tolist() if found else None


def rows_of(scores, judgements, level):
    """The rows within which pairs are compared, as lists of (score, judgement, which point it is)."""
    both = ~np.isnan(scores) & ~np.isnan(judgements)
    if level == "pooled":
        return [[(scores[d, s], judgements[d, s], (d, s)) for d, s in np.argwhere(both).tolist()]]
    if level == "system":
        means = [
            (*(t[both[:, s], s].mean() for t in (scores, judgements)), s) for s in np.flatnonzero(both.any(axis=0))
        ]
        return [means]
    return [[(scores[d, s], judgements[d, s], s) for s in np.flatnonzero(both[d])] for d in range(len(scores))]


def sign(difference, threshold):
    return 0 if abs(difference) <= threshold else (1 if difference > 0 else -1)


def accuracy_at(rows, threshold):
    """acc_eq (Deutsch, Foster & Freitag 2023): the share of pairs ranked or tied as people do, averaged over rows."""
    shares = []
    for row in rows:
        right = [
            sign(a[0] - b[0], threshold + 1e-11) == sign(a[1] - b[1], 1e-11)
            for a, b in combinations(row, 2)
            if a[2] != b[2]
        ]
        shares.append(np.mean(right))
    return np.mean(shares)


def plain_accuracy(rows):
    """The highest accuracy of all thresholds that are a difference of scores, or 0 (§6), and the first that has it."""
    differences = {round(abs(a[0] - b[0]), 12) for row in rows for a, b in combinations(row, 2)}
    by_threshold = {threshold: accuracy_at(rows, threshold) for threshold in sorted({0.0, *differences})}
    best = max(by_threshold.values())
    return best, next(threshold for threshold, value in by_threshold.items() if value > best - 1e-11)


def plain_differences(rows):
    """Pearson's correlation of all differences between two points of a row, either way round."""
    pairs = [(a, b) for row in rows for a in row for b in row]
    return stats.pearsonr([a[0] - b[0] for a, b in pairs], [a[1] - b[1] for a, b in pairs])[0]


def plain_soft_accuracy(scores, judgements):
    """Thompson et al. (2024), with all signs of differences instead of some: for few documents without gaps."""
    signs = np.array(list(product((1, -1), repeat=len(scores))))

    def p(table, i, j):
        differences = table[:, i] - table[:, j]
        return np.mean(signs @ differences >= differences.sum() - 1e-9)

    pairs = combinations(range(scores.shape[1]), 2)
    return np.mean([1 - abs(p(scores, i, j) - p(judgements, i, j)) for i, j in pairs])


def plain_perm_both(first, second, judgements, exchanged, difference):
    """Deutsch, Dror & Roth (2021), algorithm PERM-BOTH: standardize, exchange cells, count what is as large."""
    there = ~np.isnan(first) & ~np.isnan(second) & ~np.isnan(judgements)
    x, y, z = (np.where(there, table, np.nan) for table in (first, second, judgements))
    x, y = ((table - np.nanmean(table)) / np.nanstd(table) for table in (x, y))
    observed, count = difference(x, y, z), 0
    for cells in exchanged:
        count += abs(difference(np.where(cells, y, x), np.where(cells, x, y), z)) >= abs(observed) - 1e-9
    return (1 + count) / (1 + len(exchanged))
