"""XML that others wrote: elements with their lines, no entities of its own, nothing fetched from anywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from sumspace.corpus.records import unreadable
from sumspace.errors import CorpusError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Element", "read_xml"]

_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)")
_UTF16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")


@dataclass(slots=True)
class Element:
    """An element, the text directly in it, and the line on which it begins."""

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> Iterator[Element]:
        """Go through the elements of a name that are directly in this one."""
        return (child for child in self.children if child.name == name)


def read_xml(file: Path) -> Element:
    """Read a whole file and return its outermost element.

    A document type may stand at the top, but files that define entities are refused: a few lines of these can stand for
    any amount of text, or for other files.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise unreadable(str(file), error) from None
    parser = expat.ParserCreate()
    top = Element("", 0)
    open_elements = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name, parser.CurrentLineNumber, attributes)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def data(text: str) -> None:
        open_elements[-1].text += text

    def entity(name: str, *_: object) -> NoReturn:
        message = f"defines the entity {name!r}, and such files are not read; write out what it stands for"
        raise CorpusError(Problem(str(file), message, parser.CurrentLineNumber))

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = data, entity
    try:
        parser.Parse(_decoded(content), True)
    except expat.ExpatError as error:
        message = f"broken XML at column {error.offset + 1} ({expat.ErrorString(error.code)})"
        raise CorpusError(Problem(str(file), message, error.lineno)) from None
    except (LookupError, ValueError) as error:
        raise CorpusError(Problem(str(file), f"cannot be read as XML ({error}); save it as UTF-8")) from None
    return top.children[0]


def _decoded(content: bytes) -> bytes | str:
    """Decode what says, or does not deny, that it is UTF-8, which may still be Latin-1, and leave the rest to expat."""
    declared = _ENCODING.match(content.removeprefix(b"\xef\xbb\xbf").lstrip()[:200])
    if content.startswith(_UTF16) or (declared and declared[1].lower() not in (b"utf-8", b"utf8")):
        return content
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")
