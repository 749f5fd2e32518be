"""Pages: the report of a study as a folder with CSV files and figures, or as one file, and tables as HTML fragments."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.files import new_folder
from sumspace.show.formats import as_csv, as_json_document
from sumspace.show.notebook import front_end
from sumspace.show.text import clean, slug
from sumspace.show.views import shown_tables, with_legends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from jinja2 import Environment
    from markupsafe import Markup

    from sumspace.show.charts import Figure
    from sumspace.show.drawing import Drawing
    from sumspace.show.table import Table


_TEMPLATES = Path(__file__).parent / "templates"
#: Maximum length of a chapter's id.
_LONGEST_ID = 60
#: Numbers in chart data from this size on keep all their digits.
_LARGE = 1e4
#: The SVG attributes that hold the colours of marks.
_PAINTS = ("fill", "stroke")


class Chapter(NamedTuple):
    """A part of a page: its heading, its text, the names of its tables, and the prefix of its figures' names.

    It is skipped where none of its tables and figures exist; a chapter that names none is text only. Text is escaped
    unless it is `Markup`.
    """

    heading: str | Markup
    text: str | Markup
    tables: tuple[str, ...] = ()
    figures: str = ""


class _ShownFigure(NamedTuple):
    """A figure of a page: its titles, its accessible label, its SVG and its Vega-Lite specification.

    `choices` is JSON: the values of the menus that select this figure among several.
    """

    name: str
    title: str
    subtitle: str
    label: str
    svg: Markup
    spec: Markup
    choices: str


class _ShownChapter(NamedTuple):
    """A chapter of a page; each list of figures shares one place, where a menu selects one."""

    id: str
    heading: str | Markup
    text: str | Markup
    tables: list[Table]
    figures: list[list[_ShownFigure]]


@dataclass(frozen=True, slots=True)
class Page:
    """An additional page: a template that extends `page.html`, and its values."""

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
    """Write tables as CSV and JSON, figures and pages into a new folder; return the path of the first page.

    The report provides the rest of the page: `title`, `lead`, `findings()`, `left_out`, `stopped`, `signature`.
    """
    from sumspace.show.drawing import draw

    tables = [table.settled() for table in tables]
    files = {table.file or table.name: table for table in tables if table.records and table.is_in("csv")}
    with new_folder(folder, with_ledger=True) as draft:
        for name, table in files.items():
            _write(draft / f"{name}.csv", as_csv(table))
        interrupted = report.stopped is not None
        _write(draft / "tables.json", as_json_document(tables, signature=report.signature, interrupted=interrupted))
        drawings = draw(figures)
        for name, drawing in drawings.items():
            _write(draft / f"{name}.svg", [drawing.svg])
            (draft / f"{name}.png").write_bytes(drawing.png)
        first = _first_page(report, tables, drawings, story, files=list(files), linked=True)
        for name, page in {"index.html": first, **pages}.items():
            _write(draft / name, [render_page(page.template, **page.values, signature=report.signature)])
    return folder / "index.html"


def report_as_html(
    report: Any,
    tables: Iterable[Table],
    figures: Mapping[str, Figure],
    story: Iterable[Chapter],
    pages: Mapping[str, Page],
) -> str:
    """Return all pages of a report as one self-contained page."""
    from markupsafe import Markup

    from sumspace.show.drawing import draw

    parts = [
        render_page(page.template, **page.values, signature=report.signature, inside=name)
        for name, page in pages.items()
    ]
    more = Markup("").join(Markup(part) for part in parts)  # noqa: S704 - made of our own templates
    settled = [table.settled() for table in tables]
    first = _first_page(report, settled, draw(figures), story, more=more)
    whole = render_page(first.template, **first.values, signature=report.signature)
    for name in pages:
        whole = re.sub(rf"""href=(['"]){re.escape(name)}\1""", f'href="#{name}"', whole)
    return whole.replace('href="index.html"', 'href="#top"')


def _first_page(
    report: Any,
    tables: Sequence[Table],
    drawings: Mapping[str, Drawing],
    story: Iterable[Chapter],
    *,
    files: Sequence[str] = (),
    linked: bool = False,
    more: Markup | str = "",
) -> Page:
    from markupsafe import Markup

    chapters = list(_chapters(story, list(shown_tables(tables, "page")), drawings))
    findings, notes = list(report.findings()), list(report.notes())
    ends = {"skipped": report.left_out, "notes": notes, "all-numbers": files}
    headings = {"skipped": "Skipped documents", "notes": "Notes", "all-numbers": "All numbers"}
    contents = [("findings", "Findings")] if findings else []
    contents += [(chapter.id, chapter.heading) for chapter in chapters]
    contents += [(end, headings[end]) for end, there in ends.items() if there]
    values = {
        "report": report, "chapters": chapters, "files": files, "linked": linked, "findings": findings, "notes": notes,
        "contents": contents, "more": more, "dark_charts": _dark_charts() if drawings else "",
        "library": Markup(chart_script()) if drawings else "",  # noqa: S704 - it does not contain </script>
    }  # fmt: skip
    return Page(_TEMPLATES / "report.html", values)


def page_script() -> str:
    """Return the content of the script element that every page has."""
    return f"\n{front_end()[0]}enhance(document);\n"


def chart_script() -> str:
    """Return the content of the script element of pages with charts: Vega, or nothing where it cannot be made."""
    from sumspace.show.drawing import library

    script = library()
    return f"\n{script}\n" if script else ""


def _dark_charts() -> Markup:
    """Return the CSS rules that replace the colours of charts on a dark page."""
    from markupsafe import Markup

    from sumspace.show.charts import DARK

    rules = "".join(
        f'.chart [{kind}="{light}" i] {{ {kind}: {dark}; }}\n' for light, dark in DARK.items() for kind in _PAINTS
    )
    return Markup(f"@media (prefers-color-scheme: dark) {{\n{rules}}}\n")  # noqa: S704 - our own colours


def _write(path: Path, parts: Iterable[str]) -> None:
    with path.open("wb") as file:
        file.writelines(part.encode("utf-8", "surrogatepass") for part in parts)


def _chapters(
    story: Iterable[Chapter], tables: Sequence[Table], drawings: Mapping[str, Drawing]
) -> Iterator[_ShownChapter]:
    """Yield every chapter that has something to show, with its tables and figures."""
    taken = {"top", "findings", "skipped", "notes", "all-numbers"}
    for place, chapter in enumerate(story, 1):
        shown = list(with_legends(table for name in chapter.tables for table in tables if table.name == name))
        in_places: dict[str, list[_ShownFigure]] = {}
        for name, drawing in drawings.items():
            if chapter.figures and name.startswith(chapter.figures):
                shared = drawing.spec.get("usermeta", {}).get("figure", name)
                in_places.setdefault(shared, []).append(_shown_figure(name, drawing))
        if shown or in_places or not (chapter.tables or chapter.figures):
            own = slug(str(chapter.heading))[:_LONGEST_ID] or "chapter"
            own = own if own not in taken else f"{own}-{place}"
            taken.add(own)
            yield _ShownChapter(own, chapter.heading, chapter.text, shown, list(in_places.values()))


def _shown_figure(name: str, drawing: Drawing) -> _ShownFigure:
    from markupsafe import Markup

    from sumspace.show.drawing import for_a_page

    title, subtitle = _titles(drawing.spec.get("title"))
    choices = drawing.spec.get("usermeta", {}).get("choices", {})
    # Escaped, so that no name in it can end the script element.
    spec = json.dumps(_lighter(drawing.spec), separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
    return _ShownFigure(
        name, title, subtitle, ". ".join(filter(None, (title or name, subtitle))),
        Markup(for_a_page(drawing.untitled)), Markup(spec), json.dumps(choices) if choices else "",  # noqa: S704 - sound
    )  # fmt: skip


def _lighter(part: Any) -> Any:
    """Make a Vega-Lite specification smaller: data as JSON instead of text, and six digits of every number.

    >>> _lighter({"datasets": {"one": '[{"score": 0.12345678}]'}, "width": 1234567.0})
    {'datasets': {'one': [{'score': 0.123457}]}, 'width': 1234567.0}
    """
    if isinstance(part, float):
        return float(f"{part:.6g}") if abs(part) < _LARGE else part
    if isinstance(part, list):
        return [_lighter(inner) for inner in part]
    if isinstance(part, dict):
        data = {name: json.loads(rows) if isinstance(rows, str) else rows for name, rows in _datasets(part).items()}
        return {key: _lighter(data if key == "datasets" else inner) for key, inner in part.items()}
    return part


def _datasets(part: dict[str, Any]) -> dict[str, Any]:
    found = part.get("datasets")
    return found if isinstance(found, dict) else {}


def _titles(title: Any) -> tuple[str, str]:
    """Return the title and the subtitle of a chart, each as one line.

    >>> _titles({"text": "Scores", "subtitle": ["of systems", "in percent"]}), _titles(None)
    (('Scores', 'of systems; in percent'), ('', ''))
    """
    if not isinstance(title, dict):
        return str(title or ""), ""
    text, subtitle = (title.get(key) or "" for key in ("text", "subtitle"))
    return _line(text, " "), _line(subtitle, "; ")


def _line(text: str | list[str], between: str) -> str:
    return text if isinstance(text, str) else between.join(text)


def render_page(template: Path, **values: Any) -> str:
    """Fill a template; values are escaped unless they are `Markup`, and unprintable characters are replaced."""
    return _environment().from_string(template.read_text(encoding="utf-8")).render(**({"inside": ""} | values))


def tables_as_html(tables: Iterable[Table], *, style: bool = False) -> str:
    """Return tables as an HTML fragment, with a style sheet where the page has none of its own."""
    shown = list(with_legends(view for table in tables for view in shown_tables(table, "page")))
    return render_page(_TEMPLATES / "tables.html", tables=shown, style=style)


def tables_page(tables: Sequence[Table], signature: str) -> str:
    """Return a self-contained page of tables."""
    return render_page(_TEMPLATES / "plain.html", tables=tables, signature=signature)


@cache
def _environment() -> Environment:
    """Return the Jinja environment: values are escaped; the style sheet and the script are globals."""
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
    for name, text in {"style_sheet": style, "script": page_script()}.items():
        environment.globals[name] = Markup(text)  # noqa: S704 - our own
    environment.filters["one_line"] = lambda text: " ".join(text.split())
    return environment
