"""Every number of the study of agreement, in tables that say how they are shown."""

from __future__ import annotations

from dataclasses import asdict, replace
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.show.table import Column, Table, percent_column
from sumspace.show.text import domain_label, interval_text, p_text, percent
from sumspace.stats.resampling import ends_of
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, oracle_source
from sumspace.studies.agreement.texts import texts_tables
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
_FIELDS = ("MaxH", "MinH", "MedH", "AvgH")
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
        _averages(averages, notes, study.plan),
        _differences(study),
        _sets(study, notes),
        _humans(study),
        _lines(study),
        *texts_tables(study),
        Table("pairs", records=pairs, only=("csv",)),
    ]


def _over_groups(study: AgreementStudy, records_of: Callable[[DocumentGroup], Iterable[Record]]) -> list[Record]:
    """Return the records of all documents, of single ones and of topics, then those of each domain."""
    scopes: list[tuple[str, str | None, DocumentGroup]] = [("corpus", None, study.everything)]
    scopes += [("task", task, group) for task, group in study.tasks.items()]
    scopes += [("domain", domain, group) for domain, group in study.domains.items()]
    return [
        {"scope": scope, "task": name if scope == "task" else None, "domain": name if scope == "domain" else None}
        | record
        for scope, name, group in scopes
        for record in records_of(group)
    ]


def _scope(record: Record) -> tuple[str, str | None]:
    return record["scope"], record["task"] or record["domain"]


def _label(scope: tuple[str, str | None]) -> str:
    return domain_label(scope[1])


_SCOPE = Column("domain", write=lambda record: _label(_scope(record)))
#: What the names of pairs stand for, cut or not.
_ABOUT = {
    "MaxH": "the best score of a document's pairs of human summaries, averaged over documents",
    "AvgH": "their mean score",
    "MedH": "their median score",
    "MinH": "their worst score",
}
_SUMMARY = Column("summary", about="where the summary comes from; MaxH: the best human summary beside the reference")
_INTERVAL, _CUT = "bootstrap over documents", "with each summary cut to the length of the one it is scored by"


def _document(document: DocumentAgreement, plan: AgreementPlan) -> Record:
    scores = document.scores
    oracles = {str(budget): scores.get(oracle_source(budget)) for budget in plan.budgets}
    systems = {source.name: score for source, score in scores.items() if source.kind == "system"}
    baseline = scores.get(BASELINE)
    return {
        "id": document.id, "domain": document.domain, "topic": document.is_topic, "sentences": document.sentences,
        "words": document.words, "pairs": [asdict(pair) for pair in document.pairs],
        **{name.lower(): document.agreement[name] for name in _FIELDS},
        **{f"{name.lower()}_cut": document.cut_agreement[name] for name in _FIELDS},
        "reference": document.reference, "references": document.references, "set": plan.set_of(document.maximum),
        "human": scores[BEST_HUMAN].score, "longer": document.longer,
        "baseline": baseline and baseline.score, "baseline_uncut": baseline and baseline.uncut,
        "baseline_words": baseline and baseline.words,
        "systems": {name: score.score for name, score in systems.items()},
        "systems_uncut": {name: score.uncut for name, score in systems.items()},
        **{
            f"systems_{part}": {name: getattr(score, part) for name, score in systems.items()}
            for part in ("lead", "human", "others")
        },
        "systems_words": {name: score.words for name, score in systems.items()},
        "oracles": {budget: oracle and oracle.score for budget, oracle in oracles.items()},
        "bounds": {budget: oracle.bound for budget, oracle in oracles.items() if oracle and not oracle.proven},
        "full_text": scores[FULL_TEXT].score if FULL_TEXT in scores else None,
        "human_words": document.humans, "compression": document.compressions,
    }  # fmt: skip


def _agreement(study: AgreementStudy) -> Table:
    def records_of(group: DocumentGroup) -> Iterator[Record]:
        documents = group.documents
        numbers = [study.plan.people or len(document.humans) for document in documents]
        yield {
            "documents": len(documents), "pairs": sum(len(d.pairs) for d in documents),
            "fewest": min(numbers), "most": max(numbers),
            **{name.lower(): fmean(d.agreement[name] for d in documents) for name in _AGREEMENT},
            **{f"{name.lower()}_cut": fmean(d.cut_agreement[name] for d in documents) for name in _AGREEMENT},
            "longer": fmean(d.longer for d in documents),
        }  # fmt: skip

    def numbers(record: Record) -> str:
        return f"{record['fewest']:,}" + (f"–{record['most']:,}" if record["most"] > record["fewest"] else "")

    columns = [
        _SCOPE,
        Column("documents", kind="number", write=","),
        Column("humans", kind="number", write=numbers, about="human summaries per document"),
        Column("pairs", kind="number", write=",", about="ordered pairs of human summaries of the same document"),
        *(percent_column(name.lower(), name, about=_ABOUT[name]) for name in _AGREEMENT),
        Column(
            "spread", "MaxH - MinH", "number", lambda record: percent(record["maxh"] - record["minh"]),
            about="how far the best and the worst pair are apart",
        ),
        *(
            percent_column(f"{name.lower()}_cut", name, group="cut", about=_CUT)
            for name in ("MaxH", "AvgH")
        ),
    ]  # fmt: skip
    notes = []
    if study.plan.people:
        notes.append(f"Where there are more human summaries, the mean over all groups of {study.plan.people}.")
    title = "Agreement of human summaries (figure 4), in percent"
    return Table("agreement", title, columns, _over_groups(study, records_of), notes)


def _average(group: DocumentGroup, source: Source) -> Record:
    mean = group.mean(source)
    return {
        "kind": source.kind, "summary": source.name, "documents": mean.documents if mean else 0,
        "of": len(group.documents), "score": mean and mean.score, "uncut": mean and mean.uncut,
        "words": mean and mean.words, "kept": mean and mean.kept, "unproven": mean.unproven if mean else 0,
    }  # fmt: skip


_UNCUT = Column(
    "uncut", kind="number", write=lambda record: percent(record["uncut"]),
    about="the score of the whole summary, not cut to the words of the reference; words are those it has uncut",
)  # fmt: skip


def _averages(records: Sequence[Record], notes: Sequence[str], plan: AgreementPlan) -> Table:
    length = "as they are" if plan.uncut else "at the length of the reference"
    title = f"Scores by the reference of the best pair, {length} (figure 5), in percent"
    table = Table("averages", title, records=records, notes=notes)
    columns = [
        Column("score", kind="number", write=_score),
        *([] if plan.uncut else [_UNCUT]),
        Column("words", kind="number", write=",.0f"),
    ]
    view = table.pivot(_SUMMARY, _scope, columns, key=_source, label=_label)
    return replace(table, notes=(), views=tuple(view.divided(_MOST_COLUMNS // len(columns))))


def _differences(study: AgreementStudy) -> Table:
    """Show how far systems are from human summaries and from Lead, with tests."""
    records = [
        {
            "kind": source.kind, "summary": source.name, "against": against.name, "documents": found.result.documents,
            "first": found.result.first, "second": found.result.second, "difference": found.result.difference.mean,
            "difference_interval": ends_of(found.result.difference),
            "p": found.result.p if found.result.is_tested else None,
            "corrected": found.p if found.result.is_tested else None, "tests": found.tests,
            "wins": found.result.wins, "ties": found.result.ties, "losses": found.result.losses,
        }
        for (source, against), found in study.differences.items()
    ]  # fmt: skip

    def bounds(record: Record) -> str:
        ends = record["difference_interval"]
        return interval_text([100 * end for end in ends] if ends else None, "+.2f")

    columns = [
        Column(
            "against", "compared with",
            about="MaxH and other humans: the best and the mean of the human summaries beside the reference; Lead: the "
            "first words of the document",
        ),
        _SUMMARY,
        Column("documents", kind="number", write=","),
        Column(
            "difference", kind="number", write=lambda record: f"{100 * record['difference']:+.2f}",
            about="percentage points, summary minus what it is compared with, on the documents that have both",
        ),
        Column("difference_interval", "95% interval", "number", bounds, about=_INTERVAL),
        Column(
            "corrected", "p", "number", lambda record: p_text(record["corrected"]),
            about="paired permutation test, two-sided, with Holm's correction for the block",
        ),
        Column(
            "wins", "wins/ties/losses", "number",
            lambda record: f"{record['wins']}/{record['ties']}/{record['losses']}",
            about="documents on which the summary scores higher, the same, lower",
        ),
    ]  # fmt: skip
    cut = "Human summaries and Lead are cut to the length of the summary they are compared with."
    notes = [
        *([] if study.plan.uncut else [cut]),
        "MaxH uncut is compared with the best extracts and the full text, which are never cut.",
    ]
    title = "Differences from human summaries and from Lead"
    return Table("differences", title, columns, records, notes, blocks=True)


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
    counts = {(_scope(r), r["set"]): r | {"kind": "", "summary": "documents"} for r in table.records}

    def heading(name: str) -> str:
        return name if name == BELOW else f"{name}\n≥ {100 * plan.sets[name][0]:g}"

    def meaning(name: str) -> str:
        low = plan.sets[name if name in plan.sets else next(reversed(plan.sets))][0]
        return f"documents with a MaxH below {100 * low:g} %" if name == BELOW else f"MaxH of {100 * low:g} % or more"

    def score_or_count(record: Record) -> str:
        return _score(record) if record["kind"] else f"{record['of']:,}"

    title = "The same by agreement: sets of documents by MaxH (figures 6 to 8), in percent"
    notes = [*notes, *([] if plan.uncut else ["A document is in a set by its MaxH uncut, as in the paper."])]
    view = Table("sets", title, records=(*counts.values(), *table.records), notes=notes).pivot(
        _SUMMARY,
        lambda record: (_scope(record), record["set"]),
        lambda group: [Column("score", heading(group[1]), "number", score_or_count, about=meaning(group[1]))],
        key=_source,
        label=lambda group: _label(group[0]),
    )
    scopes_beside = max(_MOST_COLUMNS // len(sets), 1)
    return replace(table, views=tuple(view.divided(scopes_beside * len(sets))))


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

    table = Table("humans", "The human summaries", records=_over_groups(study, records_of))
    words = Column("words", kind="number", write=",.0f")
    about = "percentage of the document's words that the summary leaves out (section 5)"
    columns = [Column("documents", kind="number", write=","), words, percent_column("compression", about=about)]
    first = Column("human", "summary", about="H1 is the first human summary of each document, H2 the second, and so on")
    view = table.pivot(first, _scope, columns, label=_label)
    return replace(table, notes=(), views=tuple(view.divided(_MOST_COLUMNS // 4)))


def _lines(study: AgreementStudy) -> Table:
    """Show the trends against the compression of H1, as in the paper, and against that of the reference."""

    def records_of(group: DocumentGroup) -> Iterator[Record]:
        for source in study.sources:
            for against in ("H1", "reference"):
                line = group.line(source, against)
                if line:
                    change = {"change": line.change.mean, "change_interval": [line.change.low, line.change.high]}
                    yield {"kind": source.kind, "summary": source.name, "against": against, **asdict(line), **change}

    def bounds(line: Record) -> str:
        return interval_text([100 * end for end in line["change_interval"]], "+.1f")

    columns = [
        Column(
            "start", "from … to", "number", lambda r: interval_text([100 * r["start"], 100 * r["end"]], ".1f"),
            about="the lowest and the highest compression of a document, in percent",
        ),
        Column(
            "change", kind="number", write=lambda line: f"{100 * line['change']:+.1f}",
            about="percentage points of score from the lowest compression to the highest, by least squares",
        ),
        Column("change_interval", "95% interval", "number", bounds, about="of the change"),
        Column(
            "p", kind="number", write=lambda line: p_text(line["p"]),
            about="of the slope; not corrected for the number of lines",
        ),
    ]  # fmt: skip
    notes = ("H1: compression of the first human summary, as in the paper; reference: that of the best pair's model.",)
    table = Table("lines", records=_over_groups(study, records_of))
    title = "Compression and scores: fitted lines (figure 9)"
    lead = [_SCOPE, _SUMMARY, Column("points", "documents", "number", ",")]
    view = replace(table, title=title, notes=notes).pivot(
        lead, "against", columns, key=lambda record: (_scope(record), _source(record)), blocks=True
    )
    return replace(table, views=(view,) if view.records else ())


def _source(record: Record) -> tuple[str, str]:
    return record["kind"], record["summary"]


def _score(record: Record) -> str:
    """Write a score; marked where it may be higher, and where some documents have none."""
    star = "*" if 0 < record["documents"] < record["of"] else ""
    return f"{percent(record['score'], '≥' if record['unproven'] else '')}{star}"


def _notes(averages: Sequence[Record], plan: AgreementPlan) -> list[str]:
    """Say what the names stand for, and which documents a mean does not include."""
    present = {row["summary"] for row in averages}
    explained = {
        "MaxH": "the best other human summary",
        BASELINE.name: f"the first {plan.lengths[0]:,} words",
        FULL_TEXT.name: "the full text",
    }
    notes = [" ".join(f"{name}: {what}." for name, what in explained.items() if name in present)]
    if "random" in present:
        notes.append(f"random: the mean over {ORDERS} random orders, unless the corpus has a system of this name.")
    if not plan.uncut:
        notes.append("score: human summaries and systems are cut to the words of the reference.")
    if plan.budgets and FULL_TEXT.name in present:
        names = ", ".join(f"E{budget.size}" for budget in plan.budgets)
        notes.append(
            f"{names}: the best extract of so many words, ±{plan.tolerance:,}; like the full text, it is never cut."
        )
    missing = {row["summary"]: row["of"] - row["documents"] for row in averages if row["scope"] == "corpus"}
    listed = [f"{name} {count:,}" for name, count in missing.items() if count]
    if listed:
        notes.append(f"* Mean without the documents that have no such summary or extract: {', '.join(listed)}.")
    if any(row["unproven"] for row in averages):
        notes.append("≥ Some searches for the best extract reached the time limit: there may be better ones.")
    return notes
