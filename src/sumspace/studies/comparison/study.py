"""The study of systems: all pairs on every measure, tested together, and what these tests leave open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import NothingToDoError
from sumspace.show.text import counted
from sumspace.studies.comparison.contests import FEW, compete_on, find_powers
from sumspace.studies.comparison.plan import ComparisonPlan
from sumspace.studies.comparison.scores import score_systems
from sumspace.studies.comparison.spaces import find_places
from sumspace.studies.comparison.story import LEAD, TITLE, findings, story
from sumspace.studies.comparison.tables import make_tables
from sumspace.studies.study import STUDIES, Study

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.studies.comparison.contests import Contest, SystemPairPower
    from sumspace.studies.comparison.scores import SystemScores
    from sumspace.studies.comparison.spaces import Places
    from sumspace.tasks.task import LeftOut, Progress


#: From so many seconds on, what spaces took is said.
_LONG = 5


@STUDIES.register("compare")
@dataclass(frozen=True, repr=False, eq=False)
class ComparisonStudy(Study):
    """Every two systems on every measure: how much they differ, and whether that is significant."""

    name = "compare"
    title = TITLE
    lead = LEAD
    main = "pairs"

    plan: ComparisonPlan
    documents: tuple[str, ...]
    systems: tuple[str, ...]
    baselines: tuple[str, ...]
    #: How many words their summaries have on average.
    words: Mapping[str, float]
    #: For every measure: all documents, then each domain.
    contests: tuple[Contest, ...]
    powers: tuple[SystemPairPower, ...]
    #: Where systems stand among all extracts, in the same order; nothing where spaces were not explored.
    places: tuple[Places, ...] = ()
    #: How long that took.
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls, examples: Iterable[Example], plan: ComparisonPlan | None = None, progress: Progress | None = None
    ) -> Self:
        """Compare the systems of a corpus as planned, or all of them as usual."""
        plan = plan or ComparisonPlan()
        tell: Progress = progress or (lambda *_: None)
        scores = score_systems(examples, plan)
        plan = replace(plan, measures=tuple(scores.tables))
        groups = _groups(list(scores.documents.values()))
        contests, powers, notes = [], [], list(scores.notes)
        tell("comparing", 0.0)
        for done, (measure, table) in enumerate(scores.tables.items(), 1):
            systems = [i for i in range(len(scores.systems)) if not np.isnan(table[:, i]).all()]
            notes += _absent(measure, scores, systems)
            compete = partial(compete_on, plan, measure, [scores.systems[i] for i in systems])
            of_measure = [compete(domain, table[np.ix_(rows, systems)]) for domain, rows in groups.items()]
            if of_measure[0].tested:
                contests += of_measure
                notes += _powerless(plan, of_measure[0])
                powers += find_powers(plan, of_measure[0], scores.systems, table)
            else:
                notes.append(_nothing(of_measure[0]))
            tell("comparing", done / len(scores.tables))
        if not contests:
            raise NothingToDoError(notes[-1])
        asked = {c.measure: [(pair.first, pair.second) for pair in c.pairs] for c in contests if c.domain is None}
        found = find_places(scores, groups, asked, plan, progress)
        return cls(
            plan,
            tuple(scores.documents),
            scores.systems,
            scores.baselines,
            scores.words,
            tuple(contests),
            tuple(powers),
            found.places,
            found.seconds,
            tuple(dict.fromkeys((*notes, *found.notes))),
            stopped=found.stopped,
        )

    @property
    def overall(self) -> list[Contest]:
        """Every measure, over all documents."""
        return [contest for contest in self.contests if contest.domain is None]

    def domains(self, measure: Measure) -> list[Contest]:
        """Return a measure in each domain, where there are several."""
        return [contest for contest in self.contests if contest.measure == measure and contest.domain is not None]

    def contest(self, measure: Measure, domain: str | None = None) -> Contest:
        return next(c for c in self.contests if c.measure == measure and c.domain == domain)

    @property
    def is_small(self) -> bool:
        """Whether there are few enough systems to show every pair."""
        return len(self.systems) <= FEW

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.comparison.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return story(self)

    def findings(self) -> Sequence[str]:
        return findings(self)

    def notes(self) -> Iterable[str]:
        yield from self.remarks
        if self.places and self.seconds >= _LONG:
            yield f"exploring all extracts took {self.seconds:.0f} s of this run; --no-space skips them"


def _groups(domains: Sequence[str]) -> dict[str | None, list[int]]:
    """Return the rows of all documents, under None, and, where there are several domains, those of each."""
    by_domain: dict[str | None, list[int]] = {}
    for row, domain in enumerate(domains):
        by_domain.setdefault(domain, []).append(row)
    return {None: list(range(len(domains))), **(by_domain if len(by_domain) > 1 else {})}


def _absent(measure: Measure, scores: SystemScores, systems: Sequence[int]) -> list[str]:
    absent = [name for i, name in enumerate(scores.systems) if i not in systems]
    return [f"{measure} has no value for {', '.join(absent)}"] if absent else []


def _powerless(plan: ComparisonPlan, contest: Contest) -> list[str]:
    """Say where no difference could be significant, however large it is."""
    lowest = contest.lowest(plan.correction)
    if lowest < plan.alpha:
        return []
    documents = counted(max(pair.result.documents for pair in contest.pairs), "document")
    size = f"{documents} and {counted(contest.tested, 'pair')}"
    return [f"with {size}, no p can be below {lowest:.3f}: no difference can be significant"]


def _nothing(contest: Contest) -> str:
    """Say why no two systems can be compared."""
    if not contest.pairs:
        return f"{contest.measure} has values for one system only; a comparison needs two"
    most = max(contest.pairs, key=lambda pair: pair.result.documents)
    shared = counted(most.result.documents, "document")
    return (
        f"on {contest.measure}, {most.first!r} and {most.second!r} have {shared} in common, and no two systems have "
        "more; a comparison needs 2 documents"
    )
