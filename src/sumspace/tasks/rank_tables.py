"""How ranks of systems are shown: records, columns and what they are about, and notes."""

from __future__ import annotations

from dataclasses import replace
from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column
from sumspace.show.text import as_share, counted, domain_label, interval_text, listed
from sumspace.stats.ranking import ALPHA
from sumspace.tasks.places import Place, places_of
from sumspace.tasks.space import EXTRACTS, max_record, written_max
from sumspace.tasks.standings import TO_BEAT, interval_of, reached
from sumspace.tasks.systems import ORDERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.space.distribution import Rank
    from sumspace.tasks.places import Places
    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.standings import DomainStandings, SystemStanding


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
    """Return where a system's summaries stand among the extracts of their documents, if these differ anywhere."""
    single = {"mean": places.mean, "median": places.median, "low": places.low, "high": places.high}
    shares = {name: place.share if places.defined else None for name, place in single.items()}
    return {
        "place": shares.pop("mean"),
        **{f"place_{name}": share for name, share in shares.items()},
        "place_nines": {
            name: None if isinf(place.nines) or not places.defined else place.nines for name, place in single.items()
        },
        "over_99": places.over_99 if places.defined else None,
        "ties": places.ties,
        "constant_documents": places.constant,
        "single_documents": places.single,
    }


def written_place(record: dict[str, Any], name: str = "mean") -> str:
    """Write one of the places of a record, if there is one.

    >>> written_place({"place": 0.75, "place_nines": {"mean": 0.6}})
    '75.00%'
    """
    share, depth = record["place" if name == "mean" else f"place_{name}"], record["place_nines"][name]
    return "-" if share is None else as_share({"below": share, "nines": depth, "above_all": depth is None})


def scale_record(system: SystemStanding) -> dict[str, Any]:
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
    "score": "mean score; as in extracts, no n-gram crosses a sentence boundary",
    "official": "the same summaries scored as ROUGE does, across sentence boundaries",
    "uncut": "official score before cutting, as `sumspace score` prints it",
    "score_interval": "central 95% of single orders of random",
    "group": f"systems that share a letter do not differ significantly (p < {ALPHA:g}, Holm)",
    "place": "share of a document's extracts that score lower, mean over documents",
    "place_median": "the same share, median over documents",
    "place_low": "the same share, first and third quartile over documents",
    "over_99": "share of documents in which at least 99% of the extracts score lower",
    "ties": "share of a document's extracts that score the same; not beaten",
    "average": "mean score of all extracts",
    "best": "mean score of the best extracts (oracles); ≤ or ≥: not proven optimal",
    "reached": "how much of the distance from average to best the score covers",
    "room": "best minus score",
    "nines": "-log10 of the chance that random extracts average as high; grows with documents",
}


def group_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say where documents are too few for groups."""
    records = list(records)
    few = dict.fromkeys(record["domain"] for record in records if record["group"] is None)
    if few:
        everywhere = None in few or few.keys() == {record["domain"] for record in records}
        where = "" if everywhere else f" in {listed(map(domain_label, few))}"
        yield f"no group{where}: too few documents for a significant difference between any two systems."


def cut_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say how many summaries were cut to the budget, and which score is of which text."""
    of_corpus = [record for record in records if record.get("uncut") is not None]
    cut, summaries = (sum(record[name] for record in of_corpus) for name in ("cut", "documents"))
    if cut:
        yield f"{cut:,} of {summaries:,} summaries by systems of the corpus were cut to the length of the extracts:"
        yield "score and official are of the cut summaries, uncut is of the whole ones."


def constant_notes(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Say in how many documents there is nothing to beat."""
    records = list(records)
    single = max((record["single_documents"] for record in records), default=0)
    constant = max((record["constant_documents"] - record["single_documents"] for record in records), default=0)
    whole = bool(records) and all(record["place"] is None for record in records)
    result = "there are no places" if whole else "no summary beats any there"
    if single:
        has = "has" if single == 1 else "have"
        yield f"{counted(single, 'document')} {has} only one extract under this budget: {result}."
    if constant:
        yield f"In {counted(constant, 'document')} all extracts score the same: {result}."


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


def summary_records(document: RankedDocument) -> Iterator[dict[str, Any]]:
    space, distribution = document.space, document.space.distribution
    drawn = any(explored.drawn for explored in space.explored)
    best, mean = distribution.max or 0.0, distribution.mean or 0.0
    is_constant = len(distribution.support) == 1
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
            "place": None if is_constant else place.share,
            "place_nines": {"mean": None if isinf(place.nines) or is_constant else place.nines},
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


def average_records(standings: DomainStandings, plan: SpacePlan) -> Iterator[dict[str, Any]]:
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
    low, high = (written_place(record, name) for name in ("low", "high"))
    return "-" if low == high == "-" else f"{low} … {high}"


def _share_text(name: str, form: str = ".0%") -> Callable[[dict[str, Any]], str]:
    return lambda record: "-" if record[name] is None else format(record[name], form)


_BEST = Column("best", "", "number", written_best, wide=True, about=ABOUT["best"])
AVERAGES = (
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
    _column("room", "", _share_text("room", "z.4f"), wide=True),
    _column("nines", "", _share_text("nines", ".1f"), wide=True),
)
SUMMARIES = (
    Column("id"),
    Column("system"),
    Column("reference", wide=True),
    Column("measure"),
    _column("score", about="score; as in extracts, no n-gram crosses a sentence boundary"),
    _column("official", wide=True, about="the same summary scored as ROUGE does, across sentence boundaries"),
    _column("uncut", about=ABOUT["uncut"]),
    _column("place", "beats", written_place, about="share of the document's extracts that score lower"),
    _column("ties", "", ".1%", about="share of the document's extracts that score the same; not beaten"),
    replace(EXTRACTS, wide=True),
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
EXTERNAL = (*map(Column, ("id", "system", "reference", "measure")), Column("score", kind="number", write=".5f"))
EXTERNAL_MEANS = (
    Column("system"),
    Column("documents", kind="number", write=",d"),
    Column("score", kind="number", write=".5f"),
)
FIELDS = (
    "id", "domain", "system", "reference", "measure", "documents", "score", "official", "uncut", "cut", "score_low",
    "score_high", "group", "place", "place_median", "place_low", "place_high", "over_99", "ties", "average", "best",
    "best_bound", "reached", "room", "below", "equal", "above", "nines",
    *(f"error_reduction.{name}" for name in TO_BEAT), "exact", "extracts", "mean", "max", "max_bound", "max_proven",
)  # fmt: skip


def average_notes(averages: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Say what there is to know of a table of averages."""
    last = averages[-1] if averages else {}
    whole = [r for r in averages if (r["domain"], r["measure"]) == (last["domain"], last["measure"])]
    yield from cut_notes(whole)
    yield from constant_notes(whole)
    yield from group_notes(averages)
    if any(record["score_interval"] for record in averages):
        yield f"random: mean over {ORDERS} random orders of the sentences."
    if not all(record["exact"] for record in averages):
        yield "~: an estimate; the extracts of some documents were sampled."


def present_columns(columns: Sequence[Column], records: Sequence[dict[str, Any]]) -> list[Column]:
    """Leave out columns that have nothing to show: groups, intervals, and scores of uncut summaries if none was cut."""
    shown_if = {"group": "group", "score_interval": "score_interval", "uncut": "cut"}
    absent = {name for name, field in shown_if.items() if not any(record.get(field) for record in records)}
    return [column for column in columns if column.name not in absent]
