"""What people said of summaries: a table of documents and systems for each aspect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import SettingError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.studies.meta_plan import MetaPlan

    Floats = NDArray[np.float64]

__all__ = ["Judged", "judge"]

#: A correlation takes so many points.
_FEWEST = 3


@dataclass(frozen=True, eq=False)
class Judged:
    """What people said: a table [document, system] for each aspect, NaN where nobody said anything."""

    examples: tuple[Example, ...]
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    tables: dict[str, Floats]
    notes: tuple[str, ...]


def judge(examples: Iterable[Example], plan: MetaPlan, peers: Sequence[Peer]) -> Judged:
    """Collect the judgements of systems that have summaries."""
    found = tuple(examples)
    present = [_summarizers(example, place, peers) for place, example in enumerate(found)]
    there = dict.fromkeys(name for names in present for name in names)
    judged = dict.fromkeys(name for example in found for name in example.judgements)
    aspects = _aspects(found, plan)
    for name in plan.systems:
        if name not in judged:
            raise UnknownNameError("judged system", name, judged)
    notes = [f"the judgements of {name!r} are left out: it has no summaries" for name in judged if name not in there]
    if not plan.systems:
        notes += [f"{name!r} is left out: nobody judged it" for name in there if name not in judged]
    systems = [name for name in judged if name in there and (not plan.systems or name in plan.systems)]
    if 0 < len(systems) < _FEWEST:
        notes.append(f"to compare systems takes {_FEWEST} of them, and only {', '.join(map(repr, systems))} can be")
    tables = {}
    for aspect in aspects:
        tables[aspect], without = _table(aspect, found, present, systems)
        if without:
            notes.append(f"{aspect!r} is judged for {without:,} {'summary' if without == 1 else 'summaries'} not here")
        notes += _gaps(aspect, tables[aspect], systems)
    return Judged(found, tuple(example.id for example in found), tuple(systems), tables, tuple(notes))


def _summarizers(example: Example, place: int, peers: Sequence[Peer]) -> dict[str, None]:
    """Return the systems that have a summary of a document."""
    beside = (p.name for p in peers if (place < len(p.in_order) if p.by_id is None else example.id in p.by_id))
    return dict.fromkeys((*example.systems, *beside))


def _aspects(examples: Iterable[Example], plan: MetaPlan) -> tuple[str, ...]:
    """Return what people judged, or what is asked for of it."""
    found = dict.fromkeys(a for e in examples for given in e.judgements.values() for a in given)
    if not found:
        raise SettingError("there are no judgements in this corpus; see docs/corpora.md for how they are written")
    for name in plan.aspects:
        if name not in found:
            raise UnknownNameError("aspect", name, found)
    return plan.aspects or tuple(found)


def _table(
    aspect: str, examples: Sequence[Example], present: Sequence[dict[str, None]], systems: Sequence[str]
) -> tuple[Floats, int]:
    """Return the judgements of summaries that are there, and how many there are of others."""
    table, without = np.full((len(examples), len(systems)), np.nan), 0
    for row, example in enumerate(examples):
        for column, name in enumerate(systems):
            mark = example.judgements.get(name, {}).get(aspect)
            if mark is not None and name in present[row]:
                table[row, column] = mark
            without += mark is not None and name not in present[row]
    return table, without


def _gaps(aspect: str, table: Floats, systems: Sequence[str]) -> list[str]:
    """Say which systems, and how many summaries of others, nobody judged."""
    there = ~np.isnan(table)
    without = [name for column, name in enumerate(systems) if not there[:, column].any()]
    notes = []
    if without:
        notes.append(f"{aspect!r} is not judged for {', '.join(map(repr, without))}, left out there")
    missing = int((~there[:, there.any(axis=0)]).sum())
    if missing:
        notes.append(f"{aspect!r} is missing for {missing:,} of {there[:, there.any(axis=0)].size:,} summaries")
    return notes
