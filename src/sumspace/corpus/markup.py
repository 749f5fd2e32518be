"""From SGML to text, by regular expressions: what DUC distributed is often not well-formed."""

from __future__ import annotations

import html
import re
from textwrap import dedent
from typing import TYPE_CHECKING

from sumspace.corpus.records import unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["elements", "has_sentences", "one_line", "pieces", "plain", "prose", "read_markup", "sentences"]

_CHUNK = 1 << 20
_SENTENCE = re.compile(r"</?s(?=[\s>])[^>]*>", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:p|br|s)(?=[\s/>])[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[/!?]?[a-z-][^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(#?\w+);")


def read_markup(file: Path) -> str:
    """Read a whole file."""
    return "".join(pieces(file))


def pieces(file: Path, element: str = "") -> Iterator[str]:
    """Read a file, however long, in pieces that end with the end tag of an element (in one piece without)."""
    end = re.compile(rf"</{element}\s*>".encode(), re.IGNORECASE) if element else None
    waiting = b""
    try:
        with file.open("rb") as source:
            while chunk := source.read(_CHUNK):
                searched = max(0, len(waiting) - 64)  # an end tag may begin in one chunk and end in the next
                waiting += chunk
                while end and (match := end.search(waiting, searched)):
                    yield _decoded(waiting[: match.end()])
                    waiting, searched = waiting[match.end() :], 0
    except OSError as error:
        raise unreadable(str(file), error) from None
    yield _decoded(waiting)


def _decoded(content: bytes) -> str:
    """Decode what may be Latin-1, as DUC's files often are."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def elements(markup: str, names: str) -> list[str]:
    """Return what stands inside the elements of these names (separated by |), in any case."""
    pattern = rf"<({names})(?=[\s>])[^>]*>(.*?)</\1\s*>"
    return [match[2] for match in re.finditer(pattern, markup, re.IGNORECASE | re.DOTALL)]


def has_sentences(markup: str) -> bool:
    """Tell whether sentences are marked with <S>."""
    return bool(_SENTENCE.search(markup))


def sentences(markup: str) -> list[str]:
    """Return the sentences that are marked with <S>, and what stands between them."""
    return [sentence for sentence in map(one_line, _SENTENCE.split(markup)) if sentence]


def one_line(markup: str) -> str:
    """Return the text on one line."""
    return " ".join(plain(markup).split())


def prose(markup: str) -> str:
    """Join the lines of each paragraph; paragraphs begin after a blank line or with an indented one."""
    paragraphs = re.split(r"\n(?=\s)", dedent(plain(markup)))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())


def plain(markup: str) -> str:
    """Return the text without tags and entities, its lines as they are."""
    return _ENTITY.sub(_character, _TAG.sub("", _BREAK.sub("\n\n", markup)))


def _character(entity: re.Match[str]) -> str:
    return html.unescape(entity[0].lower() if entity[1].isupper() else entity[0])
