"""The same configuration for every text: what a learner has to beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

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
    from sumspace.arrays import Floats
    from sumspace.summarizers.model_file import Arrays


@LEARNERS.register("fixed")
@dataclass(frozen=True, slots=True)
class Fixed(Learner):
    """Expect of a configuration, whatever the text, its mean score over all documents."""

    title: ClassVar[str] = "the configuration with the best mean score, the same for all texts"
    paper: ClassVar[str] = "our own baseline"
    needs_classes: ClassVar[bool] = False

    def learn(self, training: Training, seed: int = 0) -> Learned:  # noqa: ARG002
        return _Means(training.scores.mean(axis=0))

    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:  # noqa: ARG002
        return _Means(arrays.floats("means", configurations))


@dataclass(frozen=True, eq=False)
class _Means(Learned):
    means: Floats

    def judge(self, features: Floats) -> Opinion:  # noqa: ARG002
        return Opinion.expecting(self.means)

    def without_text(self) -> Floats:
        return self.means

    def amounts(self, features: Floats, configuration: int, explained: Explained) -> list[Amount]:  # noqa: ARG002
        return [Amount("start", float(self.means[configuration]))]
