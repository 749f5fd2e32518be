"""What is generated, learned and compared: the plans of `callisto generate`, `train` and `evaluate`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.compute.work import Workers, check_seed
from sumspace.errors import SettingError, UnknownNameError
from sumspace.measures.kpia import Kpia
from sumspace.measures.lin_hovy import LinHovy
from sumspace.measures.measure import conditions_of
from sumspace.measures.rouge_n import RougeN
from sumspace.space.engines.drawing import check_drawable
from sumspace.space.engines.engine import Allowance
from sumspace.spec import signature
from sumspace.stats.anova import check_confidence
from sumspace.stats.discretization import Discretization
from sumspace.summarizers.callisto.configuration import QUICK, Configuration, Size, grid, groups_of
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.summarizers.callisto.model import Selection
from sumspace.summarizers.callisto.target import Target
from sumspace.text import tags, word_frequencies
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Integers
    from sumspace.measures.measure import Measure
    from sumspace.summarizers.callisto.learners.learner import Learner
    from sumspace.text.keyphrases.kea import KeaModel
    from sumspace.text.words import TextWords


#: The measures of the paper: the F-score of section 5.2, and key phrases in the abstract.
_MEASURES: tuple[Measure, ...] = (LinHovy(), Kpia())
#: The number of classes of CALLISTO at DUC 2001 and 2002 (section 2.1).
USUAL_CLASSES = 5
#: The two of the paper; two that predict the value of each configuration; and one that ignores the text.
_USUAL_LEARNERS = ("tree", "naive-bayes", "boosting", "additive", "fixed")


def measures_for(language: str) -> tuple[Measure, ...]:
    """Return the measures of the paper that are defined for a language: KPiA is for English only."""
    return _MEASURES if language == "en" else _MEASURES[:1]


def _check_classes(count: int) -> None:
    if not 2 <= count <= 100:
        raise SettingError(f"the number of classes must be 2 to 100, not {count}")


def _check_names(kind: str, names: Sequence[str], known: Any) -> None:
    """Raise an error that lists what there is, unless all names are known and there are any."""
    if not names:
        raise SettingError(f"name at least one {kind}: {', '.join(get_args(known))}")
    for name in names:
        if name not in get_args(known):
            raise UnknownNameError(kind, name, get_args(known))


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """Which summaries to generate, and the measures to score them by."""

    configurations: tuple[Configuration, ...] = field(default_factory=grid)
    measures: tuple[Measure, ...] = _MEASURES
    profile: Profile = field(default_factory=Profile)
    #: The model of Kea; None: the built-in one.
    kea: KeaModel | None = None
    seed: int = 0
    workers: Workers = field(default_factory=Workers, repr=False)
    #: The summarizers that configurations are compared with.
    baselines: tuple[str, ...] = ("lead",)
    #: The same as `kea`, each trained without a part of the texts: one of them serves a text that Kea was trained on.
    apart: tuple[KeaModel, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not self.configurations:
            raise SettingError("there is no configuration to summarize with: name at least one")
        for measure in self.measures:
            check_drawable(measure)

    def kea_for(self, text: TextWords) -> KeaModel | None:
        """Return the model of Kea for a text: one that was not trained on it, if there is one."""
        unseen = (model for model in (self.kea, *self.apart) if model is not None and not model.has_seen(text))
        return next(unseen, self.kea)

    @property
    def uses_kea(self) -> bool:
        return any(configuration.extractor == "kea" for configuration in self.configurations)

    @property
    def sizes(self) -> tuple[Size, ...]:
        """How long summaries are, in ascending order."""
        return tuple(sorted({configuration.size for configuration in self.configurations}))

    def __str__(self) -> str:
        values = {
            parameter.name: dict.fromkeys(filter(None, (getattr(each, parameter.name) for each in self.configurations)))
            for parameter in fields(Configuration)
        }
        is_tagged = any(EXTRACTORS[name].needs_tags for name in values["extractor"]) and tags.available()
        return signature(
            *(f"{name}:{','.join(map(str, used))}" for name, used in values.items() if used),
            ",".join(map(str, self.measures)),
            *conditions_of(self.measures),
            self.profile.signature,
            f"seed:{self.seed}",
            f"kea:{self.kea.trained_on}{' without the text itself' if self.apart else ''}" if self.kea else None,
            *self.profile.libraries(by_sentence=True),
            f"textblob {version('textblob')}" if is_tagged else None,
            word_frequencies.source() if self.uses_kea and self.profile.language == "en" else None,
        )


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What is learned, and how."""

    generation: GenerationPlan = field(default_factory=GenerationPlan)
    learner: Learner = field(default_factory=lambda: parse_learner("additive"))
    #: The measure whose F-score is learned.
    measure: Measure = field(default_factory=LinHovy)
    #: The number of classes that scores are divided into, for learners with classes.
    classes: int = USUAL_CLASSES
    selection: Selection = "value"
    #: What of the scores is learned, compared with summaries of the same length.
    target: Target = "share"
    #: How it is divided into classes.
    discretization: Discretization = "k-means"

    def __post_init__(self) -> None:
        _check_classes(self.classes)
        _check_names("selection", (self.selection,), Selection)
        _check_names("target", (self.target,), Target)
        _check_names("discretization", (self.discretization,), Discretization)
        object.__setattr__(self, "generation", replace(self.generation, measures=(self.measure,)))


@dataclass(frozen=True, slots=True)
class Version:
    """One version of CALLISTO, each a dot of figure 3."""

    learner: Learner
    #: The measure whose scores it learned.
    measure: Measure
    selection: Selection
    #: The number of classes that the scores were divided into; 0 where the learner predicts values.
    classes: int = 0
    #: What of the scores it learned.
    target: Target = "score"

    def __str__(self) -> str:
        target = "" if self.target == "score" else f" {self.target}"
        choice = f", {self.selection}, K = {self.classes}" if self.classes else ""
        return f"{self.learner}, {self.measure}{target}{choice}"


@dataclass(frozen=True, slots=True)
class CallistoPlan:
    """What is generated, what learns from it, and how it is evaluated."""

    generation: GenerationPlan = field(default_factory=GenerationPlan)
    learners: tuple[Learner, ...] = field(default_factory=lambda: tuple(map(parse_learner, _USUAL_LEARNERS)))
    #: The measures that learners are trained on, and the one that all are evaluated by: F-scores, or single values.
    trained_on: tuple[Measure, ...] = _MEASURES
    judged_by: Measure = field(default_factory=LinHovy)
    #: The numbers of classes that scores are divided into.
    classes: tuple[int, ...] = tuple(range(2, 21))
    selections: tuple[Selection, ...] = ("random", "paper", "value", "odds")
    #: What of the scores is learned.
    targets: tuple[Target, ...] = ("score", "share")
    #: How that is divided into classes.
    discretization: Discretization = "k-means"
    #: Whether the length of a summary is given, or chosen by the learner as any other parameter (footnote 11).
    lengths: Literal["given", "free"] = "free"
    folds: int = 10
    #: Of the least significant difference, in percent.
    confidence: float = 95.0
    #: The measure by which chosen summaries are ranked among all extracts, and the time limit per document; None: none.
    ranked_by: Measure | None = field(default_factory=lambda: RougeN(2))
    seconds: float = 1.0

    def __post_init__(self) -> None:
        if not self.learners or not self.trained_on:
            raise SettingError("name at least one learner and one measure to train it on")
        if not self.classes:
            raise SettingError("name at least one number of classes")
        for count in self.classes:
            _check_classes(count)
        _check_names("selection", self.selections, Selection)
        _check_names("target", self.targets, Target)
        _check_names("discretization", (self.discretization,), Discretization)
        if self.folds < 2:
            raise SettingError(f"cross-validation needs at least 2 folds, not {self.folds}")
        if self.ranked_by is not None and not (self.ranked_by.has_coverage and self.ranked_by.of_any_text):
            raise SettingError(f"--rank-by needs a measure that counts units, such as rouge-2, not {self.ranked_by}")
        Allowance(self.seconds)  # one that cannot be used says so
        check_confidence(self.confidence)
        # Every measure that is needed scores the summaries once.
        measures = tuple(dict.fromkeys((self.judged_by, *self.trained_on)))
        baselines = tuple(dict.fromkeys((*self.generation.baselines, *QUICK)))
        generation = replace(self.generation, measures=measures, baselines=baselines)
        object.__setattr__(self, "generation", generation)

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        return self.generation.configurations

    @property
    def score_name(self) -> str:
        """The kind of score that versions are evaluated by: a measure with a single value has no F-score."""
        return "score" if self.judged_by.has_one_value else "F-score"

    @property
    def groups(self) -> tuple[Integers, ...]:
        """The groups of configurations from which one is chosen: those of each length or, where it is free, all."""
        if self.lengths == "free":
            return (np.arange(len(self.configurations)),)
        return tuple(groups_of(self.configurations).values())

    def __str__(self) -> str:
        judge = f"{'' if self.judged_by.has_one_value else 'F of '}{self.judged_by}"
        lists = {"learners": self.learners, "trained on": self.trained_on, "judged by": (judge,)}
        lists |= {
            "classes": self.classes,
            "classes by": (self.discretization,),
            "target": self.targets,
            "selection": self.selections,
            "lengths": (self.lengths,),
        }
        parts = [f"{name}:{','.join(map(str, values))}" for name, values in lists.items()]
        parts += [f"folds:{self.folds}", f"confidence:{self.confidence:g}%"]
        ranked = f"ranked by:{self.ranked_by}, {self.seconds:g} s a space" if self.ranked_by else "not ranked"
        return " | ".join([str(self.generation), *parts, ranked])
