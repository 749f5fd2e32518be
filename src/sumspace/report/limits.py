"""The study of limits (Ceylan 2010) for people and for programs: records, and tables that show them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

from sumspace.errors import SettingError
from sumspace.report.output import Format, as_json_lines, as_text, new_table
from sumspace.studies.high_scoring import FEATURES, TOP
from sumspace.studies.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.table import Table

    from sumspace.studies.limits import DomainLimits, Limits, MeasureLimits

    Record = dict[str, Any]
    Cell = tuple[str, ...]
    #: A group of columns: its label, domain and measure.
    Place = tuple[str, str, str]

__all__ = ["EXPECTED", "View", "domain_label", "records", "render", "views"]

#: What stands for a system that chooses at random, on average, and how it is shown.
EXPECTED, _ON_AVERAGE = "expected", "random, on average"
#: How many domains stand side by side in a terminal.
_SIDE_BY_SIDE = 4
#: From so many nines on, a rank is written by what it lacks.
_DEEP = 6.0


def render(limits: Limits, form: Format, *, to_file: bool = False) -> Iterator[str]:
    """Show every table, or give their records one a line, each with the name of its table; the signature is last."""
    if form == "csv":
        raise SettingError("several tables make no single CSV file; use JSON, or the report, which has a file for each")
    if form == "json":
        last = {"table": "signature", "signature": str(limits.plan), "interrupted": limits.interrupted}
        found = ({"table": name, **record} for name, rows in records(limits).items() for record in rows)
        return as_json_lines([*found, last])
    parts: list[Table | str] = []
    for view in views(limits):
        parts += [_rich(view), *view.notes, ""]
    return as_text([*parts, str(limits.plan)], plain=to_file)


def records(limits: Limits) -> dict[str, list[Record]]:
    """Every number of the study, by table."""
    pairs = [(domain, part) for domain in limits.domains for part in domain.measures.values()]
    found: dict[str, list[Record]] = {"data": [_data(domain) for domain in limits.domains]}
    for name, make in _BY_MEASURE.items():
        found[name] = [
            {"domain": domain.domain, "measure": part.measure, **record}
            for domain, part in pairs
            if name != "sections" or limits.plan.score == "recall"  # whole documents are sampled for recall alone
            for record in make(part)
        ]
    found["sweep"] = [
        {
            "domain": domain.domain, "measure": point.measure, "ratio": point.ratio, "mean": point.mean,
            "std": point.std, "best": point.best, **{name: point.systems.get(name) for name in BASELINES},
        }
        for domain in limits.domains for point in domain.sweep
    ]  # fmt: skip
    found["documents"] = found.pop("documents")
    return found


def _data(domain: DomainLimits) -> Record:
    first = next(iter(domain.measures.values()))
    parts = [len(document.space.parts) for document in first.documents]
    return {**asdict(domain.statistics), "parts": sum(parts) / len(parts)}


def _scores(part: MeasureLimits) -> Iterator[Record]:
    average, documents = part.average, len(part.documents)
    yield {
        "documents": documents, "exact": part.exact, "estimated": part.exact < documents,
        "mean": average.mean, "std": average.std, "max": average.max, "min": average.min,
    }  # fmt: skip


def _systems(part: MeasureLimits) -> Iterator[Record]:
    for found in part.systems:
        yield {
            "system": found.system, "kind": "baseline" if found.system in BASELINES else "system",
            "documents": found.documents, "score": found.score, "official": found.official,
        }  # fmt: skip
    yield {
        "system": EXPECTED, "kind": EXPECTED, "documents": len(part.documents), "score": part.average.mean,
        "official": None,
    }  # fmt: skip


def _ranks(part: MeasureLimits) -> Iterator[Record]:
    for found in part.systems:
        rank = found.rank
        yield {
            "system": found.system, "documents": found.documents, "estimated": part.exact < len(part.documents),
            "percentile": rank.percentile, "below": rank.below, "equal": rank.equal, "above": rank.above,
            "nines": None if isinf(rank.nines) else rank.nines, "above_all": isinf(rank.nines),
            "headroom": found.headroom,
        }  # fmt: skip


def _sections(part: MeasureLimits) -> Iterator[Record]:
    if part.comparison is not None:
        mean, whole = part.comparison
        yield {
            "documents": len(part.documents), "sectioned": part.sectioned, "mean": mean, "whole_mean": whole,
            "difference": 100 * (whole - mean) / mean if mean else 0.0,
        }  # fmt: skip


def _features(part: MeasureLimits) -> Iterator[Record]:
    for found in part.features:
        yield {"feature": found.name, "typical": found.typical, "high": found.high, "effect": found.effect}


def _documents(part: MeasureLimits) -> Iterator[Record]:
    for document in part.documents:
        space, found = document.space, document.space.distribution
        yield {
            "id": space.id, "reference": space.reference, "budget": str(space.budget), "parts": len(space.parts),
            "engine": space.engine, "reason": space.reason, "exact": found.exact, "extracts": found.extracts,
            "total": found.total, "mean": found.mean, "std": found.std, "min": found.min, "max": found.max,
        }  # fmt: skip


_BY_MEASURE: dict[str, Callable[[MeasureLimits], Iterator[Record]]] = {
    "scores": _scores, "systems": _systems, "ranks": _ranks, "sections": _sections, "features": _features,
    "documents": _documents,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """A table as it is shown: heads that may stand in groups, cells as text, and what is to be said below it."""

    name: str
    title: str
    #: The group of each column, or nothing, and its name.
    heads: tuple[tuple[str, str], ...]
    rows: tuple[Cell, ...]
    notes: tuple[str, ...] = ()

    def has_numbers(self, column: int) -> bool:
        """Whether a column holds numbers, which stand to the right."""
        return self.heads[column][1] not in {"domain", "measure", "system", "feature"}

    def begins_block(self, row: int) -> bool:
        """Whether a row is the first of several that belong together."""
        return bool(self.rows[row][0]) and any(not cells[0] for cells in self.rows)


def views(limits: Limits, side_by_side: int = _SIDE_BY_SIDE) -> list[View]:
    """Make all tables; of many domains, so many stand side by side. What is too much for one is in the records."""
    found = records(limits)
    first = next(iter(limits.domains[0].measures))
    pivots = [
        _Pivot("systems", "Table 3: scores of systems, in percent", ("score", "official"), "system", _system_cell),
        _Pivot("ranks", "Table 4: ranks of systems among all extracts", ("PR", "below", "nines"), "system", _rank_cell),
    ]
    features = _Pivot(
        "features", f"What the top {TOP:.1%} of extracts are like", ("typical", "top", "effect"), "feature", _feature
    )
    shown = [_data_view(found["data"]), _scores_view(found["scores"], limits.plan.score)]
    for pivot in pivots:
        shown += pivot.views(found[pivot.name], _columns(limits), _by_score(found["systems"]), side_by_side)
    if found["sections"]:
        shown.append(_sections_view(found["sections"]))
    if found["sweep"]:
        shown.append(_sweep_view([record for record in found["sweep"] if record["measure"] == first], first))
    if found["features"]:
        shown += features.views(found["features"], _columns(limits)[:1], lambda _: list(FEATURES), side_by_side)
    return shown


def domain_label(domain: str) -> str:
    """Return the name of a domain, or what stands for none."""
    return domain or "-"


def _percent(value: float | None, mark: str = "") -> str:
    return "-" if value is None else f"{mark}{100 * value:.2f}"


def _data_view(rows: Sequence[Record]) -> View:
    heads = (
        "domain", "documents", "words", "sentences", "words of\nsummary", "compression", "sections\ngiven",
        "words of\nsection", "parts\nstudied",
    )  # fmt: skip
    cells = (
        (
            domain_label(row["domain"]), f"{row['examples']:,}", f"{row['words']:,.0f}", f"{row['sentences']:,.1f}",
            f"{row['words_per_reference'] or 0:,.0f}", f"{row['compression'] or 0:.0%}", f"{row['sections']:,.1f}",
            f"{row['words_per_section']:,.0f}", f"{row['parts']:,.1f}",
        )
        for row in rows
    )  # fmt: skip
    note = "Averages per document; compression is the share of words that a summary leaves out."
    return View("data", "Table 1: the data", tuple(("", head) for head in heads), tuple(cells), (note,))


def _scores_view(rows: Sequence[Record], score: str) -> View:
    cells = []
    for measure in dict.fromkeys(row["measure"] for row in rows):
        for row in rows:
            if row["measure"] == measure:
                about, least, most = ("~", "≥", "≤") if row["estimated"] else ("", "", "")
                cells.append((
                    measure, domain_label(row["domain"]), _percent(row["mean"], about), _percent(row["std"], about),
                    _percent(row["max"], least), _percent(row["min"], most), f"{row['exact']} of {row['documents']}",
                ))  # fmt: skip
    heads = tuple(("", head) for head in ("measure", "domain", "mean", "deviation", "max", "min", "exact"))
    notes = ["The mean score of a domain when every document has some extract; max and min are averages of documents."]
    if any(row["estimated"] for row in rows):
        notes.append(
            "~ rests on estimates: some documents were sampled. Their max is the best extract seen, so the limit may "
            "lie\nhigher (≥), and their min the worst one seen (≤)."
        )
    return View("scores", f"Table 2: {score} of all extracts, in percent", heads, _once(cells), tuple(notes))


def _sections_view(rows: Sequence[Record]) -> View:
    cells = [
        (
            domain_label(row["domain"]), row["measure"], f"{row['sectioned']} of {row['documents']}",
            _percent(row["mean"]), _percent(row["whole_mean"], "~"), f"{row['difference']:+.1f} %",
        )
        for row in rows
    ]  # fmt: skip
    heads = ("domain", "measure", "in sections", "mean", "whole mean", "difference")
    note = "~ is sampled. Recalls of sections are summed, so what two of them have in common counts twice."
    title = "Section by section, or whole documents: mean scores in percent"
    return View("sections", title, tuple(("", head) for head in heads), _once(cells), (note,))


def _sweep_view(rows: Sequence[Record], measure: str) -> View:
    numbers = ("mean", "std", "best", *BASELINES)
    cells = [
        (domain_label(row["domain"]), f"{row['ratio']:.0%}", *(_percent(row[name]) for name in numbers)) for row in rows
    ]
    heads = tuple(("", head) for head in ("domain", "words kept", "mean", "deviation", "best seen", *BASELINES))
    note = "Recall in percent. Whole documents, sampled: the best possible extract may be better than the best seen."
    return View("sweep", f"What length does to scores: {measure}", heads, _once(cells), (note,))


def _once(rows: Iterable[Cell]) -> tuple[Cell, ...]:
    """Leave out a first cell that repeats the one above."""
    shown: list[Cell] = []
    last = None
    for row in rows:
        shown.append(("", *row[1:]) if row[0] == last else row)
        last = row[0]
    return tuple(shown)


def _columns(limits: Limits) -> list[tuple[str, list[Place]]]:
    """Say what stands side by side: the domains, a table for each measure; or all measures, if there is one domain."""
    domains, measures = [domain.domain for domain in limits.domains], list(limits.domains[0].measures)
    if len(domains) == 1:
        return [("", [(measure, domains[0], measure) for measure in measures])]
    return [(measure, [(domain_label(name), name, measure) for name in domains]) for measure in measures]


def _by_score(systems: Sequence[Record]) -> Callable[[Sequence[Place]], list[str]]:
    """Order the systems of a table by their mean score on its first measure, the best first."""

    def order(places: Sequence[Place]) -> list[str]:
        scores: dict[str, list[float]] = {}
        for record in systems:
            if record["measure"] == places[0][2]:
                scores.setdefault(_row_name(record, "system"), []).append(record["score"])
        return sorted(scores, key=lambda system: -sum(scores[system]) / len(scores[system]))

    return order


def _row_name(record: Record, key: str) -> str:
    return _ON_AVERAGE if record.get("kind") == EXPECTED else str(record[key])


@dataclass(frozen=True, slots=True)
class _Pivot:
    """A table with a row for each system or feature, and some columns for each domain or measure."""

    name: str
    title: str
    heads: tuple[str, ...]
    key: str
    cell: Callable[[Record, int], Cell]

    def views(
        self,
        rows: Sequence[Record],
        columns: list[tuple[str, list[Place]]],
        order: Callable[[Sequence[Place]], list[str]],
        most: int,
    ) -> Iterator[View]:
        by_place = {(row["domain"], row["measure"], _row_name(row, self.key)): row for row in rows}
        documents: dict[tuple[str, str], int] = {}
        for row in rows:
            place = row["domain"], row["measure"]
            documents[place] = max(documents.get(place, 0), row.get("documents", 0))
        for subtitle, places in columns:
            for some in (places[i : i + most] for i in range(0, len(places), most)):
                heads = [("", self.key), *((label, head) for label, _, _ in some for head in self.heads)]
                cells = []
                for name in order(places):
                    line = [by_place.get((domain, measure, name)) for _, domain, measure in some]
                    if any(line):
                        found = (
                            self.cell(row, documents[place[1:]]) if row else ("-",) * len(self.heads)
                            for row, place in zip(line, some, strict=True)
                        )  # fmt: skip
                        cells.append((name, *(text for cell in found for text in cell)))
                title = f"{self.title}: {subtitle}" if subtitle else self.title
                yield View(self.name, title, tuple(heads), tuple(cells), self._notes(cells))

    def _notes(self, cells: list[Cell]) -> tuple[str, ...]:
        shown = [text for row in cells for text in row[1:]]
        return tuple(note for name, sign, note in _NOTES if name == self.name and any(sign in text for text in shown))


#: Which note belongs to which sign of which table.
_NOTES = (
    ("systems", "", "random, on average: the mean of all extracts. official: as ROUGE scores across sentences."),
    ("systems", "*", "* has summaries of some documents only."),
    ("ranks", "", "PR: percentile rank (eq. 2). below: share of extracts that score less. nines: -log10 of the rest."),
    ("ranks", "~", "~ rests on estimates: some documents were sampled."),
    ("ranks", "above all", "above all: the score is above all extracts."),
    ("ranks", "above seen", "above seen: the score is above all extracts that were seen."),
    ("features", "", "effect is the difference in standard deviations."),
)  # fmt: skip


def _system_cell(row: Record, documents: int) -> Cell:
    some = "*" if row["documents"] < documents else ""
    return f"{_percent(row['score'])}{some}", _percent(row["official"])


def _rank_cell(row: Record, _: int) -> Cell:
    about = "~" if row["estimated"] else ""
    percentile = f"{about}{row['percentile']:.2f}"
    if row["above_all"]:
        return percentile, "above seen" if about else "above all", "-"
    nines = row["nines"]
    if nines >= _DEEP:
        return percentile, f"{about}1-10^-{nines:.0f}", f"{nines:.1f}"
    return percentile, f"{about}{100 * row['below']:.{max(int(nines), 2)}f}%", f"{nines:.1f}"


def _feature(row: Record, _: int) -> Cell:
    return f"{row['typical']:.2f}", f"{row['high']:.2f}", f"{row['effect']:+.2f}"


def _rich(view: View) -> Table:
    table = new_table(view.title)
    grouped, last = any(group for group, _ in view.heads), ""
    for column, (group, name) in enumerate(view.heads):
        heading = f"{group if group != last else ''}\n{name}" if grouped else name
        table.add_column(heading, justify="right" if view.has_numbers(column) else "left")
        last = group
    for place, cells in enumerate(view.rows):
        if place and view.begins_block(place):
            table.add_section()
        table.add_row(*cells)
    return table
