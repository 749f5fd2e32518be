"""What a learner is, what it learns from, and what it says about a text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from sumspace.errors import UnknownNameError
from sumspace.registry import Registry
from sumspace.summarizers.callisto.learners.options import read_call, write_call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["LEARNERS", "Learned", "Learner", "Opinion", "Training", "parse_learner"]

#: By how much the first of two equal scores is preferred to the next: far less than scores differ by.
_NEXT = 1e-12


@dataclass(frozen=True, eq=False)
class Training:
    """Every document summarized with every configuration: a full table, of which learners can make use."""

    #: What is known of each document: [document, feature].
    features: Floats
    #: The settings of each configuration, numbered from 0 for each parameter: [configuration, parameter].
    settings: Integers
    #: What each configuration scores on each document, and the class of that score, 0 the worst: [document,
    #: configuration].
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
            # As compiled loops are compiled for.
            object.__setattr__(self, name, np.require(getattr(self, name), kind, ["C", "W", "A"]))
        if 0 in shape or self.settings.min(initial=0) < 0:
            raise ValueError("there are documents and configurations, with settings numbered from 0")
        if not (np.isfinite(self.features).all() and np.isfinite(self.scores).all()):
            raise ValueError("features and scores are finite numbers")
        if self.classes.min() < 0 or self.classes.max() >= self.count:
            raise ValueError(f"classes are numbered from 0 to {self.count - 1}")


@dataclass(frozen=True, eq=False)
class Opinion:
    """What is expected of every configuration on one text: the class of its score, and how sure that is, on any scale.

    Learners that expect a score have one class, and are the surer of a configuration the more they expect of it.
    """

    classes: Integers
    confidence: Floats

    @classmethod
    def expecting(cls, scores: Floats) -> Self:
        """Expect scores, not classes; of equal ones it is surer of the first, so that there are no ties."""
        return cls(np.zeros(scores.size, np.int64), scores - _NEXT * np.arange(scores.size))


class Learned(ABC):
    """What a learner has learned, as arrays, which can be kept in a file."""

    @abstractmethod
    def judge(self, features: Floats) -> Opinion:
        """Say what is to be expected of every configuration on a text with these features."""

    @property
    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        """All that is needed to judge again."""


class Learner(ABC):
    """A learner is an immutable value: `parse_learner(str(learner)) == learner`."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]
    #: Whether it learns classes of scores, and not the scores themselves.
    needs_classes: ClassVar[bool] = True

    @abstractmethod
    def learn(self, training: Training, seed: int = 0) -> Learned:
        """Learn from a table of documents and configurations."""

    @abstractmethod
    def restore(self, arrays: Mapping[str, NDArray[np.generic]], configurations: int, features: int) -> Learned:
        """Make what it has learned of arrays that were kept; raise ValueError where they cannot be such arrays.

        They are of that many configurations and features, so that a small file cannot claim what fills the memory.
        """

    def __str__(self) -> str:
        """Return its name, with those of its options that are not the usual ones."""
        name = next(name for name in LEARNERS if LEARNERS[name] is type(self))
        usual = _usual(type(self)).items()
        return write_call(name, {one: getattr(self, one) for one, value in usual if getattr(self, one) != value})


LEARNERS: Registry[type[Learner]] = Registry("learner", "sumspace.summarizers.callisto.learners")


def parse_learner(text: str) -> Learner:
    """Return the learner of this name: one of ours, or a classifier of scikit-learn, with options as Python has them.

    >>> str(parse_learner("naive-bayes"))
    'naive-bayes'
    >>> str(parse_learner("tree(depth=4)"))
    'tree(depth=4)'
    >>> str(parse_learner("KNeighborsClassifier(n_neighbors=7)"))
    'KNeighborsClassifier(n_neighbors=7)'
    """
    name, options = read_call(text)
    if name not in LEARNERS:
        from sumspace.summarizers.callisto.learners.scikit import Scikit

        return Scikit.parse(text)
    learner = LEARNERS[name]
    for option in options:
        if option not in _usual(learner):
            raise UnknownNameError(f"option of {name},", option, list(_usual(learner)) or ["none"])
    return learner(**options)


def _usual(learner: Any) -> dict[str, Any]:
    """Return the options of a learner with their usual values."""
    return {field.name: field.default for field in fields(learner)} if is_dataclass(learner) else {}
