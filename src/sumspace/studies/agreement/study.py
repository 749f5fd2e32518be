"""The study of a corpus: human summaries, systems, oracles and full texts, averaged over groups of documents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, FULL_TEXT, agree_document, oracle_source
from sumspace.studies.agreement.lines import fit_line
from sumspace.studies.agreement.plan import AgreementPlan
from sumspace.studies.agreement.story import CHAPTERS, LEAD, TITLE, describe
from sumspace.studies.agreement.tables import make_tables
from sumspace.studies.study import STUDIES, Study, by_domain, collect
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.show.charts import Figure
    from sumspace.show.table import Table
    from sumspace.studies.agreement.documents import DocumentAgreement, Source
    from sumspace.studies.agreement.lines import FittedLine
    from sumspace.studies.study import Chapter
    from sumspace.tasks.task import LeftOut, Progress

__all__ = ["AgreementStudy", "DocumentGroup", "MeanScore"]


@dataclass(frozen=True, slots=True)
class MeanScore:
    """The mean score and length of the summaries of one source."""

    #: How many documents have such a summary.
    documents: int
    score: float
    words: float | None
    #: How many oracles are not proven to be the best extracts.
    unproven: int


@dataclass(frozen=True, eq=False)
class DocumentGroup:
    """Documents that are averaged: all, those of a domain, or those of a set."""

    documents: tuple[DocumentAgreement, ...]

    def mean(self, source: Source) -> MeanScore | None:
        """Average the scores of one source over the documents that have them; None where none has."""
        scores = [document.scores[source] for document in self.documents if source in document.scores]
        if not scores:
            return None
        lengths = [score.words for score in scores if score.words is not None]
        return MeanScore(
            documents=len(scores),
            score=fmean(score.score for score in scores),
            words=fmean(lengths) if lengths else None,
            unproven=sum(not score.proven for score in scores),
        )

    def line(self, source: Source) -> FittedLine | None:
        """Fit the scores of one source against the compression of the reference."""
        documents = [document for document in self.documents if source in document.scores]
        return fit_line(
            [document.compression for document in documents], [document.scores[source].score for document in documents]
        )

    def in_set(self, name: str | None, plan: AgreementPlan) -> DocumentGroup:
        """Return the documents of one set, or those below all sets."""
        return DocumentGroup(tuple(document for document in self.documents if plan.set_of(document.maximum) == name))


@STUDIES.register("agreement")
@dataclass(frozen=True, repr=False, eq=False)
class AgreementStudy(Study):
    """How far people agree who summarize by hand, and systems with them (Lin & Hovy 2003)."""

    name = "agreement"
    title = TITLE
    lead = LEAD
    main = "documents"

    plan: AgreementPlan
    documents: tuple[DocumentAgreement, ...]
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls,
        examples: Iterable[Example],
        plan: AgreementPlan | None = None,
        progress: Progress | None = None,  # noqa: ARG003 - reading the corpus is all there is to tell
    ) -> Self:
        """Study a corpus; when it is interrupted or an error comes up, the documents finished before are returned."""
        plan = plan or AgreementPlan()

        def work(document: Document) -> DocumentAgreement | LeftOut:
            return agree_document(document, plan)

        study = cls(plan, *collect(over_documents(examples, plan, work)))
        systems = [source.name for source in study.sources if source.kind == "system"]
        missing = [name for name in plan.systems if name not in systems]
        if missing and not study.stopped:
            raise SettingError(f"no document that was studied has a summary by {missing[0]!r}")
        return study

    @cached_property
    def everything(self) -> DocumentGroup:
        """All documents."""
        return DocumentGroup(self.documents)

    @cached_property
    def groups(self) -> dict[str | None, DocumentGroup]:
        """All documents, under None, and, where there are several domains, those of each."""
        return {domain: DocumentGroup(documents) for domain, documents in by_domain(self.documents).items()}

    @cached_property
    def sources(self) -> list[Source]:
        """All sources: MaxH, the baseline, systems from the best down, oracles from short to long, the full text."""
        known = {source for document in self.documents for source in document.scores}
        means = {source: self.everything.mean(source) for source in known if source.kind == "system"}
        scores = {source: mean.score for source, mean in means.items() if mean}
        systems = sorted(scores, key=lambda source: (-scores[source], source.name))
        return [BEST_HUMAN, BASELINE, *systems, *map(oracle_source, self.plan.budgets), FULL_TEXT]

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> dict[str, Figure]:
        from sumspace.studies.agreement.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return CHAPTERS

    def findings(self) -> Sequence[str]:
        return (describe(self),)
