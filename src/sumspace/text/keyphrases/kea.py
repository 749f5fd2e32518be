"""Kea: phrases that look like the key phrases of other texts, by how often and how early they stand."""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar
from zlib import crc32

import numpy as np

from sumspace.errors import SettingError
from sumspace.text.keyphrases.extractor import EXTRACTORS, KeyphraseExtractor, Phrase, collect, without_parts
from sumspace.text.word_frequencies import RAREST, phrase_frequency

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.text.keyphrases.extractor import PhraseCandidate
    from sumspace.text.words import TextWords

    Stems = tuple[str, ...]


#: How many words a phrase has at most.
LONGEST = 3
#: So many documents of general English count beside those of the corpus that Kea is trained on.
GENERAL = 100
#: So many models are trained, each without another part of the texts, where it matters that they have not seen a text.
PARTS = 5
_KIND, _VERSION = "sumspace-kea", 2
#: Entropies that differ by less are equal.
_NOISE = 1e-12
#: More than any feature can be; not a number and infinity are not below it.
_MOST = 1e300


@EXTRACTORS.register("kea")
@dataclass(frozen=True, slots=True)
class Kea(KeyphraseExtractor):
    """Rank phrases by how probably they are key phrases, from two features (Witten et al. 1999; Frank et al. 1999).

    TF×IDF is the phrase's share of the words times −log₂ of the share of documents that hold it, each count one more
    for the text itself; distance is the share of the words before the phrase first appears. Ties go to the higher
    TF×IDF, then to the earlier phrase, then to the longer one. A phrase inside a better one is left out.

    Four things are not as published. Names that stand alone are kept, since summaries are about them. So are phrases
    that occur once, which the published program leaves out, and with them all that some short texts have: they are
    learned from, and in a new text they come behind all that are repeated, with scores scaled to fit. What a single
    training document holds is forgotten: in a new text it counts as unseen. And document frequencies are not only
    those of the training documents, which are mostly too few to tell that "previous" is common: see `share_of`.
    """

    title: ClassVar[str] = "naive Bayes by tf-idf and first position, trained on texts with key phrases"
    paper: ClassVar[str] = "Witten, Paynter, Frank, Gutwin & Nevill-Manning 1999"

    #: What it has learned; None stands for the model that comes with the package.
    model: KeaModel | None = None

    def extract(self, text: TextWords) -> list[Phrase]:
        model = shipped() if self.model is None else self.model
        weighed = []
        for phrase in kea_candidates(text):
            tfidf = phrase.count / len(text) * model.rarity(phrase.stems, text.language)
            probability = model.probability(tfidf, phrase.first / len(text))
            order = (phrase.count == 1, -probability, -tfidf, phrase.first, -len(phrase.stems))
            weighed.append((order, probability, phrase))
        weighed.sort(key=itemgetter(0))
        least = min((probability for _, probability, phrase in weighed if phrase.count > 1), default=1.0)
        phrases = []
        for _, probability, phrase in weighed:
            score = probability * (least if phrase.count == 1 else 1.0)
            phrases.append(Phrase(phrase.text, phrase.stems, score))
        return without_parts(phrases)


@cache
def shipped() -> KeaModel:
    """Return the model that comes with the package, which was trained on the built-in corpus."""
    return KeaModel.from_json(json.loads((files("sumspace.text.keyphrases") / "sample.kea.json").read_bytes()))


@dataclass(frozen=True)
class KeaModel:
    """A model of key phrases, as plain data.

    Phrases of a single training document are not kept: with them it is several times as large and finds no more.
    """

    tfidf: Feature
    distance: Feature
    #: In how many documents frequencies were counted.
    documents: int
    #: The stems of phrases, with blanks between them, and in how many documents they are; sorted.
    frequencies: tuple[tuple[str, int], ...] = field(hash=False, repr=False)
    #: How many words a training document has on average, if it is English; 0 for other languages.
    words: float = 0.0
    #: What it was trained on, in words, and the checksums of these texts, ascending.
    trained_on: str = ""
    texts: tuple[int, ...] = field(default=(), repr=False)

    @classmethod
    def train(cls, documents: Iterable[tuple[TextWords, frozenset[Stems]]], trained_on: str) -> KeaModel:
        """Learn from texts and the stems of their key phrases; a text without any counts for frequencies alone.

        Each training text is held against all of them, itself among them, so that its frequencies are those of a new
        text that is added to the others.
        """
        return cls._learn([TrainingText.of(text, keys) for text, keys in documents], trained_on)

    @classmethod
    def train_apart(
        cls, documents: Iterable[tuple[TextWords, frozenset[Stems]]], trained_on: str, parts: int = PARTS
    ) -> tuple[KeaModel, ...]:
        """Train on all texts, and once more without each of so many parts of them: some model has not seen a text."""
        texts = [TrainingText.of(text, keys) for text, keys in documents]
        parts = min(parts, len(texts))
        kept = [[text for i, text in enumerate(texts) if i % parts != part] for part in range(parts)]
        whole = cls._learn(texts, trained_on)
        return whole, *(cls._learn(part, trained_on) for part in kept if any(text.has_keys for text in part))

    @classmethod
    def _learn(cls, texts: Sequence[TrainingText], trained_on: str) -> KeaModel:
        words = sum(text.size for text in texts if text.language == "en") / max(len(texts), 1)
        frequencies = Counter(phrase.stems for text in texts for phrase in text.candidates)
        tfidf, distances, is_key = [], [], []
        for text in texts:
            for phrase in text.candidates if text.keys else ():
                frequency = phrase_frequency(phrase.stems) if words else RAREST
                share = share_of(frequency, frequencies[phrase.stems], len(texts), words)
                tfidf.append(phrase.count / text.size * -math.log2(share))
                distances.append(phrase.first / text.size)
                is_key.append(phrase.stems in text.keys)
        if not any(is_key):
            raise SettingError("Kea cannot be trained: no document contains a key phrase")
        kept = sorted((" ".join(stems), count) for stems, count in frequencies.items() if count > 1)
        features = Feature.learn(tfidf, is_key), Feature.learn(distances, is_key)
        checksums = tuple(sorted({text.checksum for text in texts}))
        return cls(*features, len(texts), tuple(kept), words, trained_on, checksums)

    def has_seen(self, text: TextWords) -> bool:
        """Tell whether it was trained on this text: then what it finds says little of what it would find in others."""
        return checksum(text) in self._checksums

    @cached_property
    def _checksums(self) -> frozenset[int]:
        return frozenset(self.texts)

    @cached_property
    def _known(self) -> Mapping[Stems, int]:
        return {tuple(phrase.split(" ")): count for phrase, count in self.frequencies}

    def rarity(self, stems: Stems, language: str = "en") -> float:
        """−log₂ of the share of documents that hold a phrase, those of the model and the one that is looked at.

        No word of another language is common in English.
        """
        frequency = phrase_frequency(stems) if language == "en" and self.words else RAREST
        return -math.log2(share_of(frequency, self._known.get(stems, 0) + 1, self.documents + 1, self.words))

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
            "words": self.words,
            "tfidf": self.tfidf.as_json(),
            "distance": self.distance.as_json(),
            "frequencies": dict(self.frequencies),
            "texts": list(self.texts),
        }

    @classmethod
    def from_json(cls, record: object) -> KeaModel:
        """Make a model of what `as_json` returned; anything else is refused."""
        if not isinstance(record, dict) or record.get("kind") != _KIND:
            raise SettingError("this is not a Kea model: train one with train_kea")
        if record.get("version") != _VERSION:
            raise SettingError(f"a Kea model of version {record.get('version')!r} cannot be read: train it again")
        fields: Any = record
        documents, trained_on, counted = (fields.get(name) for name in ("documents", "trained_on", "frequencies"))
        words, texts = fields.get("words"), fields.get("texts")
        _check(_is_whole(documents, 1), "documents", "a whole number from 1 on")
        _check(type(words) in {int, float} and 0 <= words < _MOST, "words", "a number from 0 on")
        _check(isinstance(trained_on, str), "trained_on", "a string")
        is_counted = isinstance(counted, dict) and all(_is_whole(count, 2, documents) for count in counted.values())
        _check(is_counted, "frequencies", "an object of whole numbers from 2 to that of the documents")
        are_checksums = isinstance(texts, list) and all(_is_whole(text, 0, 0xFFFFFFFF) for text in texts)
        _check(are_checksums, "texts", "a list of checksums")
        tfidf, distance = (Feature.from_json(fields.get(name), name) for name in ("tfidf", "distance"))
        is_same = sum(tfidf.yes) == sum(distance.yes) and sum(tfidf.no) == sum(distance.no)
        _check(is_same, "distance", "counted over the same phrases as tfidf")
        return cls(
            tfidf, distance, documents, tuple(sorted(counted.items())), float(words), trained_on, tuple(sorted(texts))
        )


@dataclass(frozen=True, slots=True)
class TrainingText:
    """What is learned from a text."""

    language: str
    #: How many words it has.
    size: int
    candidates: Sequence[PhraseCandidate]
    #: The stems of its key phrases.
    keys: frozenset[Stems]
    checksum: int

    @classmethod
    def of(cls, text: TextWords, keys: frozenset[Stems]) -> TrainingText:
        return cls(text.language, len(text), kea_candidates(text), keys, checksum(text))

    @property
    def has_keys(self) -> bool:
        return any(phrase.stems in self.keys for phrase in self.candidates)


def checksum(text: TextWords) -> int:
    """Return a number by which a text is known again."""
    return crc32(" ".join(text.words).encode("utf-8", "surrogatepass"))


def share_of(frequency: float, count: int, documents: int, words: float) -> float:
    """Estimate the share of documents that hold a phrase, from how many do and how frequent it is in English.

    A document of general English with `words` words, as many as those have on average, holds a phrase of frequency f
    with probability p = 1 − exp(−f · words), if it comes at random (Poisson). The documents that are counted have
    `GENERAL` such documents beside them: (count + 100 p) / (documents + 100). So a few documents learn from English
    which words are common, and thousands count for themselves. Without words, in other languages, they alone count.

    >>> [round(share_of(frequency, 1, 21, 650), 3) for frequency in (1.7e-4, 1e-6)]  # "previous", and a rare word
    [0.095, 0.009]
    """
    general = GENERAL if words else 0
    return (count - general * math.expm1(-frequency * words)) / (documents + general)


@dataclass(frozen=True, slots=True)
class Feature:
    """Where the intervals part, and how many key phrases and other phrases fall into each."""

    cuts: tuple[float, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]

    @classmethod
    def learn(cls, values: Sequence[float], is_key: Sequence[bool]) -> Feature:
        """Choose intervals by Fayyad & Irani's rule and count."""
        cuts = cut_points(values, is_key)
        counts = Counter(zip((bisect_left(cuts, value) for value in values), is_key, strict=True))
        yes, no = (tuple(counts[i, key] for i in range(len(cuts) + 1)) for key in (True, False))
        return cls(tuple(cuts), yes, no)

    def as_json(self) -> dict[str, Any]:
        return {"cuts": list(self.cuts), "yes": list(self.yes), "no": list(self.no)}

    @classmethod
    def from_json(cls, record: object, name: str) -> Feature:
        fields: Any = record if isinstance(record, dict) else {}
        cuts, yes, no = (fields.get(part) for part in ("cuts", "yes", "no"))
        are_numbers = isinstance(cuts, list) and all(type(cut) in {int, float} and abs(cut) < _MOST for cut in cuts)
        is_ascending = are_numbers and all(low < high for low, high in pairwise(cuts))
        _check(is_ascending, f"{name}.cuts", "a list of ascending numbers")
        size = len(cuts) + 1
        for part, counts in (("yes", yes), ("no", no)):
            is_right = isinstance(counts, list) and len(counts) == size and all(_is_whole(n, 0) for n in counts)
            _check(is_right, f"{name}.{part}", f"a list of {size} counts")
        return cls(tuple(map(float, cuts)), tuple(yes), tuple(no))

    def odds(self) -> list[float]:
        """P[interval | yes] / P[interval | no], with every count one more."""
        size, yes, no = len(self.yes), sum(self.yes), sum(self.no)
        return [(y + 1) / (yes + size) / ((n + 1) / (no + size)) for y, n in zip(self.yes, self.no, strict=True)]


def kea_candidates(text: TextWords) -> list[PhraseCandidate]:
    """Find every phrase of up to three words that neither begins nor ends with a stop word, in the order of the text.

    A phrase stays inside a run and holds no word without a letter: in Kea numbers part phrases as punctuation does.

    >>> from sumspace.text.words import read_words
    >>> [phrase.text for phrase in kea_candidates(read_words(["The rate of some banks, 2 banks."]))]
    ['rate', 'banks']
    """
    spans = []
    for first, last in text.runs:
        for begin in range(first, last):
            for end in range(begin + 1, min(begin + LONGEST, last) + 1) if text.content[begin] else ():
                if text.content[end - 1]:
                    spans.append((begin, end))
                elif not text.stops[end - 1]:
                    break
    return collect(text, spans)


def _check(is_right: bool, name: str, wanted: str) -> None:
    if not is_right:
        raise SettingError(f"the Kea model is damaged: {name} must be {wanted}")


def _is_whole(value: object, least: int, most: float = math.inf) -> bool:
    return type(value) is int and least <= value <= most


def cut_points(values: Sequence[float], classes: Sequence[bool]) -> list[float]:
    """Return where to cut, ascending: values up to and including a cut point lie below it.

    Each interval is cut where the entropy of the classes falls most, at the lowest such place, as long as the
    description gets shorter. A cut point is the roundest number, near the middle, that parts the two values around it.

    >>> cut_points([1, 2, 3, 4, 11, 12, 13, 14], [False] * 4 + [True] * 4)
    [8.0]
    """
    distinct, place = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
    counts = np.zeros((distinct.size + 1, 2), dtype=np.int64)
    np.add.at(counts, (place + 1, np.asarray(classes, dtype=np.int64)), 1)
    below = counts.cumsum(axis=0)
    cuts: list[float] = []
    waiting = [(0, distinct.size)]
    while waiting:
        first, last = waiting.pop()
        if (cut := _cut(below[first : last + 1])) is not None:
            cuts.append(_between(float(distinct[first + cut - 1]), float(distinct[first + cut])))
            waiting += [(first, first + cut), (first + cut, last)]
    return sorted(cuts)


def _cut(below: Integers) -> int | None:
    """Choose how many of the distinct values of an interval to cut off; None where that costs more than it saves.

    With N examples of k classes in S, a cut into S₁ and S₂ must gain Ent(S) − |S₁|/N Ent(S₁) − |S₂|/N Ent(S₂) more
    than (log₂(N − 1) + log₂(3ᵏ − 2) − (k Ent(S) − k₁ Ent(S₁) − k₂ Ent(S₂))) / N.
    """
    whole = below[-1] - below[0]
    if len(below) < 3 or not whole.all():
        return None
    left = below[1:-1] - below[0]
    right = whole - left
    n, ent, ent_left, ent_right = int(whole.sum()), _entropy(whole), _entropy(left), _entropy(right)
    after = (left.sum(axis=1) * ent_left + right.sum(axis=1) * ent_right) / n
    best = int(np.argmax(after <= after.min() + _NOISE))
    k_left, k_right = np.count_nonzero(left[best]), np.count_nonzero(right[best])
    delta = math.log2(3**2 - 2) - (2 * ent - k_left * ent_left[best] - k_right * ent_right[best])
    return best + 1 if ent - after[best] > (math.log2(n - 1) + delta) / n else None


def _entropy(counts: Integers) -> Floats:
    """The entropy of classes, counted along the last axis, in bits; that of no examples is 0."""
    shares = counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    return np.asarray(-(shares * np.log2(np.where(shares > 0, shares, 1.0))).sum(axis=-1))


def _between(low: float, high: float) -> float:
    """Return the number with the fewest digits, from the middle rounded, that is not below low and is below high."""
    middle = low + (high - low) / 2
    for digits in range(1, 18):
        rounded = float(f"{middle:.{digits}g}")
        if low <= rounded < high:
            return rounded
    return low
