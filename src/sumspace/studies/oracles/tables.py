"""The tables of the study of oracles."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import domain_label, large, percent
from sumspace.studies.oracles.documents import DRAWS, LISTED
from sumspace.tasks.oracle import objective_name
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.oracles.averages import OracleAverage, SystemAverage
    from sumspace.studies.oracles.study import OracleStudy

__all__ = ["LENGTHS", "kinds", "longest", "score_records", "tables", "write_median"]

#: The lengths in words at which curves are read off: E100 and E150 of Lin & Hovy 2003.
LENGTHS = (100, 150)
#: So many measures stand side by side.
_SIDE_BY_SIDE = 2
_DOMAIN = Column("domain", write=lambda record: domain_label(record["domain"]))
_UNPROVEN = "≥ some searches ran out of time: there may be better extracts."


def tables(study: OracleStudy) -> list[Table]:
    """Return every table; all documents together have no domain.

    `references` tells whether oracles are those of the set of references ("multi" in the paper) or of each ("single").
    """
    return [
        Table("documents", records=list(_documents(study))),
        Table("document_curves", records=list(_document_curves(study)), only=("json",)),
        _data(study),
        _scores(study),
        _greedy(study),
        _counts(study),
        _f_measures(study),
        _search(study),
        _lengths(study),
        Table("curves", records=list(_curves(study))),
    ]


def kinds(study: OracleStudy) -> dict[str, str]:
    """Return what the paper calls the kinds of oracles; there is one where all documents have one reference."""
    alone = all(len(document.references) == 1 for document in study.documents)
    return {"all": ""} if alone else {"all": "multi", "each": "single"}


def longest(study: OracleStudy) -> str:
    """Say what the best extract of any length is: the full text, unless longer ones lose precision."""
    return "the full text (FT)" if study.plan.search.score == "recall" else "the best extract of any length"


def write_median(value: float | None) -> str:
    """Write a median.

    >>> write_median(2.5), write_median(3), write_median(10**21), write_median(None)
    ('2.5', '3', '1.00e+21', '-')
    """
    if value is None:
        return "-"
    return f"{value:,.1f}" if value % 1 else large(int(value))


def _scope(domain: str | None) -> Record:
    return {"scope": "corpus" if domain is None else "domain", "domain": domain}


def _averages(study: OracleStudy) -> Iterator[tuple[Record, OracleAverage, list[SystemAverage]]]:
    """Yield the averages of oracles and of systems, with the fields that say of what they are averages."""
    for domain, group in study.groups.items():
        for (objective, choice), average in group.oracles.items():
            key = _scope(domain) | {"measure": objective_name(objective), "references": choice}
            systems = group.systems[objective, choice]
            yield key, average, sorted(systems, key=lambda system: study.systems.index(system.system))


def _oracle_records(study: OracleStudy, *names: str) -> list[Record]:
    return [key | {name: getattr(average, name) for name in names} for key, average, _ in _averages(study)]


def _documents(study: OracleStudy) -> Iterator[Record]:
    for document in study.documents:
        for result in document.oracles:
            yield {
                "id": document.id, "domain": document.domain, "reference": result.reference,
                "references": result.references, "measure": result.objective, "budget": result.budget,
                "score": result.score, "official": result.official, "optimal": result.optimal, "bound": result.bound,
                "count": result.count, "feasible": result.feasible, "checked": result.checked,
                "oracle": list(result.best), "shares": result.shares and list(result.shares),
                "greedy": result.greedy, "greedy_official": result.greedy_official, "jaccard": result.jaccard,
                "drawn": result.drawn, "systems": {name: summary.score for name, summary in result.systems.items()},
                "f_measures": {name: summary.f_all for name, summary in result.systems.items()},
            }  # fmt: skip


def _document_curves(study: OracleStudy) -> Iterator[Record]:
    for document in study.documents:
        for measure, curve in document.curves.items():
            yield {
                "id": document.id, "domain": document.domain, "measure": str(measure), "optimal": curve.optimal,
                "lengths": list(curve.lengths), "scores": list(curve.scores),
            }  # fmt: skip


def _curves(study: OracleStudy) -> Iterator[Record]:
    for domain, group in study.groups.items():
        for measure, curve in group.curves.items():
            for by, points in (("words", curve.words), ("share", curve.shares)):
                for at, score in points:
                    yield _scope(domain) | {"measure": str(measure), "by": by, "at": at, "score": score}


def _data(study: OracleStudy) -> Table:
    records = []
    for domain, group in study.groups.items():
        documents, lengths = group.documents, [n for document in group.documents for n in document.references]
        sizes = {
            "documents": len(documents), "sentences": fmean(len(document.sentences) for document in documents),
            "words": fmean(document.words for document in documents), "references": len(lengths),
            "words_per_reference": fmean(lengths),
        }  # fmt: skip
        records.append(_scope(domain) | sizes)
    columns = (
        _DOMAIN,
        Column("documents", kind="number", write=","),
        Column("sentences", kind="number", write=",.1f"),
        Column("words", kind="number", write=",.0f"),
        Column("references", kind="number", write=","),
        Column("words_per_reference", "words of\nreference", "number", ",.0f"),
    )
    return Table("data", "Table 1: the data", columns, records, ("Sentences and words are averages per document.",))


def score_records(study: OracleStudy) -> list[Record]:
    """Return what oracles, greedy extracts and systems score, those from the best to the worst (tables 2 and 3)."""
    return [key | record for key, average, systems in _averages(study) for record in _score_records(average, systems)]


def _score_records(average: OracleAverage, systems: Sequence[SystemAverage]) -> Iterator[Record]:
    best, number, unproven = average.score, average.number, average.unproven
    greedy = "greedy", average.greedy, average.greedy_official
    for kind, score, official in (("oracle", best, average.official), greedy):
        yield {
            "kind": kind, "system": kind, "summaries": number, "of": number, "words": None, "score": score,
            "official": official, "share": score / best if best else None, "unproven": unproven,
        }  # fmt: skip
    for system in systems:
        yield {
            "kind": "baseline" if system.system in BASELINES else "system", "system": system.system,
            "summaries": system.summaries, "of": number, "words": system.words, "score": system.score,
            "official": system.official, "share": system.share, "unproven": unproven,
        }  # fmt: skip


def _scores(study: OracleStudy) -> Table:
    """Tables 2 and 3: oracles, greedy extracts and systems."""

    def columns(kind: str) -> list[Column]:
        official = [] if kind == "single" else [_percent("official", "official")]
        share = Column("share", kind="number", write=".0%")
        return [Column("score", kind or "score", "number", _write_score), share, *official]

    def notes(records: Sequence[Record]) -> Iterator[str]:
        if len(kinds(study)) > 1:
            yield "multi: by all references of a document together; single: by each alone, averaged over references."
        yield "share: of what oracles of the same documents score. official: as ROUGE scores, across sentences."
        yield "Summaries with more words than extracts may have are cut to as many; words are those they have uncut."
        if any(record["summaries"] < record["of"] for record in records):
            yield "* has summaries of some documents only."
        if any(record["unproven"] for record in records):
            yield _UNPROVEN

    title = f"Tables 2 and 3: {study.plan.search.score} of oracles and systems, in percent"
    words = Column("words", kind="number", write=",.0f", missing="")
    table = Table("scores", title, records=score_records(study), notes=notes)
    return _with_views(study, table, columns, "summaries", words)


def _write_score(record: Record) -> str:
    least = "≥" if record["unproven"] and record["kind"] == "oracle" else ""
    return percent(record["score"], least) + ("*" if record["summaries"] < record["of"] else "")


def _greedy(study: OracleStudy) -> Table:
    """Table 4: the likeness of greedy extracts and oracles."""

    def notes(records: Sequence[Record]) -> Iterator[str]:
        yield "The Jaccard index of their sentences, averaged over all oracles of a document, then over documents."
        drawn = sum(record["drawn"] for record in records if record["scope"] == "corpus")
        if drawn:
            yield f"Where there are more than {LISTED:,} oracles, {drawn:,} times, it is that of {DRAWS} random ones."

    title = "Table 4: how alike greedy extracts and oracles are, in percent"
    records = _oracle_records(study, "jaccard", "number", "compared", "drawn")
    table = Table("greedy", title, records=records, notes=notes)
    return _with_views(study, table, lambda kind: [_percent("jaccard", kind or "likeness")], "compared")


def _counts(study: OracleStudy) -> Table:
    """Table 5: how many oracles there are."""

    def columns(kind: str) -> list[Column]:
        return [_median("median", kind), Column("several", f"{kind}\nseveral".strip(), "number", ".0%")]

    def notes(records: Sequence[Record]) -> Iterator[str]:
        several = "the share of documents, or references, that have more than one"
        yield f"median: of the number of oracles; several: {several}."
        if any(record["counted"] < record["number"] for record in records):
            yield "Where not all oracles were found they are not counted."

    records = _oracle_records(study, "median", "several", "number", "counted")
    table = Table("counts", "Table 5: how many oracles there are", records=records, notes=notes)
    return _with_views(study, table, columns, "counted")


def _f_measures(study: OracleStudy) -> Table:
    """F-measures against oracles, of summaries that are extracts (section 6.2.3)."""

    def columns(kind: str) -> list[Column]:
        return [_percent("f_all", f"{kind} M".strip()), Column("f_one", f"{kind} S".strip(), "number", _write_interval)]

    records = [
        key
        | {
            "system": average.system, "summaries": average.summaries, "extracts": average.extracts,
            "compared": average.compared, "f_all": average.f_all, "f_one": drawn and drawn.mean,
            "f_one_low": drawn and drawn.low, "f_one_high": drawn and drawn.high,
        }
        for key, _, systems in _averages(study)
        for average in systems
        for drawn in [average.f_drawn]
    ]  # fmt: skip
    notes = (
        "M: the F-measure of a summary's sentences against all oracles.",
        f"S: against one drawn at random, {DRAWS} times: the 95% interval of the mean, by the bootstrap.",
        "extracts: how many summaries are made of the document's sentences; the others are left out.",
    )
    table = Table("f_measures", "Sentences shared with oracles, in percent", records=records, notes=notes)
    extracts = Column("extracts", kind="number", write=lambda row: f"{row['extracts']:,} of {row['summaries']:,}")
    return _with_views(study, table, columns, "compared", extracts)


def _write_interval(record: Record) -> str:
    if record["f_one"] is None:
        return "-"
    return f"{100 * record['f_one_low']:.1f}–{100 * record['f_one_high']:.1f}"


def _search(study: OracleStudy) -> Table:
    """Table 7: what the search saves."""
    note = "Medians of how many summaries the length allows, and how many, whole or in part, the search looked at."
    records = _oracle_records(study, "feasible", "checked", "number")
    table = Table("search", "Table 7: how much was searched", records=records, notes=(note,))
    return _with_views(study, table, lambda kind: [_median("feasible", kind), _median("checked", kind)], "number")


def _percent(name: str, title: str, *, marked: bool = False) -> Column:
    """Make a column of scores in percent, marked where the time ran out, if they are to be."""
    return Column(
        name, title, "number", lambda record: percent(record[name], "≥" if marked and record["unproven"] else "")
    )


def _median(name: str, kind: str) -> Column:
    return Column(name, f"{kind}\n{name}".strip(), "number", lambda record: write_median(record[name]))


def _with_views(
    study: OracleStudy, table: Table, columns: Callable[[str], Sequence[Column]], needs: str,
    second: Column | None = None,
) -> Table:  # fmt: skip
    """Show a table with some columns for each measure and kind of oracles, as many measures as stand side by side.

    There is a row for each domain or, with a second column, for each system, in blocks by domain where there are
    several. Measures for which all records lack a field are not shown.
    """
    names, labels = [objective_name(objective) for objective in study.plan.objectives], kinds(study)
    several = len(study.groups) > 1
    lead = [_DOMAIN] if second is None else [*([_DOMAIN] if several else []), Column("system"), second]
    views = []
    for start in range(0, len(names), _SIDE_BY_SIDE):
        groups = [(name, choice) for name in names[start : start + _SIDE_BY_SIDE] for choice in labels]
        records = [record for record in table.records if _group_of(record) in groups]
        if any(record[needs] for record in records):
            view = replace(table, records=records).pivot(
                lead, _group_of, lambda group: columns(labels[group[1]]), key=_row_of, group_order=groups,
                label=lambda group: str(group[0]), blocks=several and second is not None,
            )  # fmt: skip
            views.append(view)
    return replace(table, notes=(), views=views)


def _group_of(record: Record) -> tuple[str, str]:
    return record["measure"], record["references"]


def _row_of(record: Record) -> tuple[str | None, ...]:
    """Return what tells rows apart: a system may be called as the oracles or the greedy extracts are."""
    return record["domain"], record.get("kind"), record.get("system")


def _lengths(study: OracleStudy) -> Table:
    """E100, E150 and FT of Lin & Hovy 2003."""
    records = []
    for domain, group in study.groups.items():
        for measure, curve in group.curves.items():
            key = _scope(domain) | {"measure": str(measure), "documents": curve.documents, "unproven": curve.unproven}
            records.append(key | {f"e{length}": curve.at(length) for length in LENGTHS} | {"full": curve.full})
    columns = (
        _DOMAIN,
        Column("measure"),
        Column("documents", kind="number", write=","),
        *(_percent(f"e{length}", f"E{length}", marked=True) for length in LENGTHS),
        _percent("full", "FT" if study.plan.search.score == "recall" else "any length"),
    )
    lengths = "E100, E150: the best extracts of at most so many words"
    notes = [f"{lengths}; then {longest(study)}. By all references, in percent."]
    notes += [_UNPROVEN] if any(record["unproven"] for record in records) else []
    return Table("lengths", "The best extracts by length", columns, records, notes, blocks=True)
