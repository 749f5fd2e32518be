"""Corpora as the server stores them: a file of JSON lines, with the list of documents and the span of each record."""

from __future__ import annotations

import gzip
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sumspace.corpus.model import to_record
from sumspace.corpus.source import read
from sumspace.errors import CorpusError, TooLargeError
from sumspace.web.worker import encoded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sumspace.tasks.task import Progress

    #: Byte offset and size of a record.
    Span = Sequence[int]

#: Limits of an upload: sentences (a document without any counts as one), and bytes when unpacked.
MOST_SENTENCES = 50_000
MOST_UNPACKED = 100 * 1024**2
#: Maximum length of an id; titles and domains are listed up to this length.
_LONGEST_ID = 1_000
_LONGEST_TITLE = 300
_BLOCK = 1024**2


@dataclass(frozen=True, slots=True)
class StoredCorpus:
    """A stored corpus: its file, its documents, and the spans of their records by document id."""

    id: str
    name: str
    file: Path
    documents: Sequence[Mapping[str, Any]]
    #: The documents as JSON, encoded once.
    listing: bytes
    spans: Mapping[str, Span]
    #: Hash of the records.
    digest: str
    #: Warnings of reading it.
    notes: Sequence[str]

    @classmethod
    def of(cls, id: str, file: Path, contents: Mapping[str, Any]) -> StoredCorpus:  # noqa: A002 - shadows the builtin
        """Make a stored corpus of a name and the result of `store`."""
        documents = contents["documents"]
        spans = {document["id"]: span for document, span in zip(documents, contents["spans"], strict=True)}
        notes = contents.get("notes", [])
        return cls(id, contents["name"], file, documents, encoded(documents), spans, contents["digest"], notes)


def read_record(file: Path, span: Span) -> dict[str, Any]:
    """Return the record at this span."""
    start, size = span
    with file.open("rb") as opened:
        opened.seek(start)
        record: dict[str, Any] = json.loads(opened.read(size))
    return record


def store_upload(upload: Path, into: Path, progress: Progress | None = None) -> dict[str, Any]:
    """Store an upload; one that is too large is refused before it fills memory or disk."""
    with upload.open("rb") as file, suppress(EOFError, OSError, zlib.error), gzip.GzipFile(fileobj=file) as unpacked:
        size = 0
        while block := unpacked.read(_BLOCK):
            size += len(block)
            _check_size(0, size)
    return store(upload, into, progress, is_upload=True)


def store(corpus: Any, into: Path, progress: Progress | None = None, *, is_upload: bool = False) -> dict[str, Any]:
    """Write a corpus to a file of records, and return its documents, their spans and a digest."""
    documents: list[dict[str, Any]] = []
    spans: list[Span] = []
    sentences, end, digest = 0, 0, sha256()
    with into.open("wb") as file:
        for example in read(corpus):
            if len(example.id) > _LONGEST_ID:
                raise example.error(f"has more than {_LONGEST_ID:,} characters; give a shorter one", "id")
            if example.is_raw and (misfits := example.misfits()):  # others are checked on reading
                raise CorpusError(misfits[0])
            own = example.sentences() if example.has_text else ()
            line = json.dumps(to_record(example)).encode() + b"\n"
            sentences += max(len(own), 1)
            if is_upload:
                _check_size(sentences, end + len(line))
            file.write(line)
            digest.update(line)
            documents.append(
                {
                    "id": example.id,
                    "domain": example.domain[:_LONGEST_TITLE],
                    "title": example.title[:_LONGEST_TITLE],
                    "sentences": len(own),
                    "words": sum(len(sentence.split()) for sentence in own),
                    "references": len(example.references),
                    "systems": len(example.systems),
                }
            )
            spans.append((end, len(line)))
            end += len(line)
            if progress is not None:
                progress("documents", len(documents), 0)
    return {"documents": documents, "spans": spans, "digest": digest.hexdigest()}


def _check_size(sentences: int, size: int) -> None:
    if sentences > MOST_SENTENCES or size > MOST_UNPACKED:
        raise TooLargeError(
            f"the corpus is too large to upload: more than {MOST_SENTENCES:,} sentences or {MOST_UNPACKED >> 20} MB "
            "unpacked; name the file on the command line instead: sumspace serve FILE"
        )
