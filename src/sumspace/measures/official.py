"""What ROUGE-1.5.5 counts in the text of an extract: units across sentence boundaries, and common subsequences.

Inside a coverage, units stay in their sentences, so that hits is a set function. Here the text of an extract is what
counts: its sentences in the order in which they are written, the last one cut or not, against references that are
texts too. ROUGE-L at summary level is the union, over the sentences of an extract, of the positions that each has in
common with a reference; a token counts no more often than the extract has it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from sumspace.errors import TooLargeError
from sumspace.measures.rouge_l import RougeL
from sumspace.measures.rouge_n import RougeN
from sumspace.measures.rouge_s import RougeS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags, Integers
    from sumspace.document import Sentence
    from sumspace.measures.measure import Measure
    from sumspace.measures.official_kernels import Counting
    from sumspace.text.profile import Profile


#: Whether n-grams and skip-bigrams of spaces and oracles stay in their sentences or cross into the next.
UnitKind = Literal["sentence", "official"]
#: Tables of what follows what in the references may not have more cells than this, nor those by which common
#: subsequences are found, all together: some seconds.
_CELLS, _ALL_CELLS = 2**26, 2 * 10**9
#: A gap that no text is longer than.
_ANY = 2**30


def counts_texts(measure: Measure, units: UnitKind) -> bool:
    """Tell whether extracts are counted as texts: by ROUGE-L always, by other measures if units cross sentences."""
    if isinstance(measure, RougeL):
        return True
    return units == "official" and (isinstance(measure, RougeS) or (isinstance(measure, RougeN) and measure.n > 1))


@dataclass(frozen=True, eq=False)
class OfficialCounts:
    """A document and its references as the official script sees extracts of it.

    The first r words of sentence i are the row rows[i] + r, r = 0 … lengths[i]; without `cuts` there is one row for
    each sentence, which stands for all of it.
    """

    lengths: Integers
    rows: Integers
    cuts: bool
    #: How many tokens each row has; how many units there are in a text follows from its tokens.
    sizes: Integers
    #: Whether a sentence has a token of some reference.
    related: Flags
    counting: Counting
    #: The units of all references together, and how many references there are.
    total: int
    references: int
    #: The length of n-grams, or how many tokens may stand between those of a skip-bigram; None for subsequences.
    n: int = 1
    gap: int | None = None
    unigrams: bool = False
    #: Recalls are in proportion to hits, without an end of their own.
    denominators: ClassVar[None] = None
    capped: ClassVar[bool] = False

    @property
    def most(self) -> int:
        """Hits that no extract exceeds."""
        return self.total

    def total_of(self, sentences: Sequence[int], words: int | None = None) -> int:  # noqa: ARG002
        """Return what recall divides the hits of an extract by."""
        return self.total

    def row(self, sentence: int, words: int | None = None) -> int:
        """Return the row of the first words of a sentence, or of all."""
        if words is None:
            return int(self.rows[sentence + 1]) - 1
        return int(self.rows[sentence]) + words

    def units_in(self, tokens: int) -> int:
        """Return how many units a text of so many tokens has."""
        if self.n:
            return max(tokens - self.n + 1, 0)
        reach = min((_ANY if self.gap is None else self.gap) + 1, max(tokens - 1, 0))
        return reach * tokens - reach * (reach + 1) // 2 + (max(tokens - 1, 0) if self.unigrams else 0)

    @cached_property
    def units_by_tokens(self) -> Integers:
        """How many units texts of 0, 1, … tokens have, up to the whole document."""
        whole = int(self.sizes[self.rows[1:] - 1].sum())
        return np.array([self.units_in(tokens) for tokens in range(whole + 1)], dtype=np.int64)

    def count(self, extracts: Sequence[tuple[Sequence[int], int | None]]) -> tuple[Integers, Integers]:
        """Return hits and units of extracts: sentences as they are written, and how many words the last one keeps."""
        from sumspace.measures.official_kernels import count_extracts

        rows = [
            [self.row(s, words if place == len(sentences) else None) for place, s in enumerate(sentences, 1)]
            for sentences, words in extracts
        ]
        bounds = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        chosen = np.fromiter(chain.from_iterable(sentences for sentences, _ in extracts), np.int64, int(bounds[-1]))
        most = max((int(self.sizes[own].sum()) for own in rows), default=0)
        flat = np.fromiter(chain.from_iterable(rows), np.int64, int(bounds[-1]))
        hits, tokens = count_extracts(self.counting, chosen, flat, bounds, most, self.units_in(most))
        return hits, self.units_by_tokens[tokens]

    def hits(self, sentences: Sequence[int], words: int | None = None) -> int:
        """Count the hits of an extract whose last sentence is cut after so many words."""
        return int(self.count([(sentences, words)])[0][0])

    def size(self, sentences: Sequence[int], words: int | None = None) -> int:
        """Count the units of an extract, of any kind."""
        return int(self.count([(sentences, words)])[1][0])


def count_officially(
    measure: Measure,
    document: Sequence[Sentence],
    references: Sequence[Sequence[Sentence]],
    profile: Profile,
    *,
    cuts: bool = False,
) -> OfficialCounts:
    """State what a measure for which `counts_texts` holds counts in extracts; `cuts` allows for cut sentences."""
    from sumspace.measures.official_kernels import SEQUENCE, UNION, UNITS, Counting

    reading = _Reading(document, references, cuts)
    empty = Counting(UNITS, reading.sizes, _no_units(), _no_union(), _no_sequence())
    make = partial(
        OfficialCounts,
        np.array([words.length for words in document], dtype=np.int64),
        reading.rows,
        cuts,
        reading.sizes,
        reading.related,
        references=len(references),
    )
    if isinstance(measure, RougeL):
        total = sum(len(words.tokens) for body in references for words in body)
        if (measure.level or profile.program.rouge_l) == "summary":
            counting = empty._replace(kind=UNION, union=_union(reading))
        else:
            counting = empty._replace(kind=SEQUENCE, sequence=_sequence(reading))
        return make(counting=counting, total=total)
    n, gap, unigrams = (0, measure.gap, measure.unigrams) if isinstance(measure, RougeS) else (_n(measure), 0, False)
    held = [Counter(unit for _, unit in measure.units(body)) for body in reading.bodies]
    counting = empty._replace(units=_units(measure, reading, held, n, _ANY if gap is None else gap))
    total = sum(counts.total() for counts in held)
    return make(counting=counting, total=total, n=n, gap=gap, unigrams=unigrams)


def _n(measure: Measure) -> int:
    if not isinstance(measure, RougeN):
        raise TypeError(f"{measure} is not counted in texts")
    return measure.n


class _Reading:
    """A document and its references with the tokens of the references numbered from 1; all others are 0."""

    def __init__(self, document: Sequence[Sentence], references: Sequence[Sequence[Sentence]], cuts: bool) -> None:
        numbers: dict[int, int] = {}
        self.reference_sentences = [
            [[numbers.setdefault(token, len(numbers) + 1) for token in words.tokens] for words in body]
            for body in references
        ]
        self.bodies = [list(chain.from_iterable(body)) for body in self.reference_sentences]
        self.vocabulary = len(numbers) + 1
        self.sentences = [[numbers.get(token, 0) for token in words.tokens] for words in document]
        ends = [list(words.ends) if cuts else [len(words.tokens)] for words in document]
        self.rows = _starts([len(own) for own in ends])
        self.sizes = _integers([end for own in ends for end in own])
        self.related = np.array([any(tokens) for tokens in self.sentences], dtype=np.bool_)
        self.text = np.array([token for tokens in self.sentences for token in tokens], dtype=np.int32)
        self.begins = _starts([len(tokens) for tokens in self.sentences])

    @property
    def row_begins(self) -> Integers:
        """Where the tokens of every row begin in the text."""
        return np.repeat(self.begins[:-1], np.diff(self.rows))


def _units(measure: Measure, reading: _Reading, held: list[Counter[tuple[int, ...]]], n: int, gap: int) -> Any:
    """Number the units of the references, and write where they stand inside sentences and how they are read."""
    from sumspace.measures.official_kernels import Units

    numbers = {unit: number for number, unit in enumerate(dict.fromkeys(chain.from_iterable(held)))}
    places: dict[tuple[int, ...], int] = {(): 0}
    for unit in numbers:
        for length in range(1, len(unit)):
            places.setdefault(unit[:length], len(places))
    if len(places) * reading.vocabulary > _CELLS:
        raise TooLargeError(f"has references that are too long to count {measure} across sentences")
    steps = np.full((len(places), reading.vocabulary), -1, dtype=np.int32)
    alone = np.full(reading.vocabulary, -1, dtype=np.int64)
    for place, number in places.items():
        if place:
            steps[places[place[:-1]], place[-1]] = number
    for unit, number in numbers.items():
        if len(unit) == 1:
            alone[unit[0]] = number
        else:
            steps[places[unit[:-1]], unit[-1]] = number
    inside = [
        [(end, numbers[unit]) for end, unit in measure.units(tokens) if unit in numbers] for tokens in reading.sentences
    ]
    starts = _starts(list(map(len, inside)))
    ends = np.concatenate(
        [
            first + np.searchsorted(_integers([end for end, _ in own]), reading.sizes[begin:stop], side="right")
            for own, first, begin, stop in zip(inside, starts, reading.rows, reading.rows[1:], strict=False)
        ]
        or [starts[:0]]
    )
    levels = [[sum(counts[u] > t for counts in held) for t in range(max(c[u] for c in held))] for u in numbers]
    return Units(
        text=reading.text,
        begins=reading.begins,
        units=_integers([unit for own in inside for _, unit in own]),
        starts=starts,
        ends=ends,
        n=n,
        gap=gap,
        steps=steps,
        alone=alone,
        gains=_integers(list(chain.from_iterable(levels))),
        gain_starts=_starts(list(map(len, levels))),
    )


def _union(reading: _Reading) -> Any:
    """Give each position of the references a bit, and mark those that each row has in common with them."""
    from sumspace.measures.official_kernels import Union, mark_positions

    if int(reading.sizes.sum()) * sum(map(len, reading.bodies)) > _ALL_CELLS:
        raise TooLargeError("has too many sentences to compare each, cut or not, with its references")
    times = [Counter(body) for body in reading.bodies]
    grouped = sorted({token for counts in times for token, count in counts.items() if count > 1})
    groups = [(k, token) for k, counts in enumerate(times) for token in grouped if counts[token] > 1]
    alone = sum(count == 1 for counts in times for count in counts.values())
    # Positions that are alone in a group come first; those of a group are neighbours.
    places = accumulate((times[k][token] for k, token in groups), initial=alone)
    free = dict(zip(groups, places, strict=False))
    next_alone, bits = 0, []
    for k, body in enumerate(reading.bodies):
        for token in body:
            if (k, token) in free:
                bits.append(free[k, token])
                free[k, token] += 1
            else:
                bits.append(next_alone)
                next_alone += 1
    words = -(-max(len(bits), 1) // 64)
    segments = []
    for k, token in groups:
        first, last = free[k, token] - times[k][token], free[k, token]
        segments.append([(w, max(first, 64 * w), min(last, 64 * w + 64)) for w in range(first // 64, -(-last // 64))])
    flat = [segment for own in segments for segment in own]
    sentences = [sentence for body in reading.reference_sentences for sentence in body]
    marks = mark_positions(
        reading.text, reading.row_begins, reading.row_begins + reading.sizes,
        np.array(list(chain.from_iterable(sentences)), dtype=np.int32), _starts(list(map(len, sentences))),
        _integers(bits), words,
    )  # fmt: skip
    counts = np.zeros((len(reading.sizes), len(grouped)), dtype=np.int32)
    for column, token in enumerate(grouped):
        before = np.concatenate([[0], np.cumsum(reading.text == token)])
        counts[:, column] = before[reading.row_begins + reading.sizes] - before[reading.row_begins]
    return Union(
        marks=marks,
        counts=counts,
        singles=_mask(0, alone, words),
        tokens=_integers([grouped.index(token) for _, token in groups]),
        starts=_starts(list(map(len, segments))),
        words=_integers([w for w, _, _ in flat]),
        masks=np.array([((1 << (b - a)) - 1) << (a - 64 * w) for w, a, b in flat], dtype=np.uint64),
    )


def _sequence(reading: _Reading) -> Any:
    """Write where each token stands in the references, each of which begins with a word of its own."""
    from sumspace.measures.official_kernels import Sequence

    starts = _starts([-(-len(body) // 64) for body in reading.bodies])
    words = max(int(starts[-1]), 1)
    matches = [0] * reading.vocabulary
    positions = 0
    for body, start in zip(reading.bodies, starts.tolist(), strict=False):
        positions |= ((1 << len(body)) - 1) << 64 * start
        for place, token in enumerate(body):
            matches[token] |= 1 << (64 * start + place)
    return Sequence(
        text=reading.text,
        begins=reading.begins,
        matches=np.array([_words(bits, words) for bits in matches]),
        positions=_words(positions, words),
        starts=starts,
    )


def _no_units() -> Any:
    from sumspace.measures.official_kernels import Units

    none, some = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    table = np.zeros((0, 0), dtype=np.int32)
    return Units(none.astype(np.int32), none, none, none, none, 0, 0, table, none, none, some)


def _no_union() -> Any:
    from sumspace.measures.official_kernels import Union

    none, bits = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint64)
    counts = np.zeros((0, 0), dtype=np.int32)
    return Union(np.zeros((0, 0), dtype=np.uint64), counts, bits, none, none, none, bits)


def _no_sequence() -> Any:
    from sumspace.measures.official_kernels import Sequence

    none, bits = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint64)
    return Sequence(none.astype(np.int32), none, np.zeros((0, 0), dtype=np.uint64), bits, none)


def _mask(first: int, last: int, words: int) -> Any:
    return _words(((1 << last) - 1) ^ ((1 << first) - 1), words)


def _words(bits: int, words: int) -> Any:
    """Return bits as 64-bit words."""
    return np.frombuffer(bits.to_bytes(8 * words, "little"), dtype="<u8").astype(np.uint64)


def _integers(values: list[int]) -> Integers:
    return np.array(values, dtype=np.int64)


def _starts(sizes: list[int]) -> Integers:
    return np.cumsum([0, *sizes], dtype=np.int64)
