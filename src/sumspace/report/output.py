"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table

from sumspace.errors import OutputError
from sumspace.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

__all__ = ["Format", "as_csv", "as_json_lines", "as_text", "deliver", "new_table", "terminal_width"]

Format = Literal["table", "json", "csv"]

_WIDEST = 1000


def as_json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """One JSON object a line."""
    return (json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def as_csv(records: Iterable[Mapping[str, Any]], columns: list[str]) -> Iterator[str]:
    """Give a header and a line for each record; what a record does not have is left empty."""
    for record in chain([dict(zip(columns, columns, strict=True))], records):
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(record.get(column) for column in columns)
        yield line.getvalue()


def new_table(title: str = "") -> Table:
    """Make an empty table in our one style."""
    return Table(
        box=box.SIMPLE_HEAD,
        title=title or None,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        collapse_padding=True,
    )


def terminal_width() -> int | None:
    """Return the width of the terminal that reads our output, if there is one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def as_text(parts: Iterable[Table | str], *, plain: bool = False, fold: bool = False) -> Iterator[str]:
    """Render tables and lines of text, with colours only for a terminal.

    Tables take the room they need, so that no number is cut off; with `fold` their texts are fitted to the terminal.
    """
    out = io.StringIO()
    colours = terminal_width() is not None and not plain
    width = terminal_width() if fold else None
    console = Console(
        file=out, force_terminal=colours, width=width or _WIDEST, highlight=False, markup=False, emoji=False
    )
    for part in parts:
        if isinstance(part, Table) and part.title:  # on a line of its own it is not folded to the width of the table
            console.print(part.title, style="bold", soft_wrap=True)
            part.title = None
        console.print(part, soft_wrap=isinstance(part, str))
    yield "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def deliver(lines: Iterable[str], path: Path | None = None) -> None:
    """Print lines as they come, or write them to a file."""
    if path is not None:
        with (
            replacing(path) as temporary,
            temporary.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as out,
        ):
            out.writelines(lines)
        return
    try:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is still in the buffer would be tried again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(f"standard output cannot be written: {error.strerror or error}") from None
