"""The whole study of Ceylan 2010: how good extracts can be in each domain of a corpus, and where systems stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

from sumspace.compute.work import Local, Workers
from sumspace.corpus.statistics import statistics
from sumspace.measures.coverage import cover
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.limits.story import LEAD, STORY, TITLE, findings
from sumspace.studies.limits.tables import make_tables
from sumspace.studies.limits.whole_documents import average_features, average_points, sample_whole, sweep_document
from sumspace.studies.study import STUDIES, Study, collect
from sumspace.tasks.rank import RankedDocument, average_of, rank_document, rank_systems
from sumspace.tasks.task import LeftOut, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.corpus.statistics import DomainStatistics
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.space.average import Average
    from sumspace.studies.limits.whole_documents import Feature, SweepPoint, WholeDocument
    from sumspace.tasks.rank import SystemRank
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, eq=False)
class StudiedDocument:
    """One document: its spaces with the systems in them, and what its extracts are like where it is taken whole."""

    example: Example
    ranked: tuple[RankedDocument, ...]
    left_out: tuple[LeftOut, ...]
    #: The document sampled whole (section 8), and what its best extracts are like.
    whole: tuple[WholeDocument, ...]
    sweep: tuple[SweepPoint, ...]


@dataclass(frozen=True, eq=False)
class MeasureLimits:
    """One measure in one domain."""

    documents: tuple[RankedDocument, ...]
    #: The same documents sampled whole.
    whole: tuple[WholeDocument, ...]
    #: Where systems are ranked.
    workers: Workers = field(default_factory=Workers)

    @cached_property
    def average(self) -> Average:
        return average_of(document.space for document in self.documents)

    @cached_property
    def systems(self) -> tuple[SystemRank, ...]:
        return tuple(rank_systems(self.documents, self.workers))

    @property
    def exact(self) -> int:
        return sum(document.space.distribution.exact for document in self.documents)

    @property
    def estimated(self) -> bool:
        return self.exact < len(self.documents)

    @property
    def sectioned(self) -> int:
        return sum(len(document.space.parts) > 1 for document in self.documents)

    @property
    def comparison(self) -> tuple[float, float] | None:
        """The mean score in sections and that of the same documents sampled whole (section 8), if some are divided."""
        whole = {(document.id, document.reference): document.mean for document in self.whole}
        divided = [document.space for document in self.documents if len(document.space.parts) > 1]
        pairs = [
            (space.distribution.mean or 0.0, whole[space.id, space.reference])
            for space in divided
            if (space.id, space.reference) in whole
        ]
        if not pairs:
            return None
        return sum(mean for mean, _ in pairs) / len(pairs), sum(mean for _, mean in pairs) / len(pairs)

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        return average_features(self.whole)


@dataclass(frozen=True, eq=False)
class DomainLimits:
    """One domain: what its documents are like (Table 1), and every measure."""

    domain: str
    statistics: DomainStatistics
    measures: dict[Measure, MeasureLimits]
    sweep: tuple[SweepPoint, ...]


@STUDIES.register("limits")
@dataclass(frozen=True, repr=False, eq=False)
class LimitsStudy(Study):
    """The study of limits (Ceylan 2010)."""

    name = "limits"
    title = TITLE
    lead = LEAD
    main = "systems"

    plan: LimitsPlan
    documents: tuple[StudiedDocument, ...]
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(cls, examples: Iterable[Example], plan: LimitsPlan | None = None, progress: Progress | None = None) -> Self:
        """Study a corpus; when it is interrupted or an error comes up, what is finished by then is returned."""
        plan = plan or LimitsPlan()
        progress = None if progress is None else Local(progress)

        def work(document: Document) -> StudiedDocument:
            return _study_document(document, plan, progress)

        results = over_documents(examples, plan.spaces, work, f"limits {plan.whole} {plan.sweep}")
        return cls(plan, *collect(results, attrgetter("left_out"), attrgetter("ranked")))

    @cached_property
    def domains(self) -> tuple[DomainLimits, ...]:
        """The documents of each domain together, in the order of the corpus."""
        language = self.plan.spaces.profile.language
        return tuple(map(self._domain, statistics((document.example for document in self.documents), language)))

    def _domain(self, described: DomainStatistics) -> DomainLimits:
        documents = [document for document in self.documents if document.example.domain == described.domain]
        ranked = [result for document in documents for result in document.ranked]
        whole = [sample for document in documents for sample in document.whole]
        measures = {
            measure: MeasureLimits(
                tuple(result for result in ranked if result.space.measure == measure),
                tuple(sample for sample in whole if sample.measure == measure),
                self.plan.spaces.workers,
            )
            for measure in self.plan.spaces.measures
        }
        sweep = average_points([point for document in documents for point in document.sweep])
        return DomainLimits(described.domain, described, measures, tuple(sweep))

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> dict[str, Figure]:
        from sumspace.studies.limits.charts import make_figures  # which loads Altair

        return make_figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str]:
        return findings(self)


def _study_document(document: Document, plan: LimitsPlan, progress: Progress | None) -> StudiedDocument:
    spaces = plan.spaces
    ranked = rank_document(document, spaces, progress)
    whole: list[WholeDocument | None] = []
    sweep: list[SweepPoint] = []
    for references in document.references(spaces.references) if plan.whole or plan.sweep else ():
        scorings = {
            measure: Scoring(cover(measure, document.words, references.sentences), spaces.score)
            for measure in spaces.measures
        }
        if plan.whole:
            space = Space(document.lengths, spaces.budget_for(references))
            whole += [
                sample_whole(space, scoring, measure, document.id, references.id, spaces.seed)
                for measure, scoring in scorings.items()
            ]
        if plan.sweep:
            sweep += sweep_document(document, scorings, spaces.seed)
    return StudiedDocument(
        document.example,
        tuple(result for result in ranked if isinstance(result, RankedDocument)),
        tuple(result for result in ranked if isinstance(result, LeftOut)),
        tuple(sample for sample in whole if sample is not None),
        tuple(sweep),
    )
