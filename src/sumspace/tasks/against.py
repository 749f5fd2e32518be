"""How far two measures agree over a corpus, by all extracts of its documents."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.errors import NothingToDoError
from sumspace.show.table import Column, Table
from sumspace.show.text import counted
from sumspace.space.joint import JOINT_COEFFICIENTS
from sumspace.stats.paired import resampled_means, widened
from sumspace.stats.resampling import ends_of
from sumspace.tasks.contrast import (
    REACHED,
    Contrast,
    coefficient_column,
    contrast_record,
    contrast_table,
    side_column,
)
from sumspace.tasks.task import Results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.arrays import Floats
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.stats.resampling import Bootstrap, Interval
    from sumspace.tasks.contrast import AgainstPlan
    from sumspace.tasks.task import LeftOut


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two measures agree over a corpus: means over documents, each with its bootstrap interval over documents.

    Documents that have one extract only say nothing of measures, and are in no mean.
    """

    first: Measure
    second: Measure
    #: How many documents have several extracts, and how many others have one.
    documents: int
    single: int
    #: How many of the former were counted exactly, and how many have no correlation: a measure is constant there.
    exact: int
    constant: int
    #: The share of the exact documents in which one extract is best on both measures.
    shared_best: float | None
    #: None where no document has the coefficient.
    pearson: Interval | None
    spearman: Interval | None
    kendall: Interval | None
    #: What the best extracts of the first measure lack of the best on the second, and how much of the distance from the
    #: average extract to the best they cover there; and the same of the second on the first.
    first_loss: Interval | None
    first_way: Interval | None
    second_loss: Interval | None
    second_way: Interval | None

    def __getitem__(self, name: str) -> Interval | None:
        value: Interval | None = getattr(self, name)
        return value


#: The means over documents, in the order of the fields of an agreement.
_MEANS = (*JOINT_COEFFICIENTS, *(f"{side}_{name}" for side in ("first", "second") for name in ("loss", "way")))


class _Agreements:
    """What documents add to the means over a corpus: records come one by one, and little of each is kept."""

    def __init__(self, plan: AgainstPlan) -> None:
        self._plan = plan
        #: By pair of measures and by document; a document has a row for each of its references.
        self._rows: dict[tuple[str, str], dict[str, list[list[float]]]] = {
            (str(a), str(b)): defaultdict(list) for a, b in plan.pairs
        }

    def add(self, record: dict[str, Any]) -> None:
        rows = self._rows[record["first"], record["second"]][record["id"]]
        if record["extracts"] == 1:
            return
        shared = None if record["best_on_both"] is None else record["best_on_both"] > 0
        ends = [record[f"best_on_{side}"][name] for side in ("first", "second") for name in ("loss", "way")]
        values = [record["exact"], shared, *(record[name] for name in JOINT_COEFFICIENTS), *ends]
        rows.append([np.nan if value is None else float(value) for value in values])

    def agreements(self) -> Iterator[Agreement]:
        for pair in self._plan.pairs:
            documents = self._rows[str(pair[0]), str(pair[1])]
            if not documents:
                continue
            # References of one document do not make it several documents.
            averaged = [_means(np.array(rows)) for rows in documents.values() if rows]
            table = np.array(averaged).reshape(-1, 2 + len(_MEANS))
            exact, shared, *columns = (column[~np.isnan(column)] for column in table.T)
            means = [_mean(column, self._plan.bootstrap) if len(column) else None for column in columns]
            counts = len(table), len(documents) - len(table), int((exact == 1).sum()), len(table) - len(columns[0])
            yield Agreement(*pair, *counts, float(shared.mean()) if len(shared) else None, *means)

    def records(self) -> Iterator[dict[str, Any]]:
        for agreement in self.agreements():
            means = {name: None if (value := agreement[name]) is None else value.mean for name in _MEANS}
            sides = {
                f"best_on_{side}": {name: means[f"{side}_{name}"] for name in ("loss", "way")}
                for side in ("first", "second")
            }
            yield {
                "id": None,
                "reference": self._plan.space.references,
                "first": str(agreement.first),
                "second": str(agreement.second),
                "documents": agreement.documents,
                "single_documents": agreement.single,
                "exact_documents": agreement.exact,
                "constant_documents": agreement.constant,
                "exact": agreement.exact == agreement.documents,
                **{name: means[name] for name in JOINT_COEFFICIENTS},
                **{f"{name}_interval": ends_of(agreement[name]) for name in _MEANS},
                **sides,
                "shared_best": agreement.shared_best,
                "signature": str(self._plan),
            }


def _means(rows: Any) -> Any:
    """Average the rows of a document, without what is not defined."""
    there = ~np.isnan(rows)
    sums = np.where(there, rows, 0.0).sum(axis=0)
    return np.where(there.any(axis=0), sums / np.maximum(there.sum(axis=0), 1), np.nan)


def _mean(values: Floats, bootstrap: Bootstrap) -> Interval:
    """Average over documents, with the percentiles of resamples, widened for few documents."""
    column = values[:, np.newaxis]
    drawn = resampled_means(column, bootstrap)[:, 0]
    return widened(float(column.mean(axis=0)[0]), drawn, bootstrap.confidence, len(values))


def _mean_column(name: str, confidence: float) -> tuple[Column, Column]:
    def write(record: dict[str, Any]) -> str:
        ends = record[f"{name}_interval"]
        return "-" if ends is None else f"{ends[0]:.3f} - {ends[1]:.3f}"

    about = f"bootstrap over documents of the mean of {name}"
    title = f"{confidence:g}% interval"
    ends = Column(f"{name}_interval", title, write=write, dim=True, wide=name != "pearson", about=about)
    return coefficient_column(name), ends


_FIELDS = (
    "id", "domain", "reference", "first", "second", "budget", "engine", "device", "reason", "exact", "extracts",
    "draws", "documents", "single_documents", "exact_documents", "constant_documents",
    *JOINT_COEFFICIENTS, *(f"{name}_{end}" for name in _MEANS for end in ("low", "high")),
    "first_mean", "second_mean", "first_max", "second_max",
    *(
        f"best_on_{side}.{name}"
        for side in ("first", "second")
        for name in (
            "score", "count", "best", "mean", "worst", "loss", "way", "best_below", "mean_below", "worst_below",
        )
    ),
    "best_on_both", "shared_best",
)  # fmt: skip
_NOTES = ("~: estimated from sampled extracts; all others are exact",)


class Contrasts(Results[Contrast]):
    """Measures set against each other: a `Contrast` for each document, reference and pair of measures."""

    plan: AgainstPlan

    streams_tables = True

    def __init__(
        self, plan: AgainstPlan, results: Iterable[Contrast | LeftOut], nothing: str = "", *, counts: bool = False
    ) -> None:
        super().__init__(plan, results, nothing)
        self._counts = counts
        self._constant = self._single = 0

    def agreements(self) -> list[Agreement]:
        """Return how each pair of measures agrees over the corpus."""
        agreements = _Agreements(self.plan)
        for contrast in self.complete():
            agreements.add(contrast_record(contrast))
        return list(agreements.agreements())

    def notes(self) -> list[str]:
        notes = []
        if self._single:
            those = "has" if self._single == 1 else "have"
            notes.append(
                f"{counted(self._single, 'document')} {those} only one extract, being shorter than the budget: "
                "excluded from the means over documents"
            )
        if self._constant:
            constant = counted(self._constant, "correlation")
            notes.append(f"{constant} undefined: all extracts of a document score the same on a measure")
        return notes

    def table(self, *, stream: bool = False) -> Table:
        self._constant = self._single = 0
        agreements = _Agreements(self.plan)

        def made() -> Iterator[dict[str, Any]]:
            for contrast in self.stream() if stream else self.complete():
                record = contrast_record(contrast, counts=self._counts)
                agreements.add(record)
                yield record
            means = list(agreements.records())
            if means and not any(record["documents"] for record in means):
                raise NothingToDoError(
                    "there is nothing to compare measures on: every document has only one extract, being shorter than "
                    "the budget; use a smaller --words or --budget"
                )
            for record in means:
                self._constant += record["constant_documents"]
                self._single = max(self._single, record["single_documents"])
                yield record

        def views(records: Iterable[dict[str, Any]]) -> Iterator[Table]:
            shown = tuple(records)
            for first, second in ((str(a), str(b)) for a, b in self.plan.pairs):
                own = [r for r in shown if r["id"] is not None and (r["first"], r["second"]) == (first, second)]
                yield contrast_table(first, second, own)
            yield Table("corpus", "over documents", self._columns(), [r for r in shown if r["id"] is None])

        records = made()
        return Table("against", "", (), records if stream else tuple(records), _NOTES, fields=_FIELDS, views=views)

    def _columns(self) -> tuple[Column, ...]:
        confidence = self.plan.bootstrap.confidence
        means = [column for name in JOINT_COEFFICIENTS for column in _mean_column(name, confidence)]
        return (
            Column("first"),
            Column("second"),
            Column("documents", kind="number", write=",d"),
            Column(
                "exact_documents",
                "exact",
                kind="number",
                write=",d",
                about="documents of which every extract was counted",
            ),
            *means,
            side_column(
                "way", "first", "first on\nsecond", ".0%", "reached by the best", f"first on second: {REACHED}"
            ),
            side_column(
                "way", "second", "second on\nfirst", ".0%", "reached by the best", f"second on first: {REACHED}"
            ),
            Column(
                "shared_best",
                "same best\nextract",
                kind="number",
                write=".0%",
                about="share of exact documents in which one extract is best on both measures",
            ),
        )

    def chart(self, index: int | None = None) -> Figure:
        """Chart one document's extracts on both measures or, without an index, the correlations of all documents."""
        from sumspace.tasks.charts import draw_agreement, draw_joint

        contrasts = self.complete()
        if index is not None or len(contrasts) == 1:
            return draw_joint(contrasts[index or 0])
        return draw_agreement(contrasts, self.agreements(), self.plan.bootstrap.confidence)
