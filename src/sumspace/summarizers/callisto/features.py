"""What CALLISTO knows of a document before it summarizes it (Rigouste 2004, section 2.1).

The paper names the length, the number of content words, counts of n-grams, and statistics of characters, words and
sentences. Here are also features of repetition, of how the words are spread, and of how the beginning relates to the
rest. Learners that compare features see them in standard deviations from the mean.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from math import expm1, log, log1p
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import Article
from sumspace.text.words import TextWords

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sumspace.arrays import Floats


#: From how many letters on a word is long.
_LONG = 7
#: No feature counts as further from the mean than so many standard deviations.
_FURTHEST = 1e8


def features_of(article: Article, text: TextWords) -> Floats:
    """Return the features of a document, in the order of FEATURES; sizes as logarithms."""
    return np.array(list(_features(article, text).values()), dtype=np.float64)


def _features(article: Article, text: TextWords) -> dict[str, float]:
    return {**_sizes(article, text), **_words(text), **_sentences(article, text), **_spread(article, text)}


def _sizes(article: Article, text: TextWords) -> dict[str, float]:
    """Return how much of everything there is, as log(1 + n)."""
    content = [stem for stem, stop in zip(text.stems, text.stops, strict=True) if not stop]
    grams = {n: [text.stems[i : i + n] for a, b in text.sentences for i in range(a, b - n + 1)] for n in (2, 3)}
    sizes = {
        "sentences": len(article), "words": len(text), "content words": len(content),
        "characters": sum(map(len, text.words)), "different words": len(set(text.stems)),
        "different content words": len(set(content)), "different bigrams": len(set(grams[2])),
        "different trigrams": len(set(grams[3])), "repeated bigrams": _repeated(grams[2]),
        "repeated trigrams": _repeated(grams[3]), "sections": len(article.starts),
        "words of the title": len(article.title),
    }  # fmt: skip
    return {name: log1p(size) for name, size in sizes.items()}


def _repeated(grams: Sequence[tuple[str, ...]]) -> int:
    return sum(1 for times in Counter(grams).values() if times > 1)


def _words(text: TextWords) -> dict[str, float]:
    """Return statistics of words."""
    many = max(len(text), 1)
    lengths = [len(word) for word in text.words] or [0]
    inner = [word for first, last in text.sentences for word in text.words[first + 1 : last]]
    return {
        "letters a word": fmean(lengths),
        "their deviation": pstdev(lengths),
        "share of long words": sum(length >= _LONG for length in lengths) / many,
        "share of stop words": sum(text.stops) / many,
        "share of numbers": sum(word[0].isdigit() for word in text.words) / many,
        "share of capitals inside sentences": sum(word[0].isupper() for word in inner) / max(len(inner), 1),
        "share of different words": len(set(text.stems)) / many,
        "words between punctuation": many / max(len(text.runs), 1),
    }


def _sentences(article: Article, text: TextWords) -> dict[str, float]:
    """Return statistics of sentences."""
    lengths = [last - first for first, last in text.sentences] or [0]
    many = max(len(article), 1)
    return {
        "words a sentence": fmean(lengths),
        "deviation of words a sentence": pstdev(lengths),
        "longest sentence": max(lengths),
        "words of the first sentence": lengths[0],
        "share of questions": sum(sentence.rstrip("\"'”’)").endswith("?") for sentence in article.texts) / many,
        "share of sentences with quotes": sum(any(sign in s for sign in '"“”«»') for s in article.texts) / many,
    }


def _spread(article: Article, text: TextWords) -> dict[str, float]:
    """Return how the content words are spread over the text."""
    sentences = [Counter(sentence) for sentence in article.sentences] or [Counter()]
    total = Counter(chain.from_iterable(article.sentences))
    beginning = Counter(chain.from_iterable(article.sentences[: -(-len(sentences) // 5)]))
    many = max(total.total(), 1)
    frequent = [word for word, _ in total.most_common(10)]
    start = set().union(*sentences[: max(len(sentences) // 10, 1)])
    return {
        "entropy of content words": -sum(n / many * log(n / many) for n in total.values()),
        "share of the ten most frequent": sum(total[word] for word in frequent) / many,
        "those ten in the first tenth": sum(word in start for word in frequent) / max(len(frequent), 1),
        "likeness of neighbouring sentences": fmean([_cosine(a, b) for a, b in pairwise(sentences)] or [0.0]),
        "likeness of the first sentence to the text": _cosine(sentences[0], total),
        "likeness of the first fifth to the text": _cosine(beginning, total),
        "likeness of the title to the text": _cosine(Counter(article.title), total),
        "share of words in the longest section": _longest(article, text),
    }


def _longest(article: Article, text: TextWords) -> float:
    bounds = [*article.starts, len(article)] if len(article) else []
    lengths = [last - first for first, last in text.sentences]
    return max((sum(lengths[a:b]) for a, b in pairwise(bounds)), default=0) / max(len(text), 1)


def _cosine(counts: Mapping[int, int], others: Mapping[int, int]) -> float:
    shared = sum(times * others[word] for word, times in counts.items() if word in others)
    lengths = [sum(times * times for times in words.values()) ** 0.5 for words in (counts, others)]
    return float(shared / (lengths[0] * lengths[1])) if shared else 0.0


#: The names of the features.
FEATURES = tuple(_features(Article([]), TextWords((), (), (), (), ())))
#: Those that are sizes, as log(1 + n).
_SIZES = frozenset(_sizes(Article([]), TextWords((), (), (), (), ())))
#: What features are called whose names lean on those before them.
_WHOLE_NAMES = {
    "their deviation": "deviation of letters a word",
    "those ten in the first tenth": "share of the ten most frequent in the first tenth",
}


def feature_name(number: int) -> str:
    """Return the name of a feature as it can be read alone."""
    return _WHOLE_NAMES.get(FEATURES[number], FEATURES[number])


def written_feature(number: int, value: float) -> str:
    """Write the value of a feature as people would: sizes as they are, and not their logarithms.

    >>> (
    ...     written_feature(FEATURES.index("sentences"), log1p(28)),
    ...     written_feature(FEATURES.index("letters a word"), 4.321),
    ... )
    ('28', '4.32')
    """
    return f"{expm1(min(value, 300)):.4g}" if FEATURES[number] in _SIZES else f"{value:.3g}"


def standards(features: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard deviation of each feature over documents, 0 for those that are the same in all."""
    constant = features.min(axis=0) == features.max(axis=0)
    return features.mean(axis=0), np.where(constant, 0.0, features.std(axis=0))


def standardize(features: Floats, means: Floats, deviations: Floats) -> Floats:
    """Return the features of documents, or of one, in standard deviations from the mean; 0 where there is no deviation.

    >>> standardize(np.array([7.0, 5.0]), np.array([3.0, 4.0]), np.array([2.0, 0.0])).tolist()
    [2.0, 0.0]
    """
    standard = np.zeros_like(features)
    with np.errstate(over="ignore"):
        np.divide(features - means, deviations, out=standard, where=deviations > 0)
    return np.clip(standard, -_FURTHEST, _FURTHEST)
