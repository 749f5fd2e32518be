"""What all ROUGE measures share: from hits and totals to recall, precision and F (Lin 2004, ROUGE-1.5.5)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sumspace.measures.measure import Family, Measure, Part, Scores, share

if TYPE_CHECKING:
    import re

    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch
    from sumspace.measures.scoring import Setting
    from sumspace.spec import Spec


class Rouge(Measure):
    """A measure that counts what a summary shares with each reference; its name has its options in it."""

    #: What its names look like.
    pattern: ClassVar[re.Pattern[str]]
    paper: ClassVar[str] = "Lin 2004"
    family: ClassVar[Family] = "n-grams"
    main: ClassVar[Part] = "recall"
    averaged_by_program: ClassVar[bool] = True

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        match = None if spec.arguments or spec.options else cls.pattern.fullmatch(spec.name)
        return cls.from_match(match) if match else None

    @classmethod
    @abstractmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Make the measure of a name that the pattern matches."""

    @abstractmethod
    def count(self, batch: Batch) -> tuple[Floats, Floats | None]:
        """Return what is shared, what the reference holds and what the summary holds, for every reference.

        With it comes the recall by which formula B picks a reference; None where that is the one of the scores.
        """

    def ratio(self, part: Floats, whole: Floats) -> Floats:
        """Divide; nothing of nothing is 0."""
        return share(part, whole)

    def evaluate(self, batch: Batch) -> Scores:
        counts, judged = self.count(batch)
        if batch.setting.formula == "A":
            return self._scores(np.add.reduceat(counts, batch.starts[:-1], axis=1), batch.setting)
        return batch.best_scores(self._scores(counts, batch.setting), judged)

    def _scores(self, counts: Floats, setting: Setting) -> Scores:
        recall, precision = self.ratio(counts[0], counts[1]), self.ratio(counts[0], counts[2])
        if not setting.profile.program.as_script:
            return Scores.of(recall, precision, setting.alpha)
        rounded = Scores.of(round5(recall), round5(precision), setting.alpha)
        return replace(rounded, f1=round5(rounded.f1))


def round5(values: Floats) -> Floats:
    """Round to five decimals exactly as C's `%.5f` does.

    Scaling by 10⁵ can turn a value just beside a tie into a tie: those few are rounded by the formatter itself.
    """
    scaled = values * 1e5
    rounded = np.rint(scaled) / 1e5
    for i in np.flatnonzero(np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6):
        rounded[i] = float(f"{values[i]:.5f}")
    return rounded
