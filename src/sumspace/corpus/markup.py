"""Markup that others wrote: SGML to text, since DUC's is often not well-formed, and XML; both in linear time.

An SGML file may have any number of tags that are not closed: what is looked for ahead of each, such as its end, is
found by searches that never go back.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from sumspace.corpus.records import reading
from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_CHUNK = 1 << 20
_SENTENCE = re.compile(r"</?s(?=[\s>])[^>]*>", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:p|br|s)(?=[\s/>])[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[/!?]?[a-z-][^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(#?\w{1,32});")  # none that HTML knows is longer, nor any number of a sign
_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)")
_UTF16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")


def pieces(file: Path, element: str = "") -> Iterator[str]:
    """Read a file, however long, in pieces that end with the end tag of an element (in one piece without)."""
    end = re.compile(rf"</{element}\s*>".encode(), re.IGNORECASE) if element else None
    waiting = bytearray()
    with reading(file), file.open("rb") as source:
        while chunk := source.read(_CHUNK):
            searched = max(0, len(waiting) - 64)  # an end tag may begin in one chunk and end in the next
            waiting += chunk
            begin = 0
            for place in [match.end() for match in end.finditer(waiting, searched)] if end else ():
                yield _sgml_text(waiting[begin:place])
                begin = place
            del waiting[:begin]
    yield _sgml_text(waiting)


def _sgml_text(content: bytes | bytearray) -> str:
    return _decoded(content).replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes | bytearray) -> str:
    """Decode what may be Latin-1, as DUC's files often are."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def elements(markup: str, names: str, attribute: str = "") -> list[str]:
    """Return what stands inside the elements of these names (separated by |), in any case.

    An element goes from its tag, in which an attribute may be asked for, to the first end tag of its name, and one that
    has no end is none.
    """
    tags = re.compile(rf"<(?:{'|'.join(f'(?P<{name}>{name})' for name in names.split('|'))})(?=[\s>])", re.IGNORECASE)
    ends = {name: _Ahead(rf"</{name}\s*>", markup) for name in names.split("|")}
    closing, attributes = _Ahead(">", markup), _Ahead(rf"\b{attribute}\b", markup)
    contents: list[str] = []
    read = 0
    for tag in tags.finditer(markup):
        close = closing.first(tag.end()) if tag.start() >= read else None
        if close is None:
            continue
        named = attributes.first(tag.end() + 1) if attribute else close
        end = ends[tag.lastgroup or ""].first(close.end())
        if end is not None and named is not None and named.start() <= close.start():
            contents.append(markup[close.end() : end.start()])
            read = end.end()
    return contents


class _Ahead:
    """The first match from a place on, for places that only go forward: the text is searched once."""

    def __init__(self, pattern: str, text: str) -> None:
        self._matches = re.finditer(pattern, text, re.IGNORECASE)
        self._match = next(self._matches, None)

    def first(self, place: int) -> re.Match[str] | None:
        while self._match is not None and self._match.start() < place:
            self._match = next(self._matches, None)
        return self._match


def sentences(markup: str) -> list[str]:
    """Return the sentences that are marked with <S>, if any are, and what stands between them."""
    tagged, rest = _up_to_the_last_tag(markup)
    parts = _SENTENCE.split(tagged)
    parts[-1] += rest
    return [sentence for sentence in map(one_line, parts) if sentence] if len(parts) > 1 else []


def _up_to_the_last_tag(markup: str) -> tuple[str, str]:
    """Divide a text behind its last tag: the end of none has to be looked for in the rest."""
    place = markup.rfind(">") + 1
    return markup[:place], markup[place:]


def one_line(markup: str) -> str:
    return " ".join(plain(markup).split())


def prose(markup: str) -> str:
    """Join the lines of each paragraph; paragraphs begin after a blank line or with an indented one."""
    paragraphs = re.split(r"\n(?=\s)", dedent(plain(markup)))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())


def plain(markup: str) -> str:
    """Return the text without tags and entities, its lines as they are."""
    tagged, rest = _up_to_the_last_tag(markup)
    return _ENTITY.sub(_character, _TAG.sub("", _BREAK.sub("\n\n", tagged) + rest))


def _character(entity: re.Match[str]) -> str:
    return html.unescape(entity[0].lower() if entity[1].isupper() else entity[0])


@dataclass(slots=True)
class Element:
    """An element, the text directly in it, and the line on which it begins."""

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def all(self, name: str) -> Iterator[Element]:
        """Go through the elements of a name that are directly in this one."""
        return (child for child in self.children if child.name == name)


def read_xml(file: Path) -> Element:
    """Read a whole file and return its outermost element.

    A document type may stand at the top, but files that define entities are refused: a few lines of these can stand for
    any amount of text, or for other files.
    """
    with reading(file):
        content = file.read_bytes()
    parser = expat.ParserCreate()
    top = Element("", 0)
    open_elements = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name, parser.CurrentLineNumber, attributes)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def data(text: str) -> None:
        open_elements[-1].texts.append(text)

    def entity(name: str, *_: object) -> NoReturn:
        message = f"defines the entity {name!r}, and such files are not read; write out what it stands for"
        raise CorpusError(Problem(str(file), message, parser.CurrentLineNumber))

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: open_elements.pop()
    parser.CharacterDataHandler, parser.EntityDeclHandler = data, entity
    try:
        parser.Parse(_xml_text(content), True)
    except expat.ExpatError as error:
        message = f"broken XML at column {error.offset + 1} ({expat.ErrorString(error.code)})"
        raise CorpusError(Problem(str(file), message, error.lineno)) from None
    except (LookupError, ValueError) as error:
        raise CorpusError(Problem(str(file), f"cannot be read as XML ({error}); save it as UTF-8")) from None
    return top.children[0]


def _xml_text(content: bytes) -> bytes | str:
    """Decode what says, or does not deny, that it is UTF-8, which may still be Latin-1, and leave the rest to expat."""
    declared = _ENCODING.match(content.removeprefix(b"\xef\xbb\xbf").lstrip()[:200])
    is_other = content.startswith(_UTF16) or (declared and declared[1].lower() not in (b"utf-8", b"utf8"))
    return content if is_other else _decoded(content)
