"""A plain reading of what `kernels/exhaustive.cu` does, for small spaces and machines without a card."""

from __future__ import annotations

import numpy as np

from sumspace.space.engines.tiles import ROWS, STEMS, Tiles


def rows_of(tiles: Tiles) -> tuple[list[int], list[int]]:
    """Return the mask of every row, and what it adds to a value besides hits."""
    rows = tiles.rows
    masks, extra = [0] * rows.count, [0] * rows.count
    for first, count, begin, sentence, cost in zip(
        rows.block_first, rows.block_count, rows.block_set, rows.block_begun, rows.block_cost, strict=True
    ):
        for place in range(count):
            chosen = rows.sets[begin + place]
            held = tiles.held[chosen].astype(np.int64)
            extra[first + place] = int(tiles.set_extra[chosen])
            if sentence >= 0:
                row = tiles.begun_rows[sentence] + cost - tiles.set_costs[chosen]
                held = held + tiles.begun[row]
                extra[first + place] += int(tiles.begun_extra[row])
            for bit, (unit, level) in enumerate(zip(tiles.bit_units, tiles.bit_places, strict=True)):
                if unit >= 0 and held[unit] > level:
                    masks[first + place] |= 1 << bit
    return masks, extra


def stem_of(tiles: Tiles, cost: int, number: int) -> list[int]:
    """Return the sentences of a stem."""
    taken, room, sentences = [], cost, len(tiles.costs)
    for sentence in range(sentences):
        without = int(tiles.ways[room, sentence + 1])
        if number >= without:
            number -= without
            room -= int(tiles.costs[sentence])
            taken.append(sentence)
    assert number == 0
    assert room == 0
    return taken


def left_by(tiles: Tiles, stem: list[int]) -> list[int]:
    """Return what units can still give, in words."""
    left = [int(word) for word in tiles.initial]
    for sentence in stem:
        new = left.copy()
        for t in range(tiles.touched[sentence], tiles.touched[sentence + 1]):
            new[tiles.touched_words[t]] &= ~int(tiles.touched_masks[t])
        for m in range(tiles.moves[sentence], tiles.moves[sentence + 1]):
            moved = (left[tiles.sources[m]] & int(tiles.keeps[m])) >> int(tiles.rights[m]) << int(tiles.lefts[m])
            new[tiles.targets[m]] |= moved
        left = new
    return left


class Reading:
    """Counts tiles as a card does."""

    def __init__(self, tiles: Tiles) -> None:
        self._tiles = tiles
        self._masks, self._extra = rows_of(tiles)
        self._starts = tiles.starts

    def count(self, first: int, last: int) -> np.ndarray:
        tiles, rows = self._tiles, self._tiles.rows
        counts = np.zeros(tiles.width, dtype=np.int64)
        shifts = np.repeat(tiles.shifts, 2).tolist()
        for tile in range(first, last):
            cost = int(np.searchsorted(self._starts, tile, side="right")) - 1
            begin = (tile - int(self._starts[cost])) * STEMS
            for number in range(begin, min(begin + STEMS, int(tiles.ways[cost, 0]))):
                stem = stem_of(tiles, cost, number)
                left = left_by(tiles, stem)
                value = sum(
                    (int(whole).bit_count() - word.bit_count()) << shift
                    for whole, word, shift in zip(tiles.initial, left, shifts, strict=True)
                )
                value += sum(int(tiles.stem_extra[sentence]) for sentence in stem)
                for piece in range(rows.groups[cost], rows.groups[cost + 1]):
                    if rows.piece_last[piece] in stem:
                        continue
                    row, last = ROWS * rows.piece_first[piece], rows.piece_last[piece]
                    chunks = tiles.chunk_list[tiles.chunk_starts[last + 1] : tiles.chunk_starts[last + 2]].tolist()
                    for at in range(row, row + ROWS * rows.piece_tiles[piece]):
                        gains = (
                            (left[w] & self._masks[at] >> 64 * w & (1 << 64) - 1).bit_count() << shifts[w]
                            for chunk in chunks
                            for w in (2 * chunk, 2 * chunk + 1)
                        )
                        counts[value + sum(gains) + self._extra[at]] += 1
                    counts[value] -= rows.piece_pads[piece]
        return counts
