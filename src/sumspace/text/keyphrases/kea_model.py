"""What Kea learns from texts with known key phrases: intervals of two features, counts, and document frequencies."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sumspace.errors import SettingError
from sumspace.text.keyphrases.kea_candidates import kea_candidates
from sumspace.text.keyphrases.kea_feature import Feature, check, is_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sumspace.text.keyphrases.wording import Wording

    #: The stems of a phrase.
    Stems = tuple[str, ...]

__all__ = ["KeaModel"]

_KIND, _VERSION = "sumspace-kea", 1


@dataclass(frozen=True)
class KeaModel:
    """A model of key phrases, as plain data.

    Phrases of a single training document, which most are, are not kept: in a new text they count as unseen.
    With them a model is several times as large and finds as many key phrases.
    """

    tfidf: Feature
    distance: Feature
    #: In how many documents frequencies were counted.
    documents: int
    #: The stems of phrases, with blanks between them, and in how many documents they are; sorted.
    frequencies: tuple[tuple[str, int], ...] = field(hash=False, repr=False)
    #: What it was trained on, in words.
    trained_on: str = ""

    @classmethod
    def train(cls, documents: Iterable[tuple[Wording, frozenset[Stems]]], trained_on: str) -> KeaModel:
        """Learn from texts and the stems of their key phrases; a text without any counts for frequencies alone.

        Each training text is held against all of them, itself among them, so that its frequencies are those of a new
        text that is added to the others.
        """
        read = [(len(text), kea_candidates(text), keys) for text, keys in documents]
        frequencies = Counter(phrase.stems for _, found, _ in read for phrase in found)
        tfidf, distances, is_key = [], [], []
        for size, found, keys in read:
            for phrase in found if keys else ():
                tfidf.append(phrase.count / size * math.log2(len(read) / frequencies[phrase.stems]))
                distances.append(phrase.first / size)
                is_key.append(phrase.stems in keys)
        if not any(is_key):
            raise SettingError("Kea cannot be trained: no document holds a key phrase")
        kept = sorted((" ".join(stems), count) for stems, count in frequencies.items() if count > 1)
        return cls(
            Feature.learn(tfidf, is_key), Feature.learn(distances, is_key), len(read), tuple(kept), trained_on
        )  # fmt: skip

    @cached_property
    def rarity(self) -> Mapping[Stems, float]:
        """−log₂ of the share of documents that hold a phrase, those of the model and the one that is looked at."""
        return {tuple(phrase.split(" ")): -math.log2((n + 1) / (self.documents + 1)) for phrase, n in self.frequencies}

    @cached_property
    def unseen_rarity(self) -> float:
        """The same for all phrases that the model does not know."""
        return math.log2(self.documents + 1)

    @cached_property
    def _probabilities(self) -> list[list[float]]:
        prior = (sum(self.tfidf.yes) + 1) / (sum(self.tfidf.no) + 1)
        distance = self.distance.odds()
        return [[1 - 1 / (1 + prior * t * d) for d in distance] for t in self.tfidf.odds()]

    def probability(self, tfidf: float, distance: float) -> float:
        """P[yes] / (P[yes] + P[no]), P[yes] = Y / (Y + N) · P[tfidf | yes] · P[distance | yes]."""
        return self._probabilities[bisect_left(self.tfidf.cuts, tfidf)][bisect_left(self.distance.cuts, distance)]

    def as_json(self) -> dict[str, Any]:
        """Return the model as JSON has it; `from_json` makes the same model of it."""
        return {
            "kind": _KIND, "version": _VERSION, "trained_on": self.trained_on, "documents": self.documents,
            "tfidf": self.tfidf.as_json(), "distance": self.distance.as_json(), "frequencies": dict(self.frequencies),
        }  # fmt: skip

    @classmethod
    def from_json(cls, record: object) -> KeaModel:
        """Make a model of what `as_json` gave; whatever else it is given is refused."""
        if not isinstance(record, dict) or record.get("kind") != _KIND:
            raise SettingError("this is no Kea model; make one with train_kea")
        if record.get("version") != _VERSION:
            raise SettingError(f"a Kea model of version {record.get('version')!r} cannot be read; train it anew")
        documents: Any = record.get("documents")
        trained_on: Any = record.get("trained_on")
        counted: Any = record.get("frequencies")
        check(is_whole(documents, 1), "documents", "a whole number from 1 on")
        check(isinstance(trained_on, str), "trained_on", "a string")
        check(
            isinstance(counted, dict) and all(is_whole(count, 2, documents) for count in counted.values()),
            "frequencies", "an object of whole numbers from 2 to that of the documents",
        )  # fmt: skip
        tfidf, distance = (Feature.from_json(record.get(name), name) for name in ("tfidf", "distance"))
        is_same = sum(tfidf.yes) == sum(distance.yes) and sum(tfidf.no) == sum(distance.no)
        check(is_same, "distance", "counted over the same phrases as tfidf")
        return cls(tfidf, distance, documents, tuple(sorted(counted.items())), trained_on)
