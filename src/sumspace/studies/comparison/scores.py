"""What systems score: a table of documents and systems for each measure, with the baselines among the systems."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.progress import told
from sumspace.compute.work import ordered_map
from sumspace.document import Document
from sumspace.errors import SettingError
from sumspace.measures.measure import Scores
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
    from sumspace.measures.measure import Measure
    from sumspace.studies.comparison.plan import ComparisonPlan
    from sumspace.tasks.score import CorpusScores


#: Summaries that are so many times longer than others are not compared by recall without a word about it.
_MUCH_LONGER = 1.5
#: The baseline that is an expectation.
_RANDOM = "random"


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
    systems = [*chosen, *(name for name in plan.baselines if name in known and name not in chosen), *added]
    baselines = tuple(name for name in systems if name in plan.baselines)
    if not known:
        raise SettingError("there are no system summaries in this corpus; name some with --peer NAME=FILE")
    if len(systems) < 2:
        raise SettingError(
            f"there is nothing to compare {systems[0]!r} with: a comparison takes two systems; add another with --peer "
            "NAME=FILE, or a baseline"
        )
    score_plan = ScorePlan(
        plan.measures,
        plan.setting,
        plan.bootstrap,
        plan.references,
        workers=plan.workers,
        discover=plan.discover,
        strict=False,
    )
    scores = score_corpus(prepared, score_plan)
    notes = list(scores.notes())
    missing = [name for name in made if name not in added]
    if missing:
        notes.insert(0, f"{listed(missing)}: no document has a text that this could be made of")
    documents = {example.id: example.domain for example in prepared}
    tables = {measure: _table(scores, [*documents], systems, measure, plan) for measure in scores.plan.measures}
    words = _words(prepared, plan.setting.profile.language)
    notes += _length_notes(words, plan)
    if _RANDOM in added:
        _expect_random(prepared, tables, systems.index(_RANDOM), score_plan, plan)
        notes.append(f"{_RANDOM}: the mean over {ORDERS} random orders of the sentences, document by document")
        # Among all extracts it is made anew, in as many orders.
        prepared = collect_examples(map(_without_random, prepared))
    return SystemScores(prepared, documents, tuple(systems), baselines, tables, words, tuple(notes))


def _words(examples: Iterable[Example], language: str) -> dict[str, float]:
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
    examples: Iterable[Example], tables: dict[Measure, Floats], column: int, score_plan: ScorePlan, plan: ComparisonPlan
) -> None:
    """Put what random scores on average over its orders in the place of what the first of them scores."""
    defined = tuple(measure for measure, table in tables.items() if not np.isnan(table[:, column]).all())

    def in_orders(example: Example) -> Example:
        document = Document(example, plan.setting.profile)
        references = next(document.references("all"), None) if _RANDOM in example.systems else None
        summaries = []
        if references is not None:
            summaries = random_summaries(document, plan.budget_for(references), ORDERS, plan.bootstrap.seed)
        return replace(example, systems={summary.system: summary.as_system for summary in summaries}, scores={})

    orders = collect_examples(ordered_map(in_orders, examples, plan.workers.jobs))
    names = list(dict.fromkeys(name for example in orders for name in example.systems))
    documents = [example.id for example in orders]
    scores = score_corpus(orders, replace(score_plan, measures=defined, discover=False))
    for measure in defined:
        runs = _table(scores, documents, names, measure, plan)
        known = ~np.isnan(runs).all(axis=1)
        tables[measure][known, column] = np.nanmean(runs[known], axis=1)


def _without_random(example: Example) -> Example:
    return replace(example, systems={name: own for name, own in example.systems.items() if name != _RANDOM})


def _table(
    scores: CorpusScores, documents: Sequence[str], systems: Sequence[str], measure: Measure, plan: ComparisonPlan
) -> Floats:
    """Put the scores of a measure into a table; those by several references are averaged first."""
    rows = {document: row for row, document in enumerate(documents)}
    columns = {system: column for column, system in enumerate(systems)}
    values: Floats = getattr(Scores(*scores.scores[measure][: scores.summaries].T), plan.part)
    sums, counts = np.zeros((len(rows), len(columns))), np.zeros((len(rows), len(columns)))
    keys = scores.keys[: scores.summaries]
    places = np.array([(rows[id_], columns[system]) for id_, system, _ in keys], dtype=np.int64).reshape(-1, 2).T
    defined = ~np.isnan(values)
    np.add.at(sums, tuple(places[:, defined]), values[defined])
    np.add.at(counts, tuple(places[:, defined]), 1)
    means: Floats = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return means
