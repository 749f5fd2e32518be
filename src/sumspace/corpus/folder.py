"""Folders of plain text in UTF-8.

    documents/ID.txt     a document; the documents of a topic are documents/TOPIC/DOC.txt
    references/ID.txt    a reference; several are references/ID.REF.txt or references/REF/ID.txt
    systems/NAME/ID.txt  the summary of a system, or systems/ID.NAME.txt

The ending .txt, .text or .md is no part of a name and may be missing; files that begin with a dot are passed over.
IDs may hold dots; REF and NAME may where they are folders. Titles, sections and judgements have no place here.

A folder without documents/ in which there are text files is one of documents, too: ID.txt (ID.md where there is no
.txt) beside references/ and systems/, if there are any. A text file alone is one document.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from sumspace.corpus.model import NO_TEXT
from sumspace.corpus.records import Record, read_text, reading, watched
from sumspace.errors import CorpusError, CorpusNote, OutputError, Problem
from sumspace.files import is_special, new_folder
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping
    from pathlib import Path

    from sumspace.corpus.model import Example, Text
    from sumspace.corpus.records import Progress


#: What files of plain text end in.
ENDINGS = (".txt", ".text", ".md")
#: So many files that are not read are named.
_NAMED = 3


def read(path: Path, progress: Progress | None = None) -> Iterator[Record | Problem]:
    """Yield one record for each document or topic, in the order of their ids."""
    documents: dict[str, Path] = {}
    for entry in entries(path / "documents") if (path / "documents").is_dir() else _plain_documents(path):
        name = entry.name if entry.is_dir() else name_of(entry)
        if documents.setdefault(name, entry) != entry:
            message = f"there is already {documents[name].name} with the id {name!r}; rename one of the two"
            yield Problem(str(entry), message)
    if not documents:
        message = "there are no documents in it; put one text file a document here"
        raise CorpusError(Problem(str(path / "documents"), message))
    summaries: dict[str, dict[tuple[str, str], Path]] = {name: {} for name in documents}
    for kind in ("references", "systems"):
        for result in _summary_files(path / kind):
            summary = result if isinstance(result, Problem) else _summary_of(*result, kind, documents)
            if isinstance(summary, Problem):
                yield summary
                continue
            name, author, file = summary
            first = summaries[name].setdefault((kind, author), file)
            if first != file:
                message = f"the same author has another summary of {name!r}: {first}; keep one of the two"
                yield Problem(str(file), message)
    for name in watched(sorted(documents), len(documents), progress):
        yield from _record(name, documents[name], summaries[name])


def read_file(path: Path) -> Iterator[Record]:
    """Yield the one document that a text file is."""
    yield Record({"id": name_of(path), "text": _read(path)}, str(path))


def is_plain(path: Path) -> bool:
    """Tell whether a folder without documents/ has text files that are documents, and not markup."""
    texts = _text_files(path)
    return bool(texts) and not begins_as_markup(texts[0])


def _text_files(path: Path) -> list[Path]:
    files = [entry for entry in entries(path) if entry.is_file()]
    texts = [file for file in files if file.suffix in (".txt", ".text")]
    return texts or [file for file in files if file.suffix == ".md"]


def _plain_documents(path: Path) -> list[Path]:
    """Return the text files of a folder, and say which of its other files are not read."""
    texts = _text_files(path)
    others = [
        entry.name for entry in entries(path) if entry not in texts and entry.name not in ("references", "systems")
    ]
    if others:
        kinds = " and ".join(sorted({f"*{file.suffix}" for file in texts}))
        warnings.warn(f"{path}: {kinds} as documents; not read: {_listed(others)}", CorpusNote, stacklevel=3)
    return texts


def _listed(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def begins_as_markup(file: Path) -> bool:
    """Tell whether a file begins with a tag."""
    with reading(file), file.open("rb") as opened:
        return opened.read(64).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def _record(name: str, entry: Path, files: Mapping[tuple[str, str], Path]) -> Iterator[Record | Problem]:
    try:
        body, problems = _topic(entry) if entry.is_dir() else ({"text": _read(entry)}, [])
    except CorpusError as error:
        yield error.problem
        return
    fields, more = read_summaries(files, _read)
    yield from problems
    yield from more
    if body:
        yield Record({"id": name, **body, **fields}, str(entry))


def _topic(folder: Path) -> tuple[dict[str, Any], list[Problem]]:
    documents, problems = [], []
    for file in entries(folder):
        try:
            text = _read(file)
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


def _summary_files(folder: Path, author: str = "") -> Iterator[tuple[Path, str] | Problem]:
    """Find summaries, each with its author where that is the name of a folder."""
    try:
        files = entries(folder) if folder.exists() else []
    except CorpusError as error:
        yield error.problem
        return
    for entry in files:
        if entry.is_dir() and not author:
            yield from _summary_files(entry, entry.name)
        else:
            yield entry, author


def _summary_of(file: Path, author: str, kind: str, ids: Container[str]) -> tuple[str, str, Path] | Problem:
    """Say which document a summary is of and who wrote it."""
    name = name_of(file)
    if not author and name in ids:
        if kind == "systems":
            return Problem(str(file), f"it does not say which system wrote it; name it {name}.SYSTEM.txt")
        return name, "1", file
    if not author:
        name, _, author = name.rpartition(".")
    if name not in ids:
        message = f"there is no document {name or author!r} for this summary; add it or rename the summary"
        return Problem(str(file), message)
    return name, author, file


def entries(folder: Path) -> list[Path]:
    """Return what is in a folder, but for hidden files and devices."""
    with reading(folder):
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith(".") and not is_special(entry))


def _read(file: Path) -> str:
    return read_text(file).removesuffix("\n")


def name_of(file: Path) -> str:
    """Return what a text file is called; its ending is no part of the name."""
    return file.stem if file.suffix in ENDINGS else file.name


def read_summaries(
    files: Mapping[tuple[str, str], Path], load: Callable[[Path], str | list[str]]
) -> tuple[dict[str, Any], list[Problem]]:
    """Read the summaries of one example into a record's fields, and say which cannot be used."""
    references: list[dict[str, Any]] = []
    systems: dict[str, dict[str, Any]] = {}
    problems = []
    for (kind, author), file in sorted(files.items()):
        try:
            body = load(file)
        except CorpusError as error:
            problems.append(error.problem)
            continue
        field = {"text" if isinstance(body, str) else "sentences": body}
        if kind == "systems":
            systems[author] = field
        elif Passage.of(body):
            references.append({"id": author, **field})
        else:
            problems.append(Problem(str(file), "is empty; write the summary or leave the file out"))
    fields = {"references": references, "systems": systems}
    return {name: value for name, value in fields.items() if value}, problems


def write(examples: Iterable[Example], folder: Path) -> None:
    """Write examples as a new folder; sentences become lines, and extracts the sentences they took."""
    with new_folder(folder) as draft:
        for example in distinct(examples):
            check_text(example)
            for name, text in named_texts(example):
                in_sentences = all(section.body.sentences is not None for section in text.sections)
                bodies = (_passage_text(section.body) for section in text.sections)
                write_file(draft / "documents" / f"{name}.txt", ("\n" if in_sentences else "\n\n").join(bodies))
            file = f"{example.id}.txt"
            for reference in example.references:
                write_file(draft / "references" / _file_name(reference.id) / file, _passage_text(reference.body))
            for system in example.own_systems:
                write_file(draft / "systems" / _file_name(system) / file, _passage_text(example.summary(system)))


def check_text(example: Example) -> None:
    """Refuse to write a document without a text, which has no place in a folder of documents."""
    if not example.has_text:
        raise OutputError(f"{example.id!r} {NO_TEXT}, and a folder is one of texts; write .jsonl or .parquet")


def _passage_text(body: Passage) -> str:
    return body.text if body.sentences is None else "\n".join(" ".join(line.split()) for line in body.sentences)


def distinct(examples: Iterable[Example], key: Callable[[str], str] = str) -> Iterator[Example]:
    """Pass examples on whose ids can be files' names and, by their keys, differ."""
    seen = set()
    for example in examples:
        if key(_file_name(example.id)) in seen:
            raise OutputError(f"the id {example.id!r} stands twice; give each example its own")
        seen.add(key(example.id))
        yield example


def named_texts(example: Example) -> Iterator[tuple[str, Text]]:
    """Go through the texts with the names of their files; those of a topic have a folder."""
    if is_topic(example):
        yield from ((f"{example.id}/{_file_name(text.id)}", text) for text in example.texts)
    else:
        yield example.id, example.texts[0]


def is_topic(example: Example) -> bool:
    """Tell whether an example is a topic of documents that have names of their own."""
    return [text.id for text in example.texts] not in ([example.id], [""])


def _file_name(name: str) -> str:
    if not name or name.startswith(".") or "/" in name or "\0" in name:
        raise OutputError(f"{name!r} cannot be the name of a file; use ids without '/' that do not begin with '.'")
    return name


def write_file(path: Path, text: str) -> None:
    """Write a text file that is not there yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(f"{text}\n")
    except FileExistsError:
        raise OutputError(f"{path.parent.name}/{path.name} would be written twice; give each text its own id") from None
    except UnicodeEncodeError as error:
        raise OutputError(f"{path.parent.name}/{path.name}: cannot be UTF-8: {error.reason}") from None
