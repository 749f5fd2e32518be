"""Compiled: bytes to word numbers, words to their stems, and the steps of graph ranking.

A vocabulary is an open-addressed hash table over words that are kept end to end in one byte array. Words are
compared byte by byte, so two words never share a number by accident.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.text.stemmers.nltk import stem as stem_nltk
from sumspace.text.stemmers.rouge155 import stem as stem_rouge155

_SEED = np.uint64(0xCBF29CE484222325)
_PRIME = np.uint64(0x100000001B3)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)

_NEWLINE = ord("\n")
#: What each byte is inside a word, 0 for a separator. In text, words are runs of ASCII letters (in lower case)
#: and digits; in lists, a word is a line.
TEXT = np.array([ord(chr(byte).lower()) if bytes([byte]).isalnum() else 0 for byte in range(256)], dtype=np.uint8)
LINES = np.where(np.arange(256) == _NEWLINE, 0, np.arange(256)).astype(np.uint8)

#: Which stemmer `stem_words` uses.
ROUGE155, NLTK = 1, 2


@compiled
def _slot(code: Any, mask: Any) -> Any:
    return np.int64(((code * _SPREAD) >> np.uint64(32)) & np.uint64(mask))


@compiled
def rehash(table: Any, codes: Any, count: Any) -> None:
    """Enter the words numbered 0 … count−1 into an empty table."""
    mask = table.shape[0] - 1
    for word in range(count):
        slot = _slot(codes[word], mask)
        while table[slot] >= 0:
            slot = (slot + 1) & mask
        table[slot] = word


@compiled
def number_words(
    text: Any, starts: Any, fold: Any, table: Any, codes: Any, words: Any, arena: Any, state: Any, out: Any, ends: Any
) -> Any:
    """Write the numbers of the words of the sentences text[starts[s]:starts[s+1]]; return whether all could be taken.

    `state` holds the words known, the next sentence and the words written, and survives a call that stops for
    want of room in the table or the arena. Word w is arena[words[w]:words[w+1]].
    """
    mask = table.shape[0] - 1
    known, written = state[0], state[2]
    sentences = starts.shape[0] - 1
    for sentence in range(state[1], sentences):
        begin, end = starts[sentence], starts[sentence + 1]
        most = (end - begin + 1) // 2
        if 2 * (known + most) > table.shape[0] or words[known] + (end - begin) > arena.shape[0]:
            state[0], state[1], state[2] = known, sentence, written
            return False
        i = begin
        while i < end:
            if fold[text[i]] == 0:
                i += 1
                continue
            # The word is written behind the known ones, where it stays if it is new.
            code = _SEED
            end_of_words = words[known]
            length = 0
            while i < end:
                byte = fold[text[i]]
                if byte == 0:
                    break
                code = (code ^ np.uint64(byte)) * _PRIME
                arena[end_of_words + length] = byte
                length += 1
                i += 1
            slot = _slot(code, mask)
            while True:
                word = table[slot]
                if word < 0:
                    word = known
                    table[slot] = word
                    codes[word] = code
                    known += 1
                    words[known] = end_of_words + length
                    break
                begin_of_word = words[word]
                if codes[word] == code and words[word + 1] - begin_of_word == length:
                    k = 0
                    while k < length and arena[begin_of_word + k] == arena[end_of_words + k]:
                        k += 1
                    if k == length:
                        break
                slot = (slot + 1) & mask
            out[written] = word
            written += 1
        ends[sentence] = written
    state[0], state[1], state[2] = known, sentences, written
    return True


@compiled
def replace_words(numbers: Any, ends: Any, units: Any) -> Any:
    """Put each word's unit in its place, drop words whose unit is −1, and return how many are left."""
    kept = 0
    i = 0
    for sentence in range(ends.shape[0]):
        while i < ends[sentence]:
            unit = units[numbers[i]]
            if unit >= 0:
                numbers[kept] = unit
                kept += 1
            i += 1
        ends[sentence] = kept
    return kept


@compiled
def stem_words(arena: Any, words: Any, first: Any, variant: Any, out: Any) -> Any:
    """Write the stems of the words from `first` on to `out`, a line each; return how many bytes that takes."""
    at = 0
    for word in range(first, words.shape[0] - 1):
        length = words[word + 1] - words[word]
        for k in range(length):
            out[at + k] = arena[words[word] + k]
        if length > 3:
            length = stem_rouge155(out[at:], length) if variant == ROUGE155 else stem_nltk(out[at:], length)
        out[at + length] = _NEWLINE
        at += length + 1
    return at


@compiled
def recommend(starts: Any, targets: Any, weights: Any, shares: Any, least: Any, steps: Any, small: Any) -> Any:
    """Let vertices pass their scores on, each in the order of its number, until that changes next to nothing."""
    vertices = starts.shape[0] - 1
    scores = np.ones(vertices)
    received = np.empty(vertices)
    for _ in range(steps):
        received[:] = 0
        for vertex in range(vertices):
            passed = shares[vertex] * scores[vertex]
            for e in range(starts[vertex], starts[vertex + 1]):
                received[targets[e]] += weights[e] * passed
        change = 0.0
        for vertex in range(vertices):
            score = least + received[vertex]
            change += abs(score - scores[vertex])
            scores[vertex] = score
        if change < small:
            break
    return scores
