"""A text as the model sees it: features of its sentences and of its units, which are bigrams of stems.

What a reference may share with a text are words that follow each other, so these are weighed (Li, Qian & Liu 2013),
each by where, how often and in what sentences it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.document import Article
from sumspace.summarizers.learned.features import columns, context_features, limits, ranks, sentence_features
from sumspace.summarizers.learned.wording import Wording

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers


#: The features of sentences whose extremes, over all sentences that have a unit, are features of the unit.
_OF_SENTENCES = (
    "log position in section", "log sentences after in section", "relative position", "log sentences after",
    "log sentences of section", "words", "centroid cosine", "centroid cosine (rank)", "tf-idf (rank)",
    "share of title words", "likeness to the first", "mean likeness", "quotes", "cue words", "capitals",
    "pointing word first", "first person", "past tense", "rank by lexrank", "rank by textrank", "rank by edmundson",
    "rank by kl-sum", "rank by luhn",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Reading:
    """A text with all its features."""

    article: Article

    @cached_property
    def wording(self) -> Wording:
        return Wording(self.article)

    @cached_property
    def _sentence_features(self) -> dict[str, Floats]:
        return sentence_features(self.wording)

    @cached_property
    def _context(self) -> dict[str, float]:
        return context_features(self.wording, self._sentence_features)

    @cached_property
    def sentences(self) -> Floats:
        """The features of sentences: [sentence, feature], in the order of their names."""
        return columns(self._sentence_features | self._context, len(self.article))

    @cached_property
    def context(self) -> Floats:
        """The features of the text as a whole, in the order of their names."""
        return np.array(list(self._context.values()))

    @cached_property
    def _bigrams(self) -> tuple[Integers, Integers, Integers, Integers]:
        """The two stems of each unit, and of all bigrams in the order of the text their units and first words."""
        wording = self.wording
        firsts = np.flatnonzero(np.diff(wording.sentences) == 0)
        many = max(len(wording.vocabulary), 1)
        codes, units = np.unique(wording.stems[firsts] * many + wording.stems[firsts + 1], return_inverse=True)
        left, right = np.divmod(codes, many)
        return left, right, units, firsts

    @property
    def stems(self) -> list[tuple[str, str]]:
        """The two stems of each unit."""
        names = list(self.wording.vocabulary)
        left, right, *_ = self._bigrams
        return [(names[a], names[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]

    def written(self, units: Integers) -> list[str]:
        """Return units as they are first written, in lower case."""
        *_, occurrences, firsts = self._bigrams
        _, places = np.unique(occurrences, return_index=True)
        words = self.wording.text.lower
        return [" ".join(words[first : first + 2]) for first in firsts[places[units]].tolist()]

    @cached_property
    def holdings(self) -> tuple[Integers, Integers, Floats]:
        """Which sentence has which unit, by sentence and place, no pair twice; and with what share of its words."""
        wording = self.wording
        *_, units, firsts = self._bigrams
        owners = wording.sentences[firsts]
        _, kept = np.unique(owners * (int(units.max(initial=0)) + 1) + units, return_index=True)
        kept.sort()
        owners, units, firsts = owners[kept], units[kept], firsts[kept]
        shares = (firsts + 2 - wording.before[owners]) / np.maximum(wording.lengths[owners], 1)
        return owners, units, shares

    @cached_property
    def units(self) -> Floats:
        """The features of units: [unit, feature], in the order of their names."""
        left, *_ = self._bigrams
        return columns(self._unit_features() | self._of_sentences() | self._context, len(left))

    def _unit_features(self) -> dict[str, Floats]:
        wording = self.wording
        left, right, occurrences, _ = self._bigrams
        sentences, words = max(len(self.article), 1), max(len(wording.stems), 1)
        owners, units, _ = self.holdings
        counts = np.maximum(np.bincount(occurrences, minlength=len(left)), 1)
        spread = np.maximum(np.bincount(units, minlength=len(left)), 1)
        first, last = np.full(len(left), sentences), np.zeros(len(left), dtype=np.int64)
        np.minimum.at(first, units, owners)
        np.maximum.at(last, units, owners)
        inside = ~wording.begins
        capitals = wording.per_stem(wording.capital & inside) / np.maximum(wording.per_stem(inside), 1)
        numbers = wording.per_stem(wording.number) > 0
        content = np.where(wording.stops, 0.0, wording.counts)
        places = ranks(content * wording.rarity)
        rarity, titles, stops = wording.rarity, wording.in_title.astype(np.float64), wording.stops.astype(np.float64)
        return {
            "log tf": np.log(counts),
            "log sentences with it": np.log(spread),
            "share of sentences with it": spread / sentences,
            "log first sentence": np.log1p(first),
            "relative first sentence": first / sentences,
            "log sentences after the last": np.log1p(np.maximum(sentences - 1 - last, 0)),
            "relative last sentence": last / sentences,
            "log words before it": np.log1p(wording.before[first]) if len(left) else first.astype(np.float64),
            "stop word first": stops[left],
            "stop word second": stops[right],
            "rarity of the first word": rarity[left],
            "rarity of the second word": rarity[right],
            "rarity of the more frequent word": np.minimum(rarity[left], rarity[right]),
            "rarity of the rarer word": np.maximum(rarity[left], rarity[right]),
            "log tf of the first word": np.log(wording.counts[left]),
            "log tf of the second word": np.log(wording.counts[right]),
            "share of sentences with the first word": wording.sentence_counts[left] / sentences,
            "share of sentences with the second word": wording.sentence_counts[right] / sentences,
            "log tf of content words": np.log1p(content[left] + content[right]),
            "mutual information": np.log(counts * words / (wording.counts[left] * wording.counts[right])),
            "first word in title": titles[left],
            "second word in title": titles[right],
            "both words in title": titles[left] + titles[right],
            "capitals of the first word": capitals[left],
            "capitals of the second word": capitals[right],
            "numbers in it": numbers[left].astype(np.float64) + numbers[right],
            "rank of its words by tf-idf": np.minimum(places[left], places[right]),
            "log sentences before the first word": np.log1p(wording.first_sentences[left]),
            "log sentences before the second word": np.log1p(wording.first_sentences[right]),
        }

    def _of_sentences(self) -> dict[str, Floats]:
        owners, units, _ = self.holdings
        order = np.argsort(units, kind="stable")
        starts = np.flatnonzero(np.diff(units[order], prepend=-1))
        table = np.column_stack([self._sentence_features[name] for name in _OF_SENTENCES])[owners[order]]
        highest, lowest = limits(table, starts)
        return {
            f"{which} {name}": values[:, place]
            for which, values in (("highest", highest), ("lowest", lowest))
            for place, name in enumerate(_OF_SENTENCES)
        }


@cache
def feature_names() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the names of the features of sentences, of units, and of the text as a whole."""
    nothing = Reading(Article([]))
    context = tuple(nothing._context)  # noqa: SLF001 - its own
    units = (*nothing._unit_features(), *nothing._of_sentences())  # noqa: SLF001
    return (*nothing._sentence_features, *context), (*units, *context), context  # noqa: SLF001
