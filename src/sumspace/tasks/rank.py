"""Where do systems stand in the spaces of their documents: each summary, and each system over a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.compute.elsewhere import Local
from sumspace.compute.work import ordered_map, threads_of
from sumspace.errors import SettingError
from sumspace.show.table import Column, Table
from sumspace.show.text import as_share, large
from sumspace.space.average import Average, Documents
from sumspace.tasks.given import GivenScores
from sumspace.tasks.space import explore_document, max_record, written_max
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
    from sumspace.space.engines.engine import Explored
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
    #: Whether the best extract that is known is proven to be the best.
    max_proven: bool = True


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


@dataclass
class _Total:
    """A system's scores so far."""

    documents: int = 0
    score: float = 0.0
    official: float = 0.0


@dataclass
class _Group:
    """Systems that have summarized the same documents, and these."""

    systems: frozenset[str | None]
    documents: Documents


class Standings:
    """Where systems stand on one measure over the documents that each has summarized, which come one by one."""

    def __init__(self, documents: Iterable[RankedDocument] = ()) -> None:
        self.measure: Measure | None = None
        self._totals: dict[str, _Total] = {}
        #: Whether the extracts of some document were only drawn, and nothing is known of the best there is.
        self._drawn = False
        #: Every system is in one of them; None, in the place of a system, has all documents.
        self._groups: list[_Group] = []
        for document in documents:
            self.add(document)

    def add(self, document: RankedDocument) -> None:
        """Add a document with the scores of the systems that have summarized it."""
        self.measure = document.space.measure
        self._drawn |= any(map(_is_drawn, document.space.explored, document.space.bounds))
        present: frozenset[str | None] = frozenset([None, *(score.system for score in document.scores)])
        known = frozenset([None, *self._totals]) if self._groups else frozenset()
        for score in document.scores:
            total = self._totals.setdefault(score.system, _Total())
            total.documents += 1
            total.score += score.score
            total.official += score.official
        if present - known:
            self._groups.append(_Group(present - known, Documents()))
        for group in list(self._groups):
            here = group.systems & present
            if here and here != group.systems:
                self._groups.append(_Group(group.systems - here, group.documents.copy()))
                group.systems = here
            if here:
                space = document.space
                group.documents.add(space.distribution, space.histogram, space.max_bound)

    @property
    def average(self) -> Average:
        """All documents together, accurately and as the paper does."""
        return Average(next((group.documents for group in self._groups if None in group.systems), Documents()))

    def systems(self, workers: Workers | int | None = None) -> list[SystemRank]:
        """Rank every system by its mean score over the documents that it has summarized."""
        measure = self.measure
        if measure is None:
            return []
        shared = [(group.systems, Average(group.documents)) for group in self._groups]
        averages = {system: average for systems, average in shared for system in systems}

        def rank(item: tuple[str, _Total]) -> SystemRank:
            system, total = item
            average = averages[system]
            score, official = total.score / total.documents, total.official / total.documents
            headroom = None if self._drawn else _headroom(score, average)
            rank = average.rank(score)
            return SystemRank(system, measure, total.documents, score, official, rank, headroom, average.max_proven)

        return list(ordered_map(rank, self._totals.items(), threads_of(workers)))


def _is_drawn(explored: Explored, bound: float | None) -> bool:
    """Tell whether the best extract is only the best of some that were drawn."""
    return explored.drawn and bound is None


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
            **max_record(space),
        }


def _average_records(standings: Standings, plan: SpacePlan) -> Iterator[dict[str, Any]]:
    ranks = sorted(standings.systems(plan.workers), key=lambda system: -system.score)
    for system in ranks:
        yield {
            "id": None,
            "system": system.system,
            "reference": plan.references,
            "measure": str(system.measure),
            "documents": system.documents,
            "score": system.score,
            "official": system.official,
            **rank_record(system.rank),
            "headroom": system.headroom,
            "exact": standings.average.exact,
            "max_proven": system.max_proven,
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
    Column(
        "headroom",
        kind="number",
        write=lambda record: "-" if record["headroom"] is None else f"{_mark(record)}{record['headroom']:.0%}",
    ),
)
_SUMMARIES = (
    *map(Column, ("id", "system", "reference", "measure")),
    *_SCORES,
    _BELOW,
    Column("extracts", kind="number", write=lambda record: large(record["extracts"])),
    Column("max", "best", kind="number", write=written_max),
)
#: Of scores from elsewhere: single ones, and means.
_GIVEN = (*map(Column, ("id", "system", "reference", "measure")), _SCORES[0])
_MEANS = (Column("system"), Column("documents", kind="number", write=",d"), _SCORES[0])
_FIELDS = (
    "id", "system", "reference", "measure", "documents", "score", "official", "below", "equal", "above", "percentile",
    "nines", "headroom", "exact", "extracts", "max", "max_bound", "max_proven",
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

    streams_tables = True

    def __init__(
        self, plan: SpacePlan, results: Iterable[RankedDocument | LeftOut], *, given: GivenScores | None = None
    ) -> None:
        super().__init__(plan, results)
        #: The scores of other programs, which have no space.
        self.given = given or GivenScores((), plan.references, discover=False)

    @property
    def signature(self) -> str:
        names = ",".join(map(str, self.given.measures))
        return f"{self.plan} | {names}" if names else str(self.plan)

    def notes(self) -> list[str]:
        return self.given.notes()

    def systems(self) -> list[SystemRank]:
        """Return every system's rank over the corpus, on every measure."""
        ranked = [self._on(measure).systems(self.plan.workers) for measure in self.plan.measures]
        return [rank for ranks in ranked for rank in ranks]

    def _on(self, measure: Measure) -> Standings:
        return Standings(document for document in self.complete() if document.space.measure == measure)

    def chart(self, measure: str | Measure | None = None) -> Figure:
        """Draw systems on one measure, the first unless given, between the average extract and the best one."""
        from sumspace.tasks.charts import draw_ranks

        if not self.plan.measures or measure in [*self.given.measures, *map(str, self.given.measures)]:
            raise SettingError(f"there is no space for scores from elsewhere, and no chart: {measure or 'given'}")
        chosen = choose_measure(measure, self.plan.measures)
        standings = self._on(chosen)
        return draw_ranks(standings.systems(self.plan.workers), standings.average, chosen, self.plan.score)

    def table(self, *, stream: bool = False, each_summary: bool = False) -> Table:
        standings = {measure: Standings() for measure in self.plan.measures}

        def made(*, each: bool) -> Iterator[dict[str, Any]]:
            for document in self.stream() if stream else self.complete():
                standings[document.space.measure].add(document)
                if each:
                    yield from _summary_records(document)
                if stream:
                    yield from self.given.take(each=each)
            yield from self.given.take(each=each) if stream else self.given.records
            for of_measure in standings.values():
                yield from _average_records(of_measure, self.plan)
            yield from self.given.means(self.signature, complete=self.stopped is None)

        def views(records: Iterable[dict[str, Any]]) -> Iterator[Table]:
            yield from self._views(tuple(made(each=each_summary) if stream else records), each_summary=each_summary)

        records = made(each=True)
        notes = _NOTES if self.plan.measures else ()  # there is nothing to explain of scores that have no space
        return Table("ranks", "", (), records if stream else tuple(records), notes, fields=_FIELDS, views=views)

    def _views(self, records: Sequence[dict[str, Any]], *, each_summary: bool) -> Iterator[Table]:
        """Make a table for each measure, and before them, if wanted, one of every summary."""
        averages = [record for record in records if record["id"] is None]
        if each_summary:
            summaries = [record for record in records if record["id"] is not None]
            yield Table("summaries", "every summary", _SUMMARIES, [own for own in summaries if "below" in own])
            if self.given.measures:
                of_others = [own for own in summaries if "below" not in own]
                yield Table("given", "every score from elsewhere", _GIVEN, of_others)
        for measure in (*self.plan.measures, *self.given.measures):
            columns = _AVERAGES if measure in self.plan.measures else _MEANS
            own = [record for record in averages if record["measure"] == str(measure)]
            yield Table(str(measure), str(measure), columns, own)
