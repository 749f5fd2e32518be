"""The SGML of the Document Understanding Conferences: <DOC> elements in files, with one folder for each docset.

Summaries are known by their names, DOCSET.TYPE.SIZE.SELECTOR.AUTHOR: D0601.M.250.A.B is of all documents of the
docset, in the folder D0601 or D0601A; D061.P.100.J.B.AP900424-0035 is of one document. Authors are letters
(people: references) or numbers (systems).

DUC 2001 and 2002 have both types, in several sizes; 2003 and 2004 add very short summaries of one document (P.10);
2005 to 2007 have M.250 alone. TAC's D0901-A.M.100.A.B is of the folder D0901A-A. Summaries of several sizes make one
example for each size, ID.SIZE; a document that is in two docsets is DOCNO in the first and FOLDER.DOCNO in the second.
"""

from __future__ import annotations

import html
import os
import re
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from sumspace.corpus.folder import distinct, file_name, is_topic, new_folder, read_summaries, write_file
from sumspace.corpus.records import Record, unreadable
from sumspace.errors import CorpusError, OutputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sumspace.corpus.folder import Kind
    from sumspace.corpus.model import Document, Example
    from sumspace.text.passage import Passage

    #: The files of summaries, by size and author.
    type _Sizes = dict[str, dict[tuple[Kind, str], Path]]

__all__ = ["read", "write"]

_NAME = re.compile(
    r"(?P<docset>[a-z]\w*(?:-\w+)?)\.(?:M|(?P<one>P))\.(?P<size>\w+)\.(?P<selector>[a-z]+)\.(?P<author>[a-z]+|[0-9]+)"
    r"(?(one)\.(?P<docno>.+?))(?:\.(?:html?|txt|spl))?",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\.(?:s|sgml?|xml|html?|txt)$", re.IGNORECASE)
_DOC = re.compile(r"<doc(?=[\s>])([^>]*)>(.*?)(</doc\s*>|(?=<doc[\s>])|\Z)", re.IGNORECASE | re.DOTALL)
_ID = re.compile(r"""\b(?:doc)?id\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_SENTENCE = re.compile(r"</?s(?=[\s>])[^>]*>", re.IGNORECASE)
_SEE_SENTENCE = re.compile(r"<a\s[^>]*\bhref\b[^>]*>(.*?)</a\s*>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"</?(?:p|br|s)(?=[\s/>])[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[/!?]?[a-z-][^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(#?\w+);")


@dataclass(frozen=True, slots=True)
class _Name:
    """What the name of a summary says."""

    docset: str
    size: str
    selector: str
    author: str
    docno: str

    @classmethod
    def parse(cls, text: str) -> _Name | None:
        match = _NAME.fullmatch(text)
        return match and cls(*match.group("docset", "size", "selector", "author"), match["docno"] or "")

    def __str__(self) -> str:
        start = f"{self.docset}.{'P' if self.docno else 'M'}.{self.size}.{self.selector}.{self.author}"
        return f"{start}.{self.docno}" if self.docno else start

    @property
    def kind(self) -> Kind:
        return "systems" if self.author.isdigit() else "references"

    def home(self, folders: set[str]) -> str:
        """Return which of these folders is the docset's, or nothing."""
        stem, dash, update = self.docset.lower().partition("-")
        own = (f"{stem}{dash}{update}", f"{stem}{self.selector.lower()}{dash}{update}")
        return next((folder for folder in own if folder in folders), "")


def read(path: Path) -> Iterator[Record | Problem]:
    """Yield the documents of a file or folder, together or one by one as their summaries ask for it."""
    files, problems = _walk(path)
    names = {file: name for file in files if (name := _Name.parse(file.name))}
    sources = [file for file in files if file not in names]
    index, more = _index(names, {file.parent.name.lower() for file in sources})
    yield from (*problems, *more)
    homes, done, ids = {home for home, _ in index}, set(), set()
    for folder, group in groupby(sources, key=lambda file: file.parent):
        home = folder.name.lower()
        if home in homes and home in done:
            yield Problem(str(folder), "there is another folder of this docset; keep one of the two")
            continue
        done.add(home)
        for found in _folder(folder, group, index):
            if isinstance(found, Record) and found.data["id"] in ids:
                found.data["id"] = f"{folder.name}.{found.data['id']}"
                if found.data["id"] in ids:
                    yield Problem(found.file, f"the id {found.data['id']!r} stands twice; keep one of the two", found.line)
                    continue
            if isinstance(found, Record):
                ids.add(found.data["id"])
            yield found
    for sizes in index.values():
        for file in (file for summaries in sizes.values() for file in summaries.values()):
            yield Problem(str(file), f"there is no document {names[file].docno} for this summary; add it or leave it out")
