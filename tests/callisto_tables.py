"""Tables of documents and configurations for tests of learners, and the same tables as rows."""

import numpy as np

from sumspace.stats.kmeans import assign, clusters
from sumspace.summarizers.callisto.learners.learner import Training

__all__ = ["planted", "random_table", "rows"]


def random_table(seed, documents=20, configurations=15, features=4, values=(3, 2, 4), count=3):
    """Classes that features and settings bear upon a little; features are multiples of 2^−12, exact in 32 bits."""
    random = np.random.default_rng(seed)
    x = np.round(random.normal(size=(documents, features)) * 4096) / 4096
    settings = np.stack([np.arange(configurations) % value for value in values], axis=1)
    settings = random.permuted(settings, axis=0).astype(np.int64)
    scores = random.normal(size=(documents, configurations)) + (settings[:, 0] == 1)
    if features:
        scores += x[:, :1] * (settings[:, 1] == 0)
    return Training(x, settings, scores, assign(scores, clusters(scores, count)[-1].cuts), count)


def planted(seed, documents=80, configurations=24):
    """Setting 1 of the first parameter is good where feature 2 is above 0.3, setting 2 where it is not."""
    features = random_table(seed, documents).features
    settings = random_table(0, documents, configurations).settings
    good = np.where(features[:, 2:3] > 0.3, settings[:, 0] == 1, settings[:, 0] == 2)
    noise = np.random.default_rng(seed).normal(scale=0.05, size=good.shape)
    return Training(features, settings, good + noise, good.astype(np.int64), 2)


def rows(training):
    """Features and settings of every row, and its class."""
    documents, configurations = training.classes.shape
    features = np.repeat(training.features, configurations, axis=0)
    return features, np.tile(training.settings, (documents, 1)), training.classes.ravel()
