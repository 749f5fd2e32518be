"""PERM-BOTH of Pearson's r for many pairs of measures and many permutations, by linear algebra.

Exchanging cells between x and y gives f(x') = f(x) + M (f(y) − f(x)) for every function f of a cell, where M marks the
exchanged cells. Σ x', Σ x'² and Σ x'z are therefore sums over marked cells that are made once for each measure, as
products of matrices, and serve all pairs that it is in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.blas import one_thread
from sumspace.compute.work import ordered_map, threads_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.compute.work import Workers
    from sumspace.stats.correlation import Level


#: Documents whose sums, of all measures, stay near the processor together.
_NEAR = 8
#: Differences that are smaller by rounding only are as large.
ROUNDING = 1e-12
#: A sum of squares is 0 if it is no more than this, or than this share of what it is the difference of.
_NO_SQUARES, _NO_SHARE = 1e-20, 1e-13


def pearson_tests(
    tables: Floats,
    judgements: Floats,
    level: Level,
    pairs: Sequence[tuple[int, int]],
    permutations: int,
    seed: int,
    workers: Workers | int | None = None,
) -> Floats:
    """Return [pair, 2]: p of Pearson's r and of that of differences within documents, NaN where one is undefined.

    The exchanges are those of `Exchanges`, and so the same for every number of permutations and of workers.
    """
    from sumspace.stats.permutation_kernels import BLOCK

    groups = list(_groups(tables, judgements, level, pairs))
    result = np.full((len(pairs), 2), np.nan)
    observed = [group.deltas(np.zeros((judgements.size, BLOCK)))[:, :, 0] for group in groups]

    def exceeding(begin: int) -> list[Integers]:
        marked = exchanged_cells(seed, begin, judgements.size, BLOCK).T.astype(np.float64, order="C")
        counted = slice(begin == 0, permutations + 1 - begin)
        return [
            np.count_nonzero(exceeds(there[:, :, None], group.deltas(marked)[:, :, counted]), axis=2)
            for group, there in zip(groups, observed, strict=True)
        ]

    # One thread of linear algebra for each block: sums are then the same with any number of workers.
    with one_thread():
        counts = [np.zeros(there.shape, np.int64) for there in observed]
        for found in ordered_map(exceeding, range(0, permutations + 1, BLOCK), threads_of(workers)):
            for total, more in zip(counts, found, strict=True):
                total += more
    for group, there, count in zip(groups, observed, counts, strict=True):
        result[group.numbers] = np.where(np.isnan(there), np.nan, (1 + count) / (1 + permutations)).T
    return result


def exchanged_cells(seed: int, begin: int, cells: int, rows: int, stream: int = 0) -> NDArray[np.uint8]:
    """Return [permutation, cell]: which cells permutations from `begin` on, a multiple of 32, exchange."""
    bits = np.random.Philox(key=seed, counter=[0, 0, 2, stream])
    bits.advance(begin * cells // 32)  # a counter makes 32 bytes, and a cell takes one
    drawn: NDArray[np.uint8] = np.random.Generator(bits).integers(0, 2, (rows, cells), dtype=np.uint8)
    return drawn


def exceeds(observed: Floats, drawn: Floats) -> Flags:
    """Return which differences are as large as that observed; so is one that is undefined."""
    flags: Flags = ~(np.abs(drawn) < np.abs(observed) - ROUNDING)
    return flags


def standardized(values: Floats) -> Floats | None:
    """Return values with a mean of 0 and a deviation of 1; None where they are all the same."""
    scaled = values / (np.abs(values).max() or 1.0)
    deviation = scaled.std()
    return None if np.ptp(scaled) <= ROUNDING else (scaled - scaled.mean()) / deviation


def _groups(
    tables: Floats, judgements: Floats, level: Level, pairs: Sequence[tuple[int, int]]
) -> Iterator[_Systems | _Documents]:
    """Divide the pairs by the cells that both measures and the judgements have; scores are standardized over these."""
    there = ~np.isnan(tables) & ~np.isnan(judgements)
    shared: dict[bytes, tuple[Flags, list[int]]] = {}
    for number, (first, second) in enumerate(pairs):
        both = there[first] & there[second]
        if level == "summary":
            both &= both.sum(axis=1, keepdims=True) >= 3
        shared.setdefault(both.tobytes(), (both, []))[1].append(number)
    for both, numbers in shared.values():
        judged = standardized(judgements[both]) if np.count_nonzero(both) >= 3 else None
        if judged is None:
            continue
        chosen = sorted({measure for number in numbers for measure in pairs[number]})
        scores = {measure: standardized(tables[measure][both]) for measure in chosen}
        defined = [measure for measure, values in scores.items() if values is not None]
        places = {measure: place for place, measure in enumerate(defined)}
        kept = [number for number in numbers if all(measure in places for measure in pairs[number])]
        if not kept:
            continue
        own = np.array([[places[measure] for measure in pairs[number]] for number in kept])
        values = np.array([scores[measure] for measure in defined], dtype=np.float64)
        documents, systems = np.nonzero(both)
        if level == "system":
            yield _Systems.of(kept, own, np.flatnonzero(both), values, judged, systems)
        else:
            rows = documents if level == "summary" else np.zeros_like(documents)
            yield _Documents.of(kept, own, np.flatnonzero(both), values, judged, rows)


@dataclass(frozen=True, slots=True)
class _Systems:
    """Pairs whose correlations are those of systems' means."""

    numbers: list[int]
    #: [pair, 2]: places in what follows.
    pairs: Integers
    #: By system, the cells, and [measure, cell]: what each adds to the mean.
    cells: tuple[Integers, ...]
    shares: tuple[Floats, ...]
    #: The mean judgements, less their mean, with a sum of squares of 1; None: they are all the same.
    judged: Floats | None

    @classmethod
    def of(
        cls, numbers: list[int], pairs: Integers, cells: Integers, values: Floats, judged: Floats, systems: Integers
    ) -> _Systems:
        own = [systems == system for system in np.unique(systems)]
        means = np.array([judged[cell].mean() for cell in own])
        means -= means.mean()
        is_defined = len(own) >= 3 and means @ means > _NO_SQUARES
        return cls(
            numbers,
            pairs,
            tuple(cells[cell] for cell in own),
            tuple(values[:, cell] / np.count_nonzero(cell) for cell in own),
            means / np.sqrt(means @ means) if is_defined else None,
        )

    def deltas(self, marked: Floats) -> Floats:
        """Return [coefficient, pair, permutation]: how far apart the correlations are after the exchange."""
        if self.judged is None:
            return np.full((2, len(self.pairs), marked.shape[1]), np.nan)
        # [permutation, measure, system]: what a measure gives away, and what it keeps, both less their mean.
        given = np.array([share @ marked[cells] for share, cells in zip(self.shares, self.cells, strict=True)])
        given = np.ascontiguousarray((given - given.mean(axis=0)).transpose(2, 1, 0))
        means = np.array([share.sum(axis=1) for share in self.shares]).T
        kept = (means - means.mean(axis=1, keepdims=True)) - given
        # Σ (k + g)² = Σ k² + Σ g² + 2 Σ k g for what one keeps and the other gives: all pairs in one product.
        crossed = kept @ given.transpose(0, 2, 1)
        given_squares, kept_squares = (given**2).sum(axis=2), (kept**2).sum(axis=2)
        given_products, kept_products = given @ self.judged, kept @ self.judged

        def correlations(own: Integers, other: Integers) -> Floats:
            parts = kept_squares[:, own] + given_squares[:, other]
            squares = parts + 2 * crossed[:, own, other]
            squares[squares <= np.maximum(_NO_SQUARES, _NO_SHARE * parts)] = np.nan
            result: Floats = (kept_products[:, own] + given_products[:, other]) / np.sqrt(squares)
            return result

        first, second = self.pairs.T
        found = (correlations(first, second) - correlations(second, first)).T
        return np.stack([found, found])


@dataclass(frozen=True, slots=True)
class _Documents:
    """Pairs whose correlations are means over documents, of which the pooled level has one."""

    numbers: list[int]
    #: [pair, 2]: places in what follows.
    pairs: Integers
    #: By document, the cells, and [measure, moment, cell]: x / √n, x² and xz, the latter with Σ z² = 1, or 0.
    cells: tuple[Integers, ...]
    moments: tuple[Floats, ...]
    totals: Floats
    sizes: Integers
    #: Whether the judgements of a document differ, and [pair, document] whether an exchange may make a row constant.
    is_judged: Flags
    is_fragile: Flags
    #: [measure, cell]: what is added up for differences within all documents.
    products: Floats

    @classmethod
    def of(
        cls, numbers: list[int], pairs: Integers, cells: Integers, values: Floats, judged: Floats, documents: Integers
    ) -> _Documents:
        from sumspace.stats.permutation_kernels import fragile_documents

        starts = np.flatnonzero(np.diff(documents, prepend=-1))
        ends = np.append(starts[1:], len(documents))
        moments, is_judged, products = [], [], []
        z_total = 0.0
        for start, end in zip(starts, ends, strict=True):
            # The mean of all measures is the same for all: without it, less is lost to rounding.
            x = values[:, start:end] - values[:, start:end].mean()
            z = judged[start:end] - judged[start:end].mean()
            squares, n = z @ z, end - start
            is_judged.append(squares > _NO_SQUARES)
            shares = z / np.sqrt(squares) if is_judged[-1] else np.zeros_like(z)
            moments.append(np.stack([x / np.sqrt(n), x * x, x * shares], axis=1))
            products.append(n * x * z)
            z_total += n * squares
        return cls(
            numbers,
            pairs,
            tuple(cells[start:end] for start, end in zip(starts, ends, strict=True)),
            tuple(moments),
            np.array([moment.sum(axis=2) for moment in moments]),
            ends - starts,
            np.array(is_judged),
            fragile_documents(values, pairs, np.append(starts, len(documents))),
            np.concatenate(products, axis=1) / np.sqrt(z_total),
        )

    def deltas(self, marked: Floats) -> Floats:
        """Return [coefficient, pair, permutation]: how far apart the correlations are after the exchange."""
        from sumspace.stats.permutation_kernels import BLOCK, add_documents

        measures, number = len(self.products), len(self.pairs)
        sums, used = np.zeros((number, 4 * BLOCK)), np.full((number, 2, BLOCK), self.is_judged.sum())
        space = np.empty((_NEAR, measures, 3 * BLOCK))
        for start in range(0, len(self.cells), _NEAR):
            here = slice(start, start + _NEAR)
            given = space[: len(self.cells[here])]
            for cells, moments, out in zip(self.cells[here], self.moments[here], given, strict=True):
                np.matmul(moments.reshape(3 * measures, -1), marked[cells], out=out.reshape(3 * measures, BLOCK))
            add_documents(
                given, self.totals[here], self.pairs, self.sizes[here], self.is_judged[here],
                self.is_fragile[:, here], _NO_SHARE, sums, used,
            )  # fmt: skip
        sums = sums.reshape(number, 4, BLOCK)
        first, second = self.pairs.T
        moved = self.products @ marked[np.concatenate(self.cells)]
        whole, moved = self.products.sum(axis=1)[:, None], moved[second] - moved[first]
        with np.errstate(divide="ignore", invalid="ignore"):
            means, roots = sums[:, :2] / used, np.sqrt(sums[:, 2:])
            differences = (whole[first] + moved) / roots[:, 0] - (whole[second] - moved) / roots[:, 1]
        pearson = means[:, 0] - means[:, 1]
        return np.stack([pearson, np.where(np.isnan(pearson), np.nan, differences)])
