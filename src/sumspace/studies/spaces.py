"""How do all extracts of each document score: the spaces of a corpus, one document after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from sumspace import __version__
from sumspace.compute.threads import check_seed
from sumspace.errors import SettingError
from sumspace.measures.measure import check_score, parse_measure
from sumspace.space.budget import AtMost, Reach
from sumspace.space.combining import sum_binned, sum_sections, weighted_sum
from sumspace.space.engines.engine import Allowance, Explored, explore
from sumspace.space.distribution import Rank, percentile_rank
from sumspace.space.engines.drawing import check_drawable, explore_by_drawing
from sumspace.studies.signature import libraries
from sumspace.studies.working import LeftOut, over_documents
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.space.budget import Budget
    from sumspace.space.distribution import Distribution
    from sumspace.space.engines.engine import Engine
    from sumspace.space.scoring import Score
    from sumspace.space.space import Part, Sections
    from sumspace.document import Document, References

__all__ = ["DocumentSpace", "SpacePlan", "explore_document", "explore_documents"]

#: Spaces larger than this are worth all threads; smaller ones are explored side by side.
_LARGE = 10**9


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """Which spaces to explore, and how."""

    measures: tuple[Measure, ...]
    profile: Profile = field(default_factory=Profile)
    #: None stands for as many words as the references have, reached as in Ceylan 2010.
    budget: Budget | None = None
    score: Score = "recall"
    references: Literal["all", "each"] = "all"
    sections: Sections = "none"
    engine: Engine = "auto"
    allowance: Allowance = field(default_factory=Allowance)
    seed: int = 0
    jobs: int | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_score(self.measures, self.score)
        if self.score == "f1" and self.sections in ("given", "segment"):
            raise SettingError("the F1 of a document in sections is no sum of theirs; use --sections none, or auto")
        for measure in self.measures:
            if not measure.counts_units:
                check_drawable(measure)
                if self.sections in ("given", "segment"):
                    raise SettingError(f"{measure} is no sum over sections; use --sections none, or auto")

    def __str__(self) -> str:
        parts = [
            f"sumspace {__version__}", ",".join(map(str, self.measures)), self.score, f"profile:{self.profile}",
            f"budget:{self.budget or 'reach(length of the references)'}", f"references:{self.references}",
            f"sections:{self.sections}", f"engine:{self.engine}", str(self.allowance), f"seed:{self.seed}",
            *libraries(self.profile, by_sentence=True),
        ]  # fmt: skip
        return " | ".join(parts)

    def budget_for(self, references: References) -> Budget:
        """Return the budget of a document with these references."""
        return self.budget or Reach(references.length)


@dataclass(frozen=True, eq=False)
class DocumentSpace:
    """All extracts of one document on one measure."""

    id: str
    domain: str
    reference: str
    measure: str
    budget: Budget
    parts: tuple[Part, ...]
    explored: tuple[Explored, ...]
    #: The words of each part, by which precision is weighted.
    weights: tuple[float, ...]

    @cached_property
    def distribution(self) -> Distribution:
        """How many extracts have what score; those of sections are summed (Ceylan 2010, section 4)."""
        found = [explored.distribution for explored in self.explored]
        if len(found) == 1:
            return found[0]
        combined = sum_sections(found) if found[0].total is not None else weighted_sum(found, self.weights)
        # Sections may stay empty under at_most, but not all of them.
        return combined.without_lowest() if isinstance(self.budget, AtMost) else combined

    @cached_property
    def histogram(self) -> NDArray[np.float64]:
        """The normalized histogram as the paper has it: sections are summed bin by bin."""
        return sum_binned([explored.distribution.histogram() for explored in self.explored])

    def rank(self, score: float) -> Rank:
        """Return where a score stands; the percentile rank is the paper's."""
        return replace(self.distribution.rank(score), percentile=percentile_rank(self.histogram, score))

    @property
    def is_drawn(self) -> bool:
        """Whether extracts were drawn and scored one by one, as the measure counts no units."""
        return not parse_measure(self.measure).counts_units

    @property
    def engine(self) -> str:
        """The engines that found it."""
        return "+".join(dict.fromkeys(explored.engine for explored in self.explored))

    @property
    def reason(self) -> str:
        """Why those."""
        largest = max(self.explored, key=lambda explored: explored.distribution.extracts)
        if len(self.explored) == 1:
            return largest.reason
        none = [place for place, one in enumerate(self.explored, 1) if not one.distribution.extracts]
        if none:
            return f"{len(self.explored)} sections; section {none[0]} allows no extract"
        return f"{len(self.explored)} sections; the largest: {largest.reason}"


def explore_documents(
    examples: Iterable[Example], plan: SpacePlan, progress: Callable[[float], None] | None = None
) -> Iterator[DocumentSpace | LeftOut]:
    """Explore the spaces of every document; `progress` is told the share of a long one that is done."""

    def work(prepared: Document, _: int) -> list[DocumentSpace]:
        return [
            explore_document(prepared, measure, references, plan, progress)
            for references in prepared.references(plan.references)
            for measure in plan.measures
        ]

    for found in over_documents(examples, plan, work):
        yield from [found] if isinstance(found, LeftOut) else found


def explore_document(
    prepared: Document,
    measure: Measure,
    references: References,
    plan: SpacePlan,
    progress: Callable[[float], None] | None = None,
) -> DocumentSpace:
    """Explore the space of one document, section by section where the plan says so."""
    budget = plan.budget_for(references)
    # F1 is no sum over sections, nor is what counts no units, so documents are taken whole for them.
    whole = plan.score == "f1" or not measure.counts_units
    parts = prepared.parts("none" if whole else plan.sections, budget)
    explored = []
    for part in parts:
        if not measure.counts_units:
            explored.append(explore_by_drawing(prepared, measure, references, part, plan))
            continue
        space = prepared.space(measure, references, part.budget or Reach(1), part, plan.score)
        if part.budget is None:
            # Its share is nothing: one extract, which is empty.
            explored.append(Explored(space.counted([1]), "exhaustive", "no words are left for it"))
            continue
        jobs = plan.jobs if space.size > _LARGE else 1
        explored.append(explore(space, plan.engine, plan.allowance, plan.seed, jobs, progress))
    lengths = [int(prepared.lengths[part.slice].sum()) for part in parts]
    return DocumentSpace(
        id=prepared.example.id,
        domain=prepared.example.domain,
        reference=references.id,
        measure=str(measure),
        budget=budget,
        parts=tuple(parts),
        explored=tuple(explored),
        weights=tuple(length / max(sum(lengths), 1) for length in lengths),
    )
