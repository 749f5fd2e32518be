"""Every number of a report, in tables: systems and the scale, places, human summaries, pairs, and documents."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import folded, p_text, short
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import as_number
from sumspace.studies.report.columns import (
    best_text,
    cut_about,
    half_column,
    letters_column,
    percent_ends,
    place_columns,
    place_fields,
    score_fields,
)
from sumspace.studies.report.humans import HUMANS
from sumspace.studies.report.labels import has_letters, measure_label, short_label
from sumspace.studies.report.systems import systems_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.studies.report.study import ReportStudy


#: The key figures of a corpus that have room on a terminal.
_CARD = (
    "words per document", "words per reference", "compression ratio", "coverage", "density", "novel n-grams",
    "extracts among system summaries", "suspicious texts",
)  # fmt: skip
#: The longest name of a system; so many systems have their table beside human summaries on a terminal, too.
_LONGEST, _FEW = 26, 6


def make_tables(study: ReportStudy, most: int | None = None) -> list[Table]:
    """Make all tables; the first has everything that is on a terminal, of so many systems if they are many."""
    tables = [systems_table(study, most), _humans(study), _places(study), _pairs(study), _documents(study)]
    if study.card is not None:
        tables.append(_card(study.card))
    return [*tables, _best(study)] if study.single else tables


def _places(study: ReportStudy) -> Table:
    records = [
        {
            "measure": str(places.measure),
            "system": name,
            "documents": place.documents,
            **place_fields(place),
            "average": places.average_mean,
            "best": places.best_mean,
            "bound": places.bound_mean,
            "proven": places.proven,
            "exact": places.all_exact,
        }
        for places in study.places
        for name, place in sorted(places.systems.items(), key=lambda item: -item[1].score.mean)
    ]
    columns = (
        Column("measure"),
        Column("system"),
        Column("documents", kind="number", write=","),
        percent_column("score", "score", about=cut_about(study)),
        *place_columns(study),
        Column("over_99", "99% beaten", "number", ".0%",
               about="share of documents where at least 99% of the extracts score lower"),
        percent_column("average", "average", about="score of the average extract"),
        Column("best", "best", "number", _best_score, about="score of the best extract; ≤: none scores more"),
    )  # fmt: skip
    page = Table("places", "Places in the spaces of all extracts", columns, records, only=("page",), blocks=True)
    return Table("places", records=records, views=(page,))


def _best_score(record: Record) -> str:
    return best_text(record["best"], record["bound"], proven=record["best"] == record["bound"])


def _humans(study: ReportStudy) -> Table:
    humans, records = study.humans, []
    if humans is not None:
        contest = humans.contests[study.plan.sorted_by]
        letters = {ranked.system: ranked.letters for ranked in contest.ranking} if has_letters(contest, study) else {}
        by_name = {ranked.system: ranked for ranked in contest.ranking}
        order = [name for name in by_name if name in humans.names]
        for name in order:
            means: Any = {key: intervals[humans.names.index(name)] for key, intervals in humans.means.items()}
            records.append(
                {
                    "system": name,
                    "kind": "human" if name == HUMANS else "baseline" if name in study.baselines else "system",
                    "documents": by_name[name].documents,
                    **score_fields(study, means),
                    "letters": letters.get(name),
                }
            )
    columns = [
        Column("system", write=lambda r: short(str(r["system"]), _LONGEST)),
        Column("documents", kind="number", write=","),
    ]
    for measure in study.plan.measures:
        group = "value" if measure.has_one_value else "F1"
        about = f"{measure_label(measure)} by the same references, all but one in turn, in percent"
        columns.append(percent_column(f"{measure}_f1", short_label(measure), group=group, about=about))
        columns.append(half_column(f"{measure}_f1", group, study.plan.bootstrap.confidence))
    if any(record["letters"] for record in records):
        columns.append(letters_column(study))
    title = "Beside human summaries: all judged by the same references, all but one in turn"
    shown = Table(
        "humans", title, columns, records, only=() if len(records) <= _FEW and not study.single else ("page",)
    )
    return Table("humans", records=records, views=(shown,))


def _pairs(study: ReportStudy) -> Table:
    records = [
        {
            "measure": str(measure),
            "score": "value" if measure.has_one_value else "f1",
            "first": pair.first,
            "second": pair.second,
            "documents": pair.result.documents,
            "difference": as_number(pair.result.difference.mean),
            "difference_interval": ends_of(pair.result.difference),
            "p": as_number(pair.result.p),
            "corrected": as_number(pair.corrected),
            "significant": pair.is_significant,
            "better": pair.better,
        }
        for measure, contest in study.contests.items()
        for pair in contest.pairs
    ]
    confidence = study.plan.bootstrap.confidence
    columns = (
        Column("first"),
        Column("second"),
        Column("documents", kind="number", write=","),
        Column("difference", kind="number", write=_difference, about="first less second, in points; *: significant"),
        Column("difference_interval", f"{confidence:g}%",
               write=lambda r: percent_ends(r["difference_interval"], "+z.2f"),
               about=f"{confidence:g}% bootstrap interval of the difference"),
        Column("corrected", "p", "number", lambda r: p_text(r["corrected"]),
               about=f"paired permutation test, {CORRECTION_NAMES['holm']} for all pairs"),
    )  # fmt: skip
    main = str(study.plan.sorted_by)
    own = [record for record in records if record["measure"] == main]
    title = f"Differences in {measure_label(study.plan.sorted_by)} F1"
    page = Table("pairs", title, columns, own, only=("page",))
    return Table("pairs", records=records, views=(page,))


def _difference(record: Record) -> str:
    value = record["difference"]
    return "-" if value is None else f"{100 * value:+z.2f}{'*' if record['significant'] else ''}"


def _documents(study: ReportStudy) -> Table:
    """Every system in the space of every document, for programs."""
    return Table("documents", records=list(_document_records(study)))


def _document_records(study: ReportStudy) -> Iterator[Record]:
    for places in study.places:
        for row, document in enumerate(study.documents):
            for column, system in enumerate(places.names):
                score = places.scores[row, column]
                if not isnan(score):
                    bound = places.bound[row]
                    yield {
                        "id": document,
                        "measure": str(places.measure),
                        "system": system,
                        "score": float(score),
                        "place": 1 - float(places.not_beaten[row, column]),
                        "not_beaten": float(places.not_beaten[row, column]),
                        "average": float(places.average[row]),
                        "best": float(places.best[row]),
                        "bound": as_number(float(bound)),
                        "extracts": places.extracts[row],
                        "exact": bool(places.exact[row]),
                    }


def _card(card: Table) -> Table:
    """Show the key figures of the corpus: on a page all of them, on a terminal some in a line."""
    values = {str(record["what"]): record["value"] for record in card.records}
    line = ", ".join(f"{name} {values[name]}" for name in _CARD if name in values)
    page = replace(card, name="card", only=("page",))
    return Table(
        "card", records=card.records, views=(page,), notes=[folded(f"The corpus: {line}; see `sumspace card`.")]
    )


def _best(study: ReportStudy) -> Table:
    """Show the best extract of the one document, sentence by sentence."""
    best = study.single.best if study.single else None
    records = []
    if best is not None:
        for number, text in zip(best.sentences, best.texts, strict=True):
            kept = best.cut[1] if best.cut is not None and best.cut[0] == number else None
            records.append({"number": number, "sentence": text, "words_kept": kept})
    columns = (
        Column("number", kind="number", dim=True),
        Column("sentence", write=lambda r: " ".join(r["sentence"].split()) + (" …" if r["words_kept"] else "")),
    )
    title = "The best extract" if best is None or best.proven else "The best extract found in time"
    view = Table("best", title, columns, records, header=False, fold=True)
    return Table("best", records=records, views=(view,))
