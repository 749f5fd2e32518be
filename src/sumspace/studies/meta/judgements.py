"""Human judgements of summaries: a table of documents and systems for each aspect, and one for each annotator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sumspace.corpus.model import Summary
from sumspace.errors import SettingError, UnknownNameError
from sumspace.show.text import listed
from sumspace.stats.rater_agreement import agreement
from sumspace.tasks.task import collect_examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sumspace.arrays import Flags, Floats
    from sumspace.compute.spool import Spool
    from sumspace.corpus.model import Example
    from sumspace.stats.rater_agreement import RaterAgreement
    from sumspace.studies.meta.plan import MetaPlan


#: The fewest points of a correlation.
_FEWEST = 3


@dataclass(frozen=True, eq=False)
class Judgements:
    """The judgements: a table [document, system] for each aspect, NaN where there is no judgement."""

    #: On disk where the corpus is large.
    examples: Spool[Example]
    #: The ids of the documents.
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    #: The systems that are reference authors, whose summaries are references too.
    humans: tuple[str, ...]
    tables: dict[str, Floats]
    #: Single ratings, [annotator, document, system], for aspects that have them.
    marks: dict[str, Floats]
    #: What is skipped and what is missing, in words.
    notes: tuple[str, ...]

    def rater_agreement(self) -> dict[str, RaterAgreement]:
        """Return inter-annotator agreement on each aspect for which the corpus has single ratings."""
        units = {aspect: marks.reshape(len(marks), -1).T for aspect, marks in self.marks.items()}
        return {aspect: agreement(rows[~np.isnan(rows).all(axis=1)].tolist()) for aspect, rows in units.items()}

    def rater_pairs(self, aspect: str) -> list[tuple[Floats, Floats]]:
        """Return the tables of every pair of annotators who judged some of the same summaries."""
        marks = self.marks.get(aspect, np.empty((0, 0, 0)))
        return [(a, b) for a, b in combinations(marks, 2) if (~np.isnan(a) & ~np.isnan(b)).any()]

    def scored_examples(self) -> Iterator[Example]:
        """Yield the documents to score: as they are or, with human summaries as systems, once without each reference.

        A human summary is scored against the other references. So is every system, once without each reference, so
        that all are scored against the same number of references (jackknifing, Lin 2004).
        """
        for example in self.examples:
            if not self.humans or len(example.references) < 2:
                yield example
                continue
            for left in example.references:
                others = tuple(reference for reference in example.references if reference is not left)
                own = {left.id: Summary(left.body)} if left.id in self.humans else {}
                yield replace(example, references=others, systems={**example.systems, **own})


def collect_judgements(corpus: Iterable[Example], plan: MetaPlan) -> Judgements:
    """Collect the judgements of systems that have summaries and, if planned, of human summaries."""
    examples = collect_examples(corpus)
    present = dict.fromkeys(name for example in examples for name in example.systems)
    judged = dict.fromkeys(name for example in examples for name in example.judgements)
    judged_humans = dict.fromkeys(name for example in examples for name in example.reference_judgements)
    humans = _humans(examples, present, judged_humans) if plan.humans else ()
    aspects = _aspects(examples, plan)
    for name in plan.systems:
        if name not in judged and name not in humans:
            raise UnknownNameError("judged system", name, [*judged, *humans])
    systems = tuple(
        name
        for name in dict.fromkeys((*judged, *humans))
        if (name in present or name in humans) and (not plan.systems or name in plan.systems)
    )
    if not systems:
        raise SettingError("no judged system has summaries in this corpus; add them with --peer NAME=FILE")
    notes = _unmatched(present, judged, plan)
    if judged_humans and not plan.humans:
        notes.append(f"human summaries were judged as well ({listed(judged_humans)}): --humans compares them, too")
    if len(systems) < _FEWEST:
        have = f"there {'is' if len(systems) == 1 else 'are'} {len(systems)} ({', '.join(map(repr, systems))})"
        notes.append(f"system-level correlations need at least {_FEWEST} systems; {have}")
    has_summary = np.array([[_has_summary(e, name, humans) for name in systems] for e in examples], dtype=bool)
    given = {aspect: _table(aspect, examples, systems, humans) for aspect in aspects}
    marks = {
        aspect: found for aspect in aspects if (found := _marks(aspect, examples, systems, has_summary)) is not None
    }
    if plan.standardize:
        given = {aspect: _standardized(aspect, marks) for aspect in aspects}
    tables = {aspect: np.where(has_summary, table, np.nan) for aspect, table in given.items()}
    notes += _gaps(given, tables, systems)
    for aspect, table in marks.items():
        is_marked = ~np.isnan(table).all(axis=0)
        if missing := int(np.isnan(table[:, is_marked]).sum()):
            notes.append(f"{aspect!r}: {missing:,} of {table[:, is_marked].size:,} single ratings are missing")
    documents = tuple(example.id for example in examples)
    return Judgements(examples, documents, systems, humans, tables, marks, tuple(notes))


def _aspects(examples: Iterable[Example], plan: MetaPlan) -> tuple[str, ...]:
    """Return the judged aspects, or those that the plan names."""
    judged = dict.fromkeys(
        aspect for example in examples for by_aspect in example.judgements.values() for aspect in by_aspect
    )
    if not judged:
        raise SettingError("this corpus has no human judgements (field 'judgements'): see docs/corpora.md")
    for name in plan.aspects:
        if name not in judged:
            raise UnknownNameError("aspect", name, judged)
    return plan.aspects or tuple(judged)


def _humans(examples: Iterable[Example], systems: Iterable[str], judged: Iterable[str]) -> tuple[str, ...]:
    """Return the reference authors whose summaries were judged and can be scored against other references."""
    if not list(judged):
        raise SettingError("no human summary was judged in this corpus (field 'reference_judgements'): omit --humans")
    taken = sorted(set(judged) & set(systems))
    if taken:
        raise SettingError(f"{taken[0]!r} is the name of a system and of a judged reference author: rename one of them")
    able = {reference.id for e in examples if len(e.references) > 1 for reference in e.references}
    humans = tuple(name for name in judged if name in able)
    if not humans:
        raise SettingError("no human summary can be scored: its document needs a second reference")
    return humans


def _has_summary(example: Example, name: str, humans: Sequence[str]) -> bool:
    if name in humans:
        return len(example.references) > 1 and any(reference.id == name for reference in example.references)
    return name in example.systems


def _table(aspect: str, examples: Spool[Example], systems: Sequence[str], humans: Sequence[str]) -> Floats:
    """Return the judgements of systems, whether they have summaries or not."""
    table = np.full((len(examples), len(systems)), np.nan)
    for row, example in enumerate(examples):
        for column, name in enumerate(systems):
            own = example.reference_judgements.get(name) if name in humans else None
            table[row, column] = (example.judgements.get(name) or own or {}).get(aspect, np.nan)
    return table


def _marks(aspect: str, examples: Spool[Example], systems: Sequence[str], has_summary: Flags) -> Floats | None:
    """Return the single ratings, those in first place being the first annotator's; None without any."""
    given = {
        (row, column): marks
        for row, example in enumerate(examples)
        for column, name in enumerate(systems)
        if has_summary[row, column] and (marks := example.judgement_raters.get(name, {}).get(aspect))
    }
    if not given:
        return None
    table = np.full((max(map(len, given.values())), *has_summary.shape), np.nan)
    for (row, column), marks in given.items():
        table[: len(marks), row, column] = [np.nan if mark is None else mark for mark in marks]
    return table


def _standardized(aspect: str, marks: Mapping[str, Floats]) -> Floats:
    """Average z-scores, each with its annotator's mean and deviation; constant annotators are ignored."""
    if aspect not in marks:
        raise SettingError(f"--standardize needs single ratings of {aspect!r} (field 'judgement_raters')")
    sums, counts = np.zeros(marks[aspect].shape[1:]), np.zeros(marks[aspect].shape[1:])
    for rater in marks[aspect]:
        is_there = ~np.isnan(rater)
        spread = rater[is_there].std() if is_there.any() else 0.0
        if spread > 0:
            sums[is_there] += (rater[is_there] - rater[is_there].mean()) / spread
            counts += is_there
    means: Floats = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return means


def _unmatched(present: Iterable[str], judged: Iterable[str], plan: MetaPlan) -> list[str]:
    """Name the systems that were judged but have no summaries, and the other way round."""
    notes = []
    if missing := [repr(name) for name in judged if name not in present]:
        notes.append(f"skipped, judged but without summaries: {listed(missing)}")
    if not plan.systems and (unjudged := [repr(name) for name in present if name not in judged]):
        notes.append(f"skipped, not judged: {listed(unjudged)}")
    return notes


def _gaps(given: Mapping[str, Floats], tables: Mapping[str, Floats], systems: Sequence[str]) -> list[str]:
    """Say which systems and summaries have no judgement, once for aspects with the same gaps."""
    groups: dict[str, list[str]] = {}
    for aspect, table in tables.items():
        is_judged = ~np.isnan(table)
        without = int((~np.isnan(given[aspect]) & ~is_judged).sum())
        if without:
            noun = "judgement has" if without == 1 else "judgements have"
            groups.setdefault(f"{without:,} {noun} no summary", []).append(aspect)
        unjudged = [repr(name) for column, name in enumerate(systems) if not is_judged[:, column].any()]
        if unjudged:
            groups.setdefault(f"skipped, not judged: {listed(unjudged)}", []).append(aspect)
        of_others = is_judged[:, is_judged.any(axis=0)]
        if missing := int((~of_others).sum()):
            groups.setdefault(f"{missing:,} of {of_others.size:,} summaries have no judgement", []).append(aspect)
    return [f"{listed(map(repr, aspects))}: {text}" for text, aspects in groups.items()]
