"""How far do people agree who summarize by hand, and systems with them: the study of Lin & Hovy 2003."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.studies.agreement_documents import agree_document
from sumspace.studies.agreement_lines import fit_line
from sumspace.studies.agreement_series import BASELINE, BEST, FULL_TEXT, oracle_series
from sumspace.studies.study import by_domain, collect
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.document import Document
    from sumspace.studies.agreement_documents import DocumentAgreement
    from sumspace.studies.agreement_lines import Line
    from sumspace.studies.agreement_plan import AgreementPlan
    from sumspace.studies.agreement_series import Series
    from sumspace.tasks.task import LeftOut

__all__ = ["Agreement", "Average", "Group", "study_agreement"]


@dataclass(frozen=True, slots=True)
class Average:
    """The mean score and length of one series over the documents that have it."""

    documents: int
    score: float
    words: float | None
    #: Of how many it is not certain that there is no better extract.
    unproven: int


@dataclass(frozen=True, eq=False)
class Group:
    """Some documents that are averaged: all, those of a domain, or those of a set."""

    documents: tuple[DocumentAgreement, ...]

    def average(self, series: Series) -> Average | None:
        """Average one series over the documents that have it; None where none has."""
        found = [document.scores[series] for document in self.documents if series in document.scores]
        if not found:
            return None
        lengths = [one.words for one in found if one.words is not None]
        return Average(
            documents=len(found),
            score=fmean(one.score for one in found),
            words=fmean(lengths) if lengths else None,
            unproven=sum(not one.proven for one in found),
        )

    def line(self, series: Series) -> Line | None:
        """Fit the scores of one series against the compression of the reference."""
        some = [document for document in self.documents if series in document.scores]
        return fit_line([one.compression for one in some], [one.scores[series].score for one in some])

    def chosen(self, name: str | None, plan: AgreementPlan) -> Group:
        """Return the documents of one set, or those below all sets."""
        return Group(tuple(one for one in self.documents if plan.set_of(one.maximum) == name))


@dataclass(frozen=True, eq=False)
class Agreement:
    """The study of a corpus."""

    plan: AgreementPlan
    documents: tuple[DocumentAgreement, ...]
    left_out: tuple[LeftOut, ...]
    #: What ended it early, an interrupt or an error, so that only the documents up to then are in it.
    stopped: BaseException | None = None

    @cached_property
    def everything(self) -> Group:
        """All documents."""
        return Group(self.documents)

    @cached_property
    def groups(self) -> dict[str | None, Group]:
        """All documents, under None, and, where there are several domains, those of each."""
        return {name: Group(documents) for name, documents in by_domain(self.documents).items()}

    @cached_property
    def series(self) -> list[Series]:
        """What there is: MaxH, the baseline, systems from the best down, oracles from short to long, the full text."""
        known = {series for document in self.documents for series in document.scores}
        averages = {series: self.everything.average(series) for series in known if series.kind == "system"}
        means = {series: average.score for series, average in averages.items() if average}
        systems = sorted(means, key=lambda series: (-means[series], series.name))
        return [BEST, BASELINE, *systems, *map(oracle_series, self.plan.budgets), FULL_TEXT]


def study_agreement(examples: Iterable[Example], plan: AgreementPlan, peers: Sequence[Peer] = ()) -> Agreement:
    """Study a corpus; when it is interrupted or an error comes up, what is finished by then is returned."""

    def work(prepared: Document, place: int) -> DocumentAgreement | LeftOut:
        return agree_document(prepared, place, plan, peers)

    found = collect(over_documents(examples, plan, work))
    agreement = Agreement(plan, found.documents, found.left_out, found.stopped)
    there = [series.name for series in agreement.series if series.kind == "system"]
    missing = [name for name in plan.systems if name not in there]
    if missing and not found.stopped:
        raise SettingError(f"no document that was studied has a summary by {missing[0]!r}")
    return agreement
