"""Files of models: a ZIP archive of a JSON header and plain arrays of numbers.

Reading one never runs code that is in it, and everything in it is checked.
"""

from __future__ import annotations

import json
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace import __version__
from sumspace.errors import OutputError, SettingError, SumspaceError, on_one_line
from sumspace.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers


_HEADER = "header.json"
#: A file that unpacks to more than this, in bytes, is no model.
LARGEST = 1 << 27
#: Squares and sums of these are still finite.
_LARGEST_NUMBER = 1e100


class Arrays(dict[str, "NDArray[Any]"]):
    """Arrays by name, as a file has them; what is not as it should be is a ValueError. None stands for any length."""

    def floats(self, name: str, *shape: int | None) -> Floats:
        """Return an array of finite numbers of this shape."""
        values = np.array(self._of_kind(name, "f", shape), np.float64, order="C")
        if not (np.abs(values) <= _LARGEST_NUMBER).all():
            raise ValueError(f"{name} has numbers that are not finite, or too large")
        return values

    def integers(self, name: str, *shape: int | None, low: int, high: int = np.iinfo(np.int64).max) -> Integers:
        """Return an array of whole numbers between two others."""
        values = self._of_kind(name, "iu", shape)
        if values.size and not low <= int(values.min()) <= int(values.max()) <= high:
            raise ValueError(f"{name} has whole numbers outside {low} to {high}")
        return np.array(values, np.int64, order="C")

    def _of_kind(self, name: str, kinds: str, shape: tuple[int | None, ...]) -> NDArray[Any]:
        if name not in self:
            raise ValueError(f"there is no array {name}")
        values = np.asarray(self[name])
        fitting = values.ndim == len(shape) and all(b in (None, a) for a, b in zip(values.shape, shape, strict=True))
        if values.dtype.kind not in kinds or not fitting:
            raise ValueError(f"{name} is not an array of the kind and shape that it should have")
        return values


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """A kind of model file: what its header says of the kind and version, and how people speak of it."""

    kind: str
    version: int
    #: Such as "model of CALLISTO", and the command that makes one.
    name: str
    made_by: str

    def header(self, features: Sequence[str]) -> dict[str, Any]:
        """Return the fields that every header begins with."""
        return {"kind": self.kind, "format": self.version, "sumspace": __version__, "features": list(features)}

    def write(self, path: Path, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write a model; the same model makes the same file."""
        parts = {_HEADER: json.dumps(header, indent=1).encode()}
        for name, array in arrays.items():
            out = BytesIO()
            np.lib.format.write_array(out, np.asarray(array, order="C"), allow_pickle=False)
            parts[f"{name}.npy"] = out.getvalue()
        if sum(map(len, parts.values())) > LARGEST:
            raise OutputError(f"{path}: the model is too large to be loaded again: train a smaller one")
        with replacing(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
            for name, content in parts.items():
                archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)

    def read(self, path: Path, features: Sequence[str]) -> tuple[dict[str, Any], Arrays]:
        """Read header and arrays; a file of another kind, version or other features is a SettingError of one line."""
        try:
            header, arrays = self._unpack(path)
        except OSError as error:
            raise _refusal(path, f"cannot be read: {error.strerror or error}") from None
        except SumspaceError:
            raise
        except Exception as error:  # archives, JSON and arrays have many ways to be broken
            raise self._foreign(path) from error
        if not isinstance(header, dict) or header.get("kind") != self.kind:
            raise self._foreign(path)
        if header.get("format") != self.version or header.get("features") != list(features):
            other = f"format {header.get('format')!r:.20}" if header.get("format") != self.version else "other features"
            made = f"made by sumspace {header.get('sumspace')!s:.20} with {other}"
            raise _refusal(path, f"{made}, which {__version__} does not read; train it again")
        return header, arrays

    def check_replaceable(self, path: Path) -> None:
        """Refuse to write over a file that is there and is no model of this kind, of whatever version."""
        if not path.is_file() or not path.stat().st_size:
            return
        try:
            header, _ = self._unpack(path)
        except Exception:  # noqa: BLE001 - whatever it is, it is none
            header = None
        if not isinstance(header, dict) or header.get("kind") != self.kind:
            raise OutputError(on_one_line(f"{path}: is there, and is no {self.name}; choose another file"))

    @contextmanager
    def checking(self, path: Path) -> Iterator[None]:
        """Turn whatever is raised while a model is made of what was read into a SettingError of one line."""
        try:
            yield
        except KeyError as error:
            raise _refusal(path, f"a {self.name} that is damaged: {error} is missing") from error
        except Exception as error:
            raise _refusal(path, f"a {self.name} that is damaged: {error}") from error

    def _unpack(self, path: Path) -> tuple[Any, Arrays]:
        with zipfile.ZipFile(path) as archive:
            listed = archive.infolist()
            if sum(part.file_size for part in listed) > LARGEST:
                raise _refusal(path, f"too large for a {self.name}")
            if len({part.filename for part in listed}) < len(listed):
                raise self._foreign(path)
            parts = {part.filename: archive.read(part) for part in listed}
        header = json.loads(parts.pop(_HEADER))
        arrays = Arrays()
        for name, content in parts.items():
            with np.errstate(all="ignore"):  # a shape beyond all numbers
                arrays[name.removesuffix(".npy")] = np.lib.format.read_array(BytesIO(content), allow_pickle=False)
        return header, arrays

    def _foreign(self, path: Path) -> SettingError:
        return _refusal(path, f"no {self.name}; `{self.made_by}` makes one")


def _refusal(path: Path, reason: str) -> SettingError:
    return SettingError(on_one_line(f"{path}: {reason}"))
