"""Which versions of CALLISTO are compared, and how."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.lin_hovy import LinHovy
from sumspace.measures.rouge_n import RougeN
from sumspace.space.engines.engine import Allowance
from sumspace.stats.anova import check_confidence
from sumspace.studies.callisto_table import MEASURES, GenerationPlan
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.summarizers.callisto.model import Selection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.summarizers.callisto.learners.learner import Learner

    Integers = NDArray[np.int64]

__all__ = ["USUAL_CLASSES", "USUAL_LEARNERS", "CallistoPlan", "Version", "check_classes"]

#: The number of classes with which CALLISTO took part in DUC 2001 and 2002 (section 2.1).
USUAL_CLASSES = 5
_MOST_CLASSES = 100
#: The two of the paper; a regressor for each configuration; and what does not look at the text.
USUAL_LEARNERS = ("tree", "naive-bayes", "boosting", "fixed")


def check_classes(count: int) -> None:
    """Refuse a number of classes that says nothing, or too much."""
    if not 2 <= count <= _MOST_CLASSES:
        raise SettingError(f"scores are divided into 2 to {_MOST_CLASSES} classes, not {count}")


@dataclass(frozen=True, slots=True)
class Version:
    """One version of CALLISTO, a dot of figure 3."""

    learner: str
    #: What the summaries it has learned from were scored by.
    measure: str
    selection: Selection
    #: Into how many classes the scores were divided; 0 where the learner takes them as they are.
    classes: int = 0

    def __str__(self) -> str:
        parts = [self.learner, self.measure, f"{self.selection}, K = {self.classes}" if self.classes else ""]
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class CallistoPlan:
    """What is generated, what learns from it, and what it is judged by."""

    generation: GenerationPlan = field(default_factory=GenerationPlan)
    learners: tuple[Learner, ...] = field(default_factory=lambda: tuple(map(parse_learner, USUAL_LEARNERS)))
    #: What learners are trained on, and what all are judged by: the F-score of either.
    trained_on: tuple[Measure, ...] = MEASURES
    judged_by: Measure = field(default_factory=LinHovy)
    #: The numbers of classes that scores are divided into.
    classes: tuple[int, ...] = tuple(range(2, 21))
    selections: tuple[Selection, ...] = ("random", "confidence")
    #: Whether the length of a summary is given, or is for the learner to choose as everything else.
    lengths: Literal["given", "free"] = "given"
    folds: int = 10
    #: In percent, of the smallest significant difference.
    confidence: float = 95.0
    #: What chosen summaries are ranked by in their spaces, and the seconds a space may take; None: they are not.
    ranked_by: Measure | None = field(default_factory=lambda: RougeN(2))
    seconds: float = 1.0

    def __post_init__(self) -> None:
        if not self.learners or not self.trained_on:
            raise SettingError("name at least one learner, and one measure to train it on")
        if not self.classes:
            raise SettingError("name at least one number of classes")
        for count in self.classes:
            check_classes(count)
        if not self.selections:
            raise SettingError("name at least one way to select a configuration: random or confidence")
        for selection in self.selections:
            if selection not in get_args(Selection):
                raise UnknownNameError("selection", selection, get_args(Selection))
        if self.folds < 2:
            raise SettingError(f"cross-validation has at least 2 folds, not {self.folds}")
        if self.ranked_by is not None and not self.ranked_by.counts_units:
            raise SettingError(f"{self.ranked_by} counts no units, so there is no best extract to compare with")
        Allowance(self.seconds)  # one that cannot be used says so
        check_confidence(self.confidence)
        # Whatever summaries are wanted for, they are scored by all that somebody asks for.
        measures = tuple(dict.fromkeys((self.judged_by, *self.trained_on)))
        object.__setattr__(self, "generation", replace(self.generation, measures=measures))

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """All that can be chosen."""
        return self.generation.configurations

    def versions(self, learner: Learner, measure: Measure, classes: int) -> Iterator[Version]:
        """Yield the versions that differ in nothing but the selection."""
        if not learner.needs_classes:
            yield Version(str(learner), str(measure), "confidence")
            return
        for selection in self.selections:
            yield Version(str(learner), str(measure), selection, classes)

    @property
    def groups(self) -> tuple[Integers, ...]:
        """The configurations among which one is chosen: those of each length or, where it is free, all."""
        lengths = np.array([configuration.sentences for configuration in self.configurations])
        if self.lengths == "free":
            return (np.arange(len(lengths)),)
        return tuple(np.flatnonzero(lengths == length) for length in sorted(set(lengths.tolist())))

    def __str__(self) -> str:
        ranked = f"ranked by:{self.ranked_by}, {self.seconds:g} s a space" if self.ranked_by else "not ranked"
        classes = ",".join(map(str, self.classes))
        judge = f"{'' if self.judged_by.has_one_value else 'F of '}{self.judged_by}"
        parts = [
            str(self.generation), f"learners:{','.join(map(str, self.learners))}",
            f"trained on:{','.join(map(str, self.trained_on))}", f"judged by:{judge}",
            f"classes:{classes}", f"selection:{','.join(self.selections)}", f"lengths:{self.lengths}",
            f"folds:{self.folds}", f"confidence:{self.confidence:g}%", ranked,
        ]  # fmt: skip
        return " | ".join(parts)
