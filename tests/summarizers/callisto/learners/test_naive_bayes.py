"""Naive Bayes of a table against scikit-learn's two kinds on its rows, and worked examples."""

import numpy as np
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from callisto_tables import random_table, rows
from sumspace.summarizers.callisto.learners.learner import Training
from sumspace.summarizers.callisto.learners.naive_bayes import NaiveBayes


def of_rows(training, smoothing):
    """Return a function that gives the classes and their probabilities of a text with every configuration."""
    features, settings, classes = rows(training)
    mean, deviation = training.features.mean(axis=0), training.features.std(axis=0)
    normal = GaussianNB(var_smoothing=smoothing).fit((features - mean) / deviation, classes)
    frequency = CategoricalNB().fit(settings, classes)

    def judge(text):
        count = len(training.settings)
        joint = normal.predict_joint_log_proba(np.tile((text - mean) / deviation, (count, 1)))
        joint += frequency.predict_joint_log_proba(training.settings) - frequency.class_log_prior_
        shares = np.exp(joint - joint.max(axis=1, keepdims=True))
        return frequency.classes_[joint.argmax(axis=1)], (shares / shares.sum(axis=1, keepdims=True)).max(axis=1)

    return judge


@pytest.mark.parametrize("count", [2, 3, 8])
@pytest.mark.parametrize("smoothing", [1e-9, 0.01, 1.0])
def test_it_is_that_of_the_rows(count, smoothing):
    for seed in range(5):
        training = random_table(seed, count=count)
        learned, reference = NaiveBayes(smoothing).learn(training), of_rows(training, smoothing)
        for text in [*training.features, *random_table(seed + 100).features]:
            found, (classes, confidence) = learned.judge(text), reference(text)
            assert found.classes.tolist() == classes.tolist()
            assert np.exp(found.confidence) == pytest.approx(confidence, rel=1e-7)


def test_an_example_by_hand():
    # No features: three documents, and class 1 has 4 of 6 rows, 3 of them with setting 1.
    classes = np.array([[0, 1], [0, 1], [1, 1]])
    learned = NaiveBayes().learn(Training(np.zeros((3, 0)), np.array([[0], [1]]), classes * 1.0, classes, 2))
    # Setting 0: 2/6 · (2+1)/(2+2) against 4/6 · (1+1)/(4+2). Setting 1: 2/6 · 1/4 against 4/6 · 4/6.
    found = learned.judge(np.zeros(0))
    assert found.classes.tolist() == [0, 1]
    assert np.exp(found.confidence) == pytest.approx([(1 / 4) / (1 / 4 + 2 / 9), (4 / 9) / (4 / 9 + 1 / 12)])


def test_classes_without_rows_are_never_expected():
    training = random_table(1, count=3)
    wider = Training(training.features, training.settings, training.scores, training.classes * 4 + 2, 30)
    for text in training.features:
        narrow, wide = NaiveBayes().learn(training).judge(text), NaiveBayes().learn(wider).judge(text)
        assert (narrow.classes * 4 + 2).tolist() == wide.classes.tolist()
        assert narrow.confidence == pytest.approx(wide.confidence)


def test_constant_features_say_nothing_and_units_do_not_matter():
    training = random_table(2)
    factors = np.array([1e-6, 1.0, 1e5, 1e9])
    more = np.concatenate([training.features * factors, np.full((20, 1), 0.1)], axis=1)
    other = Training(more, training.settings, training.scores, training.classes, 3)
    for text in training.features:
        here = NaiveBayes().learn(training).judge(text)
        there = NaiveBayes().learn(other).judge(np.append(text * factors, 1e12))
        assert here.classes.tolist() == there.classes.tolist()
        assert here.confidence == pytest.approx(there.confidence)


def test_texts_unlike_any_document_have_opinions_too():
    learned = NaiveBayes(1e-9).learn(random_table(3))
    for text in (np.full(4, 1e300), np.full(4, -1e9), np.array([1e308, -1e308, 0, 0])):
        found = learned.judge(text)
        assert np.isfinite(found.confidence).all()
        assert (np.exp(found.confidence) >= 1 / 3 - 1e-12).all()
