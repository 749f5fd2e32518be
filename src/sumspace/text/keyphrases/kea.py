"""Kea: phrases that look like the key phrases of other texts, by how often and how early they stand."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import (
    EXTRACTORS,
    KeyphraseExtractor,
    Phrase,
    PhraseCandidate,
    collect,
    content,
    without_parts,
)
from sumspace.text.keyphrases.kea_feature import Feature, check, is_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sumspace.text.words import TextWords

    #: The stems of a phrase.
    Stems = tuple[str, ...]
    #: Whether a phrase occurs once, minus its probability, minus its TF×IDF, its place, minus its length; the phrase.
    Weighed = tuple[bool, float, float, int, int, PhraseCandidate]

__all__ = ["LONGEST", "Kea", "KeaModel", "kea_candidates", "shipped"]

#: How many words a phrase has at most.
LONGEST = 3
_KIND, _VERSION = "sumspace-kea", 1


@EXTRACTORS.register("kea")
@dataclass(frozen=True, slots=True)
class Kea(KeyphraseExtractor):
    """Rank phrases by how probably they are key phrases, from two features (Witten et al. 1999; Frank et al. 1999).

    TF×IDF is the phrase's share of the words times −log₂ of the share of documents that hold it, each count one more
    for the text itself; distance is the share of the words before the phrase first appears. Ties go to the higher
    TF×IDF, then to the earlier phrase, then to the longer one. A phrase inside a better one is left out.

    Three things are not as published. Names that stand alone are kept, since summaries are about them. So are phrases
    that occur once, which the published program leaves out, and with them all that some short texts have: they are
    learned from, and in a new text they come behind all that are repeated, with scores scaled to fit. And what a single
    training document holds is forgotten: in a new text it counts as unseen.
    """

    title: ClassVar[str] = "phrases that stand as often and as early as the key phrases of other texts"
    paper: ClassVar[str] = "Witten, Paynter, Frank, Gutwin & Nevill-Manning 1999"

    #: What it has learned; None stands for the model that comes with the package.
    model: KeaModel | None = None

    def extract(self, text: TextWords) -> list[Phrase]:
        model = shipped() if self.model is None else self.model
        ranked = sorted(_weighed(model, text), key=itemgetter(slice(5)))
        least = min((-minus_probability for is_single, minus_probability, *_ in ranked if not is_single), default=1.0)
        return without_parts(
            [
                Phrase(phrase.text, phrase.stems, -minus_probability * (least if is_single else 1.0))
                for is_single, minus_probability, _, _, _, phrase in ranked
            ]
        )


def _weighed(model: KeaModel, text: TextWords) -> Iterator[Weighed]:
    """Return every candidate behind what it is sorted by."""
    for phrase in kea_candidates(text):
        tfidf = phrase.count / len(text) * model.rarity.get(phrase.stems, model.unseen_rarity)
        probability = model.probability(tfidf, phrase.first / len(text))
        yield phrase.count == 1, -probability, -tfidf, phrase.first, -len(phrase.stems), phrase


@cache
def shipped() -> KeaModel:
    """Return the model that comes with the package, which was trained on the built-in corpus."""
    text = (files("sumspace.text.keyphrases") / "sample.kea.json").read_text(encoding="utf-8")
    return KeaModel.from_json(json.loads(text))


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
    def train(cls, documents: Iterable[tuple[TextWords, frozenset[Stems]]], trained_on: str) -> KeaModel:
        """Learn from texts and the stems of their key phrases; a text without any counts for frequencies alone.

        Each training text is held against all of them, itself among them, so that its frequencies are those of a new
        text that is added to the others.
        """
        texts = [(len(text), kea_candidates(text), keys) for text, keys in documents]
        frequencies = Counter(phrase.stems for _, candidates, _ in texts for phrase in candidates)
        tfidf, distances, is_key = [], [], []
        for size, candidates, keys in texts:
            for phrase in candidates if keys else ():
                tfidf.append(phrase.count / size * math.log2(len(texts) / frequencies[phrase.stems]))
                distances.append(phrase.first / size)
                is_key.append(phrase.stems in keys)
        if not any(is_key):
            raise SettingError("Kea cannot be trained: no document holds a key phrase")
        kept = sorted((" ".join(stems), count) for stems, count in frequencies.items() if count > 1)
        features = Feature.learn(tfidf, is_key), Feature.learn(distances, is_key)
        return cls(*features, len(texts), tuple(kept), trained_on)

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
            "kind": _KIND,
            "version": _VERSION,
            "trained_on": self.trained_on,
            "documents": self.documents,
            "tfidf": self.tfidf.as_json(),
            "distance": self.distance.as_json(),
            "frequencies": dict(self.frequencies),
        }

    @classmethod
    def from_json(cls, record: object) -> KeaModel:
        """Make a model of what `as_json` returned; anything else is refused."""
        if not isinstance(record, dict) or record.get("kind") != _KIND:
            raise SettingError("this is no Kea model; make one with train_kea")
        if record.get("version") != _VERSION:
            raise SettingError(f"a Kea model of version {record.get('version')!r} cannot be read; train it anew")
        documents: Any = record.get("documents")
        trained_on: Any = record.get("trained_on")
        counted: Any = record.get("frequencies")
        check(is_whole(documents, 1), "documents", "a whole number from 1 on")
        check(isinstance(trained_on, str), "trained_on", "a string")
        is_counted = isinstance(counted, dict) and all(is_whole(count, 2, documents) for count in counted.values())
        check(is_counted, "frequencies", "an object of whole numbers from 2 to that of the documents")
        tfidf, distance = (Feature.from_json(record.get(name), name) for name in ("tfidf", "distance"))
        is_same = sum(tfidf.yes) == sum(distance.yes) and sum(tfidf.no) == sum(distance.no)
        check(is_same, "distance", "counted over the same phrases as tfidf")
        return cls(tfidf, distance, documents, tuple(sorted(counted.items())), trained_on)


def kea_candidates(text: TextWords) -> list[PhraseCandidate]:
    """Find every phrase of up to three words that neither begins nor ends with a stop word, in the order of the text.

    A phrase stays inside a run and holds no word without a letter: in Kea numbers part phrases as punctuation does.

    >>> from sumspace.text.words import read_words
    >>> [phrase.text for phrase in kea_candidates(read_words(["The rate of some banks, 2 banks."]))]
    ['rate', 'banks']
    """
    return collect(text, _spans(text))


def _spans(text: TextWords) -> Iterator[tuple[int, int]]:
    is_content, stops = content(text), text.stops
    for first, last in text.runs:
        for begin in range(first, last):
            if not is_content[begin]:
                continue
            yield begin, begin + 1
            for end in range(begin + 2, min(begin + LONGEST, last) + 1):
                if is_content[end - 1]:
                    yield begin, end
                elif not stops[end - 1]:
                    break
