"""The tables of the study of CALLISTO: every number, and the paper's own (Rigouste 2004) beside it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.callisto.study import CallistoStudy, VersionResult, VersionSeries

__all__ = ["PAPER_WINS", "is_significant", "probability", "tables"]

#: Sections 5.2 and 5.3: summaries, Spearman's correlation of their recall and F-score, and texts ("over 1100").
_SUMMARIES, _RECALL_AND_F, _TEXTS = 334_210, 0.8694, 1100
#: Sections 6.2 and 7: the smallest significant difference, and about what the best version reached of the best score.
_LEAST_DIFFERENCE, _BEST_SHARE = 0.0259, 0.66
#: Table 1, under our names: on how many texts a segmenter and an extractor score higher than all others.
PAPER_WINS = {
    ("c99", "extractor"): 220, ("none", "extractor"): 146, ("columbia", "extractor"): 118, ("none", "kea"): 98,
    ("c99", "kea"): 89, ("c99", "np-seeker"): 83, ("texttiling", "extractor"): 79, ("none", "np-seeker"): 78,
    ("columbia", "kea"): 68, ("texttiling", "np-seeker"): 49, ("columbia", "np-seeker"): 47, ("texttiling", "kea"): 46,
}  # fmt: skip
#: The columns that say which versions a row is about.
_VERSION = Column("learner"), Column("measure", "trained on"), Column("selection")
#: Smaller probabilities are not written out.
_LEAST_PROBABILITY = 0.0001


def tables(study: CallistoStudy) -> list[Table]:
    """Return all tables; what is not defined is None. Scores and shares go from 0 to 1."""
    return [
        _numbers(study),
        _learners(study),
        _versions(study),
        _lead(study),
        _wins(study),
        _variance(study),
        _significance(study),
        _ranked_systems(study),
        Table("documents", records=list(_documents(study))),
        Table("standings", records=list(_ranked_summaries(study))),
    ]


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
    return f"{p:.4f}" if p >= _LEAST_PROBABILITY else f"< {_LEAST_PROBABILITY}"


def _percent(name: str, title: str = "", group: str = "", digits: int = 2) -> Column:
    def write(record: Record) -> str:
        return "-" if record.get(name) is None else f"{100 * record[name]:.{digits}f}"

    return Column(name, title, "number", write, group)


def _beside_paper(name: str, title: str, rows: Iterable[Sequence[str]], notes: Sequence[str]) -> Table:
    """Show numbers one below the other: their names, what they are here and in the paper."""
    columns = Column("number"), Column("here", kind="number"), Column("paper", "in the paper", "number")
    records = [dict(zip(("number", "here", "paper"), row, strict=True)) for row in rows]
    return Table(name, title, columns, records, notes)


def _numbers(study: CallistoStudy) -> Table:
    """Show what was generated and found."""
    plan, analysis = study.plan, study.analysis
    record: Record = {
        "documents": len(study.documents), "left_out": len(study.left_out), "configurations": len(plan.configurations),
        "summaries": study.summaries, "different": study.different,
        # A measure with one value has no recall of its own.
        "recall_and_f": None if plan.judged_by.has_one_value else study.recall_and_f, "best": study.best,
        "best_share": max((result.share for result in study.results), default=None),
        "paper_documents": _TEXTS, "paper_summaries": _SUMMARIES, "paper_recall_and_f": _RECALL_AND_F,
        "paper_best_share": _BEST_SHARE,
    }  # fmt: skip
    rows = (
        ("documents", f"{record['documents']:,}", f"over {_TEXTS:,}"),
        ("configurations", f"{record['configurations']:,}", "-"),
        ("summaries", f"{study.summaries:,}", f"{_SUMMARIES:,}"),
        ("different summaries", f"{study.different:,}", "-"),
        ("Spearman's correlation of recall and F, %", percent(record["recall_and_f"]), percent(_RECALL_AND_F)),
        (f"best reachable {plan.score_name}, mean, %", percent(study.best), "-"),
        (
            "share of it that the best version reaches, %", percent(record["best_share"]),
            f"about {100 * _BEST_SHARE:.0f}",
        ),
        ("smallest significant difference, points", percent(analysis.least_difference), percent(_LEAST_DIFFERENCE)),
    )  # fmt: skip
    notes = ["The best version is the one that turned out best of all."]
    if record["recall_and_f"] is None:
        has_one = plan.judged_by.has_one_value
        why = f"{plan.judged_by} has one value" if has_one else "one of them is the same for all summaries"
        notes.append(f"- Recall and F-score have no correlation: {why}.")
    view = _beside_paper("numbers", "What was generated and found", rows, notes)
    return Table("numbers", records=[record], views=(view,))


def _learners(study: CallistoStudy) -> Table:
    """Show each learner with the usual number of classes and with the best, the lead, and what can be reached."""
    records = []
    for series in study.series:
        best = series.best if series.selection else None
        at_best = {"best_classes": best.version.classes if best else None, "best_share": best.share if best else None}
        records.append({"kind": "version"} | _version_record(study, series, series.usual) | at_best)
    records += _comparisons(study)
    score = study.plan.score_name
    columns = (
        *_VERSION, Column("classes", "K", "number"), _percent("share"), _percent("score", score),
        Column("difference", "to lead", "number", _difference),
        _percent("accuracy", "all", "accuracy"), _percent("accuracy_of_chosen", "chosen", "accuracy"),
        Column("best_classes", "K", "number", group="best K"), _percent("best_share", "share", "best K"),
    )  # fmt: skip
    title = f"Shares of the best reachable {score} of {study.plan.judged_by}, in percent"
    return Table("learners", title, columns, records, list(_learner_notes(study)), blocks=True)


def _version_record(study: CallistoStudy, series: VersionSeries, result: VersionResult) -> Record:
    difference = result.share - study.lead_score.share
    return {
        **_names(series), "classes": result.version.classes or None, "share": result.share, "score": result.score,
        "difference": difference, "significant": is_significant(difference, study.analysis.least_difference),
        "honest": is_significant(difference, study.analysis.honest_difference), "accuracy": result.choices.accuracy,
        "accuracy_of_chosen": result.choices.accuracy_of_chosen,
    }  # fmt: skip


def _names(series: VersionSeries) -> Record:
    return {"learner": str(series.learner), "measure": str(series.measure), "selection": series.selection}


def _comparisons(study: CallistoStudy) -> Iterator[Record]:
    """Yield what versions are compared with."""
    lead = study.lead_score
    for kind, name, share, score in (
        ("baseline", "lead", lead.share, lead.score),
        ("limit", "best reachable", 1.0, study.best),
    ):
        yield {
            "kind": kind, "learner": name, "measure": None, "selection": None, "classes": None, "share": share,
            "score": score, "difference": share - lead.share, "significant": None, "honest": None,
            "accuracy": None, "accuracy_of_chosen": None, "best_classes": None, "best_share": None,
        }  # fmt: skip


def _difference(record: Record) -> str:
    """Write a difference in points, marked where it is significant.

    >>> _difference({"kind": "version", "difference": -1e-17, "significant": False, "honest": False})
    '+0.00'
    """
    if record["kind"] == "baseline":
        return "-"
    mark = "**" if record["honest"] else "*" if record["significant"] else ""
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
    lines = [series for series in study.series if series.selection]
    numbers = sorted({result.version.classes for series in lines for result in series.results})
    rows = [
        _names(series)
        | {str(result.version.classes): result.share for result in series.results}
        | {"best": series.best.version.classes}
        for series in lines
    ]
    columns = (
        *_VERSION,
        *(_percent(str(number), group="K", digits=1) for number in numbers),
        Column("best", "best K", "number"),
    )
    others = [f"{clean(str(series))} {100 * series.usual.share:.1f}" for series in study.series if not series.selection]
    notes = ["Best K was picked after the results were seen.", f"Lead: {100 * study.lead_score.share:.1f}."]
    notes += [f"Without classes: {'; '.join(others)}."] if others else []
    title = f"Figure 3: shares of the best reachable {study.plan.score_name} by the number of classes, in percent"
    view = Table("figure_3", title, columns, rows, (" ".join(notes),), blocks=True)
    return Table("versions", records=records, views=(view,))


def _lead(study: CallistoStudy) -> Table:
    score = study.plan.score_name
    columns = (
        Column("sentences", kind="number", write=",", missing="average"),
        _percent("score", score),
        _percent("share"),
    )
    best = "of the same length" if study.plan.lengths == "given" else "of all lengths"
    notes = [f"Share: of the best {score} that a configuration reaches, {best}. The average is the score to beat."]
    if any(lead.share > 1 for lead in study.lead_scores):
        notes.append("More than 100: the first sentences need not be what any configuration takes.")
    title = "The lead baseline: the first sentences of each text, in percent"
    return Table("lead", title, columns, list(map(asdict, study.lead_scores)), notes)


def _wins(study: CallistoStudy) -> Table:
    documents, total = len(study.documents), sum(PAPER_WINS.values())
    records = []
    for wins in study.wins:
        paper = PAPER_WINS.get((wins.segmenter, wins.extractor))
        paper_share = None if paper is None else paper / total
        records.append({**asdict(wins), "share": wins.shared / documents, "paper": paper, "paper_share": paper_share})
    columns = (
        Column("segmenter"), Column("extractor"), Column("alone", "", "number", ",", "here"),
        Column("shared", "ties shared", "number", ",.1f", "here"), _percent("share", "% of texts", "here"),
        Column("paper", "texts", "number", ",", "in the paper"),
        _percent("paper_share", "% of texts", "in the paper"),
    )  # fmt: skip
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
        Column("source"), Column("sum_of_squares", "sum of squares", "number", ".4g"),
        Column("degrees", kind="number", write=","), Column("mean_square", "mean square", "number", ".4g"),
        Column("f", "F", "number", ",.2f"), Column("p", kind="number", write=lambda record: probability(record["p"])),
    )  # fmt: skip
    notes = ["Methods: all versions and the lead baseline. F: the mean square over that of the error, which has none."]
    if analysis.reason:
        notes.append(f"- Not defined: {analysis.reason}.")
    return Table("variance", "Analysis of variance of the shares", columns, records, notes)


def _significance(study: CallistoStudy) -> Table:
    """Show which differences are significant, and Friedman's test."""
    analysis, friedman = study.analysis, study.analysis.friedman
    record = {
        "confidence": analysis.confidence, "least_difference": analysis.least_difference,
        "honest_difference": analysis.honest_difference, "reason": analysis.reason, "friedman": friedman.statistic,
        "friedman_degrees": analysis.methods.degrees, "friedman_p": friedman.p, "friedman_reason": friedman.reason,
        "paper_least_difference": _LEAST_DIFFERENCE,
    }  # fmt: skip
    rows = (
        (
            "smallest significant difference of one pair (Fisher), points", percent(analysis.least_difference),
            percent(_LEAST_DIFFERENCE),
        ),
        ("the same for all pairs at once (Tukey), points", percent(analysis.honest_difference), "-"),
        ("Friedman's χ²", "-" if friedman.statistic is None else f"{friedman.statistic:,.2f}", "-"),
        ("its degrees of freedom", f"{analysis.methods.degrees:,}", "-"),
        ("its p", probability(friedman.p), "-"),
    )  # fmt: skip
    notes = [f"At {analysis.confidence:g} % confidence."]
    if analysis.reason:
        notes.append(f"- There is no smallest difference: {analysis.reason}.")
    if friedman.reason:
        notes.append(f"- There is no test by ranks: {friedman.reason}.")
    view = _beside_paper("significance", "Which differences between versions count", rows, notes)
    return Table("significance", records=[record], views=(view,))


def _ranked_systems(study: CallistoStudy) -> Table:
    """Show where systems stand among all extracts."""
    systems = study.ranked_systems
    records = [{**asdict(system), "measure": str(system.measure)} for system in systems]
    columns = (
        Column("system"), _percent("score", "mean score"), _percent("oracle", "best extract"),
        _percent("share", "share of that"), _percent("below", "mean", "below"),
        _percent("median_below", "median", "below"),
        Column("exact", "exact spaces", "number", lambda record: f"{record['exact']:,} of {record['summaries']:,}"),
    )  # fmt: skip
    below = "Below: how many percent of all extracts of as many sentences score less."
    notes = [f"Share of that: of each summary, then the mean. {below}"]
    if any(system.exact < system.summaries for system in systems):
        notes.append("Where a space is not exact, extracts were drawn from it, and the best one is the best found.")
    if any(system.share is None for system in systems):
        notes.append("- No extract of any document scores anything.")
    title = f"Among all extracts: {study.plan.ranked_by}, in percent"
    return Table("places", title, columns, records, notes)


def _documents(study: CallistoStudy) -> Iterator[Record]:
    """Yield what each document's summaries reach, for the versions of `learners`."""
    shares = {str(series.usual.version): series.usual.shares.tolist() for series in study.series}
    shares["lead"] = study.lead_shares.tolist()
    for index, name in enumerate(study.documents):
        for version, values in shares.items():
            yield {"id": name, "version": version, "share": values[index]}


def _ranked_summaries(study: CallistoStudy) -> Iterator[Record]:
    for ranked in study.ranked_summaries:
        yield {
            "id": ranked.id, "system": ranked.system, "sentences": len(ranked.summary),
            "extract": " ".join(map(str, ranked.summary)), "measure": str(ranked.measure), "score": ranked.score,
            "oracle": ranked.oracle, "share": ranked.share, "below": ranked.below, "exact": ranked.exact,
        }  # fmt: skip
