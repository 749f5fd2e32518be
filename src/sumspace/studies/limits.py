"""The whole study of Ceylan 2010: how good extracts can be in each domain of a corpus, and where systems stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sumspace.corpus.statistics import DomainStatistics, statistics
from sumspace.studies.high_scoring import WholeDocument, average_features, look_at_whole
from sumspace.studies.study import collect
from sumspace.studies.sweep import SweepPoint, average_points, sweep_document
from sumspace.tasks.rank import RankedDocument, average_of, rank_document, rank_systems
from sumspace.tasks.task import LeftOut, over_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.document import Document
    from sumspace.space.average import Average
    from sumspace.studies.high_scoring import Feature
    from sumspace.tasks.rank import SystemRank
    from sumspace.tasks.space import SpacePlan

__all__ = ["DomainLimits", "Limits", "LimitsOptions", "MeasureLimits", "study_limits"]


@dataclass(frozen=True, slots=True)
class LimitsOptions:
    """Which parts of the study beyond the paper's tables are made."""

    whole: bool = True
    sweep: bool = True


@dataclass(frozen=True, eq=False)
class MeasureLimits:
    """One measure in one domain."""

    measure: str
    documents: tuple[RankedDocument, ...]
    #: The same documents sampled whole (section 8), and what their best extracts are like.
    whole: tuple[WholeDocument, ...]

    @cached_property
    def average(self) -> Average:
        """The distribution of the mean score over all documents."""
        return average_of(document.space for document in self.documents)

    @cached_property
    def systems(self) -> tuple[SystemRank, ...]:
        """Every system's mean score and rank."""
        return tuple(rank_systems(self.documents))

    @property
    def exact(self) -> int:
        """How many documents were explored exactly."""
        return sum(document.space.distribution.exact for document in self.documents)

    @property
    def sectioned(self) -> int:
        """How many documents were divided into sections."""
        return sum(len(document.space.parts) > 1 for document in self.documents)

    @property
    def comparison(self) -> tuple[float, float] | None:
        """The mean score in sections and that of the same documents sampled whole (section 8), if some are divided."""
        whole = {(document.id, document.reference): document.mean for document in self.whole}
        pairs = [
            (document.space.distribution.mean, whole[document.space.id, document.space.reference])
            for document in self.documents
            if len(document.space.parts) > 1 and (document.space.id, document.space.reference) in whole
        ]
        if not pairs:
            return None
        return sum(mean or 0.0 for mean, _ in pairs) / len(pairs), sum(mean for _, mean in pairs) / len(pairs)

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """What high-scoring extracts are like."""
        return average_features(list(self.whole))


@dataclass(frozen=True, eq=False)
class DomainLimits:
    """One domain: Table 1, and every measure."""

    domain: str
    statistics: DomainStatistics
    measures: dict[str, MeasureLimits]
    sweep: tuple[SweepPoint, ...]


@dataclass(frozen=True, eq=False)
class Limits:
    """The study of a corpus."""

    plan: SpacePlan
    domains: tuple[DomainLimits, ...]
    left_out: tuple[LeftOut, ...]
    #: What ended it early, an interrupt or an error, so that only the documents up to then are in it.
    stopped: BaseException | None = None

    @property
    def interrupted(self) -> bool:
        """Whether documents are missing because it ended early."""
        return self.stopped is not None


@dataclass(frozen=True, eq=False)
class _Studied:
    """One document."""

    example: Example
    ranked: list[RankedDocument | LeftOut]
    whole: list[WholeDocument]
    sweep: list[SweepPoint]


def study_limits(
    examples: Iterable[Example],
    plan: SpacePlan,
    peers: Sequence[Peer] = (),
    options: LimitsOptions | None = None,
    progress: Callable[[float], None] | None = None,
) -> Limits:
    """Study a corpus; when it is interrupted or an error comes up, what is finished by then is returned."""
    options = options or LimitsOptions()

    def work(prepared: Document, place: int) -> _Studied:
        return _study(prepared, place, plan, peers, options, progress)

    found = collect(
        over_documents(examples, plan, work),
        lambda one: [ranked for ranked in one.ranked if isinstance(ranked, LeftOut)],
        lambda one: any(isinstance(ranked, RankedDocument) for ranked in one.ranked),
    )
    return Limits(plan, tuple(_domains(found.documents, plan)), found.left_out, found.stopped)


def _study(
    prepared: Document,
    place: int,
    plan: SpacePlan,
    peers: Sequence[Peer],
    options: LimitsOptions,
    progress: Callable[[float], None] | None,
) -> _Studied:
    """Study one document."""
    ranked = rank_document(prepared, place, plan, peers, progress)
    whole: list[WholeDocument] = []
    sweep: list[SweepPoint] = []
    for references in prepared.references(plan.references):
        if options.whole:
            spaces = {
                str(m): prepared.space(m, references, plan.budget_for(references), score=plan.score)
                for m in plan.measures
            }
            looks = (look_at_whole(prepared, references.id, space, name, plan.seed) for name, space in spaces.items())
            whole += [found for found in looks if found]
        if options.sweep:
            sweep += sweep_document(prepared, references, plan)
    return _Studied(prepared.example, ranked, whole, sweep)


def _domains(studied: Sequence[_Studied], plan: SpacePlan) -> list[DomainLimits]:
    """Put the documents of each domain together."""
    domains = []
    for table in statistics((one.example for one in studied), plan.profile.language):
        chosen = [one for one in studied if one.example.domain == table.domain]
        ranked = [r for one in chosen for r in one.ranked if isinstance(r, RankedDocument)]
        measures = {
            str(measure): MeasureLimits(
                str(measure),
                tuple(r for r in ranked if r.space.measure == str(measure)),
                tuple(w for one in chosen for w in one.whole if w.measure == str(measure)),
            )
            for measure in plan.measures
        }
        sweep = average_points([point for one in chosen for point in one.sweep])
        domains.append(DomainLimits(table.domain, table, measures, tuple(sweep)))
    return domains
