"""What things are called in tables, in figures and as files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["clean", "domain_label", "short", "slug", "slugs"]

_LONGEST = 40


def domain_label(domain: str | None) -> str:
    """Return the name of a domain, what stands for none, or what stands for all of them.

    >>> domain_label("law"), domain_label(""), domain_label(None)
    ('law', '-', 'all')
    """
    return "all" if domain is None else domain or "-"


def clean(text: str) -> str:
    """Make a name fit for a chart or a page: signs that cannot be printed are replaced."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def short(text: str, longest: int = _LONGEST) -> str:
    """Make a name fit for a chart, and cut a long one.

    >>> short("abcdef", 4)
    'abc…'
    """
    shown = clean(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def slug(text: str) -> str:
    """Make a name fit for a file."""
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-.")


def slugs(names: Iterable[str]) -> list[str]:
    """Return names for files, each its own.

    >>> slugs(["A b", "a-b-3", "a/b", "\N{GREEK SMALL LETTER ALPHA}"])
    ['a-b', 'a-b-3', 'a-b-3-3', 'domain']
    """
    found: list[str] = []
    for place, name in enumerate(names, 1):
        own = slug(name)[:_LONGEST] or "domain"
        while own in found:
            own = f"{own}-{place}"
        found.append(own)
    return found
