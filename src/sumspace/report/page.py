"""The report of the study of limits: a folder with CSV files, figures, and one page that tells the story."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from sumspace.files import new_folder
from sumspace.report.charts import MOST_LINES, clean, figures
from sumspace.report.limits import domain_label, records, views
from sumspace.report.output import as_csv
from sumspace.studies.high_scoring import FEATURES, TOP

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sumspace.report.charts import Figure
    from sumspace.report.limits import View
    from sumspace.studies.limits import Limits

__all__ = ["write_limits"]

#: The file of each table.
_FILES = {
    "data": "table-1-data", "scores": "table-2-scores", "systems": "table-3-systems", "ranks": "table-4-ranks",
    "sections": "sections", "sweep": "sweep", "features": "features", "documents": "documents",
}  # fmt: skip
_MANY = 10**9
_TITLE = "The limits of extracts"
_SYSTEMS = (
    "<strong>Random</strong> takes sentences in a random order; <strong>lead</strong> takes the first ones; "
    "<strong>textrank</strong> those most like the others. In a document that is studied in sections they do so "
    "section by section. All other systems come from the corpus, or from beside it: their summaries are cut to the "
    "length of the extracts and scored in one piece."
)


class _Chapter(NamedTuple):
    """A part of the page: what there is to see and how to read it, its tables, and how its figures' names begin."""

    heading: str
    text: str
    tables: tuple[str, ...]
    figures: str = ""


_STORY = (
    _Chapter("The data", "What the documents and their summaries are like, on average.", ("data",)),
    _Chapter(
        "How all extracts score",
        "Choose an extract of every document at random and average their scores. The mean says what pure chance gets. "
        "The deviation says how much choice matters: the smaller, the harder it is to do better than chance. "
        "Max is the limit: no extract of that length does better.",
        ("scores",),
    ),
    _Chapter(
        "One document",
        "Of each domain, the document with the median number of extracts. A bar's height says how many of its extracts "
        "have that score (figure 1 of the paper). Below, from the best down: filled dots are systems of the corpus, "
        "open dots the three simple systems, and diamonds the best and the average of all extracts.",
        (), "figure-1",
    ),
    _Chapter(
        "Every document",
        "One line is one document; a line further right is a document whose extracts score higher (figure 3 of the "
        f"paper). Of more than {MOST_LINES} documents so many are drawn, evenly from low to high means; documents "
        "with a single score are not.",
        (), "figure-3",
    ),
    _Chapter(
        "All domains",
        "The curve of each domain shows where the mean score lies when extracts are chosen at random (figure 4 of the "
        "paper). A narrow curve means that chance hardly ever strays from the mean.",
        (), "figure-4",
    ),
    _Chapter("What systems score", _SYSTEMS, ("systems",)),
    _Chapter(
        "Where systems stand",
        "The same scores as places among all extracts. PR is the paper's percentile rank, from its 1,000 bins. Below "
        "is the exact share of extracts, one of every document, whose mean score is lower; where all but a tiny share "
        "are, that share is written: 1 − 10<sup>−9</sup> beats all but one in a billion. Nines count the digits of "
        "that share, so that two systems at 100.00 can still be told apart.",
        ("ranks",), "figure-2",
    ),
    _Chapter(
        "Sections or whole documents",
        "Long documents are studied section by section, each with its share of the words. Here are the same documents "
        "with extracts chosen freely from all over, sampled. A negative difference means that whole documents score "
        "less.",
        ("sections",),
    ),
    _Chapter(
        "What length does to scores",
        "Extracts that keep 5 to 30 percent of a document. The gap between the average extract and the best one seen "
        "is what a summarizer can gain at that length.",
        ("sweep",), "sweep",
    ),
    _Chapter(
        "What the best extracts are like",
        f"The typical extract beside the top {TOP:.1%}, sampled from whole documents. "
        + " ".join(f"<strong>{name.capitalize()}</strong>: {escape(text)}." for name, text in FEATURES.items())
        + " A dot to the right of zero means that the best extracts have more of it.",
        ("features",), "features",
    ),
)  # fmt: skip
_EXACT = (
    "An exact distribution counts every extract there is, by visiting all of them (exhaustive) or without visiting any "
    "(counting). Where both would take too long, extracts are drawn at random (sampling): then mean and deviation are "
    "close, ranks far out in the tail are rough, and the best extract seen may not be the best there is. Numbers that "
    "rest on such estimates are marked ~, limits that may lie higher ≥, and lowest scores that may lie lower ≤. In "
    "sections, recalls are summed as in the paper, so that a word two sections have in common counts twice; systems "
    "scored in one piece have no such gain, and rank lower there than a like choice made section by section. Scores "
    "are those of the space, where units never cross from one sentence to the next; official ones follow ROUGE 1.5.5, "
    "where they do."
)
_STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d8dee4; --page: #ffffff; --band: #f6f8fa;
  --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9ba5b0; --line: #30363d; --page: #0f1318;
  --band: #171c23; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { max-width: 46rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
.lead { font-size: 1.15rem; }
.note, figcaption { color: var(--soft); font-size: .85rem; }
a { color: var(--link); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: .3rem .55rem; text-align: right; }
th { color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--line); vertical-align: bottom; }
th.group { text-align: center; color: var(--ink); }
th:first-child, td:first-child { padding-left: .3rem; }
.name { text-align: left; }
tbody tr:nth-child(even) { background: var(--band); }
tr.start td { border-top: 1px solid var(--line); }
figure { margin: 1.5rem 0; }
.card { background: #ffffff; border: 1px solid var(--line); border-radius: 8px; padding: .5rem; overflow-x: auto; }
.card svg { display: block; max-width: 100%; min-width: 36rem; height: auto; }
li { overflow-wrap: anywhere; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
footer { color: var(--soft); font-size: .85rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .8rem/1.5 ui-monospace, monospace; }
"""


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
    yield f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{_TITLE}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{_TITLE}</h1>"
    yield from _opening(limits)
    for chapter in _STORY:
        shown = [table for name in chapter.tables for table in tables.get(name, ())]
        drawn = [name for name in drawings if chapter.figures and name.startswith(chapter.figures)]
        if not shown and not drawn:
            continue
        yield f"<section>\n<h2>{chapter.heading}</h2>\n<p>{chapter.text}</p>"
        for table in shown:
            yield from _table(table)
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
    yield f"<footer>\n<p>To get the same numbers again:</p>\n<pre>{_text(str(limits.plan))}</pre>\n</footer>"
    yield "</main>\n</body>\n</html>\n"


def _text(name: str) -> str:
    return escape(clean(name))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _opening(limits: Limits) -> Iterator[str]:
    documents = sum(domain.statistics.examples for domain in limits.domains)
    spaces = [d.space.distribution for domain in limits.domains for m in domain.measures.values() for d in m.documents]
    exact = sum(space.exact for space in spaces)
    names = ", ".join(_text(domain_label(domain.domain)) for domain in limits.domains)
    domains = f"{_count(len(limits.domains), 'domain')} ({names})" if names != "-" else "one domain"
    measures = ", ".join(_text(measure) for measure in limits.domains[0].measures)
    yield (
        "<p class='lead'>A summarizer that copies sentences can only be as good as the best choice of sentences. "
        "This study looks at every choice there is: how all possible extracts of a document score, how good the best "
        "one is, and where real systems stand among them.</p>"
    )
    yield (
        f"<p>Studied: {_count(documents, 'document')} of {domains}, on {measures} ({limits.plan.score}). "
        f"{exact:,} of {_count(len(spaces), 'distribution')}, one for each document and measure, "
        f"{'is' if exact == 1 else 'are'} exact{'' if exact == len(spaces) else '; the others are estimates'}.</p>"
    )
    if limits.interrupted:
        yield "<p><strong>The study was interrupted: only the documents finished by then are in it.</strong></p>"


def _table(view: View) -> Iterator[str]:
    yield f"<h3>{_text(view.title)}</h3>\n<div class='wide'><table>\n<thead>"
    groups: list[tuple[str, int]] = []
    for group, _ in view.heads:
        if groups and groups[-1][0] == group:
            groups[-1] = group, groups[-1][1] + 1
        else:
            groups.append((group, 1))
    if any(group for group, _ in groups):
        cells = (f'<th colspan="{n}"{" class=group" if group else ""}>{_text(group)}</th>' for group, n in groups)
        yield f"<tr>{''.join(cells)}</tr>"
    names = "".join(
        f"<th{_side(view, column)}>{_text(_line(name))}</th>" for column, (_, name) in enumerate(view.heads)
    )
    yield f"<tr>{names}</tr>\n</thead>\n<tbody>"
    for place, row in enumerate(view.rows):
        cells = (f"<td{_side(view, column)}>{_cell(text)}</td>" for column, text in enumerate(row))
        yield f"<tr{' class=start' if view.begins_block(place) else ''}>{''.join(cells)}</tr>"
    yield f"</tbody>\n</table></div>\n<p class='note'>{' '.join(_text(_line(note)) for note in view.notes)}</p>"


def _side(view: View, column: int) -> str:
    return "" if view.has_numbers(column) else " class=name"


def _line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    """Write powers as such, and in full that a system is above all extracts."""
    full = {"above all": "above all extracts", "above seen": "above all extracts seen"}.get(text, text)
    return re.sub(r"^(~?)1-10\^-(\d+)$", r"\g<1>1 − 10<sup>−\2</sup>", _text(full))


def _exactness(limits: Limits) -> Iterator[str]:
    yield f"<section>\n<h2>What is exact, and what is estimated</h2>\n<p>{_EXACT}</p>\n<div class='wide'><table>"
    yield "<thead><tr><th>domain</th><th>measure</th><th>engines</th><th>exact</th></tr></thead>\n<tbody>"
    for domain in limits.domains:
        for place, part in enumerate(domain.measures.values()):
            engines = ", ".join(sorted({document.space.engine for document in part.documents}))
            name = "" if place else _text(domain_label(domain.domain))
            yield (
                f"<tr{'' if place else ' class=start'}><td class=name>{name}</td>"
                f"<td class=name>{_text(part.measure)}</td><td class=name>{_text(engines)}</td>"
                f"<td>{part.exact:,} of {len(part.documents):,}</td></tr>"
            )
    yield "</tbody>\n</table></div>\n</section>"


def _left_out(limits: Limits) -> Iterator[str]:
    if limits.left_out:
        yield "<section>\n<h2>Documents left out</h2>\n<ul>"
        for one in limits.left_out:
            yield f"<li><strong>{_text(one.id)}</strong> {_text(one.reason)}</li>"
        yield "</ul>\n</section>"
