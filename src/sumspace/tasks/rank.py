"""Where do systems stand in the spaces of their documents: each summary, and each system over a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sumspace.compute.elsewhere import Local
from sumspace.errors import SettingError
from sumspace.show.table import DOMAIN, Table
from sumspace.show.text import counted
from sumspace.tasks.given import GivenScores
from sumspace.tasks.rank_tables import (
    AVERAGES,
    EXTERNAL,
    EXTERNAL_MEANS,
    FIELDS,
    SUMMARIES,
    average_notes,
    average_records,
    present_columns,
    summary_records,
)
from sumspace.tasks.space import explore_document
from sumspace.tasks.standings import DomainStandings, Standings
from sumspace.tasks.systems import ORDERS, candidates, score_candidates
from sumspace.tasks.task import LeftOut, Result, Results, choose_measure, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.tasks.space import DocumentSpace, SpacePlan
    from sumspace.tasks.standings import SystemRank
    from sumspace.tasks.systems import SystemScore
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, eq=False)
class RankedDocument(Result):
    """The space of a document on one measure, and what systems score in it."""

    space: DocumentSpace
    scores: tuple[SystemScore, ...]

    def __repr__(self) -> str:
        return f"<RankedDocument {self.space!r}: {counted(len(self.scores), 'system')}>"

    def table(self) -> Table:
        records = list(summary_records(self))
        return Table("summaries", "", present_columns(SUMMARIES, records), records)


def rank_documents(
    examples: Iterable[Example], plan: SpacePlan, progress: Progress | None = None
) -> Iterator[RankedDocument | LeftOut]:
    """Explore the spaces of every document and score the systems in them."""
    progress = None if progress is None else Local(progress)

    def work(document: Document) -> list[RankedDocument | LeftOut]:
        return rank_document(document, plan, progress)

    for result in over_documents(examples, plan, work, f"rank {ORDERS} uncut"):
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


class Ranks(Results[RankedDocument]):
    """Where systems stand: a `RankedDocument` for each document, reference and measure, and averages of systems."""

    plan: SpacePlan

    streams_tables = True

    def __init__(
        self, plan: SpacePlan, results: Iterable[RankedDocument | LeftOut], *, given: GivenScores | None = None
    ) -> None:
        super().__init__(plan, results, "no document has extracts to rank systems among" if plan.measures else "")
        #: External scores, for which there is no space.
        self.given = given or GivenScores((), plan.references, discover=False)

    @property
    def signature(self) -> str:
        names = ",".join(map(str, self.given.measures))
        return f"{self.plan} | {names}" if names else str(self.plan)

    def notes(self) -> list[str]:
        return self.given.notes()

    def systems(self, domain: str | None = None) -> list[SystemRank]:
        """Return every system's rank over the corpus, or over the documents of a domain, on every measure."""
        plan = self.plan
        ranked = [self._on(measure, domain).systems(plan.workers, plan.seed) for measure in plan.measures]
        return [rank for ranks in ranked for rank in ranks]

    def _on(self, measure: Measure, domain: str | None = None) -> Standings:
        documents = [document for document in self.complete() if document.space.measure == measure]
        return Standings(document for document in documents if domain in (None, document.space.domain))

    def chart(self, measure: str | Measure | None = None) -> Figure:
        """Chart the systems on one measure (default: the first), between the average extract and the best one."""
        from sumspace.tasks.charts import draw_ranks

        if not self.plan.measures or measure in [*self.given.measures, *map(str, self.given.measures)]:
            raise SettingError(f"external scores have no space of extracts, and no chart: {measure or 'given'}")
        chosen = choose_measure(measure, self.plan.measures)
        standings = self._on(chosen)
        systems = standings.systems(self.plan.workers, self.plan.seed)
        return draw_ranks(systems, standings.average, chosen, self.plan.score)

    def table(self, *, stream: bool = False, each_summary: bool = False) -> Table:
        standings = {measure: DomainStandings() for measure in self.plan.measures}

        def made(*, each: bool) -> Iterator[dict[str, Any]]:
            for document in self.stream() if stream else self.complete():
                standings[document.space.measure].add(document)
                if each:
                    yield from summary_records(document)
                if stream:
                    yield from self.given.take(each=each)
            yield from self.given.take(each=each) if stream else self.given.records
            for of_measure in standings.values():
                yield from average_records(of_measure, self.plan)
            yield from self.given.means(self.signature, complete=self.stopped is None)

        def views(records: Iterable[dict[str, Any]]) -> Iterator[Table]:
            yield from self._views(tuple(made(each=each_summary) if stream else records), each_summary=each_summary)

        records = made(each=True)
        return Table("ranks", "", (), records if stream else tuple(records), fields=FIELDS, views=views)

    def _views(self, records: Sequence[dict[str, Any]], *, each_summary: bool) -> Iterator[Table]:
        """Make a table for each measure, and before them, if wanted, one of every summary."""
        averages = [record for record in records if record["id"] is None]
        if each_summary:
            summaries = [record for record in records if record["id"] is not None]
            own = [record for record in summaries if "below" in record]
            yield Table("summaries", "every summary", present_columns(SUMMARIES, own), own)
            if self.given.measures:
                external = [record for record in summaries if "below" not in record]
                yield Table("given", "every external score", EXTERNAL, external)
        for measure in (*self.plan.measures, *self.given.measures):
            own = [record for record in averages if record["measure"] == str(measure)]
            if measure not in self.plan.measures:
                yield Table(str(measure), str(measure), EXTERNAL_MEANS, own)
                continue
            several = len({record["domain"] for record in own}) > 1
            columns = present_columns(AVERAGES, own)
            yield Table(str(measure), str(measure), [DOMAIN, *columns] if several else columns, own, blocks=several)
        if self.plan.measures:  # there is nothing to explain of scores that have no space
            yield Table("notes", notes=tuple(average_notes([record for record in averages if "below" in record])))
