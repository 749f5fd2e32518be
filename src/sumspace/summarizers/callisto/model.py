"""A trained CALLISTO: it chooses a configuration for a text, and fits into one file.

The file is a ZIP archive of a JSON header and plain arrays of numbers: reading it never runs code that is in it.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from sumspace import __version__
from sumspace.errors import SettingError, SumspaceError, on_one_line
from sumspace.files import replacing
from sumspace.summarizers.callisto.choosing import Selection, choose, of_length
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.features import FEATURES, features_of
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.text.keyphrases.kea_model import KeaModel

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from sumspace.summarizers.article import Article
    from sumspace.summarizers.callisto.learners.learner import Learned, Learner
    from sumspace.summarizers.summarizer import Unit

__all__ = ["Choice", "Model", "built_in", "load", "save"]

_KIND, _FORMAT = "sumspace callisto", 1
_HEADER = "header.json"
_FOREIGN = "no model of CALLISTO; `sumspace callisto train` makes one"
#: A file that unpacks to more than this, in bytes, is no model.
_LARGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class Choice:
    """A configuration that was chosen for a text, and how sure the model was of it."""

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
    #: In words, the documents that it has seen.
    trained_on: str
    seed: int = 0
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None

    def choose(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Choice:
        """Choose a configuration for a summary of about this length, but no longer than the text."""
        text = Pipeline(article).wording
        sentences = size if unit == "sentences" else round(min(size, len(text)) * len(article) / max(len(text), 1))
        opinion = self.learned.judge(features_of(article, text))
        chosen = choose(opinion, of_length(self.configurations, sentences), self.selection, seed)
        return Choice(self.configurations[chosen], float(opinion.confidence[chosen]))

    def __str__(self) -> str:
        how = f"{self.learner}, {self.classes} classes, {self.selection}" if self.classes else str(self.learner)
        return (
            f"trained on {self.trained_on} by {how} to reach {self.measure}, {len(self.configurations)} configurations"
        )

    @property
    def header(self) -> dict[str, Any]:
        """All but the arrays, for JSON."""
        return {
            "kind": _KIND, "format": _FORMAT, "sumspace": __version__, "learner": str(self.learner),
            "measure": self.measure, "classes": self.classes, "selection": self.selection, "seed": self.seed,
            "trained_on": self.trained_on, "features": list(FEATURES),
            "configurations": list(map(str, self.configurations)), "kea": self.kea.as_json() if self.kea else None,
        }  # fmt: skip


def save(model: Model, path: Path) -> None:
    """Write a model; the same model makes the same file."""
    parts = {_HEADER: json.dumps(model.header, indent=1).encode()}
    for name, array in model.learned.arrays.items():
        out = BytesIO()
        np.lib.format.write_array(out, np.asarray(array, order="C"), allow_pickle=False)
        parts[f"{name}.npy"] = out.getvalue()
    with replacing(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def load(path: Path) -> Model:
    """Read a model, or say in one line why it cannot be."""
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
        others = f"made by sumspace {header.get('sumspace')}, whose models are others than those of {__version__}"
        raise _refusal(path, f"{others}; train it again")
    try:
        return _model(header, arrays)
    except Exception as error:
        raise _refusal(path, f"a model of CALLISTO that is damaged: {error}") from error


def _refusal(path: Path, reason: str) -> SettingError:
    return SettingError(on_one_line(f"{path}: {reason}"))


def _unpack(path: Path) -> tuple[Any, dict[str, NDArray[Any]]]:
    with zipfile.ZipFile(path) as archive:
        if sum(part.file_size for part in archive.infolist()) > _LARGEST:
            raise _refusal(path, "too large for a model of CALLISTO")
        parts = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(parts.pop(_HEADER))
    return header, {name.removesuffix(".npy"): _array(content) for name, content in parts.items()}


def _array(content: bytes) -> NDArray[Any]:
    array: NDArray[Any] = np.lib.format.read_array(BytesIO(content), allow_pickle=False)
    return array


def _model(header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Model:
    learner = parse_learner(header["learner"])
    configurations = tuple(map(Configuration.parse, header["configurations"]))
    learned = learner.restore(arrays)
    many = len(learned.judge(np.zeros(len(FEATURES))).classes)
    if not configurations or many != len(configurations):
        raise ValueError(f"it knows {many} configurations and names {len(configurations)}")
    if header["selection"] not in get_args(Selection):
        raise ValueError(f"it selects by {header['selection']!r}")
    kea = None if header["kea"] is None else KeaModel.from_json(header["kea"])
    return Model(
        configurations, learner, learned, str(header["measure"]), int(header["classes"]), header["selection"],
        str(header["trained_on"]), int(header["seed"]), kea,
    )  # fmt: skip


@cache
def built_in() -> Model:
    """Return the model that comes with the package, trained on the built-in sample."""
    with as_file(files("sumspace.summarizers.callisto") / "sample.callisto") as path:
        return load(path)
