"""A trained CALLISTO: it chooses a configuration for a text (Rigouste 2004, section 6.1), and is kept in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.compute.work import check_seed
from sumspace.summarizers.callisto.configuration import Configuration, nearest_length
from sumspace.summarizers.callisto.features import FEATURES, features_of
from sumspace.summarizers.callisto.learners.learner import Learned, Learner, Opinion, parse_learner
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.model_file import Arrays, ModelFormat
from sumspace.text.keyphrases.kea import KeaModel
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.arrays import Integers
    from sumspace.document import Article
    from sumspace.summarizers.summarizer import Unit


#: How one is taken of those that are expected in the best class: at random, or the one that the learner is surest of.
Selection = Literal["random", "confidence"]

FORMAT = ModelFormat("sumspace callisto", 2, "model of CALLISTO", "sumspace callisto train")
#: What the header says of a model as it is, and of which type that is.
_PLAIN = {"measure": str, "classes": int, "selection": str, "seed": int, "trained_on": str}


def choose(opinion: Opinion, candidates: Integers, selection: Selection, seed: int = 0) -> int:
    """Return one of the candidates expected in the best class, or in the best class in which there are any.

    The learner may be equally sure of several, as a tree is of all in one leaf: then one of them is taken at random.
    """
    classes = opinion.classes[candidates]
    best = candidates[classes == classes.max()]
    if selection == "confidence":
        best = best[opinion.confidence[best] == opinion.confidence[best].max()]
    return int(best[0] if len(best) == 1 else np.random.default_rng(seed).choice(best))


@dataclass(frozen=True, slots=True)
class Choice:
    """A configuration that was chosen for a text, and the confidence of the model."""

    configuration: Configuration
    confidence: float


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned, from what, and how one of the configurations is chosen."""

    configurations: tuple[Configuration, ...]
    learner: Learner
    learned: Learned
    #: What summaries were scored by.
    measure: str
    #: Into how many classes the scores were divided; 0 where the learner takes them as they are.
    classes: int
    selection: Selection
    #: The documents that it has seen, in words.
    trained_on: str
    seed: int = 0
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None
    #: How texts were read; those to be summarized should be read in the same way.
    profile: Profile = field(default_factory=Profile)

    def choose(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Choice:
        """Choose a configuration for a summary of about this length, but no longer than the text."""
        text = Pipeline(article).wording
        sentences = size if unit == "sentences" else round(min(size, len(text)) * len(article) / max(len(text), 1))
        opinion = self.learned.judge(features_of(article, text))
        chosen = choose(opinion, nearest_length(self.configurations, sentences), self.selection, seed)
        return Choice(self.configurations[chosen], float(opinion.confidence[chosen]))

    def __str__(self) -> str:
        classes = f"{self.classes} class{'' if self.classes == 1 else 'es'}"
        how = f"{self.learner}, {classes}, {self.selection}" if self.classes else str(self.learner)
        kea = f", Kea on {self.kea.trained_on}" if self.kea else ""
        return (
            f"trained on {self.trained_on}, read as {self.profile}, by {how} to reach {self.measure}, "
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
    if header["selection"] not in get_args(Selection):
        raise ValueError(f"it selects by {header['selection']!r}")
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
