"""What systems score in the spaces of a document: those of the paper, those of the corpus, and others beside it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from sumspace.measures.coverage import cover
from sumspace.document import tokenize
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import evaluate
from sumspace.measures.scoring import Setting
from sumspace.space.budget import Exactly, Extract, Reach
from sumspace.space.space import Space
from sumspace.studies.extracts import as_passage, cut_to
from sumspace.studies.summaries import make_extract
from sumspace.studies.tasks import summaries_of
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.text.encoding import encoder
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Measure
    from sumspace.space.space import Part
    from sumspace.document import Document, References
    from sumspace.studies.spaces import SpacePlan

__all__ = ["BASELINES", "Candidate", "Standing", "candidates", "standings"]

#: The systems of Ceylan 2010, section 8.
BASELINES = ("random", "lead", "textrank")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A system's summary of a document: an extract of each part, or sentences of its own."""

    system: str
    passage: Passage
    extracts: tuple[Extract, ...] | None = None
    #: The sentences that a system of the corpus says it took.
    taken: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a summary scores: as extracts of the space do, and by the official script's rules."""

    system: str
    measure: str
    score: float
    official: float


def candidates(
    prepared: Document, parts: Sequence[Part], plan: SpacePlan, peers: Sequence[Peer] = (), place: int = 0
) -> Iterator[Candidate]:
    """Yield the summaries of the paper's systems, section by section, then those of the corpus and beside it.

    A system of the corpus that is called as one of the paper's takes its place.
    """
    given = {name: (body, taken) for name, body, taken in summaries_of(prepared.example, place, plan.profile, peers)}
    for name in BASELINES:
        found = None if name in given else _baseline(prepared, parts, name, plan.seed)
        if found is not None:
            yield Candidate(name, as_passage(prepared, parts, found), found)
    for system, (body, taken) in given.items():
        yield Candidate(system, Passage(sentences=prepared.split(body)), taken=taken)


def _baseline(prepared: Document, parts: Sequence[Part], name: str, seed: int) -> tuple[Extract, ...] | None:
    """Fill the budget of each part as a summarizer ranks its sentences; None where that gives no extract."""
    summarizer = SUMMARIZERS[name]()
    found = []
    for part in parts:
        extract = make_extract(prepared, summarizer, part.budget, seed, part) if part.budget else Extract(())
        if extract is None:
            return None
        found.append(extract)
    return tuple(found)


def standings(
    prepared: Document, found: Sequence[Candidate], parts: Sequence[Part], references: References, plan: SpacePlan
) -> list[Standing]:
    """Score summaries on every measure; those that are no extracts are cut to the budget first."""
    budget = plan.budget_for(references)
    passages = [
        candidate.passage if candidate.extracts is not None else cut_to(prepared, candidate.passage, budget)
        for candidate in found
    ]
    pairs = [
        Pair(passage, references.bodies, prepared.example, candidate.system, _taken(candidate, parts))
        for candidate, passage in zip(found, passages, strict=True)
    ]
    official = evaluate(pairs, plan.measures, Setting(plan.profile))
    standings = [
        Standing(
            candidate.system,
            str(measure),
            _score(prepared, candidate, passage, parts, measure, references, plan) if measure.counts_units else value,
            value,
        )
        for i, (candidate, passage) in enumerate(zip(found, passages, strict=True))
        for measure in plan.measures
        for value in [float(getattr(official[measure], plan.score)[i])]
    ]
    # A measure that compares sentences is not defined for summaries that are no extracts.
    return [standing for standing in standings if not isnan(standing.official)]


def _taken(candidate: Candidate, parts: Sequence[Part]) -> tuple[int, ...] | None:
    """Return the sentences that a summary took, where that is known."""
    if candidate.extracts is None:
        return candidate.taken
    pairs = zip(parts, candidate.extracts, strict=True)
    return tuple(part.first + sentence for part, extract in pairs for sentence in extract.sentences)


def _score(
    prepared: Document, candidate: Candidate, passage: Passage, parts: Sequence[Part], measure: Measure,
    references: References, plan: SpacePlan,
) -> float:  # fmt: skip
    """Score a summary as the extracts of the space are scored.

    Recalls of sections are summed and precisions weighted by length (Ceylan 2010, section 4): each section is judged
    by the whole reference, so what two of them have in common counts twice. For a summary that is no extract of the
    sections, pieces of it that are as long as theirs are judged so.
    """
    bodies = [passage.sentences or ()]
    weights = np.ones(1)
    if len(parts) > 1:
        if candidate.extracts is None:
            bodies = list(_pieces(prepared, passage, parts))
        else:
            pairs = zip(parts, candidate.extracts, strict=True)
            bodies = [as_passage(prepared, [part], [extract]).sentences or () for part, extract in pairs]
        if plan.score != "recall":
            weights = np.array([prepared.lengths[part.slice].sum() for part in parts]) / prepared.lengths.sum()
    scores = []
    for body in bodies:
        coverage = cover(measure, tokenize(body, prepared.profile), references.sentences)
        everything = range(len(body))
        hits, units = np.array([[coverage.hits(everything)], [coverage.size(everything)]])
        scores.append(Space(coverage, Reach(1), plan.score).scored(hits, units)[0])
    return float(np.sum(np.array(scores) * weights))


def _pieces(prepared: Document, passage: Passage, parts: Sequence[Part]) -> Iterator[tuple[str, ...]]:
    """Divide a summary into pieces as long as the extracts of the sections, cutting sentences where they end."""
    encode = encoder(prepared.profile)
    left = [encode.words(encode.bytes_of(sentence)) for sentence in passage.sentences or ()]
    for part in parts:
        piece: list[list[bytes]] = []
        room = part.budget.size if part.budget else 0
        while left and room > 0:
            sentence = left.pop(0)
            kept = len(sentence) if isinstance(part.budget, Exactly) else min(len(sentence), room)
            room -= 1 if isinstance(part.budget, Exactly) else kept
            piece.append(sentence[:kept])
            if kept < len(sentence):
                left.insert(0, sentence[kept:])
        yield tuple(b" ".join(words).decode("utf-8", "surrogatepass") for words in piece)
