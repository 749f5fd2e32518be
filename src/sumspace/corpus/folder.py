"""Folders of plain text in UTF-8.

    documents/ID.txt     a document; the documents of a topic are documents/TOPIC/DOC.txt
    references/ID.txt    a reference; several are references/ID.REF.txt or references/REF/ID.txt
    systems/NAME/ID.txt  the summary of a system, or systems/ID.NAME.txt

The ending .txt, .text or .md is no part of a name and may be missing; files that begin with a dot are passed over.
IDs may hold dots; REF and NAME may where they are folders. Titles, sections and judgements have no place here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.corpus.records import Record, read_text, unreadable
from sumspace.corpus.summary_files import Kind, distinct, is_topic, name_of, read_summaries
from sumspace.errors import CorpusError, Problem
from sumspace.files import file_name, is_special, new_folder, write_file

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping
    from pathlib import Path

    from sumspace.corpus.model import Document, Example
    from sumspace.corpus.records import Progress
    from sumspace.text.passage import Passage

__all__ = ["read", "write"]

_KINDS: tuple[Kind, ...] = ("references", "systems")


def read(path: Path, progress: Progress | None = None) -> Iterator[Record | Problem]:
    """Yield one record for each document or topic, in the order of their ids."""
    documents: dict[str, Path] = {}
    for entry in _documents(path):
        name = entry.name if entry.is_dir() else name_of(entry)
        if documents.setdefault(name, entry) != entry:
            yield Problem(
                str(entry), f"there is already {documents[name].name} with the id {name!r}; rename one of the two"
            )
    summaries: dict[str, dict[tuple[Kind, str], Path]] = {name: {} for name in documents}
    for kind in _KINDS:
        for found in _summary_files(path / kind):
            place = found if isinstance(found, Problem) else _place(*found, kind, documents)
            if isinstance(place, Problem):
                yield place
                continue
            name, author, file = place
            first = summaries[name].setdefault((kind, author), file)
            if first != file:
                yield Problem(
                    str(file), f"the same author has another summary of {name!r}: {first}; keep one of the two"
                )
    for done, name in enumerate(sorted(documents), start=1):
        yield from _example(name, documents[name], summaries[name])
        if progress:
            progress(done / len(documents))


def _example(name: str, entry: Path, files: Mapping[tuple[Kind, str], Path]) -> Iterator[Record | Problem]:
    try:
        body, problems = _topic(entry) if entry.is_dir() else ({"text": _text(entry)}, [])
    except CorpusError as error:
        yield error.problem
        return
    fields, more = read_summaries(files, _text)
    yield from problems
    yield from more
    if body:
        yield Record({"id": name, **body, **fields}, str(entry))


def _topic(folder: Path) -> tuple[dict[str, Any], list[Problem]]:
    documents, problems = [], []
    for file in _entries(folder):
        try:
            text = _text(file)
        except CorpusError as error:
            problems.append(error.problem)
            continue
        if text.strip():
            documents.append({"id": name_of(file), "text": text})
        else:
            problems.append(Problem(str(file), "is empty; a document needs at least one sentence"))
    if not documents and not problems:
        problems.append(Problem(str(folder), "there are no documents in it; put one file for each here"))
    return ({"documents": documents} if documents else {}), problems


def _documents(path: Path) -> list[Path]:
    folder = path / "documents"
    if folder not in _entries(path):
        raise CorpusError(
            Problem(str(path), "there is no folder 'documents' in it; put one text file a document there")
        )
    entries = _entries(folder)
    if not entries:
        raise CorpusError(Problem(str(folder), "there are no documents in it; put one text file a document here"))
    return entries


def _summary_files(folder: Path, author: str = "") -> Iterator[tuple[Path, str] | Problem]:
    """Find summaries, each with its author where that is the name of a folder."""
    if not folder.exists():
        return
    try:
        entries = _entries(folder)
    except CorpusError as error:
        yield error.problem
        return
    for entry in entries:
        if entry.is_dir() and not author:
            yield from _summary_files(entry, entry.name)
        else:
            yield entry, author


def _place(file: Path, author: str, kind: Kind, ids: Container[str]) -> tuple[str, str, Path] | Problem:
    """Say which document a summary is of and who wrote it."""
    name = name_of(file)
    if not author and name in ids:
        if kind == "systems":
            return Problem(str(file), f"it does not say which system wrote it; name it {name}.SYSTEM.txt")
        return name, "1", file
    if not author:
        name, _, author = name.rpartition(".")
    if name not in ids:
        return Problem(
            str(file), f"there is no document {name or author!r} for this summary; add it or rename the summary"
        )
    return name, author, file


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith(".") and not is_special(entry))
    except OSError as error:
        raise unreadable(str(folder), error) from None


def _text(file: Path) -> str:
    return read_text(file).removesuffix("\n")


def write(examples: Iterable[Example], folder: Path) -> None:
    """Write examples as a new folder; sentences become lines, and extracts the sentences they took."""
    with new_folder(folder) as draft:
        for example in distinct(examples):
            _write_documents(example, draft / "documents")
            file = f"{example.id}.txt"
            for reference in example.references:
                write_file(draft / "references" / file_name(reference.id) / file, _passage_text(reference.body))
            for system, summary in example.systems.items():
                body = example.resolve(summary, f"systems.{system}.extract")
                write_file(draft / "systems" / file_name(system) / file, _passage_text(body))


def _write_documents(example: Example, folder: Path) -> None:
    if not is_topic(example):
        write_file(folder / f"{example.id}.txt", _document_text(example.documents[0]))
        return
    for document in example.documents:
        write_file(folder / example.id / f"{file_name(document.id)}.txt", _document_text(document))


def _document_text(document: Document) -> str:
    given_as_sentences = all(section.body.sentences is not None for section in document.sections)
    return ("\n" if given_as_sentences else "\n\n").join(_passage_text(section.body) for section in document.sections)


def _passage_text(body: Passage) -> str:
    return body.text if body.sentences is None else "\n".join(" ".join(line.split()) for line in body.sentences)
