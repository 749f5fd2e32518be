"""The table of systems: their scores, where they stand, and the rows of the scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import counted, folded, percent
from sumspace.studies.comparison.scores import RANDOM
from sumspace.studies.report.columns import (
    best_text,
    cut_about,
    half_column,
    interval_column,
    letters_column,
    place_columns,
    place_fields,
    score_fields,
)
from sumspace.studies.report.humans import HUMANS, PARTS
from sumspace.studies.report.labels import AVERAGE, BEST, has_letters, measure_label, short_label, system_labels
from sumspace.tasks.systems import ORDERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.report.study import ReportStudy


#: What stands before the rows of the scale: nothing to see, but another block begins.
_SCALE = "\N{NO-BREAK SPACE}"
#: So few systems more than there is room for are shown, too.
_FEW_MORE = 2


def systems_table(study: ReportStudy, most: int | None = None) -> Table:
    """Make the table of systems and of the scale; where systems are many, so many are shown."""
    records = [{"measure": str(study.plan.placed_by), **record} for record in _system_records(study)]
    return Table("systems", records=records, views=(_main_view(study, records, most), _full_scores(study, records)))


def _main_view(study: ReportStudy, records: Sequence[Record], most: int | None) -> Table:
    plan, single = study.plan, study.single is not None
    main, placed = plan.sorted_by, plan.placed_by
    hidden = {*study.ranked[most:]} if most is not None and len(study.ranked) > most + _FEW_MORE else set()
    labels = system_labels(record["system"] for record in records)
    columns = [
        Column(
            "block", " ", write=lambda r: " " if r["block"] == "systems" else _SCALE, html=lambda r: str(r["block"])
        ),
        Column("system", write=lambda r: labels[r["system"]], html=lambda r: str(r["system"])),
    ]
    if not study.contest.complete:
        columns.append(Column("documents", kind="number", write=",", wide=True))
    for measure in plan.measures:
        part = "value" if measure.has_one_value else "F1"
        about = f"{part} of whole summaries, in percent"
        columns.append(percent_column(f"{measure}_f1", short_label(measure), group=part, about=about))
        if measure == main and not single:
            columns.append(half_column(f"{measure}_f1", part, plan.bootstrap.confidence))
    if study.place is not None and placed is not None:
        about = f"{cut_about(study)}. Extracts are scored by it, so the average and the best have no F1"
        columns.append(Column("score", f"{short_label(placed)} recall", "number", _space_score, about=about))
        columns += place_columns(study)
    if has_letters(study.contest, study):
        columns.append(letters_column(study))
    shown = [record for record in records if record["system"] not in hidden]
    return Table("systems", "", columns, shown, [*_more(len(hidden)), *_notes(study)], blocks=True)


def _more(hidden: int) -> list[str]:
    return [f"{counted(hidden, 'more system')}: --all-systems, -o, or --json"] if hidden else []


def _system_records(study: ReportStudy) -> Iterator[Record]:
    """Make a row for each system, sorted, and then those of the scale."""
    letters = {}
    if has_letters(study.contest, study):
        letters = {ranked.system: ranked.letters for ranked in study.contest.ranking}
    places = study.place
    for name in [*study.ranked, *study.scale]:
        means: Any = {key: intervals[study.systems.index(name)] for key, intervals in study.means.items()}
        yield {
            "block": "scale" if name in study.scale else "systems",
            "kind": "baseline" if name in study.baselines else "system",
            "system": name,
            "documents": study.counts[name],
            "words": study.words.get(name),
            "cut": study.cut.get(name, 0),
            **score_fields(study, means),
            **place_fields(places.systems.get(name) if places else None),
            "letters": letters.get(name),
        }
    nothing = {"words": None, "cut": 0, **score_fields(study, {}), **place_fields(None), "letters": None}
    if places is not None:
        whole = {"block": "scale", "kind": "extract", "documents": places.documents}
        yield {**whole, **nothing, "system": AVERAGE, "score": places.average_mean, "reached": 0.0}
        best = {"score": places.best_mean, "bound": places.bound_mean, "proven": places.proven, "reached": 1.0}
        yield {**whole, **nothing, "system": BEST, **best}
    if study.humans is not None:
        own: Any = {key: intervals[-1] for key, intervals in study.humans.means.items()}
        fields = {"block": "scale", "kind": "human", "system": HUMANS, "documents": study.humans.documents}
        yield {**nothing, **fields, **score_fields(study, own)}


def _full_scores(study: ReportStudy, records: Sequence[Record]) -> Table:
    """Show F1 and recall on every measure with intervals, uncut: too much for a terminal."""
    plan = study.plan
    columns = [
        Column("system"),
        Column("documents", kind="number", write=","),
        Column("words", kind="number", write=".0f"),
    ]
    for measure in plan.measures:
        for part in ("f1",) if measure.has_one_value else PARTS:
            name = f"{measure}_{part}"
            group = (
                measure_label(measure)
                if measure.has_one_value
                else f"{measure_label(measure)} {'F1' if part == 'f1' else part}"
            )
            columns += [
                percent_column(name, "score", group=group),
                interval_column(name, group, plan.bootstrap.confidence),
            ]
    own = [record for record in records if record["kind"] != "extract"]
    title = "ROUGE of whole summaries, F1 and recall, with intervals"
    return Table("scores", title, columns, own, only=("page",))


def _space_score(record: Record) -> str:
    if record["system"] == BEST and "bound" in record:
        return best_text(record["score"], record["bound"], proven=record["proven"] == record["documents"])
    return percent(record["score"])


def _notes(study: ReportStudy) -> list[str]:
    notes = []
    if study.cut:
        cut, total = sum(study.cut.values()), sum(study.counts[name] for name in study.ranked)
        systems = f" of {counted(len(study.cut), 'system')}" if len(study.cut) < len(study.ranked) else ""
        notes.append(f"For recall, {cut:,} of {total:,} summaries{systems} {'was' if cut == 1 else 'were'} cut.")
    places = study.place
    if places is not None and places.documents < len(study.documents):
        notes.append(f"Places are those of {places.documents:,} of the {len(study.documents):,} documents.")
    if study.humans is not None:
        notes.append(f"{HUMANS}: each judged by the other references.")
    elif not study.single:
        notes.append("No document has two references: there are no human summaries to judge.")
    if RANDOM in study.scale:
        notes.append(f"{RANDOM}: mean over {ORDERS} orders of the sentences.")
    return [folded(" ".join(notes))] if notes else []
