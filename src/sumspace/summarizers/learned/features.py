"""What is known of every sentence of a text before it is judged, and of the text as a whole.

Features are numbers, none of them missing. Those that need English words or written texts are 0 where there are none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.summarizers.centroid import Centroid
from sumspace.summarizers.edmundson import BONUS, STIGMA, Edmundson
from sumspace.summarizers.frequency import Frequency
from sumspace.summarizers.kl_sum import KLSum
from sumspace.summarizers.learned.wording import summed
from sumspace.summarizers.lexrank import LexRank
from sumspace.summarizers.luhn import Luhn
from sumspace.summarizers.sumbasic import SumBasic
from sumspace.summarizers.textrank import TextRank

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sumspace.arrays import Floats, Integers
    from sumspace.summarizers.learned.wording import Wording
    from sumspace.summarizers.summarizer import Summarizer


#: The summarizers whose ranks are features; Lead's are positions. Those by LSA take far longer on long texts.
RANKERS: Mapping[str, Summarizer] = {
    "centroid": Centroid(), "edmundson": Edmundson(), "frequency": Frequency(), "kl-sum": KLSum(),
    "lexrank": LexRank(), "luhn": Luhn(), "sumbasic": SumBasic(), "textrank": TextRank(),
}  # fmt: skip
#: English words at the beginning of a sentence that point back, or that connect; those of the first person; the past.
_POINTING = frozenset(
    {
        "he", "she", "it", "they", "this", "that", "these", "those", "his", "her", "its", "their", "him", "them",
        "such", "here", "there",
    }
)  # fmt: skip
_CONNECTING = frozenset(
    {
        "after", "also", "although", "and", "as", "because", "before", "but", "for", "furthermore", "however", "if",
        "in", "instead", "meanwhile", "moreover", "or", "so", "still", "then", "therefore", "thus", "when", "while",
        "yet",
    }
)  # fmt: skip
_FIRST_PERSON = frozenset(["we", "our", "us", "i", "my"])
_PAST = frozenset(["was", "were", "had", "did"])
_BONUS, _STIGMA = frozenset(BONUS), frozenset(STIGMA)
#: Words of reports and findings.
_CUE = re.compile(
    r"\b(propos|present|show|introduc|investigat|stud(y|ied|ies)|result|conclu|demonstrat|find|found|achiev|outperform"
    r"|novel|approach|method|purpose|aim|describ|address|develop|paper|article|summary|evidence|claim|appeal|issue"
    r"|order|denied|granted|suggest|significan|important)",
    re.IGNORECASE,
)
_QUOTES = '"“”«»'
_CLOSING = "\"'”’)"
#: Features that stand also in standard deviations from the mean of the text, and as ranks within it.
_STANDARDIZED = (
    "mean tf-idf", "tf-idf", "centroid cosine", "mean log tf", "mean rarity", "mean likeness", "title words",
    "capitals", "likeness to neighbours", "likeness to the first",
)  # fmt: skip
#: The first sentences, which are compared with the others.
_LEAD = 3


def sentence_features(wording: Wording) -> dict[str, Floats]:
    """Return the features of every sentence by name, those of the text excepted."""
    features = _positions(wording) | _words(wording) | _likeness(wording) | _style(wording) | _ranks(wording)
    for name in _STANDARDIZED:
        features[f"{name} (standardized)"] = standardized(features[name])
        features[f"{name} (rank)"] = ranks(features[name])
    return features


def context_features(wording: Wording, features: Mapping[str, Floats]) -> dict[str, float]:
    """Return what is known of the text as a whole, from the features of its sentences."""
    sentences, words = len(wording.lengths), len(wording.stems)

    def mean(name: str) -> float:
        return float(features[name].mean()) if sentences else 0.0

    def lead(values: Floats) -> float:
        return float(values[:_LEAD].mean()) if sentences else 0.0

    return {
        "text: log sentences": float(np.log1p(sentences)),
        "text: log words": float(np.log1p(words)),
        "text: words per sentence": words / max(sentences, 1),
        "text: sections": float(min(len(wording.article.starts), 30)),
        "text: title words": float(wording.in_title.sum()),
        "text: different words": len(wording.vocabulary) / max(words, 1),
        "text: quotes": mean("quotes"),
        "text: past tense": mean("past tense"),
        "text: first person": mean("first person"),
        "text: capitals": mean("capitals"),
        "text: numbers": mean("numbers"),
        "text: cue words": mean("cue words"),
        "text: likeness to neighbours": mean("likeness to neighbours"),
        "text: mean likeness": mean("mean likeness"),
        "text: centroid cosine of the lead": lead(features["centroid cosine (standardized)"]),
        "text: title words of the lead": lead(features["share of title words"]) - mean("share of title words"),
    }


def standardized(values: Floats) -> Floats:
    """Return values in standard deviations from their mean; 0 where all are the same."""
    deviation = values.std() if values.size else 0.0
    return (values - values.mean()) / deviation if deviation > 1e-12 else np.zeros_like(values)


def ranks(values: Floats) -> Floats:
    """Return the places of values from 0, the highest, to 1; of equal ones the earlier comes first.

    >>> ranks(np.array([2.0, 5.0, 2.0])).tolist()
    [0.5, 0.0, 1.0]
    """
    return _scaled(np.argsort(np.round(-values, 9), kind="stable"))


def _scaled(order: Any) -> Floats:
    places = np.empty(len(order))
    places[order] = np.arange(len(order)) / max(len(order) - 1, 1)
    return places


def _positions(wording: Wording) -> dict[str, Floats]:
    sentences = len(wording.lengths)
    places = np.arange(sentences)
    begins = np.array(sorted({0, *(start for start in wording.article.starts if 0 <= start < sentences)}))
    ends = np.append(begins[1:], sentences)
    section = np.searchsorted(begins, places, side="right") - 1
    return {
        "position": np.minimum(places, 200).astype(np.float64),
        "relative position": places / max(sentences - 1, 1),
        "log sentences after": np.log1p(sentences - 1 - places),
        "log words before": np.log1p(wording.before),
        "words before (share)": wording.before / max(len(wording.stems), 1),
        "log position in section": np.log1p(places - begins[section]),
        "log sentences after in section": np.log1p(ends[section] - 1 - places),
        "relative section": section / max(len(begins) - 1, 1),
        "log sentences of section": np.log1p(ends[section] - begins[section]),
    }


def _words(wording: Wording) -> dict[str, Floats]:
    owners, stems = wording.pairs
    sentences, lengths = len(wording.lengths), np.maximum(wording.lengths, 1)
    content = ~wording.stops

    def total(values: Any) -> Floats:
        return summed(owners, np.where(content, values, 0.0)[stems], sentences)

    many = np.maximum(total(np.ones(len(content))), 1)
    tfidf = total(wording.counts * wording.rarity)
    titles = total(wording.in_title)
    new = (wording.first_sentences[stems] == owners) & content[stems]
    letters = wording.per_sentence([len(word) for word in wording.text.words])
    return {
        "words": wording.lengths.astype(np.float64),
        "log words (standardized)": standardized(np.log1p(wording.lengths)),
        "share of content words": many / lengths,
        "tf-idf": tfidf,
        "mean tf-idf": tfidf / many,
        "mean rarity": total(wording.rarity) / many,
        "mean log tf": total(np.log(np.maximum(wording.counts, 1))) / many,
        "mean share of sentences": total(wording.sentence_counts / max(sentences, 1)) / many,
        "title words": titles,
        "share of title words": titles / many,
        "share of the title": titles / max(int(wording.in_title.sum()), 1),
        "new words": np.bincount(owners[new], minlength=sentences) / many,
        "letters per word": letters / lengths,
    }


def _likeness(wording: Wording) -> dict[str, Floats]:
    """Return cosines, words weighted by their rarity: with the text, neighbours, the first sentences and all others."""
    from scipy.sparse import csr_array

    owners, stems = wording.pairs
    shape = sentences, vocabulary = len(wording.lengths), len(wording.vocabulary)
    weights = np.where(wording.stops, 0.0, wording.rarity)
    norms = np.maximum(np.sqrt(np.bincount(owners, weights[stems] ** 2, sentences)), 1e-9)
    rows = csr_array((weights[stems] / norms[owners], (owners, stems)), shape=shape)
    text = weights * wording.counts
    neighbours = np.zeros(sentences)
    if sentences > 1:
        cosines = np.asarray(rows[:-1].multiply(rows[1:]).sum(axis=1)).ravel()
        neighbours[:-1] += cosines / 2
        neighbours[1:] += cosines / 2
    lead = min(_LEAD, sentences)
    empty = np.zeros(vocabulary)

    def product(vector: Any) -> Floats:
        return np.asarray(rows @ np.asarray(vector)).ravel()

    def summed(count: int) -> Any:
        return np.asarray(rows[:count].sum(axis=0)).ravel() if count else empty

    return {
        "centroid cosine": product(text) / max(float(np.sqrt((text**2).sum())), 1e-9),
        "likeness to neighbours": neighbours,
        "likeness to the first": product(summed(min(1, sentences))),
        "likeness to the lead": product(summed(lead)) / max(lead, 1),
        "mean likeness": product(summed(sentences)) / max(sentences, 1),
    }


def _style(wording: Wording) -> dict[str, Floats]:
    lengths = np.maximum(wording.lengths, 1)
    lower, spans = wording.text.lower, wording.text.sentences
    english, texts = wording.article.language == "en", wording.texts
    first = [lower[begin] if end > begin else "" for begin, end in spans]

    def floats(values: Iterable[Any]) -> Floats:
        return np.array(list(values), dtype=np.float64)

    def said(words: frozenset[str]) -> Floats:
        return wording.per_sentence([word in words for word in lower]) * english

    ends = [text.rstrip(_CLOSING) for text in texts]
    return {
        "numbers": wording.per_sentence(wording.number) / lengths,
        "capitals": wording.per_sentence(wording.capital & ~wording.begins) / lengths,
        "quotes": floats(any(sign in text for sign in _QUOTES) for text in texts),
        "question": floats(end.endswith("?") for end in ends),
        "end mark": floats(end.endswith((".", "!", "?")) for end in ends),
        "small letter first": floats(text[:1].islower() for text in texts),
        "parentheses": floats(text.count("(") + text.count("[") for text in texts),
        "commas": floats(text.count(",") for text in texts) / lengths,
        "pointing word first": floats(word in _POINTING for word in first) * english,
        "connecting word first": floats(word in _CONNECTING for word in first) * english,
        "first person": np.minimum(said(_FIRST_PERSON), 1.0),
        "past tense": said(_PAST) / lengths,
        "cue words": floats(len(_CUE.findall(text)) for text in texts) * english,
        "bonus words": said(_BONUS) - said(_STIGMA),
    }


def _ranks(wording: Wording) -> dict[str, Floats]:
    """Return the ranks that other summarizers give, from 0 to 1."""
    article = wording.article
    return {
        f"rank by {name}": _scaled(ranker.rank(article) if len(article) else []) for name, ranker in RANKERS.items()
    }


def columns(features: Mapping[str, Any], rows: int) -> Floats:
    """Put features side by side: [row, feature]."""
    return np.column_stack([np.broadcast_to(values, rows) for values in features.values()]).astype(np.float64)


def limits(values: Floats, starts: Integers) -> tuple[Floats, Floats]:
    """Return the highest and the lowest of each stretch of rows, none of which is empty, that begins at `starts`."""
    if not len(starts):
        return np.zeros((0, values.shape[1])), np.zeros((0, values.shape[1]))
    return np.maximum.reduceat(values, starts), np.minimum.reduceat(values, starts)
