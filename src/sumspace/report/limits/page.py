"""The report of the study of limits: a folder with CSV files, figures, and one page that tells the story."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sumspace.files import new_folder
from sumspace.report.limits.charts import figures
from sumspace.report.limits.html import as_html, safe
from sumspace.report.limits.labels import domain_label
from sumspace.report.limits.records import records
from sumspace.report.limits.story import EXACTNESS, OPENING, STORY, TITLE
from sumspace.report.limits.style import STYLE
from sumspace.report.limits.tables import views
from sumspace.report.output import as_csv

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sumspace.report.limits.chart_parts import Figure
    from sumspace.report.limits.view import View
    from sumspace.studies.limits import Limits

__all__ = ["write_limits"]

#: The file of each table.
_FILES = {
    "data": "table-1-data", "scores": "table-2-scores", "systems": "table-3-systems", "ranks": "table-4-ranks",
    "sections": "sections", "sweep": "sweep", "features": "features", "documents": "documents",
}  # fmt: skip
_MANY = 10**9


def write_limits(limits: Limits, folder: Path) -> Path:
    """Write the report into a folder that is not there yet, and return its page."""
    import vl_convert

    with new_folder(folder) as draft:
        for name, rows in records(limits).items():
            if rows:
                _write(draft / f"{_FILES[name]}.csv", "".join(as_csv(rows, list(rows[0]))))
        drawings: dict[str, str] = {}
        for name, figure in figures(limits).items():
            drawings[name] = _drawing(name, figure)
            _write(draft / f"{name}.svg", drawings[name])
            (draft / f"{name}.png").write_bytes(vl_convert.svg_to_png(drawings[name], scale=2))
        _write(draft / "index.html", "\n".join(_page(limits, drawings)))
    return folder / "index.html"


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def _drawing(name: str, figure: Figure) -> str:
    """Draw a figure whose inner names are its own, and the same every time."""
    import vl_convert

    drawing: str = vl_convert.vegalite_to_svg(figure.to_dict(validate=False))
    for number, inner in enumerate(re.findall(r'\bid="([^"]+)"', drawing), 1):
        own = f"{name}-part-{number}"
        drawing = drawing.replace(f'id="{inner}"', f'id="{own}"').replace(f"url(#{inner})", f"url(#{own})")
    return drawing


def _inline(drawing: str) -> str:
    """Make a drawing part of a page, where it needs no namespaces."""
    return re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", drawing, count=2)


def _page(limits: Limits, drawings: dict[str, str]) -> Iterator[str]:
    """Write the page from top to bottom."""
    tables: dict[str, list[View]] = {}
    for view in views(limits, side_by_side=_MANY):
        tables.setdefault(view.name, []).append(view)
    yield f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{TITLE}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{TITLE}</h1>"
    yield from _opening(limits)
    for chapter in STORY:
        shown = [table for name in chapter.tables for table in tables.get(name, ())]
        drawn = [name for name in drawings if chapter.figures and name.startswith(chapter.figures)]
        if not shown and not drawn:
            continue
        yield f"<section>\n<h2>{chapter.heading}</h2>\n<p>{chapter.text}</p>"
        for table in shown:
            yield from as_html(table)
        for name in drawn:
            yield (
                f'<figure><div class="card">{_inline(drawings[name])}</div>'
                f'<figcaption>As a picture: <a href="{name}.png">PNG</a>, <a href="{name}.svg">SVG</a></figcaption>'
                "</figure>"
            )
        yield "</section>"
    yield from _exactness(limits)
    yield from _left_out(limits)
    files = (f'<a href="{_FILES[name]}.csv">{_FILES[name]}.csv</a>' for name, rows in records(limits).items() if rows)
    yield f"<section>\n<h2>All numbers</h2>\n<p>Unrounded, a file for each table: {', '.join(files)}.</p>\n</section>"
    yield f"<footer>\n<p>To get the same numbers again:</p>\n<pre>{safe(str(limits.plan))}</pre>\n</footer>"
    yield "</main>\n</body>\n</html>\n"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _opening(limits: Limits) -> Iterator[str]:
    documents = sum(domain.statistics.examples for domain in limits.domains)
    spaces = [d.space.distribution for domain in limits.domains for m in domain.measures.values() for d in m.documents]
    exact = sum(space.exact for space in spaces)
    names = ", ".join(safe(domain_label(domain.domain)) for domain in limits.domains)
    domains = f"{_count(len(limits.domains), 'domain')} ({names})" if names != "-" else "one domain"
    measures = ", ".join(safe(measure) for measure in limits.domains[0].measures)
    yield f"<p class='lead'>{OPENING}</p>"
    yield (
        f"<p>Studied: {_count(documents, 'document')} of {domains}, on {measures} ({limits.plan.score}). "
        f"{exact:,} of {_count(len(spaces), 'distribution')}, one for each document and measure, "
        f"{'is' if exact == 1 else 'are'} exact{'' if exact == len(spaces) else '; the others are estimates'}.</p>"
    )
    if limits.interrupted:
        yield "<p><strong>The study was interrupted: only the documents finished by then are in it.</strong></p>"


def _exactness(limits: Limits) -> Iterator[str]:
    yield f"<section>\n<h2>What is exact, and what is estimated</h2>\n<p>{EXACTNESS}</p>\n<div class='wide'><table>"
    yield "<thead><tr><th>domain</th><th>measure</th><th>engines</th><th>exact</th></tr></thead>\n<tbody>"
    for domain in limits.domains:
        for place, part in enumerate(domain.measures.values()):
            engines = ", ".join(sorted({document.space.engine for document in part.documents}))
            name = "" if place else safe(domain_label(domain.domain))
            yield (
                f"<tr{'' if place else ' class=start'}><td class=name>{name}</td>"
                f"<td class=name>{safe(part.measure)}</td><td class=name>{safe(engines)}</td>"
                f"<td>{part.exact:,} of {len(part.documents):,}</td></tr>"
            )
    yield "</tbody>\n</table></div>\n</section>"


def _left_out(limits: Limits) -> Iterator[str]:
    if limits.left_out:
        yield "<section>\n<h2>Documents left out</h2>\n<ul>"
        for one in limits.left_out:
            yield f"<li><strong>{safe(one.id)}</strong> {safe(one.reason)}</li>"
        yield "</ul>\n</section>"
