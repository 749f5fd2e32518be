"""The oracles of one document beside what the greedy algorithm and systems take (Hirao 2017, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from statistics import fmean
from typing import TYPE_CHECKING, Literal
from zlib import crc32

from sumspace.space.budget import AtMost
from sumspace.studies.oracle_extracts import jaccard
from sumspace.studies.oracle_official import official_scores
from sumspace.studies.oracle_summaries import Systems
from sumspace.tasks.oracle import find_document_oracles, objective_name
from sumspace.tasks.task import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.corpus.peers import Peer
    from sumspace.document import Document, References
    from sumspace.oracle.curve import Curve
    from sumspace.studies.oracle_summaries import SystemSummary
    from sumspace.tasks.oracle import DocumentOracles, OraclePlan

__all__ = ["DRAWS", "LISTED", "StudiedDocument", "StudiedOracles", "study_document"]

#: So many oracles are drawn at random (section 6.2.3).
DRAWS = 100
#: Up to so many oracles are all compared with the greedy extract; of more, those drawn are.
LISTED = 1000


@dataclass(frozen=True, eq=False)
class StudiedOracles:
    """The oracles of one document by all its references or by one of them, on one objective."""

    reference: str
    references: Literal["all", "each"]
    measure: str
    budget: str
    score: float
    official: float
    bound: float
    optimal: bool
    count: int | None
    feasible: int
    checked: int
    #: The sentences of one oracle, and the share of all oracles that has each sentence of the document.
    best: tuple[int, ...]
    shares: tuple[float, ...] | None
    #: What the greedy extract scores, and its likeness to oracles; None where it finds none.
    greedy: float | None
    greedy_official: float | None
    jaccard: float | None
    #: Whether the likeness is that to oracles drawn at random.
    drawn: bool
    systems: dict[str, SystemSummary]


@dataclass(frozen=True, eq=False)
class StudiedDocument:
    """One document and all that was found of it."""

    id: str
    domain: str
    sentences: tuple[str, ...]
    words: int
    #: The words of each reference.
    references: tuple[int, ...]
    oracles: tuple[StudiedOracles, ...]
    #: The best score at every length, by measure.
    curves: dict[str, Curve]
    left_out: tuple[LeftOut, ...]


def study_document(
    prepared: Document, place: int, plan: OraclePlan, peers: Sequence[Peer] = (), *, curves: bool = False
) -> StudiedDocument:
    """Study one document, by all references together and by each."""
    each = list(prepared.references("each"))
    found = list(chain.from_iterable(_by(r, prepared, place, plan, peers) for r in prepared.references("all")))
    if len(each) == 1:
        found += [
            replace(one, reference=each[0].id, references="each") if isinstance(one, StudiedOracles) else one
            for one in found
        ]
    else:
        for references in each:
            some = _by(references, prepared, place, plan, peers)
            found += [replace(one, references="each") if isinstance(one, StudiedOracles) else one for one in some]
    return StudiedDocument(
        id=prepared.example.id,
        domain=prepared.example.domain,
        sentences=prepared.sentences,
        words=int(prepared.lengths.sum()),
        references=tuple(references.length for references in each),
        oracles=tuple(one for one in found if isinstance(one, StudiedOracles)),
        curves=_curves(prepared, plan) if curves else {},
        left_out=tuple(dict.fromkeys(one for one in found if isinstance(one, LeftOut))),
    )


def _by(
    references: References, prepared: Document, place: int, plan: OraclePlan, peers: Sequence[Peer]
) -> Iterator[StudiedOracles | LeftOut]:
    """Study the oracles by some references on every objective."""
    systems = Systems.of(references, prepared, place, plan, peers)
    for measures in plan.objectives:
        document = find_document_oracles(prepared, measures, references, plan)
        if isinstance(document, LeftOut):
            yield document
        else:
            drawn = _draw(document, plan)
            yield _studied(document, drawn, systems.compared(measures, document.found, drawn))


def _draw(document: DocumentOracles, plan: OraclePlan) -> list[frozenset[int]]:
    name = "\n".join((document.id, document.reference, objective_name(document.measures)))
    drawn = document.found.draw(DRAWS, crc32(name.encode("utf-8", "surrogatepass")) + plan.seed)
    return [frozenset(extract.sentences) for extract in drawn]


def _studied(
    document: DocumentOracles, drawn: Sequence[frozenset[int]], systems: dict[str, SystemSummary]
) -> StudiedOracles:
    found, greedy = document.found, document.greedy
    named = [extract for extract in (found.best, greedy and greedy[0]) if extract is not None]
    officials = official_scores(document, named)
    nothing = 0.0 if found.best is None else None
    all_listed = found.count is not None and found.count <= LISTED
    oracles = [frozenset(e.sentences) for e in found.extracts()] if all_listed else drawn
    likeness = [jaccard(oracle, greedy[0].sentences) for oracle in oracles] if greedy else []
    return StudiedOracles(
        reference=document.reference,
        references="all",
        measure=document.measure,
        budget=str(document.budget),
        score=found.score,
        official=officials[0] if found.best is not None else 0.0,
        bound=found.bound,
        optimal=found.optimal,
        count=found.count,
        feasible=document.feasible,
        checked=found.checked,
        best=() if found.best is None else tuple(sorted(found.best.sentences)),
        shares=None if found.shares is None else tuple(found.shares.tolist()),
        greedy=greedy[1] if greedy else nothing,
        greedy_official=officials[-1] if greedy else nothing,
        jaccard=fmean(likeness) if likeness else None,
        drawn=bool(likeness) and not all_listed,
        systems=systems,
    )


def _curves(prepared: Document, plan: OraclePlan) -> dict[str, Curve]:
    """Find the best score at every length, by all references."""
    from sumspace.oracle.curve import oracle_curve

    budget = AtMost(max(int(prepared.lengths.sum()), 1))
    (references,) = prepared.references("all")
    spaces = {measure: prepared.space(measure, references, budget, score=plan.score) for measure in plan.measures}
    return {
        str(measure): oracle_curve(space, seconds=plan.seconds)
        for measure, space in spaces.items()
        if space.coverage.total
    }
