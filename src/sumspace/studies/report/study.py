"""The report: every system's scores and places, the scale they stand on, and which differences are significant."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import Document
from sumspace.errors import NothingToDoError
from sumspace.show.text import counted
from sumspace.studies.card.plan import CardPlan
from sumspace.studies.card.study import CardStudy
from sumspace.studies.comparison.contests import compete_on, mean_intervals
from sumspace.studies.comparison.explored import explore
from sumspace.studies.comparison.scores import RANDOM, count_words, prepare_systems, score_parts
from sumspace.studies.report.humans import PARTS, beside_humans
from sumspace.studies.report.plan import ReportPlan
from sumspace.studies.report.single import look_at
from sumspace.studies.report.story import LEAD, TITLE, findings, story
from sumspace.studies.report.tables import make_tables
from sumspace.studies.study import STUDIES, Study
from sumspace.tasks.task import collect_examples, warn_if_stopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure, Part
    from sumspace.show.charts import Figure
    from sumspace.show.page import Chapter
    from sumspace.show.table import Table
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.comparison.explored import Explored
    from sumspace.studies.report.humans import BesideHumans
    from sumspace.studies.report.single import SingleDocument
    from sumspace.tasks.rank import RankedDocument
    from sumspace.tasks.task import LeftOut, Progress


#: The baselines that systems are compared with, and those that stand in for systems where there are none.
_BASELINES, _INSTEAD = ("lead", RANDOM), ("lead", "textrank", RANDOM)
#: So many systems are shown on a terminal where there are more, and so many notes.
_SHOWN = 10
_NOTES = 3
_NO_REFERENCES = (
    "no document has a reference summary, and a report judges summaries by references; `sumspace score` has measures "
    "that need none"
)


@STUDIES.register("report")
@dataclass(frozen=True, repr=False, eq=False)
class ReportStudy(Study):
    """Where the systems of a corpus stand: scores, places among all extracts, the scale, and significance."""

    name = "report"
    title = TITLE
    lead = LEAD
    main = "systems"

    plan: ReportPlan
    documents: tuple[str, ...]
    #: How many references documents have: the fewest and the most.
    references: tuple[int, int]
    #: The systems that are sorted and tested, Lead among them; then random, if there is one.
    systems: tuple[str, ...]
    #: Those that were made here, or are called so: Lead, random, and TextRank where the corpus has no systems.
    baselines: tuple[str, ...]
    has_systems: bool
    words: Mapping[str, float]
    #: Their means over documents, by part of the score and measure, in the order of `systems`.
    means: Mapping[tuple[Part, Measure], Sequence[Interval]]
    #: How many documents each system has a summary of.
    counts: Mapping[str, int]
    #: The tests of F1, by measure.
    contests: Mapping[Measure, Contest]
    #: How many summaries of each system were cut to the budget, where any were, and to how many words on average.
    cut: Mapping[str, int] = field(default_factory=dict)
    budget_words: float | None = None
    places: tuple[Explored, ...] = ()
    humans: BesideHumans | None = None
    single: SingleDocument | None = None
    #: The key figures of the corpus.
    card: Table | None = None
    remarks: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: BaseException | None = None

    @classmethod
    def run(cls, examples: Iterable[Example], plan: ReportPlan | None = None, progress: Progress | None = None) -> Self:
        """Report on a corpus as planned, or as usual."""
        plan = plan or ReportPlan()
        tell: Progress = progress or (lambda *_: None)
        given = collect_examples(examples)
        if not any(example.references for example in given):
            raise NothingToDoError(_NO_REFERENCES)
        has_systems = any(example.systems for example in given)
        comparison = plan.comparison(_BASELINES if has_systems else _INSTEAD)
        prepared = prepare_systems(given, comparison)
        if not prepared.systems:
            raise NothingToDoError("there is no system summary, and no document has a text to make any of")
        tables, notes = score_parts(prepared, comparison, PARTS)
        tell("comparing", 0, len(plan.measures))
        tested = [i for i, name in enumerate(prepared.systems) if name not in prepared.added or name != RANDOM]
        names = [prepared.systems[i] for i in tested]
        contests = {}
        for done, (measure, table) in enumerate(tables["f1"].items(), 1):
            contests[measure] = compete_on(comparison, measure, names, None, table[:, tested])
            tell("comparing", done, len(plan.measures))
        jobs = plan.workers.jobs
        means = {
            (part, measure): mean_intervals(table, comparison, jobs)
            for part, of_part in tables.items()
            for measure, table in of_part.items()
        }
        counts = (~np.isnan(tables["f1"][plan.sorted_by])).sum(axis=0).tolist()
        cut, budget_words = _count_cut(prepared.examples, prepared.added, plan)
        ranked: list[RankedDocument] = []
        found = explore(
            prepared.for_spaces, prepared.documents, prepared.systems, plan.space_plan, plan.bootstrap,
            ranked.append if len(given) == 1 else lambda _: None, progress,
        )  # fmt: skip
        if found.stopped is not None and not found.measures:
            raise found.stopped
        warn_if_stopped(found.stopped)
        single = look_at(prepared.examples[0], prepared.systems, ranked, plan) if len(given) == 1 else None
        numbers = [len(example.references) for example in given]
        return cls(
            plan,
            tuple(prepared.documents),
            (min(numbers), max(numbers)),
            prepared.systems,
            prepared.baselines,
            prepared.has_systems,
            count_words(prepared.examples, plan.profile.language),
            means,
            dict(zip(prepared.systems, counts, strict=True)),
            contests,
            cut,
            budget_words,
            found.measures,
            beside_humans(prepared.for_spaces, names, comparison),
            single,
            _card(given, plan, progress) if plan.card and single is None else None,
            tuple(dict.fromkeys((*prepared.notes, *_without_counts(notes, prepared.systems), *found.notes))),
            stopped=found.stopped,
        )

    @property
    def place(self) -> Explored | None:
        """The places that stand in the table of systems."""
        return next((places for places in self.places if places.measure == self.plan.placed_by), None)

    @property
    def contest(self) -> Contest:
        """The tests on the main measure."""
        return self.contests[self.plan.sorted_by]

    def interval(self, system: str, part: Part, measure: Measure) -> Interval:
        return self.means[part, measure][self.systems.index(system)]

    @property
    def scale(self) -> tuple[str, ...]:
        """The baselines that are part of the scale, and no systems."""
        fixed = self.baselines if self.has_systems else (RANDOM,)
        return tuple(name for name in self.systems if name in fixed and name in self.baselines)

    @property
    def ranked(self) -> list[str]:
        """The systems from the highest mean on the main measure to the lowest, without the scale."""
        order = [ranked.system for ranked in self.contest.ranking]
        return [name for name in order if name not in self.scale]

    def tables(self) -> Sequence[Table]:
        return make_tables(self)

    def _tables_in(self, form: str) -> Table | Sequence[Table]:
        """Show the first of many systems on a terminal; files and pages have all."""
        return make_tables(self, _SHOWN) if form == "table" and not self.plan.all_systems else super()._tables_in(form)

    def figures(self) -> Mapping[str, Figure]:
        from sumspace.studies.report.charts import draw_figures  # which loads Altair

        return draw_figures(self)

    def story(self) -> Sequence[Chapter]:
        return story(self)

    def findings(self) -> Sequence[str]:
        return findings(self)

    def headlines(self) -> Sequence[str]:
        return self.findings()

    def notes(self) -> Iterable[str]:
        yield from self.remarks[:_NOTES]
        if len(self.remarks) > _NOTES:
            yield f"{counted(len(self.remarks) - _NOTES, 'more note')}; `sumspace score` has all of them"


def _card(examples: Iterable[Example], plan: ReportPlan, progress: Progress | None) -> Table:
    """Describe the corpus; extracts are looked at by the report itself."""
    card = CardPlan(profile=plan.profile, oracles=False, seed=plan.bootstrap.seed, workers=plan.workers)
    return CardStudy.run(examples, card, progress).summary_table()


def _without_counts(notes: Iterable[str], systems: Sequence[str]) -> list[str]:
    """Leave out how many documents each system has summarized, which the table shows."""
    counts = tuple(f"{system} has summaries of " for system in systems)
    return [note for note in notes if not note.startswith(counts)]


def _count_cut(
    examples: Iterable[Example], made: Sequence[str], plan: ReportPlan
) -> tuple[dict[str, int], float | None]:
    """Count the summaries of each system that have more words than the extracts, which are cut to as many."""
    cut: dict[str, int] = {}
    lengths: list[int] = []
    spaces = plan.space_plan
    for example in examples if spaces is not None else ():
        references = next(Document(example, plan.profile).references("all"), None)
        if references is None or spaces is None:
            continue
        budget = spaces.budget_for(references)
        if not budget.cuts or budget.most_words is None:
            return {}, None
        lengths.append(budget.most_words)
        for system in example.systems:
            body = example.summary(system, plan.profile.language)
            texts = (body.text,) if body.sentences is None else body.sentences
            if system not in made and sum(len(text.split()) for text in texts) > budget.most_words:
                cut[system] = cut.get(system, 0) + 1
    return cut, float(np.mean(lengths)) if lengths else None
