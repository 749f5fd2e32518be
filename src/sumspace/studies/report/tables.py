"""Every number of a report, in tables: systems and the scale, places, human summaries, pairs, and documents."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isnan, log10
from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import as_share, clean, counted, folded, interval_text, p_text, percent, short
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import as_number
from sumspace.studies.comparison.scores import RANDOM
from sumspace.studies.report.humans import HUMANS, PARTS
from sumspace.tasks.space import written_max
from sumspace.tasks.systems import ORDERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.report.places import SystemPlace
    from sumspace.studies.report.study import ReportStudy


#: What the rows of the scale are called.
AVERAGE, BEST = "average extract", "best extract"
#: The key figures of a corpus that have room on a terminal.
_CARD = (
    "words per document", "words per reference", "compression ratio", "coverage", "density", "novel n-grams",
    "extracts among system summaries", "suspicious texts",
)  # fmt: skip
#: The longest name of a system on a terminal; so many systems have their table beside human summaries there, too.
_LONGEST, _FEW = 26, 6
#: What stands before the rows of the scale: nothing to see, but another block begins.
_SCALE = "\N{NO-BREAK SPACE}"


def make_tables(study: ReportStudy) -> list[Table]:
    """Make all tables; the first has everything that is on a terminal."""
    tables = [_systems(study), _humans(study), _places(study), _pairs(study), _documents(study)]
    if study.card is not None:
        tables.append(_card(study.card))
    return [*tables, _best(study)] if study.single else tables


def measure_label(measure: Measure) -> str:
    """Return what a measure is called in papers."""
    name = str(measure)
    return name.upper() if name.startswith("rouge-") else name


def _heading(measure: Measure) -> str:
    return measure_label(measure).replace("ROUGE-", "R-")


def share_text(not_beaten: float | None) -> str:
    """Write a place, given the share of extracts that are not beaten.

    >>> share_text(0.25), share_text(0.0), share_text(0.0007)
    ('75.00%', 'above all', '99.930%')
    """
    if not_beaten is None:
        return "-"
    above_all = not_beaten <= 0
    nines = 0.0 if above_all else -log10(min(not_beaten, 1.0))
    return as_share({"above_all": above_all, "below": 1 - not_beaten, "nines": nines})


def has_letters(contest: Contest, study: ReportStudy) -> bool:
    """Whether any two systems could differ significantly on so many documents."""
    return contest.tested > 0 and contest.lowest("holm") < study.plan.comparison().alpha


def _scores(study: ReportStudy, means: dict[tuple[str, Measure], Interval]) -> Record:
    record: Record = {}
    for measure in study.plan.measures:
        for part in PARTS:
            interval = means.get((part, measure))
            record[f"{measure}_{part}"] = None if interval is None else as_number(interval.mean)
            record[f"{measure}_{part}_interval"] = ends_of(interval)
    return record


def _place(place: SystemPlace | None) -> Record:
    """Return where a system stands; shares that are not beaten are what places lack to 1."""
    return {
        "score": None if place is None else as_number(place.score.mean),
        "score_interval": None if place is None else ends_of(place.score),
        "place": None if place is None else 1 - place.mean,
        "place_median": None if place is None else 1 - place.median,
        "place_low": None if place is None else 1 - place.low,
        "place_high": None if place is None else 1 - place.high,
        "not_beaten": None if place is None else place.mean,
        "not_beaten_median": None if place is None else place.median,
        "over_99": None if place is None else place.over_99,
        "reached": None if place is None else as_number(place.reached.mean),
        "reached_interval": None if place is None else ends_of(place.reached),
    }


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
            **_scores(study, means),
            **_place(places.systems.get(name) if places else None),
            "letters": letters.get(name),
        }
    nothing = {"words": None, "cut": 0, **_scores(study, {}), **_place(None), "letters": None}
    if places is not None:
        whole = {"block": "scale", "kind": "extract", "documents": places.documents}
        yield {**whole, **nothing, "system": AVERAGE, "score": places.average_mean, "reached": 0.0}
        best = {"score": places.best_mean, "bound": places.bound_mean, "proven": places.proven, "reached": 1.0}
        yield {**whole, **nothing, "system": BEST, **best}
    if study.humans is not None:
        own: Any = {key: intervals[-1] for key, intervals in study.humans.means.items()}
        fields = {"block": "scale", "kind": "human", "system": HUMANS, "documents": study.humans.documents}
        yield {**nothing, **fields, **_scores(study, own)}


def _systems(study: ReportStudy) -> Table:
    records = [{"measure": str(study.plan.placed_by), **record} for record in _system_records(study)]
    return Table("systems", records=records, views=tuple(_system_views(study, records)))


def _system_views(study: ReportStudy, records: Sequence[Record]) -> Iterator[Table]:
    plan, single = study.plan, study.single is not None
    main, placed = plan.sorted_by, plan.placed_by
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
        columns.append(percent_column(f"{measure}_f1", _heading(measure), group=part, about=_score_about(measure)))
        if measure == main and not single:
            columns.append(_half_column(f"{measure}_f1", part, plan.bootstrap.confidence))
    if study.place is not None and placed is not None:
        group, mean = "recall", "" if single else ", mean over documents"
        columns += [
            Column("score", _heading(placed), "number", _space_score, group, about=_cut_about(study)),
            Column("not_beaten", "beats", "number", lambda r: share_text(r["not_beaten"]), group,
                   about="share of the document's extracts that score lower" + mean),
        ]  # fmt: skip
        if not single:
            columns.append(
                Column("not_beaten_median", "median", "number", lambda r: share_text(r["not_beaten_median"]), group,
                       wide=True, about="the same, median over documents")
            )  # fmt: skip
        columns.append(
            Column("reached", "reached", "number", "z.0%", group,
                   about="how much of the distance from the average extract to the best extract the score covers")
        )  # fmt: skip
        if not single:
            columns.append(
                Column("reached_interval", f"{plan.bootstrap.confidence:g}%", "text",
                       lambda r: interval_text(r["reached_interval"], "z.0%", ""), group, wide=True,
                       about=f"{plan.bootstrap.confidence:g}% interval of reached")
            )  # fmt: skip
    if has_letters(study.contest, study):
        columns.append(_letters_column(study))
    yield Table("systems", "", columns, records, _system_notes(study), blocks=True)
    yield _full_scores(study, records)


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
            group = measure_label(measure) if measure.has_one_value else f"{measure_label(measure)} {_part(part)}"
            columns += [
                percent_column(name, "score", group=group),
                _interval_column(name, group, plan.bootstrap.confidence),
            ]
    own = [record for record in records if record["kind"] != "extract"]
    title = "ROUGE of whole summaries, F1 and recall, with intervals"
    return Table("scores", title, columns, own, only=("page",))


def _part(part: str) -> str:
    return "F1" if part == "f1" else part


def _interval_column(name: str, group: str, confidence: float) -> Column:
    def write(record: Record) -> str:
        ends = record[f"{name}_interval"]
        return interval_text(None if ends is None else [100 * end for end in ends], ".2f")

    about = f"{confidence:g}% bootstrap interval of the mean over documents"
    return Column(f"{name}_interval", f"{confidence:g}%", write=write, group=group, about=about)


def _half_column(name: str, group: str, confidence: float) -> Column:
    def write(record: Record) -> str:
        ends = record[f"{name}_interval"]
        return "" if ends is None else f"{50 * (ends[1] - ends[0]):.2f}"

    about = f"half the width of the {confidence:g}% bootstrap interval of the mean over documents"
    return Column(f"{name}_interval", "±", "number", write, group, wide=True, about=about)


def _score_about(measure: Measure) -> str:
    whole = "of whole summaries, in percent"
    return f"{measure_label(measure)} {whole}" if measure.has_one_value else f"{measure_label(measure)} F1 {whole}"


def _cut_about(study: ReportStudy) -> str:
    budget = study.plan.budget
    if budget is not None and not budget.cuts:
        return f"recall among extracts of {budget}, n-grams counted inside sentences"
    length = "as many words as the references" if budget is None else f"{budget.most_words} words"
    return f"recall, cut to {length}; n-grams counted inside sentences"


def _letters_column(study: ReportStudy) -> Column:
    about = (
        f"systems that share a letter do not differ significantly in {measure_label(study.plan.sorted_by)} F1 "
        f"(paired permutation tests, {CORRECTION_NAMES['holm']})"
    )
    return Column("letters", "group", write=lambda r: short_letters(r["letters"] or ""), about=about)


def short_letters(letters: str) -> str:
    """Write three or more letters that follow each other by the first and the last of them.

    >>> short_letters("abcdefgj"), short_letters("ab"), short_letters("yza2b2")
    ('a-gj', 'ab', 'yza2b2')
    """
    runs: list[list[str]] = []
    for letter in re.findall(r"[a-z]\d*", letters):
        last = runs[-1][-1] if runs else ""
        if last and last[1:] == letter[1:] and ord(letter[0]) == ord(last[0]) + 1:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    return "".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(run) for run in runs)


def system_labels(names: Iterable[str]) -> dict[str, str]:
    """Return what systems are called where there is little room: names that are cut alike keep their ends.

    >>> list(system_labels(["a" * 30, "lead"]).values())
    ['aaaaaaaaaaaaaaaaaaaaaaaaa…', 'lead']
    """
    names = list(names)
    labels: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        label = short(name, _LONGEST)
        if sum(short(other, _LONGEST) == label for other in names) > 1:
            half = _LONGEST // 2
            label = f"{clean(name[: half - 1])}…{clean(name[-half:])}"
        labels[name] = f"{label} [{place}]" if label in labels.values() else label
    return labels


def _space_score(record: Record) -> str:
    if record["system"] == BEST and "bound" in record:
        shown = {"max": record["score"], "max_bound": record["bound"]}
        proven = record["proven"] == record["documents"]
        return written_max({**shown, "max_proven": proven}, ".2f", 100)
    return percent(record["score"])


def _system_notes(study: ReportStudy) -> list[str]:
    notes = []
    if study.cut:
        total = sum(study.counts[name] for name in study.systems if name not in study.scale)
        systems = f" of {counted(len(study.cut), 'system')}" if len(study.cut) < len(study.ranked) else ""
        notes.append(
            f"For recall and places, {sum(study.cut.values()):,} of {total:,} summaries{systems} were cut to the "
            "length of the extracts; F1 is that of whole summaries."
        )
    places = study.place
    if places is not None and places.documents < len(study.documents):
        notes.append(f"Places are those of {places.documents:,} of the {len(study.documents):,} documents.")
    if study.humans is not None:
        notes.append(f"{HUMANS}: each judged by the other references, so not by the same references as systems.")
    elif not study.single:
        notes.append("No document has two references: there are no human summaries to judge.")
    if RANDOM in study.scale:
        notes.append(f"{RANDOM}: the mean over {ORDERS} random orders of the sentences.")
    return [folded(" ".join(notes))] if notes else []


def _places(study: ReportStudy) -> Table:
    records = [
        {
            "measure": str(places.measure),
            "system": name,
            "documents": place.documents,
            **_place(place),
            "average": places.average_mean,
            "best": places.best_mean,
            "bound": places.bound_mean,
            "proven": places.proven,
            "exact": bool(places.exact[places.known].all()),
        }
        for places in study.places
        for name, place in sorted(places.systems.items(), key=lambda item: -item[1].score.mean)
    ]
    columns = (
        Column("measure"),
        Column("system"),
        Column("documents", kind="number", write=","),
        percent_column("score", "score", about=_cut_about(study)),
        Column("not_beaten", "beats", "number", lambda r: share_text(r["not_beaten"]),
               about="share of the document's extracts that score lower, mean over documents"),
        Column("not_beaten_median", "median", "number", lambda r: share_text(r["not_beaten_median"]),
               about="the same, median over documents"),
        Column("over_99", "99% beaten", "number", ".0%",
               about="share of documents where at least 99% of the extracts score lower"),
        Column("reached", "reached", "number", "z.0%",
               about="how much of the distance from the average extract to the best extract the score covers"),
        Column("reached_interval", f"{study.plan.bootstrap.confidence:g}%",
               write=lambda r: interval_text(r["reached_interval"], "z.0%"), about="interval of reached"),
        percent_column("average", "average", about="score of the average extract"),
        Column("best", "best", "number", _best_text, about="score of the best extract; ≤: none scores more"),
    )  # fmt: skip
    page = Table("places", "Places in the spaces of all extracts", columns, records, only=("page",), blocks=True)
    return Table("places", records=records, views=(page,))


def _best_text(record: Record) -> str:
    shown = {"max": record["best"], "max_bound": record["bound"], "max_proven": record["best"] == record["bound"]}
    return written_max(shown, ".2f", 100)


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
                    **_scores(study, means),
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
        columns.append(percent_column(f"{measure}_f1", _heading(measure), group=group, about=about))
        columns.append(_half_column(f"{measure}_f1", group, study.plan.bootstrap.confidence))
    if any(record["letters"] for record in records):
        columns.append(_letters_column(study))
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
            "significant": pair.is_apart,
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
        Column("difference_interval", f"{confidence:g}%", write=_difference_ends,
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
    return "-" if value is None else f"{100 * value:+.2f}{'*' if record['significant'] else ''}"


def _difference_ends(record: Record) -> str:
    ends = record["difference_interval"]
    return interval_text(None if ends is None else [100 * end for end in ends], "+.2f")


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
