"""Pages as HTML: their frame, their tables, and names made safe."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from sumspace.report.study.style import STYLE
from sumspace.show.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.report.study.view import View

__all__ = ["as_html", "safe", "whole_page"]


def safe(text: str) -> str:
    """Make a name fit for the page, whatever signs it has."""
    return escape(clean(text))


def whole_page(title: str, body: Iterable[str], signature: str, style: str = "") -> Iterator[str]:
    """Write a page that stands alone, line by line, from the title to the signature."""
    yield f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<style>{STYLE}{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    yield from (f"{part}\n" for part in body)
    yield f"<footer>\n<p>To get the same numbers again:</p>\n<pre>{safe(signature)}</pre>\n</footer>\n"
    yield "</main>\n</body>\n</html>\n"


def as_html(view: View) -> Iterator[str]:
    """Write a table, its title above and its notes below."""
    if view.title:
        yield f"<h3>{safe(view.title)}</h3>"
    yield "<div class='wide'><table>\n<thead>"
    groups = [(name, len(list(some))) for name, some in groupby(group for group, _ in view.heads)]
    if any(group for group, _ in groups):
        cells = (f'<th colspan="{n}"{" class=group" if group else ""}>{safe(group)}</th>' for group, n in groups)
        yield f"<tr>{''.join(cells)}</tr>"
    names = "".join(f"<th{_side(view, column)}>{_line(name)}</th>" for column, (_, name) in enumerate(view.heads))
    yield f"<tr>{names}</tr>\n</thead>\n<tbody>"
    for place, row in enumerate(view.rows):
        cells = (f"<td{_side(view, column)}>{_cell(text)}</td>" for column, text in enumerate(row))
        yield f"<tr{' class=start' if view.begins_block(place) else ''}>{''.join(cells)}</tr>"
    yield "</tbody>\n</table></div>"
    if view.notes:
        yield f"<p class='note'>{' '.join(map(_line, view.notes))}</p>"


def _side(view: View, column: int) -> str:
    return "" if view.has_numbers(column) else " class=name"


def _line(text: str) -> str:
    return safe(" ".join(text.split()))


def _cell(text: str) -> str:
    """Write powers as such, and in full that a system is above all extracts."""
    full = {"above all": "above all extracts", "~above all": "above all extracts seen"}.get(text, text)
    return re.sub(r"^(~?)1-10\^-(\d+)$", r"\g<1>1 − 10<sup>−\2</sup>", safe(full))
