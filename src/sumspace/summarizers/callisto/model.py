"""A trained CALLISTO: it chooses a configuration for a text (Rigouste 2004, section 6.1), and is kept in a file.

The file is a ZIP archive of a JSON header and plain arrays of numbers. Reading one never runs code that is in it, and
everything in it is checked.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace import __version__
from sumspace.compute.work import check_seed
from sumspace.errors import OutputError, SettingError, SumspaceError, on_one_line
from sumspace.files import replacing
from sumspace.summarizers.callisto.configuration import Configuration, Size, nearest_length
from sumspace.summarizers.callisto.features import FEATURES, features_of
from sumspace.summarizers.callisto.learners.learner import Arrays, Learned, Learner, Opinion, parse_learner
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.callisto.target import Target
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

_KIND, _FORMAT = "sumspace callisto", 3
_HEADER = "header.json"
#: What the header says of a model as it is, and of which type that is.
_PLAIN = {"measure": str, "classes": int, "target": str, "selection": str, "seed": int, "trained_on": str}
#: Expected values that are closer than this differ by rounding alone.
_TIE = 1e-12
_FOREIGN = "no model of CALLISTO; `sumspace callisto train` makes one"
#: A file that unpacks to more than this, in bytes, is no model.
_LARGEST = 1 << 27


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
        how = f"{self.learner}, {classes}, {self.selection}" if self.classes else str(self.learner)
        learned = self.measure if self.target == "score" else f"{self.measure} ({self.target} within the document)"
        kea = f", Kea on {self.kea.trained_on}" if self.kea else ""
        return (
            f"trained on {self.trained_on}, read as {self.profile}, by {how} to reach {learned}, "
            f"{len(self.configurations)} configurations{kea}"
        )


def header_of(model: Model) -> dict[str, Any]:
    """Return all but the arrays, for JSON."""
    header = {"kind": _KIND, "format": _FORMAT, "sumspace": __version__, "learner": str(model.learner)}
    header |= {name: getattr(model, name) for name in _PLAIN}
    header |= {"profile": str(model.profile), "features": list(FEATURES)}
    kea = model.kea.as_json() if model.kea else None
    return header | {"configurations": list(map(str, model.configurations)), "kea": kea}


def save(model: Model, path: Path) -> None:
    """Write a model; the same model makes the same file."""
    parts = {_HEADER: json.dumps(header_of(model), indent=1).encode()}
    for name, array in model.learned.arrays.items():
        out = BytesIO()
        np.lib.format.write_array(out, np.asarray(array, order="C"), allow_pickle=False)
        parts[f"{name}.npy"] = out.getvalue()
    if sum(map(len, parts.values())) > _LARGEST:
        raise OutputError(f"{path}: the model is too large to be loaded again: train a smaller one")
    with replacing(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def load(path: Path) -> Model:
    """Read a model; a file that is none, or is damaged, raises a SettingError of one line."""
    try:
        header, arrays = _unpack(path)
    except OSError as error:
        raise _refusal(path, f"cannot be read: {error.strerror or error}") from None
    except SumspaceError:
        raise
    except Exception as error:  # archives, JSON and arrays have many ways to be broken
        raise _refusal(path, _FOREIGN) from error
    if not isinstance(header, dict) or header.get("kind") != _KIND:
        raise _refusal(path, _FOREIGN)
    if header.get("format") != _FORMAT or header.get("features") != list(FEATURES):
        other = f"format {header.get('format')!r:.20}" if header.get("format") != _FORMAT else "other features"
        made = f"made by sumspace {header.get('sumspace')!s:.20} with {other}"
        raise _refusal(path, f"{made}, which {__version__} does not read; train it again")
    try:
        return _model(header, arrays)
    except KeyError as error:
        raise _refusal(path, f"a model of CALLISTO that is damaged: {error} is missing") from error
    except Exception as error:
        raise _refusal(path, f"a model of CALLISTO that is damaged: {error}") from error


def _refusal(path: Path, reason: str) -> SettingError:
    return SettingError(on_one_line(f"{path}: {reason}"))


def _unpack(path: Path) -> tuple[Any, Arrays]:
    with zipfile.ZipFile(path) as archive:
        listed = archive.infolist()
        if sum(part.file_size for part in listed) > _LARGEST:
            raise _refusal(path, "too large for a model of CALLISTO")
        if len({part.filename for part in listed}) < len(listed):
            raise _refusal(path, _FOREIGN)
        parts = {part.filename: archive.read(part) for part in listed}
    header = json.loads(parts.pop(_HEADER))
    arrays = Arrays()
    for name, content in parts.items():
        with np.errstate(all="ignore"):  # a shape beyond all numbers
            arrays[name.removesuffix(".npy")] = np.lib.format.read_array(BytesIO(content), allow_pickle=False)
    return header, arrays


def _model(header: dict[str, Any], arrays: Arrays) -> Model:
    learner = parse_learner(header["learner"])
    configurations = tuple(map(Configuration.parse, header["configurations"]))
    if not configurations:
        raise ValueError("it names no configurations")
    learned = learner.restore(arrays, len(configurations), len(FEATURES))
    for name, known in {"selection": Selection, "target": Target}.items():
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
