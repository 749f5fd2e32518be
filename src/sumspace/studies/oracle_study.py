"""The study of Hirao 2017: how far systems are from the best extracts, how many of these there are, and which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from sumspace.studies.oracle_averages import average_oracles, average_systems
from sumspace.studies.oracle_curves import average_curves
from sumspace.studies.oracle_documents import study_document
from sumspace.studies.study import by_domain, collect
from sumspace.tasks.task import over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.document import Document
    from sumspace.studies.oracle_averages import OracleAverage, SystemAverage
    from sumspace.studies.oracle_curves import AverageCurve
    from sumspace.studies.oracle_documents import StudiedDocument, StudiedOracles
    from sumspace.tasks.oracle import OraclePlan

    #: By a set of references, or by one of them: "multi" and "single" in the paper.
    Choice = Literal["all", "each"]
    from sumspace.tasks.task import LeftOut

__all__ = ["CHOICES", "Group", "OracleStudy", "StudyOptions", "study_oracles"]

CHOICES: tuple[Choice, Choice] = ("all", "each")


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """Which parts of the study beyond the paper's tables are made."""

    curves: bool = False


@dataclass(frozen=True, eq=False)
class Group:
    """Some documents that are averaged: all, or those of a domain."""

    documents: tuple[StudiedDocument, ...]
    seed: int = 0

    def chosen(self, measure: str, choice: Choice) -> list[StudiedOracles]:
        """Return the oracles by sets of references, or by single ones, on one objective."""
        return [one for d in self.documents for one in d.oracles if one.measure == measure and one.references == choice]

    @cached_property
    def oracles(self) -> dict[tuple[str, Choice], OracleAverage]:
        """The averages of oracles by objective and references."""
        return {key: average_oracles(self.chosen(*key)) for key in self._keys}

    @cached_property
    def systems(self) -> dict[tuple[str, Choice], list[SystemAverage]]:
        """The averages of systems by objective and references."""
        return {key: average_systems(self.chosen(*key), self.seed) for key in self._keys}

    @cached_property
    def curves(self) -> dict[str, AverageCurve]:
        """The average curves by measure."""
        names = dict.fromkeys(name for document in self.documents for name in document.curves)
        found = {name: average_curves([d.curves[name] for d in self.documents if name in d.curves]) for name in names}
        return {name: curve for name, curve in found.items() if curve is not None}

    @cached_property
    def _keys(self) -> list[tuple[str, Choice]]:
        measures = dict.fromkeys(one.measure for document in self.documents for one in document.oracles)
        return [(measure, choice) for measure in measures for choice in CHOICES if self.chosen(measure, choice)]


@dataclass(frozen=True, eq=False)
class OracleStudy:
    """The study of a corpus."""

    plan: OraclePlan
    documents: tuple[StudiedDocument, ...]
    left_out: tuple[LeftOut, ...]
    #: What ended it early, an interrupt or an error, so that only the documents up to then are in it.
    stopped: BaseException | None = None

    @property
    def signature(self) -> str:
        """All that is needed to get the same numbers again."""
        return f"{self.plan} | study of all references and of each"

    @cached_property
    def everything(self) -> Group:
        """All documents."""
        return Group(self.documents, self.plan.seed)

    @cached_property
    def groups(self) -> dict[str | None, Group]:
        """All documents, under None, and, where there are several domains, those of each."""
        return {name: Group(documents, self.plan.seed) for name, documents in by_domain(self.documents).items()}

    @property
    def unproven(self) -> int:
        """How many searches ran out of time."""
        return sum(not one.optimal for document in self.documents for one in document.oracles)

    @cached_property
    def systems(self) -> list[str]:
        """The systems from the best to the worst on the first objective."""
        names = [one.system for some in self.everything.systems.values() for one in some]
        first = next(iter(self.everything.systems.values()), [])
        scores = {one.system: one.score for one in first}
        return sorted(dict.fromkeys(names), key=lambda name: -scores.get(name, 0.0))


def study_oracles(
    examples: Iterable[Example], plan: OraclePlan, peers: Sequence[Peer] = (), options: StudyOptions | None = None
) -> OracleStudy:
    """Study a corpus; when it is interrupted or an error comes up, what is finished by then is returned."""
    options = options or StudyOptions()

    def work(prepared: Document, place: int) -> StudiedDocument:
        return study_document(prepared, place, plan, peers, curves=options.curves)

    found = collect(over_documents(examples, plan, work), lambda one: one.left_out, lambda one: bool(one.oracles))
    return OracleStudy(plan, found.documents, found.left_out, found.stopped)
