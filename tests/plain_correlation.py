"""Correlations of two tables by their definition, with SciPy for each single one."""

import warnings

import numpy as np
from scipy import stats


def three(x, y):
    """The three coefficients by SciPy, or None; values are rounded so that those within rounding tie."""
    x, y = np.round(x, 9), np.round(y, 9)
    if len(x) < 3 or len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [stats.pearsonr(x, y)[0], stats.spearmanr(x, y)[0], stats.kendalltau(x, y)[0]]


def plainly(scores, judgements, level):
    """The definition of each level, with SciPy for each correlation."""
    both = ~np.isnan(scores) & ~np.isnan(judgements)
    if level == "pooled":
        return three(scores[both], judgements[both])
    if level == "system":
        systems = [s for s in range(scores.shape[1]) if both[:, s].any()]
        return three(*(np.array([t[both[:, s], s].mean() for s in systems]) for t in (scores, judgements)))
    found = [three(scores[d, both[d]], judgements[d, both[d]]) for d in range(len(scores))]
    found = [values for values in found if values is not None]
    return np.mean(found, axis=0).tolist() if found else None
