"""A decision tree, in the place of C5.0, the learner that CALLISTO began with (Rigouste 2004, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.summarizers.callisto.learners.growth import Growth
from sumspace.summarizers.callisto.learners.kept import check_features, floats, integers
from sumspace.summarizers.callisto.learners.learner import LEARNERS, Learned, Learner, Opinion, Training
from sumspace.summarizers.callisto.learners.options import check_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["Tree"]


@LEARNERS.register("tree")
@dataclass(frozen=True, slots=True)
class Tree(Learner):
    """Divide the rows again and again where that saves most bits of their classes (Quinlan 1986, information gain).

    Rows are divided by "feature ≤ threshold", half way between two neighbouring values, or by "parameter == setting".
    The first kind divides documents and the second configurations, so that the rows of every node are all pairs of
    some documents A with some configurations B. To choose, it is enough to know how many rows of each class each
    document has over B and each configuration over A: |A|·|F| + |B|·|P| steps where a tree of rows takes
    |A|·|B|·(|F| + |P|), which makes it many times quicker. The first of equal divisions is taken, features
    before parameters. C5.0's pruning is not published in full; what keeps this tree small are its three limits.

    A leaf expects its most frequent class, the lower of equals, with confidence (n_k + 1) / (n + K) (Laplace).
    """

    #: How many divisions a row goes through at most.
    depth: int = 10
    #: The share of all rows that a leaf has at least.
    least: float = 0.01
    #: How many documents a division by a feature leaves at least on either side: rows of one document are alike, so
    #: that a leaf of few documents knows little, however many rows it has.
    documents: int = 5

    title: ClassVar[str] = "a decision tree by information gain, in the place of C5.0"
    paper: ClassVar[str] = "Quinlan 1986"

    def __post_init__(self) -> None:
        check_number("depth", self.depth, int, 1, 100)
        check_number("least", self.least, float, 0, 0.5)
        check_number("documents", self.documents, int, 1, 1_000_000)

    def learn(self, training: Training, seed: int = 0) -> Learned:  # noqa: ARG002
        growth = Growth.of(training, max(1, ceil(self.least * training.classes.size)), self.documents)
        nodes = growth.nodes(self.depth)
        feature, parameter, left, right = np.array([(n.feature, n.parameter, n.left, n.right) for n in nodes]).T.copy()
        value, counts = np.array([n.value for n in nodes]), np.array([n.counts for n in nodes])
        features = np.array(training.features.shape[1])
        return _Grown(training.settings, features, feature, parameter, value, left, right, counts)

    def restore(self, arrays: Mapping[str, NDArray[np.generic]], configurations: int, features: int) -> Learned:
        counts = integers(arrays, "counts", None, None, low=0, high=1 << 40)
        settings = integers(arrays, "settings", configurations, None, low=0)
        (nodes, classes), parameters = counts.shape, settings.shape[1]
        if not nodes or not classes or (counts.sum(axis=1) == 0).any():
            raise ValueError("there are nodes, with rows")
        count = integers(arrays, "features", low=features, high=features)
        left = integers(arrays, "left", nodes, low=-1, high=nodes - 1)
        right = integers(arrays, "right", nodes, low=-1, high=nodes - 1)
        feature = integers(arrays, "feature", nodes, low=-1, high=features - 1)
        parameter = integers(arrays, "parameter", nodes, low=-1, high=parameters - 1)
        inner = left >= 0
        forward = (left > np.arange(nodes)) & (right > np.arange(nodes))
        if not np.where(inner, forward, right < 0).all() or not (inner == ((feature >= 0) ^ (parameter >= 0))).all():
            raise ValueError("nodes have two children, after themselves, and one way to choose between them")
        return _Grown(settings, count, feature, parameter, floats(arrays, "value", nodes), left, right, counts)


@dataclass(frozen=True, eq=False)
class _Grown(Learned):
    settings: Integers
    #: How many features a text has.
    features: Integers
    #: Of every node: see `Node`.
    feature: Integers
    parameter: Integers
    value: Floats
    left: Integers
    right: Integers
    counts: Integers

    def judge(self, features: Floats) -> Opinion:
        from sumspace.summarizers.callisto.learners.kernels import leaves

        text = check_features(features, int(self.features))
        found = leaves(text, self.settings, self.feature, self.parameter, self.value, self.left, self.right)
        classes, confidence = self._expected
        return Opinion(classes[found], confidence[found])

    @cached_property
    def _expected(self) -> tuple[Integers, Floats]:
        """The class that every node expects, and how sure it is of it."""
        counts = self.counts
        return counts.argmax(axis=1), (counts.max(axis=1) + 1) / (counts.sum(axis=1) + counts.shape[1])

    @property
    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}
