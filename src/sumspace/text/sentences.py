"""Sentences of raw text, by sentencex, inside paragraphs."""

from __future__ import annotations

import re

__all__ = ["lines", "paragraphs", "split"]

_ODD_SPACE = re.compile(r"[ \t\n\r\f\v]{2,}|[\t\n\r\f\v]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")


def paragraphs(text: str) -> list[str]:
    """Paragraphs stand between blank lines; in a text without blank lines, every line is one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    parts = _BLANK_LINE.split(text)
    if len(parts) == 1:
        parts = text.split("\n")
    # Only ASCII white space separates words for a length limit: a no-break space must stay.
    return [_ODD_SPACE.sub(" ", part).strip() for part in parts if part.strip()]


def split(text: str, language: str = "en") -> tuple[str, ...]:
    """Sentences of a text; none crosses a paragraph, and each is one line."""
    from sentencex import segment

    return tuple(
        sentence
        for paragraph in paragraphs(text)
        for piece in segment(language, paragraph)
        if (sentence := piece.strip())
    )


def lines(text: str) -> tuple[str, ...]:
    """Lines of a text that hold anything: one sentence per line, as ROUGE's SPL format has it."""
    return tuple(line for line in text.split("\n") if line)
