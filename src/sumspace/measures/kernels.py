"""Compiled: how many units, and how long a common subsequence, summaries share with their references.

All kernels walk the pairs of a batch: peer text peers[i] against reference texts references[refs[i]:refs[i+1]].
Units are compared by 64-bit keys that name them without collision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_HIGH = np.uint64(32)
_ALONE = np.uint64(0xFFFFFFFF)  # in place of a second token: the unit is the first token alone


@compiled
def _slot(key: Any, keys: Any, stamps: Any, stamp: Any) -> Any:
    """Find the key's place in the table, or a free one; only entries with this stamp are in the table."""
    mask = keys.shape[0] - 1
    slot = np.int64((key * _SPREAD) >> _HIGH) & mask
    while stamps[slot] == stamp and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def _table_size(units: Any) -> Any:
    size = 16
    while size < 2 * units:
        size *= 2
    return size


@compiled
def _enter(units: Any, count: Any, keys: Any, stamps: Any, counts: Any, stamp: Any) -> None:
    for i in range(count):
        slot = _slot(units[i], keys, stamps, stamp)
        if stamps[slot] == stamp:
            counts[slot] += 1
        else:
            stamps[slot], keys[slot], counts[slot] = stamp, units[i], 1


@compiled
def _match(units: Any, count: Any, keys: Any, stamps: Any, counts: Any, stamp: Any, used: Any) -> Any:
    """Count the units that find a partner in the table, each partner once; leave the table as it was."""
    hits = 0
    for i in range(count):
        slot = _slot(units[i], keys, stamps, stamp)
        if stamps[slot] == stamp and counts[slot] > 0:
            counts[slot] -= 1
            used[hits] = slot
            hits += 1
    for i in range(hits):
        counts[used[i]] += 1
    return hits


@compiled
def prefixes(tokens: Any, n: Any) -> Any:
    """Number the runs of n−1 tokens that begin at each place, equal runs alike (n ≥ 3).

    Runs of three and more are numbered step by step as (number of the run one shorter, next token).
    """
    places = tokens.shape[0]
    size = _table_size(places)
    keys = np.empty(size, dtype=np.uint64)
    stamps = np.zeros(size, dtype=np.int64)
    names = np.empty(size, dtype=np.int32)
    runs = tokens.copy()
    for length in range(2, n):
        count = 0
        for i in range(places - length + 1):
            key = (np.uint64(runs[i]) << _HIGH) | np.uint64(tokens[i + length - 1])
            slot = _slot(key, keys, stamps, length)
            if stamps[slot] != length:
                stamps[slot], keys[slot], names[slot] = length, key, count
                count += 1
            runs[i] = names[slot]
    return runs


@compiled
def _units(tokens: Any, runs: Any, begin: Any, end: Any, n: Any, gap: Any, unigrams: Any, units: Any) -> Any:
    """Write the units of a text, n-grams or with n = 0 skip-bigrams, and return how many there are."""
    count = 0
    if n == 1:
        for i in range(begin, end):
            units[count] = np.uint64(tokens[i])
            count += 1
    elif n > 1:
        for i in range(begin, end - n + 1):
            units[count] = (np.uint64(runs[i]) << _HIGH) | np.uint64(tokens[i + n - 1])
            count += 1
    else:
        for i in range(begin, end - 1):
            first = np.uint64(tokens[i]) << _HIGH
            if unigrams:
                units[count] = first | _ALONE
                count += 1
            for j in range(i + 1, end if gap < 0 else min(end, i + gap + 2)):
                units[count] = first | np.uint64(tokens[j])
                count += 1
    return count


@compiled
def shared_units(
    tokens: Any, bounds: Any, runs: Any, n: Any, gap: Any, unigrams: Any, peers: Any, refs: Any, references: Any
) -> Any:
    """Hits and units of every reference, and units of every peer, where text t is bounds[t]:bounds[t+1].

    Units are n-grams (with `runs` from `prefixes`), or with n = 0 skip-bigrams over at most `gap` tokens (−1: any).
    """
    longest = 1
    for text in range(bounds.shape[0] - 1):
        longest = max(longest, bounds[text + 1] - bounds[text])
    room = longest if n > 0 else longest * (longest // 2 + 1 if gap < 0 else min(longest // 2 + 1, gap + 2))
    size = _table_size(room)
    keys, counts = np.empty(size, dtype=np.uint64), np.empty(size, dtype=np.int32)
    stamps, used = np.full(size, -1, dtype=np.int64), np.empty(room, dtype=np.int64)
    units = np.empty(room, dtype=np.uint64)
    hits = np.zeros(references.shape[0], dtype=np.int64)
    totals = np.zeros(references.shape[0], dtype=np.int64)
    peer_totals = np.zeros(peers.shape[0], dtype=np.int64)
    for pair in range(peers.shape[0]):
        text = peers[pair]
        count = _units(tokens, runs, bounds[text], bounds[text + 1], n, gap, unigrams, units)
        peer_totals[pair] = count
        _enter(units, count, keys, stamps, counts, pair)
        for r in range(refs[pair], refs[pair + 1]):
            text = references[r]
            totals[r] = _units(tokens, runs, bounds[text], bounds[text + 1], n, gap, unigrams, units)
            hits[r] = _match(units, totals[r], keys, stamps, counts, pair, used)
    return hits, totals, peer_totals


@compiled
def mark(reference: Any, peer: Any, weights: Any, best: Any, runs: Any, marks: Any) -> None:
    """Mark the tokens of the reference sentence in one longest common subsequence with the peer sentence.

    A run of k consecutive matches weighs weights[k]. On ties the official script goes up, then left.
    """
    m, n = reference.shape[0], peer.shape[0]
    for j in range(n + 1):
        best[0, j] = 0
        runs[0, j] = 0
    for i in range(1, m + 1):
        best[i, 0] = 0
        row, above = i & 1, (i - 1) & 1
        runs[row, 0] = 0
        for j in range(1, n + 1):
            if reference[i - 1] == peer[j - 1]:
                run = runs[above, j - 1]
                best[i, j] = best[i - 1, j - 1] + weights[run + 1] - weights[run]
                runs[row, j] = run + 1
            else:
                best[i, j] = max(best[i - 1, j], best[i, j - 1])
                runs[row, j] = 0
    i, j = m, n
    while i > 0 and j > 0:
        if reference[i - 1] == peer[j - 1]:
            i -= 1
            j -= 1
            marks[i] = True
        elif best[i - 1, j] >= best[i, j - 1]:
            i -= 1
        else:
            j -= 1


@compiled
def _count_tokens(tokens: Any, side: Any, keys: Any, stamps: Any, counts: Any, stamp: Any) -> None:
    for i in range(tokens.shape[0]):
        key = np.uint64(tokens[i])
        slot = _slot(key, keys, stamps, stamp)
        if stamps[slot] != stamp:
            stamps[slot], keys[slot] = stamp, key
            counts[slot, 0] = counts[slot, 1] = 0
        counts[slot, side] += 1


@compiled
def common_subsequences(
    tokens: Any, starts: Any, texts: Any, clip: Any, bounds: Any, weights: Any, weighted: Any,
    peers: Any, refs: Any, references: Any,
) -> Any:  # fmt: skip
    """Weighted union of longest common subsequences: hits and weight of every reference.

    Text t has the sentences texts[t] … texts[t+1]−1 of `tokens`. A token counts no more often than it stands in
    clip[bounds[t]:bounds[t+1]] of either text. With weights[k] = k this is ROUGE-L, with k**w and `weighted` ROUGE-W.
    """
    longest = 1
    for sentence in range(starts.shape[0] - 1):
        longest = max(longest, starts[sentence + 1] - starts[sentence])
    room = 1
    for text in range(bounds.shape[0] - 1):
        room = max(room, bounds[text + 1] - bounds[text])
    best = np.empty((longest + 1, longest + 1), dtype=weights.dtype)
    runs = np.empty((2, longest + 1), dtype=np.int32)
    marks = np.empty(longest, dtype=np.bool_)
    size = _table_size(2 * room)
    keys, stamps = np.empty(size, dtype=np.uint64), np.full(size, -1, dtype=np.int64)
    counts = np.empty((size, 2), dtype=np.int32)
    hits = np.zeros(references.shape[0], dtype=np.float64)
    totals = np.zeros(references.shape[0], dtype=np.float64)
    for pair in range(peers.shape[0]):
        peer = peers[pair]
        for r in range(refs[pair], refs[pair + 1]):
            text = references[r]
            _count_tokens(clip[bounds[peer] : bounds[peer + 1]], 0, keys, stamps, counts, r)
            _count_tokens(clip[bounds[text] : bounds[text + 1]], 1, keys, stamps, counts, r)
            for s in range(texts[text], texts[text + 1]):
                sentence = tokens[starts[s] : starts[s + 1]]
                length = sentence.shape[0]
                totals[r] += weights[length]
                marks[:length] = False
                for p in range(texts[peer], texts[peer + 1]):
                    mark(sentence, tokens[starts[p] : starts[p + 1]], weights, best, runs, marks)
                run = 0
                for j in range(length):
                    if not marks[j]:
                        continue
                    slot = _slot(np.uint64(sentence[j]), keys, stamps, r)
                    if stamps[slot] == r and counts[slot, 0] > 0 and counts[slot, 1] > 0:
                        counts[slot, 0] -= 1
                        counts[slot, 1] -= 1
                        run += 1
                        # A run whose last token is clipped away is lost in ROUGE-W, but not in ROUGE-L.
                        if not weighted or j + 1 == length or not marks[j + 1]:
                            hits[r] += weights[run]
                            run = 0
    return hits, totals


@compiled
def edit_distances(tokens: Any, bounds: Any, firsts: Any, seconds: Any) -> Any:
    """Fewest insertions and deletions that turn text firsts[i] into text seconds[i]; text t is bounds[t]:bounds[t+1].

    Of the table, one row is kept: row[j] is the distance between what has been read of one text and the first j tokens
    of the other.
    """
    longest = 0
    for text in range(bounds.shape[0] - 1):
        longest = max(longest, bounds[text + 1] - bounds[text])
    row = np.empty(longest + 1, dtype=np.int32)
    distances = np.empty(firsts.shape[0], dtype=np.int64)
    for i in range(firsts.shape[0]):
        first = tokens[bounds[firsts[i]] : bounds[firsts[i] + 1]]
        second = tokens[bounds[seconds[i]] : bounds[seconds[i] + 1]]
        n = second.shape[0]
        for j in range(n + 1):
            row[j] = j
        for read in range(first.shape[0]):
            token, diagonal, left = first[read], row[0], row[0] + 1
            row[0] = left
            for j in range(n):
                above = row[j + 1]
                left = diagonal if token == second[j] else min(above, left) + 1
                diagonal = above
                row[j + 1] = left
        distances[i] = row[n]
    return distances
