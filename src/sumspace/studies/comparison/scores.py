"""What systems score: a table of documents and systems for each measure, with the baselines among the systems."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import ordered_map
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.measure import Scores
from sumspace.progress import told
from sumspace.show.text import listed
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.tasks.score import ScorePlan, score_corpus
from sumspace.tasks.summarize import make_summary, random_summaries
from sumspace.tasks.systems import ORDERS
from sumspace.tasks.task import collect_examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example, Summary
    from sumspace.measures.measure import Measure, Part
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.tasks.score import CorpusScores


#: Summaries that are so many times longer than others are not compared by recall without a word about it.
_MUCH_LONGER = 1.5
#: The baseline that is a mean over many orders of the sentences.
RANDOM = "random"


@dataclass(frozen=True, eq=False)
class Prepared:
    """The documents of a corpus with the systems that are compared, baselines among them."""

    #: With the systems that are compared, and no others.
    examples: Sequence[Example]
    #: Their domains, by their ids.
    documents: dict[str, str]
    systems: tuple[str, ...]
    #: Those among them that others are measured by: made here, unless the corpus has a system of that name.
    baselines: tuple[str, ...]
    #: The baselines that were made here.
    added: tuple[str, ...]
    #: Whether the corpus has systems of its own.
    has_systems: bool
    notes: tuple[str, ...]

    @property
    def for_spaces(self) -> Sequence[Example]:
        """The documents without random, if it was made here: in a space it is made anew, in as many orders."""
        return collect_examples(map(_without_random, self.examples)) if RANDOM in self.added else self.examples


@dataclass(frozen=True, eq=False)
class SystemScores:
    """What the systems of a corpus score."""

    #: With the systems that are compared, and no others; without random, unless it is one of the corpus.
    examples: Sequence[Example]
    #: Their domains, by their ids.
    documents: dict[str, str]
    systems: tuple[str, ...]
    #: Those among them that others are measured by: made here, unless the corpus has a system of that name.
    baselines: tuple[str, ...]
    #: Tables [document, system], NaN where there is no score; of the measures of the plan, and those that came up.
    tables: dict[Measure, Floats]
    #: How many words each system's summaries have on average.
    words: dict[str, float]
    notes: tuple[str, ...]


def score_systems(examples: Iterable[Example], plan: ComparisonPlan) -> SystemScores:
    """Score all systems on every measure, each summary once."""
    prepared = prepare_systems(examples, plan)
    systems = prepared.systems
    if not prepared.has_systems:
        raise SettingError("there are no system summaries in this corpus; name some with --peer NAME=FILE")
    if len(systems) < 2:
        raise SettingError(
            f"there is nothing to compare {systems[0]!r} with: a comparison needs two systems; add another with --peer "
            "NAME=FILE, or a baseline"
        )
    tables, notes = score_parts(prepared, plan, (plan.part,))
    words = count_words(prepared.examples, plan.setting.profile.language)
    notes = [*prepared.notes, *notes, *_length_notes(words, plan)]
    if RANDOM in prepared.added:
        notes.append(f"{RANDOM}: the mean over {ORDERS} random orders of the sentences, document by document")
    return SystemScores(
        prepared.for_spaces,
        prepared.documents,
        systems,
        prepared.baselines,
        tables[plan.part],
        words,
        tuple(notes),
    )


def prepare_systems(examples: Iterable[Example], plan: ComparisonPlan) -> Prepared:
    """Choose the systems that are compared, and make the baselines."""
    given = collect_examples(examples)
    known = dict.fromkeys(system for example in given for system in example.systems)
    for system in plan.systems:
        if system not in known and system not in plan.baselines:
            raise SettingError(f"no summaries by {system!r}; there are: {', '.join(sorted(known)) or 'none'}")
    chosen = [system for system in plan.systems or known if system in known]
    # A system of the corpus that has the name of a baseline takes its place.
    made = [name for name in plan.baselines if name not in known]
    prepared = collect_examples(
        told(
            "documents prepared",
            ordered_map(lambda example: _prepare(example, chosen, made, plan), given, plan.workers.jobs),
            len(given),
        )
    )
    present = {name for example in prepared for name in example.systems}
    added = [name for name in made if name in present]
    missing = [name for name in made if name not in added]
    systems = [*chosen, *(name for name in plan.baselines if name in known and name not in chosen), *added]
    return Prepared(
        prepared,
        {example.id: example.domain for example in prepared},
        tuple(systems),
        tuple(name for name in systems if name in plan.baselines),
        tuple(added),
        bool(known),
        (f"{listed(missing)}: {_why_missing(prepared, plan)}",) if missing else (),
    )


def score_parts(
    prepared: Prepared, plan: ComparisonPlan, parts: Sequence[Part]
) -> tuple[dict[Part, dict[Measure, Floats]], list[str]]:
    """Return tables [document, system] of each part of the scores, by measure, and what is to be said of them."""
    score_plan = ScorePlan(
        plan.measures,
        plan.setting,
        plan.bootstrap,
        plan.references,
        workers=plan.workers,
        discover=plan.discover,
        strict=False,
    )
    scores = score_corpus(prepared.examples, score_plan)
    documents, systems = list(prepared.documents), prepared.systems
    tables = {
        part: {measure: _table(scores, documents, systems, measure, part) for measure in scores.plan.measures}
        for part in parts
    }
    if RANDOM in prepared.added:
        _expect_random(prepared.examples, tables, systems.index(RANDOM), score_plan, plan)
    return tables, list(scores.notes())


def count_words(examples: Iterable[Example], language: str) -> dict[str, float]:
    """Count the words of each system's summaries, before anything is cut."""
    counts: dict[str, list[int]] = {}
    for example in examples:
        for system in example.systems:
            body = example.summary(system, language)
            texts = (body.text,) if body.sentences is None else body.sentences
            counts.setdefault(system, []).append(sum(len(text.split()) for text in texts))
    return {system: fmean(own) for system, own in counts.items()}


def _length_notes(words: dict[str, float], plan: ComparisonPlan) -> list[str]:
    """Say where the length of summaries alone may decide: long ones have more recall, short ones more precision."""
    shortest, longest = min(words, key=words.__getitem__), max(words, key=words.__getitem__)
    is_fair = plan.part == "f1" or plan.setting.limit is not None
    if is_fair or words[longest] <= _MUCH_LONGER * words[shortest]:
        return []
    favoured = "long" if plan.part == "recall" else "short"
    lengths = f"{longest} has {words[longest]:.0f} words on average, {shortest} {words[shortest]:.0f}"
    return [f"{plan.part} favours {favoured} summaries: {lengths}; cut all with --words, or compare by f1"]


def _prepare(example: Example, chosen: Sequence[str], baselines: Sequence[str], plan: ComparisonPlan) -> Example:
    """Return a document with the systems that are compared, baselines among them where it has a text."""
    named = {*chosen, *plan.baselines}
    systems = {name: summary for name, summary in example.systems.items() if name in named}
    absent = {*example.systems} - {*systems}
    scores = {name: own for name, own in example.scores.items() if name not in absent}
    return replace(example, systems={**systems, **dict(_made(example, baselines, plan))}, scores=scores)


def _why_missing(examples: Sequence[Example], plan: ComparisonPlan) -> str:
    """Say why no document has a summary by a baseline."""
    texts = [example for example in examples if example.texts]
    if not texts:
        return "no document has a text to extract from"
    if not any(example.references for example in texts):
        return "no document has a reference, whose length a baseline takes"
    return f"no document has an extract of {plan.budget or 'the length of its references'}"


def _made(example: Example, baselines: Sequence[str], plan: ComparisonPlan) -> Iterator[tuple[str, Summary]]:
    document = Document(example, plan.setting.profile)
    references = next(document.references("all"), None) if baselines and document.sentences else None
    if references is None:
        return
    for name in baselines:
        summarizer = SUMMARIZERS[name]()
        summary = make_summary(document, name, summarizer, plan.budget_for(references), plan.bootstrap.seed)
        if summary is not None:
            yield name, summary.as_system


def _expect_random(
    examples: Iterable[Example],
    tables: dict[Part, dict[Measure, Floats]],
    column: int,
    score_plan: ScorePlan,
    plan: ComparisonPlan,
) -> None:
    """Put what random scores on average over its orders in the place of what the first of them scores."""
    first = next(iter(tables.values()))
    defined = tuple(measure for measure, table in first.items() if not np.isnan(table[:, column]).all())

    def in_orders(example: Example) -> Example:
        document = Document(example, plan.setting.profile)
        references = next(document.references("all"), None) if RANDOM in example.systems else None
        summaries = []
        if references is not None:
            summaries = random_summaries(document, plan.budget_for(references), ORDERS, plan.bootstrap.seed)
        return replace(example, systems={summary.system: summary.as_system for summary in summaries}, scores={})

    orders = collect_examples(ordered_map(in_orders, examples, plan.workers.jobs))
    names = list(dict.fromkeys(name for example in orders for name in example.systems))
    documents = [example.id for example in orders]
    scores = score_corpus(orders, replace(score_plan, measures=defined, discover=False))
    for part, of_part in tables.items():
        for measure in defined:
            runs = _table(scores, documents, names, measure, part)
            known = ~np.isnan(runs).all(axis=1)
            of_part[measure][known, column] = np.nanmean(runs[known], axis=1)


def _without_random(example: Example) -> Example:
    return replace(example, systems={name: own for name, own in example.systems.items() if name != RANDOM})


def _table(
    scores: CorpusScores, documents: Sequence[str], systems: Sequence[str], measure: Measure, part: Part
) -> Floats:
    """Put the scores of a measure into a table; those by several references are averaged first."""
    rows = {document: row for row, document in enumerate(documents)}
    columns = {system: column for column, system in enumerate(systems)}
    values: Floats = getattr(Scores(*scores.scores[measure][: scores.summaries].T), part)
    sums, counts = np.zeros((len(rows), len(columns))), np.zeros((len(rows), len(columns)))
    keys = scores.keys[: scores.summaries]
    places = np.array([(rows[id_], columns[system]) for id_, system, _ in keys], dtype=np.int64).reshape(-1, 2).T
    defined = ~np.isnan(values)
    np.add.at(sums, tuple(places[:, defined]), values[defined])
    np.add.at(counts, tuple(places[:, defined]), 1)
    means: Floats = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return means
