"""How far do two measures agree on all extracts of a document, and where do the best of one stand on the other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.elsewhere import Local
from sumspace.compute.ledger import digest
from sumspace.compute.work import recall
from sumspace.errors import SettingError, on_one_line
from sumspace.measures.coverage import cover
from sumspace.show.table import Column, Table
from sumspace.show.text import as_share, counted, large
from sumspace.space.joint import COEFFICIENTS, explore_jointly
from sumspace.space.space import Space
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.rank import rank_record
from sumspace.tasks.task import LeftOut, Results, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.space.budget import Budget
    from sumspace.space.joint import Joint, JointlyExplored, Stand
    from sumspace.stats.resampling import Interval
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile


#: Spaces larger than this are worth all threads; those as large as the other are written down on their own.
_LARGE, _KEPT = 10**9, 10**7


@dataclass(frozen=True, slots=True)
class AgainstPlan:
    """Which measures to set against each other, in which spaces, and how sure the means over documents are."""

    space: SpacePlan
    bootstrap: Bootstrap = field(default_factory=Bootstrap)

    def __post_init__(self) -> None:
        measures = self.space.measures
        if len(measures) < 2:
            raise SettingError(f"one measure is set against another: name two different ones, not {measures[0]} alone")
        for measure in measures:
            if not measure.counts_units:
                raise SettingError(
                    f"{measure} counts no units, so extracts cannot be counted by it; name measures such as rouge-1"
                )
        if self.space.score != "recall":
            raise SettingError(
                f"measures are set against each other by recall, which hits alone decide, not by {self.space.score}; "
                "use --score recall"
            )

    def __str__(self) -> str:
        return f"{self.space} | {self.bootstrap}"

    @property
    def decides(self) -> str:
        """What decides the results of documents."""
        return self.space.decides

    @property
    def profile(self) -> Profile:
        return self.space.profile

    @property
    def workers(self) -> Workers:
        return self.space.workers

    @property
    def pairs(self) -> list[tuple[Measure, Measure]]:
        """All pairs of measures."""
        return list(combinations(self.space.measures, 2))


@dataclass(frozen=True, eq=False)
class Contrast:
    """How two measures score all extracts of one document."""

    id: str
    domain: str
    reference: str
    first: Measure
    second: Measure
    budget: Budget
    explored: JointlyExplored

    @property
    def joint(self) -> Joint:
        """How many extracts have which hits on both measures."""
        return self.explored.joint

    def __repr__(self) -> str:
        return f"<Contrast {self.id!r}, {self.first} against {self.second}: {self.joint!r}, {self.explored.engine}>"


def contrast_documents(
    examples: Iterable[Example], plan: AgainstPlan, progress: Progress | None = None
) -> Iterator[Contrast | LeftOut]:
    """Set measures against each other on every document; `progress` is told the share of a long one that is done."""
    progress = None if progress is None else Local(progress)

    def work(document: Document) -> list[Contrast | LeftOut]:
        return [
            _contrast(document, references, pair, plan.space, progress)
            for references in document.references(plan.space.references)
            for pair in plan.pairs
        ]

    for result in over_documents(examples, plan, work, "against"):
        yield from [result] if isinstance(result, LeftOut) else result


def _contrast(
    document: Document,
    references: References,
    pair: tuple[Measure, Measure],
    plan: SpacePlan,
    progress: Progress | None,
) -> Contrast | LeftOut:
    @cache
    def key() -> str:
        """Return what decides the result, as text: tokens have other numbers in other processes."""
        judged_by = [document.split(body) for body in references.bodies]
        how = map(str, (*pair, budget, plan.engine, plan.allowance, plan.device, plan.seed, plan.profile))
        libraries = map(str, plan.profile.libraries(by_sentence=True))
        return digest("joint", document.sentences, judged_by, *how, *libraries)

    budget = plan.budget_for(references)
    space = Space(document.lengths, budget)
    if not space.size:
        return LeftOut(document.id, f"allows no extract of {budget}")
    first, second = (cover(measure, document.words, references.sentences) for measure in pair)
    workers = plan.workers if space.size > _LARGE else 1
    tell = None if progress is None else lambda share: progress("extracts", share)
    find = partial(
        explore_jointly, space, first, second, plan.engine, plan.allowance, plan.seed, workers, tell, key, plan.device
    )
    explored = find() if space.size < _KEPT else recall(key, find)
    return Contrast(document.id, document.domain, references.id, *pair, budget, explored)


def _stand_record(stand: Stand) -> dict[str, Any]:
    """Return where the best extracts of one measure stand on the other."""
    names = ("score", "count", "best", "mean", "worst", "loss", "headroom")
    record: dict[str, Any] = {name: getattr(stand, name) for name in names}
    for which, rank in (("best", stand.best_rank), ("mean", stand.mean_rank), ("worst", stand.worst_rank)):
        known = rank_record(rank)
        record |= {f"{which}_{part}": known[part] for part in ("below", "equal", "above", "nines")}
    return record


def contrast_record(contrast: Contrast, *, counts: bool = False) -> dict[str, Any]:
    """Return what is known of two measures on a document; with `counts`, how many extracts have which hits on both."""
    joint, explored = contrast.joint, contrast.explored
    if joint.stands is None:  # such documents are left out
        raise SettingError(f"{contrast.id} has no extracts")
    record: dict[str, Any] = {
        "id": contrast.id,
        "domain": contrast.domain,
        "reference": contrast.reference,
        "first": str(contrast.first),
        "second": str(contrast.second),
        "budget": str(contrast.budget),
        "engine": explored.engine,
        "device": explored.device,
        "reason": explored.reason,
        "exact": joint.exact,
        "extracts": joint.extracts,
        "draws": joint.draws or None,
        **{name: joint.coefficients[name] for name in COEFFICIENTS},
        **{f"{name}_interval": _ends(interval) for name, interval in joint.intervals.items()},
        "first_mean": joint.first.mean,
        "second_mean": joint.second.mean,
        "first_max": joint.first.max,
        "second_max": joint.second.max,
        "best_on_first": _stand_record(joint.stands[0]),
        "best_on_second": _stand_record(joint.stands[1]),
        "best_on_both": joint.best_on_both,
    }
    if counts:
        exact = joint.counts
        record["counts"] = exact and [[*pair, n] for pair, n in zip(joint.hits.tolist(), exact, strict=True)]
        record["totals"] = [joint.first.total, joint.second.total]
    return record


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two measures agree over a corpus: means over documents, each with its bootstrap interval over documents."""

    first: Measure
    second: Measure
    documents: int
    #: How many of the documents were counted exactly, and how many have no correlation: a measure is constant there.
    exact: int
    constant: int
    #: The share of the exact documents in which some extract is best on both measures.
    shared_best: float | None
    #: None where no document has the coefficient.
    pearson: Interval | None
    spearman: Interval | None
    kendall: Interval | None
    #: What the best extracts of the first measure lack of the best on the second and the way they have gone there from
    #: the average extract; and the same of the second on the first.
    first_loss: Interval | None
    first_headroom: Interval | None
    second_loss: Interval | None
    second_headroom: Interval | None

    def __getitem__(self, name: str) -> Interval | None:
        value: Interval | None = getattr(self, name)
        return value


#: The means over documents, in the order of the fields of an agreement.
_MEANS = (*COEFFICIENTS, *(f"{side}_{name}" for side in ("first", "second") for name in ("loss", "headroom")))


class _Agreements:
    """What documents add to the means over a corpus: records come one by one, and little of each is kept."""

    def __init__(self, plan: AgainstPlan) -> None:
        self._plan = plan
        #: By pair of measures and by document; a document has a row for each of its references.
        self._rows: dict[tuple[str, str], dict[str, list[list[float]]]] = {
            (str(a), str(b)): defaultdict(list) for a, b in plan.pairs
        }

    def add(self, record: dict[str, Any]) -> None:
        shared = None if record["best_on_both"] is None else record["best_on_both"] > 0
        ends = [record[f"best_on_{side}"][name] for side in ("first", "second") for name in ("loss", "headroom")]
        values = [record["exact"], shared, *(record[name] for name in COEFFICIENTS), *ends]
        row = [np.nan if value is None else float(value) for value in values]
        self._rows[record["first"], record["second"]][record["id"]].append(row)

    def agreements(self) -> Iterator[Agreement]:
        for pair in self._plan.pairs:
            documents = self._rows[str(pair[0]), str(pair[1])]
            if not documents:
                continue
            # References of one document do not make it several documents.
            table = np.array([_means(np.array(rows)) for rows in documents.values()])
            exact, shared, *columns = (column[~np.isnan(column)] for column in table.T)
            means = [self._plan.bootstrap.plain(c[:, np.newaxis])[0] if len(c) else None for c in columns]
            counts = len(table), int((exact == 1).sum()), len(table) - len(columns[0])
            yield Agreement(*pair, *counts, float(shared.mean()) if len(shared) else None, *means)

    def records(self) -> Iterator[dict[str, Any]]:
        for agreement in self.agreements():
            means = {name: None if (value := agreement[name]) is None else value.mean for name in _MEANS}
            sides = {
                f"best_on_{side}": {name: means[f"{side}_{name}"] for name in ("loss", "headroom")}
                for side in ("first", "second")
            }
            yield {
                "id": None,
                "reference": self._plan.space.references,
                "first": str(agreement.first),
                "second": str(agreement.second),
                "documents": agreement.documents,
                "exact_documents": agreement.exact,
                "constant_documents": agreement.constant,
                "exact": agreement.exact == agreement.documents,
                **{name: means[name] for name in COEFFICIENTS},
                **{f"{name}_interval": _ends(agreement[name]) for name in _MEANS},
                **sides,
                "shared_best": agreement.shared_best,
                "signature": str(self._plan),
            }


def _means(rows: Any) -> Any:
    """Average the rows of a document, without what is not defined."""
    there = ~np.isnan(rows)
    sums = np.where(there, rows, 0.0).sum(axis=0)
    return np.where(there.any(axis=0), sums / np.maximum(there.sum(axis=0), 1), np.nan)


def _mark(record: dict[str, Any]) -> str:
    return "" if record["exact"] else "~"


def _coefficient(name: str) -> Column:
    def write(record: dict[str, Any]) -> str:
        return "-" if record[name] is None else f"{_mark(record)}{record[name]:.3f}"

    return Column(name, kind="number", write=write)


def _mean_column(name: str, confidence: float) -> tuple[Column, Column]:
    def write(record: dict[str, Any]) -> str:
        ends = record[f"{name}_interval"]
        return "-" if ends is None else f"{ends[0]:.3f} - {ends[1]:.3f}"

    ends = Column(f"{name}_interval", f"{confidence:g}% interval", write=write, dim=True, wide=name != "pearson")
    return _coefficient(name), ends


def _side(name: str, side: str, title: str, form: str, group: str) -> Column:
    def write(record: dict[str, Any]) -> str:
        value = record[f"best_on_{side}"].get(name)
        return "-" if value is None else f"{_mark(record)}{value:{form}}"

    return Column(f"best_on_{side}", title, "number", write, group=group)


def _below(side: str, record: dict[str, Any]) -> str:
    stand = record[f"best_on_{side}"]
    shares = {"below": stand["mean_below"], "nines": stand["mean_nines"], "above_all": stand["mean_nines"] is None}
    return f"{_mark(record)}{as_share(shares)}"


def _sides(first: str, second: str) -> Iterator[Column]:
    for side, own, other in (("first", first, second), ("second", second, first)):
        group = f"best on {own}"
        yield _side("count", side, "extracts", ",d", group)
        yield _side("mean", side, f"{other}", ".5f", group)
        yield Column(f"best_on_{side}", "below", "number", partial(_below, side), group=group)
        yield _side("headroom", side, "headroom", ".0%", group)


_FIELDS = (
    "id", "domain", "reference", "first", "second", "budget", "engine", "device", "reason", "exact", "extracts",
    "draws", "documents", "exact_documents", "constant_documents",
    *COEFFICIENTS, *(f"{name}_{end}" for name in _MEANS for end in ("low", "high")),
    "first_mean", "second_mean", "first_max", "second_max",
    *(
        f"best_on_{side}.{name}"
        for side in ("first", "second")
        for name in (
            "score", "count", "best", "mean", "worst", "loss", "headroom", "best_below", "mean_below", "worst_below",
        )
    ),
    "best_on_both", "shared_best",
)  # fmt: skip
_NOTES = (
    "pearson, spearman, kendall (tau-b): over all extracts of a document; of a corpus, their mean over documents",
    (
        "best on: how many extracts have the most hits on a measure, their mean score on the other, the share of "
        "extracts that score less there (below), and the way gone from the average extract to the best (headroom)"
    ),
    "~: rests on extracts that were drawn; all others are exact",
)


class Contrasts(Results[Contrast]):
    """Measures set against each other: a `Contrast` for each document, reference and pair of measures."""

    plan: AgainstPlan

    streams_tables = True

    def __init__(
        self, plan: AgainstPlan, results: Iterable[Contrast | LeftOut], nothing: str = "", *, counts: bool = False
    ) -> None:
        super().__init__(plan, results, nothing)
        self._counts = counts
        self._constant = 0

    def agreements(self) -> list[Agreement]:
        """Return how each pair of measures agrees over the corpus."""
        agreements = _Agreements(self.plan)
        for contrast in self.complete():
            agreements.add(contrast_record(contrast))
        return list(agreements.agreements())

    def notes(self) -> list[str]:
        constant = counted(self._constant, "correlation")
        why = f"{constant} not defined: all extracts of a document score the same on a measure"
        return [why] if self._constant else []

    def table(self, *, stream: bool = False) -> Table:
        self._constant = 0
        agreements = _Agreements(self.plan)

        def made() -> Iterator[dict[str, Any]]:
            for contrast in self.stream() if stream else self.complete():
                record = contrast_record(contrast, counts=self._counts)
                agreements.add(record)
                yield record
            for record in agreements.records():
                self._constant += record["constant_documents"]
                yield record

        def views(records: Iterable[dict[str, Any]]) -> Iterator[Table]:
            shown = tuple(records)
            for first, second in ((str(a), str(b)) for a, b in self.plan.pairs):
                own = [r for r in shown if r["id"] is not None and (r["first"], r["second"]) == (first, second)]
                columns = (*_DOCUMENT, *map(_coefficient, COEFFICIENTS), *_sides(first, second), _ENGINE)
                yield Table(f"{first}-{second}", f"{first} against {second}", columns, own)
            yield Table("corpus", "over documents", self._columns(), [r for r in shown if r["id"] is None])

        records = made()
        return Table("against", "", (), records if stream else tuple(records), _NOTES, fields=_FIELDS, views=views)

    def _columns(self) -> tuple[Column, ...]:
        confidence = self.plan.bootstrap.confidence
        means = [column for name in COEFFICIENTS for column in _mean_column(name, confidence)]
        return (
            Column("first"),
            Column("second"),
            Column("documents", kind="number", write=",d"),
            Column("exact_documents", "exact", kind="number", write=",d"),
            *means,
            _side("headroom", "first", "of first\non second", ".0%", "headroom of the best"),
            _side("headroom", "second", "of second\non first", ".0%", "headroom of the best"),
            Column("shared_best", "a best one\nof both", kind="number", write=".0%"),
        )

    def chart(self, index: int | None = None) -> Figure:
        """Draw one document's extracts on both measures or, without an index, the correlations of all documents."""
        from sumspace.tasks.charts import draw_agreement, draw_joint

        contrasts = self.complete()
        if index is not None or len(contrasts) == 1:
            return draw_joint(contrasts[index or 0])
        return draw_agreement(contrasts, self.agreements(), self.plan.bootstrap.confidence)


_DOCUMENT = (
    Column("id"),
    Column("reference"),
    Column("extracts", kind="number", write=lambda record: large(record["extracts"])),
)
_ENGINE = Column(
    "engine",
    write=lambda record: on_one_line(
        str(record["engine"]) + ("" if record["device"] == "cpu" else f" on {record['device']}")
    ),
    wide=True,
)
