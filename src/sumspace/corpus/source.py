"""Any corpus, whatever its format, as a stream of examples."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from sumspace.errors import CorpusError, OutputError, Problem, SettingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.corpus.model import Example
    from sumspace.corpus.records import Columns, Progress, Record

__all__ = ["SAMPLE", "Findings", "check", "examples", "read", "write"]

#: The name under which the built-in sample is read.
SAMPLE = "sample"


def read(corpus: str | Path, columns: Columns | None = None, progress: Progress | None = None) -> Iterator[Example]:
    """Read examples one by one; the first problem is raised as a CorpusError.

    `corpus` is a file or folder, "-" for JSONL on standard input, or "sample" for the built-in sample ("./sample" is
    a file of that name).

    >>> next(read("sample")).id
    'newswire-1'
    """
    for found in examples(corpus, columns, progress):
        if isinstance(found, Problem):
            raise CorpusError(found)
        yield found


def examples(
    corpus: str | Path, columns: Columns | None = None, progress: Progress | None = None
) -> Iterator[Example | Problem]:
    """Read examples and problems alike, and go on after a problem."""
    from sumspace.corpus.schema import to_example

    seen: dict[str, int | str] = {}
    count = 0
    for record in _records(str(corpus), columns, progress):
        count += 1
        if isinstance(record, Problem):
            yield record
            continue
        found = to_example(record)
        if isinstance(found, list):
            yield from found
        elif found.id in seen:
            message = f"{found.id!r} is already the id of {seen[found.id]}; every example needs its own"
            yield Problem(record.file, message, record.line, "id")
        else:
            seen[found.id] = record.file if record.line is None else f"line {record.line}"
            yield found
    if not count:
        yield Problem(str(corpus), "is empty; there is not one example in it")


@dataclass(frozen=True, slots=True)
class Findings:
    """What a check of a corpus found."""

    examples: int
    problems: list[Problem]


def check(
    corpus: str | Path,
    columns: Columns | None = None,
    progress: Progress | None = None,
    language: str = "en",
) -> Findings:
    """Read a whole corpus and collect every problem; the language decides where raw text has its sentences."""
    problems = []
    count = 0
    try:
        for found in examples(corpus, columns, progress):
            if isinstance(found, Problem):
                problems.append(found)
                continue
            misfits = found.misfits(language) if found.is_raw else []
            problems += misfits
            count += not misfits
    except CorpusError as error:
        problems.append(error.problem)
    return Findings(count, problems)


def _records(corpus: str, columns: Columns | None, progress: Progress | None) -> Iterator[Record | Problem]:
    from sumspace.corpus import folder, jsonl, sgml, table

    path = Path(corpus)
    if corpus == "-":
        return jsonl.read(None, columns)
    if path.suffix in table.SUFFIXES:
        return table.read(path, columns, progress)
    is_sample = corpus == SAMPLE
    if not (is_sample or path.is_dir() or _is_sgml(path)):
        return jsonl.read(path, columns, progress)
    if columns:
        raise SettingError(f"{corpus} is no table: columns can be chosen in JSONL, Parquet, Arrow, CSV and TSV")
    if is_sample:
        return jsonl.read(Path(str(files("sumspace.corpus") / "sample.jsonl")))
    return folder.read(path, progress) if (path / "documents").is_dir() else sgml.read(path, progress)


def _is_sgml(path: Path) -> bool:
    if path.suffix in (".sgml", ".sgm", ".xml"):
        return True
    # A pipe is never looked into: what is read there is gone.
    if path.suffix in (".jsonl", ".json", ".gz") or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip().startswith(b"<")
    except OSError:
        return False


def write(examples: Iterable[Example], path: Path) -> None:
    """Write a corpus in the format that the name asks for."""
    from sumspace.corpus import folder, jsonl, sgml, table

    if path.name.endswith((".jsonl", ".jsonl.gz")):
        jsonl.write(examples, path)
    elif path.suffix in table.SUFFIXES:
        table.write(examples, path)
    elif path.name.endswith(".sgml"):
        sgml.write(examples, path.with_suffix(""))
    elif not path.suffix:
        folder.write(examples, path)
    else:
        raise OutputError(f"{path}: unknown format; there are: .jsonl, .jsonl.gz, .parquet, a folder, a folder.sgml")
