"""List all extracts of a space, and say what extracts are like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.space.engines.sampling import Draws


@compiled
def list_extracts(
    costs: Integers, low: int, high: int, cut: bool, with_empty: bool, stack: Integers, place: Integers, found: Draws
) -> int:
    """List extracts from where the last call ended, as many as there is room for, and return how many.

    Sets of sentences come depth first, each in the order of the document. `stack` holds the one that is next, and
    `place` the number of its sentences, which is -1 when there is none left, and its cost. Under a budget that cuts,
    every other sentence that fills the rest of the room stands last.
    """
    chosen, words = found
    count, room, most = len(costs), len(chosen), high - 1 if cut else high
    depth, cost, listed = place[0], place[1], 0
    held = np.zeros(count, dtype=np.bool_)
    for d in range(depth):
        held[stack[d]] = True
    while depth >= 0 and listed + count + 1 <= room:
        if cut:
            for last in range(count):
                if not held[last] and cost + costs[last] >= high:
                    for d in range(depth):
                        chosen[listed, d] = stack[d]
                    chosen[listed, depth] = last
                    chosen[listed, depth + 1 :] = -1
                    words[listed] = high - cost
                    listed += 1
        elif cost >= low and (depth or with_empty):
            for d in range(depth):
                chosen[listed, d] = stack[d]
            chosen[listed, depth:] = -1
            words[listed] = -1
            listed += 1
        candidate = stack[depth - 1] + 1 if depth else 0
        while True:
            while candidate < count and cost + costs[candidate] > most:
                candidate += 1
            if candidate < count:
                stack[depth] = candidate
                held[candidate] = True
                cost += costs[candidate]
                depth += 1
                break
            depth -= 1
            if depth < 0:
                break
            candidate = stack[depth]
            held[candidate] = False
            cost -= costs[candidate]
            candidate += 1
    place[0], place[1] = depth, cost
    return listed


@compiled
def describe(chosen: Integers, sentences: Floats, overlaps: Floats) -> Floats:
    """Return [feature, extract]: means of sentences[feature, sentence], then features of pairs and the number.

    Those are the share of sentences whose next one is chosen too, the mean overlap of neighbours in the order of the
    document and of all pairs, both 0 for a single sentence, and the number of sentences.
    """
    own = len(sentences)
    values = np.zeros((own + 4, len(chosen)))
    ordered = np.empty(chosen.shape[1], dtype=np.int64)
    for e in range(len(chosen)):
        number = 0
        for k in range(chosen.shape[1]):
            s = chosen[e, k]
            if s < 0:
                break
            at = number
            while at > 0 and ordered[at - 1] > s:
                ordered[at] = ordered[at - 1]
                at -= 1
            ordered[at] = s
            number += 1
        if number == 0:
            continue
        adjacent, near, far = 0, 0.0, 0.0
        for k in range(number):
            s = ordered[k]
            for f in range(own):
                values[f, e] += sentences[f, s]
            for j in range(k):
                far += overlaps[ordered[j], s]
            if k:
                adjacent += ordered[k - 1] + 1 == s
                near += overlaps[ordered[k - 1], s]
        for f in range(own):
            values[f, e] /= number
        values[own, e] = adjacent / number
        if number > 1:
            values[own + 1, e] = near / (number - 1)
            values[own + 2, e] = 2 * far / (number * (number - 1))
        values[own + 3, e] = number
    return values
