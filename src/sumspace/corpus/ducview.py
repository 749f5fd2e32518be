"""The files of DUCView, with which people annotate content units: pyramids (.pyr) and peer annotations (.pan).

A folder beside a corpus holds ID.pyr, the pyramid of an example, and ID.SYSTEM.pan for each annotated summary.

    <pyramid>                                     <peerAnnotation>
      <startDocumentRegEx>…</startDocumentRegEx>    <pyramid>…</pyramid>
      <text> <line>…</line> … </text>               <annotation>
      <scu uid="1" label="…">                         <text> <line>…</line> … </text>
        <contributor label="…">                       <peerscu uid="1" label="(2) …">
          <part label="…" start="61" end="86"/>         <contributor label="…"> <part …/> … </contributor>
        </contributor>                                </peerscu>
      </scu>                                          <peerscu uid="0" label="All non-matching SCUs go here">

A contributor is a piece of a summary that expresses the unit. A pyramid's text are the people's summaries, one below
the other, and the regular expression is what stands above each.
"""

from __future__ import annotations

import re
import warnings
from bisect import bisect_right
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from sumspace.corpus import source
from sumspace.corpus.folder import entries
from sumspace.corpus.markup import read_xml
from sumspace.corpus.model import to_record
from sumspace.errors import CorpusError, OutputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sumspace.corpus.markup import Element
    from sumspace.corpus.model import Example

    #: By example: a pyramid and, by system, its annotations.
    _Files = dict[str, tuple[Path, dict[str, Path]]]


#: Collects what a summary says that is not in the pyramid.
_OUTSIDE = "all non-matching scus go here"
#: A regular expression of a file that is longer, or repeats something as often as that, is not used.
_LONGEST_PATTERN, _MANY_TIMES = 200, re.compile(r"\{[0-9, ]*[0-9]{4}")
#: How long it may take.
_PATTERN_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Unit:
    """A content unit; its weight is the number of people's summaries that express it."""

    id: str
    text: str
    weight: int


def read_pyramid(file: Path) -> tuple[list[Unit], int]:
    """Read the units of a pyramid (.pyr, or inside a .pan), and how many people's summaries it is of, 0 if unknown."""
    pyramid = _part(read_xml(file), "pyramid", file)
    starts = _starts(pyramid, file)
    units: dict[str, Unit] = {}
    for scu in pyramid.all("scu"):
        uid = _uid(scu, file)
        if uid in units:
            raise CorpusError(Problem(str(file), f"the unit {uid!r} stands twice; give each its own uid", scu.line))
        units[uid] = Unit(uid, scu.attributes.get("label", ""), _weight(scu, starts))
    return list(units.values()), len(starts)


def read_annotation(file: Path) -> tuple[list[str], int]:
    """Read which units a summary expresses, and how often it says anything, in the pyramid or not, repetitions too."""
    annotation = _part(read_xml(file), "annotation", file)
    matches: dict[str, None] = {}
    count = 0
    for scu in annotation.all("peerscu"):
        uid = _uid(scu, file)
        contributors = sum(1 for _ in scu.all("contributor"))
        count += contributors
        if contributors and uid != "0" and scu.attributes.get("label", "").strip().lower() != _OUTSIDE:
            matches[uid] = None
    return list(matches), count


def _part(root: Element, name: str, file: Path) -> Element:
    part = root if root.name == name else next(root.all(name), None)
    if part is None:
        raise CorpusError(Problem(str(file), f"there is no <{name}> in it, as files of DUCView have", root.line))
    return part


def _uid(scu: Element, file: Path) -> str:
    uid = scu.attributes.get("uid", "").strip()
    if not uid:
        raise CorpusError(Problem(str(file), f"a <{scu.name}> has no uid; give it one of its own", scu.line))
    return uid


def _weight(scu: Element, starts: list[int]) -> int:
    """Count the people's summaries that contribute or, where they cannot be distinguished, the contributors."""
    models = [_model(contributor, starts) for contributor in scu.all("contributor")]
    return len(models) if None in models else len(set(models))


def _model(contributor: Element, starts: list[int]) -> int | None:
    """Say from which of the people's summaries a piece was taken, counted from 1."""
    part = next(contributor.all("part"), None)
    start = part.attributes.get("start", "").strip() if part else ""
    return bisect_right(starts, int(start)) or None if re.fullmatch(r"[0-9]{1,9}", start) else None


def _starts(pyramid: Element, file: Path) -> list[int]:
    """Find where the people's summaries begin in the text; nothing where there is no way to tell."""
    import regex

    pattern = "".join(element.text for element in pyramid.all("startDocumentRegEx"))
    text = "\n".join(line.text for block in pyramid.all("text") for line in block.all("line"))
    # Groups can be repeated inside each other, and such an expression may take forever.
    if not pattern.strip() or "(" in pattern or len(pattern) > _LONGEST_PATTERN or _MANY_TIMES.search(pattern):
        return []
    try:
        with warnings.catch_warnings(action="ignore"):  # of signs that will mean something else one day
            starts = [match.start() for match in regex.finditer(pattern, text, timeout=_PATTERN_SECONDS)]
    except regex.error:
        return []
    except TimeoutError:
        message = f"the expression in <startDocumentRegEx> takes longer than {_PATTERN_SECONDS} s; write a simpler one"
        raise CorpusError(Problem(str(file), message, pyramid.line)) from None
    return starts if len(starts) > 1 else []


def add_pyramids(examples: Iterable[Example], folder: Path, target: Path) -> Counter[str]:
    """Write a corpus with the pyramids of a folder; those that examples had are replaced.

    Returns how many annotations each system has of documents that it has no summary of: such annotations are kept, for
    the summaries may lie beside the corpus. A pyramid of a document that the corpus does not have is an error.
    """
    if not target.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{target}: only .jsonl, .jsonl.gz and .parquet can hold pyramids")
    without_summary: Counter[str] = Counter()
    source.write(_with_pyramids(examples, _files(folder), without_summary), target)
    return without_summary


def _files(folder: Path) -> _Files:
    """Find the files of each example; ids and systems may both hold dots, and the longest id that fits is meant."""
    files: _Files = {file.stem: (file, {}) for file in entries(folder) if file.suffix == ".pyr"}
    if not files:
        message = "there is no pyramid in it; name the files ID.pyr and, for each summary, ID.SYSTEM.pan"
        raise CorpusError(Problem(str(folder), message))
    for file in (file for file in entries(folder) if file.suffix == ".pan"):
        heads = (file.stem[: dot.start()] for dot in reversed([*re.finditer(r"\.(?=.)", file.stem, re.DOTALL)]))
        id_ = next((head for head in heads if head in files), None)
        if id_ is None:
            message = "there is no pyramid for it; name it ID.SYSTEM.pan, with ID.pyr beside it"
            raise CorpusError(Problem(str(file), message))
        files[id_][1][file.stem[len(id_) + 1 :]] = file
    return files


def _with_pyramids(examples: Iterable[Example], files: _Files, without_summary: Counter[str]) -> Iterator[Example]:
    """Yield examples with pyramids in their records, which are what is written."""
    for example in examples:
        if example.id not in files:
            yield example
            continue
        pyramid, annotations = files.pop(example.id)
        known = {*example.systems, *(reference.id for reference in example.references)}
        without_summary.update(system for system in annotations if system not in known)
        yield replace(example, record={**to_record(example), "pyramid": _record(pyramid, annotations)})
    for id_, (pyramid, _) in files.items():
        message = f"there is no document {id_!r} in the corpus; rename it or take it out"
        raise CorpusError(Problem(str(pyramid), message))


def _record(pyramid: Path, files: dict[str, Path]) -> dict[str, Any]:
    """Return a pyramid and its annotations as a field of a record."""
    units, models = read_pyramid(pyramid)
    known = {unit.id for unit in units}
    record: dict[str, Any] = {"units": [asdict(unit) for unit in units], "matches": {}, "counts": {}}
    for system, file in files.items():
        matches, count = read_annotation(file)
        unknown = [unit for unit in matches if unit not in known]
        if unknown:
            message = f"the unit {unknown[0]!r} is not in {pyramid.name}; both must be of the same pyramid"
            raise CorpusError(Problem(str(file), message))
        record["matches"][system], record["counts"][system] = matches, count
    return {**record, "models": models} if models else record
