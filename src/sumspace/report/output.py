"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import sys
from typing import TYPE_CHECKING, Any, Literal

from rich.console import Console

from sumspace.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from rich.console import RenderableType

__all__ = ["Format", "as_csv", "as_json_lines", "as_text", "deliver"]

Format = Literal["table", "json", "csv"]

#: Tables are as wide as the terminal; where there is none, as wide as they need to be, up to this.
_WIDTH = 160


def as_json_lines(records: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def as_csv(records: Iterable[Mapping[str, Any]], columns: list[str]) -> str:
    """Write a header and a line a record; what a record does not have is left empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def as_text(parts: Iterable[RenderableType], *, plain: bool) -> str:
    """Render tables and lines of text, with colours only for a terminal."""
    out = io.StringIO()
    terminal = sys.stdout.isatty() and not plain
    console = Console(file=out, force_terminal=terminal or None, width=None if terminal else _WIDTH, highlight=False)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str))
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def deliver(text: str, path: Path | None) -> None:
    """Print the text, or write it to a file."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8", errors="surrogatepass")
