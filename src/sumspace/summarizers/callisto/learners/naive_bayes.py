"""Naive Bayes, the learner that Rigouste (2004, section 6) found best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.callisto.features import standardize, standards
from sumspace.summarizers.callisto.learners.learner import (
    LEARNERS,
    Amount,
    Explained,
    Learned,
    Learner,
    Opinion,
    Training,
)

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.summarizers.model_file import Arrays


#: Means of standard features, and logarithms of probabilities, are smaller than this.
_FURTHEST = 1e8


@LEARNERS.register("naive-bayes")
@dataclass(frozen=True, slots=True)
class NaiveBayes(Learner):
    """Treat features and settings as independent once the class is known (John & Langley 1995, section 2).

    P(class | text, configuration) ∝ P(class) Π_f N(x_f; μ_f, σ_f²) Π_p P(setting of p | class), where a class has its
    own means and variances, and a setting counts once more than it was seen (Laplace). All that is needed is how many
    rows each document and each configuration has in each class. Classes without rows are never expected, and the
    lowest of equally probable ones is.
    """

    #: A class's variance of a feature has so much of the feature's own variance added: classes with few documents would
    #: have none otherwise. The paper has none and does not say what it does then; this is our choice.
    smoothing: float = 0.01

    title: ClassVar[str] = "naive Bayes: normally distributed features, frequencies of settings"
    paper: ClassVar[str] = "John & Langley 1995"

    def __post_init__(self) -> None:
        self.check_number("smoothing", float, 1e-9, 1.0)

    def learn(self, training: Training, seed: int = 0) -> Learned:  # noqa: ARG002
        from sumspace.summarizers.callisto.learners.kernels import tally

        documents, configurations = training.classes.shape
        by_document, by_configuration = tally(
            training.classes, np.arange(documents), np.arange(configurations), training.count
        )
        present = np.flatnonzero(by_document.any(axis=0))
        by_document, by_configuration = by_document[:, present], by_configuration[:, present]
        rows = by_document.sum(axis=0)

        centres, scales = standards(training.features)
        standard = standardize(training.features, centres, scales)
        means = by_document.T @ standard / rows[:, None]
        distances = (standard[:, None, :] - means) ** 2
        variances = np.einsum("dk,dkf->kf", by_document, distances) / rows[:, None] + self.smoothing

        settings = np.zeros((configurations, present.size))
        for column in training.settings.T:
            values, numbers = np.unique(column, return_inverse=True)
            seen = np.stack([by_configuration[numbers == value].sum(axis=0) for value in range(values.size)])
            settings += np.log((seen + 1) / (rows + values.size))[numbers]
        priors, values = np.log(rows / rows.sum()), training.means[present]
        return _Probabilities(present, values, priors, centres, scales, means, variances, settings)

    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:
        settings = arrays.floats("settings", configurations, None)
        classes = settings.shape[1]
        present = arrays.integers("present", classes, low=0)
        if not classes or (np.diff(present) <= 0).any():
            raise ValueError("present has classes, at least one, in ascending order")
        centres, scales = arrays.floats("centres", features), arrays.floats("scales", features)
        means = arrays.floats("means", classes, features)
        variances = arrays.floats("variances", classes, features)
        priors, values = arrays.floats("priors", classes), arrays.floats("values", classes)
        if (scales < 0).any() or (variances < 1e-9).any() or (np.abs(means) > _FURTHEST).any():
            raise ValueError("means and variances cannot be those of standard features")
        if priors.max() > 0 or settings.max() > 0 or min(priors.min(), settings.min()) < -_FURTHEST:
            raise ValueError("logarithms of probabilities are negative")
        return _Probabilities(present, values, priors, centres, scales, means, variances, settings)


@dataclass(frozen=True, eq=False)
class _Probabilities(Learned):
    importance_is: ClassVar[str] = "the variance between the classes, in units of the variance within them"

    #: The numbers of the classes that have rows, their mean values, and the logarithms of their frequencies.
    present: Integers
    values: Floats
    priors: Floats
    #: What makes features standard, 0 as the scale of those that say nothing: [feature].
    centres: Floats
    scales: Floats
    #: Of standard features: [class, feature].
    means: Floats
    variances: Floats
    #: The logarithm of the probability of all settings of a configuration: [configuration, class].
    settings: Floats

    def judge(self, features: Floats) -> Opinion:
        joint = self.settings + (self.priors + self._densities(features).sum(axis=1))
        return Opinion.of_classes(joint, self.values, self.present)

    def _densities(self, features: Floats) -> Floats:
        """Return the logarithm of the density of every feature in every class: [class, feature]."""
        standard = standardize(self.checked(features, self.centres.size), self.centres, self.scales)
        normal: Floats = -0.5 * (np.log(2 * np.pi * self.variances) + (standard - self.means) ** 2 / self.variances)
        return normal

    def without_text(self) -> Floats:
        return Opinion.of_classes(self.settings + self.priors, self.values).values

    def amounts(self, features: Floats, configuration: int, explained: Explained) -> list[Amount]:
        """Add priors, settings and features one after the other: log-odds are their sum.

        An expected value is no sum, so each amount is what the value changes by; features that tell classes apart more
        clearly come first.
        """
        densities = self._densities(features)
        order = np.argsort(-np.ptp(densities, axis=0), kind="stable")
        steps = np.column_stack([self.priors, self.settings[configuration], densities[:, order]])
        sums = Opinion.of_classes(np.cumsum(steps, axis=1).T, self.values)
        numbers = sums.values if explained == "value" else sums.odds
        start, settings, *others = np.diff(numbers, prepend=0.0).tolist()
        added = (Amount("feature", amount, int(number)) for amount, number in zip(others, order, strict=True))
        return [Amount("start", start), Amount("settings", settings), *added]

    def importance(self) -> list[Amount]:
        shares = np.exp(self.priors)[:, None]
        between = (shares * (self.means - (shares * self.means).sum(axis=0)) ** 2).sum(axis=0)
        within = (shares * self.variances).sum(axis=0)
        return [Amount("feature", float(size), number) for number, size in enumerate(between / within)]
