"""Every number of the comparison, in tables that say how they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.table import DOMAIN, Column, Table
from sumspace.show.text import counted, domain_label, folded, listed, p_text
from sumspace.stats.multiplicity import CORRECTION_NAMES
from sumspace.stats.paired_power import MULTIPLES, POWER
from sumspace.stats.resampling import ends_of
from sumspace.studies.comparison.columns import (
    DOCUMENTS,
    SYSTEM,
    alike_text,
    as_number,
    interval_column,
    score_label,
    view_name,
)
from sumspace.studies.comparison.place_tables import place_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.study import ComparisonStudy


#: So many pairs of neighbours are shown on a terminal; a page has all of them.
_NEIGHBOURS = 5
#: What stands in the matrix of all pairs.
BETTER, WORSE, ALIKE, UNTESTED = "+", "-", "=", "?"


def make_tables(study: ComparisonStudy) -> list[Table]:
    """Make all tables; what is of all documents has no domain."""
    tables = [_systems(study), _pairs(study)]
    return [*(reversed(tables) if study.is_small else tables), _power(study), *place_tables(study)]


def _of(contest: Contest, plan: ComparisonPlan) -> Record:
    return {"measure": str(contest.measure), "score": plan.part_label(contest.measure), "domain": contest.domain}


def _systems(study: ComparisonStudy) -> Table:
    """Show systems in order, the matrix of all pairs, and means by domain; not where every pair is shown."""
    records = [
        {
            **_of(contest, study.plan),
            "system": ranked.system,
            "baseline": ranked.system in study.baselines,
            "words": study.words.get(ranked.system),
            "documents": ranked.documents,
            "mean": as_number(ranked.mean.mean),
            "mean_interval": ends_of(ranked.mean),
            "best_rank": ranked.best,
            "worst_rank": ranked.worst,
            "cluster": ranked.cluster,
            "letters": ranked.letters,
        }
        for contest in study.contests
        for ranked in contest.ranking
    ]  # fmt: skip
    views = () if study.is_small else tuple(_system_views(study, records))
    return Table("systems", records=records, views=views)


def _system_views(study: ComparisonStudy, records: Sequence[Record]) -> Iterator[Table]:
    ranked_columns = (
        Column("best_rank", "rank", "number", _rank, about="the ranks that the tests leave open"),
        SYSTEM,
        Column("words", kind="number", write=".0f"),
        DOCUMENTS,
        Column("mean", kind="number", write=".4f", about="mean score over documents"),
        interval_column("mean_interval", study.plan, ".4f"),
        Column("cluster", kind="number", about="systems of different clusters all differ significantly"),
    )
    for contest in study.overall:
        columns = (*ranked_columns, _letters(contest))
        own = [r for r in records if r["measure"] == str(contest.measure) and r["domain"] is None]
        name, title = view_name("systems", contest.measure), f"{score_label(study, contest)}: systems"
        yield Table(name, title, columns, own, _ranking_notes(study, contest))
        yield _matrix(study, contest)
    for contest in study.overall:
        if study.domains(contest.measure):
            own = [r for r in records if r["measure"] == str(contest.measure)]
            title = f"{score_label(study, contest)} by domain: means and letters"
            mean = Column("mean", kind="number", write=".4f", about="mean score over documents")
            documents = {c.domain: c.documents for c in (contest, *study.domains(contest.measure))}
            labels = {domain: f"{domain_label(domain)} ({count:,})" for domain, count in documents.items()}
            name = view_name("domains", contest.measure)
            table = Table(name, title, records=own, notes=_domain_notes(study, contest))
            yield table.pivot(SYSTEM, "domain", (mean, _letters(contest)), label=labels.__getitem__)


def _letters(contest: Contest) -> Column:
    return Column("letters", about=f"systems that share a letter {alike_text(contest)}")


def _ranking_notes(study: ComparisonStudy, contest: Contest) -> list[str]:
    notes = [
        _family(study, contest),
    ]
    if not contest.complete:
        notes.append(
            "Systems have summarized different documents: they are sorted by rank, since their means do not compare."
        )
    return notes


def _domain_notes(study: ComparisonStudy, contest: Contest) -> list[str]:
    """Say what is corrected, and in which domains there are too few documents for any significant difference."""
    notes = ["The pairs of a domain are corrected on their own."]
    domains = study.domains(contest.measure)
    untested = [single for single in domains if single.tested < len(single.pairs)]
    if untested:
        names = listed(domain_label(single.domain) for single in untested)
        sign = "-" if study.is_small else "Systems may share a letter for this reason too"
        notes.append(f"{sign}: fewer than 2 documents in common, so no test: {names}.")
    few = [c for c in domains if c.tested and c.lowest(study.plan.correction) >= study.plan.alpha]
    if few:
        names = listed(domain_label(single.domain) for single in few)
        lowest = min(single.lowest(study.plan.correction) for single in few)
        notes.append(
            f"Too few documents for any significant difference: {names}; no p can be below {lowest:.3f} there."
        )
    return notes


def _family(study: ComparisonStudy, contest: Contest) -> str:
    """Say which tests are corrected together."""
    pairs = counted(contest.tested, "pair")
    if contest.tested == 1:
        return "One paired permutation test, not corrected."
    if study.plan.correction == "none":
        return f"Paired permutation tests of {pairs}, not corrected: some are significant by chance alone."
    return f"Paired permutation tests of {pairs}, with {CORRECTION_NAMES[study.plan.correction]} for all of them."


def _rank(record: Record) -> str:
    best, worst = record["best_rank"], record["worst_rank"]
    return f"{best}" if best == worst else f"{best}-{worst}"


def _matrix(study: ComparisonStudy, contest: Contest) -> Table:
    """Show every pair by a character: rows and columns are systems in order."""
    names = [ranked.system for ranked in contest.ranking]
    signs = {(name, name): "" for name in names}
    for pair in contest.pairs:
        better = pair.better
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            known = ALIKE if pair.result.is_tested else UNTESTED
            signs[one, other] = known if better is None else BETTER if better == one else WORSE
    columns = [Column("place", "#", "number", about="the column of this system"), Column("system")]
    columns += [Column(f"to_{place}", f"{place}", missing="") for place in range(1, len(names) + 1)]
    rows = [
        {"place": place, "system": name, **{f"to_{i}": signs[name, other] or None for i, other in enumerate(names, 1)}}
        for place, name in enumerate(names, 1)
    ]
    note = (
        f"{BETTER} significantly higher than the system of the column, {WORSE} significantly lower, {ALIKE} no "
        "significant difference"
    )
    untested = f", {UNTESTED} fewer than 2 documents in common" if contest.tested < len(contest.pairs) else ""
    name, title = view_name("matrix", contest.measure), f"{score_label(study, contest)}: every two systems"
    return Table(name, title, columns, rows, (f"{note}{untested}.",))


def _pairs(study: ComparisonStudy) -> Table:
    records = [
        {
            **_of(contest, study.plan),
            "first": pair.first,
            "second": pair.second,
            "documents": pair.result.documents,
            "first_mean": as_number(pair.result.first),
            "second_mean": as_number(pair.result.second),
            "difference": as_number(pair.result.difference.mean),
            "difference_interval": ends_of(pair.result.difference),
            "p": as_number(pair.result.p),
            "exact": pair.result.exact,
            "corrected": as_number(pair.corrected),
            "pairs": contest.tested,
            "significant": pair.is_significant,
            "better": pair.better,
            "bootstrap_p": as_number(pair.result.bootstrap_p),
            "order": as_number(pair.result.order),
            "wins": pair.result.wins,
            "ties": pair.result.ties,
            "losses": pair.result.losses,
            "effect": as_number(pair.result.effect),
            "superiority": as_number(pair.result.superiority),
        }
        for contest in study.contests
        for pair in contest.pairs
    ]
    return Table("pairs", records=records, views=tuple(_pair_views(study, records)))


def _pair_views(study: ComparisonStudy, records: Sequence[Record]) -> Iterator[Table]:
    """Show every pair of few systems, also by domain; of many those with a baseline."""
    shown = records if study.is_small else [r for r in records if {r["first"], r["second"]} & {*study.baselines}]
    plan = study.plan
    columns = (
        Column("measure", write=lambda r: r["measure"] if r["score"] == "value" else f"{r['measure']} {r['score']}"),
        Column("first"),
        Column("second"),
        DOCUMENTS,
        Column("first_mean", "first", "number", ".4f", "mean", wide=True, about="mean score of the first system"),
        Column("second_mean", "second", "number", ".4f", "mean", wide=True, about="mean score of the second system"),
        Column("difference", kind="number", write=_difference, about="first less second, mean over documents"),
        interval_column("difference_interval", plan),
        Column("p", kind="number", write=lambda record: p_text(record["p"]), about="two-sided paired permutation test"),
        Column("corrected", "corrected p", "number", lambda record: p_text(record["corrected"]),
               about="p corrected for all pairs of the measure"),
        Column("wins", "wins/ties/losses", "number", lambda r: f"{r['wins']}/{r['ties']}/{r['losses']}",
               about="documents on which the first scores higher, the same, lower"),
        Column("effect", "d", "number", "+.2f", wide=True,
               about="Cohen's d: the mean difference in standard deviations of the differences"),
        Column("order", "ahead", "number", ".1%", wide=True,
               about="share of bootstrap resamples in which the first is ahead"),
    )  # fmt: skip
    overall = [record for record in shown if record["domain"] is None]
    title = "Differences between systems" if study.is_small else "Differences from the baseline"
    yield Table("pairs", title, columns, overall, _pair_notes(study), blocks=True)
    if study.is_small:
        within = [record for record in shown if record["domain"] is not None]
        within.sort(key=lambda r: (r["first"], r["second"], str(r["domain"])))
        systems = Column("pair", "systems", write=lambda record: f"{record['first']} - {record['second']}")
        by_domain = (systems, DOMAIN, columns[0], *columns[3:])
        notes = [note for contest in study.overall for note in _domain_notes(study, contest)]
        yield Table("domains", "Differences by domain", by_domain, within, list(dict.fromkeys(notes)), blocks=True)


def _difference(record: Record) -> str:
    value = record["difference"]
    return "-" if value is None else f"{value:+.4f}{'*' if record['significant'] else ''}"


def _pair_notes(study: ComparisonStudy) -> list[str]:
    plan = study.plan
    contest = max(study.overall, key=lambda contest: contest.tested)
    notes = [
        f"* significant: corrected p below {plan.alpha:g}. {_family(study, contest)}",
        "Intervals are those of single differences, not corrected.",
    ]
    if any(not pair.result.is_tested for single in study.overall for pair in single.pairs):
        notes.append("-: fewer than 2 documents in common, so no test.")
    if not study.is_small:
        notes.append("All pairs are in pairs.csv of the report, and in the JSON.")
    return notes


def _power(study: ComparisonStudy) -> Table:
    records = [
        {
            "measure": str(single.measure),
            "first": single.first,
            "second": single.second,
            "documents": single.power.documents,
            "difference": single.power.difference,
            **{f"power_{multiple:g}": power for multiple, power in single.power.at.items()},
            "needed": single.power.needed,
            "tried": single.power.tried,
            "smallest": as_number(single.power.smallest),
        }
        for single in study.powers
    ]
    columns = (
        Column("measure"),
        Column("first"),
        Column("second"),
        DOCUMENTS,
        Column("difference", kind="number", write="+.4f", about="first less second, mean over documents"),
        *(
            Column(f"power_{multiple:g}", f"{multiple:g}×".replace("0.5", "½"), "number", ".0%", "power",
                   about=f"power with {multiple:g} times the documents".replace("0.5", "½"))
            for multiple in MULTIPLES
        ),
        Column("needed", f"for {POWER:.0%}", "number", _needed, about=f"documents needed for a power of {POWER:.0%}"),
        Column("smallest", "smallest", "number", ".4f",
               about=f"smallest true difference that these documents detect with a power of {POWER:.0%}"),
    )  # fmt: skip
    notes = [
        folded(
            f"Power: how likely a single test at {study.plan.alpha:g}, uncorrected, detects a true difference of this "
            "size, estimated by resampling the documents."
        ),
    ]
    whose = "every pair" if study.is_small else "neighbours in the ranking"
    title = f"What more documents would show: {whose}"
    page = Table("power", title, columns, records, notes, blocks=True, only=("page",))
    first = [r for measure in study.overall for r in _first(records, str(measure.measure))]
    more = len(records) - len(first)
    below = [*notes, f"{counted(more, 'more pair')} in power.csv of the report, and in the JSON."] if more else notes
    text = Table("power", title, columns, first, below, blocks=True, only=("text",))
    return Table("power", records=records, views=(page, text))


def _first(records: Sequence[Record], measure: str) -> list[Record]:
    return [record for record in records if record["measure"] == measure][:_NEIGHBOURS]


def _needed(record: Record) -> str:
    if record["needed"] is None:
        return f"over {record['tried']:,}"
    return f"{record['needed']:,}"
