"""What is the best extract of each document, and how many best ones are there: the oracles of a corpus."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from sumspace import __version__
from sumspace.compute.threads import check_seed
from sumspace.errors import SettingError
from sumspace.measures.measure import check_score
from sumspace.oracle.oracles import find_by_branch_and_bound
from sumspace.oracle.oracles import find_oracles
from sumspace.oracle.oracles import find_by_ilp
from sumspace.oracle.problem import kept_sentences
from sumspace.space.budget import AtMost
from sumspace.space.space import Space, count_extracts
from sumspace.studies.signature import libraries
from sumspace.studies.working import LeftOut, over_documents
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.oracle.oracles import Oracles
    from sumspace.space.budget import Budget, Extract
    from sumspace.document import Document, References

__all__ = [
    "METHODS",
    "DocumentOracles",
    "Method",
    "OraclePlan",
    "find_by_plan",
    "find_document_oracles",
    "find_in_documents",
]

Method = Literal["search", "ilp", "branch-and-bound"]
METHODS = {"search": find_oracles, "ilp": find_by_ilp, "branch-and-bound": find_by_branch_and_bound}


@dataclass(frozen=True, slots=True)
class OraclePlan:
    """Which oracles to find, and how."""

    measures: tuple[Measure, ...]
    profile: Profile = field(default_factory=Profile)
    #: None stands for at most as many words as the references have.
    budget: Budget | None = None
    score: Literal["recall", "f1"] = "recall"
    #: Whether the mean of the scores on all measures decides, instead of each measure on its own.
    mean: bool = False
    references: Literal["all", "each"] = "all"
    method: Method = "search"
    #: What one search may take.
    seconds: float = 10.0
    seed: int = 0
    jobs: int | None = None

    def __post_init__(self) -> None:
        if not 0 < self.seconds < math.inf:
            raise SettingError(f"a search needs some time, not {self.seconds:g} seconds")
        check_seed(self.seed)
        check_score(self.measures, self.score)
        if self.mean and len(self.measures) > 1 and self.score == "f1":
            if len(self.measures) > 2:
                raise SettingError(f"the best mean F1 is found for two measures, not {len(self.measures)}")
            if self.method != "search":
                raise SettingError(f"the best mean F1 is found by --method search alone, not {self.method}")

    def __str__(self) -> str:
        parts = [
            f"sumspace {__version__}", ",".join(self.names), self.score, f"profile:{self.profile}",
            f"budget:{self.budget or 'at_most(length of the references)'}", f"references:{self.references}",
            f"method:{self.method}", f"seconds:{self.seconds:g}", f"seed:{self.seed}",
            *libraries(self.profile, by_sentence=True),
        ]  # fmt: skip
        return " | ".join(parts)

    @property
    def objectives(self) -> list[tuple[Measure, ...]]:
        """The measures that decide together."""
        return [self.measures] if self.mean else [(measure,) for measure in self.measures]

    @property
    def names(self) -> list[str]:
        """What the objectives are called."""
        return [objective_name(measures) for measures in self.objectives]

    def budget_for(self, references: References) -> Budget:
        """Return the budget of a document with these references."""
        return self.budget or AtMost(references.length)


def objective_name(measures: tuple[Measure, ...]) -> str:
    """Write measures that decide together."""
    names = ",".join(map(str, measures))
    return names if len(measures) == 1 else f"mean({names})"


@dataclass(frozen=True, eq=False)
class DocumentOracles:
    """The oracles of one document on one objective."""

    prepared: Document
    references: References
    #: The measures that decide together.
    measures: tuple[Measure, ...]
    budget: Budget
    spaces: tuple[Space, ...]
    found: Oracles

    @property
    def id(self) -> str:
        """The id of the document."""
        return self.prepared.example.id

    @property
    def reference(self) -> str:
        """The id of the reference, or `all`."""
        return self.references.id

    @property
    def measure(self) -> str:
        """The objective: a measure, or the mean of some."""
        return objective_name(self.measures)

    @property
    def greedy(self) -> tuple[Extract, float] | None:
        """The extract of the greedy algorithm (Hirao 2017, algorithm 2), and its score."""
        return self.found.greedy

    @property
    def total(self) -> int | tuple[int, ...]:
        """The units of the references, on each measure."""
        totals = tuple(space.coverage.total for space in self.spaces)
        return totals[0] if len(totals) == 1 else totals

    @property
    def hits(self) -> int | tuple[int, ...]:
        """The hits of the best extract, on each measure."""
        return self.found.hits[0] if len(self.found.hits) == 1 else self.found.hits

    @cached_property
    def feasible(self) -> int:
        """How many extracts a naive search would look at (Hirao 2017, appendix B)."""
        space = self.spaces[0]
        if space.is_whole:
            return 1
        return count_extracts(replace(space.window, costs=space.window.costs[kept_sentences(self.spaces)]))


def find_in_documents(examples: Iterable[Example], plan: OraclePlan) -> Iterator[DocumentOracles | LeftOut]:
    """Find the oracles of every document."""

    def work(prepared: Document, _: int) -> list[DocumentOracles | LeftOut]:
        return find_by_plan(prepared, plan)

    for found in over_documents(examples, plan, work):
        yield from [found] if isinstance(found, LeftOut) else found


def find_by_plan(prepared: Document, plan: OraclePlan) -> list[DocumentOracles | LeftOut]:
    """Find the oracles of one document, by all references or each, on every objective of the plan."""
    return [
        find_document_oracles(prepared, measures, references, plan)
        for references in prepared.references(plan.references)
        for measures in plan.objectives
    ]


def find_document_oracles(
    prepared: Document, measures: tuple[Measure, ...], references: References, plan: OraclePlan
) -> DocumentOracles | LeftOut:
    """Find the oracles of one document on one objective."""
    budget = plan.budget_for(references)
    spaces = tuple(prepared.space(measure, references, budget, score=plan.score) for measure in measures)
    for measure, space in zip(measures, spaces, strict=True):
        if not space.coverage.total:
            where = "its references" if references.id == "all" else f"its reference {references.id!r}"
            return LeftOut(prepared.example.id, f"has no unit of {measure} in {where}: every extract scores 0")
    found = METHODS[plan.method](spaces, plan.seconds)
    if found is None:
        whose = "" if references.id == "all" else f" for its reference {references.id!r}"
        return LeftOut(prepared.example.id, f"has no extract of {budget}{whose}")
    return DocumentOracles(prepared, references, measures, budget, spaces, found)
