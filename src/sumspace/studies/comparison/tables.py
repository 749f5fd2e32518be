"""Every number of the comparison, in tables that say how they are shown."""

from __future__ import annotations

from math import isinf, isnan
from typing import TYPE_CHECKING

from sumspace.show.table import DOMAIN, Column, Table
from sumspace.show.text import counted, domain_label, folded, listed
from sumspace.stats.paired import MULTIPLES, POWER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.measures.measure import Measure
    from sumspace.show.table import Record
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.studies.comparison.study import ComparisonStudy, Contest


#: So many pairs of neighbours are shown on a terminal; a page has all of them.
_NEIGHBOURS = 5
CORRECTIONS = {
    "holm": "Holm's correction",
    "bh": "Benjamini and Hochberg's correction",
    "none": "no correction",
}
_DOCUMENTS = Column("documents", kind="number", write=",")
#: What stands in the matrix of all pairs.
BETTER, WORSE, ALIKE, UNTESTED = "+", "-", "=", "?"


def make_tables(study: ComparisonStudy) -> list[Table]:
    """Make all tables; what is of all documents has no domain."""
    tables = [_systems(study), _pairs(study)]
    return [*(reversed(tables) if study.is_small else tables), _power(study), _places(study), _place_pairs(study)]


def interval_text(bounds: Sequence[float] | None, form: str = "+.4f") -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.01, 0.02]), interval_text(None)
    ('-0.0100 … +0.0200', '-')
    """
    return "-" if bounds is None else " … ".join(format(end, form) for end in bounds)


def p_text(p: float | None) -> str:
    """Write a p-value.

    >>> p_text(0.04), p_text(0.00004), p_text(None)
    ('0.040', '< 0.001', '-')
    """
    if p is None:
        return "-"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def view_name(kind: str, measure: Measure) -> str:
    """Return what a table is called that there is one of for each measure."""
    return f"{kind} {measure}"


def score_label(study: ComparisonStudy, contest: Contest) -> str:
    """Return a measure with the part of it that counts, as rouge-2 f1."""
    return str(contest.measure) if contest.measure.has_one_value else f"{contest.measure} {study.plan.part}"


def _number(value: float) -> float | None:
    """Return a number for a record; not a number is none."""
    return None if isnan(value) else value


def _bounds(interval: Interval) -> list[float] | None:
    return None if isnan(interval.low) else [interval.low, interval.high]


def _of(contest: Contest, plan: ComparisonPlan) -> Record:
    return {"measure": str(contest.measure), "score": plan.part_label(contest.measure), "domain": contest.domain}


def _interval(name: str, plan: ComparisonPlan, form: str = "+.4f") -> Column:
    def write(record: Record) -> str:
        return interval_text(record[name], form)

    return Column(name, f"{plan.bootstrap.confidence:g}% interval", write=write)


def _systems(study: ComparisonStudy) -> Table:
    """Show systems in order, the matrix of all pairs, and means by domain; not where every pair is shown."""
    records = [
        {
            **_of(contest, study.plan),
            "system": ranked.system,
            "baseline": ranked.system in study.baselines,
            "words": study.words.get(ranked.system),
            "documents": ranked.documents,
            "mean": _number(ranked.mean.mean),
            "mean_interval": _bounds(ranked.mean),
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
    columns = (
        Column("best_rank", "rank", "number", _rank),
        Column("system", write=_system),
        Column("words", kind="number", write=".0f"),
        _DOCUMENTS,
        Column("mean", kind="number", write=".4f"),
        _interval("mean_interval", study.plan, ".4f"),
        Column("cluster", kind="number"),
        Column("letters"),
    )
    for contest in study.overall:
        own = [r for r in records if r["measure"] == str(contest.measure) and r["domain"] is None]
        name, title = view_name("systems", contest.measure), f"{score_label(study, contest)}: systems"
        yield Table(name, title, columns, own, _ranking_notes(study, contest))
        yield _matrix(study, contest)
    for contest in study.overall:
        if study.domains(contest.measure):
            own = [r for r in records if r["measure"] == str(contest.measure)]
            title = f"{score_label(study, contest)} by domain: means, and letters of systems that cannot be told apart"
            mean = Column("mean", kind="number", write=".4f")
            documents = {c.domain: c.documents for c in (contest, *study.domains(contest.measure))}
            labels = {domain: f"{domain_label(domain)} ({count:,})" for domain, count in documents.items()}
            name = view_name("domains", contest.measure)
            table = Table(name, title, records=own, notes=_domain_notes(study, contest))
            yield table.pivot(
                Column("system", write=_system), "domain", (mean, Column("letters")), label=labels.__getitem__
            )


def _ranking_notes(study: ComparisonStudy, contest: Contest) -> list[str]:
    notes = [
        _family(study, contest),
        folded(
            "rank: the places that the tests leave open. Systems that share a letter cannot be told apart, those that "
            "share none can; every system of a cluster is told apart from all outside it."
        ),
    ]
    if not contest.complete:
        notes.append(
            "Not all systems have all documents: they stand by rank, since means over other documents do not compare."
        )
    return notes


def _domain_notes(study: ComparisonStudy, contest: Contest) -> list[str]:
    """Say what is corrected, and in which domains there are too few documents to tell anything apart."""
    notes = ["The pairs of a domain are corrected on their own."]
    few = [c for c in study.domains(contest.measure) if c.lowest(study.plan.correction) >= study.plan.alpha]
    if few:
        names = listed(domain_label(single.domain) for single in few)
        lowest = min(single.lowest(study.plan.correction) for single in few)
        notes.append(f"Too few documents to tell anything apart: {names}; no p can lie below {lowest:.3f} there.")
    return notes


def _family(study: ComparisonStudy, contest: Contest) -> str:
    """Say what is tested together."""
    pairs = counted(contest.tested, "pair")
    if contest.tested == 1:
        return "One paired permutation test, which needs no correction."
    if study.plan.correction == "none":
        return f"Paired permutation tests of {pairs}, not corrected: some are told apart by chance alone."
    return f"Paired permutation tests of {pairs}, with {CORRECTIONS[study.plan.correction]} for all of them."


def _rank(record: Record) -> str:
    best, worst = record["best_rank"], record["worst_rank"]
    return f"{best}" if best == worst else f"{best}-{worst}"


def _system(record: Record) -> str:
    return f"{record['system']} (baseline)" if record["baseline"] else str(record["system"])


def _matrix(study: ComparisonStudy, contest: Contest) -> Table:
    """Show every pair by a sign: rows and columns are systems in order."""
    names = [ranked.system for ranked in contest.ranking]
    signs = {(name, name): "" for name in names}
    for pair in contest.pairs:
        better = pair.better
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            known = ALIKE if pair.result.is_tested else UNTESTED
            signs[one, other] = known if better is None else BETTER if better == one else WORSE
    columns = [Column("place", " ", "number"), Column("system")]
    columns += [Column(f"to_{place}", f"{place}", missing="") for place in range(1, len(names) + 1)]
    rows = [
        {"place": place, "system": name, **{f"to_{i}": signs[name, other] or None for i, other in enumerate(names, 1)}}
        for place, name in enumerate(names, 1)
    ]
    note = f"{BETTER} better than the system of the column, {WORSE} worse, {ALIKE} cannot be told apart"
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
            "first_mean": _number(pair.result.first),
            "second_mean": _number(pair.result.second),
            "difference": _number(pair.result.difference.mean),
            "difference_interval": _bounds(pair.result.difference),
            "p": _number(pair.result.p),
            "exact": pair.result.exact,
            "corrected": _number(pair.corrected),
            "pairs": contest.tested,
            "apart": pair.is_apart,
            "better": pair.better,
            "bootstrap_p": _number(pair.result.bootstrap_p),
            "order": _number(pair.result.order),
            "wins": pair.result.wins,
            "ties": pair.result.ties,
            "losses": pair.result.losses,
            "effect": _number(pair.result.effect),
            "superiority": _number(pair.result.superiority),
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
        _DOCUMENTS,
        Column("first_mean", "first", "number", ".4f", "mean", wide=True),
        Column("second_mean", "second", "number", ".4f", "mean", wide=True),
        Column("difference", kind="number", write=_difference),
        _interval("difference_interval", plan),
        Column("p", kind="number", write=lambda record: p_text(record["p"])),
        Column("corrected", "corrected p", "number", lambda record: p_text(record["corrected"])),
        Column("wins", "wins/ties/losses", "number", lambda r: f"{r['wins']}/{r['ties']}/{r['losses']}"),
        Column("effect", "d", "number", "+.2f", wide=True),
        Column("order", "ahead", "number", ".1%", wide=True),
    )
    overall = [record for record in shown if record["domain"] is None]
    title = "Differences of systems" if study.is_small else "Differences from the baseline"
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
    return "-" if value is None else f"{value:+.4f}{'*' if record['apart'] else ''}"


def _pair_notes(study: ComparisonStudy) -> list[str]:
    plan = study.plan
    contest = max(study.overall, key=lambda contest: contest.tested)
    notes = [
        f"* told apart: corrected p below {plan.alpha:g}. {_family(study, contest)}",
        folded(
            "Intervals are those of single differences. d: the mean difference in standard deviations of the "
            "differences. ahead: the share of resamples in which the first is ahead."
        ),
    ]
    if any(not pair.result.is_tested for single in study.overall for pair in single.pairs):
        notes.append("-: fewer than 2 documents in common, so that there is no test.")
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
            "smallest": _number(single.power.smallest),
        }
        for single in study.powers
    ]
    columns = (
        Column("measure"),
        Column("first"),
        Column("second"),
        _DOCUMENTS,
        Column("difference", kind="number", write="+.4f"),
        *(
            Column(f"power_{multiple:g}", f"{multiple:g}×".replace("0.5", "½"), "number", ".0%", "power")
            for multiple in MULTIPLES
        ),
        Column("needed", f"for {POWER:.0%}", "number", _needed),
        Column("smallest", "smallest", "number", ".4f"),
    )  # fmt: skip
    notes = [
        folded(
            f"power: how likely a test at {study.plan.alpha:g}, uncorrected, finds such a difference, were it the true "
            "one, with ½, 1, 2, 4 and 8 times the documents; by drawing from those there are."
        ),
        folded(
            f"for {POWER:.0%}: so many documents would find it in {POWER:.0%} of cases. smallest: the least true "
            "difference that the documents there are find as often."
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


def _places(study: ComparisonStudy) -> Table:
    records = [
        {
            "measure": str(places.measure),
            "score": study.plan.part,
            "domain": places.domain,
            "system": place.system,
            "baseline": place.system in study.baselines,
            "documents": place.documents,
            "space_score": place.score,
            "below": place.below,
            "nines": None if place.rank is None or isinf(place.rank.nines) else place.rank.nines,
            "above_all": None if place.rank is None else isinf(place.rank.nines),
            "way": _number(place.way.mean),
            "way_interval": _bounds(place.way),
            "average": places.average,
            "best": places.best,
            "exact": places.exact,
        }
        for places in study.places
        for place in places.systems
    ]
    columns = (
        Column("system", write=_system),
        _DOCUMENTS,
        Column("space_score", "score", "number", ".4f"),
        Column("below", "below, by document", "number", ".1%"),
        Column("nines", "nines of the mean", "number", _nines),
        Column("way", "way gone", "number", ".0%"),
        _interval("way_interval", study.plan, ".0%"),
    )
    views = []
    for places in study.places:
        if places.domain is None:
            own = [r for r in records if r["measure"] == str(places.measure) and r["domain"] is None]
            about = "" if places.exact else ", estimated"
            title = (
                f"{places.measure} {study.plan.part} among all extracts: the average one scores {places.average:.4f}, "
                f"the best {places.best:.4f}{about}"
            )
            views.append(Table(view_name("places", places.measure), title, columns, own))
    return Table("places", records=records, notes=_place_notes(study) if views else (), views=tuple(views))


def _nines(record: Record) -> str:
    return "above all" if record["above_all"] else f"{record['nines']:.1f}"


def _place_notes(study: ComparisonStudy) -> list[str]:
    spaces = study.plan.space_plan
    budget = "reach(length of the references)" if spaces is None or spaces.budget is None else str(spaces.budget)
    return [
        folded(
            f"Scores as extracts of {budget} have them: summaries are cut to that length, so that these are not the "
            "scores above."
        ),
        folded(
            "below: the share of a document's extracts that score less, on average. nines: of the share of averages, "
            "over one extract of each document, that score less. way gone: from the average extract to the best one."
        ),
    ]


def _place_pairs(study: ComparisonStudy) -> Table:
    records = [
        {
            "measure": str(places.measure),
            "domain": places.domain,
            "first": pair.first,
            "second": pair.second,
            "documents": pair.documents,
            "space_difference": pair.difference.mean,
            "space_difference_interval": _bounds(pair.difference),
            "way": _number(pair.way.mean),
            "way_interval": _bounds(pair.way),
        }
        for places in study.places
        for pair in places.pairs
    ]
    overall = [record for record in records if record["domain"] is None]
    if not study.is_small:
        overall = [record for record in overall if {record["first"], record["second"]} & {*study.baselines}]
    columns = (
        Column("measure"),
        Column("first"),
        Column("second"),
        _DOCUMENTS,
        Column("space_difference", "difference", "number", "+.4f"),
        _interval("space_difference_interval", study.plan),
        Column("way", "share of the way", "number", "+.1%"),
        _interval("way_interval", study.plan, "+.1%"),
    )
    note = "share of the way: the difference as a share of the way from the average extract to the best one."
    title = "Differences among all extracts"
    view = Table("place_pairs", title, columns, overall, (note,), blocks=True)
    return Table("place_pairs", records=records, views=(view,))
