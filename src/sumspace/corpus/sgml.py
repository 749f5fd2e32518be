"""The SGML of the Document Understanding Conferences: <DOC> elements in files, with one folder for each docset.

Summaries are known by their names, DOCSET.TYPE.SIZE.SELECTOR.AUTHOR: D0601.M.250.A.B is of all documents of the
docset, in the folder D0601 or D0601A; D061.P.100.J.B.AP900424-0035 is of one document. Authors are letters
(people: references) or numbers (systems).

DUC 2001 and 2002 have both types, in several sizes; 2003 and 2004 add very short summaries of one document (P.10);
the main tasks of 2005 to 2007 have M.250 alone; TAC's D0901-A.M.100.A.B is of the folder D0901A-A. Summaries of several
sizes make one example for each, ID.SIZE; a document of two docsets is DOCNO in the first, FOLDER.DOCNO in the second.
"""

from __future__ import annotations

import html
import os
import re
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumspace.corpus.folder import check_text, distinct, is_topic, named_texts, read_summaries, write_file
from sumspace.corpus.markup import elements, one_line, pieces, plain, prose, sentences
from sumspace.corpus.records import Record, unreadable, watched
from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.files import is_special, new_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sumspace.corpus.model import Example, Text
    from sumspace.corpus.records import Progress
    from sumspace.text.passage import Passage

    #: The files of summaries, by size and author.
    _Sizes = dict[str, dict[tuple[str, str], Path]]


_NAME = re.compile(
    r"(?P<docset>[a-z]\w*(?:-\w+)?)\.(?:M|(?P<one>P))\.(?P<size>\w+)\.(?P<selector>[a-z]+)\.(?P<author>[a-z]+|[0-9]+)"
    r"(?(one)\.(?P<docno>.+?))(?:\.(?:html?|txt|spl))?",
    re.IGNORECASE,
)
#: What lies in distributions beside the documents.
_BESIDE = re.compile(r"\..*|readme.*|.*\.dtd", re.IGNORECASE)
_ENDING = re.compile(r"\.(?:s|sgml?|xml|html?|txt)$", re.IGNORECASE)
_DOC = re.compile(r"<doc(?=[\s>])([^>]*)>(.*?)(</doc\s*>|(?=<doc[\s>])|\Z)", re.IGNORECASE | re.DOTALL)
_ID = re.compile(r"""\b(?:doc)?id\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)


def read(path: Path, progress: Progress | None = None) -> Iterator[Record | Problem]:
    """Yield the documents of a file or folder, as topics or one by one, depending on what their summaries are of."""
    files, problems = _walk(path)
    yield from problems
    names = {file: name for file in files if (name := SummaryName.parse(file.name))}
    sources = [file for file in files if file not in names]
    summaries = _Summaries()
    yield from summaries.enter(names, {file.parent.name.lower() for file in sources})
    homes, ids = set(), set[str]()
    for folder, group in groupby(watched(sources, len(sources), progress), key=lambda file: file.parent):
        home = folder.name.lower()
        if home in homes and home in summaries.docsets:
            yield Problem(str(folder), "there is another folder of this docset; keep one of the two")
        else:
            yield from _folder(folder, group, summaries, ids)
        homes.add(home)
    for file in (file for sizes in summaries.files.values() for files in sizes.values() for file in files.values()):
        message = f"there is no document {names[file].docno!r} for this summary; add it or leave this out"
        yield Problem(str(file), message)


@dataclass(frozen=True, slots=True)
class SummaryName:
    """The name of a summary; a DOCNO makes it one of a single document (TYPE P), otherwise of a docset (TYPE M)."""

    docset: str
    size: str
    selector: str
    author: str
    docno: str

    @classmethod
    def parse(cls, text: str) -> SummaryName | None:
        match = _NAME.fullmatch(text)
        return match and cls(match["docset"], match["size"], match["selector"], match["author"], match["docno"] or "")

    def __str__(self) -> str:
        start = f"{self.docset}.{'P' if self.docno else 'M'}.{self.size}.{self.selector}.{self.author}"
        return f"{start}.{self.docno}" if self.docno else start

    @property
    def kind(self) -> str:
        return "systems" if self.author.isdigit() else "references"

    def home(self, folders: set[str]) -> str:
        """Return which of these folders is the docset's, or nothing."""
        stem, dash, update = self.docset.lower().partition("-")
        names = (f"{stem}{dash}{update}", f"{stem}{self.selector.lower()}{dash}{update}")
        return next((folder for folder in names if folder in folders), "")


@dataclass(frozen=True, slots=True)
class _Summaries:
    """The summaries that wait for their documents, by folder and DOCNO; one without a DOCNO is of the whole folder."""

    files: dict[tuple[str, str], _Sizes] = field(default_factory=dict)
    #: The docsets that have folders, as the names of their summaries write them.
    docsets: dict[str, str] = field(default_factory=dict)

    def enter(self, names: Mapping[Path, SummaryName], folders: set[str]) -> Iterator[Problem]:
        for file, name in names.items():
            home = name.home(folders)
            if home:
                self.docsets.setdefault(home, name.docset)
            elif not name.docno:
                message = f"there is no docset {name.docset!r} for this summary; add a folder of that name"
                yield Problem(str(file), message)
                continue
            sizes = self.files.setdefault((home, name.docno.lower()), {})
            first = sizes.setdefault(name.size, {}).setdefault((name.kind, name.author), file)
            if first != file:
                yield Problem(str(file), f"the same author has another summary like this: {first}; keep one of the two")

    def take(self, home: str, docno: str = "") -> _Sizes:
        return self.files.pop((home, docno.lower()), {})


def _folder(folder: Path, files: Iterable[Path], summaries: _Summaries, ids: set[str]) -> Iterator[Record | Problem]:
    """Yield the documents of a folder that have summaries of their own or no docset's, then the docset."""
    home = folder.name.lower()
    whole = summaries.take(home)
    documents: dict[str, dict[str, Any]] = {}
    for document in (document for file in files for document in _documents(file)):
        if isinstance(document, Problem):
            yield document
            continue
        docno = document.data["id"]
        if docno in documents:
            yield Problem(document.file, f"{docno} stands twice in this folder; keep one of the two", document.line)
            continue
        documents[docno] = document.data if whole else {}
        own = summaries.take(home, docno) or summaries.take("", docno)
        if own or not whole:
            yield from _examples(document, own or {"": {}}, folder.name, ids)
    if whole and documents:
        data = {"id": summaries.docsets[home], "documents": list(documents.values())}
        yield from _examples(Record(data, str(folder)), whole, folder.name, ids)


def _examples(record: Record, sizes: _Sizes, folder: str, ids: set[str]) -> Iterator[Record | Problem]:
    for size in sorted(sizes, key=lambda size: (len(size), size)):
        name = record.data["id"] if len(sizes) == 1 else f"{record.data['id']}.{size}"
        if name in ids:
            name = f"{folder}.{name}"
        ids.add(name)
        fields, problems = read_summaries(sizes[size], _summary)
        yield from problems
        yield Record({**record.data, "id": name, **fields}, record.file, record.line)


def _walk(path: Path) -> tuple[list[Path], list[Problem]]:
    if path.is_file():
        return [path], []
    files: list[Path] = []
    errors: list[OSError] = []
    for folder, inner, names in os.walk(path, onerror=errors.append):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        paths = (Path(folder, name) for name in sorted(names) if not _BESIDE.fullmatch(name))
        files += [file for file in paths if not is_special(file)]
    if not files and errors:
        raise unreadable(str(path), errors[0])
    if not files:
        raise CorpusError(Problem(str(path), "there are no files in it; check the path"))
    return files, [unreadable(str(error.filename), error).problem for error in errors]


def _documents(file: Path) -> Iterator[Record | Problem]:
    is_empty, line = True, 1
    try:
        for piece in pieces(file, "doc"):
            at = 0
            for match in _DOC.finditer(piece, 0, piece.rfind(">") + 1):  # no tag ends behind it
                is_empty = False
                line, at = line + piece.count("\n", at, match.start()), match.start()
                yield _document(match, file, line)
            line += piece.count("\n", at)
    except CorpusError as error:
        yield error.problem
        return
    if is_empty:
        yield Problem(str(file), "no <DOC> in it, and its name is not that of a summary; leave it out")


def _document(match: re.Match[str], file: Path, line: int) -> Record | Problem:
    attributes, content, end = match.groups()
    if not end:
        return Problem(str(file), "this <DOC> is not closed; end it with </DOC>", line)
    parts = elements(content, "leadpara|lp|text")
    body = "\n".join(parts)
    if not parts:
        return Problem(str(file), "there is no <TEXT>…</TEXT> in this <DOC>; add it or leave the document out", line)
    if not one_line(body):
        return Problem(str(file), "the <TEXT> of this <DOC> is empty; a document needs at least one sentence", line)
    marked = sentences(body)
    text = {"sentences": marked} if marked else {"text": prose(body)}
    return Record({"id": _ENDING.sub("", file.name), **_header(attributes, content), **text}, str(file), line)


def _header(attributes: str, markup: str) -> dict[str, Any]:
    attribute = _ID.search(attributes)
    ids = [*elements(markup, "docno"), *elements(markup, "docid"), attribute[1] if attribute else ""]
    name = next((name for name in map(one_line, ids) if name), "")
    title = next(map(one_line, elements(markup, "headline|head|hl|title|h3")), "")
    date = next(map(one_line, elements(markup, "date|date_time")), "")
    header = {"id": name, "title": title, "source": {"date": date} if date else {}}
    return {key: value for key, value in header.items() if value}


def _summary(file: Path) -> str | list[str]:
    markup = "".join(pieces(file))
    linked = elements(markup, "a", attribute="href")
    if linked:
        return [sentence for sentence in map(one_line, linked) if sentence]
    parts = next((parts for name in ("sum", "text", "body") if (parts := elements(markup, name))), [markup])
    body = "\n".join(parts)
    return sentences(body) or plain(body).strip()


def write(examples: Iterable[Example], folder: Path) -> None:
    """Write examples as a new folder of docs, models and peers, all in sentences."""
    with new_folder(folder) as draft:
        for example in distinct(examples, str.lower):
            check_text(example)
            if is_topic(example) and not (example.references or example.own_systems):
                reason = "without summaries DUC's form cannot say that these documents are one topic"
                raise OutputError(f"{example.id}: {reason}")
            for name, text in named_texts(example):
                write_file(draft / "docs" / f"{name}.sgml", _doc(text, name.rpartition("/")[2]))
            _write_summaries(example, draft)


def _write_summaries(example: Example, folder: Path) -> None:
    """SIZE is the number of words of the longest summary."""
    bodies: list[tuple[str, str, Passage]] = [("references", r.id, r.body) for r in example.references]
    bodies += [("systems", system, example.summary(system)) for system in example.own_systems]
    size = str(max((len(" ".join(body.split()).split()) for *_, body in bodies), default=0))
    docset, docno = (example.id, "") if is_topic(example) else ("docs", example.id)
    for kind, author, body in bodies:
        name = SummaryName(docset, size, "A", author, docno)
        if name.kind != kind or SummaryName.parse(str(name)) != name:
            rule = "docsets are like D0601, references letters, systems numbers"
            raise OutputError(f"{name} is no DUC name of a summary: {rule}")
        write_file(folder / ("models" if kind == "references" else "peers") / str(name), _tagged(body.split()))


def _doc(text: Text, name: str) -> str:
    headline = f"<HEADLINE>{html.escape(text.title, quote=False)}</HEADLINE>\n" if text.title else ""
    body = [sentence for section in text.sections for sentence in section.body.split()]
    docno = f"<DOCNO>{html.escape(name, quote=False)}</DOCNO>\n"
    return f"<DOC>\n{docno}{headline}<TEXT>\n{_tagged(body)}\n</TEXT>\n</DOC>"


def _tagged(lines: Iterable[str]) -> str:
    return "\n".join(
        f'<S SNTNO="{number}">{html.escape(sentence, quote=False)}</S>' for number, sentence in enumerate(lines, 1)
    )
