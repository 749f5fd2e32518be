"""The study of the learned summarizer: folds, genres left out, and every other summarizer on the same documents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.errors import NothingToDoError
from sumspace.studies.comparison.explored import explore
from sumspace.studies.comparison.scores import RANDOM, prepare_systems, score_parts
from sumspace.studies.learning.cross_validation import Taught, cross_validate, other_summaries
from sumspace.studies.learning.plan import VERSIONS, LearningPlan
from sumspace.studies.learning.results import PARTS, Scored, groups_of
from sumspace.studies.learning.story import LEAD, TITLE, findings, story
from sumspace.studies.learning.tables import make_tables
from sumspace.studies.study import STUDIES, Study
from sumspace.tasks.task import collect_examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example, Summary
    from sumspace.measures.measure import Measure, Part
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.stats.resampling import Interval
    from sumspace.studies.learning.cross_validation import Round, RoundSummaries
    from sumspace.studies.learning.results import DocumentResult, GroupScores, VersionTest
    from sumspace.tasks.task import LeftOut, Progress


@STUDIES.register("learning")
@dataclass(frozen=True, eq=False, repr=False)
class LearningStudy(Study):
    """The learned summarizer on texts that it has not seen, beside all others."""

    name = "learning"
    title = TITLE
    lead = LEAD
    main = "systems"

    plan: LearningPlan
    documents: tuple[DocumentResult, ...]
    #: The versions of the learned summarizer, all other summarizers, and random.
    systems: tuple[str, ...]
    rounds: tuple[Round, ...]
    #: All documents first, then genres, then corpora.
    groups: tuple[GroupScores, ...]
    tests: tuple[VersionTest, ...]
    remarks: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(
        cls, examples: Iterable[Example], plan: LearningPlan | None = None, progress: Progress | None = None
    ) -> Self:
        """Read every document once, then train and compare."""
        plan = plan or LearningPlan()
        return cls.of(Taught.of(examples, plan.training), plan, progress)

    @classmethod
    def of(cls, taught: Taught, plan: LearningPlan, progress: Progress | None = None) -> Self:
        """Study documents that were read before."""
        rounds = cross_validate(taught, plan, progress)
        summarized = _with_summaries(taught, rounds, plan)
        if not any(example.systems for example in summarized):
            raise NothingToDoError(f"no document has a summary of {plan.budget}; allow longer ones")
        comparison = plan.comparison
        prepared = prepare_systems(summarized, comparison)
        tables, notes = score_parts(prepared, comparison, PARTS)
        found = explore(
            prepared.for_spaces, prepared.documents, prepared.systems, comparison.space_plan, plan.bootstrap,
            lambda _: None, progress,
        )  # fmt: skip
        if found.stopped is not None:
            raise found.stopped
        systems = _ordered(prepared.systems)
        columns = [prepared.systems.index(name) for name in systems]
        ordered = {part: {m: table[:, columns] for m, table in own.items()} for part, own in tables.items()}
        spaces = {own.measure: replace(own, names=systems, scores=own.scores[:, columns],
                                       not_beaten=own.not_beaten[:, columns]) for own in found.measures}  # fmt: skip
        groups = groups_of(taught)
        scored = Scored(plan, systems, ordered, spaces, *_without_fallback(taught, rounds, plan))
        return cls(
            plan,
            tuple(scored.documents(taught, rounds)),
            systems,
            tuple(own.round for own in rounds),
            tuple(scored.of(group) for group in groups),
            tuple(scored.tests(groups)),
            tuple(dict.fromkeys((*prepared.notes, *notes, *found.notes))),
            taught.left_out,
        )

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions of the learned summarizer that there are."""
        return tuple(name for name in self.systems if name in VERSIONS)

    @property
    def overall(self) -> GroupScores:
        return self.groups[0]

    @property
    def parts(self) -> tuple[GroupScores, ...]:
        """The genres and corpora."""
        return self.groups[1:]

    @cached_property
    def ranked(self) -> list[str]:
        """All systems from the highest mean recall on the main measure to the lowest."""
        means = self.overall.means["recall", self.plan.main]
        return sorted(self.systems, key=lambda name: -means[self.systems.index(name)].mean)

    def mean(self, system: str, part: Part = "recall", measure: Measure | None = None) -> Interval:
        return self.overall.means[part, measure or self.plan.main][self.systems.index(system)]

    def tests_of(self, version: str, measure: Measure | None = None) -> list[VersionTest]:
        chosen = measure or self.plan.main
        return [test for test in self.tests if test.version == version and test.measure == chosen]

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.learning.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return story(self)

    def findings(self) -> Sequence[str]:
        return findings(self)

    def headlines(self) -> Sequence[str]:
        return self.findings()

    def notes(self) -> Iterable[str]:
        return self.remarks


def _ordered(systems: Sequence[str]) -> tuple[str, ...]:
    """Put the versions first and random last."""
    others = [name for name in systems if name not in (*VERSIONS, RANDOM)]
    return tuple(name for name in (*VERSIONS, *others, RANDOM) if name in systems)


def _with_summaries(taught: Taught, rounds: Sequence[RoundSummaries], plan: LearningPlan) -> Sequence[Example]:
    """Return the documents with the summaries that are compared, and no others."""
    learned: list[dict[str, Summary]] = [{} for _ in taught.lessons]
    for own in rounds:
        for row, summary in zip(own.round.held_out.tolist(), own.summaries, strict=True):
            if summary is not None:
                learned[row][own.round.system] = summary.as_system
    others = other_summaries(taught, plan)
    return collect_examples(
        replace(example, systems={**mine, **{own.system: own.as_system for own in made}}, scores={}, judgements={})
        for example, mine, made in zip(taught.examples, learned, others, strict=True)
    )


def _without_fallback(
    taught: Taught, rounds: Sequence[RoundSummaries], plan: LearningPlan
) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Return how new each text was to each version, and what it would have scored without leaning on Lead."""
    versions = list(dict.fromkeys(own.round.system for own in rounds))
    newness = {version: np.zeros(len(taught)) for version in versions}
    made: list[dict[str, Summary]] = [{} for _ in taught.lessons]
    for own in rounds:
        newness[own.round.system][own.round.held_out] = own.newness
        for row, summary in zip(own.round.held_out.tolist(), own.plain, strict=True):
            if summary is not None:
                made[row][own.round.system] = summary.as_system
    examples = collect_examples(
        replace(example, systems=own, scores={}) for example, own in zip(taught.examples, made, strict=True)
    )
    comparison = replace(plan.comparison, measures=(plan.main,), baselines=())
    prepared = prepare_systems(examples, comparison)
    tables, _ = score_parts(prepared, comparison, ("recall",))
    columns = {name: tables["recall"][plan.main][:, place] for place, name in enumerate(prepared.systems)}
    return newness, {version: columns[version] for version in versions if version in columns}
