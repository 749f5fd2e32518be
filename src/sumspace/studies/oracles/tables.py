"""The tables of the study of oracles."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import itemgetter
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sumspace.show.table import DOMAIN, Column, Table, percent_column
from sumspace.show.text import large, percent
from sumspace.studies.oracles.documents import DRAWS, LISTED
from sumspace.tasks.oracle import objective_name
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.oracles.averages import AverageCurve, OracleAverage, SystemAverage
    from sumspace.studies.oracles.documents import Choice
    from sumspace.studies.oracles.study import OracleStudy


#: The lengths in words at which curves are read off: E100 and E150 of Lin & Hovy 2003.
LENGTHS = (100, 150)
#: What the paper calls the kinds of oracles.
_KINDS = {
    "multi": "by all references of a document together",
    "single": "by each reference alone, averaged over references",
}
#: So many measures stand side by side.
_SIDE_BY_SIDE = 2
_UNPROVEN = "≥: some searches ran out of time, so the true value may be higher."


def make_tables(study: OracleStudy) -> list[Table]:
    """Make every table; all documents together have no domain.

    `references` tells whether oracles are those of the set of references ("multi" in the paper) or of each ("single").
    """
    shown = [make(study) for make in (_data, _scores, _greedy, _counts, _f_measures, _search, _lengths)]
    points = [
        key | {"by": by, "at": at, "score": score}
        for key, curve in _average_curves(study)
        for by, points in (("words", curve.words), ("share", curve.shares))
        for at, score in points
    ]
    curves = Table("document_curves", records=list(_document_curves(study)), only=("json",))
    return [Table("documents", records=list(_documents(study))), curves, *shown, Table("curves", records=points)]


def kinds(study: OracleStudy) -> dict[Choice, str]:
    """Return what the paper calls the kinds of oracles; there is one where all documents have one reference."""
    alone = all(len(document.references) == 1 for document in study.documents)
    return {"all": ""} if alone else {"all": "multi", "each": "single"}


def longest(study: OracleStudy) -> str:
    """Say what the best extract of any length is: the full text, unless longer ones lose precision."""
    return "the full text" if study.plan.search.score == "recall" else "the best extract of any length"


def write_median(value: float | None) -> str:
    """Write a median.

    >>> write_median(2.5), write_median(3), write_median(10**21), write_median(None)
    ('2.5', '3', '1.00e+21', '-')
    """
    if value is None:
        return "-"
    return f"{value:,.1f}" if value % 1 else large(int(value))


def _number(name: str, title: str = "", write: str | Callable[[Record], str] = "", about: str = "") -> Column:
    return Column(name, title, "number", write, about=about)


def _least(record: Record) -> str:
    return "≥" if record["unproven"] else ""


def _below(kind: str, name: str, write: str | Callable[[Record], str], about: str) -> Column:
    return _number(name, f"{kind}\n{name}".strip(), write, about)


def _median(name: str, kind: str, about: str) -> Column:
    return _below(kind, name, lambda record: write_median(record[name]), about)


def _fields(value: object, *names: str) -> Record:
    return {name: getattr(value, name) for name in names}


def _scope(domain: str | None) -> Record:
    return {"scope": "corpus" if domain is None else "domain", "domain": domain}


def _averages(study: OracleStudy) -> Iterator[tuple[Record, OracleAverage, list[SystemAverage]]]:
    """Yield the averages of oracles and of systems, with the fields that say of what they are averages."""
    for domain, group in study.groups.items():
        for (objective, choice), average in group.oracles.items():
            key = _scope(domain) | {"measure": objective_name(objective), "references": choice}
            systems = group.systems[objective, choice]
            yield key, average, sorted(systems, key=lambda system: study.systems.index(system.system))


def _average_curves(study: OracleStudy) -> Iterator[tuple[Record, AverageCurve]]:
    for domain, group in study.groups.items():
        for measure, curve in group.curves.items():
            yield _scope(domain) | {"measure": str(measure)}, curve


def _documents(study: OracleStudy) -> Iterator[Record]:
    numbers = (
        "budget", "score", "official", "optimal", "bound", "count", "feasible", "checked", "oracle", "shares", "greedy",
        "greedy_official", "jaccard", "drawn",
    )  # fmt: skip
    for document in study.documents:
        for result in document.oracles:
            key = _fields(document, "id", "domain") | _fields(result, "reference", "references")
            scores = {name: summary.score for name, summary in result.systems.items()}
            shared = {name: summary.f_all for name, summary in result.systems.items()}
            record = key | {"measure": result.objective} | _fields(result, *numbers)
            yield record | {"systems": scores, "f_measures": shared}


def _document_curves(study: OracleStudy) -> Iterator[Record]:
    for document in study.documents:
        for measure, curve in document.curves.items():
            key = _fields(document, "id", "domain") | {"measure": str(measure)}
            yield key | _fields(curve, "optimal", "lengths", "scores")


def _data(study: OracleStudy) -> Table:
    records = []
    for domain, group in study.groups.items():
        documents, lengths = group.documents, [n for document in group.documents for n in document.references]
        sizes = {
            "documents": len(documents),
            "sentences": fmean(len(document.sentences) for document in documents),
            "words": fmean(document.words for document in documents),
            "references": len(lengths),
            "words_per_reference": fmean(lengths),
        }
        records.append(_scope(domain) | sizes)
    formats = {"documents": ",", "sentences": ",.1f", "words": ",.0f", "references": ","}
    numbers = [_number(name, write=write) for name, write in formats.items()]
    about = "mean length of a reference in words"
    columns = DOMAIN, *numbers, _number("words_per_reference", "words of\nreference", ",.0f", about)
    return Table("data", "Table 1: the data", columns, records, ("Sentences and words are means per document.",))


def score_records(study: OracleStudy) -> list[Record]:
    """Return what oracles, greedy extracts and systems score, those from the best to the worst (tables 2 and 3)."""
    names = ("kind", "system", "summaries", "of", "words", "score", "official", "share", "unproven")
    records = []
    for key, average, systems in _averages(study):
        best, number = average.score, average.number
        greedy = average.greedy, average.greedy_official, average.greedy / best if best else None
        rows: list[tuple[Any, ...]] = [
            ("oracle", "oracle", number, number, None, best, average.official, 1.0 if best else None),
            ("greedy", "greedy", number, number, None, *greedy),
        ]
        for system in systems:
            kind = "baseline" if system.system in BASELINES else "system"
            scores = system.words, system.score, system.official, system.share
            rows.append((kind, system.system, system.summaries, number, *scores))
        records += [key | dict(zip(names, (*row, average.unproven), strict=True)) for row in rows]
    return records


def _scores(study: OracleStudy) -> Table:
    """Tables 2 and 3: oracles, greedy extracts and systems."""

    def score(record: Record) -> str:
        least = _least(record) if record["kind"] == "oracle" else ""
        return percent(record["score"], least) + ("*" if record["summaries"] < record["of"] else "")

    def columns(kind: str) -> list[Column]:
        about = "score as ROUGE-1.5.5 computes it, where units cross from one sentence to the next"
        official = [] if kind == "single" else [percent_column("official", about=about)]
        share = _number("share", write=".0%", about="score divided by that of the oracles of the same documents")
        return [_number("score", kind, score, _KINDS.get(kind, "")), share, *official]

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield "Summaries longer than the budget are cut to it; words are counted before cutting."
        if any(record["summaries"] < record["of"] for record in records):
            yield "*: has summaries of some of the documents only."
        if any(record["unproven"] for record in records):
            yield _UNPROVEN

    title = f"Tables 2 and 3: {study.plan.search.score} of oracles and systems, in percent"
    table = Table("scores", title, records=score_records(study), notes=notes)
    return _by_measure(study, table, columns, "summaries", Column("words", "", "number", ",.0f", missing=""))


def _of_oracles(study: OracleStudy, *names: str) -> list[Record]:
    return [key | _fields(average, *names) for key, average, _ in _averages(study)]


def _greedy(study: OracleStudy) -> Table:
    """Table 4: the likeness of greedy extracts and oracles."""

    def notes(records: Sequence[Record]) -> Iterator[str]:
        drawn = sum(record["drawn"] for record in records if record["scope"] == "corpus")
        if drawn:
            yield f"In {drawn:,} cases there are more than {LISTED:,} oracles; there, {DRAWS} random ones are compared."

    def column(kind: str) -> Column:
        about = "Jaccard index of their sentences, averaged over all oracles of a document, then over documents"
        by = f"; {_KINDS[kind]}" if kind else ""
        return percent_column("jaccard", kind or "similarity", about=about + by)

    title = "Table 4: how similar greedy extracts and oracles are, in percent"
    table = Table("greedy", title, records=_of_oracles(study, "jaccard", "number", "compared", "drawn"), notes=notes)
    return _by_measure(study, table, lambda kind: [column(kind)], "compared")


def _counts(study: OracleStudy) -> Table:
    """Table 5: how many oracles there are."""

    def notes(records: Sequence[Record]) -> Iterator[str]:
        missing = sum(record["number"] - record["counted"] for record in records if record["scope"] == "corpus")
        if missing:
            yield f"{missing:,} cases in which not all oracles were found are skipped."

    def columns(kind: str) -> list[Column]:
        several = "share of documents, or of references, with more than one oracle"
        median = _median("median", kind, "median number of oracles")
        return [median, _below(kind, "several", ".0%", several)]

    records = _of_oracles(study, "median", "several", "number", "counted")
    table = Table("counts", "Table 5: how many oracles there are", records=records, notes=notes)
    return _by_measure(study, table, columns, "counted")


def _f_measures(study: OracleStudy) -> Table:
    """F-measures against oracles, of summaries that are extracts (section 6.2.3)."""
    records = []
    for key, _, systems in _averages(study):
        for system in systems:
            compared = _fields(system, "system", "summaries", "extracts", "compared", "f_all")
            drawn = system.f_drawn
            mean, low, high = (drawn.mean, drawn.low, drawn.high) if drawn else (None, None, None)
            records.append(key | compared | {"f_one": mean, "f_one_low": low, "f_one_high": high})

    def interval(record: Record) -> str:
        low, high = record["f_one_low"], record["f_one_high"]
        return "-" if low is None else f"{100 * low:.1f}–{100 * high:.1f}"

    def columns(kind: str) -> list[Column]:
        every = "F-measure of a summary's sentences against all oracles"
        one = f"the same against one random oracle, {DRAWS} times: 95% bootstrap interval of the mean"
        return [
            percent_column("f_all", f"{kind} M".strip(), about=every),
            _number("f_one", f"{kind} S".strip(), interval, one),
        ]

    table = Table("f_measures", "Sentences shared with oracles, in percent", records=records)
    extracts = _number(
        "extracts",
        write=lambda record: f"{record['extracts']:,} of {record['summaries']:,}",
        about="summaries made of the document's own sentences; the others are skipped",
    )
    return _by_measure(study, table, columns, "compared", extracts)


def _search(study: OracleStudy) -> Table:
    """Table 7: what the search saves."""
    feasible = "median number of extracts that a naive search would check"
    checked = "median number of extracts, whole or partial, that the search checked"
    records = _of_oracles(study, "feasible", "checked", "number")
    table = Table("search", "Table 7: how much was searched", records=records)

    def columns(kind: str) -> list[Column]:
        return [_median("feasible", kind, feasible), _median("checked", kind, checked)]

    return _by_measure(study, table, columns, "number")


def _by_measure(
    study: OracleStudy, table: Table, columns: Callable[[str], list[Column]], needs: str, second: Column | None = None
) -> Table:
    """Show a table with some columns for each measure and kind of oracles, as many measures as stand side by side.

    There is a row for each domain or, with a second column, for each system, in blocks by domain where there are
    several. Where all records of the measures side by side lack a field, these are not shown.
    """
    names, labels = list(map(objective_name, study.plan.search.objectives)), kinds(study)
    blocks = len(study.groups) > 1 and second is not None
    lead = [] if second and not blocks else [DOMAIN]
    lead += [Column("system"), second] if second else []
    group_of = itemgetter("measure", "references")
    views = []
    for start in range(0, len(names), _SIDE_BY_SIDE):
        groups = [(name, choice) for name in names[start : start + _SIDE_BY_SIDE] for choice in labels]
        records = [record for record in table.records if group_of(record) in groups]
        if any(record[needs] for record in records):
            pivot = partial(replace(table, records=records).pivot, key=_row_of, group_order=groups, blocks=blocks)
            views.append(pivot(lead, group_of, lambda group: columns(labels[group[1]]), label=itemgetter(0)))
    return replace(table, notes=(), views=views)


def _row_of(record: Record) -> tuple[str | None, ...]:
    """Return what tells rows apart: a system may be called as the oracles or the greedy extracts are."""
    return record["domain"], record.get("kind"), record.get("system")


def _lengths(study: OracleStudy) -> Table:
    """E100, E150 and FT of Lin & Hovy 2003."""
    records = []
    for key, curve in _average_curves(study):
        scores = {f"e{length}": curve.at(length) for length in LENGTHS} | {"full": curve.full}
        records.append(key | _fields(curve, "documents", "unproven") | scores)
    best = [
        percent_column(f"e{length}", f"E{length}", _least, about=f"the best extract of at most {length} words")
        for length in LENGTHS
    ]
    full = percent_column("full", "FT" if study.plan.search.score == "recall" else "any length", about=longest(study))
    columns = (DOMAIN, Column("measure"), _number("documents", write=","), *best, full)
    notes = ["By all references, in percent."]
    notes += [_UNPROVEN] if any(record["unproven"] for record in records) else []
    return Table("lengths", "The best extracts by length", columns, records, notes, blocks=True)
