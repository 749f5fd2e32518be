"""PERM-BOTH: whether two measures correlate differently with judgements (Deutsch, Dror & Roth 2021).

If it made no difference which of two standardized measures gave a score, their scores could be exchanged cell by cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from sumspace.compute.work import checkpoint, ordered_map
from sumspace.errors import SettingError
from sumspace.stats.correlation import COEFFICIENTS, Accuracy, Coefficient, Level, PairedTables
from sumspace.stats.multiplicity import Correction, corrected
from sumspace.stats.pearson_permutation import ROUNDING, exceeds, exchanged_cells, pearson_tests, standardized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Flags, Floats
    from sumspace.compute.work import Workers


MOST_PERMUTATIONS = 100_000
#: How many permutations are tried before it is asked whether they are enough.
_BLOCK = 125
#: The coefficients that are tested by linear algebra, with as many permutations as are wanted.
_PEARSON: tuple[Coefficient, ...] = ("pearson", "difference")


def permutation_tests(
    scores: Floats,
    judgements: Floats,
    level: Level,
    pairs: Sequence[tuple[int, int]],
    permutations: int = 1000,
    seed: int = 0,
    workers: Workers | int | None = None,
    *,
    enough: int | None = 20,
    pearson: int | None = None,
) -> Floats:
    """Return [pair, coefficient]: the two-sided p of pairs of measures having the same correlation with judgements.

    `scores` are [measure, document, system]. Only cells count where both measures and the judgements have a value; the
    scores of both measures are standardized over them. In every permutation each cell is exchanged with probability ½,
    in the same cells for all pairs, and p = (1 + c) / (1 + permutations), where c counts the permutations whose
    correlations lie at least as far apart as those observed. A test ends with the permutation l that makes c = enough:
    then p = enough / l (Besag & Clifford 1991), in which small p lose nothing. None: no test ends early.

    Tests of Pearson's r, and of that of differences within documents, cost so little that they never end early, and
    that they can have more permutations than others: `pearson`, if that is larger.

    NaN: no test, where a correlation is undefined; for soft accuracies; for accuracies at the pooled level. At the
    summary level the accuracies of documents, with the ties of each measure as calibrated, are exchanged as a whole.
    """
    tables, judged = np.asarray(scores, dtype=np.float64), np.asarray(judgements, dtype=np.float64)
    if level not in get_args(Level):
        raise SettingError(f"there is no level {level!r}; there are: {', '.join(get_args(Level))}")
    if tables.ndim != 3 or tables.shape[1:] != judged.shape:
        raise SettingError(f"tables of the shapes {tables.shape} and {judged.shape} cannot be compared")
    many = max(permutations, pearson or 0)
    for number in (permutations, many):
        if not 1 <= number <= MOST_PERMUTATIONS:
            raise SettingError(f"the number of permutations must be 1 to {MOST_PERMUTATIONS:,}, not {number:,}")
    if not len(pairs):
        return np.empty((0, len(COEFFICIENTS)))
    exchanges = Exchanges.of(seed, permutations, *judged.shape)
    there = ~np.isnan(tables) & ~np.isnan(judged)
    accuracies = _document_accuracies(tables, judged, pairs, there, workers) if level == "summary" else {}

    def test(pair: tuple[int, int]) -> Floats:
        both = there[pair[0]] & there[pair[1]]
        result = _test(tables[pair[0]], tables[pair[1]], judged, both, level, exchanges, enough)
        if level == "summary":
            first, second = (accuracies[measure, both.tobytes()] for measure in pair)
            if first is not None and second is not None:
                observed, *drawn = exchanges.mean_difference(first, second)
                result[COEFFICIENTS.index("accuracy")] = _p_value(observed, np.array(drawn), enough)
        return result

    result = np.stack(list(ordered_map(test, pairs, workers)))
    places = [COEFFICIENTS.index(coefficient) for coefficient in _PEARSON]
    result[:, places] = pearson_tests(tables, judged, level, pairs, many, seed, workers)
    # Documents may have accuracies where nothing is correlated, as for a measure that is constant.
    result[np.isnan(result[:, places[0]]), COEFFICIENTS.index("accuracy")] = np.nan
    return result


def smallest_p(permutations: int, tests: int, correction: Correction) -> float:
    """Return the smallest corrected p that a test of a family can have with so many permutations.

    With Holm's correction the smallest p is multiplied by the number of tests; with Benjamini and Hochberg's it stays
    as it is where all tests have it.

    >>> round(smallest_p(1000, 465, "holm"), 3), round(smallest_p(1000, 465, "bh"), 3)
    (0.465, 0.001)
    """
    return float(corrected(np.full(tests, 1 / (1 + permutations)), correction).min(initial=1.0))


def enough_permutations(tests: int, correction: Correction, below: float = 0.05) -> int:
    """Return the smallest number of permutations with which a corrected p can be below a bound.

    >>> enough_permutations(465, "holm"), enough_permutations(465, "none")
    (9300, 20)
    """
    number = int(max(tests, 1) / below) if correction == "holm" else int(1 / below)
    while smallest_p(number, tests, correction) >= below:
        number += 1
    return number


@dataclass(frozen=True, slots=True)
class Exchanges:
    """Which cells are exchanged in which permutation; permutation 0 exchanges nothing."""

    #: [cell, permutation], and [document, permutation] for what is exchanged as a whole.
    by_cell: NDArray[np.uint8]
    documents: NDArray[np.uint8]

    @classmethod
    def of(cls, seed: int, permutations: int, documents: int, systems: int) -> Exchanges:
        """Draw them; those of fewer permutations are the first of more."""
        cells, whole = (
            exchanged_cells(seed, 0, size, permutations + 1, stream)
            for stream, size in enumerate((documents * systems, documents))
        )
        cells[0] = whole[0] = 0
        return cls(np.ascontiguousarray(cells.T), np.ascontiguousarray(whole.T))

    @property
    def permutations(self) -> int:
        return int(self.by_cell.shape[1]) - 1

    def mean_difference(self, first: Floats, second: Floats) -> Floats:
        """Return the mean difference of two numbers a document for every permutation, without NaN."""
        kept = ~np.isnan(first)
        signs = 1.0 - 2.0 * self.documents[kept]
        result: Floats = (first - second)[kept] @ signs / np.count_nonzero(kept)
        return result


def _test(
    first: Floats,
    second: Floats,
    judgements: Floats,
    both: Flags,
    level: Level,
    exchanges: Exchanges,
    enough: int | None,
) -> Floats:
    """Return the p-value of each coefficient but those that are tested otherwise."""
    from sumspace.stats import permutation_kernels as kernels

    result = np.full(len(COEFFICIENTS), np.nan)
    if level == "summary":
        both = both & (both.sum(axis=1, keepdims=True) >= 3)
    documents, systems = np.nonzero(both)
    if len(documents) < 3:
        return result
    x, y, z = (standardized(table[both]) for table in (first, second, judgements))
    if x is None or y is None or z is None:
        return result
    cells = np.flatnonzero(both)
    drawn = exchanges.by_cell
    arguments: tuple[Any, ...]
    if level == "system":
        numbers, places = np.unique(systems, return_inverse=True)
        kernel, arguments = kernels.between_systems, (x, y, z, places, len(numbers), cells, drawn)
    elif level == "summary":
        _, starts = np.unique(documents, return_index=True)
        starts = np.append(starts, len(documents))
        words = int(-(-np.diff(starts).max() // 64))
        bits = kernels.document_bits(x, y, z, starts, words)
        chosen = kernels.chosen_bits(drawn, cells, starts, words)
        kernel, arguments = kernels.within_documents, (starts, *bits, chosen)
    else:
        kernel, arguments = kernels.over_all, (*kernels.merged(x, y, z), cells, drawn)
    observed = kernel(*arguments, 0, 1)[0]
    open_tests = ~np.isnan(observed)
    blocks: list[Floats] = []
    for begin in range(1, exchanges.permutations + 1, _BLOCK):
        checkpoint()
        if not open_tests.any():
            break
        blocks.append(kernel(*arguments, begin, min(begin + _BLOCK, exchanges.permutations + 1)))
        if enough is not None:
            open_tests &= exceeds(observed, np.concatenate(blocks)).sum(axis=0) < enough
    differences = np.concatenate(blocks) if blocks else np.empty((0, len(observed)))
    for c in np.flatnonzero(~np.isnan(observed)):
        result[c] = _p_value(observed[c], differences[:, c], enough)
    return result


def _p_value(observed: float | Floats, drawn: Floats, enough: int | None) -> float:
    exceeding = np.flatnonzero(exceeds(np.asarray(observed), drawn))
    if enough is not None and len(exceeding) >= enough:
        return float(enough / (exceeding[enough - 1] + 1))
    return float((1 + len(exceeding)) / (1 + len(drawn)))


def _document_accuracies(
    tables: Floats, judgements: Floats, pairs: Sequence[tuple[int, int]], there: Flags, workers: Workers | int | None
) -> dict[tuple[int, bytes], Floats | None]:
    """Return by measure and cells the accuracy of every document, NaN where it has none; None: too many pairs."""
    from sumspace.stats.permutation_kernels import document_accuracies

    wanted: dict[tuple[int, bytes], Flags] = {}
    for pair in pairs:
        both = there[pair[0]] & there[pair[1]]
        wanted.update({(measure, both.tobytes()): both for measure in pair})

    def accuracies(item: tuple[tuple[int, bytes], Flags]) -> Floats | None:
        (measure, _), both = item
        kept = both & (both.sum(axis=1, keepdims=True) >= 3)
        table = PairedTables.of(np.where(kept, tables[measure], np.nan), judgements, "summary")
        accuracy = Accuracy.of(table) if kept.any() else None
        if accuracy is None:
            return None
        scores, judged, _, _, starts, owners = table.segments
        result = np.full(len(judgements), np.nan)
        result[owners] = document_accuracies(scores, judged, starts, max(accuracy.tie, ROUNDING))
        return result

    return dict(zip(wanted, ordered_map(accuracies, wanted.items(), workers), strict=True))
