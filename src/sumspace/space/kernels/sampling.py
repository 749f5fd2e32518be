"""Draw extracts: exactly uniformly, or tilted towards those that score high, and look at what was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Bits, Floats, Integers
    from sumspace.space.engines.sampling import Draws


@compiled
def _random(state: Bits) -> Any:
    """Return 64 random bits (splitmix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def _begin(state: Bits, seed: np.uint64, number: int) -> None:
    """Give every draw its own random numbers, whoever makes it."""
    state[0] = seed
    state[0] = _random(state) ^ np.uint64(number)
    state[0] = _random(state)


@compiled
def ways(costs: Integers, high: int, cut: bool, limbs: int) -> Bits:
    """Count in how many ways sentences from i on cost exactly c: [i, 0, c], and [i, 1, c] with one of them cut.

    Numbers have `limbs` words of 64 bits, the lowest first.
    """
    n = len(costs)
    table = np.zeros((n + 1, 1 + cut, high + 1, limbs), dtype=np.uint64)
    table[n, 0, 0, 0] = 1
    for i in range(n - 1, -1, -1):
        for kind in range(1 + cut):
            table[i, kind] = table[i + 1, kind]
            for c in range(costs[i], high + 1):
                _add(table[i, kind, c], table[i + 1, kind, c - costs[i]])
        if cut:
            running = np.zeros(limbs, dtype=np.uint64)
            for c in range(1, high + 1):  # a cut of 1 … costs[i] words: a sum that slides along
                _add(running, table[i + 1, 0, c - 1])
                if c > costs[i]:
                    _subtract(running, table[i + 1, 0, c - 1 - costs[i]])
                _add(table[i, 1, c], running)
    return table


@compiled
def _add(a: Bits, b: Bits) -> None:
    carry = np.uint64(0)
    for k in range(len(a)):
        total = a[k] + b[k]
        over = np.uint64(total < b[k])
        a[k] = total + carry
        carry = over | np.uint64(a[k] < carry)


@compiled
def _subtract(a: Bits, b: Bits) -> None:
    borrow = np.uint64(0)
    for k in range(len(a)):
        less = np.uint64(a[k] < b[k])
        rest = a[k] - b[k]
        a[k] = rest - borrow
        borrow = less | np.uint64(rest < borrow)


@compiled
def _passes(number: Bits, count: Bits) -> bool:
    """Tell whether a number is at least the count, and if so subtract it."""
    for k in range(len(number) - 1, -1, -1):
        if number[k] != count[k]:
            if number[k] < count[k]:
                return False
            break
    _subtract(number, count)
    return True


@compiled
def _first_passed(number: Bits, table: Bits, kind: int, cost: int, first: int) -> int:
    """Return the first sentence, from one on, that is not left: fewer ways than the number are left after it.

    The further on, the fewer ways there are, so that it is found by halving.
    """
    last = table.shape[0] - 1
    while first < last:
        middle = (first + last) // 2
        count = table[middle + 1, kind, cost]
        passed = True
        for k in range(len(number) - 1, -1, -1):
            if number[k] != count[k]:
                passed = number[k] > count[k]
                break
        if passed:
            last = middle
        else:
            first = middle + 1
    return first


@compiled
def draw_uniform(
    table: Bits, costs: Integers, low: int, size: Bits, skipped: int, seed: np.uint64, first: int, draws: Draws
) -> None:
    """Fill the draws, the first of which has this number: each is the extract that a random number stands for.

    All extracts are numbered: those of cost `low` first, then by what comes first, leaving a sentence, taking it, or
    cutting it after 1, 2, … words. The number is below `size`, and `skipped` of the first ones are passed over. A cut
    sentence comes last, with the number of its words in `words`, which is −1 where nothing is cut.
    """
    chosen, words = draws
    n, cut, limbs = len(costs), table.shape[1] == 2, table.shape[3]
    state = np.empty(1, dtype=np.uint64)
    number = np.empty(limbs, dtype=np.uint64)
    start = np.zeros(limbs, dtype=np.uint64)
    start[0] = skipped
    top = limbs - 1
    while top > 0 and size[top] == 0:
        top -= 1
    mask = np.uint64(0xFFFFFFFFFFFFFFFF)
    while mask >> np.uint64(1) >= size[top] and mask > np.uint64(1):
        mask >>= np.uint64(1)
    for d in range(len(chosen)):
        _begin(state, seed, first + d)
        while True:  # until the random number is below the size
            number[:] = 0
            for k in range(top + 1):
                number[k] = _random(state)
            number[top] &= mask
            below = False
            for k in range(top, -1, -1):
                if number[k] != size[k]:
                    below = number[k] < size[k]
                    break
            if below:
                break
        _add(number, start)
        kind = 1 if cut else 0
        cost = low
        while _passes(number, table[0, kind, cost]):
            cost += 1
        taken = 0
        last = -1
        words[d] = -1
        i = -1
        while True:
            i = _first_passed(number, table, kind, cost, i + 1)
            if i == n:
                break
            _passes(number, table[i + 1, kind, cost])
            if cost >= costs[i] and not _passes(number, table[i + 1, kind, cost - costs[i]]):
                chosen[d, taken] = i
                taken += 1
                cost -= costs[i]
                continue
            kept = 1
            while _passes(number, table[i + 1, 0, cost - kept]):
                kept += 1
            last, words[d] = i, kept
            cost -= kept
            kind = 0
        _end(chosen[d], taken, last)


@compiled
def _end(chosen: NDArray[np.int32], taken: int, last: int) -> None:
    """Put the cut sentence, if there is one, last, and mark the rest of the row as empty."""
    if last >= 0:
        chosen[taken] = last
        taken += 1
    chosen[taken:] = -1


@compiled
def tilted_ways(costs: Integers, high: int, cut: bool, rows: Integers, weights: Floats) -> tuple[Floats, Floats, float]:
    """Sum up the weights of the ways that `ways` counts; row i of the table is scaled down by scales[i] in its turn.

    The last number is the logarithm of all scales.

    weights[rows[i] + r] is the weight of the first r words of sentence i; that of an extract is their product.
    """
    n = len(costs)
    table = np.zeros((n + 1, 1 + cut, high + 1))
    scales, logarithm = np.ones(n + 1), 0.0
    table[n, 0, 0] = 1.0
    for i in range(n - 1, -1, -1):
        whole = weights[rows[i + 1] - 1]
        for kind in range(1 + cut):
            for c in range(high + 1):
                total = table[i + 1, kind, c]
                if c >= costs[i]:
                    total += whole * table[i + 1, kind, c - costs[i]]
                if kind == 1:
                    for kept in range(1, min(costs[i], c) + 1):
                        total += weights[rows[i] + kept] * table[i + 1, 0, c - kept]
                table[i, kind, c] = total
        largest = table[i].max()
        table[i] /= largest
        scales[i] = largest
        logarithm = logarithm + np.log(largest)
    return table, scales, logarithm


@compiled
def draw_tilted(
    table: Floats,
    scales: Floats,
    costs: Integers,
    low: int,
    rows: Integers,
    weights: Floats,
    seed: np.uint64,
    first: int,
    draws: Draws,
) -> None:
    """Draw extracts with probabilities in proportion to their weights, as `draw_uniform` gives them."""
    chosen, words = draws
    n, cut, high = len(costs), table.shape[1] == 2, table.shape[2] - 1
    state = np.empty(1, dtype=np.uint64)
    whole = table[0, int(cut), low:].sum()
    for d in range(len(chosen)):
        _begin(state, seed, first + d)
        kind = 1 if cut else 0
        left = _share(state) * whole
        cost = low
        while cost < high and left >= table[0, kind, cost]:
            left -= table[0, kind, cost]
            cost += 1
        taken = 0
        last = -1
        words[d] = -1
        for i in range(n):
            leave, share = table[i + 1, kind, cost], _share(state)
            # Most sentences are left, whatever the rounding of the sum of all there is to do with them.
            if share * (1 + 1e-9) * scales[i] * table[i, kind, cost] < leave:
                continue
            take = weights[rows[i + 1] - 1] * table[i + 1, kind, cost - costs[i]] if cost >= costs[i] else 0.0
            trim = 0.0
            if kind == 1:
                for kept in range(1, min(costs[i], cost) + 1):
                    trim += weights[rows[i] + kept] * table[i + 1, 0, cost - kept]
            left = share * (leave + take + trim)
            if left < leave:
                continue
            left -= leave
            if left < take or trim == 0.0:
                if take == 0.0:
                    continue
                chosen[d, taken] = i
                taken += 1
                cost -= costs[i]
                continue
            left -= take
            kept = 1
            most = min(costs[i], cost)
            while kept < most:
                left -= weights[rows[i] + kept] * table[i + 1, 0, cost - kept]
                if left < 0:
                    break
                kept += 1
            last, words[d] = i, kept
            cost -= kept
            kind = 0
        _end(chosen[d], taken, last)


@compiled
def _share(state: Bits) -> float:
    return np.float64(_random(state) >> np.uint64(11)) * 2.0**-53


@compiled
def evaluate(draws: Draws, coverage: tuple[Integers, ...], prices: Floats) -> tuple[Integers, Integers, Floats, Floats]:
    """For every extract: its hits, its units of any kind, and its prices, prices[k, row] being those of a row.

    The last array adds up, for every unit, what one more occurrence would have given. `coverage` has the units, starts,
    rows, ends, sizes, gains and gain_starts of `sumspace.measures.coverage.Coverage`.
    """
    chosen, words = draws
    units, starts, rows, ends, sizes, gains, gain_starts = coverage
    hits, counted = np.zeros(len(chosen), dtype=np.int64), np.zeros(len(chosen), dtype=np.int64)
    priced, margins = np.zeros((len(prices), len(chosen))), np.zeros(len(gain_starts) - 1)
    used = np.zeros(len(gain_starts) - 1, dtype=np.int64)
    for d in range(len(chosen)):
        for place in range(chosen.shape[1]):
            s = chosen[d, place]
            if s < 0:
                break
            row = rows[s + 1] - 1
            if words[d] >= 0 and (place + 1 == chosen.shape[1] or chosen[d, place + 1] < 0):
                row = rows[s] + words[d]
            counted[d] += sizes[row]
            for k in range(len(prices)):
                priced[k, d] += prices[k, row]
            for u in units[starts[s] : ends[row]]:
                at = gain_starts[u] + used[u]
                if at < gain_starts[u + 1]:
                    hits[d] += gains[at]
                used[u] += 1
        for u in range(len(used)):
            at = gain_starts[u] + used[u]
            if at < gain_starts[u + 1]:
                margins[u] += gains[at]
            used[u] = 0
    return hits, counted, priced, margins
