"""Pages: the report of a study in a folder, with CSV files and figures, and tables as parts of any page."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.files import new_folder
from sumspace.show.formats import as_csv
from sumspace.show.text import clean
from sumspace.show.views import shown_tables, with_legends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from jinja2 import Environment
    from markupsafe import Markup

    from sumspace.show.charts import Figure
    from sumspace.show.drawing import Drawing
    from sumspace.show.table import Table


_TEMPLATES = Path(__file__).parent / "templates"


class Chapter(NamedTuple):
    """A part of a page: what there is to see and how to read it, its tables, and how its figures' names begin.

    It is left out where it has none of its tables and figures; a chapter that names none is text alone. A text with
    markup is a `Markup`, any other is escaped.
    """

    heading: str | Markup
    text: str | Markup
    tables: tuple[str, ...] = ()
    figures: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page beside the first one: a template that extends `page.html`, and the values it is filled with."""

    template: Path
    values: Mapping[str, Any] = field(default_factory=dict)


def write_report(
    folder: Path,
    report: Any,
    tables: Iterable[Table],
    figures: Mapping[str, Figure],
    story: Iterable[Chapter],
    pages: Mapping[str, Page],
) -> Path:
    """Write CSV files, figures and pages into a folder that is not there yet, and return the first page.

    The report says what else is on the page: `title`, `lead`, `findings()`, `left_out`, `stopped`, `signature`.
    """
    from sumspace.show.drawing import draw

    tables = [table.settled() for table in tables]
    files = {table.file or table.name: table for table in tables if table.records and table.is_in("csv")}
    with new_folder(folder, with_ledger=True) as draft:
        for name, table in files.items():
            _write(draft / f"{name}.csv", as_csv(table))
        drawings = draw(figures)
        for name, drawing in drawings.items():
            _write(draft / f"{name}.svg", [drawing.svg])
            (draft / f"{name}.png").write_bytes(drawing.png)
        chapters = list(_chapters(story, list(shown_tables(tables, "page")), drawings))
        first = Page(_TEMPLATES / "report.html", {"report": report, "chapters": chapters, "files": list(files)})
        for name, page in {"index.html": first, **pages}.items():
            _write(draft / name, [render_page(page.template, **page.values, signature=report.signature)])
    return folder / "index.html"


def _write(path: Path, parts: Iterable[str]) -> None:
    with path.open("wb") as file:
        file.writelines(part.encode("utf-8", "surrogatepass") for part in parts)


def _chapters(
    story: Iterable[Chapter], tables: Sequence[Table], drawings: Mapping[str, Drawing]
) -> Iterator[tuple[Chapter, list[Table], dict[str, Markup]]]:
    """Yield every chapter that has something to show, with its tables, and its figures by name."""
    from markupsafe import Markup

    from sumspace.show.drawing import for_a_page

    for chapter in story:
        shown = list(with_legends(table for name in chapter.tables for table in tables if table.name == name))
        drawn = {
            name: Markup(for_a_page(drawing.svg))  # noqa: S704 - what Vega draws is sound
            for name, drawing in drawings.items()
            if chapter.figures and name.startswith(chapter.figures)
        }
        if shown or drawn or not (chapter.tables or chapter.figures):
            yield chapter, shown, drawn


def render_page(template: Path, **values: Any) -> str:
    """Fill a template; what is no `Markup` is escaped, and signs that cannot be printed are replaced."""
    return _environment().from_string(template.read_text(encoding="utf-8")).render(**values)


def tables_as_html(tables: Iterable[Table], *, style: bool = False) -> str:
    """Return tables as a part of a page, with what aligns them where the page has no style of its own."""
    shown = list(with_legends(view for table in tables for view in shown_tables(table, "page")))
    return render_page(_TEMPLATES / "tables.html", tables=shown, style=style)


def tables_page(tables: Sequence[Table], signature: str) -> str:
    """Return a page that stands alone, with tables and nothing else."""
    return render_page(_TEMPLATES / "plain.html", tables=tables, signature=signature)


@cache
def _environment() -> Environment:
    """Return what fills templates: everything is escaped, and the style sheet is at hand."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True,
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        finalize=lambda value: clean(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    style = (_TEMPLATES / "style.css").read_text(encoding="utf-8")
    environment.globals["style_sheet"] = Markup(style)  # noqa: S704 - our own
    environment.filters["one_line"] = lambda text: " ".join(text.split())
    return environment
