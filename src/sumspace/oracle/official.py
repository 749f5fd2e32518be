"""Oracles of measures that look at the text of an extract: all of them by visiting, or one by a linear program.

ROUGE-L at summary level marks positions of the references, those that some sentence has in common with them, and can so
be written as an integer linear program. Where n-grams cross from sentence to sentence, only visiting finds the best.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.clock import now
from sumspace.errors import TooLargeError
from sumspace.oracle.oracles import Oracles
from sumspace.oracle.problem import Ratio
from sumspace.oracle.search import RatioToBeat
from sumspace.oracle.solvers import INFEASIBLE, READING, SIMPLIFYING, rounded_down
from sumspace.space.budget import Extract
from sumspace.space.engines.engine import duration
from sumspace.space.engines.visiting import visit_best, visiting_seconds
from sumspace.space.space import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sumspace.arrays import Bits, Floats, Integers
    from sumspace.space.scoring import OfficialScoring


#: The greedy algorithm may go on for so many seconds after a search.
_LATE = 1.0
#: A program may have so many pairs of a choice and a position of the references.
_CELLS = 2**27


@dataclass(frozen=True, eq=False)
class Visited:
    """All oracles, as they were visited: how many there are and, of very many, the first."""

    count: int
    extracts: tuple[Extract, ...]
    #: What share of all has so many sentences and this one: [size, sentence].
    shares: Floats

    def __iter__(self) -> Iterator[Extract]:
        return iter(self.extracts)

    def pick(self, indices: Sequence[int]) -> list[Extract]:
        """Return some of the oracles, by their numbers; where not all are kept, some that are."""
        return [self.extracts[index % len(self.extracts)] for index in indices]


def related_sentences(space: Space, scoring: OfficialScoring) -> Integers:
    """Return the sentences that oracles can have.

    Under a budget without a lower limit, those that have no token of any reference are left out: they would only pad.
    Where the last token of a text is not counted alone (ROUGE-SU), a sentence after it makes it count, whatever it is.
    """
    window, coverage = space.window, scoring.coverage
    kept = np.ones(len(window.costs), dtype=np.bool_) if window.cut else window.costs <= window.high
    pads = ~coverage.related if space.without_empty and not coverage.unigrams else ~kept
    return np.flatnonzero(kept & ~pads)


def find_official_oracles(
    space: Space,
    scoring: OfficialScoring,
    restate: Callable[[Integers], OfficialScoring] | None,
    seconds: float = 10.0,
    *,
    by_program: bool = False,
) -> Oracles | None:
    """Find all oracles by visiting, where there is time for it, else one of them by a linear program.

    `restate` returns the scoring of some sentences alone; without it, sentences that would only pad are not left out.
    None where there is no extract.
    """
    if space.is_empty:
        return None
    if space.is_whole:
        return _whole(space, scoring)
    sentences = related_sentences(space, scoring)
    if not len(sentences):
        if not space.without_empty:
            return _by_visiting(space, scoring)
        return _nothing(space)
    if restate is None or len(sentences) == len(space.lengths):
        return _find(space, scoring, seconds, by_program=by_program)
    inner = Space(space.lengths[sentences], space.budget)
    oracles = _find(inner, restate(sentences), seconds, by_program=by_program)
    return _renumbered(oracles, sentences, len(space.lengths))


def _find(space: Space, scoring: OfficialScoring, seconds: float, *, by_program: bool) -> Oracles:
    needed, deadline = visiting_seconds(space, scoring), now() + seconds
    if needed <= seconds and not by_program:
        oracles = _by_visiting(space, scoring)
    elif len(scoring.coverage.counting.union.marks):
        oracles = _Program(space, scoring).solve(deadline)
    else:
        raise TooLargeError(
            f"has extracts that take {duration(needed)} to visit, which is what official scores need; "
            "allow more time (--time)"
        )
    greedy = _greedy(space, scoring, deadline)
    if greedy is None or (oracles.best is None and oracles.optimal):
        return oracles
    greedy_score = scoring.score_of(greedy.sentences, greedy.words)
    if greedy_score > oracles.score:  # the program ran out of time
        hits = scoring.coverage.hits(greedy.sentences, greedy.words)
        oracles = replace(oracles, best=greedy, score=greedy_score, hits=(hits,))
    return replace(oracles, greedy=(greedy, greedy_score))


def _greedy(space: Space, scoring: OfficialScoring, deadline: float) -> Extract | None:
    """Take the sentence that adds most to the score for its cost, as the search does for measures that count units.

    This is algorithm 2 of Hirao 2017: while some fits and none lowers the score; a single sentence that is better than
    all that is taken instead. Under a budget with a lower limit, sentences are taken that leave a way to reach it. None
    where that leads nowhere, or there is no time to go on.
    """
    window, coverage, costs = space.window, scoring.coverage, space.window.costs
    taken: list[int] = []
    room, score = window.high, 0.0
    left = np.arange(len(costs)) if window.cut else np.flatnonzero(costs <= room)
    alone = scoring.scores(*coverage.count([((s,), None) for s in left.tolist()]))
    while True:
        left = left if window.cut else left[costs[left] <= room]
        if not len(left):
            break
        if taken and now() > deadline + _LATE:
            return None
        reached = scoring.scores(*coverage.count([(sorted([*taken, s]), None) for s in left.tolist()]))
        place = int(np.argmax((reached - score) / np.maximum(costs[left], 1)))
        sentence, left = int(left[place]), np.delete(left, place)
        cost, needed = int(costs[sentence]), window.low - (window.high - room)
        if window.cut and cost >= room:
            return Extract((*sorted(taken), sentence), room if room < cost else None)
        if needed <= 0 and reached[place] < score:
            break
        if needed <= 0 or window.cut or _can_cost(costs[left], needed - cost, room - cost):
            taken.append(sentence)
            room, score = room - cost, float(reached[place])
    if window.low == 0 and len(alone) and alone.max() > score:
        return Extract((int(np.flatnonzero(costs <= window.high)[np.argmax(alone)]),))
    return Extract(tuple(sorted(taken))) if window.high - room >= window.low else None


def _can_cost(costs: Integers, low: int, high: int) -> bool:
    """Tell whether some sentences, or none, cost between these together."""
    reached, allowed = 1, (1 << (high + 1)) - 1  # a bit for each cost
    for cost in costs.tolist():
        reached |= (reached << cost) & allowed
    return reached >> max(low, 0) > 0


def _renumbered(oracles: Oracles, sentences: Integers, number: int) -> Oracles:
    """Return the oracles of some sentences of a document with the numbers that these have there."""

    def renumber(extract: Extract) -> Extract:
        return Extract(tuple(sentences[list(extract.sentences)].tolist()), extract.words)

    sets = oracles.sets
    if isinstance(sets, Visited):
        shares = np.zeros((len(sets.shares), number))
        shares[:, sentences] = sets.shares
        sets = Visited(sets.count, tuple(map(renumber, sets.extracts)), shares)
    greedy = oracles.greedy and (renumber(oracles.greedy[0]), oracles.greedy[1])
    return replace(oracles, best=oracles.best and renumber(oracles.best), sets=sets, greedy=greedy)


def _nothing(space: Space) -> Oracles:
    """Return what is found where no extract shares anything with a reference."""
    sets = Visited(0, (), np.zeros((1, len(space.lengths))))
    return Oracles(0.0, 0.0, True, (0,), None, sets, None, 0)


def _whole(space: Space, scoring: OfficialScoring) -> Oracles:
    """Return the one extract of a document that is shorter than the budget."""
    everything = Extract(tuple(range(len(space.lengths))))
    shares = np.zeros((len(space.lengths) + 1, len(space.lengths)))
    shares[-1] = 1.0
    score, hits = scoring.score_of(everything.sentences), scoring.coverage.hits(everything.sentences)
    return Oracles(score, score, True, (hits,), everything, Visited(1, (everything,), shares), (everything, score), 1)


def _by_visiting(space: Space, scoring: OfficialScoring) -> Oracles:
    best = visit_best(space, scoring)
    if best.score == 0 and space.without_empty:  # what is taken would only pad
        return _nothing(space)
    first = min(best.extracts, key=lambda extract: (_words(space, extract), sum(extract.sentences), extract.sentences))
    hits = scoring.coverage.hits(first.sentences, first.words)
    sets = Visited(best.count, best.extracts, best.shares)
    return Oracles(best.score, best.score, True, (hits,), first, sets, None, space.size)


def _words(space: Space, extract: Extract) -> int:
    return sum(int(space.lengths[sentence]) for sentence in extract.sentences)


class _Program:
    """ROUGE-L at summary level as an integer linear program.

    With x_c for every choice, a sentence or its first words, y_p for every position of a reference, and z_g for every
    group, the positions of a token that stands several times in a reference,

        maximize    Σ y_p over positions that are in no group  +  Σ_g z_g  −  Σ_c penalty_c · x_c
        such that   y_p  ≤  Σ_c x_c over the choices that mark p,  y_p ≤ 1
                    z_g  ≤  Σ y_p over the positions of g
                    z_g  ≤  Σ_c x_c · how often c has the token of g

    with the costs and cuts of the budget. Only x needs to be whole: y and z then are.
    """

    def __init__(self, space: Space, scoring: OfficialScoring) -> None:
        window, coverage = space.window, scoring.coverage
        self._space, self._scoring, self._window = space, scoring, window
        sentences = np.arange(len(window.costs))
        whole = coverage.rows[1:] - 1
        self._owners, self._rows, self._costs = sentences, whole, window.costs
        self._is_cut = np.zeros(len(sentences))
        if window.cut:
            cuts = np.minimum(space.lengths, window.high)
            owners = np.repeat(sentences, cuts)
            words = np.arange(len(owners)) - np.repeat(np.cumsum(cuts) - cuts, cuts) + 1
            self._owners = np.concatenate([self._owners, owners])
            self._rows = np.concatenate([self._rows, coverage.rows[owners] + words])
            self._costs = np.concatenate([self._costs, words])
            self._is_cut = np.repeat([0.0, 1.0], [len(sentences), len(owners)])
        self._tokens = coverage.sizes[self._rows]
        self._ratio = (
            Ratio(1, coverage.total, 0) if scoring.score == "recall" else Ratio(2, coverage.total, coverage.references)
        )
        self._matrix = self._constraints()

    def solve(self, deadline: float) -> Oracles:
        """Solve it once for recall, or for one ratio after the other until none is better (Dinkelbach 1967)."""
        best: Extract | None = None
        score, hits, bound, checked = Fraction(-1), 0, Fraction(1), 0
        better = True
        while better:
            to_beat = RatioToBeat(self._ratio, max(score, Fraction(0)) / self._ratio.times, 0)
            extract, highest, nodes = self._solve_once(to_beat.weights.hit, to_beat.weights.unit, deadline)
            checked += nodes
            bound = min(bound, to_beat.bound(highest))
            better = False
            if extract is not None:
                own_hits, units = (
                    int(a[0]) for a in self._scoring.coverage.count([(extract.sentences, extract.words)])
                )
                own_score = self._ratio.of(own_hits, units)
                better = own_score > score and self._ratio.each > 0
                if own_score > score:
                    best, score, hits = extract, own_score, own_hits
        score, bound = max(score, Fraction(0)), max(bound, score, Fraction(0))
        if score == 0 and self._space.without_empty:
            best = None
        return Oracles(float(score), float(bound), bound == score, (hits,), best, None, None, checked)

    def _solve_once(self, hit: int, unit: int, deadline: float) -> tuple[Extract | None, int, int]:
        """Return the best extract by these weights, if one was found in time, what none exceeds, and the nodes."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        choices, variables = len(self._rows), self._matrix[0].shape[1]
        gains = np.zeros(variables)
        gains[:choices] = -unit * self._tokens
        gains[choices:] = hit * self._counts
        whole = np.zeros(variables)
        whole[:choices] = 1
        highest_values = np.concatenate([np.ones(choices), np.where(self._is_group, np.inf, 1.0)])
        scale = math.gcd(hit, unit) or 1
        coverage = self._scoring.coverage  # a token of the extract is one hit in each reference at most
        most = hit * min(coverage.total, coverage.references * self._scoring.most_tokens(self._space))
        size, seconds = self._matrix[0].nnz, max(deadline - now(), 0.0)
        if READING * size > seconds:
            return None, most, 0
        result = milp(
            -gains / scale,
            integrality=whole,
            bounds=Bounds(0, highest_values),
            constraints=LinearConstraint(*self._matrix),
            options={"time_limit": seconds, "mip_rel_gap": 0.0, "presolve": SIMPLIFYING * size <= seconds},
        )
        if result.status == INFEASIBLE:
            return None, 0, 0
        if result.mip_dual_bound is not None and np.isfinite(result.mip_dual_bound):
            most = min(most, rounded_down(-result.mip_dual_bound) * scale)
        nodes = result.mip_node_count or 0
        if result.x is None:
            return None, most, nodes
        return self._extract(np.flatnonzero(result.x[:choices] > 0.5)), most, nodes

    def _extract(self, chosen: Integers) -> Extract:
        """Turn choices into an extract: sentences in their order, the cut one last."""
        cut = chosen[self._is_cut[chosen] > 0]
        whole = sorted(self._owners[chosen[self._is_cut[chosen] == 0]].tolist())
        if not len(cut):
            return Extract(tuple(whole))
        last, words = int(self._owners[cut[0]]), int(self._costs[cut[0]])
        return Extract((*whole, last), words if words < self._space.lengths[last] else None)

    def _constraints(self) -> tuple[Any, Floats, Floats]:
        """Return the rows of the program and what each may come to."""
        from scipy.sparse import block_array, csr_array

        union, choices, sentences = self._scoring.coverage.counting.union, len(self._rows), len(self._window.costs)
        if choices * 64 * union.marks.shape[1] > _CELLS:
            raise TooLargeError(f"has too many sentences for a linear program: {choices:,} choices")
        marked = _bits(union.marks[self._rows])
        groups, positions = len(union.tokens), marked.shape[1]
        members = np.zeros((groups, positions), dtype=np.bool_)
        for group in range(groups):
            for k in range(union.starts[group], union.starts[group + 1]):
                first = 64 * int(union.words[k])
                members[group, first : first + 64] |= _bits(union.masks[k : k + 1, None])[0]
        kept = marked.any(axis=0)
        marked, members = marked[:, kept], members[:, kept]
        self._counts = np.concatenate([~members.any(axis=0), np.ones(groups)]).astype(np.float64)
        self._is_group = np.repeat([False, True], [marked.shape[1], groups])
        of_sentence = csr_array((np.ones(choices), (self._owners, np.arange(choices))), shape=(sentences, choices))
        held = csr_array(union.counts[self._rows][:, union.tokens].T.astype(np.float64))
        marks, of_group = csr_array(marked.T.astype(np.float64)), csr_array(members.astype(np.float64))
        eye, ones = _identity(marked.shape[1]), _identity(groups)
        blocks = [
            [csr_array(self._costs[None].astype(np.float64)), None, None],
            [csr_array(self._is_cut[None]), None, None],
            [of_sentence, None, None],
            [marks, -eye, None],
            [None, of_group, -ones],
            [held, None, -ones],
        ]
        window = self._window
        is_cut, without_empty = float(window.cut), self._space.without_empty
        low = [max(window.low, 0), is_cut]
        rows = marked.shape[1] + 2 * groups
        lows = np.concatenate([low, np.zeros(sentences + rows)])
        highs = np.concatenate([[window.high, is_cut], np.ones(sentences), np.full(rows, np.inf)])
        matrix = block_array(blocks)
        if without_empty:  # at least one sentence
            one = csr_array((np.ones(choices), (np.zeros(choices, dtype=np.int64), np.arange(choices))))
            one.resize((1, matrix.shape[1]))
            matrix = block_array([[matrix], [one]])
            lows, highs = np.append(lows, 1.0), np.append(highs, np.inf)
        return matrix, lows, highs


def _bits(words: Bits) -> Any:
    """Return words of bits as flags, [row, bit]."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little").astype(np.bool_)


def _identity(size: int) -> Any:
    from scipy.sparse import csr_array, eye_array

    return csr_array(eye_array(size))
