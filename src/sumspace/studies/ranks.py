"""Where do systems stand in the spaces of their documents: each summary, and each system over a domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sumspace.compute.threads import ordered_map
from sumspace.space.average import Average
from sumspace.studies.spaces import explore_document
from sumspace.studies.systems import candidates, standings
from sumspace.studies.working import LeftOut, over_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.space.distribution import Rank
    from sumspace.document import Document
    from sumspace.studies.spaces import DocumentSpace, SpacePlan
    from sumspace.studies.systems import Standing

__all__ = ["RankedDocument", "SystemRank", "average_of", "rank_document", "rank_documents", "rank_systems"]


@dataclass(frozen=True, eq=False)
class RankedDocument:
    """The space of a document on one measure, and what systems score in it."""

    space: DocumentSpace
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class SystemRank:
    """A system over the documents that it has summarized."""

    system: str
    measure: str
    documents: int
    score: float
    official: float
    rank: Rank
    #: The share of the way from the average extract to the best one that the system has gone; None where extracts were
    #: drawn and scored, since the best of those says little of the best there is.
    headroom: float | None


def rank_documents(
    examples: Iterable[Example],
    plan: SpacePlan,
    peers: Sequence[Peer] = (),
    progress: Callable[[float], None] | None = None,
) -> Iterator[RankedDocument | LeftOut]:
    """Explore the spaces of every document and score the systems in them."""

    def work(prepared: Document, place: int) -> list[RankedDocument | LeftOut]:
        return rank_document(prepared, place, plan, peers, progress)

    for found in over_documents(examples, plan, work):
        yield from [found] if isinstance(found, LeftOut) else found


def rank_document(
    prepared: Document,
    place: int,
    plan: SpacePlan,
    peers: Sequence[Peer] = (),
    progress: Callable[[float], None] | None = None,
) -> list[RankedDocument | LeftOut]:
    """Explore the spaces of one document, by all references or each, and score the systems in them."""
    found: list[RankedDocument | LeftOut] = []
    for references in prepared.references(plan.references):
        spaces = [explore_document(prepared, measure, references, plan, progress) for measure in plan.measures]
        if not spaces[0].distribution.extracts:
            found.append(LeftOut(prepared.example.id, f"allows no extract of {spaces[0].budget}"))
            continue
        parts = spaces[0].parts
        systems = list(candidates(prepared, parts, plan, peers, place))
        scored = standings(prepared, systems, parts, references, plan)
        found += [
            RankedDocument(space, tuple(one for one in scored if one.measure == space.measure)) for space in spaces
        ]
    return found


def average_of(spaces: Iterable[DocumentSpace]) -> Average:
    """Put the documents of a domain together, accurately and as the paper does."""
    found = list(spaces)
    return Average([space.distribution for space in found], [space.histogram for space in found])


def rank_systems(documents: Sequence[RankedDocument]) -> list[SystemRank]:
    """Rank every system by its mean score over the documents that it has summarized, all on one measure."""
    scores: dict[str, list[tuple[DocumentSpace, Standing]]] = {}
    for document in documents:
        for standing in document.standings:
            scores.setdefault(standing.system, []).append((document.space, standing))
    averages: dict[tuple[int, ...], Average] = {}
    for pairs in scores.values():
        averages.setdefault(_key(pairs), average_of(space for space, _ in pairs))

    def rank(item: tuple[str, list[tuple[DocumentSpace, Standing]]]) -> SystemRank:
        system, pairs = item
        average = averages[_key(pairs)]
        score = sum(standing.score for _, standing in pairs) / len(pairs)
        official = sum(standing.official for _, standing in pairs) / len(pairs)
        way = average.max - average.mean
        gone = None if pairs[0][0].is_drawn else (score - average.mean) / way if way > 0 else 0.0
        return SystemRank(system, pairs[0][1].measure, len(pairs), score, official, average.rank(score), gone)

    return list(ordered_map(rank, scores.items()))


def _key(pairs: Sequence[tuple[DocumentSpace, Standing]]) -> tuple[int, ...]:
    """Systems that summarized the same documents share their average."""
    return tuple(id(space) for space, _ in pairs)
