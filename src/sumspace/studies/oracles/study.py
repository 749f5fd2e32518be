"""The study of Hirao 2017: how far systems are from the best extracts, how many of these there are, and which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sumspace.studies.oracles.averages import average_curves, average_oracles, average_systems
from sumspace.studies.oracles.charts import figures
from sumspace.studies.oracles.documents import CHOICES, study_document
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.studies.oracles.story import LEAD, STORY, TITLE, findings, texts_page
from sumspace.studies.oracles.tables import tables
from sumspace.studies.study import STUDIES, Study, by_domain, collect
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

    from markupsafe import Markup

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.table import Table
    from sumspace.studies.oracles.averages import AverageCurve, OracleAverage, SystemAverage
    from sumspace.studies.oracles.documents import Choice, OracleResult, StudiedDocument
    from sumspace.studies.study import Chapter, Page
    from sumspace.tasks.task import LeftOut, Progress

    #: An objective, which is the measures that decide together, and whether all references judge or each.
    Key = tuple[tuple[Measure, ...], Choice]

__all__ = ["DocumentGroup", "OracleStudy"]


@dataclass(frozen=True, eq=False)
class DocumentGroup:
    """Documents that are averaged: all, or those of a domain."""

    documents: tuple[StudiedDocument, ...]
    seed: int = 0

    def results(self, objective: tuple[Measure, ...], choice: Choice) -> list[OracleResult]:
        """Return the oracles by sets of references, or by single ones, on one objective."""
        results = (result for document in self.documents for result in document.oracles)
        return [result for result in results if (result.measures, result.references) == (objective, choice)]

    @cached_property
    def oracles(self) -> dict[Key, OracleAverage]:
        """The averages of oracles."""
        return {key: average_oracles(self.results(*key)) for key in self._keys}

    @cached_property
    def systems(self) -> dict[Key, list[SystemAverage]]:
        """The averages of systems."""
        return {key: average_systems(self.results(*key), self.seed) for key in self._keys}

    @cached_property
    def curves(self) -> dict[Measure, AverageCurve]:
        """The average curves by measure."""
        measures = dict.fromkeys(measure for document in self.documents for measure in document.curves)
        averages = {m: average_curves(d.curves[m] for d in self.documents if m in d.curves) for m in measures}
        return {measure: curve for measure, curve in averages.items() if curve is not None}

    @cached_property
    def _keys(self) -> list[Key]:
        objectives = dict.fromkeys(result.measures for document in self.documents for result in document.oracles)
        keys: list[Key] = [(objective, choice) for objective in objectives for choice in CHOICES]
        return [key for key in keys if self.results(*key)]


@STUDIES.register("oracles")
@dataclass(frozen=True, repr=False, eq=False)
class OracleStudy(Study):
    """The best extracts of a corpus, and how far the greedy algorithm and systems are from them (Hirao 2017)."""

    name = "oracles"
    title = TITLE
    lead = LEAD
    main = "documents"

    plan: OracleStudyPlan
    documents: tuple[StudiedDocument, ...]
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls,
        examples: Iterable[Example],
        plan: OracleStudyPlan | None = None,
        progress: Progress | None = None,  # noqa: ARG003 - documents are finished as fast as they are read
    ) -> Self:
        """Study a corpus; when it is interrupted or an error comes up, what is finished by then is returned."""
        chosen = plan or OracleStudyPlan()

        def work(document: Document) -> StudiedDocument:
            return study_document(document, chosen)

        collected = collect(
            over_documents(examples, chosen.search, work),
            lambda document: document.left_out,
            lambda document: bool(document.oracles),
        )
        return cls(chosen, collected.documents, collected.left_out, collected.stopped)

    @cached_property
    def groups(self) -> dict[str | None, DocumentGroup]:
        """All documents, under None, and, where there are several domains, those of each."""
        seed = self.plan.search.seed
        return {domain: DocumentGroup(documents, seed) for domain, documents in by_domain(self.documents).items()}

    @property
    def everything(self) -> DocumentGroup:
        """All documents."""
        return self.groups[None]

    @property
    def unproven(self) -> int:
        """How many searches ran out of time."""
        return sum(not result.optimal for document in self.documents for result in document.oracles)

    @cached_property
    def systems(self) -> list[str]:
        """The systems from the best to the worst on the first objective."""
        averages = list(self.everything.systems.values())
        scores = {average.system: average.score for average in averages[0]} if averages else {}
        names = dict.fromkeys(average.system for some in averages for average in some)
        return sorted(names, key=lambda name: -scores.get(name, 0.0))

    def tables(self) -> Sequence[Table]:
        return tables(self)

    def figures(self) -> dict[str, Figure]:
        return figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str | Markup]:
        return findings(self)

    def pages(self) -> dict[str, Page]:
        return {"documents.html": texts_page(self)}

    def notes(self) -> Iterator[str]:
        if self.unproven:
            yield f"time ran out: {self.unproven:,} searches; the best extracts found are shown"
