"""What human summaries are compared with, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from string import ascii_uppercase
from typing import TYPE_CHECKING

from sumspace.compute.work import Workers, check_seed
from sumspace.errors import SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.ngram import Ngram
from sumspace.space.budget import Reach, Within
from sumspace.space.engines.drawing import check_drawable
from sumspace.spec import signature
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure


_TEXT = Passage("Any text.")


@dataclass(frozen=True, slots=True)
class AgreementPlan:
    """The study of Lin & Hovy 2003, for documents of any length, and with systems at equal length."""

    measure: Measure = field(default_factory=lambda: Ngram(1, 1))
    profile: Profile = field(default_factory=Profile)
    #: The words of oracle extracts, give or take the tolerance; those of the lead baseline are the first of them.
    lengths: tuple[int, ...] = (100, 150)
    tolerance: int = 5
    oracles: bool = True
    #: Longer documents have no oracle extracts, as in the paper (section 5); None: all have.
    most_sentences: int | None = None
    #: The time limit per search.
    seconds: float = 10.0
    #: From which best agreement on a document belongs to set A, B, C and so on (section 5).
    thresholds: tuple[float, ...] = (0.70, 0.60, 0.50)
    #: Compare these systems only; none named means all.
    systems: tuple[str, ...] = ()
    #: Compare so many human summaries of every document, each group of them in turn; None: all there are.
    people: int | None = None
    #: Judge summaries as they are, and not cut to the length of the reference.
    uncut: bool = False
    seed: int = 0
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        if not self.lengths:
            raise SettingError("there must be a number of words for extracts")
        if self.tolerance < 0:
            raise SettingError(f"a tolerance is 0 words or more, not {self.tolerance}")
        if self.most_sentences is not None and self.most_sentences < 1:
            raise SettingError(f"the limit of sentences is 1 or more, not {self.most_sentences}")
        if not (isfinite(self.seconds) and self.seconds > 0):
            raise SettingError(f"the time limit per search is a positive number of seconds, not {self.seconds:g}")
        _check_thresholds(self.thresholds)
        if self.people is not None and self.people < 2:
            raise SettingError(f"agreement takes two human summaries or more, not {self.people}")
        if self.measure.lacks(Pair(_TEXT, (_TEXT,))):
            raise SettingError(f"{self.measure} does not compare two texts, as human summaries are compared here")
        if not self.measure.has_coverage:
            if self.oracles:
                raise SettingError(
                    f"{self.measure} has no oracle extracts, since it cannot be counted; add --no-oracles"
                )
            check_drawable(self.measure)
        check_seed(self.seed)
        _ = self.budgets, self.baseline  # budgets check their sizes

    def __str__(self) -> str:
        limit = f"at most {self.most_sentences} sentences" if self.most_sentences is not None else "of all documents"
        oracles = f"{', '.join(map(str, self.budgets))} {limit} in {self.seconds:g} s" if self.oracles else "none"
        return signature(
            self.measure, "recall", self.profile.signature, f"baseline:{self.baseline}", f"oracles:{oracles}",
            f"sets:{','.join(f'{threshold:g}' for threshold in self.thresholds) or 'none'}", f"seed:{self.seed}",
            f"people:{self.people or 'all'}", f"length:{'as it is' if self.uncut else 'of the reference'}",
            f"systems:{','.join(self.systems)}" if self.systems else None,
            *self.profile.libraries(by_sentence=True),
        )  # fmt: skip

    @property
    def budgets(self) -> tuple[Within, ...]:
        return tuple(Within(length, self.tolerance) for length in dict.fromkeys(self.lengths)) if self.oracles else ()

    @property
    def baseline(self) -> Reach:
        """The budget of the lead baseline and other simple systems, uncut: the first length."""
        return Reach(self.lengths[0])

    @property
    def sets(self) -> dict[str, tuple[float, float | None]]:
        """From where to where the best agreement goes in each set; the first has no end above."""
        return dict(zip(ascii_uppercase, zip(self.thresholds, (None, *self.thresholds), strict=False), strict=False))

    def set_of(self, agreement: float) -> str | None:
        """Return the set that a document of this best agreement is in, or None where it is below all of them."""
        return next((name for name, (low, _) in self.sets.items() if agreement >= low), None)


def _check_thresholds(thresholds: tuple[float, ...]) -> None:
    falling = sorted({*thresholds}, reverse=True)
    if list(thresholds) != falling or len(falling) > len(ascii_uppercase):
        raise SettingError("thresholds of sets are a few scores that fall, such as 0.7, 0.6 and 0.5")
    if not all(0 <= threshold <= 1 for threshold in falling):
        raise SettingError(f"thresholds of sets are scores from 0 to 1, not {falling[0]:g} … {falling[-1]:g}")
