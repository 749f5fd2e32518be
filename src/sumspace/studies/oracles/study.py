"""The study of Hirao 2017: how far systems are from the best extracts, how many of these there are, and which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from sumspace.studies.oracles.averages import average_curves, average_oracles, average_systems
from sumspace.studies.oracles.documents import CHOICES, study_document
from sumspace.studies.oracles.plan import OracleStudyPlan
from sumspace.studies.oracles.story import LEAD, STORY, TITLE, findings, texts_page
from sumspace.studies.oracles.tables import make_tables
from sumspace.studies.study import STUDIES, Study, by_domain, collect
from sumspace.tasks.systems import ORDERS
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

    from markupsafe import Markup

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter, Page
    from sumspace.show.table import Table
    from sumspace.studies.oracles.averages import AverageCurve, OracleAverage, SystemAverage
    from sumspace.studies.oracles.documents import Choice, OracleResult, StudiedDocument
    from sumspace.tasks.task import LeftOut, Progress

    #: An objective, which is the measures that decide together, and whether all references judge or each.
    Key = tuple[tuple[Measure, ...], Choice]


@dataclass(frozen=True, eq=False)
class DocumentGroup:
    """Documents that are averaged: all, or those of a domain."""

    documents: tuple[StudiedDocument, ...]
    seed: int = 0

    @cached_property
    def results(self) -> dict[Key, list[OracleResult]]:
        """The oracles of all documents on each objective, by sets of references and by single ones."""
        results = [result for document in self.documents for result in document.oracles]
        objectives = dict.fromkeys(result.measures for result in results)
        keys = [(objective, choice) for objective in objectives for choice in CHOICES]
        by_key = {key: [r for r in results if (r.measures, r.references) == key] for key in keys}
        return {key: chosen for key, chosen in by_key.items() if chosen}

    @cached_property
    def oracles(self) -> dict[Key, OracleAverage]:
        return {key: average_oracles(results) for key, results in self.results.items()}

    @cached_property
    def systems(self) -> dict[Key, list[SystemAverage]]:
        return {key: average_systems(results, self.seed) for key, results in self.results.items()}

    @cached_property
    def curves(self) -> dict[Measure, AverageCurve]:
        measures = dict.fromkeys(measure for document in self.documents for measure in document.curves)
        averages = {m: average_curves(d.curves[m] for d in self.documents if m in d.curves) for m in measures}
        return {measure: curve for measure, curve in averages.items() if curve is not None}


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
        plan = plan or OracleStudyPlan()
        results = over_documents(
            examples, plan.search, partial(study_document, plan=plan), f"oracle study {plan.curves} {ORDERS}"
        )
        return cls(plan, *collect(results, lambda studied: studied.left_out, lambda studied: bool(studied.oracles)))

    @cached_property
    def groups(self) -> dict[str | None, DocumentGroup]:
        """All documents, under None, and, where there are several domains, those of each."""
        seed = self.plan.search.seed
        return {domain: DocumentGroup(documents, seed) for domain, documents in by_domain(self.documents).items()}

    @property
    def everything(self) -> DocumentGroup:
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
        names = dict.fromkeys(average.system for group in averages for average in group)
        return sorted(names, key=lambda name: -scores.get(name, 0.0))

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> dict[str, Figure]:
        from sumspace.studies.oracles.charts import make_figures  # which loads Altair

        return make_figures(self)

    def story(self) -> Sequence[Chapter]:
        return STORY

    def findings(self) -> Sequence[str | Markup]:
        return findings(self)

    def pages(self) -> dict[str, Page]:
        return {"documents.html": texts_page(self)}

    def notes(self) -> Iterator[str]:
        if self.unproven:
            yield f"{self.unproven:,} searches ran out of time; they show the best extract found"
