"""The card of a data set: what it is like, and what in it is suspicious."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from sumspace.studies.card.averages import CardGroup
from sumspace.studies.card.documents import describe_document
from sumspace.studies.card.leaks import find_leaks
from sumspace.studies.card.plan import CardPlan
from sumspace.studies.card.story import CHAPTERS, INTRODUCTION, TITLE, findings
from sumspace.studies.card.summary import missing_parts, summary_table
from sumspace.studies.card.tables import make_tables
from sumspace.studies.study import STUDIES, Study, by_domain, collect
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.studies.card.documents import CardDocument
    from sumspace.studies.card.leaks import Leak
    from sumspace.tasks.task import LeftOut, Progress


@STUDIES.register("card")
@dataclass(frozen=True, repr=False, eq=False)
class CardStudy(Study):
    """What a data set is like: size, extractiveness, ceiling, oracles, agreement, dependence on references, leaks."""

    name = "card"
    title = TITLE
    lead = INTRODUCTION
    main = "documents"

    plan: CardPlan
    documents: tuple[CardDocument, ...]
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls,
        examples: Iterable[Example],
        plan: CardPlan | None = None,
        progress: Progress | None = None,  # noqa: ARG003 - documents are finished as fast as they are read
    ) -> Self:
        """Describe a data set; when it is interrupted or an error comes up, the documents finished before are kept."""
        plan = plan or CardPlan()
        work = partial(describe_document, plan=plan)
        return cls(
            plan, *collect(over_documents(examples, plan, work, "card", needs_text=False, needs_references=False))
        )

    @cached_property
    def groups(self) -> dict[str | None, CardGroup]:
        """All documents, under None, and, where there are several domains, those of each."""
        return {domain: CardGroup(documents, self.plan) for domain, documents in by_domain(self.documents).items()}

    @property
    def everything(self) -> CardGroup:
        return self.groups[None]

    @cached_property
    def leaks(self) -> list[Leak]:
        """What is suspicious, the most suspicious first."""
        return find_leaks(self.documents)

    def summary_table(self) -> Table:
        """Return the key facts, one a row: what, value, note."""
        return summary_table(self)

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> dict[str, Figure]:
        from sumspace.studies.card.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return CHAPTERS

    def findings(self) -> Sequence[str]:
        return findings(self)

    def notes(self) -> Iterable[str]:
        return missing_parts(self)
