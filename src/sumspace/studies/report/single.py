"""One document: how many extracts it has, which of them is the best, and which reference a summary is nearest to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import Document
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import evaluate
from sumspace.oracle.oracles import find_oracles
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.space.distribution import Rank
    from sumspace.studies.report.plan import ReportPlan
    from sumspace.tasks.rank import RankedDocument


@dataclass(frozen=True, slots=True)
class BestExtract:
    """An extract with the highest score of its space, or the best one found in time."""

    measure: Measure
    #: The numbers of its sentences, from 0, in the order of the document, and the sentences as they are written.
    sentences: tuple[int, ...]
    texts: tuple[str, ...]
    #: The sentence that is cut and how many of its words are kept, where one is.
    cut: tuple[int, int] | None
    score: float
    proven: bool


@dataclass(frozen=True, eq=False)
class SingleDocument:
    """What is said of one document beside what is said of a corpus."""

    id: str
    sentences: int
    words: int
    #: How many words each reference has, and how many each summary.
    references: dict[str, int]
    budget: str
    #: Where each summary stands in the space of each measure.
    ranks: dict[tuple[Measure, str], Rank]
    best: BestExtract | None
    #: The F1 of each summary by each reference alone, on the main measure.
    nearest: dict[str, dict[str, float]]


def look_at(
    example: Example, systems: Sequence[str], ranked: Sequence[RankedDocument], plan: ReportPlan
) -> SingleDocument:
    """Look at the only document of a report."""
    document = Document(example, plan.profile)
    each = list(document.references("each"))
    ranks = {
        (result.space.measure, score.system): result.space.distribution.rank(score.score)
        for result in ranked
        for score in result.scores
        if score.system in systems
    }
    chosen = next((result for result in ranked if result.space.measure == plan.placed_by), None)
    measure = plan.sorted_by
    nearest: dict[str, dict[str, float]] = {}
    if len(each) > 1:
        names = [name for name in systems if name in example.systems]
        pairs = [
            Pair(example.summary(name, plan.profile.language), reference.bodies, example, name)
            for name in names
            for reference in each
        ]
        scores = np.asarray(evaluate(pairs, [measure], plan.comparison().setting)[measure].f1).reshape(len(names), -1)
        nearest = {
            name: {reference.id: float(value) for reference, value in zip(each, row, strict=True)}
            for name, row in zip(names, scores, strict=True)
        }
    return SingleDocument(
        example.id,
        len(document.sentences),
        int(document.lengths.sum()),
        {reference.id: reference.length for reference in each},
        str(chosen.space.budget) if chosen else "",
        ranks,
        None if chosen is None else _best(document, chosen, plan),
        nearest,
    )


def _best(document: Document, ranked: RankedDocument, plan: ReportPlan) -> BestExtract | None:
    """Find the best extract of the space, as sentences."""
    spaces, space = plan.space_plan, ranked.space
    references = next(document.references("all"), None)
    if spaces is None or references is None:
        return None
    scoring = spaces.scoring(space.measure, document, references, range(len(document.words)))
    if not isinstance(scoring, Scoring):
        return None
    lengths = Space(document.lengths, space.budget)
    oracles = find_oracles(lengths, scoring, plan.allowance.time, every=False)
    if oracles is None or oracles.best is None:
        return None
    extract = lengths.written(oracles.best)
    texts = document.write(extract.sentences, extract.words)
    cut = None if extract.words is None else (extract.sentences[-1], extract.words)
    ordered = sorted(zip(extract.sentences, texts, strict=True))
    numbers, written = tuple(number for number, _ in ordered), tuple(text for _, text in ordered)
    return BestExtract(space.measure, numbers, written, cut, oracles.score, oracles.optimal)
