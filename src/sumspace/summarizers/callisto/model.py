"""A trained CALLISTO: it chooses a configuration for a text (Rigouste 2004, section 6.1), and is kept in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.compute.work import check_seed
from sumspace.stats.discretization import Discretization
from sumspace.summarizers.callisto.configuration import Configuration, Size, nearest_length
from sumspace.summarizers.callisto.features import FEATURES, features_of
from sumspace.summarizers.callisto.learners.learner import Learned, Learner, Opinion, parse_learner
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.callisto.target import Target
from sumspace.summarizers.model_file import Arrays, ModelFormat
from sumspace.text.keyphrases.kea import KeaModel
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.arrays import Integers
    from sumspace.document import Article
    from sumspace.summarizers.summarizer import Unit


#: How one configuration is chosen: by the highest expected value; by the odds of the best class against the worst; or,
#: of those predicted in the best class, the one with the highest confidence, as in the paper, or any at random.
Selection = Literal["value", "odds", "paper", "random"]

FORMAT = ModelFormat("sumspace callisto", 3, "model of CALLISTO", "sumspace callisto train")
#: What the header says of a model as it is, and of which type that is.
_PLAIN = {
    "measure": str,
    "classes": int,
    "target": str,
    "selection": str,
    "seed": int,
    "trained_on": str,
    "discretization": str,
}
#: Expected values that are closer than this differ by rounding alone.
_TIE = 1e-12


def choose(opinion: Opinion, candidates: Integers, selection: Selection, seed: int = 0) -> int:
    """Return the candidate that a rule selects; of several equally good ones, one at random.

    Of equal values, as of a learner that is sure of many, those with the best odds are taken, and the other way round.
    The paper's rule (section 6.1) and its predecessor look at the best class in which any candidate is predicted, be it
    the worst: then the paper takes the one that is surest to be bad.
    """
    if selection in ("value", "odds"):
        best = candidates
        for numbers in (opinion.values, opinion.odds) if selection == "value" else (opinion.odds, opinion.values):
            best = best[numbers[best] >= numbers[best].max() - _TIE]
        if opinion.probabilities.shape[1] == 1:  # expected values: equal ones are the same for all texts
            return int(best[0])
    else:
        classes = opinion.classes[candidates]
        best = candidates[classes == classes.max()]
        if selection == "paper":
            best = best[opinion.confidence[best] == opinion.confidence[best].max()]
    return int(best[0] if len(best) == 1 else np.random.default_rng(seed).choice(best))


@dataclass(frozen=True, slots=True)
class Choice:
    """A configuration that was chosen for a text, with what is expected of it, and the one that comes next."""

    configuration: Configuration
    value: float
    confidence: float
    #: What would be chosen without it; None where nothing else is of that length.
    runner_up: Configuration | None = None
    runner_up_value: float | None = None


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned, from what, and how one of the configurations is chosen."""

    configurations: tuple[Configuration, ...]
    learner: Learner
    learned: Learned
    #: What summaries were scored by.
    measure: str
    #: Into how many classes what is learned was divided; 0 where the learner predicts values.
    classes: int
    target: Target
    selection: Selection
    #: The documents that it has seen, in words.
    trained_on: str
    seed: int = 0
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None
    #: How what is learned was divided into classes.
    discretization: Discretization = "k-means"
    #: How texts were read; those to be summarized should be read in the same way.
    profile: Profile = field(default_factory=Profile)

    def choose(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Choice:
        """Choose a configuration for a summary of about this length, but no longer than the text."""
        candidates, opinion = self.candidates(article, size, unit), self.judge(article)
        chosen = choose(opinion, candidates, self.rule, seed)
        others = candidates[candidates != chosen]
        next_best = choose(opinion, others, self.rule, seed) if others.size else None
        return Choice(
            self.configurations[chosen],
            float(opinion.values[chosen]),
            float(opinion.confidence[chosen]),
            None if next_best is None else self.configurations[next_best],
            None if next_best is None else float(opinion.values[next_best]),
        )

    @property
    def rule(self) -> Selection:
        """How it selects: without classes, by value."""
        return self.selection if self.classes else "value"

    def judge(self, article: Article) -> Opinion:
        """Return what is expected of every configuration on a text."""
        return self.learned.judge(features_of(article, Pipeline(article).wording))

    def candidates(self, article: Article, size: int, unit: Unit) -> Integers:
        """Return the indices of the configurations for summaries of about this length."""
        words = len(Pipeline(article).wording)
        longest = words if unit == "words" else len(article)
        wanted = Size(unit, max(min(size, longest), 1))
        return nearest_length(self.configurations, wanted, words / max(len(article), 1))

    def __str__(self) -> str:
        classes = f"{self.classes} class{'' if self.classes == 1 else 'es'}"
        classes += "" if self.discretization == "k-means" else f" by {self.discretization}"
        how = f"{self.learner}, {classes}, {self.selection}" if self.classes else str(self.learner)
        learned = self.measure if self.target == "score" else f"{self.measure} ({self.target} within the document)"
        kea = f", Kea on {self.kea.trained_on}" if self.kea else ""
        return (
            f"trained on {self.trained_on}, read as {self.profile}, by {how} to reach {learned}, "
            f"{len(self.configurations)} configurations{kea}"
        )


def header_of(model: Model) -> dict[str, Any]:
    """Return all but the arrays, for JSON."""
    header = FORMAT.header(FEATURES) | {"learner": str(model.learner)}
    header |= {name: getattr(model, name) for name in _PLAIN}
    header |= {"profile": str(model.profile)}
    kea = model.kea.as_json() if model.kea else None
    return header | {"configurations": list(map(str, model.configurations)), "kea": kea}


def save(model: Model, path: Path) -> None:
    """Write a model; the same model makes the same file."""
    FORMAT.write(path, header_of(model), model.learned.arrays)


def load(path: Path) -> Model:
    """Read a model; a file that is none, or is damaged, raises a SettingError of one line."""
    header, arrays = FORMAT.read(path, FEATURES)
    with FORMAT.checking(path):
        return _model(header, arrays)


def _model(header: dict[str, Any], arrays: Arrays) -> Model:
    learner = parse_learner(header["learner"])
    configurations = tuple(map(Configuration.parse, header["configurations"]))
    if not configurations:
        raise ValueError("it names no configurations")
    learned = learner.restore(arrays, len(configurations), len(FEATURES))
    for name, known in {"selection": Selection, "target": Target, "discretization": Discretization}.items():
        if header[name] not in get_args(known):
            raise ValueError(f"its {name} is {header[name]!r:.40}")
    for name, kind in {**_PLAIN, "profile": str}.items():
        if type(header[name]) is not kind:
            raise ValueError(f"{name} is {header[name]!r:.40}")
    if header["classes"] < 0:
        raise ValueError(f"there are {header['classes']} classes")
    check_seed(header["seed"])
    kea = None if header["kea"] is None else KeaModel.from_json(header["kea"])
    profile, plain = Profile.parse(header["profile"]), {name: header[name] for name in _PLAIN}
    return Model(configurations, learner, learned, kea=kea, profile=profile, **plain)


@cache
def built_in() -> Model:
    """Return the model that comes with the package, trained on the built-in sample."""
    with as_file(files("sumspace.summarizers.callisto") / "sample.callisto") as path:
        return load(path)
