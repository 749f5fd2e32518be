"""What every system scores, by groups of documents, and what the tests say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs, lowest_p
from sumspace.stats.resampling import Interval
from sumspace.studies.comparison.contests import mean_intervals
from sumspace.studies.comparison.scores import RANDOM
from sumspace.studies.comparison.shares import Shares
from sumspace.studies.learning.plan import LEARNED, OPPONENTS, VERSIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure, Part
    from sumspace.stats.paired import PairedTest
    from sumspace.studies.comparison.explored import Explored
    from sumspace.studies.learning.cross_validation import RoundSummaries, Taught
    from sumspace.studies.learning.plan import LearningPlan


#: The parts of a score that are shown.
PARTS: tuple[Part, ...] = ("recall", "f1")


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that are looked at together: all of them, those of a genre, or those of a corpus of several."""

    kind: Literal["all", "genre", "corpus"]
    #: None for all documents.
    name: str | None
    rows: tuple[int, ...]

    @property
    def label(self) -> str:
        """What it is called in tables and sentences.

        >>> Group("all", None, (0, 1)).label, Group("genre", "", (0,)).label
        ('all', 'without genre')
        """
        return "all" if self.kind == "all" else self.name or f"without {self.kind}"


@dataclass(frozen=True, slots=True)
class Fallback:
    """Leaning on Lead in texts that are new to the model, beside not doing so."""

    #: How many texts were new to it in part, and how new all texts were on average, from 0 to 1.
    new: int
    newness: float
    result: PairedTest


@dataclass(frozen=True, eq=False)
class GroupScores:
    """What every system scores on the documents of a group."""

    group: Group
    #: In the order of the study's systems.
    means: Mapping[tuple[Part, Measure], Sequence[Interval]]
    #: The score among extracts as a share of the best extract's, and the spaces; nothing where there are none.
    shares: Mapping[Measure, Sequence[Interval]]
    places: Mapping[Measure, Explored]
    #: What leaning on Lead in new texts does for each version, by recall on the main measure.
    fallbacks: Mapping[str, Fallback]


@dataclass(frozen=True, slots=True)
class VersionTest:
    """A version of the learned summarizer against another summarizer on the documents of a group, by recall."""

    version: str
    group: Group
    measure: Measure
    other: str
    #: Whether the other one was picked for its mean on these documents, the highest of all others.
    is_best: bool
    result: PairedTest
    #: Corrected for all tests of the version on the measure.
    corrected: float
    is_significant: bool = False
    #: Whether there are enough documents for any difference to be significant.
    is_possible: bool = True

    @property
    def verdict(self) -> Literal["higher", "lower", "no significant difference", "too few documents"]:
        if not self.is_significant:
            return "no significant difference" if self.is_possible else "too few documents"
        return "higher" if self.result.difference.mean > 0 else "lower"


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What every system scores on a document, by recall on the main measure."""

    id: str
    domain: str
    corpus: str
    fold: str
    scores: tuple[float, ...]
    #: The best extract known, and whether it is proven to be the best; None without spaces.
    best: float | None
    proven: bool | None


def groups_of(taught: Taught) -> list[Group]:
    """Return all documents; those of each genre; and those of each corpus that is no genre of its own."""
    everything = tuple(range(len(taught)))
    groups = [Group("all", None, everything)]
    kinds: dict[Literal["genre", "corpus"], list[str]] = {
        "genre": taught.domains,
        "corpus": [corpus_of(example) for example in taught.examples],
    }
    for kind, names in kinds.items():
        for name in dict.fromkeys(names):
            rows = tuple(row for row in everything if names[row] == name)
            if all(rows != group.rows for group in groups):
                groups.append(Group(kind, name, rows))
    return groups


def corpus_of(example: Example) -> str:
    """Return the name of the file that a document comes from, without its endings."""
    return Path(Path(example.file).name.removesuffix(".gz")).stem


@dataclass(frozen=True, eq=False)
class Scored:
    """What was scored: tables [document, system], and spaces."""

    plan: LearningPlan
    systems: tuple[str, ...]
    tables: Mapping[Part, Mapping[Measure, Floats]]
    spaces: Mapping[Measure, Explored]
    #: How new each text was to each version, and what it would have scored without its fallback.
    newness: Mapping[str, Floats]
    plain: Mapping[str, Floats]

    def of(self, group: Group) -> GroupScores:
        rows, comparison, threads = list(group.rows), self.plan.comparison, threads_of(self.plan.workers)
        means = {
            (part, measure): mean_intervals(table[rows], comparison, threads)
            for part, own in self.tables.items()
            for measure, table in own.items()
        }
        places = {measure: explored.of(rows) for measure, explored in self.spaces.items()}
        fallbacks = {version: self._fallback(version, rows) for version in self.plain}
        return GroupScores(group, means, {m: self._shares(own) for m, own in places.items()}, places, fallbacks)

    def _fallback(self, version: str, rows: list[int]) -> Fallback:
        newness = self.newness[version][rows]
        made = self.tables["recall"][self.plan.main][rows, self.systems.index(version)]
        values = np.column_stack([made, self.plain[version][rows]])
        permutations, threads = self.plan.comparison.permutations(1), threads_of(self.plan.workers)
        (result,) = compare_pairs(values, [(0, 1)], self.plan.bootstrap, permutations, threads)
        return Fallback(int((newness > 0).sum()), float(newness.mean()), result)

    def _shares(self, explored: Explored) -> list[Interval]:
        """Return the score of every system as a share of the best extract's: from nothing, not from the average."""
        values = np.column_stack([explored.scores, np.zeros(len(explored.best)), explored.best])
        shares = Shares(values, self.plan.bootstrap, threads_of(self.plan.workers))
        nothing = Interval(nan, nan, nan)
        return [shares.of(column)[1] if shares.documents(column) else nothing for column in range(len(self.systems))]

    def tests(self, groups: Sequence[Group]) -> list[VersionTest]:
        """Test every version against Lead, LexRank and the best other one, in every group, corrected together."""
        found = []
        for measure, table in self.tables["recall"].items():
            for version in (name for name in self.systems if name in VERSIONS):
                own = [test for group in groups for test in self._compare(version, measure, group, table)]
                p_values = corrected([test.result.p for test in own], self.plan.correction).tolist()
                alpha = self.plan.comparison.alpha
                found += [
                    replace(test, corrected=p, is_significant=bool(p < alpha))
                    for test, p in zip(own, p_values, strict=True)
                ]
        return found

    def _compare(self, version: str, measure: Measure, group: Group, table: Floats) -> list[VersionTest]:
        values = table[list(group.rows)]
        others = [i for i, name in enumerate(self.systems) if name not in (*VERSIONS, RANDOM)]
        known = [i for i in others if not np.isnan(values[:, i]).any()]  # means over other documents do not compare
        best = max(known, key=lambda i: float(values[:, i].mean()), default=None)
        named = [self.systems.index(name) for name in OPPONENTS if name in self.systems]
        against = list(dict.fromkeys([*(i for i in named if i in known), *([] if best is None else [best])]))
        column = self.systems.index(version)
        pairs = [(column, other) for other in against]
        permutations = self.plan.comparison.permutations(len(pairs))
        results = compare_pairs(values, pairs, self.plan.bootstrap, permutations, threads_of(self.plan.workers))
        return [
            VersionTest(
                version, group, measure, self.systems[other], other == best, result, result.p,
                is_possible=lowest_p([result.documents], permutations, "none") < self.plan.comparison.alpha,
            )
            for other, result in zip(against, results, strict=True)
        ]  # fmt: skip

    def documents(self, taught: Taught, rounds: Sequence[RoundSummaries]) -> list[DocumentResult]:
        table, explored = self.tables["recall"][self.plan.main], self.spaces.get(self.plan.main)
        folds = {row: own.round.label for own in rounds if own.round.system == LEARNED for row in own.round.held_out}
        results = []
        for row, example in enumerate(taught.examples):
            known = explored is not None and not np.isnan(explored.best[row])
            best = float(explored.best[row]) if known and explored is not None else None
            proven = bool(explored.bound[row] == best) if known and explored is not None else None
            results.append(
                DocumentResult(
                    example.id, example.domain, corpus_of(example), folds[row], tuple(table[row].tolist()), best, proven
                )
            )
        return results
