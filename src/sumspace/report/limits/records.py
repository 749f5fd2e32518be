"""Every number of the study of limits, as records by table."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sumspace.tasks.rank import rank_record
from sumspace.tasks.space import space_record
from sumspace.tasks.systems import BASELINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sumspace.show.table import Record
    from sumspace.studies.limits import DomainLimits, Limits, MeasureLimits

__all__ = ["EXPECTED", "records"]

#: What stands for a system that chooses at random, on average.
EXPECTED = "expected"


def records(limits: Limits) -> dict[str, list[Record]]:
    """Return every number of the study, by table."""
    pairs = [(domain, part) for domain in limits.domains for part in domain.measures.values()]
    by_measure = {
        name: [
            {"domain": domain.domain, "measure": part.measure, **found}
            for domain, part in pairs
            for found in make(part)
        ]
        for name, make in _BY_MEASURE.items()
    }
    documents = by_measure.pop("documents")
    return {
        "data": [_data(domain) for domain in limits.domains],
        **by_measure,
        "sweep": [found for domain in limits.domains for found in _sweep(domain)],
        "documents": documents,
    }


def _data(domain: DomainLimits) -> Record:
    first = next(iter(domain.measures.values()))
    parts = [len(document.space.parts) for document in first.documents]
    return {**asdict(domain.statistics), "parts": sum(parts) / len(parts)}


def _sweep(domain: DomainLimits) -> Iterator[Record]:
    for point in domain.sweep:
        yield {
            "domain": domain.domain, "measure": point.measure, "ratio": point.ratio, "mean": point.mean,
            "std": point.std, "best": point.best, **{name: point.systems.get(name) for name in BASELINES},
        }  # fmt: skip


def _scores(part: MeasureLimits) -> Iterator[Record]:
    average, documents = part.average, len(part.documents)
    yield {
        "documents": documents, "exact": part.exact, "estimated": part.exact < documents,
        "mean": average.mean, "std": average.std, "max": average.max, "min": average.min,
    }  # fmt: skip


def _systems(part: MeasureLimits) -> Iterator[Record]:
    for found in part.systems:
        yield {
            "system": found.system, "kind": "baseline" if found.system in BASELINES else "system",
            "documents": found.documents, "score": found.score, "official": found.official,
        }  # fmt: skip
    yield {
        "system": EXPECTED, "kind": EXPECTED, "documents": len(part.documents), "score": part.average.mean,
        "official": None,
    }  # fmt: skip


def _ranks(part: MeasureLimits) -> Iterator[Record]:
    for found in part.systems:
        yield {
            "system": found.system, "documents": found.documents, "estimated": part.exact < len(part.documents),
            **rank_record(found.rank), "headroom": found.headroom,
        }  # fmt: skip


def _sections(part: MeasureLimits) -> Iterator[Record]:
    if part.comparison is not None:
        mean, whole = part.comparison
        yield {
            "documents": len(part.documents), "sectioned": part.sectioned, "mean": mean, "whole_mean": whole,
            "difference": 100 * (whole - mean) / mean if mean else 0.0,
        }  # fmt: skip


def _features(part: MeasureLimits) -> Iterator[Record]:
    for found in part.features:
        yield {"feature": found.name, "typical": found.typical, "high": found.high, "effect": found.effect}


def _documents(part: MeasureLimits) -> Iterator[Record]:
    return (space_record(document.space) for document in part.documents)


_BY_MEASURE: dict[str, Callable[[MeasureLimits], Iterator[Record]]] = {
    "scores": _scores, "systems": _systems, "ranks": _ranks, "sections": _sections, "features": _features,
    "documents": _documents,
}  # fmt: skip
