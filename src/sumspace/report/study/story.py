"""The story that a page tells is made of chapters."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Chapter"]


class Chapter(NamedTuple):
    """A part of a page: what there is to see and how to read it, its tables, and how its figures' names begin.

    It is left out where it has none of its tables and figures; a chapter that names none is text alone.
    """

    heading: str
    text: str
    tables: tuple[str, ...] = ()
    figures: str = ""
