"""Every number of the study of oracles, as records by table."""

from __future__ import annotations

from dataclasses import asdict
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.show.table import Record
    from sumspace.studies.oracle_averages import OracleAverage, SystemAverage
    from sumspace.studies.oracle_documents import StudiedDocument, StudiedOracles
    from sumspace.studies.oracle_study import Group, OracleStudy

__all__ = ["LENGTHS", "document_records", "records"]

#: The lengths in words at which curves are read off: E100 and E150 of Lin & Hovy 2003.
LENGTHS = (100, 150)


def records(study: OracleStudy) -> dict[str, list[Record]]:
    """Return what is found over several documents, by table; all documents together have no domain.

    `references` tells whether oracles are those of the set of references ("multi" in the paper) or of each ("single").
    """
    names = ("data", "scores", "greedy", "counts", "search", "f_measures", "lengths", "curves")
    found: dict[str, list[Record]] = {name: [] for name in names}
    for domain, group in study.groups.items():
        scope: Record = {"scope": "corpus" if domain is None else "domain", "domain": domain}
        found["data"].append(scope | _data(group))
        for (measure, choice), average in group.oracles.items():
            place = scope | {"measure": measure, "references": choice}
            systems = group.systems[measure, choice]
            found["scores"] += [place | record for record in _scores(average, systems, study)]
            found["greedy"].append(place | _pick(average, "jaccard", "number", "compared", "drawn"))
            found["counts"].append(place | _pick(average, "median", "several", "number", "counted"))
            found["search"].append(place | _pick(average, "feasible", "checked", "number"))
            found["f_measures"] += [place | record for record in _f_measures(systems, study)]
        found["lengths"] += [scope | record for record in _lengths(group)]
        found["curves"] += [scope | record for record in _curves(group)]
    return found


def document_records(study: OracleStudy) -> dict[str, list[Record]]:
    """Return what is found of each document: its oracles, and its curves."""
    return {
        "documents": [_document(document, one) for document in study.documents for one in document.oracles],
        "document_curves": [
            {"id": document.id, "domain": document.domain, "measure": measure, "optimal": curve.optimal,
             "lengths": list(curve.lengths), "scores": list(curve.scores)}
            for document in study.documents
            for measure, curve in document.curves.items()
        ],
    }  # fmt: skip


def _pick(average: OracleAverage, *names: str) -> Record:
    return {name: getattr(average, name) for name in names}


def _data(group: Group) -> Record:
    documents = group.documents
    lengths = [length for document in documents for length in document.references]
    return {
        "documents": len(documents), "sentences": fmean(len(document.sentences) for document in documents),
        "words": fmean(document.words for document in documents), "references": len(lengths),
        "words_per_reference": fmean(lengths),
    }  # fmt: skip


def _scores(average: OracleAverage, systems: list[SystemAverage], study: OracleStudy) -> Iterator[Record]:
    """Yield oracles, greedy extracts and systems, those from the best to the worst (tables 2 and 3)."""
    best = average.score
    yield {
        "kind": "oracle", "system": "oracle", "summaries": average.number, "of": average.number, "words": None,
        "score": best, "official": average.official, "share": 1.0 if best else None, "unproven": average.unproven,
    }  # fmt: skip
    yield {
        "kind": "greedy", "system": "greedy", "summaries": average.number, "of": average.number, "words": None,
        "score": average.greedy, "official": average.greedy_official,
        "share": average.greedy / best if best and average.greedy is not None else None, "unproven": average.unproven,
    }  # fmt: skip
    for one in _ordered(systems, study):
        yield {
            "kind": "baseline" if one.system in BASELINES else "system", "system": one.system,
            "summaries": one.summaries, "of": average.number, "words": one.words, "score": one.score,
            "official": one.official, "share": one.share, "unproven": average.unproven,
        }  # fmt: skip


def _f_measures(systems: list[SystemAverage], study: OracleStudy) -> Iterator[Record]:
    for one in _ordered(systems, study):
        drawn = asdict(one.f_drawn) if one.f_drawn else dict.fromkeys(("mean", "low", "high"))
        yield {
            "system": one.system, "summaries": one.summaries, "extracts": one.extracts, "compared": one.compared,
            "f_all": one.f_all, "f_one": drawn["mean"], "f_one_low": drawn["low"], "f_one_high": drawn["high"],
        }  # fmt: skip


def _ordered(systems: list[SystemAverage], study: OracleStudy) -> list[SystemAverage]:
    return sorted(systems, key=lambda one: study.systems.index(one.system))


def _lengths(group: Group) -> Iterator[Record]:
    for measure, curve in group.curves.items():
        yield {
            "measure": measure, "documents": curve.documents, "unproven": curve.unproven,
            **{f"e{length}": curve.at(length) for length in LENGTHS}, "full": curve.full,
        }  # fmt: skip


def _curves(group: Group) -> Iterator[Record]:
    for measure, curve in group.curves.items():
        for by, points in (("words", curve.words), ("share", curve.shares)):
            yield from ({"measure": measure, "by": by, "at": at, "score": score} for at, score in points)


def _document(document: StudiedDocument, one: StudiedOracles) -> Record:
    return {
        "id": document.id, "domain": document.domain, "reference": one.reference, "references": one.references,
        "measure": one.measure, "budget": one.budget, "score": one.score, "official": one.official,
        "optimal": one.optimal, "bound": one.bound, "count": one.count, "feasible": one.feasible,
        "checked": one.checked, "oracle": list(one.best), "shares": one.shares and list(one.shares),
        "greedy": one.greedy, "greedy_official": one.greedy_official, "jaccard": one.jaccard, "drawn": one.drawn,
        "systems": {name: summary.score for name, summary in one.systems.items()},
        "f_measures": {name: summary.f_all for name, summary in one.systems.items()},
    }  # fmt: skip
