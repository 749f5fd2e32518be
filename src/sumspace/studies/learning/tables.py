"""The tables of the study of the learned summarizer: every number."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import counted, interval_text, p_text, percent
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import as_number, view_name
from sumspace.studies.comparison.scores import RANDOM
from sumspace.studies.learning.plan import LEARNED, NEW_GENRE
from sumspace.studies.learning.results import PARTS
from sumspace.studies.report.columns import best_text
from sumspace.studies.report.labels import BEST, measure_label, share_text, short_label
from sumspace.tasks.systems import ORDERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.measures.measure import Measure, Part
    from sumspace.show.table import Record
    from sumspace.stats.paired import PairedTest
    from sumspace.studies.learning.results import GroupScores, VersionTest
    from sumspace.studies.learning.study import LearningStudy


_PART_NAMES = {"recall": "recall", "f1": "F1"}
_TRAINED = "learned: trained on the other folds; learned, new genre: on the other genres alone"
_SYSTEM = Column("system", about=_TRAINED)
_DOCUMENTS = Column("documents", kind="number", write=",")


def make_tables(study: LearningStudy) -> list[Table]:
    """Make all tables; undefined values are None. Scores and shares are between 0 and 1."""
    return [_systems(study), _tests(study), _fallbacks(study), _rounds(study), _documents(study)]


def _systems(study: LearningStudy) -> Table:
    """Show every system in every group: all documents in full, genres and corpora side by side."""
    records = [record for scores in study.groups for record in _system_records(study, scores)]
    views = [_whole(study, records)]
    if study.parts:
        views.append(_by_group(study, records))
    return Table("systems", records=records, views=tuple(views))


def _system_records(study: LearningStudy, scores: GroupScores) -> Iterator[Record]:
    group, main = scores.group, study.plan.main
    about: Record = {"group": group.label, "kind": group.kind, "documents": len(group.rows)}
    for place, name in enumerate(study.systems):
        record = {**about, "system": name}
        for (part, measure), means in scores.means.items():
            record[f"{measure}_{part}"] = as_number(means[place].mean)
            record[f"{measure}_{part}_interval"] = ends_of(means[place])
        for measure, explored in scores.places.items():
            share, own = scores.shares[measure][place], explored.systems.get(name)
            record[f"{measure}_share"] = as_number(share.mean)
            record[f"{measure}_share_interval"] = ends_of(share)
            record[f"{measure}_not_beaten"] = None if own is None else own.places.mean.rest
            record[f"{measure}_not_beaten_median"] = None if own is None else own.places.median.rest
        yield record
    if scores.places:
        yield _best_record(about, scores, main)


def _best_record(about: Record, scores: GroupScores, main: Measure) -> Record:
    """Return the row of the best extracts, which are found among extracts and have no F1."""
    record = {**about, "system": BEST}
    for measure, explored in scores.places.items():
        record |= {f"{measure}_recall": explored.best_mean, f"{measure}_share": 1.0}
        record |= {f"{measure}_bound": explored.bound_mean, f"{measure}_proven": explored.proven}
        record |= {f"{measure}_spaces": explored.documents}
    record["exact"] = scores.places[main].all_exact if main in scores.places else None
    return record


def _score(measure: Measure, part: Part) -> Any:
    name = f"{measure}_{part}"

    def write(record: Record) -> str:
        if record["system"] == BEST and part == "recall":
            proven = record[f"{measure}_proven"] == record[f"{measure}_spaces"]
            return best_text(record[name], record[f"{measure}_bound"], proven=proven)
        return percent(record.get(name))

    return write


def _half(name: str) -> Any:
    def write(record: Record) -> str:
        ends = record.get(f"{name}_interval")
        return "" if ends is None else f"{50 * (ends[1] - ends[0]):.2f}"

    return write


def _whole(study: LearningStudy, records: Sequence[Record]) -> Table:
    plan, main = study.plan, study.plan.main
    confidence = f"{plan.bootstrap.confidence:g}%"
    columns = [_SYSTEM]
    for part in PARTS:
        title, name = _PART_NAMES[part], f"{main}_{part}"
        about = f"mean {title} over documents, in percent"
        columns += [
            Column(f"{measure}_{part}", short_label(measure), "number", _score(measure, part), title, about=about)
            for measure in plan.measures
        ]
        about = f"half of the {confidence} bootstrap interval of {short_label(main)}"
        columns.append(Column(f"{name}_interval", "±", "number", _half(name), title, wide=part == "f1", about=about))
    if study.overall.places:
        share = f"{main}_share"
        columns += [
            percent_column(share, "of best", about=f"{short_label(main)} recall among extracts as a share of the best "
                           "extract's, in percent: sum over documents by sum"),
            Column(f"{share}_interval", "±", "number", _half(share), about=f"half of its {confidence} interval"),
            Column(f"{main}_not_beaten", "beats", "number", lambda r: share_text(r.get(f"{main}_not_beaten")),
                   about="share of the document's extracts that score lower, mean over documents"),
            Column(f"{main}_not_beaten_median", "median", "number",
                   lambda r: share_text(r.get(f"{main}_not_beaten_median")), wide=True,
                   about="the same, median over documents"),
        ]  # fmt: skip
    own = [record for record in records if record["kind"] == "all"]
    order = {name: place for place, name in enumerate([*study.ranked, BEST])}
    own.sort(key=lambda record: order[record["system"]])
    title = f"Summaries of {plan.budget} by systems that have not seen the text: {_size(study)}"
    return Table("all_documents", title, columns, own, list(_notes(study)))


def _size(study: LearningStudy) -> str:
    return counted(len(study.documents), "document")


def _notes(study: LearningStudy) -> Iterator[str]:
    notes = [f"{RANDOM}: mean over {ORDERS} orders of the sentences."]
    if "callisto" in study.systems:
        notes.append("callisto: with its built-in model, which was trained on the sample.")
    explored = study.overall.places.get(study.plan.main)
    if explored is not None:
        proven = f"{explored.proven:,} of {counted(explored.documents, 'document')}"
        notes.append(f"{BEST}: proven to be the best for {proven}; n-grams are counted inside sentences there.")
        if not explored.all_exact:
            sampled = explored.documents - int(explored.exact[explored.known].sum())
            notes.append(f"Extracts of {counted(sampled, 'document')} were sampled for the places.")
    yield " ".join(notes)


def _by_group(study: LearningStudy, records: Sequence[Record]) -> Table:
    """Show recall on the main measure, a column for each group and one for their mean."""
    main, groups = study.plan.main, [scores.group for scores in study.groups]
    name = f"{main}_recall"
    rows: list[Record] = []
    for system in [*study.ranked, BEST]:
        own = {record["group"]: record for record in records if record["system"] == system}
        if not own:
            continue
        of_genres = [own[g.label].get(name) for g in groups if g.kind == "genre"]
        known = [value for value in of_genres if value is not None]
        mean = sum(known) / len(known) if known and len(known) == len(of_genres) else None
        rows.append({"system": system, **{g.label: own[g.label] for g in groups}, "mean": mean})
    columns = [_SYSTEM]
    columns += [
        Column(name, group.label, "number", _score(main, "recall"), "" if group.kind == "all" else group.kind,
               part=group.label, about="mean recall over all documents, or those of the "
               "genre or corpus, in percent")
        for group in groups
    ]  # fmt: skip
    if any(group.kind == "genre" for group in groups):
        columns.append(percent_column("mean", "mean of genres", about="mean over genres, each counted once"))
    title = f"{measure_label(main)} recall by genre{_corpora(study)}, in percent"
    sizes = ", ".join(f"{group.label} {len(group.rows):,}" for group in groups)
    return Table("groups", title, columns, rows, (f"Documents: {sizes}.",))


def _corpora(study: LearningStudy) -> str:
    return " and corpus" if any(scores.group.kind == "corpus" for scores in study.groups) else ""


def _test_record(test: VersionTest) -> Record:
    result = test.result
    return {
        "version": test.version,
        "measure": str(test.measure),
        "group": test.group.label,
        "kind": test.group.kind,
        "other": test.other,
        "best_other": test.is_best,
        "documents": result.documents,
        "learned": as_number(result.first),
        "score": as_number(result.second),
        "difference": as_number(result.difference.mean),
        "difference_interval": ends_of(result.difference),
        "p": as_number(result.p),
        "corrected": as_number(test.corrected),
        "significant": test.is_significant,
        "wins": result.wins,
        "ties": result.ties,
        "losses": result.losses,
    }


def _tests(study: LearningStudy) -> Table:
    records = [_test_record(test) for test in study.tests]
    plan = study.plan
    correction = CORRECTION_NAMES[plan.correction]
    confidence = f"{plan.bootstrap.confidence:g}%"
    columns = (
        Column("version", about=_TRAINED),
        Column("group", about="all documents, or those of a genre or corpus"),
        Column("other", "compared with", write=lambda r: f"{r['other']}{' (best other)' if r['best_other'] else ''}",
               about="best other: the summarizer with the highest mean on these documents, picked afterwards, which "
               "makes the test harder to pass"),
        _DOCUMENTS,
        percent_column("learned", about="mean recall of the learned summarizer, in percent"),
        percent_column("score", "other", about="mean recall of the other one, in percent"),
        Column("difference", kind="number", write=lambda r: _signed(r["difference"]), about="learned less other, in "
               "points"),
        Column("difference_interval", f"{confidence} interval",
               write=lambda r: interval_text(_points(r["difference_interval"]), "+z.2f"),
               about=f"{confidence} bootstrap interval over documents"),
        Column("corrected", "p", "number", lambda r: f"{p_text(r['corrected'])}{'*' if r['significant'] else ''}",
               about=f"paired permutation test over documents, {correction} for all tests of the version; "
               "*: significant"),
        Column("wins", "wins/ties/losses", "number", lambda r: f"{r['wins']}/{r['ties']}/{r['losses']}", wide=True,
               about="documents on which the learned summarizer scores higher, the same, lower"),
    )  # fmt: skip
    views = tuple(
        Table(view_name("tests", measure), f"{measure_label(measure)} recall: learned and other summarizers", columns,
              [record for record in records if record["measure"] == str(measure)], blocks=True,
              only=() if measure == plan.main else ("page",))
        for measure in reversed(plan.measures)
    )  # fmt: skip
    return Table("tests", records=records, views=views)


def _points(ends: list[float] | None) -> list[float] | None:
    return None if ends is None else [100 * end for end in ends]


def _signed(value: float | None) -> str:
    return "-" if value is None or isnan(value) else f"{100 * value:+z.2f}"


def _fallbacks(study: LearningStudy) -> Table:
    """Show how new texts were to each version, and what leaning on Lead did there."""
    records: list[Record] = []
    for version in study.versions:
        for scores in study.groups:
            own = scores.fallbacks.get(version)
            if own is not None:
                about = {"version": version, "group": scores.group.label, "kind": scores.group.kind}
                counts = {"documents": own.result.documents, "new": own.new, "newness": own.newness}
                records.append(about | counts | _difference_fields(own.result) | {"p": as_number(own.result.p)})
    confidence = f"{study.plan.bootstrap.confidence:g}%"
    columns = (
        Column("version", about=_TRAINED),
        Column("group", about="all documents, or those of a genre or corpus"),
        _DOCUMENTS,
        Column("new", "new texts", "number", ",", about="texts that are, in part, unlike those learned from"),
        percent_column("newness", "new, %", about="how new texts are on average, from 0 to 100 percent"),
        percent_column("first", "recall", about=f"mean {short_label(study.plan.main)} recall, in percent"),
        percent_column("second", "without", about="the same without leaning on Lead"),
        Column("difference", kind="number", write=lambda r: _signed(r["difference"]), about="in points"),
        Column("difference_interval", f"{confidence} interval",
               write=lambda r: interval_text(_points(r["difference_interval"]), "+z.2f"),
               about=f"{confidence} bootstrap interval over documents"),
        Column("p", kind="number", write=lambda r: p_text(r["p"]), about="paired permutation test, not corrected"),
    )  # fmt: skip
    return Table("fallback", "Leaning on Lead in texts unlike those learned from", columns, records, blocks=True)


def _difference_fields(result: PairedTest) -> Record:
    return {
        "first": as_number(result.first),
        "second": as_number(result.second),
        "difference": as_number(result.difference.mean),
        "difference_interval": ends_of(result.difference),
    }


def _rounds(study: LearningStudy) -> Table:
    main, total = study.plan.main, len(study.documents)
    records: list[Record] = []
    for own in study.rounds:
        place = study.systems.index(own.system)
        scores = [study.documents[row].scores[place] for row in own.held_out.tolist()]
        known = [score for score in scores if not isnan(score)]
        label = f"fold {own.label}" if own.system == LEARNED else own.label or "without genre"
        records.append(
            {"version": own.system, "held_out": label, "documents": len(scores), "trained_on": total - len(scores),
             "score": sum(known) / len(known) if known else None}
        )  # fmt: skip
    columns = (
        Column("version", about=f"{LEARNED}: a fold is held out; {NEW_GENRE}: a whole genre is"),
        Column("held_out", "held out", about="the documents that the model has not seen"),
        _DOCUMENTS,
        Column("trained_on", "trained on", "number", ",", about="number of documents that it was trained on"),
        percent_column("score", short_label(main), about="mean recall on the documents held out, in percent"),
    )
    return Table("rounds", "Models: what each was trained on and tested on", columns, records, blocks=True)


def _documents(study: LearningStudy) -> Table:
    """List every document's scores, for files alone."""
    records = []
    for document in study.documents:
        scores = dict(zip(study.systems, map(as_number, document.scores), strict=True))
        about = {"id": document.id, "domain": document.domain, "corpus": document.corpus, "fold": document.fold}
        records.append({**about, "scores": scores, "best": document.best, "proven": document.proven})
    return Table("documents", records=records)
