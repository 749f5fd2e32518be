"""From lessons to a model: scikit-learn grows the trees, which are then copied into plain arrays."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.summarizers.learned.model import Familiarity, LearnedModel
from sumspace.summarizers.learned.trees import Trees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers
    from sumspace.studies.learning.lessons import Lesson, TrainingPlan


#: How trees are grown, for units and for sentences.
_UNITS = {"max_iter": 80, "learning_rate": 0.13, "max_leaf_nodes": 12, "min_samples_leaf": 40}
_SENTENCES = {"max_iter": 60, "learning_rate": 0.1, "max_leaf_nodes": 10, "min_samples_leaf": 30}
_BOTH = {"l2_regularization": 5.0, "max_features": 0.4, "max_bins": 63, "early_stopping": False}
#: A corpus of n documents counts as much as n to this power.
_POWER = 0.25
#: More rows than this are thinned out evenly.
_ROWS = 300_000


def learn(lessons: Sequence[Lesson], plan: TrainingPlan) -> LearnedModel:
    """Learn from lessons, in seconds for thousands of documents: the same lessons make the same model.

    All documents of a corpus count alike, and large corpora for less than their number, so that a corpus of many short
    texts does not decide for all others.
    """
    sizes = Counter(lesson.group for lesson in lessons)
    weights = np.array([sizes[lesson.group] ** (_POWER - 1) for lesson in lessons])
    pairs = list(zip(lessons, weights.tolist(), strict=True))
    sentences = _grow(
        [own.sentences for own in lessons],
        [own.shares for own in lessons],
        [np.full(len(own.shares), weight / max(len(own.shares), 1)) for own, weight in pairs],
        _SENTENCES,
        plan.seed,
    )
    units = _grow(
        [own.units for own in lessons],
        [own.held for own in lessons],
        [own.counts * weight / max(float(own.counts.sum()), 1.0) for own, weight in pairs],
        _UNITS,
        plan.seed,
    )
    contexts = np.array([lesson.context for lesson in lessons])
    card = {
        "documents": len(lessons),
        "targets": f"share of all oracles by {plan.measure} under {plan.budget}; share of references with a word pair",
        "seed": plan.seed,
    }
    return LearnedModel(sentences, units, Familiarity(contexts), card, plan.profile)


def _grow(
    features: Sequence[NDArray[np.float32]],
    targets: Sequence[NDArray[np.float32]],
    weights: Sequence[NDArray[Any]],
    options: dict[str, Any],
    seed: int,
) -> Trees:
    from sklearn.ensemble import HistGradientBoostingRegressor
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    rows, values, weight = np.concatenate(features), np.concatenate(targets), np.concatenate(weights)
    if not len(rows):
        return constant_trees(0.0)
    if len(rows) > _ROWS:
        kept = np.linspace(0, len(rows) - 1, _ROWS).astype(np.int64)
        rows, values, weight = rows[kept], values[kept], weight[kept]
    # Sums over several threads would depend on their number.
    with threadpool_limits(1, user_api="openmp"):
        grown = HistGradientBoostingRegressor(**options, **_BOTH, random_state=seed)
        grown.fit(rows.astype(np.float64), values.astype(np.float64), sample_weight=weight * len(rows) / weight.sum())
    return copy_trees(grown)


def constant_trees(value: float) -> Trees:
    """Return trees that say the same of everything."""
    leaf, nothing = np.full(1, -1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    return Trees(np.array(value), nothing, leaf, np.zeros(1), nothing, nothing, np.zeros(1))


def copy_trees(grown: Any) -> Trees:
    """Copy the trees of scikit-learn's histogram gradient boosting into plain arrays.

    No feature is ever missing, or a category, so that a threshold says all of a split.
    """
    trees = [predictors[0].nodes for predictors in grown._predictors]  # noqa: SLF001 - there is no public way
    starts: Integers = np.cumsum([0, *map(len, trees)], dtype=np.int64)
    nodes = np.concatenate(trees)
    begins = np.repeat(starts[:-1], np.diff(starts))
    leaf = nodes["is_leaf"].astype(np.bool_)
    own = np.arange(len(nodes))
    left, right = (np.where(leaf, own, nodes[side].astype(np.int64) + begins) for side in ("left", "right"))
    values: Floats = nodes["value"].astype(np.float64)
    counts = nodes["count"].astype(np.float64)
    for node in np.flatnonzero(~leaf)[::-1]:  # children stand behind their parents
        a, b = left[node], right[node]
        values[node] = (counts[a] * values[a] + counts[b] * values[b]) / max(counts[a] + counts[b], 1.0)
    features = np.where(leaf, -1, nodes["feature_idx"].astype(np.int64))
    thresholds = np.where(leaf, 0.0, nodes["num_threshold"]).astype(np.float64)
    base = np.array(float(grown._baseline_prediction.ravel()[0]))  # noqa: SLF001
    return Trees(base, starts[:-1], features, thresholds, left, right, values)
