"""Systems from other files: JSONL with ids, a folder of ID.txt, or a text file with a line for each document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from sumspace.corpus import jsonl, table
from sumspace.corpus.folder import entries, name_of
from sumspace.corpus.model import Summary
from sumspace.corpus.records import existing, read_text
from sumspace.corpus.schema import to_summary
from sumspace.errors import CorpusError, Problem
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike
    from pathlib import Path

    from sumspace.corpus.model import Example


#: The files that systems' summaries are read from, by the names of the systems.
Peers: TypeAlias = "Mapping[str, str | PathLike[str]]"


@dataclass(frozen=True, slots=True)
class _Peer:
    """A system's summaries, by the ids of the documents or, where its file has none, their places, counted from 0."""

    file: str
    summaries: Mapping[str, Summary] | Mapping[int, Summary]
    has_ids: bool = True

    def summary_of(self, id_: str, place: int) -> Summary | None:
        key: Any = id_ if self.has_ids else place
        return self.summaries.get(key)

    def check(self, documents: int, unused: Iterable[Any]) -> None:
        """Raise if there is a summary of a document that the corpus does not have, or not one line for each."""
        count = len(self.summaries)
        if not self.has_ids and count != documents:
            message = f"has {count} summaries, a line each, for the {documents} documents of the corpus"
            raise CorpusError(Problem(self.file, message))
        for id_ in unused:
            summary: Summary = self.summaries[id_]
            message = f"there is no document {id_!r} in the corpus; take the summary out or correct its id"
            raise CorpusError(Problem(summary.file, message, summary.line, "id"))


def attach(examples: Iterable[Example], peers: Peers) -> Iterator[Example]:
    """Yield examples with the peers' summaries among their systems, and check at the end that all were used.

    A peer replaces the system of the corpus that has its name, in the same place; others follow in their order. Where a
    peer has no summary of a document, nothing is attached. The examples' records stay as they are.
    """
    files = {name: _read(path) for name, path in peers.items()}
    # The ids of summaries that are still to be used, and not those of a corpus, which may have any number.
    unused = {name: dict.fromkeys(peer.summaries if peer.has_ids else ()) for name, peer in files.items()}
    documents = 0
    for documents, example in enumerate(examples, 1):
        summaries = {name: peer.summary_of(example.id, documents - 1) for name, peer in files.items()}
        attached = {name: summary for name, summary in summaries.items() if summary is not None}
        for ids in unused.values():
            ids.pop(example.id, None)
        yield replace(example, systems={**example.systems, **attached}) if attached else example
    for name, peer in files.items():
        peer.check(documents, unused[name])


def _read(file: str | PathLike[str]) -> _Peer:
    path = existing(file)
    if path.is_dir():
        peer = _Peer(str(path), _by_id(_in_folder(path)))
    elif path.suffix in table.SUFFIXES:
        message = "summaries are read from JSONL, from a folder, or from a text file with a line for each document"
        raise CorpusError(Problem(str(path), message))
    elif path.suffix in (".gz", ".json", ".jsonl", ".ndjson"):
        peer = _Peer(str(path), _by_id(_in_jsonl(path)))
    else:
        text = read_text(path).removesuffix("\n")
        lines = enumerate(text.split("\n") if text else ())
        peer = _Peer(str(path), {i: Summary(Passage(line), None, str(path), i + 1) for i, line in lines}, has_ids=False)
    if not peer.summaries:
        raise CorpusError(Problem(str(path), "is empty; there is not one summary in it"))
    return peer


def _in_folder(folder: Path) -> Iterator[tuple[str, Summary]]:
    for file in entries(folder):
        if file.is_file():
            yield name_of(file), Summary(Passage(read_text(file)), file=str(file))


def _in_jsonl(path: Path) -> Iterator[tuple[str, Summary]]:
    for record in jsonl.read(path):
        summary = [record] if isinstance(record, Problem) else to_summary(record)
        if isinstance(summary, list):
            raise CorpusError(summary[0])
        yield summary


def _by_id(summaries: Iterable[tuple[str, Summary]]) -> dict[str, Summary]:
    by_id: dict[str, Summary] = {}
    for id_, summary in summaries:
        if by_id.setdefault(id_, summary) is not summary:
            message = f"there is already a summary of {id_!r}; give one a document"
            raise CorpusError(Problem(summary.file, message, summary.line, "id"))
    return by_id
