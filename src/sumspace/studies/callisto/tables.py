"""The tables of the study of CALLISTO: every number, and the paper's own (Rigouste 2004) beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table, columns_of
from sumspace.show.text import clean, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.callisto.study import CallistoStudy, VersionResult, VersionSeries


#: Sections 5.2, 5.3 and 7: texts ("over 1100"), summaries, Spearman's correlation of their recall and F-score, and
#: about what the best version reached of the best score. Section 6.2: the smallest significant difference.
_PAPER = {"documents": 1100, "summaries": 334_210, "recall_and_f": 0.8694, "best_share": 0.66}
_LEAST_DIFFERENCE = 0.0259
#: Table 1, under our names: on how many texts a segmenter and an extractor score higher than all others.
PAPER_WINS = {
    ("c99", "extractor"): 220, ("none", "extractor"): 146, ("columbia", "extractor"): 118, ("none", "kea"): 98,
    ("c99", "kea"): 89, ("c99", "np-seeker"): 83, ("texttiling", "extractor"): 79, ("none", "np-seeker"): 78,
    ("columbia", "kea"): 68, ("texttiling", "np-seeker"): 49, ("columbia", "np-seeker"): 47, ("texttiling", "kea"): 46,
}  # fmt: skip
#: The columns that say which versions a row is about.
_VERSION = Column("learner"), Column("measure", "trained on"), Column("selection")
#: What is said of a summary that was ranked.
_STANDING = ("score", "oracle", "share", "below", "exact")


def make_tables(study: CallistoStudy) -> list[Table]:
    """Make all tables; what is not defined is None. Scores and shares go from 0 to 1."""
    makers = (_numbers, _learners, _versions, _lead, _wins, _variance, _significance, _systems, _documents, _summaries)
    return [make(study) for make in makers]


def is_significant(difference: float, allowed: float | None) -> bool | None:
    """Tell whether two shares differ by more than is allowed for chance; None where that is not known."""
    return None if allowed is None else abs(difference) > allowed


def probability(p: float | None) -> str:
    """Write how likely something is by chance.

    >>> probability(0.04321), probability(1e-9), probability(None)
    ('0.0432', '< 0.0001', '-')
    """
    if p is None:
        return "-"
    return f"{p:.4f}" if p >= 0.0001 else "< 0.0001"


def _number(name: str, title: str = "", write: str = ",", group: str = "") -> Column:
    return Column(name, title, "number", write, group)


def _percent(name: str, title: str = "", group: str = "") -> Column:
    return Column(name, title, "number", lambda record: percent(record.get(name)), group)


def _beside_paper(record: Record, name: str, title: str, rows: Iterable[Sequence[str]], notes: Sequence[str]) -> Table:
    """Show numbers of a record one below the other: their names, what they are here and, if given, in the paper."""
    columns = Column("number"), Column("here", kind="number"), Column("paper", "in the paper", "number")
    records = [dict(zip(("number", "here", "paper"), row, strict=False)) for row in rows]
    return Table(name, records=[record], views=(Table(name, title, columns, records, notes),))


def _numbers(study: CallistoStudy) -> Table:
    plan, documents, configurations = study.plan, len(study.documents), len(study.plan.configurations)
    has_recall, least = not plan.judged_by.has_one_value, study.analysis.least_difference
    correlation = study.recall_and_f if has_recall else None
    best_share = max((result.share for result in study.results), default=None)
    record: Record = {"documents": documents, "left_out": len(study.left_out), "configurations": configurations}
    record |= {"summaries": study.summaries, "different": study.different, "recall_and_f": correlation}
    record |= {"best": study.best, "best_share": best_share}
    record |= {f"paper_{name}": value for name, value in _PAPER.items()}
    rows = (
        ("documents", f"{documents:,}", f"over {_PAPER['documents']:,}"),
        ("configurations", f"{configurations:,}"),
        ("summaries", f"{study.summaries:,}", f"{_PAPER['summaries']:,}"),
        ("different summaries", f"{study.different:,}"),
        ("Spearman's correlation of recall and F, %", percent(correlation), percent(_PAPER["recall_and_f"])),
        (f"best reachable {plan.score_name}, mean, %", percent(study.best)),
        ("share of it that the best version reaches, %", percent(best_share), f"about {100 * _PAPER['best_share']:g}"),
        ("smallest significant difference, points", percent(least), percent(_LEAST_DIFFERENCE)),
    )
    notes = ["The best version is the one that turned out best of all."]
    if correlation is None:
        why = "one of them is the same for all summaries" if has_recall else f"{plan.judged_by} has one value"
        notes.append(f"- Recall and F-score have no correlation: {why}.")
    return _beside_paper(record, "numbers", "What was generated and found", rows, notes)


def _learners(study: CallistoStudy) -> Table:
    """Show each learner with the usual number of classes and with the best, the lead, and what can be reached."""
    lead, score_name = study.lead_score, study.plan.score_name
    records: list[Record] = []
    for series in study.series:
        best: Record = {"best_classes": series.best.version.classes, "best_share": series.best.share}
        best = best if series.selection else dict.fromkeys(best)
        records.append({"kind": "version"} | _version_record(study, series, series.usual) | best)
    compared = ("baseline", "lead", lead.share, lead.score), ("limit", "best reachable", 1.0, study.best)
    for kind, name, share, score in compared:
        known = {"kind": kind, "learner": name, "share": share, "score": score, "difference": share - lead.share}
        records.append(dict.fromkeys(columns_of(records)) | known)
    columns = (
        *_VERSION,
        _number("classes", "K"),
        _percent("share"),
        _percent("score", score_name),
        Column("difference", "to lead", "number", _difference),
        _percent("accuracy", "all", "accuracy"),
        _percent("accuracy_of_chosen", "chosen", "accuracy"),
        _number("best_classes", "K", group="best K"),
        _percent("best_share", "share", "best K"),
    )
    title = f"Shares of the best reachable {score_name} of {study.plan.judged_by}, in percent"
    return Table("learners", title, columns, records, list(_learner_notes(study)), blocks=True)


def _version_record(study: CallistoStudy, series: VersionSeries, result: VersionResult) -> Record:
    difference, analysis = result.share - study.lead_score.share, study.analysis
    allowed = analysis.least_difference, analysis.honest_difference
    significant, honest = (is_significant(difference, least) for least in allowed)
    record = {"classes": result.version.classes or None, "share": result.share, "score": result.score}
    record |= {"difference": difference, "significant": significant, "honest": honest}
    return _names(series) | record | {"accuracy": result.accuracy, "accuracy_of_chosen": result.accuracy_of_chosen}


def _names(series: VersionSeries) -> Record:
    return {"learner": str(series.learner), "measure": str(series.measure), "selection": series.selection}


def _difference(record: Record) -> str:
    """Write a difference in points, marked where it is significant.

    >>> _difference({"kind": "version", "difference": -1e-17, "significant": False})
    '+0.00'
    """
    if record["kind"] == "baseline":
        return "-"
    mark = "**" if record.get("honest") else "*" if record.get("significant") else ""
    return f"{100 * record['difference']:+z.2f}{mark}"


def _learner_notes(study: CallistoStudy) -> Iterator[str]:
    analysis = study.analysis
    if analysis.least_difference is None or analysis.honest_difference is None:
        yield f"To lead: the difference in points. Which ones are significant is not known: {analysis.reason}."
    else:
        yield (
            f"To lead: the difference in points. * More than {percent(analysis.least_difference)}, the smallest "
            "significant one of a pair.\n"
            f"** More than {percent(analysis.honest_difference)}, which holds for all pairs at once (Tukey)."
        )
    if any(series.selection for series in study.series):
        yield (
            "Accuracy: how often the class of a score is predicted, for all configurations and for those chosen.\n"
            "The best K was picked after the results were seen, so that its share is too good; K was set before."
        )
    if not all(series.selection for series in study.series):
        yield "- Without classes the learner expects scores, and takes the highest."


def _versions(study: CallistoStudy) -> Table:
    """Show every version, a dot of figure 3: a row for each line, a column for each number of classes."""
    records = [_version_record(study, series, result) for series in study.series for result in series.results]
    rows = [
        _names(series)
        | {str(result.version.classes): 100 * result.share for result in series.results}
        | {"best": series.best.version.classes}
        for series in study.series
        if series.selection
    ]
    numbers = sorted({result.version.classes for result in study.results} - {0})
    columns = (*_VERSION, *(_number(str(number), "", ".1f", "K") for number in numbers), _number("best", "best K"))
    others = [f"{clean(str(series))} {100 * series.usual.share:.1f}" for series in study.series if not series.selection]
    notes = ["Best K was picked after the results were seen.", f"Lead: {100 * study.lead_score.share:.1f}."]
    notes += [f"Without classes: {'; '.join(others)}."] if others else []
    title = f"Figure 3: shares of the best reachable {study.plan.score_name} by the number of classes, in percent"
    view = Table("figure_3", title, columns, rows, (" ".join(notes),), blocks=True)
    return Table("versions", records=records, views=(view,))


def _lead(study: CallistoStudy) -> Table:
    score = study.plan.score_name
    sentences = Column("sentences", kind="number", write=",", missing="average")
    best = "of the same length" if study.plan.lengths == "given" else "of all lengths"
    notes = [f"Share: of the best {score} that a configuration reaches, {best}. The average is the score to beat."]
    if any(lead.share > 1 for lead in study.lead_scores):
        notes.append("More than 100: the first sentences need not be what any configuration takes.")
    title = "The lead baseline: the first sentences of each text, in percent"
    columns = sentences, _percent("score", score), _percent("share")
    return Table("lead", title, columns, list(map(asdict, study.lead_scores)), notes)


def _wins(study: CallistoStudy) -> Table:
    documents, total = len(study.documents), sum(PAPER_WINS.values())
    records = []
    for wins in study.wins:
        paper = PAPER_WINS.get((wins.segmenter, wins.extractor))
        shares = {"share": wins.shared / documents, "paper": paper, "paper_share": paper and paper / total}
        records.append({**asdict(wins), **shares})
    columns = (
        *map(Column, ("segmenter", "extractor")),
        _number("alone", group="here"),
        _number("shared", "ties shared", ",.1f", "here"),
        _percent("share", "% of texts", "here"),
        _number("paper", "texts", group="in the paper"),
        _percent("paper_share", "% of texts", "in the paper"),
    )
    tied = documents - sum(wins.alone for wins in study.wins)
    notes = [
        "Alone: texts on which the combination scores higher than all others.",
        f"Ties shared: a text with several best ones counts as a part for each; so do {tied:,} of {documents:,} texts.",
    ]
    if any(record["paper"] is None for record in records):
        notes.append("- The paper has no such combination.")
    title = "Table 1: on how many texts a segmenter and an extractor of key phrases are best"
    return Table("table_1", title, columns, records, notes)


def _variance(study: CallistoStudy) -> Table:
    """Show where the spread of shares comes from (section 5.5)."""
    analysis = study.analysis
    records = [{"source": name, **asdict(getattr(analysis, name))} for name in ("documents", "methods", "error")]
    columns = (
        Column("source"),
        _number("sum_of_squares", "sum of squares", ".4g"),
        _number("degrees"),
        _number("mean_square", "mean square", ".4g"),
        _number("f", "F", ",.2f"),
        Column("p", kind="number", write=lambda record: probability(record["p"])),
    )
    notes = ["Methods: all versions and the lead baseline. F: the mean square over that of the error, which has none."]
    notes += [f"- Not defined: {analysis.reason}."] if analysis.reason else []
    return Table("variance", "Analysis of variance of the shares", columns, records, notes)


def _significance(study: CallistoStudy) -> Table:
    analysis, friedman, degrees = study.analysis, study.analysis.friedman, study.analysis.methods.degrees
    least, honest, reason = analysis.least_difference, analysis.honest_difference, analysis.reason
    record: Record = {"confidence": analysis.confidence, "least_difference": least, "honest_difference": honest}
    record |= {"reason": reason, "friedman": friedman.statistic, "friedman_degrees": degrees, "friedman_p": friedman.p}
    record |= {"friedman_reason": friedman.reason, "paper_least_difference": _LEAST_DIFFERENCE}
    rows = (
        ("smallest significant difference of one pair (Fisher), points", percent(least), percent(_LEAST_DIFFERENCE)),
        ("the same for all pairs at once (Tukey), points", percent(honest)),
        ("Friedman's χ²", "-" if friedman.statistic is None else f"{friedman.statistic:,.2f}"),
        ("its degrees of freedom", f"{degrees:,}"),
        ("its p", probability(friedman.p)),
    )
    notes = [f"At {analysis.confidence:g} % confidence."]
    notes += [f"- There is no smallest difference: {reason}."] if reason else []
    notes += [f"- There is no test by ranks: {friedman.reason}."] if friedman.reason else []
    return _beside_paper(record, "significance", "Which differences between versions count", rows, notes)


def _systems(study: CallistoStudy) -> Table:
    systems = study.ranked_systems
    records = [{**asdict(system), "measure": str(system.measure)} for system in systems]
    scores = {"score": "mean score", "oracle": "best extract", "share": "share of that"}
    columns = (
        Column("system"),
        *(_percent(name, title) for name, title in scores.items()),
        *(_percent(name, title, "below") for name, title in (("below", "mean"), ("median_below", "median"))),
        Column("exact", "exact spaces", "number", lambda record: f"{record['exact']:,} of {record['summaries']:,}"),
    )
    below = "Below: how many percent of all extracts of as many sentences score less."
    notes = [f"Share of that: of each summary, then the mean. {below}"]
    if any(system.exact < system.summaries for system in systems):
        notes.append("Where a space is not exact, extracts were drawn from it, and the best one is the best found.")
    if any(system.share is None for system in systems):
        notes.append("- No extract of any document scores anything.")
    return Table("places", f"Among all extracts: {study.plan.ranked_by}, in percent", columns, records, notes)


@dataclass(frozen=True)
class _Streamed:
    """Records of many documents, made anew whenever they are gone through, and never kept."""

    study: CallistoStudy
    make: Callable[[CallistoStudy], Iterator[Record]]
    count: int

    def __iter__(self) -> Iterator[Record]:
        return self.make(self.study)

    def __len__(self) -> int:
        return self.count


def _documents(study: CallistoStudy) -> Table:
    """What each document's summaries reach, for the versions of `learners`."""
    count = len(study.documents) * (len(study.series) + 1)
    return Table("documents", records=_Streamed(study, _document_records, count), fields=("id", "version", "share"))


def _document_records(study: CallistoStudy) -> Iterator[Record]:
    shares = {str(series.usual.version): series.usual.shares for series in study.series} | {"lead": study.lead_shares}
    for index, name in enumerate(study.documents):
        for version, values in shares.items():
            yield {"id": name, "version": version, "share": float(values[index])}


def _summaries(study: CallistoStudy) -> Table:
    """Where each summary stands among all extracts."""
    fields = ("id", "system", "sentences", "extract", "measure", *_STANDING)
    count = sum(system.summaries for system in study.ranked_systems)
    return Table("standings", records=_Streamed(study, _summary_records, count), fields=fields)


def _summary_records(study: CallistoStudy) -> Iterator[Record]:
    for ranked in chain.from_iterable(study.ranked_summaries):
        about = {"id": ranked.id, "system": ranked.system, "sentences": len(ranked.summary)}
        about |= {"extract": " ".join(map(str, ranked.summary)), "measure": str(ranked.measure)}
        yield about | {name: getattr(ranked, name) for name in _STANDING}
