"""Visit every extract of a document as a text: sentences in the order of the document, a cut one last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.measures.official_kernels import drop, look, start, take

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Flags, Integers
    from sumspace.measures.official_kernels import Counting


class Walk(NamedTuple):
    """A space, what is counted in its extracts, and the values by which these are counted."""

    counting: Counting
    costs: Integers
    #: The cost of an extract lies between these; with `cut` it is `high`, and the last sentence is cut to fit.
    low: int
    high: int
    cut: bool
    #: Whether the set of no sentences is an extract, where its cost is allowed.
    empty: bool
    #: The row of a whole sentence, and of none of its words.
    whole: Integers
    rows: Integers
    #: possible[i, cost]: whether sentences of this cost can become an extract with others, at least one from i on or,
    #: with `cut`, one that is cut.
    possible: Flags
    #: The sentences by descending cost, and how many of them cost at least so much.
    order: Integers
    reaching: Integers
    #: What so many tokens add to the value of an extract, beside its hits.
    extra: Integers
    #: The most sentences, tokens and units of an extract.
    most_sentences: int
    most_tokens: int
    most_units: int


class Collected(NamedTuple):
    """Extracts whose values are wanted: how many, which they are, and how often they have each sentence."""

    wanted: Flags
    number: Integers
    #: The sentences of the first ones, -1 after the last, and how many words of the last are kept, or -1.
    chosen: NDArray[np.int32]
    words: Integers
    #: How many extracts of so many sentences have each: [size, sentence].
    having: Integers


@compiled
def visit(walk: Any, stem: Any, first: Any, counts: Any, collected: Any) -> None:
    """Count all extracts whose sets begin with a stem and go on with sentences from `first`, and collect some.

    An extract is looked at as a set and a last sentence: the cut one, or the last in the document.
    """
    counting, number = walk.counting, walk.costs.shape[0]
    sentence_costs, whole, rows, possible = walk.costs, walk.whole, walk.rows, walk.possible
    order, reaching, extra, tokens, wanted = walk.order, walk.reaching, walk.extra, counting.tokens, collected.wanted
    low, high, cut = walk.low, walk.high, walk.cut
    state = start(counting, walk.most_sentences + 1, walk.most_tokens, walk.most_units)
    chosen = np.zeros(walk.most_sentences + 2, dtype=np.int64)
    costs = np.zeros(walk.most_sentences + 2, dtype=np.int64)
    lasts, last_rows = np.zeros(number, dtype=np.int64), np.zeros(number, dtype=np.int64)
    hits = np.zeros(number, dtype=np.int64)
    taken = np.zeros(number, dtype=np.bool_)
    depth = 0
    for sentence in stem:
        take(counting, state, depth, sentence, whole[sentence])
        chosen[depth], taken[sentence] = sentence, True
        costs[depth + 1] = costs[depth] + sentence_costs[sentence]
        depth += 1
    candidate, is_new = first, True
    if not cut and costs[depth] >= low and (depth > 0 or walk.empty):
        value = state.hits[depth] + extra[state.tokens[depth]]
        counts[value] += 1
        if wanted.shape[0] and wanted[value]:
            _collect(collected, chosen, depth, -1)
    most = high - 1 if cut else high
    while True:
        cost = costs[depth]
        if is_new:
            size, room = 0, high - cost
            if cut:
                for k in range(reaching[room]):
                    last = order[k]
                    lasts[size], last_rows[size] = last, rows[last] + room
                    size += not taken[last]
            else:
                for last in range(candidate, number):
                    lasts[size], last_rows[size] = last, whole[last]
                    size += sentence_costs[last] <= room and cost + sentence_costs[last] >= low
            look(counting, state, depth, lasts[:size], last_rows[:size], hits)
            for k in range(size):
                value = hits[k] + extra[state.tokens[depth] + tokens[last_rows[k]]]
                counts[value] += 1
                if wanted.shape[0] and wanted[value]:
                    chosen[depth] = lasts[k]
                    is_cut = cut and room < sentence_costs[lasts[k]]
                    _collect(collected, chosen, depth + 1, room if is_cut else -1)
        while candidate < number and (
            cost + sentence_costs[candidate] > most or not possible[candidate + 1, cost + sentence_costs[candidate]]
        ):
            candidate += 1
        is_new = candidate < number
        if is_new:
            take(counting, state, depth, candidate, whole[candidate])
            chosen[depth], taken[candidate] = candidate, True
            costs[depth + 1] = cost + sentence_costs[candidate]
            depth += 1
            candidate += 1
        elif depth > stem.shape[0]:
            depth -= 1
            drop(counting, state, depth)
            taken[chosen[depth]] = False
            candidate = chosen[depth] + 1
        else:
            break


@compiled
def _collect(collected: Any, chosen: Any, size: Any, words: Any) -> None:
    number = collected.number[0]
    if number < collected.chosen.shape[0]:
        for d in range(size):
            collected.chosen[number, d] = chosen[d]
        collected.words[number] = words
    for d in range(size):
        collected.having[size, chosen[d]] += 1
    collected.number[0] = number + 1
