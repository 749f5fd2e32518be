"""Document categorization: whether a summary still shows what a document is about (Steinberger & Ježek 2009, 3.4.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.comparison import lack_of_text, word_counts
from sumspace.measures.measure import MEASURES, Bound, Family, Measure, Scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Integers
    from sumspace.measures.batch import Batch, Pair

    #: The topics of a document.
    Labels = frozenset[str]


_FOLDS = 10


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
    title: ClassVar[str] = "topic that a classifier trained on full documents assigns to the summary"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "tasks"
    no_value: ClassVar[str] = "has topics that no other document has"
    of_whole_corpus: ClassVar[bool] = True
    bounds: ClassVar[tuple[Bound, ...]] = ("full text", "random extract")

    def lacks(self, pair: Pair) -> str:
        return lack_of_text(pair) if pair.example is not None and pair.example.topics else "has no topics"

    def evaluate(self, batch: Batch) -> Scores:
        seen = batch.against_text.content
        should = [frozenset(pair.example.topics) if pair.example else frozenset() for pair in seen.pairs]
        documents, topics, rows = _documents(seen, should)
        counts = Counter(topic for labels in topics for topic in labels)
        _check(topics, counts)
        one_each = all(len(labels) == 1 for labels in topics)
        words, folds = word_counts(seen.texts), _deal(topics, counts)
        assigned: list[Labels] = [frozenset()] * len(should)
        for fold in set(folds):
            training = [document for document, other in enumerate(folds) if other != fold]
            judged = [i for i, document in enumerate(documents) if folds[document] == fold]
            taught = [topics[document] for document in training]
            answers = _assign(words, [rows[document] for document in training], taught, seen.peers[judged], one_each)
            for i, labels in zip(judged, answers, strict=True):
                assigned[i] = labels
        return _scores(should, assigned, counts, batch.setting.alpha)


def _documents(batch: Batch, should: Sequence[Labels]) -> tuple[list[int], list[Labels], list[int]]:
    """Number the documents by topics, names and texts, whatever the order of the pairs.

    Returns the document of every pair, and for every document its topics and its place among the texts.
    """
    text_of = [pair.references[0].sentences or () for pair in batch.pairs]
    topics: dict[tuple[str, ...], Labels] = {}
    names: dict[tuple[str, ...], str] = {}
    for text, pair, labels in zip(text_of, batch.pairs, should, strict=True):
        topics[text] = topics.get(text, frozenset()) | labels
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
        raise SettingError(
            f"categorization needs documents of at least two topics; all documents here are about {about}"
        )
    known = [topic for topic, count in counts.items() if count > 1]
    if len(known) < 2:
        few = f"only {known[0]!r} has" if known else "none has"
        raise SettingError(f"categorization needs two topics with at least two documents each; {few} as many here")


def _scores(should: Sequence[Labels], assigned: Sequence[Labels], counts: Counter[str], alpha: float) -> Scores:
    correct = np.array([len(right & labels) for right, labels in zip(should, assigned, strict=True)], dtype=np.float64)
    precision = correct / [max(len(labels), 1) for labels in assigned]
    recall = correct / [len(right) for right in should]
    alone = np.array([all(counts[topic] == 1 for topic in right) for right in should])
    scores = Scores.of(recall, precision, alpha)
    return Scores(*(np.where(alone, np.nan, part) for part in (scores.recall, scores.precision, scores.f1)))


def _deal(topics: Sequence[Labels], counts: Counter[str]) -> list[int]:
    """Deal the documents out: each goes where there are fewest of its topics, the rarest first, then fewest in all."""
    folds = range(min(_FOLDS, len(topics)))
    held: list[Counter[str]] = [Counter() for _ in folds]
    sizes = [0 for _ in folds]
    chosen = []
    for labels in topics:
        rarest = sorted(labels, key=lambda topic: (counts[topic], topic))
        fold = min(folds, key=lambda fold: ([held[fold][topic] for topic in rarest], sizes[fold], fold))
        held[fold].update(labels)
        sizes[fold] += 1
        chosen.append(fold)
    return chosen


def _assign(
    words: Any, training: Sequence[int], taught: Sequence[Labels], judged: Integers, one_each: bool
) -> list[Labels]:
    """Learn from some texts, rows of word counts, with their topics, and assign topics to others.

    A linear support vector machine over TF-IDF learns each topic against all others, rare topics weighing as much as
    frequent ones. Assigned is the topic it is surest of and, unless there is `one_each`, every other that it affirms.
    """
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.svm import LinearSVC

    known = np.flatnonzero(words[training].sum(axis=0))
    if not len(known):
        return [frozenset()] * len(judged)
    weighting = TfidfTransformer(sublinear_tf=True)
    lessons = weighting.fit_transform(words[training][:, known])
    texts = weighting.transform(words[judged][:, known])
    names = sorted(frozenset().union(*taught))
    said = np.full((len(judged), len(names)), np.inf)
    for column, name in enumerate(names):
        yes = [name in labels for labels in taught]
        if not all(yes):
            machine = LinearSVC(class_weight="balanced", random_state=0).fit(lessons, yes)
            said[:, column] = machine.decision_function(texts)
    takes = np.arange(len(names)) == said.argmax(axis=1)[:, None]
    if not one_each:
        takes |= said > 0
    takes &= np.asarray(texts.sum(axis=1)).reshape(-1, 1) > 0
    return [frozenset(names[column] for column in np.flatnonzero(row)) for row in takes]
