"""Trees as plain arrays say exactly what scikit-learn's say."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor

from sumspace.studies.learning.training import copy_trees
from sumspace.summarizers.learned.trees import Trees
from sumspace.summarizers.model_file import Arrays


@pytest.fixture(scope="module")
def grown():
    generator = np.random.default_rng(3)
    rows = generator.normal(size=(500, 6)).round(1)
    targets = rows[:, 0] * rows[:, 1] + np.abs(rows[:, 2])
    model = HistGradientBoostingRegressor(max_iter=25, max_leaf_nodes=7, max_features=0.5, random_state=1)
    model.fit(rows, targets, sample_weight=generator.random(500))
    return model, generator.normal(size=(200, 6)).round(1)


def test_they_say_what_scikit_learn_says_to_the_last_bit(grown):
    model, rows = grown
    assert np.array_equal(copy_trees(model).predict(rows), model.predict(rows))
    assert copy_trees(model).predict(rows[:0]).shape == (0,)


def test_what_features_add_sums_to_what_trees_say(grown):
    model, rows = grown
    trees = copy_trees(model)
    added = trees.explain(rows, np.array([0, 0, 1, 1, 2, 2]))
    assert added.shape == (200, 3)
    assert added.sum(axis=1) + trees.constant == pytest.approx(trees.predict(rows), abs=1e-9)
    # the last features decide next to nothing
    assert np.abs(added[:, 0]).mean() > 3 * np.abs(added[:, 2]).mean()


def test_arrays_of_a_file_make_the_same_trees_and_others_are_refused(grown):
    model, rows = grown
    trees = copy_trees(model)
    arrays = Arrays(trees.named("x"))
    assert np.array_equal(Trees.restore(arrays, "x", 6).predict(rows), trees.predict(rows))
    for name, change in {
        "x_left": np.zeros_like,
        "x_features": lambda features: features + 6,
        "x_values": lambda values: values * np.nan,
        "x_roots": lambda roots: roots + 10**6,
        "x_thresholds": lambda thresholds: thresholds[:-1],
    }.items():
        with pytest.raises(ValueError, match=r"^x"):
            Trees.restore(Arrays({**arrays, name: change(arrays[name])}), "x", 6)
