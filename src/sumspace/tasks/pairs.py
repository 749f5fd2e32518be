"""What is scored: every summary of a document with its references, the bounds of measures, and what is undefined."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from sumspace.document import Document
from sumspace.errors import NotDefinedError, Problem, SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.measure import NO_REFERENCES
from sumspace.space.budget import AtMost
from sumspace.tasks.summarize import random_extracts
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Bound, Measure, Scores
    from sumspace.measures.scoring import Setting


#: What random extracts score as a bound is the mean over so many of each document.
RANDOM_EXTRACTS = 20

#: Document, system, reference.
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class KeyedPair:
    """A summary to be scored; or a text in a system's place, which bounds what is possible."""

    key: Key
    pair: Pair
    bound: Bound | None = None


class _Plan(Protocol):
    """What a plan says about which summaries are scored."""

    @property
    def setting(self) -> Setting:
        """How texts are read."""

    @property
    def references(self) -> Literal["all", "each"]:
        """Whether they are judged by all references together, or by each one alone."""

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that are scored; none named means all."""


def pairs_of(example: Example, plan: _Plan) -> Iterator[KeyedPair]:
    """Yield every summary of a document, with all its references together or with each."""
    bodies: list[tuple[str, tuple[Passage, ...]]]
    bodies = [(reference.id, (reference.body,)) for reference in example.references]
    if plan.references == "all" or not bodies:
        bodies = [("all", tuple(reference.body for reference in example.references))]
    language = plan.setting.profile.language
    for system, summary in example.systems.items():
        if plan.systems and system not in plan.systems:
            continue
        body = example.summary(system, language)
        for name, references in bodies:
            pair = Pair(body, references, example, system, summary.extract, language, name)
            yield KeyedPair((example.id, system, name), pair)


def check_names(summaries: Sequence[Key], bounds: Sequence[Key]) -> None:
    """Refuse a system that has the name of a bound: one would be taken for the other."""
    names = {system for _, system, _ in summaries} & {name for _, name, _ in bounds}
    if names:
        raise SettingError(f"a system is called {min(names)!r}, which is the name of a bound of a measure; rename it")


def bound_pairs(
    pairs: Sequence[KeyedPair], measures: Sequence[Measure], setting: Setting, seed: int
) -> list[KeyedPair]:
    """Return what the measures are bounded by, for every document that is scored.

    Of random extracts there are several with one key, whose scores are averaged.
    """
    bounds = dict.fromkeys(bound for measure in measures for bound in measure.bounds)
    by_document: dict[str, list[KeyedPair]] = {}
    for pair in pairs if bounds else ():
        by_document.setdefault(pair.key[0], []).append(pair)
    return [
        pair for own in by_document.values() for bound in bounds for pair in _bound(bound, own, setting, seed)
    ]  # fmt: skip


def _bound(bound: Bound, pairs: Sequence[KeyedPair], setting: Setting, seed: int) -> Iterator[KeyedPair]:
    example = pairs[0].pair.example
    if example is None or (bound in ("full text", "random extract") and not example.has_text):
        return
    name, references = f"[{bound}]", tuple(reference.body for reference in example.references)
    if bound == "human abstract":
        for reference in example.references:
            yield KeyedPair((example.id, name, reference.id), Pair(reference.body, references, example, name), bound)
        return
    texts: list[tuple[Passage, tuple[int, ...] | None]] = [(Passage(sentences=()), None)]
    if bound == "full text":
        texts = [(Passage(sentences=example.sentences(setting.profile.language)), None)]
    elif bound == "random extract":
        texts = _random_extracts(example, pairs, setting, seed)
    for text, extract in texts:
        yield KeyedPair((example.id, name, "all"), Pair(text, references, example, name, extract), bound)


def _random_extracts(
    example: Example, pairs: Sequence[KeyedPair], setting: Setting, seed: int
) -> list[tuple[Passage, tuple[int, ...] | None]]:
    """Draw sentences, as many as fit the limit in words or else the length of the systems' summaries."""
    document, limit = Document(example, setting.profile), setting.limit
    if limit and limit.unit == "words":
        words = limit.size
    else:
        words = round(fmean(sum(len(s.split()) for s in document.split(pair.pair.peer)) for pair in pairs))
    drawn = random_extracts(document, AtMost(max(words, 1)), RANDOM_EXTRACTS, seed)
    chosen = [tuple(extract.sentences) if extract else () for extract in drawn]
    return [(Passage(sentences=document.write(own)), own) for own in chosen]


@dataclass(frozen=True, slots=True)
class Undefined:
    """Some summaries for which a measure is not defined, for one reason."""

    measure: Measure
    reason: str
    #: A document of which it is true, and where that stands.
    example: str
    file: str
    line: int | None
    summaries: int
    of: int

    def __str__(self) -> str:
        return (
            f"{self.measure} is not defined for {self.summaries:,} of the {self.of:,} summaries: "
            f"{self.example!r} {self.reason}"
        )


def find_undefined(
    pairs: Sequence[KeyedPair], scores: Mapping[Measure, Scores], *, strict: bool = True
) -> Iterator[Undefined]:
    """Say of each summary why a measure is not defined for it; missing references are an error if that is strict."""
    for measure, own in scores.items():
        for place in np.flatnonzero(np.isnan(own.recall)).tolist():
            pair, name = pairs[place].pair, pairs[place].key[0]
            reason = measure.lacks(pair) or own.reasons.get(place, measure.no_value)
            if strict and reason == NO_REFERENCES and pair.example:
                raise pair.example.error(f"{name!r} {reason}", "references")
            file, line = (pair.example.file, pair.example.line) if pair.example else ("", None)
            yield Undefined(measure, reason, name, file, line, 1, len(pairs))


def gather_undefined(undefined: Iterable[Undefined], summaries: int) -> tuple[Undefined, ...]:
    """Put those together that have one measure and one reason; a measure that is nowhere defined is refused."""
    groups: dict[tuple[Measure, str], Undefined] = {}
    for single in undefined:
        key = single.measure, single.reason
        earlier = groups.get(key, replace(single, summaries=0, of=summaries))
        groups[key] = replace(earlier, summaries=earlier.summaries + single.summaries)
    for first in groups.values():
        if summaries == sum(group.summaries for group in groups.values() if group.measure == first.measure):
            message = f"{first.measure} is not defined for any summary: {first.example!r} {first.reason}"
            raise NotDefinedError(str(Problem(first.file or first.example, message, first.line)))
    return tuple(groups.values())
