"""The files of DUCView, with which people annotate content units: pyramids (.pyr) and peer annotations (.pan).

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
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.corpus.xml_file import read_xml
from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.corpus.xml_file import Element

__all__ = ["Annotation", "Unit", "Units", "read_annotation", "read_pyramid"]

#: Collects what a summary says that is not in the pyramid.
_OUTSIDE = "all non-matching scus go here"


@dataclass(frozen=True, slots=True)
class Unit:
    """A content unit; its weight is the number of people's summaries that express it."""

    id: str
    text: str
    weight: int


@dataclass(frozen=True, slots=True)
class Units:
    """The units of a pyramid, and from how many people's summaries it was made; 0 where there is no way to tell."""

    all: tuple[Unit, ...]
    models: int


@dataclass(frozen=True, slots=True)
class Annotation:
    """The units that a summary expresses, and how often it says anything, be it in the pyramid or not."""

    matches: tuple[str, ...]
    count: int


def read_pyramid(file: Path) -> Units:
    """Read the units of a pyramid, from a .pyr or from the pyramid inside a .pan."""
    pyramid = _part(read_xml(file), "pyramid", file)
    starts = _starts(pyramid)
    units: dict[str, Unit] = {}
    for scu in pyramid.all("scu"):
        uid = _uid(scu, file)
        if uid in units:
            raise CorpusError(Problem(str(file), f"the unit {uid!r} stands twice; give each its own uid", scu.line))
        units[uid] = Unit(uid, scu.attributes.get("label", ""), _weight(scu, starts))
    return Units(tuple(units.values()), len(starts))


def read_annotation(file: Path) -> Annotation:
    """Read which units a summary expresses; pieces count as often as DUCView counts them, repetitions too."""
    annotation = _part(read_xml(file), "annotation", file)
    matches: dict[str, None] = {}
    count = 0
    for scu in annotation.all("peerscu"):
        uid = _uid(scu, file)
        contributors = sum(1 for _ in scu.all("contributor"))
        count += contributors
        if contributors and uid != "0" and scu.attributes.get("label", "").strip().lower() != _OUTSIDE:
            matches[uid] = None
    return Annotation(tuple(matches), count)


def _part(root: Element, name: str, file: Path) -> Element:
    found = root if root.name == name else next(root.all(name), None)
    if found is None:
        raise CorpusError(Problem(str(file), f"there is no <{name}> in it, as files of DUCView have", root.line))
    return found


def _uid(scu: Element, file: Path) -> str:
    uid = scu.attributes.get("uid", "").strip()
    if not uid:
        raise CorpusError(Problem(str(file), f"a <{scu.name}> has no uid; give it one of its own", scu.line))
    return uid


def _weight(scu: Element, starts: list[int]) -> int:
    """Count the people's summaries that contribute or, where they cannot be told apart, the contributors."""
    contributors = list(scu.all("contributor"))
    models = [_model(contributor, starts) for contributor in contributors]
    return len(models) if None in models else len(set(models))


def _model(contributor: Element, starts: list[int]) -> int | None:
    """Say from which of the people's summaries a piece was taken, counted from 1."""
    part = next(contributor.all("part"), None)
    start = part.attributes.get("start", "").strip() if part else ""
    return bisect_right(starts, int(start)) or None if re.fullmatch(r"[0-9]{1,9}", start) else None


def _starts(pyramid: Element) -> list[int]:
    """Find where the people's summaries begin in the text; nothing where there is no way to tell."""
    pattern = "".join(element.text for element in pyramid.all("startDocumentRegEx"))
    text = "\n".join(line.text for block in pyramid.all("text") for line in block.all("line"))
    # Groups can be repeated inside each other, and such an expression may take forever.
    if not pattern.strip() or "(" in pattern:
        return []
    try:
        starts = [match.start() for match in re.finditer(pattern, text)]
    except re.error:
        return []
    return starts if len(starts) > 1 else []
