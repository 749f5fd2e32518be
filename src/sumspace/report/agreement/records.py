"""Every number of the study of agreement, as records by table."""

from __future__ import annotations

from dataclasses import asdict
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.studies.agreement_series import BASELINE, FULL_TEXT, oracle_series

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.studies.agreement import Agreement, Group
    from sumspace.studies.agreement_documents import DocumentAgreement
    from sumspace.studies.agreement_series import Series

__all__ = ["BELOW", "document_records", "records"]

#: What stands for a set where a document is in none.
BELOW = "below"


def records(agreement: Agreement) -> dict[str, list[Record]]:
    """Return what is found over several documents, by table; all documents together have no domain."""
    found: dict[str, list[Record]] = {"agreement": [], "humans": [], "averages": [], "sets": [], "lines": []}
    for domain, group in agreement.groups.items():
        scope: Record = {"scope": "corpus" if domain is None else "domain", "domain": domain}
        found["agreement"].append(scope | _agreement(group))
        found["humans"] += [scope | record for record in _humans(group)]
        found["averages"] += [scope | _average(group, series) for series in agreement.series]
        for name, (low, high) in {**agreement.plan.sets, BELOW: (None, None)}.items():
            chosen = group.chosen(None if name == BELOW else name, agreement.plan)
            part = {"set": name, "low": low, "high": high}
            found["sets"] += [scope | part | _average(chosen, series) for series in agreement.series]
        found["lines"] += [scope | record for series in agreement.series for record in _line(group, series)]
    return found


def document_records(agreement: Agreement) -> Iterator[Record]:
    """Return what is found of each document."""
    return (_document(document, agreement) for document in agreement.documents)


def _agreement(group: Group) -> Record:
    some = group.documents
    return {
        "documents": len(some), "pairs": sum(len(document.pairs) for document in some),
        "maxh": fmean(document.maximum for document in some), "avgh": fmean(document.mean for document in some),
        "medh": fmean(document.median for document in some), "minh": fmean(document.minimum for document in some),
    }  # fmt: skip


def _humans(group: Group) -> Iterator[Record]:
    """Yield what the first, second, third … human summaries are like."""
    for place in range(max(len(document.humans) for document in group.documents)):
        some = [document for document in group.documents if place < len(document.humans)]
        words = [list(document.humans.values())[place] for document in some]
        ratios = [list(document.compressions.values())[place] for document in some]
        yield {
            "human": f"H{place + 1}", "documents": len(some), "words": fmean(words), "compression": fmean(ratios),
            "lowest": min(ratios), "highest": max(ratios),
        }  # fmt: skip


def _average(group: Group, series: Series) -> Record:
    found = group.average(series)
    return {
        "kind": series.kind, "summary": series.name, "documents": found.documents if found else 0,
        "of": len(group.documents), "score": found and found.score, "words": found and found.words,
        "unproven": found.unproven if found else 0,
    }  # fmt: skip


def _line(group: Group, series: Series) -> Iterator[Record]:
    found = group.line(series)
    if found:
        yield {"kind": series.kind, "summary": series.name, **asdict(found)}


def _document(document: DocumentAgreement, agreement: Agreement) -> Record:
    plan, scores = agreement.plan, document.scores
    oracles = {str(budget): scores.get(oracle_series(budget)) for budget in plan.budgets}
    return {
        "id": document.id, "domain": document.domain, "sentences": document.sentences, "words": document.words,
        "pairs": [asdict(pair) for pair in document.pairs],
        "maxh": document.maximum, "minh": document.minimum, "medh": document.median, "avgh": document.mean,
        "reference": document.best.model, "set": plan.set_of(document.maximum),
        "baseline": scores[BASELINE].score,
        "systems": {series.name: one.score for series, one in scores.items() if series.kind == "system"},
        "oracles": {budget: one and one.score for budget, one in oracles.items()},
        "bounds": {budget: one.bound for budget, one in oracles.items() if one and not one.proven},
        "full_text": scores[FULL_TEXT].score,
        "compression": document.compressions,
    }  # fmt: skip
