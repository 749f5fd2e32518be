"""Visit every extract, depth first, and add up what it weighs: exp((score − shift) / temperature).

Extracts are visited as the exhaustive engine does, by several measures at once: the words of their masks stand side by
side, those of measure m from bounds[m] on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled, popcount

if TYPE_CHECKING:
    from sumspace.arrays import Floats, Integers
    from sumspace.space.kernels.exhaustive import Layout


class Weighing(NamedTuple):
    """What the masks of a layout are, measure by measure, and what is made of them."""

    #: Of all measures together, without what is added to values beside hits.
    layout: Layout
    #: Where the words of each measure begin, and where the last end.
    bounds: Integers
    #: How many units whole sentences [sentence, measure] and rows [measure, row] have.
    whole_units: Integers
    rows_units: Integers
    #: What one hit adds to the score of an extract with so many units, [measure, units], and the most that hits can.
    scales: Floats
    caps: Floats
    #: The score of an extract that weighs 1, and 1 / temperature.
    shift: float
    steepness: float


@compiled
def weigh(
    weighing: Weighing, stem: Integers, first: int, sentence_weights: Floats, row_weights: Floats
) -> tuple[float, float]:
    """Add the weights of all extracts whose stem is `stem` with any sentences from `first` on.

    Those with a sentence in their stem are added to its weight, those with a row to that of the row. Return the weight
    of all of them, and the best score.
    """
    layout = weighing.layout
    low, high, cut, sentences, words = layout.low, layout.high, layout.cut, len(layout.costs), len(layout.shifts)
    whole, touched, rows = layout.whole, layout.touched, layout.rows
    shifts, moves, keeps = layout.shifts, layout.moves, layout.keeps
    sources, targets = layout.sources, layout.targets
    bounds, scales, caps = weighing.bounds, weighing.scales, weighing.caps
    measures = len(caps)
    masks = np.empty((sentences + 2, words), dtype=np.uint64)
    chosen, costs = np.empty((2, sentences + 2), dtype=np.int64)
    hits = np.zeros((sentences + 2, measures), dtype=np.int64)
    units = np.zeros((sentences + 2, measures), dtype=np.int64)
    sums = np.zeros(sentences + 2)
    most_rows = max(sentences, rows.shape[1])
    gains, scores = np.zeros(most_rows, dtype=np.int64), np.zeros(most_rows)

    masks[0] = layout.initial
    costs[0] = depth = stem_depth = 0
    candidate, wanted, best = first, True, -np.inf
    while True:
        if stem_depth < len(stem):
            candidate = stem[stem_depth]
            stem_depth += 1
        else:
            if wanted:
                room = high - costs[depth]
                if cut:
                    start, stop = layout.starts[room], layout.starts[room + 1]
                elif layout.by_sets:
                    start, stop = layout.starts[max(low - costs[depth], 0)], layout.starts[room + 1]
                else:
                    least = low - costs[depth]
                    start = max(chosen[depth - 1] + 1 if depth else 0, layout.fits[room])
                    stop = layout.fits[least - 1] if least > 0 else sentences
                size = max(stop - start, 0)
                scores[:size] = 0.0
                for m in range(measures):
                    held = hits[depth, m]
                    for k in range(size):
                        gains[k] = held
                    for w in range(bounds[m], bounds[m + 1]):
                        mask, row = masks[depth, w], rows[w, start:]
                        if mask:
                            for k in range(size):
                                gains[k] += np.int64(popcount(row[k] & mask) << shifts[w])
                    scale, extra, cap = scales[m, units[depth, m] :], weighing.rows_units[m, start:], caps[m]
                    for k in range(size):
                        scores[k] += min(gains[k] * scale[extra[k]], cap)
                if cut:
                    for d in range(depth):  # a sentence of the stem cannot be the last one too
                        if chosen[d] < size:
                            scores[chosen[d]] = -np.inf
                total = 0.0
                for k in range(size):
                    weight = np.exp((scores[k] - weighing.shift) * weighing.steepness)
                    row_weights[start + k] += weight
                    total += weight
                    best = max(best, scores[k])
                sums[depth] += total
                if depth == len(stem):
                    candidate = first
            candidate = max(candidate, layout.fits[max(high - cut - costs[depth], 0)])
            while candidate < sentences and not layout.possible[candidate + 1, costs[depth] + layout.costs[candidate]]:
                candidate += 1
        wanted = candidate < sentences
        if wanted:
            for m in range(measures):
                gain = np.int64(0)
                for w in range(bounds[m], bounds[m + 1]):
                    gain += np.int64(popcount(masks[depth, w] & whole[candidate, w]) << shifts[w])
                hits[depth + 1, m] = hits[depth, m] + gain
                units[depth + 1, m] = units[depth, m] + weighing.whole_units[candidate, m]
            for w in range(words):
                masks[depth + 1, w] = masks[depth, w] & ~touched[candidate, w]
            for move in range(moves[candidate], moves[candidate + 1]):
                left = (masks[depth, sources[move]] & keeps[move]) >> layout.rights[move] << layout.lefts[move]
                masks[depth + 1, targets[move]] |= left
            chosen[depth] = candidate
            costs[depth + 1] = costs[depth] + layout.costs[candidate]
            sums[depth + 1] = 0.0
            depth += 1
            candidate += 1
        elif depth > len(stem):
            depth -= 1
            sentence_weights[chosen[depth]] += sums[depth + 1]
            sums[depth] += sums[depth + 1]
            candidate = chosen[depth] + 1
        else:
            break
    for sentence in stem:
        sentence_weights[sentence] += sums[len(stem)]
    return sums[len(stem)], best
