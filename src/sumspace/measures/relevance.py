"""Relevance correlation: whether a search engine ranks summaries as documents (Steinberger & Ježek 2009, 3.4.2)."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.batch import Batch, Pair
from sumspace.measures.comparison import lack_of_text
from sumspace.measures.measure import MEASURES, Bound, Family, Measure, Scores, word
from sumspace.stats.correlation import correlate_rows
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Floats


Kind = Literal["pearson", "spearman", "kendall"]
#: How soon further occurrences of a word count for less, and how much the length of a text matters.
_K1, _B = 1.5, 0.75


@MEASURES.register("relevance")
@dataclass(frozen=True, slots=True)
class Relevance(Measure):
    """The correlation between the relevance to a query of the full documents and that of a system's summaries of them.

    The engine is BM25 with k1 = 1.5 and b = 0.75. Every document has a query, its own or its title, and the value of
    its summary is the correlation, over all documents that the system has summarized, of the scores for that query:
    linear (Radev et al. 2003), or one of ranks, Spearman's or Kendall's τ-b. Of a system with several summaries of a
    document, the first ones make one collection, the second ones another, and so on.

    A query for which all documents score alike says nothing, and there is no value; nor is there one in a collection
    of fewer than three. Where the documents differ and the summaries do not, as when none has a word of the query,
    nothing of the ranking is kept: 0.
    """

    kind: Kind = "pearson"

    options: ClassVar = {"kind": word("pearson", "spearman", "kendall")}
    usage: ClassVar[str] = "relevance, relevance(spearman), relevance(kendall)"
    title: ClassVar[str] = "correlation of a search engine's scores for documents and for their summaries"
    paper: ClassVar[str] = "Radev et al. 2003"
    family: ClassVar[Family] = "tasks"
    has_one_value: ClassVar[bool] = True
    no_value: ClassVar[str] = "has a query that tells no documents apart, or a system with fewer than three summaries"
    of_whole_corpus: ClassVar[bool] = True
    bounds: ClassVar[tuple[Bound, ...]] = ("full text", "random extract")

    def lacks(self, pair: Pair) -> str:
        return lack_of_text(pair) if _query(pair) else "has no query and no title"

    def evaluate(self, batch: Batch) -> Scores:
        seen = batch.against_text.content
        documents = _documents(seen)
        if max(documents, default=-1) < 2:
            raise SettingError(f"{self} is a correlation over documents and needs at least three with summaries")
        queries = _queries(seen)
        engines: dict[tuple[int, ...], _SearchEngine] = {}
        values = np.full(len(documents), np.nan)
        for collection in _collections(seen.pairs, documents):
            if len(collection) < 3:
                continue
            key = tuple(sorted(collection))
            firsts = [collection[document][0] for document in key]
            if key not in engines:
                engines[key] = _SearchEngine(seen.texts.of(seen.references[i]) for i in firsts)
            summaries = _SearchEngine(seen.texts.of(seen.peers[i]) for i in firsts)
            for pairs in collection.values():
                query = queries[pairs[0]]
                values[pairs] = self._correlate(engines[key].scores(query), summaries.scores(query))
        return Scores.single(values)

    def _correlate(self, full: Floats, short: Floats) -> float:
        if np.ptp(full) == 0:
            return np.nan
        value = correlate_rows(full, short, self.kind)
        return 0.0 if value is None else value


def _query(pair: Pair) -> str:
    if pair.example is None:
        return ""
    return pair.example.query.strip() or pair.example.title.strip()


def _queries(batch: Batch) -> list[list[int]]:
    """Return the words of every pair's query, numbered as in the batch."""
    queries = Batch([Pair(Passage(_query(pair))) for pair in batch.pairs], replace(batch.setting, limit=None))
    return [queries.texts.of(text).tolist() for text in queries.peers]


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
    collections: dict[tuple[str, int], dict[int, list[int]]] = {}
    for i, (pair, document) in enumerate(zip(pairs, documents, strict=True)):
        earlier = turns.setdefault((pair.system, document), {})
        turn = earlier.setdefault(pair.peer, len(earlier))
        collections.setdefault((pair.system, turn), {}).setdefault(document, []).append(i)
    return list(collections.values())


class _SearchEngine:
    """A search engine over some texts: BM25 in Lucene's form, with the k1 and b of bm25s.

    That is k1 = 1.5; Lucene itself takes 1.2. Robertson & Zaragoza 2009 find values between 1.2 and 2 for k1, and
    between 0.5 and 0.8 for b, reasonably good in many circumstances.
    """

    def __init__(self, texts: Iterable[NDArray[np.int32]]) -> None:
        import bm25s

        logging.getLogger("bm25s").setLevel(logging.WARNING)  # it reports every index that it makes
        bodies = list(texts)
        words, columns = np.unique(np.concatenate(bodies), return_inverse=True)
        self._columns = {word: column for column, word in enumerate(words.tolist())}
        self._count = len(bodies)
        self._index: Any = bm25s.BM25(k1=_K1, b=_B, method="lucene", dtype="float64")
        if self._columns:
            ends = np.cumsum([len(body) for body in bodies])[:-1]
            ids = [part.tolist() for part in np.split(columns, ends)]
            self._index.index((ids, self._columns), create_empty_token=False, show_progress=False)

    def scores(self, query: Sequence[int]) -> Floats:
        """Return how relevant each text is; scores that differ by no more than rounding are equal."""
        known = [self._columns[word] for word in query if word in self._columns]
        if not known:
            return np.zeros(self._count)
        scores: Floats = np.round(self._index.get_scores(known), 10)
        return scores
