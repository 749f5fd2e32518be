"""The corpus table: for each document its space, its best extracts, and the ranks of systems."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.corpus.source import read
from sumspace.document import Document
from sumspace.errors import SumspaceError
from sumspace.space.distribution import nines
from sumspace.space.space import Space
from sumspace.tasks.space import explore_document
from sumspace.tasks.systems import candidates, score_candidates
from sumspace.tasks.task import LeftOut
from sumspace.web.requests import user_message
from sumspace.web.view import search_oracles, unequal_length, warn_of_lost_letters, why_no_space

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sumspace.arrays import Floats
    from sumspace.document import References
    from sumspace.space.distribution import Distribution, Rank
    from sumspace.tasks.space import DocumentSpace, SpacePlan
    from sumspace.tasks.task import Progress
    from sumspace.text.profile import Profile
    from sumspace.web.view import ViewSettings

    Payload = dict[str, Any]

#: Number of points of a density.
_BINS = 100


def corpus_table(file: Path, settings: ViewSettings, progress: Progress) -> Payload:
    """Return a row for each document, and the density of each domain."""
    with file.open("rb") as lines:
        total = sum(1 for _ in lines)
    rows: list[Payload] = []
    left_out: list[Payload] = []
    domains: dict[str, list[tuple[Payload, Distribution]]] = defaultdict(list)
    signatures: set[str] = set()
    profiles: dict[str, Profile] = {}
    for done, example in enumerate(read(file)):
        progress(f"documents: {done} of {total}", done, total)
        plan = settings.plan_for(example)
        profiles[example.id] = plan.profile
        try:
            row, space = _row(Document(example, plan.profile), plan)
        except SumspaceError as error:
            left_out.append({"id": example.id, "reason": user_message(error)})
        else:
            rows.append(row)
            signatures.add(str(plan))
            domains[example.domain].append((row, space.distribution))
    for profile in dict.fromkeys(profiles.values()):
        warn_of_lost_letters((example for example in read(file) if profiles[example.id] == profile), profile)
    return {
        "settings": {"measure": settings.measure, "score": settings.score, "signatures": sorted(signatures)},
        "documents": rows,
        "systems": list(dict.fromkeys(system for row in rows for system in row["systems"])),
        "domains": [_domain(domain, *zip(*documents, strict=True)) for domain, documents in domains.items()],
        "left_out": left_out,
    }


def _row(document: Document, plan: SpacePlan) -> tuple[Payload, DocumentSpace]:
    references = next(document.references("all"), None)
    if references is None or not document.sentences:
        raise SumspaceError(why_no_space(document))
    (measure,) = plan.measures
    space = explore_document(document, measure, references, plan)
    distribution = space.distribution
    if not distribution.extracts:
        raise SumspaceError(f"has no extract of {plan.budget_for(references)}")
    best = distribution.max
    summaries = list(candidates(document, space.parts, plan.seed))
    budget = plan.budget_for(references)
    unequal = {summary.system: unequal_length(document, summary, budget, plan.score) for summary in summaries}
    systems = {}
    for own in score_candidates(document, summaries, space.parts, references, plan):
        rank = distribution.rank(own.score)
        systems[own.system] = {
            "score": own.score,
            "percentile": 100 * rank.below,
            "nines": rank.nines,
            "least": _least(rank),
            "room": None if best is None else best - own.score,
            "unequal": unequal[own.system],
        }
    example = document.example
    return {
        "id": example.id,
        "domain": example.domain,
        "title": example.title,
        "sentences": len(document.sentences),
        "words": int(document.lengths.sum()),
        "references": len(example.references),
        "extracts": str(distribution.extracts),
        "exact": distribution.exact,
        "mean": distribution.mean,
        "max": best,
        "bound": space.max_bound,
        "proven": space.max_proven,
        "oracles": _count_oracles(document, references, plan, distribution),
        "systems": systems,
    }, space


def _least(rank: Rank) -> Payload | None:
    """Return the lower bounds of a place that no sampled extract reaches, also where a search has found one."""
    if rank.interval is None:
        return None
    low, high = rank.interval
    is_beyond = low < high and rank.equal + rank.above <= low
    return {"percentile": 100 * (1 - high), "nines": nines(high)} if is_beyond else None


def _count_oracles(
    document: Document, references: References, plan: SpacePlan, distribution: Distribution
) -> str | None:
    """Count the oracles: the best extracts, without those padded by sentences that score nothing (see problem.py)."""
    if Space(document.lengths, plan.budget_for(references)).without_empty and plan.score != "precision":
        search = search_oracles(document, references, plan)
        count = None if isinstance(search, LeftOut) else search.oracles.count
    else:
        count = None if distribution.counts is None else distribution.counts[distribution.support[-1]]
    return None if count is None else str(count)


def _domain(domain: str, rows: Sequence[Payload], distributions: Sequence[Distribution]) -> Payload:
    """Return the mean density of the documents, and the mean score of each system that summarized all of them."""
    top = max(distribution.max or 0.0 for distribution in distributions)
    edges = np.linspace(0.0, max(top, 1e-9), _BINS + 1)
    density = np.mean([_histogram(own, edges) for own in distributions], axis=0)
    width = edges[1] - edges[0]
    systems = set.intersection(*(set(row["systems"]) for row in rows))
    best = [row["max"] for row in rows]
    return {
        "domain": domain,
        "documents": len(rows),
        "bins": [[float(x), float(y)] for x, y in zip(edges[:-1] + width / 2, density / width, strict=True)],
        "systems": {
            system: fmean(row["systems"][system]["score"] for row in rows)
            for system in rows[0]["systems"]
            if system in systems
        },
        "oracle": None if None in best else fmean(best),
        "proven": all(row["proven"] for row in rows),
        "mean": fmean(row["mean"] for row in rows),
        "exact": all(row["exact"] for row in rows),
    }


def _histogram(distribution: Distribution, edges: Floats) -> Floats:
    """Return the share of extracts in each bin, where that of a score is spread halfway to the scores beside it.

    Scores of recall are multiples of a step, so that bins of another width would have false gaps.
    """
    scores, shares = distribution.scores, distribution.shares
    if len(scores) == 1:
        return np.histogram(scores, edges, weights=shares)[0]
    halves = np.diff(scores) / 2
    bounds = np.concatenate([scores[:1] - halves[:1], scores[:-1] + halves, scores[-1:] + halves[-1:]])
    below = np.concatenate([[0.0], np.cumsum(shares)])
    return np.diff(np.interp(edges, bounds.clip(edges[0], edges[-1]), below))
