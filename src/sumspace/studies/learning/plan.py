"""What the study of the learned summarizer trains, makes and compares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.measures.rouge_n import RougeN
from sumspace.measures.scoring import Setting
from sumspace.space.engines.engine import Allowance
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.studies.comparison.scores import RANDOM
from sumspace.studies.learning.lessons import TrainingPlan
from sumspace.summarizers.summarizer import SUMMARIZERS, parse_summarizer

if TYPE_CHECKING:
    from sumspace.compute.work import Workers
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.stats.multiplicity import Correction


#: The summarizer that is studied: trained on the other folds, and on the other genres alone.
LEARNED, NEW_GENRE = "learned", "learned, new genre"
VERSIONS = (LEARNED, NEW_GENRE)
#: The summarizers that it is tested against, beside the best of all others.
OPPONENTS = ("lead", "lexrank")


def without_fallback(version: str) -> str:
    """Return what a version is called that never leans on Lead."""
    return f"{version}, no fallback"


def other_summarizers() -> tuple[str, ...]:
    """Return all registered summarizers but the learned one, and random, which is a mean over many orders."""
    return tuple(name for name in SUMMARIZERS if name not in (LEARNED, RANDOM))


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """What is learned, what it is compared with, and how."""

    training: TrainingPlan = field(default_factory=TrainingPlan)
    #: The measures that summaries are scored by; the last one is the main one.
    measures: tuple[Measure, ...] = field(default_factory=lambda: (RougeN(1), RougeN(2)))
    #: The other summarizers; random is always there.
    summarizers: tuple[str, ...] = field(default_factory=other_summarizers)
    folds: int = 5
    #: Whether each genre is also summarized by a model that was trained on the others alone.
    genres: bool = True
    bootstrap: Bootstrap = field(default_factory=lambda: Bootstrap(resamples=10_000))
    correction: Correction = "holm"
    #: Whether to look at all extracts, and the time limit per document and measure.
    space: bool = True
    allowance: Allowance = field(default_factory=lambda: Allowance(0.5))

    def __post_init__(self) -> None:
        if self.folds < 2:
            raise SettingError(f"cross-validation needs at least 2 folds, not {self.folds}")
        for name in self.summarizers:
            parse_summarizer(name)  # an unknown one says so
            if name in (LEARNED, RANDOM):
                raise SettingError(f"{name} is always in the study, so it cannot be named beside the others")
        for measure in self.measures:
            if not (measure.has_coverage and measure.of_any_text):
                raise SettingError(f"the study needs measures that count units, such as rouge-2, not {measure}")
        _ = self.comparison  # one that cannot be made says so

    @property
    def budget(self) -> Budget:
        return self.training.budget

    @property
    def workers(self) -> Workers:
        return self.training.workers

    @property
    def main(self) -> Measure:
        """The measure that tests are sorted by and shares are shown of."""
        return self.measures[-1]

    @property
    def comparison(self) -> ComparisonPlan:
        """How summaries are scored, compared and placed among all extracts: by recall."""
        return ComparisonPlan(
            measures=self.measures,
            setting=Setting(self.training.profile),
            part="recall",
            baselines=(RANDOM,),
            bootstrap=self.bootstrap,
            correction=self.correction,
            space=self.space,
            budget=self.budget,
            allowance=self.allowance,
            workers=self.workers,
        )

    def __str__(self) -> str:
        parts = (
            str(self.training),
            f"scored by:{','.join(map(str, self.measures))}",
            f"beside:{','.join((*self.summarizers, RANDOM))}",
            f"folds:{self.folds}",
            "genres left out" if self.genres else "no genre left out",
            self.bootstrap,
            f"correction:{self.correction}",
            f"space:{self.budget} in {self.allowance}" if self.space else "space:none",
        )
        return " | ".join(map(str, parts))
