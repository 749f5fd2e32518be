"""Summaries with what they are judged by, turned into numbers once for all measures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.corpus.model import ALL
from sumspace.text.encoding import Encoded, encoder
from sumspace.text.passage import Passage, sentences_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Scores
    from sumspace.measures.scoring import Setting
    from sumspace.text.profile import Profile


@dataclass(frozen=True, slots=True)
class Pair:
    """A summary, the references it is judged by and, for measures that look at more, the example it belongs to."""

    peer: Passage
    references: tuple[Passage, ...] = ()
    example: Example | None = field(default=None, compare=False)
    #: The name under which people have judged and annotated it.
    system: str = ""
    #: The sentences of the document that it is made of, where that is known.
    given_extract: tuple[int, ...] | None = None
    #: The language of the texts, which decides where raw ones have their sentences.
    language: str = "en"
    #: The id of the one reference it is judged by; "all" where it is judged by all of them together.
    reference: str = ALL
    #: What `extract` is, in a tuple of its own, once it was looked for: several measures do.
    _extract: tuple[tuple[int, ...] | None] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def extract(self) -> tuple[int, ...] | None:
        """The sentences of the document that it is made of, found by their letters where they are not given.

        None where some of it is not in the document; a summary without any text is made of none.
        """
        if self._extract is None:
            object.__setattr__(self, "_extract", (self._find_extract(),))
        return self._extract[0] if self._extract else None

    def _find_extract(self) -> tuple[int, ...] | None:
        if self.given_extract is not None:
            return tuple(dict.fromkeys(self.given_extract))
        if self.example is None or not self.example.has_text:
            return None
        if not self.peer:
            return ()
        sentences = sentences_in(self.example.sentences(self.language), self.peer.split(self.language))
        return None if sentences is None else tuple(sorted(sentences))


class Batch:
    """Pairs as numbers: pair i has the peer text peers[i] and the reference texts references[starts[i]:starts[i+1]]."""

    def __init__(self, pairs: Sequence[Pair], setting: Setting, *, by_sentence: bool = True) -> None:
        self.pairs = pairs
        self.setting = setting
        self._encoder = encoder(setting.profile)
        # What a raw text's sentences are matters to some measures, and to limits, which count by sentence.
        self._by_sentence = by_sentence or setting.limit is not None
        places: dict[tuple[int, bool], int] = {}  # a text that stands in several pairs is encoded once
        self._passages: list[tuple[Passage, bool]] = []

        def place(passage: Passage, is_peer: bool) -> int:
            key = id(passage), is_peer
            if key not in places:
                places[key] = len(places)
                self._passages.append((passage, is_peer))
            return places[key]

        self.peers = np.array([place(pair.peer, True) for pair in pairs], dtype=np.int64)
        self.references = np.array([place(r, False) for pair in pairs for r in pair.references], dtype=np.int64)
        self.starts = np.cumsum([0, *(len(pair.references) for pair in pairs)], dtype=np.int64)

    @cached_property
    def texts(self) -> Encoded:
        """The texts, cut to the limit."""
        return self._encode(for_lcs=False)

    @cached_property
    def lcs_texts(self) -> Encoded:
        """The texts as ROUGE-L and -W see them: limits in bytes are applied differently there."""
        limit = self.setting.limit
        return self._encode(for_lcs=True) if limit and limit.unit == "bytes" else self.texts

    @property
    def owners(self) -> Integers:
        """For each reference, the pair it belongs to."""
        return np.repeat(np.arange(len(self.pairs)), np.diff(self.starts))

    def best(self, judged: Floats) -> Integers:
        """Return for each pair its reference with the highest value, the first on ties."""
        best = self.starts[:-1].copy()
        for step in range(1, int(np.diff(self.starts).max(initial=0))):
            candidates = self.starts[:-1] + step
            pairs = np.flatnonzero(candidates < self.starts[1:])
            better = pairs[judged[candidates[pairs]] > judged[best[pairs]]]
            best[better] = candidates[better]
        return best

    def best_scores(self, scores: Scores, recalls: Floats | None = None) -> Scores:
        """Choose for each pair the scores of one of its references: under formula B that with the best recall, else F.

        `recalls` are the recalls to choose by, unless they are those of the scores.
        """
        if self.setting.formula == "B":
            return scores.take(self.best(scores.recall if recalls is None else recalls))
        return scores.take(self.best(scores.f1))

    def shared(self, texts: Encoded, n: int = 1, gap: int = 0, *, unigrams: bool = False) -> Floats:
        """Count n-grams (n = 0: skip-bigrams over at most `gap` tokens, −1: any), which cross sentence boundaries.

        Returns for every reference those shared with the summary, as often as both have them, its own, the summary's.
        """
        from sumspace.measures import kernels

        joined, pairs = texts.joined, (self.peers, self.starts, self.references)
        runs = kernels.prefixes(joined.tokens, n) if n > 2 else joined.tokens
        counts = kernels.shared_units(joined.tokens, joined.starts, runs, n, gap, unigrams, *pairs)
        hits, totals, peer_totals = counts
        return np.array([hits, totals, peer_totals[self.owners]], dtype=np.float64)

    @cached_property
    def against_text(self) -> Batch:
        """The same summaries with their documents, uncut, in the place of references."""
        documents: dict[int, Passage] = {}

        def document(example: Example | None) -> tuple[Passage, ...]:
            if example is None:
                return ()
            if id(example) not in documents:
                documents[id(example)] = Passage(sentences=example.sentences(self.setting.profile.language))
            return (documents[id(example)],)

        pairs = [replace(pair, references=document(pair.example)) for pair in self.pairs]
        limit = self.setting.limit and replace(self.setting.limit, references=False)
        return Batch(pairs, replace(self.setting, limit=limit), by_sentence=self._by_sentence)

    @cached_property
    def stems(self) -> Batch:
        """The same with stems in the place of words."""
        return self._with(replace(self.setting.profile, stem=True))

    @cached_property
    def words(self) -> Batch:
        """The same with the words as they are."""
        return self._with(replace(self.setting.profile, stem=False))

    @cached_property
    def content(self) -> Batch:
        """The same with the stems of content words alone; all words where there is no stop list for the language."""
        return self._with(self.setting.profile.of_content)

    def _with(self, profile: Profile) -> Batch:
        if profile == self.setting.profile:
            return self
        return Batch(self.pairs, replace(self.setting, profile=profile), by_sentence=self._by_sentence)

    def written(self, pair: Pair) -> tuple[str, ...]:
        """Return the sentences of a summary as they are written, cut to the limit."""
        return tuple(sentence.decode(errors="ignore") for sentence in self._cut(pair.peer, is_peer=True))

    def _encode(self, *, for_lcs: bool) -> Encoded:
        texts = [self._cut(passage, is_peer=is_peer, for_lcs=for_lcs) for passage, is_peer in self._passages]
        return self._encoder.encode(texts)

    def _cut(self, passage: Passage, *, is_peer: bool, for_lcs: bool = False) -> list[bytes]:
        limit, sentences = self.setting.limit, [self._encoder.bytes_of(s) for s in self._sentences(passage)]
        if not limit or not (is_peer or limit.references):
            return sentences
        return (limit.cut_for_lcs if for_lcs else limit.cut)(sentences, self._encoder.words)

    def _sentences(self, passage: Passage) -> tuple[str, ...]:
        if passage.sentences is not None:
            return passage.sentences
        if not self._by_sentence:
            return (passage.text,)
        profile = self.setting.profile
        return passage.lines() if profile.split == "lines" else passage.split(profile.language)
