"""Exact oracle labels, to train extractive models on, as records and as files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

from sumspace.corpus.jsonl import to_text, write_records
from sumspace.errors import OutputError, TooLargeError
from sumspace.files import check_place, write_parquet
from sumspace.show.output import deliver
from sumspace.show.table import Column, Table
from sumspace.show.text import counted, large
from sumspace.space.marginals import find_marginals
from sumspace.space.scoring import Scoring
from sumspace.tasks.oracle import find_in_document
from sumspace.tasks.task import LeftOut, Results, over_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import polars as pl

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.tasks.oracle import DocumentOracles, OraclePlan


#: Records as they are, or as the JSON that BertSum and PreSumm read.
LabelFormat = Literal["records", "bertsum"]
_LARGEST = 2**63
#: Words and punctuation.
_TOKEN = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]")
#: Of a 95 % interval, in standard errors.
_NORMAL = 1.959964


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
            [_record(result, plan) for result in results if not isinstance(result, LeftOut)],
            [result.reason for result in results if isinstance(result, LeftOut)],
        )

    for labelled in over_documents(examples, plan, work, "labels"):
        yield LabelledDocument(labelled.id, [], [labelled.reason]) if isinstance(labelled, LeftOut) else labelled


def _record(result: DocumentOracles, plan: OraclePlan) -> dict[str, Any]:
    """Write the labels of one document as a record."""
    oracles, document = result.oracles, result.document
    best = sorted(oracles.best.sentences) if oracles.best is not None else []
    greedy, greedy_score = oracles.greedy or (None, None)
    return {
        "id": result.id,
        "reference": result.references.id,
        "measure": result.objective,
        "budget": str(result.space.budget),
        "sentence_count": len(document.sentences),
        "sentences": list(document.sentences),
        "offsets": [list(span) for span in document.example.spans(document.profile.language)],
        "target": list(document.split(result.references.bodies[0])),
        "oracle": best,
        "labels": [int(sentence in best) for sentence in range(len(document.sentences))],
        "soft": None if oracles.shares is None else _rounded(oracles.shares.tolist()),
        **_marginals(result, plan),
        "score": oracles.score,
        "bound": oracles.bound,
        "optimal": oracles.optimal,
        "count": oracles.count,
        "greedy": None if greedy is None else sorted(greedy.sentences),
        "greedy_score": greedy_score,
        "gap": None if greedy_score is None else max(oracles.score - greedy_score, 0.0),
    }


def _marginals(result: DocumentOracles, plan: OraclePlan) -> dict[str, Any]:
    """Return the fields of sentence marginals, where a temperature is given; null where a space is too large."""
    if plan.temperature is None:
        return {}
    scorings = [scoring for scoring in result.scorings if isinstance(scoring, Scoring)]
    try:
        found = find_marginals(result.space, scorings, plan.temperature, plan.seconds, plan.seed)
    except TooLargeError:
        return {"temperature": plan.temperature, **dict.fromkeys(("marginals", "exact", "errors"))}
    return {
        "temperature": plan.temperature,
        "marginals": _rounded(found.shares.tolist()),
        "exact": found.exact,
        "errors": None if found.errors is None else _rounded(found.errors.tolist()),
    }


def _rounded(shares: list[float]) -> list[float]:
    return [round(share, 6) for share in shares]


def as_bertsum(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as BertSum and PreSumm read it: sentences as lists of tokens, the target too, and labels."""
    return {
        "id": record["id"],
        "src": [_TOKEN.findall(sentence) for sentence in record["sentences"]],
        "tgt": [_TOKEN.findall(sentence) for sentence in record["target"]],
        "labels": record["labels"],
    }


class Labels(Results[dict[str, Any]]):
    """The labels of a corpus: a record for each document, reference and objective."""

    plan: OraclePlan

    def __init__(self, plan: OraclePlan, documents: Iterable[LabelledDocument]) -> None:
        super().__init__(plan, self._records(documents), "there is no document to label")
        self._documents = self._labelled = self._unproven = self._short = self._drawn = 0
        self._score = self._short_gap = self._gap = self._squares = 0.0

    def _records(self, documents: Iterable[LabelledDocument]) -> Iterator[dict[str, Any] | LeftOut]:
        """Yield the records of documents, and sum them up."""
        for document in documents:
            # Named once, for the first reason: measures and references may all have one.
            yield from (LeftOut(document.id, reason) for reason in document.missing[:1])
            # Where the greedy algorithm finds no extract at all, it gets nothing.
            gaps = [record["score"] if record["gap"] is None else record["gap"] for record in document.records]
            if gaps:
                self._documents += 1
                self._gap += sum(gaps) / len(gaps)
                self._squares += (sum(gaps) / len(gaps)) ** 2
            for record, gap in zip(document.records, gaps, strict=True):
                self._labelled += 1
                self._unproven += not record["optimal"]
                self._drawn += record.get("exact") is False
                self._short += gap > 0
                self._short_gap += gap
                self._score += record["score"]
                yield record

    def summary(self) -> str:
        """Say in a sentence what the labels are like; of those that were streamed, so far."""
        if not self._labelled:
            self.complete()
        if not self._labelled:
            return "no document has labels"
        parts = [
            f"labelled {counted(self._documents, 'document')}"
            + (f" ({self._labelled:,} records)" if self._labelled > self._documents else ""),
            f"mean score of the best extracts {self._score / self._labelled:.4f}",
            self._greedy(),
            f"{self._unproven:,} of {self._labelled:,} best extracts not proven optimal" if self._unproven else "",
            f"marginals of {self._drawn:,} of {self._labelled:,} estimated from draws" if self._drawn else "",
        ]
        return "; ".join(part for part in parts if part)

    def _greedy(self) -> str:
        """Say how often and how far greedy extracts fall short, with a 95 % interval of the mean over documents."""
        text = f"greedy extracts score lower in {self._short:,} of {self._labelled:,}"
        if not self._short:
            return text
        number, mean = self._documents, self._gap / self._documents
        text += f", by {self._short_gap / self._short:.4f} on average there, by {mean:.4f} over all documents"
        if number < 2:
            return text
        spread = sqrt(max(self._squares - number * mean**2, 0.0) / (number - 1) / number)
        return f"{text} (95 % interval {max(mean - _NORMAL * spread, 0.0):.4f} to {mean + _NORMAL * spread:.4f})"

    def table(self, *, stream: bool = False) -> Table:
        records = self.stream() if stream else tuple(self.complete())
        return Table("labels", "", _COLUMNS, records, (), fields=_fields(self.plan), line=_line)

    def frame(self) -> pl.DataFrame:
        """Return the records as a polars DataFrame, with labels and other lists as they are."""
        return Table("labels", records=self.complete()).frame()

    def bertsum(self) -> Iterator[str]:
        """Write the records as one JSON list for BertSum and PreSumm, piece by piece; they are not kept."""
        for place, record in enumerate(self.stream()):
            yield f"{',' if place else '['}\n{to_text(as_bertsum(record))}"
        yield "\n]\n" if self._made else "[]\n"

    def write(self, path: Path, form: LabelFormat = "records") -> None:
        """Write the labels to .jsonl, .jsonl.gz or .parquet, or for BertSum to .json, whole or not at all."""

        def whole(pieces: Iterable[Any]) -> Iterator[Any]:
            yield from pieces
            if self.stopped:  # no part of a file is written
                raise self.stopped

        if form == "bertsum":
            deliver(whole(self.bertsum()), path)
        else:
            records = map(_row, self.stream()) if path.suffix == ".parquet" else self.stream()
            write_record_file(whole(records), lambda: _schema(self.plan), path)


def _numbers(sentences: list[int] | None) -> str:
    return "" if sentences is None else " ".join(map(str, sentences))


def _line(record: dict[str, Any]) -> dict[str, Any]:
    """Make a record a line of CSV: lists of numbers stand with spaces between them; texts are left out."""
    numbers = {name: _numbers(value) if isinstance(value, list) else value for name, value in record.items()}
    return {**numbers, "offsets": " ".join(f"{start}:{end}" for start, end in record["offsets"])}


def _fields(plan: OraclePlan) -> tuple[str, ...]:
    """Return the fields of a line of CSV."""
    marginals = () if plan.temperature is None else ("temperature", "marginals", "exact", "errors")
    return (
        "id", "reference", "measure", "budget", "sentence_count", "offsets", "oracle", "labels", "soft", *marginals,
        "score", "bound", "optimal", "count", "greedy", "greedy_score", "gap",
    )  # fmt: skip


_COLUMNS = (
    *map(Column, ("id", "reference", "measure")),
    Column("budget", about="which extracts are allowed"),
    Column("sentence_count", "sentences", kind="number", write=",d"),
    Column(
        "oracle",
        write=lambda record: _numbers(record["oracle"]) or "-",
        width=40,
        about="the sentences of the best extract, counted from 0: those with the label 1",
    ),
    Column("score", kind="number", write=".5f"),
    Column(
        "proven",
        kind="number",
        write=lambda r: "yes" if r["optimal"] else f"≤{r['bound']:.5f}",
        about="whether it is proven that no extract scores higher; otherwise an upper bound",
    ),
    Column(
        "count",
        "oracles",
        kind="number",
        write=lambda r: "-" if r["count"] is None else large(r["count"]),
        about="how many extracts have the best score; - where not all were found",
    ),
    Column("greedy_score", "greedy", kind="number", write=".5f", about="the score of the greedy extract"),
    Column("gap", kind="number", write=".5f", about="how much lower the greedy extract scores"),
)


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Make a row of Parquet: a count that 64 bits cannot hold is left out there, and stays in `count_text`."""
    count = record["count"]
    return {
        **record,
        "count": count if count is not None and count < _LARGEST else None,
        "count_text": None if count is None else str(count),
    }


def _schema(plan: OraclePlan) -> pl.Schema:
    import polars as pl

    numbers, texts, shares = pl.List(pl.Int64), pl.List(pl.String), pl.List(pl.Float64)
    marginals: dict[str, pl.DataType | type[pl.DataType]] = {
        "temperature": pl.Float64, "marginals": shares, "exact": pl.Boolean, "errors": shares,
    }  # fmt: skip
    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "id": pl.String, "reference": pl.String, "measure": pl.String, "budget": pl.String, "sentence_count": pl.Int64,
        "sentences": texts, "offsets": pl.List(numbers), "target": texts, "oracle": numbers,
        "labels": pl.List(pl.Int8), "soft": shares, **({} if plan.temperature is None else marginals),
        "score": pl.Float64, "bound": pl.Float64, "optimal": pl.Boolean, "count": pl.Int64, "count_text": pl.String,
        "greedy": numbers, "greedy_score": pl.Float64, "gap": pl.Float64,
    }  # fmt: skip
    return pl.Schema(columns)


def check_label_file(path: Path, form: LabelFormat, corpus: str) -> None:
    """Refuse a file that labels are not written to, before any work is done."""
    if form == "bertsum":
        if path.suffix != ".json":
            raise OutputError(f"{path}: labels for BertSum are written as .json")
        check_place(path, corpus)
    else:
        check_record_file(path, "labels", corpus)


def check_record_file(path: Path, what: str, *corpora: str) -> None:
    """Refuse a file of another kind, or in a place where it cannot be, before any work is done."""
    if not path.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{path}: {what} are written as .jsonl, .jsonl.gz or .parquet")
    check_place(path, *corpora)


def write_record_file(records: Iterable[dict[str, Any]], schema: Callable[[], pl.Schema], path: Path) -> None:
    """Write records to a file, whole or not at all; the schema is that of Parquet."""
    if path.suffix == ".parquet":
        write_parquet(records, schema(), path)
    else:
        write_records(records, path)
