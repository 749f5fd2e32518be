"""Models of CALLISTO in files: a ZIP archive of a JSON header and plain arrays of numbers.

Reading one never runs code that is in it, and everything in it is checked.
"""

from __future__ import annotations

import json
import zipfile
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from sumspace import __version__
from sumspace.compute.threads import check_seed
from sumspace.errors import OutputError, SettingError, SumspaceError, on_one_line
from sumspace.files import replacing
from sumspace.summarizers.callisto.choosing import Selection
from sumspace.summarizers.callisto.configuration import Configuration
from sumspace.summarizers.callisto.features import FEATURES
from sumspace.summarizers.callisto.learners.learner import parse_learner
from sumspace.summarizers.callisto.model import Model
from sumspace.text.keyphrases.kea import KeaModel
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["built_in", "header_of", "load", "save"]

_KIND, _FORMAT = "sumspace callisto", 1
_HEADER = "header.json"
_FOREIGN = "no model of CALLISTO; `sumspace callisto train` makes one"
#: A file that unpacks to more than this, in bytes, is no model.
_LARGEST = 1 << 27


def header_of(model: Model) -> dict[str, Any]:
    """Return all but the arrays, for JSON."""
    return {
        "kind": _KIND, "format": _FORMAT, "sumspace": __version__, "learner": str(model.learner),
        "measure": model.measure, "classes": model.classes, "selection": model.selection, "seed": model.seed,
        "trained_on": model.trained_on, "profile": str(model.profile), "features": list(FEATURES),
        "configurations": list(map(str, model.configurations)), "kea": model.kea.as_json() if model.kea else None,
    }  # fmt: skip


def save(model: Model, path: Path) -> None:
    """Write a model; the same model makes the same file."""
    parts = {_HEADER: json.dumps(header_of(model), indent=1).encode()}
    for name, array in model.learned.arrays.items():
        out = BytesIO()
        np.lib.format.write_array(out, np.asarray(array, order="C"), allow_pickle=False)
        parts[f"{name}.npy"] = out.getvalue()
    if sum(map(len, parts.values())) > _LARGEST:
        raise OutputError(f"{path}: the model is too large to be loaded again; have it learn less")
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


def _unpack(path: Path) -> tuple[Any, dict[str, NDArray[Any]]]:
    with zipfile.ZipFile(path) as archive:
        listed = archive.infolist()
        if sum(part.file_size for part in listed) > _LARGEST:
            raise _refusal(path, "too large for a model of CALLISTO")
        if len({part.filename for part in listed}) < len(listed):
            raise _refusal(path, _FOREIGN)
        parts = {part.filename: archive.read(part) for part in listed}
    header = json.loads(parts.pop(_HEADER))
    return header, {name.removesuffix(".npy"): _array(content) for name, content in parts.items()}


def _array(content: bytes) -> NDArray[Any]:
    with np.errstate(all="ignore"):  # a shape beyond all numbers
        array: NDArray[Any] = np.lib.format.read_array(BytesIO(content), allow_pickle=False)
    return array


def _model(header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Model:
    learner = parse_learner(header["learner"])
    configurations = tuple(map(Configuration.parse, header["configurations"]))
    if not configurations:
        raise ValueError("it names no configurations")
    learned = learner.restore(arrays, len(configurations), len(FEATURES))
    if header["selection"] not in get_args(Selection):
        raise ValueError(f"it selects by {header['selection']!r}")
    for name, kind in (("classes", int), ("seed", int), ("measure", str), ("trained_on", str), ("profile", str)):
        if type(header[name]) is not kind:
            raise ValueError(f"{name} is {header[name]!r:.40}")
    if header["classes"] < 0:
        raise ValueError(f"there are {header['classes']} classes")
    check_seed(header["seed"])
    return Model(
        configurations, learner, learned, header["measure"], header["classes"], header["selection"],
        header["trained_on"], header["seed"], None if header["kea"] is None else KeaModel.from_json(header["kea"]),
        Profile.parse(header["profile"]),
    )  # fmt: skip


@cache
def built_in() -> Model:
    """Return the model that comes with the package, trained on the built-in sample."""
    with as_file(files("sumspace.summarizers.callisto") / "sample.callisto") as path:
        return load(path)
