"""Tables as text: on a terminal within its width, elsewhere as wide as they are.

Where a table is too wide for the terminal, columns that are marked as `wide` are hidden, which is said at the end; then
long texts take several lines; then the columns are divided into blocks that repeat the first ones. Numbers are never
cut.
"""

from __future__ import annotations

import io
import os
from dataclasses import replace
from itertools import groupby, takewhile
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

from sumspace.errors import shortened
from sumspace.show.output import terminal_width
from sumspace.show.table import Table
from sumspace.show.text import NOTE_WIDTH
from sumspace.show.views import shown_tables, with_legends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.table import Table as RichTable

    from sumspace.show.table import Column
    from sumspace.show.views import Tables


#: Where there is no terminal, lines are as long as tables are, but texts are folded in lines of so many characters.
_WIDEST = 1000
#: What is longer, such as a name that is a whole text, is shown with its beginning and its end.
_LONGEST_CELL = 100_000
#: Texts that are longer than so many characters may take several lines on a narrow terminal.
_FOLDED = 30
#: The edge of a table, and what is between two columns.
_EDGE, _BETWEEN = 2, 2


def as_text(
    tables: Tables, *, signature: str = "", plain: bool = False, legend: bool = True, **_: Any
) -> Iterator[str]:
    """Show tables as on a terminal, their legend and notes below, then the signature."""
    width = None if plain else terminal_width()
    hidden: dict[str, None] = {}

    def fitting() -> Iterator[Table]:
        for view in shown_tables(tables, "text"):
            fitted = _without_wide_columns(view, width)
            hidden.update(dict.fromkeys(_headings(column for column in view.columns if column not in fitted.columns)))
            yield fitted

    between = [] if isinstance(tables, Table) else [""]
    for view in with_legends(fitting()) if legend else fitting():
        blocks = [block for part in view.divided(view.side_by_side) for block in _blocks(part, width)]
        for block in blocks[:-1]:
            yield _printed(block, width)
        title = view.title if len(blocks) == 1 else ""
        yield _printed(replace(blocks[-1], title=title), width, view.legend, [*view.remarks, *between])
    if hidden:
        text = f"hidden at this width: {', '.join(hidden)}; use a wider terminal or --format csv"
        yield _printed(Table(""), width, (), [text, *between])
    if signature:
        yield _printed(Table(""), width, (), [signature], fold=False)


def _headings(columns: Iterable[Column]) -> list[str]:
    return [" ".join(f"{column.group} {column.heading}".split()) for column in columns]


def _without_wide_columns(table: Table, width: int | None) -> Table:
    """Hide the columns that are not needed on a terminal which is too narrow for all."""
    if width is None or table.fold or _room(table) <= width:
        return table
    return replace(table, columns=[column for column in table.columns if not column.wide])


def _cell_widths(table: Table) -> list[int]:
    """Return how many characters each column takes if no cell is folded, without headings over several columns."""
    from rich.cells import cell_len

    columns = list(zip(*(row.cells for row in table.rows()), strict=True)) or [()] * len(table.columns)
    widths = []
    for column, cells in zip(table.columns, columns, strict=True):
        heads = column.heading.split("\n") if table.header else []
        widest = max((cell_len(line) for cell in (*heads, *cells) for line in cell.split("\n")), default=0)
        widths.append(widest if column.width is None else min(widest, column.width))
    return widths


def _room(table: Table, folded: int | None = None, widths: Sequence[int] = ()) -> int:
    """Return how many characters wide a table is, whose cells have these widths; texts may be folded to so many."""
    from rich.cells import cell_len

    widths = list(widths or _cell_widths(table))
    # The heading over several columns widens them as a whole; here it is the first that grows.
    start = 0
    for group, number in table.groups():
        widths[start] = max(widths[start], cell_len(group))
        start += number
    own = [_folded(column, width, folded) for column, width in zip(table.columns, widths, strict=True)]
    return sum(own) + _EDGE + _BETWEEN * (len(own) - 1)


def _folded(column: Column, width: int, most: int | None) -> int:
    return width if most is None or column.kind == "number" else min(width, most)


def _blocks(table: Table, width: int | None) -> Iterator[Table]:
    """Divide the columns of a table that is too wide into blocks, each with the first columns, the names of the rows.

    Columns of one group stay together where they fit. The title stands over the first block.
    """
    if width is None or table.fold or not table.columns or _room(table, _FOLDED) <= width:
        yield table
        return
    widths = _cell_widths(table)

    def room(start: int, stop: int) -> int:
        """Return how wide a block is; a group that was divided has its heading in each block."""
        block = _block(table, lead, start, stop)
        return _room(block, _FOLDED, [*widths[:lead], *widths[start:stop]])

    names = len(list(takewhile(lambda column: column.kind == "text" and not column.group, table.columns)))
    lead = max(1, min(names, len(table.columns) - 1))
    while lead > 1 and room(lead, lead) > width // 2:
        lead -= 1
    spans = groupby(range(lead, len(table.columns)), key=lambda place: (table.columns[place].group or place, place)[0])
    start = lead
    for places in (list(places) for _, places in spans):
        steps = [places] if room(places[0], places[-1] + 1) <= width else [[place] for place in places]
        for step in steps:
            if room(start, step[-1] + 1) > width and step[0] > start:
                yield _block(table, lead, start, step[0])
                start = step[0]
    yield _block(table, lead, start, len(table.columns))


def _block(table: Table, lead: int, start: int, stop: int) -> Table:
    columns = (*table.columns[:lead], *table.columns[start:stop])
    return replace(table, columns=columns, title=table.title if start == lead else "")


def _printed(
    table: Table, width: int | None, legend: Iterable[tuple[str, str]] = (), lines: Iterable[str] = (),
    *, fold: bool = True,
) -> str:  # fmt: skip
    """Print a table, its legend and lines of text, with colours only for a terminal that wants them."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out,
        force_jupyter=False,  # in a notebook it would show the text, and return nothing
        force_terminal=width is not None,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        width=width or _WIDEST,
        highlight=False,
        markup=False,
        emoji=False,
    )
    if table.title:  # on a line of its own it is not folded to the width of the table
        console.print(_not_endless(table.title), style="bold", soft_wrap=True)
    if table.columns:
        # Where numbers alone are too wide, lines are longer than the terminal, and no number is cut.
        room = _room(table, 1 if width else _FOLDED)
        console.width = max(width or _WIDEST, room)
        console.print(_as_rich(table))
    for heading, about in legend:
        for line in _in_lines(f"{heading}: {about}", width or NOTE_WIDTH):
            console.print(line, style="dim", soft_wrap=True)
    for text in lines:
        longest = max(map(len, text.split("\n")))
        shown = _in_lines(text, width) if fold and width is not None and longest > width else [text]
        for line in shown:
            console.print(line, soft_wrap=True)
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def _in_lines(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _as_rich(table: Table) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    lines = box.SIMPLE_HEAD if table.header else None
    shown = RichTable(box=lines, show_header=table.header, pad_edge=False, collapse_padding=True)
    grouped, last = bool(table.groups()), ""
    for column in table.columns:
        heading = f"{column.group if column.group != last else ''}\n{column.heading}" if grouped else column.heading
        is_number = column.kind == "number"
        justify: Literal["left", "right"] = "right" if is_number else "left"
        style = "dim" if column.dim else None
        shown.add_column(heading, justify=justify, style=style, max_width=column.width, no_wrap=is_number)
        last = column.group
    for place, row in enumerate(table.rows()):
        if place and row.begins_block:
            shown.add_section()
        shown.add_row(*map(_not_endless, row.cells))
    return shown


def _not_endless(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else shortened(text)
