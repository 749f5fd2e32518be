"""Every number of the study of agreement, in tables that say how they are shown."""

from __future__ import annotations

from dataclasses import asdict, replace
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.show.table import DOMAIN, Column, Table, percent_column
from sumspace.show.text import domain_label, p_text, percent
from sumspace.studies.agreement.documents import BASELINE, FULL_TEXT, oracle_source
from sumspace.tasks.systems import ORDERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sumspace.show.table import Record
    from sumspace.studies.agreement.documents import DocumentAgreement, Source
    from sumspace.studies.agreement.plan import AgreementPlan
    from sumspace.studies.agreement.study import AgreementStudy, DocumentGroup


#: The name of the set of documents that are in no other.
BELOW = "below"
_AGREEMENT = ("MaxH", "AvgH", "MedH", "MinH")
#: So many columns of numbers fit into a terminal, or on a page; more domains stand below.
_MOST_COLUMNS = 12


def make_tables(study: AgreementStudy) -> list[Table]:
    """Make all tables; averages over all documents have no domain."""
    averages = _over_groups(study, lambda group: [_average(group, source) for source in study.sources])
    notes = _notes(averages, study.plan)
    documents = [_document(document, study.plan) for document in study.documents]
    pairs = [{"id": document["id"], **pair} for document in documents for pair in document["pairs"]]
    return [
        Table("documents", records=documents),
        _agreement(study),
        _averages(averages, notes),
        _sets(study, notes),
        _humans(study),
        _lines(study),
        Table("pairs", records=pairs, only=("csv",)),
    ]


def _over_groups(study: AgreementStudy, records_of: Callable[[DocumentGroup], Iterable[Record]]) -> list[Record]:
    """Return the records of all documents, then those of each domain."""
    return [
        {"scope": "corpus" if domain is None else "domain", "domain": domain} | record
        for domain, group in study.groups.items()
        for record in records_of(group)
    ]


def _document(document: DocumentAgreement, plan: AgreementPlan) -> Record:
    scores = document.scores
    oracles = {str(budget): scores.get(oracle_source(budget)) for budget in plan.budgets}
    return {
        "id": document.id, "domain": document.domain, "sentences": document.sentences, "words": document.words,
        "pairs": [asdict(pair) for pair in document.pairs],
        **{name.lower(): document.agreement[name] for name in ("MaxH", "MinH", "MedH", "AvgH")},
        "reference": document.best.model, "set": plan.set_of(document.maximum),
        "baseline": scores[BASELINE].score if BASELINE in scores else None,
        "systems": {source.name: score.score for source, score in scores.items() if source.kind == "system"},
        "oracles": {budget: oracle and oracle.score for budget, oracle in oracles.items()},
        "bounds": {budget: oracle.bound for budget, oracle in oracles.items() if oracle and not oracle.proven},
        "full_text": scores[FULL_TEXT].score if FULL_TEXT in scores else None,
        "compression": document.compressions,
    }  # fmt: skip


def _agreement(study: AgreementStudy) -> Table:
    def records_of(group: DocumentGroup) -> Iterator[Record]:
        means = {name.lower(): fmean(d.agreement[name] for d in group.documents) for name in _AGREEMENT}
        yield {"documents": len(group.documents), "pairs": sum(len(d.pairs) for d in group.documents)} | means

    columns = [
        DOMAIN,
        Column("documents", kind="number", write=","),
        Column("pairs", kind="number", write=","),
        *(percent_column(name.lower(), name) for name in _AGREEMENT),
        Column("spread", "MaxH - MinH", "number", lambda record: percent(record["maxh"] - record["minh"])),
    ]
    note = "The best, mean, median and worst score of a document's pairs of people, averaged over documents."
    title = "Agreement of people (figure 4), in percent"
    return Table("agreement", title, columns, _over_groups(study, records_of), (note,))


def _average(group: DocumentGroup, source: Source) -> Record:
    mean = group.mean(source)
    return {
        "kind": source.kind, "summary": source.name, "documents": mean.documents if mean else 0,
        "of": len(group.documents), "score": mean and mean.score, "words": mean and mean.words,
        "unproven": mean.unproven if mean else 0,
    }  # fmt: skip


def _averages(records: Sequence[Record], notes: Sequence[str]) -> Table:
    title = "Scores by the person who agrees best (figure 5), in percent"
    table = Table("averages", title, records=records, notes=notes)
    columns = [Column("score", kind="number", write=_score), Column("words", kind="number", write=",.0f")]
    view = table.pivot("summary", "domain", columns, key=_source, label=domain_label)
    return replace(table, notes=(), views=tuple(view.divided(_MOST_COLUMNS // 2)))


def _sets(study: AgreementStudy, notes: Sequence[str]) -> Table:
    """Show the averages of every set, below the number of its documents."""
    plan = study.plan
    sets = {**plan.sets, BELOW: (None, None)}

    def records_of(group: DocumentGroup) -> Iterator[Record]:
        for name, (low, high) in sets.items():
            chosen = group.in_set(None if name == BELOW else name, plan)
            for source in study.sources:
                yield {"set": name, "low": low, "high": high} | _average(chosen, source)

    table = Table("sets", records=_over_groups(study, records_of))
    if not plan.thresholds:
        return table
    counts = {(r["domain"], r["set"]): r | {"kind": "", "summary": "documents"} for r in table.records}

    def heading(name: str) -> str:
        return name if name == BELOW else f"{name}\n≥ {100 * plan.sets[name][0]:g}"

    def score_or_count(record: Record) -> str:
        return _score(record) if record["kind"] else f"{record['of']:,}"

    title = "The same by the agreement of people: sets by MaxH (figures 6 to 8), in percent"
    view = Table("sets", title, records=(*counts.values(), *table.records), notes=notes).pivot(
        "summary",
        lambda record: (record["domain"], record["set"]),
        lambda group: [Column("score", heading(group[1]), "number", score_or_count)],
        key=_source,
        label=lambda group: domain_label(group[0]),
    )
    domains_beside = max(_MOST_COLUMNS // len(sets), 1)
    return replace(table, views=tuple(view.divided(domains_beside * len(sets))))


def _humans(study: AgreementStudy) -> Table:
    def records_of(group: DocumentGroup) -> Iterator[Record]:
        """Yield what the first, second, third … human summaries are like."""
        for place in range(max(len(document.humans) for document in group.documents)):
            documents = [document for document in group.documents if place < len(document.humans)]
            words = [list(document.humans.values())[place] for document in documents]
            compressions = [list(document.compressions.values())[place] for document in documents if document.words]
            yield {
                "human": f"H{place + 1}", "documents": len(documents), "words": fmean(words),
                "compression": fmean(compressions) if compressions else None,
                "lowest": min(compressions, default=None), "highest": max(compressions, default=None),
            }  # fmt: skip

    note = "Compression is the share of the document's words that a summary leaves out (section 5), in percent."
    table = Table("humans", "The human summaries", records=_over_groups(study, records_of), notes=(note,))
    words = Column("words", kind="number", write=",.0f")
    columns = [Column("documents", kind="number", write=","), words, percent_column("compression")]
    view = table.pivot(Column("human", "summary"), "domain", columns, label=domain_label)
    return replace(table, notes=(), views=tuple(view.divided(_MOST_COLUMNS // 4)))


def _lines(study: AgreementStudy) -> Table:
    def records_of(group: DocumentGroup) -> Iterator[Record]:
        for source in study.sources:
            line = group.line(source)
            if line:
                yield {"kind": source.kind, "summary": source.name, **asdict(line)}

    columns = [
        DOMAIN,
        Column("summary"),
        Column("points", "documents", "number", ","),
        Column("slope", "change", "number", lambda line: f"{10 * line['slope']:+.2f}"),
        Column("low", "95% interval", "number", lambda line: f"{10 * line['low']:+.2f} … {10 * line['high']:+.2f}"),
        Column("p", kind="number", write=lambda line: p_text(line["p"])),
        Column("r2", "R²", "number", ".3f"),
    ]
    notes = (
        "change: points of score for 10 points of compression of the reference, by least squares, with its interval.",
        "p: how likely such a change would be by chance, were there none. R²: the share of variance explained.",
    )
    title = "What compression does to scores: fitted lines (figure 9)"
    return Table("lines", title, columns, _over_groups(study, records_of), notes, blocks=True)


def _source(record: Record) -> tuple[str, str]:
    return record["kind"], record["summary"]


def _score(record: Record) -> str:
    """Write a score; marked where it may be higher, and where some documents have none."""
    star = "*" if 0 < record["documents"] < record["of"] else ""
    return f"{percent(record['score'], '≥' if record['unproven'] else '')}{star}"


def _notes(averages: Sequence[Record], plan: AgreementPlan) -> list[str]:
    """Say what the names stand for, and how many documents are not in a number."""
    present = {row["summary"] for row in averages}
    explained = {
        "MaxH": "the best other person",
        BASELINE.name: f"the first {plan.lengths[0]:,} words",
        FULL_TEXT.name: "the full text",
    }
    notes = [" ".join(f"{name}: {what}." for name, what in explained.items() if name in present)]
    if "random" in present:
        notes.append(f"random: the mean over {ORDERS} random orders, unless the corpus has a system of this name.")
    if plan.budgets and FULL_TEXT.name in present:
        names = ", ".join(f"E{budget.size}" for budget in plan.budgets)
        notes.append(f"{names}: the best extract of so many words, give or take {plan.tolerance:,}.")
    missing = {row["summary"]: row["of"] - row["documents"] for row in averages if row["scope"] == "corpus"}
    listed = [f"{name} {count:,}" for name, count in missing.items() if count]
    if listed:
        notes.append(f"* Without documents that have no such summary or extract: {', '.join(listed)}.")
    if any(row["unproven"] for row in averages):
        notes.append("≥ Some searches for the best extract ran out of time: there may be better ones.")
    return notes
