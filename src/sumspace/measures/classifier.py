"""A text classifier that learns topics from some texts and assigns them to others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    #: The topics of a document.
    Labels = frozenset[str]

__all__ = ["assign", "deal"]

_FOLDS = 10


def deal(topics: Sequence[Labels], counts: Counter[str]) -> list[int]:
    """Deal the documents out: each goes where there are fewest of its topics, the rarest first, then fewest in all."""
    folds = range(min(_FOLDS, len(topics)))
    held: list[Counter[str]] = [Counter() for _ in folds]
    sizes = [0 for _ in folds]
    chosen = []
    for its in topics:
        rarest = sorted(its, key=lambda topic: (counts[topic], topic))
        fold = min(folds, key=lambda fold: ([held[fold][topic] for topic in rarest], sizes[fold], fold))
        held[fold].update(its)
        sizes[fold] += 1
        chosen.append(fold)
    return chosen


def assign(
    words: Any, training: Sequence[int], taught: Sequence[Labels], judged: NDArray[np.int64], one_each: bool
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
        yes = [name in its for its in taught]
        if not all(yes):
            machine = LinearSVC(class_weight="balanced", random_state=0).fit(lessons, yes)
            said[:, column] = machine.decision_function(texts)
    takes = np.arange(len(names)) == said.argmax(axis=1)[:, None]
    if not one_each:
        takes |= said > 0
    takes &= np.asarray(texts.sum(axis=1)).reshape(-1, 1) > 0
    return [frozenset(names[column] for column in np.flatnonzero(row)) for row in takes]
