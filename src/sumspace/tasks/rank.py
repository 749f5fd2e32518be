"""Where do systems stand in the spaces of their documents: each summary, and each system over a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.compute.elsewhere import Local
from sumspace.errors import SettingError
from sumspace.show.table import DOMAIN, Column, Table
from sumspace.show.text import as_share, domain_label, interval_text, large, listed
from sumspace.stats.ranking import ALPHA
from sumspace.tasks.given import GivenScores
from sumspace.tasks.space import explore_document, max_record, written_max
from sumspace.tasks.standings import TO_BEAT, DomainStandings, Standings, interval_of
from sumspace.tasks.systems import ORDERS, candidates, score_candidates
from sumspace.tasks.task import LeftOut, Results, choose_measure, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.distribution import Rank
    from sumspace.tasks.space import DocumentSpace, SpacePlan
    from sumspace.tasks.standings import SystemRank
    from sumspace.tasks.systems import SystemScore
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, eq=False)
class RankedDocument:
    """The space of a document on one measure, and what systems score in it."""

    space: DocumentSpace
    scores: tuple[SystemScore, ...]


def rank_documents(
    examples: Iterable[Example], plan: SpacePlan, progress: Progress | None = None
) -> Iterator[RankedDocument | LeftOut]:
    """Explore the spaces of every document and score the systems in them."""
    progress = None if progress is None else Local(progress)

    def work(document: Document) -> list[RankedDocument | LeftOut]:
        return rank_document(document, plan, progress)

    for result in over_documents(examples, plan, work, f"rank {ORDERS}"):
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


def group_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say what groups are, and where documents are too few for them."""
    records = list(records)
    if any(record["group"] for record in records):
        yield (
            "group: systems that share a letter do not differ significantly (paired permutation tests over documents, "
            f"p < {ALPHA:g},\ncorrected for all pairs by Holm)"
        )
    few = dict.fromkeys(record["domain"] for record in records if record["group"] is None)
    if few:
        everywhere = None in few or few.keys() == {record["domain"] for record in records}
        where = "" if everywhere else f" in {listed(map(domain_label, few))}"
        yield f"no group{where}: documents are too few for any two systems to differ significantly"


def random_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say what random is, and what single orders score, in percent."""
    drawn = [record for record in records if record["score_interval"]]
    if not drawn:
        return
    yield f"random: the mean over {ORDERS} random orders of the sentences."
    several = len({record["domain"] for record in drawn}) > 1
    names = [domain_label(record["domain"]) if several else record["measure"] for record in drawn]
    ends = [interval_text([100 * end for end in record["score_interval"]], ".2f") for record in drawn]
    yield f"The central 95% of single orders score: {listed(map(' '.join, zip(names, ends, strict=True)))}"


def reduction_text(record: dict[str, Any], baseline: str = "lead") -> str:
    """Write an error reduction with no more digits than say something.

    >>> records = [{"above_all": False, "error_reduction": {"lead": share}} for share in (0.5, 0.99999, -3.08, -16.7)]
    >>> list(map(reduction_text, records))
    ['50.0%', '>99.9%', '-308%', '<-999%']
    """
    share = record["error_reduction"][baseline]
    if share is None:
        return "-"
    if record["above_all"]:
        return "100%"
    if share > 0.999:
        return ">99.9%"
    return "<-999%" if share < -9.99 else f"{share:.1%}" if share > -1 else f"{share:.0%}"


def _summary_records(document: RankedDocument) -> Iterator[dict[str, Any]]:
    space, distribution = document.space, document.space.distribution
    for score in document.scores:
        rank = space.rank(score.score)
        yield {
            "id": space.id,
            "domain": space.domain,
            "system": score.system,
            "reference": space.reference,
            "measure": str(score.measure),
            "score": score.score,
            "official": score.official,
            **score_intervals(*([None, None] if score.runs is None else map(interval_of, score.runs))),
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


def _average_records(standings: DomainStandings, plan: SpacePlan) -> Iterator[dict[str, Any]]:
    for domain, part in standings.parts.items():
        for system in sorted(part.systems(plan.workers, plan.seed), key=lambda system: -system.score):
            yield {
                "id": None,
                "domain": domain,
                "system": system.system,
                "reference": plan.references,
                "measure": str(system.measure),
                "documents": system.documents,
                "score": system.score,
                "official": system.official,
                **score_intervals(system.score_interval, system.official_interval),
                "group": system.group,
                **rank_record(system.rank),
                "headroom": system.headroom,
                "error_reduction": system.error_reduction,
                "exact": system.exact,
                "max_proven": system.max_proven,
                "signature": str(plan),
            }


def score_intervals(score: tuple[float, float] | None, official: tuple[float, float] | None) -> dict[str, Any]:
    return {"score_interval": score and [*score], "official_interval": official and [*official]}


def _mark(record: dict[str, Any]) -> str:
    return "" if record["exact"] else "~"


_SCORES = Column("score", kind="number", write=".5f"), Column("official", kind="number", write=".5f")
_BELOW = Column("below", kind="number", write=lambda record: f"{_mark(record)}{as_share(record)}")
_AVERAGES = (
    Column("system"),
    Column("documents", kind="number", write=",d"),
    *_SCORES,
    Column("score_interval", "interval", write=lambda record: interval_text(record["score_interval"], ".4f", "")),
    Column("group"),
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
    "id", "domain", "system", "reference", "measure", "documents", "score", "official", "score_low", "score_high",
    "group", "below", "equal", "above", "percentile", "nines", "headroom",
    *(f"error_reduction.{name}" for name in TO_BEAT), "exact", "extracts", "max", "max_bound", "max_proven",
)  # fmt: skip
_NOTES = (
    "below: the share of extracts, or of averages over one extract of each document, that score less",
    (
        "nines: how many nines that share has, -log10 of the rest; "
        "headroom: the way gone from the average extract to the best"
    ),
)


def _notes(averages: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Explain what a table of averages shows."""
    yield from _NOTES
    yield from group_notes(averages)
    if any(record["score_interval"] for record in averages):
        yield f"random: the mean over {ORDERS} random orders of the sentences, and the place of that mean"
        yield "interval: what the central 95% of single orders score, on average over documents"
    if not all(record["exact"] for record in averages):
        yield "~: rests on estimates"


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

    def systems(self, domain: str | None = None) -> list[SystemRank]:
        """Return every system's rank over the corpus, or over the documents of a domain, on every measure."""
        plan = self.plan
        ranked = [self._on(measure, domain).systems(plan.workers, plan.seed) for measure in plan.measures]
        return [rank for ranks in ranked for rank in ranks]

    def _on(self, measure: Measure, domain: str | None = None) -> Standings:
        documents = [document for document in self.complete() if document.space.measure == measure]
        return Standings(document for document in documents if domain in (None, document.space.domain))

    def chart(self, measure: str | Measure | None = None) -> Figure:
        """Draw systems on one measure, the first unless given, between the average extract and the best one."""
        from sumspace.tasks.charts import draw_ranks

        if not self.plan.measures or measure in [*self.given.measures, *map(str, self.given.measures)]:
            raise SettingError(f"there is no space for scores from elsewhere, and no chart: {measure or 'given'}")
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
        return Table("ranks", "", (), records if stream else tuple(records), fields=_FIELDS, views=views)

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
            own = [record for record in averages if record["measure"] == str(measure)]
            if measure not in self.plan.measures:
                yield Table(str(measure), str(measure), _MEANS, own)
                continue
            several = len({record["domain"] for record in own}) > 1
            absent = [name for name in ("group", "score_interval") if not any(record[name] for record in own)]
            columns = [column for column in _AVERAGES if column.name not in absent]
            yield Table(str(measure), str(measure), [DOMAIN, *columns] if several else columns, own, blocks=several)
        if self.plan.measures:  # there is nothing to explain of scores that have no space
            yield Table("notes", notes=tuple(_notes([record for record in averages if "below" in record])))
