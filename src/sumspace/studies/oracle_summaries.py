"""The summaries that systems made of a document, beside its oracles (Hirao 2017, section 6.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.document import tokenize
from sumspace.space.budget import AtMost, Reach, Within
from sumspace.space.space import Part
from sumspace.studies.extracts import cut_to
from sumspace.studies.oracle_extracts import extract_of, f_measure
from sumspace.tasks.space import SpacePlan
from sumspace.tasks.systems import candidates, score_candidates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.corpus.peers import Peer
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure
    from sumspace.oracle.oracles import Oracles
    from sumspace.space.budget import Budget
    from sumspace.tasks.oracle import OraclePlan
    from sumspace.tasks.systems import Candidate, SystemScore

__all__ = ["SystemSummary", "Systems"]


@dataclass(frozen=True, slots=True)
class SystemSummary:
    """A system's summary of a document: what it scores and, if it is an extract, how far it is that of oracles."""

    #: Scores are those of as many words as an extract may have.
    score: float
    official: float
    words: int
    is_extract: bool
    #: The F-measure against all oracles, and that against each of those drawn; None where these are not known.
    f_all: float | None = None
    f_drawn: tuple[float, ...] | None = None


@dataclass(frozen=True, eq=False)
class Systems:
    """What systems score by some references, how long their summaries are, and which of them are extracts."""

    scored: dict[tuple[str, str], SystemScore]
    lengths: dict[str, int]
    extracts: dict[str, frozenset[int] | None]

    @classmethod
    def of(
        cls, references: References, prepared: Document, place: int, plan: OraclePlan, peers: Sequence[Peer]
    ) -> Systems:
        """Score the systems of the corpus, those beside it and the usual baselines."""
        budget = plan.budget_for(references)
        spaces = SpacePlan(plan.measures, plan.profile, budget, plan.score, seed=plan.seed)
        whole = [Part(0, len(prepared.sentences), budget)]
        systems = list(candidates(prepared, whole, spaces, peers, place))
        cut = [_within(budget, system, prepared) for system in systems]
        return cls(
            {(one.system, one.measure): one for one in score_candidates(prepared, cut, whole, references, spaces)},
            {system.system: _length(system, prepared) for system in systems},
            {system.system: extract_of(system, prepared) for system in systems},
        )

    def compared(
        self, measures: Sequence[Measure], found: Oracles, drawn: Sequence[frozenset[int]]
    ) -> dict[str, SystemSummary]:
        """Return the summaries on an objective, those that are extracts compared with its oracles."""
        summaries = {}
        for system, extract in self.extracts.items():
            parts = [self.scored[system, str(measure)] for measure in measures]
            summary = SystemSummary(
                score=fmean(part.score for part in parts),
                official=fmean(part.official for part in parts),
                words=self.lengths[system],
                is_extract=extract is not None,
            )
            summaries[system] = summary if extract is None else _compare(summary, extract, found, drawn)
        return summaries


def _within(budget: Budget, system: Candidate, prepared: Document) -> Candidate:
    """Cut a summary that has more words than any extract, as the summaries of the paper's corpora were."""
    if system.extracts is not None or not isinstance(budget, AtMost | Within):
        return system
    most = budget.size + (budget.tolerance if isinstance(budget, Within) else 0)
    return replace(system, passage=cut_to(prepared, system.passage, Reach(most)))


def _length(system: Candidate, prepared: Document) -> int:
    return sum(words.length for words in tokenize(system.passage.sentences or (), prepared.profile))


def _compare(
    summary: SystemSummary, extract: frozenset[int], found: Oracles, drawn: Sequence[frozenset[int]]
) -> SystemSummary:
    """Compare an extract with all oracles and with those drawn (section 6.2.3)."""
    by_all = found.f_measure(extract)
    if by_all is None:
        return summary
    return replace(summary, f_all=by_all.f1, f_drawn=tuple(f_measure(extract, oracle) for oracle in drawn))
