"""A folder of DUCView's files beside a corpus: ID.pyr, the pyramid of an example, and ID.SYSTEM.pan for summaries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sumspace.corpus import ducview, source
from sumspace.corpus.model import Pyramid
from sumspace.corpus.records import unreadable
from sumspace.errors import CorpusError, OutputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sumspace.corpus.ducview import Annotation, Units
    from sumspace.corpus.model import Example

__all__ = ["add_pyramids"]


def add_pyramids(examples: Iterable[Example], folder: Path, target: Path) -> Counter[str]:
    """Write a corpus with the pyramids of a folder; those that examples had are replaced.

    Returns how many annotations each system has of documents that it has no summary of: such annotations are kept, for
    the summaries may lie beside the corpus. A pyramid of a document that the corpus does not have is an error.
    """
    if not target.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{target}: only .jsonl, .jsonl.gz and .parquet can hold pyramids")
    files = _files(folder)
    without_summary: Counter[str] = Counter()
    source.write(_with_pyramids(examples, files, without_summary), target)
    return without_summary


@dataclass(slots=True)
class _Files:
    """A pyramid and, by system, its annotations."""

    pyramid: Path
    annotations: dict[str, Path] = field(default_factory=dict)


def _files(folder: Path) -> dict[str, _Files]:
    """Find the files of each example; ids and systems may both hold dots, and the longest id that fits is meant."""
    try:
        entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        raise unreadable(str(folder), error) from None
    found = {entry.stem: _Files(entry) for entry in entries if entry.suffix == ".pyr"}
    if not found:
        message = "there is no pyramid in it; name the files ID.pyr and, for each summary, ID.SYSTEM.pan"
        raise CorpusError(Problem(str(folder), message))
    for entry in entries:
        if entry.suffix == ".pan":
            ids = [id_ for id_ in found if entry.stem.startswith(f"{id_}.") and len(entry.stem) > len(id_) + 1]
            if not ids:
                message = "there is no pyramid for it; name it ID.SYSTEM.pan, with ID.pyr beside it"
                raise CorpusError(Problem(str(entry), message))
            id_ = max(ids, key=len)
            found[id_].annotations[entry.stem[len(id_) + 1 :]] = entry
    return found


def _with_pyramids(
    examples: Iterable[Example], files: dict[str, _Files], without_summary: Counter[str]
) -> Iterator[Example]:
    waiting = dict(files)
    for example in examples:
        there = waiting.pop(example.id, None)
        if there is None:
            yield example
            continue
        known = {*example.systems, *(reference.id for reference in example.references)}
        without_summary.update(system for system in there.annotations if system not in known)
        yield _with_pyramid(example, there)
    for id_, there in waiting.items():
        message = f"there is no document {id_!r} in the corpus; rename it or take it out"
        raise CorpusError(Problem(str(there.pyramid), message))


def _with_pyramid(example: Example, files: _Files) -> Example:
    units = ducview.read_pyramid(files.pyramid)
    known = {unit.id for unit in units.all}
    annotations: dict[str, Annotation] = {}
    for system, file in files.annotations.items():
        annotations[system] = ducview.read_annotation(file)
        strange = [unit for unit in annotations[system].matches if unit not in known]
        if strange:
            message = f"the unit {strange[0]!r} is not in {files.pyramid.name}; both must be of the same pyramid"
            raise CorpusError(Problem(str(file), message))
    return replace(
        example,
        pyramid=Pyramid(
            {unit.id: unit.weight for unit in units.all},
            {system: annotation.matches for system, annotation in annotations.items()},
            {system: annotation.count for system, annotation in annotations.items()},
            units.models,
        ),
        record={**example.record, "pyramid": _record(units, annotations)},
    )


def _record(units: Units, annotations: dict[str, Annotation]) -> dict[str, Any]:
    record = {
        "units": [{"id": unit.id, "text": unit.text, "weight": unit.weight} for unit in units.all],
        "matches": {system: list(annotation.matches) for system, annotation in annotations.items()},
        "counts": {system: annotation.count for system, annotation in annotations.items()},
    }
    return {**record, "models": units.models} if units.models else record
