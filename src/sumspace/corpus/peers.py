"""Summaries of one system that lie beside the corpus: JSONL with ids, a folder ID.txt, or a line a document."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sumspace.corpus import jsonl, table
from sumspace.corpus.model import Summary
from sumspace.corpus.records import read_text
from sumspace.corpus.schema import to_summary
from sumspace.corpus.summary_files import name_of
from sumspace.errors import CorpusError, Problem
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.corpus.model import Example

__all__ = ["Peer", "read_peer"]


@dataclass(slots=True)
class Peer:
    """A system's summaries, found by document id or by the document's place in the corpus."""

    name: str
    file: str
    by_id: dict[str, Summary] | None = None
    in_order: list[Summary] = field(default_factory=list)
    #: Where each id was given, for error messages.
    lines: dict[str, tuple[str, int | None]] = field(default_factory=dict)

    def find(self, example: Example, place: int, language: str = "en") -> Passage | None:
        """Return the summary of the example that is the corpus's place-th, counted from 0."""
        if self.by_id is None:
            return self.in_order[place].body if place < len(self.in_order) else None
        summary = self.by_id.get(example.id)
        if summary is None:
            return None
        try:
            return example.resolve(summary, "", language)
        except CorpusError as error:
            file, line = self.lines[example.id]
            raise CorpusError(replace(error.problem, file=file, line=line, field="extract")) from None

    def extract_of(self, example: Example) -> tuple[int, ...] | None:
        """Return the sentences that the summary of an example took, where that is known."""
        summary = (self.by_id or {}).get(example.id)
        return None if summary is None else summary.extract

    def check_against(self, ids: list[str]) -> None:
        """Raise if there is a summary for a document that the corpus does not have."""
        if self.by_id is None:
            if len(self.in_order) != len(ids):
                message = f"has {len(self.in_order)} summaries, a line each, for the {len(ids)} documents of the corpus"
                raise CorpusError(Problem(self.file, message))
            return
        known = set(ids)
        for id_ in self.by_id:
            if id_ not in known:
                file, line = self.lines[id_]
                message = f"there is no document {id_!r} in the corpus; take the summary out or correct its id"
                raise CorpusError(Problem(file, message, line, "id"))


def read_peer(name: str, path: Path) -> Peer:
    """Read a system's summaries."""
    peer = Peer(name, str(path), by_id={})
    if path.is_dir():
        for file in sorted(path.iterdir()):
            if file.is_file() and not file.name.startswith("."):
                _add(peer, name_of(file), Summary(Passage(read_text(file))), str(file), None)
    elif path.suffix in table.SUFFIXES:
        message = "summaries are read from JSONL, from a folder, or from a text file with a line for each document"
        raise CorpusError(Problem(str(path), message))
    elif path.suffix in (".gz", ".json", ".jsonl", ".ndjson"):
        for record in jsonl.read(path):
            found = [record] if isinstance(record, Problem) else to_summary(record)
            if isinstance(found, list):
                raise CorpusError(found[0])
            _add(peer, *found, record.file, record.line)
    else:
        peer.by_id = None
        lines = read_text(path).removesuffix("\n")
        peer.in_order = [Summary(Passage(line)) for line in lines.split("\n")] if lines else []
    if not (peer.by_id or peer.in_order):
        raise CorpusError(Problem(str(path), "is empty; there is not one summary in it"))
    return peer


def _add(peer: Peer, id_: str, summary: Summary, file: str, line: int | None) -> None:
    if peer.by_id is None or id_ in peer.lines:
        raise CorpusError(Problem(file, f"there is already a summary of {id_!r}; give one a document", line, "id"))
    peer.by_id[id_] = summary
    peer.lines[id_] = (file, line)
