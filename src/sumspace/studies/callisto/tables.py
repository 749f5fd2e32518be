"""The tables of the study of CALLISTO: every number, with those of the paper (Rigouste 2004)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, percent
from sumspace.studies.callisto.baselines import FIXED, LEAD_MEAN, RANDOM
from sumspace.studies.callisto.version_tables import (
    SHARE,
    VERSION,
    compared_table,
    is_significant,
    names_of,
    number,
    paper_table,
    percents,
    probability,
    rules_table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.callisto.study import CallistoStudy, LeadScore, VersionResult, VersionSeries


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
#: The fields of a ranked summary.
_STANDING = ("score", "oracle", "share", "below", "exact")


def make_tables(study: CallistoStudy) -> list[Table]:
    """Make all tables; undefined values are None. Scores and shares are between 0 and 1."""
    makers = (
        compared_table, paper_table, rules_table, _versions, _lead, _wins, _variance, _significance, _systems, _numbers,
        _documents, _summaries,
    )  # fmt: skip
    return [make(study) for make in makers]


def _beside_paper(record: Record, name: str, title: str, rows: Iterable[Sequence[str]], notes: Sequence[str]) -> Table:
    """Show numbers of a record in rows: their names, their values here and, if known, in the paper."""
    columns = (
        Column("number", "quantity"),
        Column("here", kind="number", about="on this corpus"),
        Column("paper", "in the paper", "number", about="in Rigouste 2004, on other texts"),
    )
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
        ("Spearman correlation of recall and F-score, %", percent(correlation), percent(_PAPER["recall_and_f"])),
        (f"{plan.score_name} of the best configurations, mean, %", percent(study.best)),
        (
            "share of it that the highest version reaches, %",
            percent(best_share),
            f"about {100 * _PAPER['best_share']:g}",
        ),
        ("least significant difference, points", percent(least), percent(_LEAST_DIFFERENCE)),
    )
    notes = ["The highest version was picked after seeing the results, so its share is an overestimate."]
    if correlation is None:
        why = "one of them is the same for all summaries" if has_recall else f"{plan.judged_by} has a single value"
        notes.append(f"- The correlation of recall and F-score is undefined: {why}.")
    return _beside_paper(record, "numbers", "Summaries generated", rows, notes)


def _version_record(study: CallistoStudy, series: VersionSeries, result: VersionResult) -> Record:
    difference, analysis = result.share - study.lead_score.share, study.analysis
    allowed = analysis.least_difference, analysis.honest_difference
    significant, honest = (is_significant(difference, least) for least in allowed)
    record = {"classes": result.version.classes or None, "share": result.share, "score": result.score}
    record |= {"difference": difference, "significant": significant, "honest": honest}
    accuracy = {"accuracy": result.accuracy, "accuracy_of_chosen": result.accuracy_of_chosen}
    return names_of(series) | record | accuracy


def _versions(study: CallistoStudy) -> Table:
    """Show every version, each a dot of figure 3: a row for each line, a column for each number of classes."""
    records = [_version_record(study, series, result) for series in study.series for result in series.results]
    rows = [
        names_of(series)
        | {str(result.version.classes): {"share": result.share} for result in series.results}
        | {"best": series.best.version.classes}
        for series in study.series
        if series.selection
    ]
    classes = sorted({result.version.classes for result in study.results} - {0})
    columns = (
        *VERSION,
        *(Column("share", f"{k}", "number", _share, "K", part=f"{k}", about=SHARE) for k in classes),
        number("best", "best K", about="number of classes with the highest share, picked afterwards"),
    )
    others = [f"{clean(str(series))} {100 * series.usual.share:.1f}" for series in study.series if not series.selection]
    levels = [(LEAD_MEAN, study.lead_score.share), *((name, study.baseline(name).share) for name in (RANDOM, FIXED))]
    notes = [f"{'; '.join(f'{name} {100 * share:.1f}' for name, share in levels)}.".capitalize()]
    notes += [f"Without classes: {'; '.join(others)}."] if others else []
    title = f"Figure 3: share of the best configuration's {study.plan.score_name} by number of classes, in percent"
    view = Table("figure_3", title, columns, rows, (" ".join(notes),), blocks=True)
    return Table("versions", records=records, views=(view,))


def _share(record: Record) -> str:
    return f"{100 * record['share']:.1f}"


def _lead(study: CallistoStudy) -> Table:
    score = study.plan.score_name
    sentences = Column("size", "length", missing="mean", about="how long the lead is")
    best = "of the same length" if study.plan.lengths == "given" else "of all lengths"
    notes = []
    if any(lead.share > 1 for lead in study.lead_scores):
        notes.append("Shares above 100: no configuration need select the first sentences.")
    title = "The lead baseline: the first sentences of each text, in percent"
    share = percents("share", about=f"score relative to the best configuration {best}, in percent, mean over documents")
    columns = sentences, percents("score", score, about=f"mean {score} of the lead, in percent"), share
    return Table("lead", title, columns, [_lead_record(lead) for lead in study.lead_scores], notes)


def _lead_record(lead: LeadScore) -> Record:
    return {"size": None if lead.size is None else str(lead.size), "score": lead.score, "share": lead.share}


def _wins(study: CallistoStudy) -> Table:
    documents, total = len(study.documents), sum(PAPER_WINS.values())
    records = []
    for wins in study.wins:
        paper = PAPER_WINS.get((wins.segmenter, wins.extractor))
        shares = {"share": wins.shared / documents, "paper": paper, "paper_share": paper and paper / total}
        records.append({**asdict(wins), **shares})
    columns = (
        Column("segmenter", about="what divides a text into segments, or a summarizer in place of both"),
        Column("extractor", write=lambda record: record["extractor"] or "-", about="what extracts key phrases"),
        number("alone", group="here", about="texts on which the combination scores higher than all others"),
        number(
            "shared",
            "with ties",
            ",.1f",
            "here",
            "the same, with a text of several best combinations divided among them",
        ),
        percents("share", "% of texts", "here", "wins with ties, in percent of the texts"),
        number("paper", "texts", group="in the paper", about="wins in the paper; -: not in the paper"),
        percents("paper_share", "% of texts", "in the paper", "wins in the paper, in percent of its texts"),
    )
    tied = documents - sum(wins.alone for wins in study.wins)
    notes = [f"Texts with several best combinations: {tied:,} of {documents:,}."]
    title = "Table 1: on how many texts a segmenter and a key phrase extractor are best"
    return Table("table_1", title, columns, records, notes)


def _variance(study: CallistoStudy) -> Table:
    """Show the analysis of variance of the shares (section 5.5)."""
    analysis = study.analysis
    records = [{"source": name, **asdict(getattr(analysis, name))} for name in ("documents", "methods", "error")]
    columns = (
        Column("source", about="source of variance; methods: all versions and the lead baseline"),
        number("sum_of_squares", "sum of squares", ".4g", about="squared deviations of the shares"),
        number("degrees", about="degrees of freedom"),
        number("mean_square", "mean square", ".4g", about="sum of squares over degrees of freedom"),
        number("f", "F", ",.2f", about="mean square over that of the error"),
        Column("p", kind="number", write=lambda record: probability(record["p"]), about="p-value of the F-test"),
    )
    notes = [f"- Undefined: {analysis.reason}."] if analysis.reason else []
    return Table("variance", "Analysis of variance of the shares", columns, records, notes)


def _significance(study: CallistoStudy) -> Table:
    analysis, friedman, degrees = study.analysis, study.analysis.friedman, study.analysis.methods.degrees
    least, honest, reason = analysis.least_difference, analysis.honest_difference, analysis.reason
    record: Record = {"confidence": analysis.confidence, "least_difference": least, "honest_difference": honest}
    record |= {"reason": reason, "friedman": friedman.statistic, "friedman_degrees": degrees, "friedman_p": friedman.p}
    record |= {"friedman_reason": friedman.reason, "paper_least_difference": _LEAST_DIFFERENCE}
    rows = (
        ("least significant difference of a single pair (Fisher), points", percent(least), percent(_LEAST_DIFFERENCE)),
        ("honest significant difference of all pairs (Tukey), points", percent(honest)),
        ("Friedman's χ²", "-" if friedman.statistic is None else f"{friedman.statistic:,.2f}"),
        ("degrees of freedom of χ²", f"{degrees:,}"),
        ("p of Friedman's test", probability(friedman.p)),
    )
    notes = [f"Differences of shares, at {analysis.confidence:g} % confidence."]
    notes += [f"- The significant differences are undefined: {reason}."] if reason else []
    notes += [f"- Friedman's test is undefined: {friedman.reason}."] if friedman.reason else []
    return _beside_paper(record, "significance", "Significant differences between versions", rows, notes)


def _systems(study: CallistoStudy) -> Table:
    systems = study.ranked_systems
    records = [{**asdict(system), "measure": str(system.measure)} for system in systems]
    columns = (
        Column("system", about="a version, a baseline, or the best of all configurations"),
        percents("score", "mean score", about="mean over summaries, in percent"),
        percents("oracle", "best extract", about="mean score of the best extract (oracle) of the same length"),
        percents("share", "share of best", about="score relative to the best extract's, in percent, mean"),
        percents("below", "mean", "beats", "share of extracts of the same length that score lower, in percent, mean"),
        percents("median_below", "median", "beats", "the same, median over summaries"),
        Column(
            "exact", "exact", "number", lambda record: f"{record['exact']:,} of {record['summaries']:,}",
            about="summaries whose space was counted in full; the others are estimated from a sample",
        ),
    )  # fmt: skip
    notes = [f"The {RANDOM} is one that was drawn for each text."]
    if any(system.exact < system.summaries for system in systems):
        notes.append("Where a space was sampled, the best extract is the best one found.")
    if any(system.share is None for system in systems):
        notes.append("- All extracts of all documents score 0.")
    return Table("places", f"Among all extracts: {study.plan.ranked_by}, in percent", columns, records, notes)


@dataclass(frozen=True)
class _Streamed:
    """Records of many documents, made whenever they are iterated over, never kept."""

    study: CallistoStudy
    make: Callable[[CallistoStudy], Iterator[Record]]
    count: int

    def __iter__(self) -> Iterator[Record]:
        return self.make(self.study)

    def __len__(self) -> int:
        return self.count


def _documents(study: CallistoStudy) -> Table:
    """The share of each document, for the versions of `rules` and for baselines."""
    count = len(study.documents) * len(study.shares_of)
    return Table("documents", records=_Streamed(study, _document_records, count), fields=("id", "version", "share"))


def _document_records(study: CallistoStudy) -> Iterator[Record]:
    for index, name in enumerate(study.documents):
        for version, values in study.shares_of.items():
            yield {"id": name, "version": version, "share": float(values[index])}


def _summaries(study: CallistoStudy) -> Table:
    """The place of each summary among all extracts."""
    fields = ("id", "system", "sentences", "extract", "measure", *_STANDING)
    count = sum(system.summaries for system in study.ranked_systems)
    return Table("standings", records=_Streamed(study, _summary_records, count), fields=fields)


def _summary_records(study: CallistoStudy) -> Iterator[Record]:
    for ranked in chain.from_iterable(study.ranked_summaries):
        about = {"id": ranked.id, "system": ranked.system, "sentences": len(ranked.summary)}
        about |= {"extract": " ".join(map(str, ranked.summary)), "measure": str(ranked.measure)}
        yield about | {name: getattr(ranked, name) for name in _STANDING}
