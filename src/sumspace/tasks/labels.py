"""Exact oracle labels, to train extractive models on, as records and as files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sumspace.corpus.jsonl import write_records
from sumspace.errors import OutputError
from sumspace.files import check_place, write_parquet
from sumspace.show.table import Column, Table
from sumspace.show.text import large
from sumspace.tasks.oracle import find_in_document
from sumspace.tasks.task import LeftOut, Results, over_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import polars as pl

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.tasks.oracle import DocumentOracles, OraclePlan


_LARGEST = 2**63


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """The labels of one document, a record for each reference and objective, and why some are missing."""

    id: str
    records: list[dict[str, Any]]
    missing: list[str]


def label_documents(examples: Iterable[Example], plan: OraclePlan) -> Iterator[LabelledDocument]:
    """Label the sentences of every document."""

    def work(document: Document) -> LabelledDocument:
        results = find_in_document(document, plan)
        return LabelledDocument(
            document.id,
            [_record(result) for result in results if not isinstance(result, LeftOut)],
            [result.reason for result in results if isinstance(result, LeftOut)],
        )

    for labelled in over_documents(examples, plan, work, "labels"):
        yield LabelledDocument(labelled.id, [], [labelled.reason]) if isinstance(labelled, LeftOut) else labelled


def _record(result: DocumentOracles) -> dict[str, Any]:
    """Write the labels of one document as a record."""
    oracles, sentences = result.oracles, len(result.document.sentences)
    best = sorted(oracles.best.sentences) if oracles.best is not None else []
    greedy, greedy_score = oracles.greedy or (None, None)
    return {
        "id": result.id,
        "reference": result.references.id,
        "measure": result.objective,
        "budget": str(result.space.budget),
        "sentences": sentences,
        "oracle": best,
        "labels": [int(sentence in best) for sentence in range(sentences)],
        "soft": None if oracles.shares is None else [round(share, 6) for share in oracles.shares.tolist()],
        "score": oracles.score,
        "bound": oracles.bound,
        "optimal": oracles.optimal,
        "count": oracles.count,
        "greedy": None if greedy is None else sorted(greedy.sentences),
        "greedy_score": greedy_score,
        "gap": None if greedy_score is None else max(oracles.score - greedy_score, 0.0),
    }


class Labels(Results[dict[str, Any]]):
    """The labels of a corpus: a record for each document, reference and objective."""

    plan: OraclePlan

    def __init__(self, plan: OraclePlan, documents: Iterable[LabelledDocument]) -> None:
        super().__init__(plan, self._records(documents), "there is no document to label")
        self._labelled = self._unproven = self._short = 0
        self._score = self._gap = 0.0

    def _records(self, documents: Iterable[LabelledDocument]) -> Iterator[dict[str, Any] | LeftOut]:
        """Yield the records of documents, and sum them up."""
        for document in documents:
            # Named once, for the first reason: measures and references may all have one.
            yield from (LeftOut(document.id, reason) for reason in document.missing[:1])
            for record in document.records:
                self._labelled += 1
                self._unproven += not record["optimal"]
                # Where the greedy algorithm finds no extract at all, it gets nothing.
                gap = record["score"] if record["gap"] is None else record["gap"]
                self._short += gap > 0
                self._score += record["score"]
                self._gap += gap
                yield record

    def summary(self) -> str:
        """Say in a sentence what the labels are like; of those that were streamed, so far."""
        if not self._labelled:
            self.complete()
        if not self._labelled:
            return "no document has labels"
        score, gap = self._score / self._labelled, self._gap / max(self._short, 1)
        text = (
            f"{self._labelled:,} labelled: the best extracts score {score:.4f} on average; "
            f"the greedy algorithm falls short of {self._short:,} of them, by {gap:.4f} on average"
        )
        return text + (f"; {self._unproven:,} are not proven to be the best" if self._unproven else "")

    def table(self, *, stream: bool = False) -> Table:
        records = self.stream() if stream else tuple(self.complete())
        note = "oracle: the sentences of a best extract, counted from 0; gap: what the greedy extract lacks."
        return Table("labels", "", _COLUMNS, records, (note,), fields=_FIELDS, line=_line)

    def frame(self) -> pl.DataFrame:
        """Return the records as a polars DataFrame, with labels and other lists as they are."""
        return Table("labels", records=self.complete()).frame()

    def write(self, path: Path) -> None:
        """Write the labels to .jsonl, .jsonl.gz or .parquet, whole or not at all."""

        def records() -> Iterator[dict[str, Any]]:
            yield from map(_row, self.stream()) if path.suffix == ".parquet" else self.stream()
            if self.stopped:  # no part of a file is written
                raise self.stopped

        write_record_file(records(), _schema, path)


def _numbers(sentences: list[int] | None) -> str:
    return "" if sentences is None else " ".join(map(str, sentences))


def _line(record: dict[str, Any]) -> dict[str, Any]:
    """Make a record a line of CSV: lists of numbers stand with spaces between them."""
    return {name: _numbers(value) if isinstance(value, list) else value for name, value in record.items()}


_FIELDS = (
    "id", "reference", "measure", "budget", "sentences", "oracle", "labels", "soft", "score", "bound", "optimal",
    "count", "greedy", "greedy_score", "gap",
)  # fmt: skip
_COLUMNS = (
    *map(Column, ("id", "reference", "measure", "budget")),
    Column("sentences", kind="number", write=",d"),
    Column("oracle", write=lambda record: _numbers(record["oracle"]) or "-", width=40),
    Column("score", kind="number", write=".5f"),
    Column("proven", kind="number", write=lambda r: "yes" if r["optimal"] else f"≤{r['bound']:.5f}"),
    Column("count", "oracles", kind="number", write=lambda r: "-" if r["count"] is None else large(r["count"])),
    Column("greedy_score", "greedy", kind="number", write=".5f"),
    Column("gap", kind="number", write=".5f"),
)


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Make a row of Parquet: a count that 64 bits cannot hold is left out there, and stays in `count_text`."""
    count = record["count"]
    return {
        **record,
        "count": count if count is not None and count < _LARGEST else None,
        "count_text": None if count is None else str(count),
    }


def _schema() -> pl.Schema:
    import polars as pl

    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "id": pl.String, "reference": pl.String, "measure": pl.String, "budget": pl.String, "sentences": pl.Int64,
        "oracle": pl.List(pl.Int64), "labels": pl.List(pl.Int8), "soft": pl.List(pl.Float64), "score": pl.Float64,
        "bound": pl.Float64, "optimal": pl.Boolean, "count": pl.Int64, "count_text": pl.String,
        "greedy": pl.List(pl.Int64), "greedy_score": pl.Float64, "gap": pl.Float64,
    }  # fmt: skip
    return pl.Schema(columns)


def check_record_file(path: Path, what: str, corpus: str) -> None:
    """Refuse a file of another kind, or in a place where it cannot be, before any work is done."""
    if not path.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{path}: {what} are written as .jsonl, .jsonl.gz or .parquet")
    check_place(path, corpus)


def write_record_file(records: Iterable[dict[str, Any]], schema: Callable[[], pl.Schema], path: Path) -> None:
    """Write records to a file, whole or not at all; the schema is that of Parquet."""
    if path.suffix == ".parquet":
        write_parquet(records, schema(), path)
    else:
        write_records(records, path)
