"""Where do systems stand in the spaces of their documents: each summary, and each system over a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.compute.work import Local, ordered_map, threads_of
from sumspace.show.table import Column, Table
from sumspace.show.text import as_share, large
from sumspace.space.average import Average
from sumspace.tasks.space import explore_document
from sumspace.tasks.systems import candidates, score_candidates
from sumspace.tasks.task import LeftOut, Results, choose_measure, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.distribution import Rank
    from sumspace.tasks.space import DocumentSpace, SpacePlan
    from sumspace.tasks.systems import SystemScore
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, eq=False)
class RankedDocument:
    """The space of a document on one measure, and what systems score in it."""

    space: DocumentSpace
    scores: tuple[SystemScore, ...]


@dataclass(frozen=True, slots=True)
class SystemRank:
    """A system over the documents that it has summarized."""

    system: str
    measure: Measure
    documents: int
    score: float
    official: float
    rank: Rank
    #: The share of the way from the average extract to the best one that the system has gone; None where extracts were
    #: drawn and scored, since the best of those says little of the best there is.
    headroom: float | None


def rank_documents(
    examples: Iterable[Example], plan: SpacePlan, progress: Progress | None = None
) -> Iterator[RankedDocument | LeftOut]:
    """Explore the spaces of every document and score the systems in them."""
    progress = None if progress is None else Local(progress)

    def work(document: Document) -> list[RankedDocument | LeftOut]:
        return rank_document(document, plan, progress)

    for result in over_documents(examples, plan, work, "rank"):
        yield from [result] if isinstance(result, LeftOut) else result


def rank_document(
    document: Document, plan: SpacePlan, progress: Progress | None = None
) -> list[RankedDocument | LeftOut]:
    """Explore the spaces of one document, by all references or each, and score the systems in them."""
    results: list[RankedDocument | LeftOut] = []
    for references in document.references(plan.references):
        spaces = [explore_document(document, measure, references, plan, progress) for measure in plan.measures]
        if not all(space.distribution.extracts for space in spaces):
            results.append(LeftOut(document.id, f"allows no extract of {spaces[0].budget}"))
            continue
        # A measure that counts no units takes a document whole where others take it section by section.
        scores: dict[Measure, list[SystemScore]] = {measure: [] for measure in plan.measures}
        for parts in dict.fromkeys(space.parts for space in spaces):
            measures = tuple(space.measure for space in spaces if space.parts == parts)
            summaries = list(candidates(document, parts, plan.seed))
            own_plan = replace(plan, measures=measures)
            for score in score_candidates(document, summaries, parts, references, own_plan):
                scores[score.measure].append(score)
        results += [RankedDocument(space, tuple(scores[space.measure])) for space in spaces]
    return results


def average_of(spaces: Iterable[DocumentSpace]) -> Average:
    """Put the documents of a domain together, accurately and as the paper does."""
    chosen = list(spaces)
    return Average([space.distribution for space in chosen], [space.histogram for space in chosen])


def rank_systems(documents: Sequence[RankedDocument], workers: Workers | int | None = None) -> list[SystemRank]:
    """Rank every system by its mean score over the documents that it has summarized, all on one measure."""
    scores: dict[str, list[tuple[DocumentSpace, SystemScore]]] = {}
    for document in documents:
        for score in document.scores:
            scores.setdefault(score.system, []).append((document.space, score))
    # Systems that summarized the same documents share their average.
    averages: dict[tuple[int, ...], Average] = {}
    for pairs in scores.values():
        averages.setdefault(_same_documents(pairs), average_of(space for space, _ in pairs))

    def rank(item: tuple[str, list[tuple[DocumentSpace, SystemScore]]]) -> SystemRank:
        system, pairs = item
        average = averages[_same_documents(pairs)]
        score = sum(own.score for _, own in pairs) / len(pairs)
        official = sum(own.official for _, own in pairs) / len(pairs)
        measure = pairs[0][1].measure
        headroom = _headroom(score, average) if measure.counts_units else None
        return SystemRank(system, measure, len(pairs), score, official, average.rank(score), headroom)

    return list(ordered_map(rank, scores.items(), threads_of(workers)))


def _same_documents(pairs: Sequence[tuple[DocumentSpace, SystemScore]]) -> tuple[int, ...]:
    return tuple(id(space) for space, _ in pairs)


def _headroom(score: float, average: Average) -> float:
    """Return the share of the way from the average extract to the best one that a score has gone."""
    way = average.max - average.mean
    return (score - average.mean) / way if way > 0 else 0.0


def rank_record(rank: Rank) -> dict[str, Any]:
    """Return where a score stands; above all extracts there is no number of nines."""
    above_all = isinf(rank.nines)
    return {
        "percentile": rank.percentile,
        "below": rank.below,
        "equal": rank.equal,
        "above": rank.above,
        "nines": None if above_all else rank.nines,
        "above_all": above_all,
    }


def _summary_records(document: RankedDocument) -> Iterator[dict[str, Any]]:
    space, distribution = document.space, document.space.distribution
    for score in document.scores:
        rank = space.rank(score.score)
        yield {
            "id": space.id,
            "system": score.system,
            "reference": space.reference,
            "measure": str(score.measure),
            "score": score.score,
            "official": score.official,
            **rank_record(rank),
            "below_count": rank.below_count,
            "equal_count": rank.equal_count,
            "above_count": rank.above_count,
            "interval": rank.interval,
            "exact": distribution.exact,
            "extracts": distribution.extracts,
            "mean": distribution.mean,
            "max": distribution.max,
        }


def _average_records(
    documents: Sequence[RankedDocument], measure: Measure, plan: SpacePlan
) -> Iterator[dict[str, Any]]:
    chosen = [document for document in documents if document.space.measure == measure]
    exact = all(document.space.distribution.exact for document in chosen)
    for system in sorted(rank_systems(chosen, plan.workers), key=lambda system: -system.score):
        yield {
            "id": None,
            "system": system.system,
            "reference": plan.references,
            "measure": str(measure),
            "documents": system.documents,
            "score": system.score,
            "official": system.official,
            **rank_record(system.rank),
            "headroom": system.headroom,
            "exact": exact,
            "signature": str(plan),
        }


def _mark(record: dict[str, Any]) -> str:
    return "" if record["exact"] else "~"


_SCORES = Column("score", kind="number", write=".5f"), Column("official", kind="number", write=".5f")
_BELOW = Column("below", kind="number", write=lambda record: f"{_mark(record)}{as_share(record)}")
_AVERAGES = (
    Column("system"),
    Column("documents", kind="number", write=",d"),
    *_SCORES,
    Column("percentile", kind="number", write=lambda record: f"{_mark(record)}{record['percentile']:.2f}"),
    _BELOW,
    Column(
        "nines",
        kind="number",
        write=lambda record: "-" if record["nines"] is None else f"{_mark(record)}{record['nines']:.1f}",
    ),
    Column("headroom", kind="number", write=".0%"),
)
_SUMMARIES = (
    *map(Column, ("id", "system", "reference", "measure")),
    *_SCORES,
    _BELOW,
    Column("extracts", kind="number", write=lambda record: large(record["extracts"])),
    Column("max", "best", kind="number", write=lambda record: f"{_mark(record)}{record['max']:.5f}"),
)
_FIELDS = (
    "id", "system", "reference", "measure", "documents", "score", "official", "below", "equal", "above", "percentile",
    "nines", "headroom", "exact", "extracts", "max",
)  # fmt: skip
_NOTES = (
    "below: the share of extracts, or of averages over one extract of each document, that score less",
    (
        "nines: how many nines that share has, -log10 of the rest; "
        "headroom: the way gone from the average extract to the best"
    ),
    "~: rests on estimates",
)


class Ranks(Results[RankedDocument]):
    """Where systems stand: a `RankedDocument` for each document, reference and measure, and averages of systems."""

    plan: SpacePlan

    def systems(self) -> list[SystemRank]:
        """Return every system's rank over the corpus, on every measure."""
        return [rank for measure in self.plan.measures for rank in rank_systems(self._on(measure), self.plan.workers)]

    def _on(self, measure: Measure) -> list[RankedDocument]:
        return [document for document in self.complete() if document.space.measure == measure]

    def chart(self, measure: str | Measure | None = None) -> Figure:
        """Draw systems on one measure, the first unless given, between the average extract and the best one."""
        from sumspace.tasks.charts import draw_ranks

        chosen = choose_measure(measure, self.plan.measures)
        documents = self._on(chosen)
        average = average_of(document.space for document in documents)
        return draw_ranks(rank_systems(documents, self.plan.workers), average, chosen, self.plan.score)

    def table(self, *, stream: bool = False, each_summary: bool = False) -> Table:  # noqa: ARG002 - averages need all
        documents, measures = self.complete(), self.plan.measures
        summaries = [record for document in documents for record in _summary_records(document)]
        averages = {measure: tuple(_average_records(documents, measure, self.plan)) for measure in measures}
        views = [Table("summaries", "every summary", _SUMMARIES, summaries)] if each_summary else []
        views += [Table(str(measure), str(measure), _AVERAGES, records) for measure, records in averages.items()]
        records = (*summaries, *(record for some in averages.values() for record in some))
        return Table("ranks", "", (), records, _NOTES, fields=_FIELDS, views=views)
