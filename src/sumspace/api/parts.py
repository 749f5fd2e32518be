"""A run in parts, for machines that know nothing of each other: each does some documents, `merge` joins them."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import chain
from operator import length_hint
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumspace import __version__
from sumspace.errors import NothingToDoError, OutputError, SettingError
from sumspace.files import LEDGER, check_new_folder, replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.compute.ledger import Ledger
    from sumspace.corpus.model import Example
    from sumspace.tasks.task import LeftOut, Progress


#: What a folder says of the part that it holds.
_FILE = "part.json"
#: Options that change no result.
_ANYWHERE = ("jobs", "cluster", "part", "keep")


class PartRun:
    """A part of a run: a function of the api, what it is called with, and the folder that takes what it finds."""

    def __init__(
        self,
        function: Callable[..., Any],
        corpus: str | list[str],
        reading: dict[str, Any],
        arguments: dict[str, Any],
        folder: Path,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        from sumspace.compute.work import Part

        corpora = [corpus] if isinstance(corpus, str) else corpus
        if "-" in corpora:
            raise SettingError("standard input cannot be divided into parts; write the corpus to a file first")
        self.part = Part.parse(arguments["part"])
        self.left_out: list[LeftOut] = []
        self.stopped: BaseException | None = None
        self._function, self._arguments, self._folder, self._tell = function, arguments, folder, tell
        self._settings = {
            "function": function.__name__,
            "corpus": [_absolute(name) for name in corpora],
            "reading": {**reading, "peer": {name: _absolute(file) for name, file in reading.get("peer", {}).items()}},
            "arguments": {
                name: _absolute_sources(name, value) for name, value in arguments.items() if name not in _ANYWHERE
            },
        }
        self._documents, self._digest = 0, sha256()

    def run(self, examples: Iterable[Example], options: dict[str, Any], progress: Progress | None = None) -> None:
        """Do it; `options` are those of the command, for the one that shows all parts together."""
        from sumspace.compute.ledger import Ledger
        from sumspace.corpus.stream import ExampleStream

        check_new_folder(self._folder, with_ledger=True)
        self._folder.mkdir(exist_ok=True)
        file = self._folder / _FILE
        with Ledger(self._folder / LEDGER, tell=self._tell) as ledger:
            try:
                stream = ExampleStream(self._counted(examples), total=lambda: length_hint(examples) + self._documents)
                results = self._function(stream, **self._arguments, keep=ledger, progress=progress)
                file.unlink(missing_ok=True)  # it is not finished now
                for _ in results.stream() if hasattr(results, "stream") else ():
                    pass
                self.left_out, self.stopped = list(results.left_out), results.stopped
            except NothingToDoError:  # in this part
                pass
        if self.stopped is None:
            about = {"version": __version__, "part": str(self.part), "documents": self._documents}
            about |= {"digest": self._digest.hexdigest(), **self._settings, "options": options}
            with replacing(file) as temporary:
                temporary.write_text(json.dumps(about, indent=1, default=str) + "\n", encoding="utf-8")

    def _counted(self, examples: Iterable[Example]) -> Iterator[Example]:
        for example in examples:
            self._documents += 1
            self._digest.update(example.content.encode("utf-8", "surrogatepass"))
            yield example


def _absolute_sources(name: str, value: Any) -> Any:
    """Return an argument for a program that runs elsewhere: files that it names with their whole paths."""
    if name == "kea" and value:
        return _absolute(value)
    if name != "scores" or not isinstance(value, list):
        return value
    from sumspace.corpus.score_files import path_and_metric

    divided = [path_and_metric(source) for source in value]
    return [f"{file.absolute()}:{metric}" if metric else str(file.absolute()) for file, metric in divided]


def _absolute(name: str) -> str:
    return str(Path(name).absolute()) if Path(name).exists() else name


def gather(folders: Iterable[str | Path]) -> tuple[dict[str, Any], Ledger]:
    """Return what a run in parts is about, and the results of all parts; refuse parts of several runs, or too few."""
    from sumspace.compute.ledger import Ledger
    from sumspace.compute.work import Part

    parts: dict[int, tuple[Path, dict[str, Any]]] = {}
    for folder in map(Path, folders):
        about = _read(folder)
        part = Part.parse(about["part"])
        first, known = next(iter(parts.values()), (folder, about))
        for what in ("version", "function", "arguments", "reading", "corpus", "documents", "digest"):
            if about[what] != known[what]:
                raise SettingError(f"{folder} and {first} are parts of different runs: they differ in {_name(what)}")
        if part.of != Part.parse(known["part"]).of:
            raise SettingError(f"{folder} is part {part}, and {first} part {known['part']}: of different runs")
        if part.number in parts:
            raise SettingError(f"{folder} and {parts[part.number][0]} are both part {part}")
        parts[part.number] = folder, about
    if not parts:
        raise SettingError("name the folders of the parts")
    _, about = next(iter(parts.values()))
    of = Part.parse(about["part"]).of
    for number in range(1, of + 1):
        if number not in parts:
            raise SettingError(f"part {number}/{of} is missing")
    if about["version"] != __version__:
        raise SettingError(f"the parts were made by sumspace {about['version']}, and this is {__version__}")
    _check_corpus(about)
    files = [folder / LEDGER for folder, _ in parts.values()]
    return about, Ledger(None, [Ledger(file, read_only=True) for file in files if file.exists()])


def _check_corpus(about: dict[str, Any]) -> None:
    """Refuse a corpus that is not the one that was divided."""
    documents, content = 0, sha256()
    for example in _examples(about):
        documents += 1
        content.update(example.content.encode("utf-8", "surrogatepass"))
    if (documents, content.hexdigest()) != (about["documents"], about["digest"]):
        raise SettingError(f"{', '.join(about['corpus'])}: the corpus has changed since the parts were made")


def _examples(about: dict[str, Any], progress: Progress | None = None) -> Iterator[Example]:
    """Read the corpus of a run in parts."""
    from sumspace import api
    from sumspace.corpus.peers import attach

    reading = {name: value for name, value in about["reading"].items() if name != "peer"}
    examples = chain.from_iterable(api.read(name, progress=progress, **reading) for name in about["corpus"])
    return attach(examples, about["reading"]["peer"])


def _name(what: str) -> str:
    return {"arguments": "options", "function": "commands", "reading": "options", "digest": "documents"}.get(what, what)


def _read(folder: Path) -> dict[str, Any]:
    from sumspace.compute.work import Part

    try:
        about: dict[str, Any] = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        Part.parse(about["part"])
        _ = [about[name] for name in ("version", "function", "arguments", "reading", "corpus", "documents", "digest")]
        _ = about["options"]["command"], about["options"]["corpus"]
    except FileNotFoundError:
        raise OutputError(f"{folder}: no part that is finished: it has no {_FILE}; run it to its end first") from None
    except (OSError, ValueError, KeyError, TypeError, SettingError):
        raise OutputError(f"{folder / _FILE}: cannot be read; run this part again") from None
    return about


def merge(*folders: str | Path, progress: Progress | None = None) -> Any:
    """Put the parts of a run together: return what the function would have returned for all documents at once."""
    from sumspace import api

    about, ledger = gather(folders)
    function = getattr(api, about["function"])
    return function(_examples(about, progress), **about["arguments"], keep=ledger, progress=progress)
