"""The report of a study in a folder: CSV files, figures, and one page that tells a story with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumspace.files import new_folder
from sumspace.report.output import as_csv
from sumspace.report.study.html import as_html, safe, whole_page
from sumspace.show.charts import as_png, as_svg, for_a_page
from sumspace.show.table import columns_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sumspace.report.study.view import View
    from sumspace.show.charts import Figure
    from sumspace.show.table import Record
    from sumspace.studies.study import Chapter
    from sumspace.tasks.task import LeftOut

__all__ = ["Sheet", "write_sheet"]


@dataclass(frozen=True, eq=False)
class Sheet:
    """All that a report is made of; texts are HTML."""

    title: str
    #: What the study is about, in large letters, and what was studied, paragraph by paragraph.
    lead: str
    opening: Sequence[str]
    story: Sequence[Chapter]
    views: Sequence[View]
    figures: Mapping[str, Figure]
    #: The records of each file.
    tables: Mapping[str, Sequence[Record]]
    left_out: Sequence[LeftOut]
    signature: str
    interrupted: bool = False
    #: Pages beside the first one, by the names of their files.
    pages: Mapping[str, Iterable[str]] = field(default_factory=dict)


def write_sheet(sheet: Sheet, folder: Path) -> Path:
    """Write a report into a folder that is not there yet, and return its page."""
    with new_folder(folder) as draft:
        for name, rows in sheet.tables.items():
            if rows:
                _write(draft / f"{name}.csv", as_csv(rows, columns_of(rows)))
        drawings = {name: as_svg(name, figure) for name, figure in sheet.figures.items()}
        for name, drawing in drawings.items():
            _write(draft / f"{name}.svg", [drawing])
            (draft / f"{name}.png").write_bytes(as_png(drawing))
        _write(draft / "index.html", whole_page(sheet.title, _body(sheet, drawings), sheet.signature))
        for name, page in sheet.pages.items():
            _write(draft / name, page)
    return folder / "index.html"


def _write(path: Path, parts: Iterable[str]) -> None:
    path.write_bytes("".join(parts).encode("utf-8", "surrogatepass"))


def _body(sheet: Sheet, drawings: Mapping[str, str]) -> Iterator[str]:
    """Write what stands between the title and the signature."""
    yield f"<p class='lead'>{sheet.lead}</p>"
    yield from (f"<p>{paragraph}</p>" for paragraph in sheet.opening)
    if sheet.interrupted:
        yield "<p><strong>The study was interrupted: only the documents finished by then are in it.</strong></p>"
    for chapter in sheet.story:
        yield from _chapter(chapter, sheet.views, drawings)
    if sheet.left_out:
        yield "<section>\n<h2>Documents left out</h2>\n<ul>"
        yield from (f"<li><strong>{safe(one.id)}</strong> {safe(one.reason)}</li>" for one in sheet.left_out)
        yield "</ul>\n</section>"
    files = ", ".join(f'<a href="{name}.csv">{name}.csv</a>' for name, rows in sheet.tables.items() if rows)
    yield f"<section>\n<h2>All numbers</h2>\n<p>Unrounded, a file for each table: {files}.</p>\n</section>"


def _chapter(chapter: Chapter, views: Sequence[View], drawings: Mapping[str, str]) -> Iterator[str]:
    """Write a chapter with its tables and figures, unless there are none of them."""
    shown = [view for name in chapter.tables for view in views if view.name == name]
    drawn = [name for name in drawings if chapter.figures and name.startswith(chapter.figures)]
    if (chapter.tables or chapter.figures) and not shown and not drawn:
        return
    yield f"<section>\n<h2>{chapter.heading}</h2>\n<p>{chapter.text}</p>"
    for view in shown:
        yield from as_html(view)
    for name in drawn:
        yield (
            f'<figure><div class="card">{for_a_page(drawings[name])}</div>'
            f'<figcaption>As a picture: <a href="{name}.png">PNG</a>, <a href="{name}.svg">SVG</a></figcaption>'
            "</figure>"
        )
    yield "</section>"
