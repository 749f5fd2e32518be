"""Relevance correlation: whether a search engine ranks summaries as it ranks documents.

Steinberger & Ježek 2009, section 3.4.2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, cast

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.batch import Batch
from sumspace.measures.measure import MEASURES, Bound, Measure, Scores
from sumspace.measures.pair import Pair
from sumspace.measures.search import SearchEngine
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Relevance"]

Kind = Literal["pearson", "spearman", "kendall"]


@MEASURES.register("relevance")
@dataclass(frozen=True, slots=True)
class Relevance(Measure):
    """The correlation between the relevance to a query of the full documents and that of a system's summaries of them.

    The engine is BM25. Every document has a query, its own or its title, and the value of its summary is the
    correlation, over all documents that the system has summarized, of the scores for that query: linear (Radev et al.
    2003), or one of ranks, Spearman's or Kendall's τ-b. Of a system with several summaries of a document, the first
    ones make one collection, the second ones another, and so on.

    A query for which all documents score alike says nothing, and there is no value; nor is there one in a collection
    of fewer than three. Where the documents differ and the summaries do not, as when none has a word of the query,
    nothing of the ranking is kept: 0.
    """

    kind: Kind = "pearson"

    usage: ClassVar[str] = "relevance, relevance(spearman), relevance(kendall)"
    title: ClassVar[str] = "correlation of a search engine's scores for documents and for their summaries"
    paper: ClassVar[str] = "Radev et al. 2003"
    usual: ClassVar[tuple[str, ...]] = ("relevance",)
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"relevance(?:\(\s*(pearson|spearman|kendall)\s*\))?")
    has_one_value: ClassVar[bool] = True
    no_value: ClassVar[str] = "has a query that tells no documents apart, or a system with fewer than three summaries"
    of_whole_corpus: ClassVar[bool] = True
    bounds: ClassVar[tuple[Bound, ...]] = ("full text", "random extract")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Relevance:
        return cls(cast("Kind", match[1] or "pearson"))

    def __str__(self) -> str:
        return "relevance" if self.kind == "pearson" else f"relevance({self.kind})"

    def lacks(self, pair: Pair) -> str:
        return "" if _query(pair) else "has no query and no title"

    def evaluate(self, batch: Batch) -> Scores:
        seen = batch.against_text.content
        documents = _documents(seen)
        if max(documents, default=-1) < 2:
            raise SettingError(f"{self} is a correlation over documents and needs at least three with summaries")
        queries = _queries(seen)
        engines: dict[tuple[int, ...], SearchEngine] = {}
        values = np.full(len(documents), np.nan)
        for collection in _collections(seen.pairs, documents):
            if len(collection) < 3:
                continue
            key = tuple(sorted(collection))
            firsts = [collection[document][0] for document in key]
            if key not in engines:
                engines[key] = SearchEngine(seen.texts.of(seen.references[i]) for i in firsts)
            summaries = SearchEngine(seen.texts.of(seen.peers[i]) for i in firsts)
            for pairs in collection.values():
                query = queries[pairs[0]]
                values[pairs] = self._correlate(engines[key].scores(query), summaries.scores(query))
        return Scores.single(values)

    def _correlate(self, full: Floats, short: Floats) -> float:
        if np.ptp(full) == 0:
            return np.nan
        if np.ptp(short) == 0:
            return 0.0
        if self.kind == "pearson":
            return _linear(full, short)
        from scipy import stats

        if self.kind == "spearman":
            return _linear(stats.rankdata(full), stats.rankdata(short))
        if np.array_equal(full, short):
            return 1.0
        return float(stats.kendalltau(full, short, method="asymptotic").statistic)


def _linear(one: Floats, other: Floats) -> float:
    one, other = one - one.mean(), other - other.mean()
    return float(np.clip(one @ other / np.sqrt((one @ one) * (other @ other)), -1, 1))


def _query(pair: Pair) -> str:
    if pair.example is None:
        return ""
    return pair.example.query.strip() or pair.example.title.strip()


def _queries(batch: Batch) -> list[list[int]]:
    """Return the words of every pair's query, numbered as in the batch."""
    asked = Batch([Pair(Passage(_query(pair))) for pair in batch.pairs], replace(batch.setting, limit=None))
    return [asked.texts.of(text).tolist() for text in asked.peers]


def _documents(batch: Batch) -> list[int]:
    """Number the documents of the pairs: those with the same name, query and text are one."""
    numbers: dict[tuple[str, str, Passage], int] = {}
    keys = ((pair.example.id if pair.example else "", _query(pair), pair.references[0]) for pair in batch.pairs)
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _collections(pairs: Sequence[Pair], documents: Sequence[int]) -> list[dict[int, list[int]]]:
    """Sort the pairs into collections that have one summary, by one system, of each document.

    Returns for each collection its documents, with the pairs, one or more, in which that summary stands.
    """
    turns: dict[tuple[str, int], dict[Passage, int]] = {}
    found: dict[tuple[str, int], dict[int, list[int]]] = {}
    for i, (pair, document) in enumerate(zip(pairs, documents, strict=True)):
        earlier = turns.setdefault((pair.system, document), {})
        turn = earlier.setdefault(pair.peer, len(earlier))
        found.setdefault((pair.system, turn), {}).setdefault(document, []).append(i)
    return list(found.values())
