"""What a model says of the documents that it has seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["documents_in_words"]


def documents_in_words(domains: Iterable[str], corpus: str = "") -> str:
    """Say how many documents there are, of which corpus where it has a name, and how many of each domain.

    >>> documents_in_words(["legal", "", "legal"], "mine.jsonl")
    '3 documents of mine.jsonl (2 legal, 1 without domain)'
    """
    counts = Counter(domain or "without domain" for domain in domains)
    many = f"{counts.total()} document{'' if counts.total() == 1 else 's'}"
    each = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return f"{many}{f' of {corpus}' if corpus else ''} ({each})"
