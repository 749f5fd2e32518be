"""Texts that are scored in a system's place, so that one sees how much and how little is possible."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from sumspace.errors import SettingError
from sumspace.measures.batch import Pair
from sumspace.space.budget import AtMost
from sumspace.studies.documents import prepare
from sumspace.studies.summaries import make_extract
from sumspace.studies.tasks import Task
from sumspace.summarizers.random import Random
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Bound
    from sumspace.studies.scores import Plan
    from sumspace.studies.tasks import Key

__all__ = ["bound_tasks", "check_names"]


def check_names(summaries: Sequence[Key], bounds: Sequence[Key]) -> None:
    """Refuse a system that is called as a bound is: one would be taken for the other."""
    names = {system for _, system, _ in summaries} & {name for _, name, _ in bounds}
    if names:
        raise SettingError(f"a system is called {min(names)!r}, as what bounds a measure is; call it otherwise")


def bound_tasks(tasks: Sequence[Task], plan: Plan) -> list[Task]:
    """Return what the measures of a plan are bounded by, for every document that is scored."""
    bounds = dict.fromkeys(bound for measure in plan.measures for bound in measure.bounds)
    by_document: dict[str, list[Task]] = {}
    for task in tasks if bounds else ():
        by_document.setdefault(task.key[0], []).append(task)
    return [task for found in by_document.values() for bound in bounds for task in _bound(bound, found, plan)]


def _bound(bound: Bound, tasks: Sequence[Task], plan: Plan) -> Iterator[Task]:
    example = tasks[0].pair.example
    if example is None:
        return
    name, references = f"[{bound}]", tuple(reference.body for reference in example.references)
    if bound == "human abstract":
        for reference in example.references:
            yield Task((example.id, name, reference.id), Pair(reference.body, references, example, name), bound)
        return
    text, extract = Passage(sentences=()), None
    if bound == "full text":
        text = Passage(sentences=example.sentences(plan.setting.profile.language))
    elif bound == "random extract":
        text, extract = _random(example, tasks, plan)
    yield Task((example.id, name, "all"), Pair(text, references, example, name, extract), bound)


def _random(example: Example, tasks: Sequence[Task], plan: Plan) -> tuple[Passage, tuple[int, ...]]:
    """Draw sentences, as many as fit the limit in words or else the length of the systems' summaries."""
    prepared, limit = prepare(example, plan.setting.profile), plan.setting.limit
    if limit and limit.unit == "words":
        words = limit.size
    else:
        words = round(fmean(sum(len(s.split()) for s in prepared.split(task.pair.peer)) for task in tasks))
    drawn = make_extract(prepared, Random(), AtMost(max(words, 1)), plan.bootstrap.seed)
    chosen = drawn.sentences if drawn else ()
    return Passage(sentences=tuple(prepared.sentences[i] for i in chosen)), tuple(chosen)
