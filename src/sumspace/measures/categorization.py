"""Document categorization: whether a summary still shows what a document is about (Steinberger & Ježek 2009, 3.4.1)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.classifier import assign, deal
from sumspace.measures.counted import word_counts
from sumspace.measures.measure import MEASURES, Bound, Measure, Scores
from sumspace.measures.shares import f_measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.measures.batch import Batch
    from sumspace.measures.classifier import Labels
    from sumspace.measures.pair import Pair

__all__ = ["Categorization"]


@MEASURES.register("categorization")
@dataclass(frozen=True, slots=True)
class Categorization(Measure):
    """A classifier learns topics from full documents and assigns them to summaries.

    Precision: correct topics over topics assigned; recall: correct topics over topics that should be assigned. Where
    every document has one topic, one is assigned; else all that a linear support vector machine for each topic says
    yes to, or the nearest where all say no. A text without any word that the classifier knows is assigned none.

    No document is judged by a classifier that has seen it: documents are dealt into ten folds, those of a topic as
    evenly as can be, and each fold is judged by what is learned from the others; documents with the same text count as
    one. A topic that no other document has cannot be learned: a document with such topics alone has no value, and in
    one with others too it counts as not found.
    """

    usage: ClassVar[str] = "categorization"
    title: ClassVar[str] = "topics that a classifier, taught with full documents, assigns to the summary"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    usual: ClassVar[tuple[str, ...]] = ("categorization",)
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"categorization")
    no_value: ClassVar[str] = "has topics that no other document has"
    of_whole_corpus: ClassVar[bool] = True
    bounds: ClassVar[tuple[Bound, ...]] = ("full text", "random extract")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Categorization:  # noqa: ARG003
        return cls()

    def __str__(self) -> str:
        return "categorization"

    def lacks(self, pair: Pair) -> str:
        return "" if pair.example is not None and pair.example.topics else "has no topics"

    def evaluate(self, batch: Batch) -> Scores:
        seen = batch.against_text.content
        should = [frozenset(pair.example.topics) if pair.example else frozenset() for pair in seen.pairs]
        documents, topics, rows = _documents(seen, should)
        counts = Counter(topic for found in topics for topic in found)
        _check(topics, counts)
        one_each = all(len(found) == 1 for found in topics)
        words, folds = word_counts(seen.texts), deal(topics, counts)
        assigned: list[Labels] = [frozenset()] * len(should)
        for fold in set(folds):
            training = [document for document, its in enumerate(folds) if its != fold]
            judged = [i for i, document in enumerate(documents) if folds[document] == fold]
            taught = [topics[document] for document in training]
            found = assign(words, [rows[document] for document in training], taught, seen.peers[judged], one_each)
            for i, its in zip(judged, found, strict=True):
                assigned[i] = its
        return _scores(should, assigned, counts, batch.setting.alpha)


def _documents(batch: Batch, should: Sequence[Labels]) -> tuple[list[int], list[Labels], list[int]]:
    """Number the documents by topics, names and texts, whatever the order of the pairs.

    Returns the document of every pair, and for every document its topics and its place among the texts.
    """
    text_of = [pair.references[0].sentences or () for pair in batch.pairs]
    topics: dict[tuple[str, ...], Labels] = {}
    names: dict[tuple[str, ...], str] = {}
    for text, pair, its in zip(text_of, batch.pairs, should, strict=True):
        topics[text] = topics.get(text, frozenset()) | its
        name = pair.example.id if pair.example else ""
        names[text] = min(names.get(text, name), name)
    order = sorted(topics, key=lambda text: (sorted(topics[text]), names[text], text))
    numbers = {text: number for number, text in enumerate(order)}
    rows = dict(zip(text_of, batch.references.tolist(), strict=True))
    return [numbers[text] for text in text_of], [topics[text] for text in order], [rows[text] for text in order]


def _check(topics: Iterable[Labels], counts: Counter[str]) -> None:
    distinct = sorted(map(sorted, set(topics)))
    if len(distinct) < 2:
        about = " and ".join(map(repr, distinct[0]))
        raise SettingError(f"categorization needs documents of at least two topics, and all of these are about {about}")
    known = [topic for topic, count in counts.items() if count > 1]
    if len(known) < 2:
        few = f"only {known[0]!r} has" if known else "none has"
        raise SettingError(f"categorization needs two topics with at least two documents each, and {few} as many here")


def _scores(should: Sequence[Labels], assigned: Sequence[Labels], counts: Counter[str], alpha: float) -> Scores:
    correct = np.array([len(right & found) for right, found in zip(should, assigned, strict=True)], dtype=np.float64)
    precision = correct / [max(len(found), 1) for found in assigned]
    recall = correct / [len(right) for right in should]
    alone = np.array([all(counts[topic] == 1 for topic in right) for right in should])
    parts = (recall, precision, f_measure(precision, recall, alpha))
    return Scores(*(np.where(alone, np.nan, part) for part in parts))
