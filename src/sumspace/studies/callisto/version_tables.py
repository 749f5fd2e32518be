"""The tables of versions of CALLISTO and what they are compared with, and of the findings of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table
from sumspace.show.text import clean, counted, interval_text, p_text, percent
from sumspace.stats.resampling import ends_of
from sumspace.studies.callisto.baselines import FIXED, LEAD, LEAD_MEAN, ORACLE, RANDOM, oracle_measure
from sumspace.studies.callisto.contests import interval_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.arrays import Floats
    from sumspace.show.table import Record
    from sumspace.studies.callisto.contests import Contest
    from sumspace.studies.callisto.study import CallistoStudy, VersionSeries


#: The columns that name a version.
VERSION = (
    Column("learner", about="what chooses the configuration of each text"),
    Column("measure", "trained on", about="the measure whose scores the learner predicts"),
    Column("target", about="what is learned: the score, its rank in the document, or its share of the best"),
    Column("selection", about="how a configuration is chosen; -: the learner predicts values, the highest is taken"),
)
SHARE = "score of the chosen summary relative to the best configuration of the text, in percent, mean over documents"
#: What marks a version that is significantly above a baseline, and in capitals one below it.
_MARKS = {RANDOM: "r", FIXED: "f", LEAD: "l"}
_BEST = "best configuration"


def is_significant(difference: float, allowed: float | None) -> bool | None:
    """Tell whether a difference exceeds the smallest significant one; None where that is undefined."""
    return None if allowed is None else abs(difference) > allowed


def probability(p: float | None) -> str:
    """Write a p-value.

    >>> probability(0.04321), probability(1e-9), probability(None)
    ('0.0432', '< 0.0001', '-')
    """
    if p is None:
        return "-"
    return f"{p:.4f}" if p >= 0.0001 else "< 0.0001"


def number(name: str, title: str = "", write: str = ",", group: str = "", about: str = "") -> Column:
    return Column(name, title, "number", write, group, about=about)


def percents(name: str, title: str = "", group: str = "", about: str = "") -> Column:
    return Column(name, title, "number", lambda record: percent(record.get(name)), group, about=about)


def names_of(series: VersionSeries) -> Record:
    names = {"learner": str(series.learner), "measure": str(series.measure)}
    return names | {"target": series.target, "selection": series.selection}


def compared_table(study: CallistoStudy) -> Table:
    """Show the default version and all that it is compared with, from the highest to the lowest."""
    plan, default, lead = study.plan, study.default, study.lead_score
    records = [_compared("version", str(default), default.usual.score, default.usual.shares, study)]
    for one in study.baselines:
        name = f"{one.name}, best length" if one.sizes is not None else one.name
        records.append(_compared(one.kind, name, one.score, one.shares, study, study.against_baselines[one.name]))
    if study.baseline(LEAD).sizes is not None:
        records.append(_compared("lead", LEAD_MEAN, lead.score, study.lead_shares, study))
    limit: Record = {"kind": "limit", "system": _BEST, "score": study.best, "share": 1.0, "share_interval": None}
    records.append(limit | dict.fromkeys(("difference", "difference_interval", "p", "significant")))
    records.sort(key=lambda record: -record["share"])
    score, confidence = plan.score_name, f"{plan.confidence:g} %"
    columns = (
        Column("system", about="a version, a baseline, or the best that could be chosen"),
        percents("score", score, about=f"mean {score} of the summaries, in percent"),
        percents("share", about=SHARE),
        Column(
            "share_interval", f"{confidence} interval", "number",
            lambda record: interval_text(_scaled(record["share_interval"]), ".1f"),
            about="of the share, by resampling documents",
        ),
        Column(
            "difference", "points", "number", lambda record: _points(record["difference"]), "default version less this",
            about="difference of the shares",
        ),
        Column(
            "difference_interval", f"{confidence} interval", "number",
            lambda record: interval_text(_scaled(record["difference_interval"]), "+.1f"), "default version less this",
            about="of the difference, by resampling documents",
        ),
        Column(
            "p", "p", "number", lambda record: p_text(record["p"]), "default version less this",
            about="of the paired permutation test, with Holm's correction for all rows",
        ),
    )  # fmt: skip
    title = (
        f"The default version and what it is compared with: share of the best {score} ({plan.judged_by}), in percent"
    )
    return Table("compared", clean(title), columns, records, list(_compared_notes(study)))


def _compared(
    kind: str, name: str, score: float, shares: Floats, study: CallistoStudy, contest: Contest | None = None
) -> Record:
    record = {"kind": kind, "system": name, "score": score, "share": float(shares.mean())}
    record |= {"share_interval": ends_of(interval_of(study, shares))}
    if contest is None:
        return record | dict.fromkeys(("difference", "difference_interval", "p", "significant"))
    record |= {"difference": contest.difference, "difference_interval": ends_of(contest.test.difference)}
    return record | {"p": contest.p, "significant": contest.is_significant}


def _scaled(ends: list[float] | None) -> list[float] | None:
    return None if ends is None else [100 * end for end in ends]


def _points(difference: float | None) -> str:
    """Write a difference in points.

    >>> _points(-1e-17), _points(None)
    ('+0.00', '-')
    """
    return "-" if difference is None else f"{100 * difference:+z.2f}"


def _compared_notes(study: CallistoStudy) -> Iterator[str]:
    free = study.baseline(LEAD).sizes is not None
    yield (
        f"Default version: {clean(str(study.default))}. {RANDOM.capitalize()}: the mean of all configurations. "
        f"{FIXED.capitalize()}{' and best length' if free else ''}: chosen on the training folds for all texts."
    )
    oracle = next((one for one in study.baselines if one.kind == "oracle"), None)
    if oracle and (measure := oracle_measure(study.plan)):
        yield (
            f"{ORACLE.capitalize()}: by the recall of {clean(str(measure))}"
            f"{', at the best of the lengths' if free else ''}; proven on {oracle.proven:,} of {oracle.searched:,}."
        )


def rules_table(study: CallistoStudy) -> Table:
    """Show what every learner reaches with every target and rule, in the usual number of classes."""
    records = [_rule_record(study, series) for series in study.series]
    rows: dict[tuple[str, str], Record] = {}
    for record in records:
        row = rows.setdefault((record["learner"], record["measure"]), {**record})
        row[f"{record['target']} {record['selection'] or 'value'}"] = record
    pairs = dict.fromkeys((series.target, series.selection or "value") for series in study.series)
    columns = (
        VERSION[0],
        VERSION[1],
        *(
            Column(
                "share",
                rule,
                "number",
                _marked,
                f"learns the {target}",
                part=f"{target} {rule}",
                about=_ABOUT_RULE[rule],
            )
            for target, rule in sorted(pairs, key=lambda pair: (_TARGETS.index(pair[0]), _RULES.index(pair[1])))
        ),
    )
    score = study.plan.score_name
    title = f"Learners, targets and rules: share of the best {score} ({study.plan.judged_by}), in percent"
    view = Table("rules", clean(title), columns, list(rows.values()), list(_rule_notes(study)), blocks=True)
    return Table("learners", records=records, views=(view,))


_TARGETS, _RULES = ("score", "rank", "share"), ("random", "paper", "value", "odds")
_ABOUT_RULE = {
    "random": "one of those predicted in the best class, at random",
    "paper": "of those, the one with the highest confidence",
    "value": "the highest expected value",
    "odds": "the highest odds of the best class against the worst",
}


def _rule_record(study: CallistoStudy, series: VersionSeries) -> Record:
    usual = series.usual
    record = names_of(series) | {"classes": usual.version.classes or None, "share": usual.share, "score": usual.score}
    record |= {"share_interval": ends_of(interval_of(study, usual.shares))}
    for other, name in ((RANDOM, "random"), (FIXED, "fixed"), (LEAD, "lead")):
        contest = study.of_versions[str(usual.version), other]
        record |= {f"vs_{name}": contest.difference, f"vs_{name}_p": contest.p}
        record |= {f"vs_{name}_significant": contest.is_significant}
    record |= {"accuracy": usual.accuracy, "accuracy_of_chosen": usual.accuracy_of_chosen}
    best: Record = {"best_classes": series.best.version.classes, "best_share": series.best.share}
    return record | (best if series.selection else dict.fromkeys(best))


def _marked(record: Record) -> str:
    """Write a share, with a letter for every baseline that it differs from significantly, a capital where it is below.

    >>> same = {"vs_fixed_significant": False, "vs_lead_significant": True, "vs_lead": -0.1}
    >>> _marked({"share": 0.5, "vs_random_significant": True, "vs_random": 0.2, "vs_fixed": 0.3} | same)
    '50.00 rL'
    """
    marks = ""
    for letter, name in (("r", "random"), ("f", "fixed"), ("l", "lead")):
        if record[f"vs_{name}_significant"]:
            marks += letter if record[f"vs_{name}"] > 0 else letter.upper()
    return f"{percent(record['share'])} {marks}".rstrip()


def _rule_notes(study: CallistoStudy) -> Iterator[str]:
    classes = sorted({series.usual.version.classes for series in study.series if series.selection})
    tried = f"K = {classes[0]} classes, set in advance. " if classes else ""
    levels = ", ".join(f"{letter} the {name} ({study.baseline(name).share:.1%})" for name, letter in _MARKS.items())
    yield (
        f"{tried}Significantly above: {levels}; capitals: significantly below. Paired permutation tests at "
        f"{study.plan.confidence:g} %, with Holm's correction for all {len(study.of_versions):,}."
    )


def paper_table(study: CallistoStudy) -> Table:
    """Show which findings of the paper were reproduced."""
    records = []
    for verdict in study.verdicts:
        contest = verdict.contest
        record: Record = {"finding": verdict.finding, "reproduced": verdict.is_reproduced}
        record |= {"measure": str(study.plan.judged_by)}
        names = (
            "first",
            "second",
            "first_share",
            "second_share",
            "difference",
            "difference_interval",
            "p",
            "documents",
        )
        values: tuple[object, ...] = (None,) * len(names)
        if contest is not None:
            test = contest.test
            shares = contest.first, contest.second, test.first, test.second, contest.difference
            values = *shares, ends_of(test.difference), contest.p, test.documents
        records.append(record | dict(zip(names, values, strict=True)) | {"remark": verdict.remark})
    columns = (
        Column("finding", "finding of the paper", width=34, about="what Rigouste (2004) reports"),
        Column(
            "reproduced", write=lambda record: "yes" if record["reproduced"] else "no",
            about="whether this corpus shows the same",
        ),
        Column("first", "version", width=28, about="what was tested, with its share in percent", write=_first),
        Column("second", "compared with", width=28, about="another version, or the lead", write=_second),
        Column(
            "difference", "points", "number", lambda record: _points(record["difference"]),
            about="difference of the shares",
        ),
        Column(
            "difference_interval", f"{study.plan.confidence:g} % interval", "number",
            lambda record: interval_text(_scaled(record["difference_interval"]), "+.1f"),
            about="by resampling documents",
        ),
        Column("p", "p", "number", lambda record: p_text(record["p"]), about="of the paired permutation test"),
    )  # fmt: skip
    notes = [verdict.remark for verdict in study.verdicts if verdict.remark]
    if any(verdict.contest for verdict in study.verdicts):
        judge, documents = clean(str(study.plan.judged_by)), counted(len(study.documents), "document")
        notes.append(
            f"Trained on {judge} unless said, K classes; {documents}. The lead: the highest, corrected (Holm)."
        )
    return Table("paper", "Findings of the paper on this corpus", columns, records, notes)


def _first(record: Record) -> str:
    return _named(record["first"], record["first_share"], record["measure"])


def _second(record: Record) -> str:
    return _named(record["second"], record["second_share"], record["measure"])


def _named(name: str | None, share: float, measure: str) -> str:
    """Write a system with its share; the number of classes is the same in all rows, and the measure in most.

    >>> _named("naive-bayes, lin-hovy, paper, K = 5", 0.51, "lin-hovy")
    'naive-bayes, paper: 51.0'
    """
    return "-" if name is None else f"{name.partition(', K = ')[0].replace(f', {measure}', '')}: {100 * share:.1f}"
