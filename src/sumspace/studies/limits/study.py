"""The whole study of Ceylan 2010: how good extracts can be in each domain of a corpus, and where systems stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

from sumspace.compute.elsewhere import Local
from sumspace.compute.spool import Spool
from sumspace.corpus.statistics import DomainSizes, Sizes
from sumspace.studies.limits.findings import findings
from sumspace.studies.limits.plan import LimitsPlan
from sumspace.studies.limits.story import LEAD, STORY, TITLE
from sumspace.studies.limits.sweep import SweepPoint, sweep_document
from sumspace.studies.limits.tables import make_tables
from sumspace.studies.limits.whole_documents import AverageFeatures, look_at_whole
from sumspace.studies.study import STUDIES, Study, collect
from sumspace.tasks.rank import RankedDocument, rank_document
from sumspace.tasks.standings import Standings
from sumspace.tasks.systems import ORDERS
from sumspace.tasks.task import LeftOut, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.corpus.statistics import DomainStatistics
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.space.average import Average
    from sumspace.studies.limits.whole_documents import AverageFeature, WholeDocument
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.standings import SystemRank
    from sumspace.tasks.task import Progress


@dataclass(frozen=True, eq=False)
class StudiedDocument:
    """One document: its spaces with the systems in them, and what its extracts are like where it is taken whole."""

    id: str
    domain: str
    sizes: Sizes
    ranked: tuple[RankedDocument, ...]
    left_out: tuple[LeftOut, ...]
    #: The document taken whole (section 8), and what its best extracts are like.
    whole: tuple[WholeDocument, ...]
    #: The systems at several ratios.
    sweep: tuple[tuple[float, RankedDocument], ...]


class MeasureLimits:
    """One measure in one domain, whose documents come one by one."""

    def __init__(self, workers: Workers | int | None = None, seed: int = 0) -> None:
        #: Read from a file where there are many.
        self.documents: Spool[RankedDocument] = Spool()
        #: How many of them are exact, are divided into sections, and were taken whole too, by visiting all extracts of
        #: so many; and how many sections they have.
        self.exact = self.sectioned = self.whole = self.visited = self.parts = 0
        #: The engines that were at work.
        self.engines: set[str] = set()
        self._workers, self._seed = workers, seed
        self._standings = Standings(binned=True)
        self._features = AverageFeatures()
        #: Of the divided documents that were taken whole too, how many there are, and the sums of both mean scores.
        self._compared, self._in_sections, self._whole = 0, 0.0, 0.0

    def add(self, documents: Iterable[RankedDocument], whole: Sequence[WholeDocument]) -> None:
        """Add what there is of one document: a result for each of its references, and the same taken whole."""
        means = {sample.reference: sample.mean for sample in whole}
        for document in documents:
            space = document.space
            self._standings.add(document)
            self.documents.append(document)
            self.engines.add(space.engine)
            self.exact += space.distribution.exact
            self.parts += len(space.parts)
            if len(space.parts) > 1:
                self.sectioned += 1
                if space.reference in means:
                    self._compared += 1
                    self._in_sections += space.distribution.mean or 0.0
                    self._whole += means[space.reference]
        self.whole += len(whole)
        self.visited += sum(sample.exact for sample in whole)
        self._features.add(whole)

    @cached_property
    def average(self) -> Average:
        return self._standings.average

    @cached_property
    def systems(self) -> tuple[SystemRank, ...]:
        return tuple(self._standings.systems(self._workers, self._seed))

    @property
    def estimated(self) -> bool:
        return self.exact < len(self.documents)

    @property
    def comparison(self) -> tuple[float, float] | None:
        """The mean score in sections and that of the same documents taken whole (section 8), if some are divided."""
        compared = self._compared
        return (self._in_sections / compared, self._whole / compared) if compared else None

    @property
    def features(self) -> tuple[AverageFeature, ...]:
        return self._features.averages()


class DomainLimits:
    """One domain: what its documents are like (Table 1), and every measure; documents come one by one."""

    def __init__(self, domain: str, plan: SpacePlan) -> None:
        self.domain = domain
        self.measures = {measure: MeasureLimits(plan.workers, plan.seed) for measure in plan.measures}
        self._sizes = DomainSizes()
        self._sweep: dict[tuple[Measure, float], SweepPoint] = {}
        self._workers = plan.workers

    def add(self, document: StudiedDocument) -> None:
        self._sizes.add(document.sizes)
        for measure, part in self.measures.items():
            ranked = [result for result in document.ranked if result.space.measure == measure]
            part.add(ranked, [sample for sample in document.whole if sample.measure == measure])
        for ratio, swept in document.sweep:
            key = swept.space.measure, ratio
            self._sweep.setdefault(key, SweepPoint(*key, self._workers)).add(swept)

    @property
    def statistics(self) -> DomainStatistics:
        return self._sizes.averages(self.domain)

    @property
    def sweep(self) -> tuple[SweepPoint, ...]:
        return tuple(sorted(self._sweep.values(), key=attrgetter("ratio")))


@STUDIES.register("limits")
@dataclass(frozen=True, repr=False, eq=False)
class LimitsStudy(Study):
    """The study of limits (Ceylan 2010)."""

    name = "limits"
    title = TITLE
    lead = LEAD
    main = "systems"

    plan: LimitsPlan
    #: The documents of each domain together, in the order of the corpus.
    domains: tuple[DomainLimits, ...]
    #: The ids of all documents that were studied.
    documents: Sequence[str]
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(cls, examples: Iterable[Example], plan: LimitsPlan | None = None, progress: Progress | None = None) -> Self:
        """Study a corpus; when it is interrupted or an error comes up, what is finished by then is returned."""
        plan = plan or LimitsPlan()
        progress = None if progress is None else Local(progress)
        domains: dict[str, DomainLimits] = {}
        ids: Spool[str] = Spool()

        def work(document: Document) -> StudiedDocument:
            return _study_document(document, plan, progress)

        def take(document: StudiedDocument) -> None:
            if document.domain not in domains:
                domains[document.domain] = DomainLimits(document.domain, plan.spaces)
            domains[document.domain].add(document)
            ids.append(document.id)

        results = over_documents(examples, plan.spaces, work, f"limits {plan.whole} {plan.swept} {ORDERS} uncut")
        _, left_out, stopped = collect(results, attrgetter("left_out"), attrgetter("ranked"), take)
        return cls(plan, tuple(domains.values()), ids, left_out, stopped)

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
    whole: list[WholeDocument] = []
    for references in document.references(spaces.references) if plan.whole else ():
        whole += look_at_whole(document, references, spaces)
    return StudiedDocument(
        document.id,
        document.domain,
        Sizes.of(document.example, spaces.profile.language),
        tuple(result for result in ranked if isinstance(result, RankedDocument)),
        tuple(result for result in ranked if isinstance(result, LeftOut)),
        tuple(whole),
        tuple(sweep_document(document, spaces, plan.swept, progress)),
    )
