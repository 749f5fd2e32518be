"""What a learner is, what it learns from, and what it says about a text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np

from sumspace.errors import SettingError
from sumspace.registry import Registry
from sumspace.spec import build, parse_spec, spec_of
from sumspace.stats.kmeans import Division, assign
from sumspace.summarizers.model_file import Arrays

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers


@dataclass(frozen=True, eq=False)
class Training:
    """Every document summarized with every configuration: a full table, which lets learners be fast."""

    #: What is known of each document: [document, feature].
    features: Floats
    #: The settings of each configuration, numbered from 0 for each parameter: [configuration, parameter].
    settings: Integers
    #: What is learned, such as the score of each configuration on each document, and the class of that, 0 the worst:
    #: [document, configuration].
    scores: Floats
    classes: Integers
    #: How many classes there are; some may have no scores.
    count: int

    def __post_init__(self) -> None:
        shape = (len(self.features), len(self.settings))
        if self.features.ndim != 2 or self.settings.ndim != 2 or {self.scores.shape, self.classes.shape} != {shape}:
            raise ValueError("scores and classes are tables of all documents and all configurations")
        if self.settings.dtype.kind not in "iu" or self.classes.dtype.kind not in "iu":
            raise ValueError("settings and classes are whole numbers")
        for name, kind in {"features": float, "settings": int, "scores": float, "classes": int}.items():
            # The layout that compiled loops expect.
            object.__setattr__(self, name, np.require(getattr(self, name), kind, ["C", "W", "A"]))
        if 0 in shape or self.settings.min(initial=0) < 0:
            raise ValueError("there are documents and configurations, with settings numbered from 0")
        if not (np.isfinite(self.features).all() and np.isfinite(self.scores).all()):
            raise ValueError("features and scores are finite numbers")
        if self.classes.min() < 0 or self.classes.max() >= self.count:
            raise ValueError(f"classes are numbered from 0 to {self.count - 1}")

    @cached_property
    def means(self) -> Floats:
        """The mean score of each class; 0 for those without scores."""
        rows = np.bincount(self.classes.ravel(), minlength=self.count)
        return np.bincount(self.classes.ravel(), self.scores.ravel(), self.count) / np.maximum(rows, 1)


def training_table(features: Floats, settings: Integers, scores: Floats, division: Division | None = None) -> Training:
    """Make the table that learners learn from: a division turns scores into classes; without one there is one class."""
    cuts = np.empty(0) if division is None else division.cuts
    return Training(features, settings, scores, assign(scores, cuts), len(cuts) + 1)


@dataclass(frozen=True, eq=False)
class Opinion:
    """What a learner predicts for every configuration on one text.

    Learners that predict values have one class, and are the surer of a configuration the higher its value is.
    """

    #: The class that each configuration is predicted in, 0 the worst, and the confidence in that, on any scale.
    classes: Integers
    confidence: Floats
    #: The expected value of what is learned: see `target.py`.
    values: Floats
    #: The logarithm of the odds of the best class against the worst; the expected values where there is one class.
    odds: Floats
    #: The probability of each class: [configuration, class].
    probabilities: Floats

    @classmethod
    def expecting(cls, values: Floats) -> Self:
        """Make an opinion of expected values."""
        size = values.size
        return cls(np.zeros(size, np.int64), values, values, values, np.ones((size, 1)))

    @classmethod
    def of_classes(cls, weights: Floats, means: Floats, present: Integers | None = None) -> Self:
        """Make an opinion of the logarithms of what the probabilities of classes are proportional to.

        `weights` are [configuration, class], `means` the mean value of each class, and `present` the numbers of the
        classes, in ascending order, where not all are there. The lowest of equally probable classes is predicted.
        """
        best = weights.argmax(axis=1)
        relative = weights - weights.max(axis=1, keepdims=True)
        others = np.exp(relative)
        np.put_along_axis(others, best[:, None], 0.0, axis=1)
        # Many features make probabilities that are 1 but for their last digits, which only a logarithm keeps.
        confidence = -np.log1p(others.sum(axis=1))
        probabilities = np.exp(relative + confidence[:, None])
        values = probabilities @ means
        odds = weights[:, -1] - weights[:, 0] if weights.shape[1] > 1 else values
        return cls(best if present is None else present[best], confidence, values, odds, probabilities)


#: The number that is explained: the expected value, or the odds of the best class against the worst.
Explained = Literal["value", "odds"]


@dataclass(frozen=True, slots=True)
class Amount:
    """What something adds to the number that a configuration is chosen by."""

    #: What it starts from; all settings of the configuration; one feature or parameter; or what nothing else explains.
    kind: Literal["start", "settings", "feature", "parameter", "rest"]
    amount: float
    #: The number of the feature or parameter.
    number: int = -1
    #: The threshold of the feature, or the setting of the parameter, that was asked for, and whether it was met: the
    #: feature is not higher, the setting the same.
    asked: float | None = None
    met: bool = False


class Learned(ABC):
    """What a learner has learned: a dataclass of arrays, which can be written to a file."""

    #: What the importance of a feature is measured by.
    importance_is: ClassVar[str] = ""

    @abstractmethod
    def judge(self, features: Floats) -> Opinion:
        """Return what is expected of every configuration on a text with these features."""

    @abstractmethod
    def without_text(self) -> Floats:
        """Return the expected value of every configuration where nothing is known of the text."""

    def amounts(self, features: Floats, configuration: int, explained: Explained) -> list[Amount]:
        """Return what leads to the value, or odds, of a configuration on a text; the amounts sum to it."""
        opinion = self.judge(features)
        numbers = opinion.values if explained == "value" else opinion.odds
        mean = float(numbers.mean())
        return [Amount("start", mean), Amount("rest", float(numbers[configuration]) - mean)]

    def importance(self) -> list[Amount]:
        """Return how much features, and perhaps parameters, matter; nothing where that is not known."""
        return []

    @staticmethod
    def checked(features: Floats, count: int) -> Floats:
        """Return the features of a text as compiled code takes them; raise ValueError unless there are that many."""
        values = np.array(features, np.float64, order="C")
        if values.shape != (count,) or not np.isfinite(values).all():
            raise ValueError(f"a text has {count} features, finite numbers, but these are of shape {values.shape}")
        return values

    @property
    def arrays(self) -> Arrays:
        """All that is needed to judge again."""
        return Arrays({field.name: getattr(self, field.name) for field in fields(self)})  # type: ignore[arg-type]


class Learner(ABC):
    """A learner is a frozen dataclass whose fields are its options: `parse_learner(str(learner)) == learner`."""

    #: The name under which it is registered, a line of explanation, and where it comes from.
    name: ClassVar[str]
    title: ClassVar[str]
    paper: ClassVar[str]
    #: Whether it learns classes of scores, and not the scores themselves.
    needs_classes: ClassVar[bool] = True

    @abstractmethod
    def learn(self, training: Training, seed: int = 0) -> Learned:
        """Learn from a table of documents and configurations."""

    @abstractmethod
    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:
        """Make what it has learned of arrays from a file; raise ValueError where they cannot be such arrays.

        They must be of that many configurations and features, so that no small file can fill the memory.
        """

    def check_number(self, option: str, kind: type[int | float], low: float, high: float) -> None:
        """Raise a SettingError unless an option is a number between two others, a whole one if its kind is int."""
        value = getattr(self, option)
        fitting = type(value) is int or (kind is float and isinstance(value, float))
        if not (fitting and low <= value <= high):
            whole = "a whole number" if kind is int else "a number"
            raise SettingError(f"{option} of a learner must be {whole} from {low:,} to {high:,}, not {value!r}")

    def __str__(self) -> str:
        """Return its name, with the options that differ from the usual ones."""
        return str(spec_of(self.name, self))


LEARNERS: Registry[type[Learner]] = Registry("learner", "sumspace.summarizers.callisto.learners")


def parse_learner(text: str) -> Learner:
    """Return the learner of this name: a registered one, or a classifier of scikit-learn, with options.

    >>> str(parse_learner("tree(depth=4)")), str(parse_learner("KNeighborsClassifier(n_neighbors=7)"))
    ('tree(depth=4)', 'KNeighborsClassifier(n_neighbors=7)')
    """
    spec = parse_spec(text)
    if spec.name in LEARNERS:
        return build("learner", LEARNERS[spec.name], spec)
    from sumspace.summarizers.callisto.learners.scikit import Scikit

    return Scikit.from_spec(spec)
