"""Divide documents by topic: where the segments of each begin, by any segmenter."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sumspace.compute.work import Workers
from sumspace.errors import SettingError
from sumspace.show.table import Column, Table
from sumspace.show.text import joined
from sumspace.spec import build, parse_spec, signature
from sumspace.tasks.task import LeftOut, Result, Results, over_documents
from sumspace.text.profile import Profile
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.text.segmentation.segmenter import Segmenter

#: So much of a segment's first sentence is shown.
_SHOWN = 60


def parse_segmenter(text: str) -> Segmenter:
    """Return the segmenter of this name, which may have options.

    >>> parse_segmenter("c99(mask=9)").mask
    9
    """
    spec = parse_spec(text)
    return build("segmenter", SEGMENTERS[spec.name], spec)


@dataclass(frozen=True, slots=True)
class SegmentPlan:
    """Which segmenters divide the documents, by the names that are shown."""

    segmenters: Mapping[str, Segmenter]
    profile: Profile = field(default_factory=Profile)
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        if not self.segmenters:
            raise SettingError("name at least one segmenter")

    def __str__(self) -> str:
        return signature(",".join(self.segmenters), self.profile.signature, *self.profile.libraries(by_sentence=True))


@dataclass(frozen=True, slots=True)
class DocumentSegments(Result):
    """The segments of a document, each the sentences that it has."""

    id: str
    segmenter: str
    #: The number of the first sentence of every segment.
    starts: tuple[int, ...]
    segments: tuple[tuple[str, ...], ...]
    #: How many words each segment has.
    words: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.starts)

    def table(self) -> Table:
        return Table("segments", "", _COLUMNS, tuple(_rows(_record(self))), fold=True)


def segment_documents(examples: Iterable[Example], plan: SegmentPlan) -> Iterator[DocumentSegments | LeftOut]:
    """Divide every document with every segmenter."""

    def work(document: Document) -> list[DocumentSegments]:
        return [_divide(document, name, segmenter) for name, segmenter in plan.segmenters.items()]

    for result in over_documents(examples, plan, work, "segments", needs_references=False):
        yield from [result] if isinstance(result, LeftOut) else result


def _divide(document: Document, name: str, segmenter: Segmenter) -> DocumentSegments:
    starts = segmenter.segment(document.content)
    bounds = list(pairwise([*starts, len(document.sentences)]))
    return DocumentSegments(
        id=document.id,
        segmenter=name,
        starts=tuple(map(int, starts)),
        segments=tuple(document.sentences[first:last] for first, last in bounds),
        words=tuple(int(document.lengths[first:last].sum()) for first, last in bounds),
    )


class Segments(Results[DocumentSegments]):
    """The segments of a corpus: a `DocumentSegments` for each document and segmenter."""

    plan: SegmentPlan

    def table(self, *, stream: bool = False) -> Table:
        results = self.stream() if stream else self.complete()
        records = map(_record, results)
        return Table(
            "segments",
            records=records if stream else tuple(records),
            fields=("id", "segmenter", "starts"),
            line=lambda record: {**record, "starts": " ".join(map(str, record["starts"]))},
            views=self._views,
        )

    def _views(self, records: Iterable[dict[str, Any]]) -> Iterator[Table]:
        several = (Column("segmenter", about="what divided the document"),) if len(self.plan.segmenters) > 1 else ()
        rows = tuple(row for record in records for row in _rows(record))
        yield Table("segments", "", (Column("id"), *several, *_COLUMNS), rows, blocks=True, fold=True)


def _record(result: DocumentSegments) -> dict[str, Any]:
    segments = [
        {"first": first, "words": words, "sentences": list(sentences)}
        for first, words, sentences in zip(result.starts, result.words, result.segments, strict=True)
    ]
    return {"id": result.id, "segmenter": result.segmenter, "starts": list(result.starts), "segments": segments}


def _rows(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, segment in enumerate(record["segments"], 1):
        first, sentences = segment["first"], segment["sentences"]
        last = first + len(sentences) - 1
        text = joined(sentences[0])
        yield {
            "id": record["id"],
            "segmenter": record["segmenter"],
            "segment": number,
            "sentences": str(first) if first == last else f"{first}–{last}",
            "words": segment["words"],
            "begins": text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()} …",
        }


_COLUMNS = (
    Column("segment", kind="number", about="its number within the document"),
    Column("sentences", kind="number", about="its sentences, counted from 0"),
    Column("words", kind="number"),
    Column("begins", about="how its first sentence begins"),
)
