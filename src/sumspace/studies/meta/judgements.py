"""What people said of summaries: a table of documents and systems for each aspect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.spool import Spool
from sumspace.errors import SettingError, UnknownNameError
from sumspace.stats.rater_agreement import agreement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.stats.rater_agreement import RaterAgreement
    from sumspace.studies.meta.plan import MetaPlan


#: A correlation takes so many points.
_FEWEST = 3
#: So many documents are kept in memory: every measure goes through them.
_KEPT = 4096


@dataclass(frozen=True, eq=False)
class Judgements:
    """What people said: a table [document, system] for each aspect, NaN where there is no judgement."""

    #: Those of a large corpus wait on disk.
    examples: Spool[Example]
    #: The ids of the documents.
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    tables: dict[str, Floats]
    #: What is left out and what is missing, in words.
    notes: tuple[str, ...]

    def rater_agreement(self) -> dict[str, RaterAgreement]:
        """Return how far raters agree on each aspect for which the corpus has the marks of single raters."""
        marks = {
            aspect: [
                by_aspect[aspect]
                for example in self.examples
                for system, by_aspect in example.judgement_raters.items()
                if system in self.systems and aspect in by_aspect
            ]
            for aspect in self.tables
        }
        return {aspect: agreement(units) for aspect, units in marks.items() if units}


def collect_judgements(corpus: Iterable[Example], plan: MetaPlan) -> Judgements:
    """Collect the judgements of systems that have summaries."""
    examples: Spool[Example] = Spool(_KEPT)
    for example in corpus:
        examples.append(example)
    present = dict.fromkeys(name for example in examples for name in example.systems)
    judged = dict.fromkeys(name for example in examples for name in example.judgements)
    aspects = _aspects(examples, plan)
    for name in plan.systems:
        if name not in judged:
            raise UnknownNameError("judged system", name, judged)
    notes = [f"the judgements of {name!r} are left out: it has no summaries" for name in judged if name not in present]
    if not plan.systems:
        notes += [f"{name!r} is left out: nobody judged it" for name in present if name not in judged]
    systems = tuple(name for name in judged if name in present and (not plan.systems or name in plan.systems))
    if not systems:
        raise SettingError("none of the systems that were judged has summaries here; name some with --peer NAME=FILE")
    if len(systems) < _FEWEST:
        notes.append(f"to compare systems takes {_FEWEST} of them, and only {', '.join(map(repr, systems))} can be")
    tables = {}
    for aspect in aspects:
        tables[aspect], without = _table(aspect, examples, systems)
        if without:
            notes.append(f"{aspect!r} is judged for {without:,} {'summary' if without == 1 else 'summaries'} not here")
        notes += _gaps(aspect, tables[aspect], systems)
    documents = tuple(example.id for example in examples)
    return Judgements(examples, documents, systems, tables, tuple(notes))


def _aspects(examples: Iterable[Example], plan: MetaPlan) -> tuple[str, ...]:
    """Return what people judged, or what the plan names of it."""
    judged = dict.fromkeys(
        aspect for example in examples for by_aspect in example.judgements.values() for aspect in by_aspect
    )
    if not judged:
        raise SettingError("there are no judgements in this corpus; see docs/corpora.md for how they are written")
    for name in plan.aspects:
        if name not in judged:
            raise UnknownNameError("aspect", name, judged)
    return plan.aspects or tuple(judged)


def _table(aspect: str, examples: Spool[Example], systems: Sequence[str]) -> tuple[Floats, int]:
    """Return the judgements of summaries that are in the corpus, and how many there are of others."""
    table, without = np.full((len(examples), len(systems)), np.nan), 0
    for row, example in enumerate(examples):
        for column, name in enumerate(systems):
            mark = example.judgements.get(name, {}).get(aspect)
            if mark is None:
                continue
            if name in example.systems:
                table[row, column] = mark
            else:
                without += 1
    return table, without


def _gaps(aspect: str, table: Floats, systems: Sequence[str]) -> list[str]:
    """Say which systems, and how many summaries of others, have no judgement."""
    is_judged = ~np.isnan(table)
    without = [name for column, name in enumerate(systems) if not is_judged[:, column].any()]
    notes = []
    if without:
        notes.append(f"{aspect!r} is not judged for {', '.join(map(repr, without))}, left out there")
    of_others = is_judged[:, is_judged.any(axis=0)]
    missing = int((~of_others).sum())
    if missing:
        notes.append(f"{aspect!r} is missing for {missing:,} of {of_others.size:,} summaries")
    return notes
