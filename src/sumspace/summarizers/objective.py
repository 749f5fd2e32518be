"""What a summarizer wants of an extract, where it can say so: weights of sentences, and of units that count once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers


@dataclass(frozen=True, eq=False)
class Objective:
    """The value of an extract: the weights of its sentences, and those of all units that some of them has.

    A unit counts once, however many of the sentences have it: what repeats others adds little. No weight is negative.
    """

    #: What each sentence is worth by itself.
    sentences: Floats
    #: What each unit is worth.
    units: Floats
    #: Sentence i has the units held[starts[i]] … held[starts[i + 1] - 1], each once, in the order of its words.
    starts: Integers
    held: Integers
    #: With what share of its words, greater than 0 and at most 1, a sentence has each of them.
    shares: Floats

    def __post_init__(self) -> None:
        if len(self.starts) != len(self.sentences) + 1 or len(self.held) != len(self.shares):
            raise ValueError("an objective says of every sentence which units it has, and where")
        if min(self.sentences.min(initial=0.0), self.units.min(initial=0.0)) < 0:
            raise ValueError("the weights of an objective are not negative")

    @property
    def owners(self) -> Integers:
        """The sentence that each entry of `held` belongs to."""
        return np.repeat(np.arange(len(self.sentences)), np.diff(self.starts))

    @property
    def alone(self) -> Floats:
        """What each sentence is worth without any other."""
        return self.sentences + np.bincount(self.owners, self.units[self.held], len(self.sentences))

    def value(self, sentences: Sequence[int]) -> float:
        """Return what an extract of whole sentences is worth."""
        entries = [self.held[self.starts[i] : self.starts[i + 1]] for i in sentences]
        units = np.unique(np.concatenate(entries)) if entries else np.zeros(0, dtype=np.int64)
        return float(self.sentences[list(sentences)].sum() + self.units[units].sum())

    def rank(self, lengths: Integers) -> list[int]:
        """Return all sentences in the order in which each adds most for its length to those before it."""
        from sumspace.summarizers.kernels import gain_order

        ranked: list[int] = gain_order(
            self.starts, self.held, self.units, self.sentences, np.maximum(lengths, 1).astype(np.float64)
        ).tolist()
        return ranked
