"""The same configuration for every text: what a learner has to beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.summarizers.callisto.learners.checks import float_array
from sumspace.summarizers.callisto.learners.learner import LEARNERS, Learned, Learner, Opinion, Training

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sumspace.arrays import Floats

__all__ = ["Fixed"]


@LEARNERS.register("fixed")
@dataclass(frozen=True, slots=True)
class Fixed(Learner):
    """Expect of a configuration, whatever the text, its mean score over all documents."""

    title: ClassVar[str] = "the configuration with the best mean score, whatever the text"
    paper: ClassVar[str] = "a baseline of our own"
    needs_classes: ClassVar[bool] = False

    def learn(self, training: Training, seed: int = 0) -> Learned:  # noqa: ARG002
        return _Means(training.scores.mean(axis=0))

    def restore(self, arrays: Mapping[str, NDArray[np.generic]], configurations: int, features: int) -> Learned:  # noqa: ARG002
        return _Means(float_array(arrays, "means", configurations))


@dataclass(frozen=True, eq=False)
class _Means(Learned):
    means: Floats

    def judge(self, features: Floats) -> Opinion:  # noqa: ARG002
        return Opinion.expecting(self.means)

    @property
    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        return {"means": self.means}
