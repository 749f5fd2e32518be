"""Where do systems stand in the spaces of their documents: each summary, and each system over a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.compute.elsewhere import Local
from sumspace.errors import SettingError
from sumspace.show.table import DOMAIN, Column, Table
from sumspace.show.text import as_share, counted, domain_label, interval_text, large, listed
from sumspace.stats.ranking import ALPHA
from sumspace.tasks.given import GivenScores
from sumspace.tasks.places import Place, places_of
from sumspace.tasks.space import explore_document, max_record, written_max
from sumspace.tasks.standings import TO_BEAT, DomainStandings, Standings, interval_of, reached
from sumspace.tasks.systems import ORDERS, candidates, score_candidates
from sumspace.tasks.task import LeftOut, Results, choose_measure, over_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.distribution import Rank
    from sumspace.tasks.places import Places
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


def rank_record(rank: Rank) -> dict[str, Any]:
    """Return where a score stands; above all extracts there is no number of nines."""
    above_all = isinf(rank.nines)
    return {
        "below": rank.below,
        "equal": rank.equal,
        "above": rank.above,
        "nines": None if above_all else rank.nines,
        "above_all": above_all,
    }


def place_record(places: Places) -> dict[str, Any]:
    """Return where a system's summaries stand among the extracts of their documents."""
    single = {"mean": places.mean, "median": places.median, "low": places.low, "high": places.high}
    return {
        "place": places.mean.share,
        **{f"place_{name}": place.share for name, place in single.items() if name != "mean"},
        "place_nines": {name: None if isinf(place.nines) else place.nines for name, place in single.items()},
        "over_99": places.over_99,
        "ties": places.ties,
        "constant_documents": places.constant,
    }


def written_place(record: dict[str, Any], name: str = "mean") -> str:
    """Write one of the places of a record.

    >>> written_place({"place": 0.75, "place_nines": {"mean": 0.6}})
    '75.00%'
    """
    share, depth = record["place" if name == "mean" else f"place_{name}"], record["place_nines"][name]
    return as_share({"below": share, "nines": depth, "above_all": depth is None})


def scale_record(system: SystemRank) -> dict[str, Any]:
    """Return the average extract and the best one, and where a system's score lies between them."""
    return {
        "average": system.average,
        "best": system.best,
        "best_bound": system.best_bound,
        "max_proven": system.max_proven,
        "reached": system.reached,
        "room": system.room,
    }


def written_best(record: dict[str, Any], form: str = ".4f", times: int = 1) -> str:
    """Write what the best extract scores, marked where it is not proven optimal.

    >>> written_best({"best": 0.5, "best_bound": 0.625, "max_proven": False})
    '0.5000 ≤0.6250'
    """
    best = {"max": record["best"], "max_bound": record["best_bound"], "max_proven": record["max_proven"]}
    return written_max(best, form, times)


#: What columns of several tables show.
ABOUT = {
    "score": "mean score over documents, counted as extracts are: no n-gram crosses a sentence boundary",
    "official": "the same summaries scored as ROUGE does, across sentence boundaries",
    "uncut": "official score of the summaries before they were cut, as `sumspace score` prints it",
    "score_interval": "range of the central 95% of single orders of random",
    "group": (
        "systems that share a letter do not differ significantly "
        f"(paired permutation tests over documents, p < {ALPHA:g}, Holm's correction for all pairs)"
    ),
    "place": "share of a document's extracts that score lower than the summary, mean over documents; ties do not count",
    "place_median": "the same share, median over documents",
    "place_low": "the same share, first and third quartile over documents",
    "over_99": "share of documents in which the summary beats at least 99% of the extracts",
    "ties": "share of a document's extracts that score the same as the summary, mean over documents",
    "average": "mean score of all extracts",
    "best": "mean score of the best extracts (oracles); ≤ or ≥: not proven optimal",
    "reached": "how much of the distance from the average extract to the best extract the score covers",
    "room": "room left: best minus score",
    "nines": (
        "for telling systems apart: -log10 of the share of averages, over one extract per document, that are not lower "
        "than the system's score; grows with the number of documents"
    ),
}


def group_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say where documents are too few for groups."""
    records = list(records)
    few = dict.fromkeys(record["domain"] for record in records if record["group"] is None)
    if few:
        everywhere = None in few or few.keys() == {record["domain"] for record in records}
        where = "" if everywhere else f" in {listed(map(domain_label, few))}"
        yield f"no group{where}: too few documents for a significant difference between any two systems"


def cut_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say how many summaries were cut to the budget, and which score is of which text."""
    of_corpus = [record for record in records if record.get("uncut") is not None]
    cut, summaries = (sum(record[name] for record in of_corpus) for name in ("cut", "documents"))
    if cut:
        yield f"{cut:,} of {summaries:,} summaries by systems of the corpus were cut to the length of the extracts:"
        yield "score and official are of the cut summaries, uncut is of the whole ones."


def constant_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say in how many documents there is nothing to beat."""
    most = max((record["constant_documents"] for record in records), default=0)
    if most:
        yield f"In {counted(most, 'document')} all extracts score the same: no summary beats any there."


def random_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say what random is, and what single orders score, in percent."""
    of_random = [record for record in records if record["score_interval"]]
    if not of_random:
        return
    several = len({record["domain"] for record in of_random}) > 1
    names = [domain_label(record["domain"]) if several else record["measure"] for record in of_random]
    ends = [interval_text([100 * end for end in record["score_interval"]], ".2f") for record in of_random]
    intervals = listed(map(" ".join, zip(names, ends, strict=True)))
    yield f"random: mean over {ORDERS} random orders of the sentences."
    yield f"The central 95% of single orders score: {intervals}."


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
    drawn = any(explored.drawn for explored in space.explored)
    best, mean = distribution.max or 0.0, distribution.mean or 0.0
    for score, (rest, ties) in zip(document.scores, places_of(distribution, document.scores), strict=True):
        rank = space.rank(score.score)
        place = Place.leaving(rest)
        yield {
            "id": space.id,
            "domain": space.domain,
            "system": score.system,
            "reference": space.reference,
            "measure": str(score.measure),
            "score": score.score,
            "official": score.official,
            "uncut": score.uncut,
            "cut": score.is_cut,
            **score_intervals(*([None, None] if score.runs is None else map(interval_of, score.runs))),
            "place": place.share,
            "place_nines": {"mean": None if isinf(place.nines) else place.nines},
            "ties": ties,
            **rank_record(rank),
            "below_count": rank.below_count,
            "equal_count": rank.equal_count,
            "above_count": rank.above_count,
            "interval": rank.interval,
            "exact": distribution.exact,
            "extracts": distribution.extracts,
            "mean": distribution.mean,
            **max_record(space),
            "reached": None if drawn else reached(score.score, mean, best),
            "room": None if drawn else best - score.score,
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
                "uncut": system.uncut,
                "cut": system.cut,
                **score_intervals(system.score_interval, system.official_interval),
                "group": system.group,
                **place_record(system.places),
                **scale_record(system),
                **rank_record(system.rank),
                "error_reduction": system.error_reduction,
                "exact": system.exact,
                "signature": str(plan),
            }


def score_intervals(score: tuple[float, float] | None, official: tuple[float, float] | None) -> dict[str, Any]:
    return {"score_interval": score and [*score], "official_interval": official and [*official]}


def _mark(record: dict[str, Any]) -> str:
    return "" if record["exact"] else "~"


def _column(name: str, title: str = "", write: Any = ".4f", *, wide: bool = False, about: str = "") -> Column:
    """Make a column of numbers; what a function writes is marked where it is an estimate."""

    def marked(record: dict[str, Any]) -> str:
        text = str(write(record))
        return text if text == "-" else f"{_mark(record)}{text}"

    return Column(
        name, title, "number", write if isinstance(write, str) else marked, wide=wide, about=about or ABOUT[name]
    )


def _quartiles(record: dict[str, Any]) -> str:
    return f"{written_place(record, 'low')} … {written_place(record, 'high')}"


def _share_text(name: str, form: str = ".0%") -> Callable[[dict[str, Any]], str]:
    return lambda record: "-" if record[name] is None else format(record[name], form)


_BEST = Column("best", "", "number", written_best, wide=True, about=ABOUT["best"])
_AVERAGES = (
    Column("system"),
    Column("documents", kind="number", write=",d", wide=True),
    _column("score"),
    Column(
        "score_interval",
        "interval",
        write=lambda record: interval_text(record["score_interval"], ".4f", ""),
        wide=True,
        about=ABOUT["score_interval"],
    ),
    _column("official", wide=True),
    _column("uncut"),
    Column("group", about=ABOUT["group"]),
    _column("place", "beats", written_place),
    _column("place_median", "median", lambda record: written_place(record, "median")),
    _column("place_low", "quartiles", _quartiles, wide=True),
    _column("ties", "", ".1%"),
    _column("over_99", "≥99%", _share_text("over_99"), wide=True),
    _column("average", wide=True),
    _BEST,
    _column("reached", "", _share_text("reached", "z.0%")),
    _column("room", "", _share_text("room", ".4f"), wide=True),
    _column("nines", "", _share_text("nines", ".1f"), wide=True),
)
_SUMMARIES = (
    Column("id"),
    Column("system"),
    Column("reference", wide=True),
    Column("measure"),
    _column("score", about="score of the summary, counted as extracts are: no n-gram crosses a sentence boundary"),
    _column("official", wide=True, about="the same summary scored as ROUGE does, across sentence boundaries"),
    _column("uncut", about="official score of the summary before it was cut, as `sumspace score` prints it"),
    _column(
        "place", "beats", written_place, about="share of the document's extracts that score lower; ties do not count"
    ),
    _column("ties", "", ".1%", about="share of the document's extracts that score the same"),
    Column(
        "extracts",
        kind="number",
        write=lambda record: large(record["extracts"]),
        wide=True,
        about="number of extracts that the budget allows",
    ),
    _column("mean", "average", _share_text("mean", ".4f"), wide=True, about=ABOUT["average"]),
    Column(
        "max",
        "best",
        "number",
        lambda record: written_max(record, ".4f"),
        about="score of the best extract (oracle); ≤ or ≥: not proven optimal",
    ),
    _column("reached", "", _share_text("reached", "z.0%")),
)
#: Of external scores: single ones, and means.
_EXTERNAL = (*map(Column, ("id", "system", "reference", "measure")), Column("score", kind="number", write=".5f"))
_MEANS = (
    Column("system"),
    Column("documents", kind="number", write=",d"),
    Column("score", kind="number", write=".5f"),
)
_FIELDS = (
    "id", "domain", "system", "reference", "measure", "documents", "score", "official", "uncut", "cut", "score_low",
    "score_high", "group", "place", "place_median", "place_low", "place_high", "over_99", "ties", "average", "best",
    "best_bound", "reached", "room", "below", "equal", "above", "nines",
    *(f"error_reduction.{name}" for name in TO_BEAT), "exact", "extracts", "mean", "max", "max_bound", "max_proven",
)  # fmt: skip


def _notes(averages: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Say what there is to know of a table of averages."""
    last = averages[-1] if averages else {}
    whole = [r for r in averages if (r["domain"], r["measure"]) == (last["domain"], last["measure"])]
    yield from cut_notes(whole)
    yield from constant_notes(whole)
    yield from group_notes(averages)
    if any(record["score_interval"] for record in averages):
        yield f"random: mean over {ORDERS} random orders of the sentences."
    if not all(record["exact"] for record in averages):
        yield "~: rests on estimates"


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
            own = [record for record in summaries if "below" in record]
            yield Table("summaries", "every summary", _present(_SUMMARIES, own), own)
            if self.given.measures:
                external = [record for record in summaries if "below" not in record]
                yield Table("given", "every external score", _EXTERNAL, external)
        for measure in (*self.plan.measures, *self.given.measures):
            own = [record for record in averages if record["measure"] == str(measure)]
            if measure not in self.plan.measures:
                yield Table(str(measure), str(measure), _MEANS, own)
                continue
            several = len({record["domain"] for record in own}) > 1
            columns = _present(_AVERAGES, own)
            yield Table(str(measure), str(measure), [DOMAIN, *columns] if several else columns, own, blocks=several)
        if self.plan.measures:  # there is nothing to explain of scores that have no space
            yield Table("notes", notes=tuple(_notes([record for record in averages if "below" in record])))


def _present(columns: Sequence[Column], records: Sequence[dict[str, Any]]) -> list[Column]:
    """Leave out columns that have nothing to show: groups, intervals, and scores of uncut summaries if none was cut."""
    shown_if = {"group": "group", "score_interval": "score_interval", "uncut": "cut"}
    absent = {name for name, field in shown_if.items() if not any(record.get(field) for record in records)}
    return [column for column in columns if column.name not in absent]
