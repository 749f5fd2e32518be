"""Every format in which tables are put out: a new one is a function here and its name in `FORMATS`.

A function takes one table or several, the signature, whether the work was interrupted, whether the text is `plain`,
since it goes to no terminal, whatever standard output is, and whether there is a legend; it yields text piece by piece.
One table is put out as it is; of several, JSON says with each record which table it is of; the signature comes last.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from sumspace.errors import OutputError, SettingError, UnknownNameError
from sumspace.files import is_special, replacing
from sumspace.show.output import deliver
from sumspace.show.table import Table, columns_of
from sumspace.show.terminal import as_text
from sumspace.show.text import slug
from sumspace.show.views import shown_tables, with_legends

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import polars as pl

    from sumspace.show.table import Output, Record
    from sumspace.show.views import Tables


def render(
    tables: Tables,
    form: str = "table",
    *,
    signature: str = "",
    interrupted: bool = False,
    plain: bool = False,
    legend: bool = True,
) -> Iterator[str]:
    formats = FORMATS | _FOR_FILES
    if form not in formats:
        raise UnknownNameError("format", form, FORMATS)
    return formats[form](tables, signature=signature, interrupted=interrupted, plain=plain, legend=legend)


def _views(tables: Tables, output: Output, *, legend: bool) -> Iterator[Table]:
    return with_legends(shown_tables(tables, output)) if legend else shown_tables(tables, output)


def format_of(path: Path) -> str:
    """Return the format that the ending of a file's name stands for; a pipe or device is written to as text.

    >>> from pathlib import Path
    >>> format_of(Path("scores.md"))
    'markdown'
    """
    if is_special(path):
        return "table"
    if path.suffix.lower() not in ENDINGS:
        *most, last = ENDINGS
        raise SettingError(f"{path}: unknown format; the name of a file ends in {', '.join(most)} or {last}")
    return ENDINGS[path.suffix.lower()]


def as_json(tables: Tables, *, signature: str = "", interrupted: bool = False, **_: Any) -> Iterator[str]:
    """Put out one JSON object per line; of several tables each with the name of its table, the signature last."""
    if isinstance(tables, Table):
        records = iter(tables.records)
    else:
        named = ({"table": table.name, **record} for table in tables if table.is_in("json") for record in table.records)
        records = chain(named, [{"table": "signature", "signature": signature, "interrupted": interrupted}])
    return (json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def as_json_document(
    tables: Tables, *, signature: str = "", interrupted: bool = False, **_: Any
) -> Iterator[str]:  # fmt: skip
    """Put out one JSON value: of one table an array of its records; of several an object with all, and the signature.

    >>> print("".join(as_json_document(Table("t", records=[{"n": 1}, {"n": 2}]))), end="")
    [
    {"n": 1},
    {"n": 2}
    ]
    """
    if not isinstance(tables, Table):
        named = {table.name: list(table.records) for table in tables if table.is_in("json")}
        whole = {"signature": signature, "interrupted": interrupted, "tables": named}
        yield json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
        return
    before = "[\n"
    for record in tables.records:
        yield before + json.dumps(record, ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def as_csv(tables: Tables, **_: Any) -> Iterator[str]:
    """Put out a header and a line for each record; what a record does not have is left empty."""
    return _csv_lines(_only_one(tables, "CSV"))


def _only_one(tables: Tables, what: str) -> Table:
    if isinstance(tables, Table):
        return tables
    names = ", ".join(table.name for table in tables if table.is_in("csv"))
    raise SettingError(f"a {what} file holds one table, and there are several ({names}); write .json, or a folder")


def write_file(tables: Tables, form: str, path: Path, *, signature: str = "", **settings: Any) -> None:
    """Write tables to a file, whole or not at all."""
    if form != "parquet":
        deliver(render(tables, form, signature=signature, plain=True, **settings), path)
        return
    try:
        frame = _only_one(tables, "Parquet").frame()
    except UnicodeEncodeError as error:  # half of a surrogate pair, which JSON may have
        raise OutputError(f"{path}: cannot be written: {error}") from None
    with replacing(path) as temporary, temporary.open("wb") as file:
        frame.write_parquet(file)


def _csv_lines(table: Table) -> Iterator[str]:
    rows: Iterable[Record] = map(table.line, table.records)
    if table.fields is None:
        rows = list(rows)
    fields = columns_of(rows) if table.fields is None else list(table.fields)
    lines = iter(rows)
    first = list(islice(lines, 1))  # where the first record fails, no header stands before the error
    yield _csv_line(fields)
    for line in chain(first, lines):
        yield _csv_line(line.get(name) for name in fields)


def _csv_line(cells: Iterable[Any]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)  # which quotes both characters of its own line end
    return line.getvalue().removesuffix("\r\n") + "\n"


def as_markdown(tables: Tables, *, signature: str = "", legend: bool = True, **_: Any) -> Iterator[str]:
    """Show tables as GitHub renders them, their legend and notes below, then the signature."""
    between = ""
    for view in _views(tables, "text", legend=legend):
        paragraphs = [f"### {_in_markdown(view.title)}\n"] if view.title else []
        paragraphs += ["".join(_markdown_lines(view))] if view.columns else []
        entries = [f"- {_in_markdown(heading)}: {_in_markdown(about)}\n" for heading, about in view.legend]
        paragraphs += ["".join(entries)] if entries else []
        paragraphs += [_markdown_paragraph(note) for note in view.remarks if note]
        yield between + "\n".join(paragraphs)
        between = "\n"
    if signature:
        yield between + _markdown_paragraph(signature)


def _markdown_lines(table: Table) -> Iterator[str]:
    heads = [f"{column.group} {column.heading}" if table.header else "" for column in table.columns]
    yield _markdown_line(map(_in_markdown, heads))
    yield _markdown_line("--:" if column.kind == "number" else ":--" for column in table.columns)
    for row in table.rows():
        yield _markdown_line(map(_in_markdown, row.cells))


def _markdown_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _markdown_paragraph(text: str) -> str:
    r"""Write a paragraph that does not begin as a list or a rule does.

    >>> print(_markdown_paragraph("- No score."), _markdown_paragraph("1. The best."), sep="", end="")
    \- No score.
    1\. The best.
    """
    return re.sub(r"^(\d*)([-+=.)])", r"\1\\\2", _in_markdown(text)) + "\n"


def _in_markdown(text: str) -> str:
    r"""Write a text on one line so that it is read as it is, whatever characters it has.

    >>> print(_in_markdown("a_b | <c>"))
    a\_b \| \<c\>
    """
    return re.sub(r"([\\`*_\[\]<>~|$&#])", r"\\\1", " ".join(text.split()))


#: How LaTeX writes characters that mean something to it, or that its usual fonts lack.
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "`": r"\textasciigrave{}", "≥": r"$\geq$", "≤": r"$\leq$", "−": "$-$", "–": r"\textendash{}",
    "…": r"\dots{}", "ρ": r"$\rho$", "τ": r"$\tau$", "χ": r"$\chi$", "²": r"\textsuperscript{2}",
}  # fmt: skip


def as_latex(tables: Tables, *, signature: str = "", legend: bool = True, **_: Any) -> Iterator[str]:
    """Write a table environment with booktabs rules for each table, then the signature as a comment."""
    for view in _views(tables, "text", legend=legend):
        below = [*(f"{heading}: {about}" for heading, about in view.legend), *view.remarks]
        notes = "".join(f"\\par\\smallskip\\footnotesize {_in_latex(note)}\n" for note in below if note)
        if view.columns:
            caption = f"\\caption{{{_in_latex(view.title)}}}\n" if view.title else ""
            label = f"\\label{{tab:{slug(view.name)}}}\n"
            body = "".join(f"{line}\n" for line in _latex_lines(view))
            yield f"\\begin{{table}}\n\\centering\n{caption}{label}{body}{notes}\\end{{table}}\n"
        else:
            yield notes
    if signature:
        yield f"% {' '.join(signature.split())}\n"


def _latex_lines(table: Table) -> Iterator[str]:
    yield f"\\begin{{tabular}}{{{''.join('r' if column.kind == 'number' else 'l' for column in table.columns)}}}"
    yield r"\toprule"
    if table.groups():
        yield _latex_line(f"\\multicolumn{{{n}}}{{c}}{{{_in_latex(group)}}}" for group, n in table.groups())
        first = 1
        for group, number in table.groups():
            if group:
                yield f"\\cmidrule(lr){{{first}-{first + number - 1}}}"
            first += number
    if table.header:
        yield _latex_line(_in_latex(column.heading) for column in table.columns)
        yield r"\midrule"
    for place, row in enumerate(table.rows()):
        if place and row.begins_block:
            yield r"\addlinespace"
        yield _latex_line(map(_in_latex, row.cells))
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _latex_line(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"


def _in_latex(text: str) -> str:
    r"""Write a text on one line so that it is set as it is, whatever characters it has.

    >>> print(_in_latex("50% of a_b"), _in_latex("*--x"))
    50\% of a\_b {}*-{}-x
    """
    escaped = "".join(_LATEX.get(sign, sign) for sign in " ".join(text.split()))
    escaped = re.sub(r"-(?=-)", "-{}", escaped)  # two of them would be a dash
    return f"{{}}{escaped}" if escaped.startswith(("[", "*")) else escaped  # which the end of a row takes for its own


def as_html(tables: Tables, *, signature: str = "", legend: bool = True, **_: Any) -> Iterator[str]:
    from sumspace.show.page import tables_page

    yield tables_page(list(_views(tables, "page", legend=legend)), signature)


def as_frame(table: Table) -> pl.DataFrame:
    """Make a data frame of the records, with the fields that CSV has if these are given."""
    import polars as pl

    records: list[Record] = list(table.records)
    if table.fields is not None:
        records = list(map(table.line, records))
    fields = columns_of(records) if table.fields is None else table.fields
    series = [pl.Series(name, [_fitting(record.get(name)) for record in records], strict=False) for name in fields]
    return pl.DataFrame(series)


def _fitting(value: Any) -> Any:
    if not isinstance(value, int) or -(2**63) <= value < 2**63:
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


FORMATS: dict[str, Callable[..., Iterator[str]]] = {
    "table": as_text, "json": as_json, "csv": as_csv, "markdown": as_markdown, "latex": as_latex, "html": as_html,
}  # fmt: skip

#: Formats that the names of files ask for alone.
_FOR_FILES: dict[str, Callable[..., Iterator[str]]] = {"json-document": as_json_document}

#: The formats of files by the endings of their names; Parquet is no text, and `write_file` writes it.
ENDINGS = {
    ".txt": "table", ".csv": "csv", ".json": "json-document", ".jsonl": "json", ".parquet": "parquet",
    ".md": "markdown", ".tex": "latex", ".html": "html",
}  # fmt: skip
