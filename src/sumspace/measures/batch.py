"""Summaries and their references, turned into numbers once for all measures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sumspace.text.encoding import Encoded, encoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.measures.setting import Setting
    from sumspace.text.passage import Passage

__all__ = ["Batch", "Pair"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A summary and the references it is judged by."""

    peer: Passage
    references: tuple[Passage, ...]


class Batch:
    """Pairs as numbers: pair i has the peer text peers[i] and the reference texts references[starts[i]:starts[i+1]].

    A text that stands in several pairs is encoded once.
    """

    def __init__(self, pairs: Sequence[Pair], setting: Setting, *, by_sentence: bool = True) -> None:
        self.pairs = pairs
        self.setting = setting
        self._encoder = encoder(setting.profile)
        # What a raw text's sentences are matters to some measures, and to limits, which count by sentence.
        self._by_sentence = by_sentence or setting.limit is not None
        places: dict[int, int] = {}
        self._passages: list[Passage] = []
        self._is_peer: list[bool] = []

        def place(passage: Passage, is_peer: bool) -> int:
            key = 2 * id(passage) + is_peer
            at = places.get(key)
            if at is None:
                at = places[key] = len(self._passages)
                self._passages.append(passage)
                self._is_peer.append(is_peer)
            return at

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
    def owners(self) -> NDArray[np.int64]:
        """For each reference, the pair it belongs to."""
        return np.repeat(np.arange(len(self.pairs)), np.diff(self.starts))

    def _encode(self, *, for_lcs: bool) -> Encoded:
        prepare, limit, words = self._encoder.bytes_of, self.setting.limit, self._encoder.words
        texts = []
        for passage, is_peer in zip(self._passages, self._is_peer, strict=True):
            sentences = [prepare(sentence) for sentence in self._sentences(passage)]
            if limit and (is_peer or limit.references):
                sentences = (limit.cut_for_lcs if for_lcs else limit.cut)(sentences, words)
            texts.append(sentences)
        return self._encoder.encode(texts)

    def _sentences(self, passage: Passage) -> tuple[str, ...]:
        if passage.sentences is not None:
            return passage.sentences
        if not self._by_sentence:
            return (passage.text,)
        profile = self.setting.profile
        return passage.lines() if profile.split == "lines" else passage.split(profile.language)
