"""The exhaustive engine on CUDA cards: which there are, what they can serve, and the work shared among them."""

from __future__ import annotations

from collections import deque
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.compute.work import checkpoint, recall
from sumspace.errors import CardError, SettingError, SumspaceError
from sumspace.space.engines.tiles import CHUNK, MOST_LEVELS, ROW_BYTES, ROWS, STEMS, lay_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sumspace.arrays import Integers
    from sumspace.space.engines.tiles import Tiles
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


#: Spaces of so many extracts repay the time that it takes to begin.
WORTHWHILE = 10**9
#: Stems and extracts are counted with 64 bits, and values are numbers of 31 bits.
_MOST_EXTRACTS, _MOST_VALUES = 1 << 62, 1 << 30
#: Threads of a block; with so many pairs to a block on average, no counter of 32 bits overflows in one launch.
_THREADS, _PAIRS = 256, 1 << 27
#: Counts of so many pairs, some seconds of work, are written down in the ledger.
_WRITTEN_DOWN = 10**13
#: The share of a card's free memory that may be used.
_USABLE = 0.8


#: Spaces come one after the other, each with all the memory of the cards.
_ONE_SPACE = Lock()


@cache
def cards() -> tuple[str, ...]:
    """Return the names of the CUDA cards of this machine; none where CuPy is not installed."""
    if find_spec("cupy") is None:
        return ()
    try:
        import cupy

        return tuple(_name(cupy, number) for number in range(cupy.cuda.runtime.getDeviceCount()))
    except (ImportError, RuntimeError):  # there is no driver, or no card
        return ()


def _name(cupy: Any, number: int) -> str:
    name: bytes = cupy.cuda.runtime.getDeviceProperties(number)["name"]
    return name.decode()


def check_cards() -> None:
    """Refuse to go on where there is no card, and say what is missing."""
    if find_spec("cupy") is None:
        raise SettingError(
            "--device cuda needs CuPy: install sumspace[gpu] for a driver of CUDA 12, or sumspace[gpu13] for CUDA 13"
        )
    if not cards():
        raise SettingError("--device cuda finds no CUDA card; use --device cpu, or auto")


def seconds_on_cards(space: Space, scoring: Scoring) -> float:
    """Predict how long one card takes to visit all extracts."""
    chunks = len(scoring.coverage.gains) // CHUNK + 1
    return 0.3 + float(space.size) * (3e-13 + 1e-13 * chunks)


def unserved(space: Space, scoring: Scoring) -> str:
    """Say why cards cannot serve a space, or nothing where they can."""
    if space.size >= _MOST_EXTRACTS:
        return "the card counts to 4.6e18 extracts"
    if scoring.width(space) > _MOST_VALUES:
        return "the card counts a billion values"
    if np.diff(scoring.coverage.gain_starts).max(initial=0) > MOST_LEVELS:
        return f"the card counts {MOST_LEVELS:,} levels of a unit"
    window, coverage = space.window, scoring.coverage
    tables = 8 * (window.high + 1) * (len(window.costs) + 1) + 2 * len(coverage.ends) * len(coverage.gains)
    free = min(_free(number) for number in range(len(cards())))
    if tables > free // 2:
        return f"its tables take {tables / 1e9:.1f} GB, and the card has {free / 1e9:.1f} GB"
    return ""


def _free(number: int) -> int:
    """Return how many bytes of a card may be used."""
    import cupy

    with _plain_words(), cupy.cuda.Device(number) as device:
        cupy.get_default_memory_pool().free_all_blocks()
        return int(_USABLE * device.mem_info[0])


def exhaustive_on_cards(
    space: Space,
    scoring: Scoring,
    progress: Callable[[float], None] | None = None,
    key: Callable[[], str] | None = None,
) -> list[int]:
    """Count the extracts of each value, as `exhaustive` does; all cards share the tiles.

    `key` returns what a large space is known by in the ledger, where its parts are written down.
    """
    with _ONE_SPACE, _plain_words():
        return _count_extracts(space, scoring, progress, key)


@contextmanager
def _plain_words() -> Iterator[None]:
    """Say in a line what a card cannot do."""
    try:
        yield
    except (SumspaceError, CancelledError):
        raise
    except Exception as error:  # a driver, a compiler and a card may fail in many ways
        why = str(error).strip().splitlines()
        raise CardError(f"the card failed ({why[0] if why else type(error).__name__})") from error


def _count_extracts(
    space: Space, scoring: Scoring, progress: Callable[[float], None] | None, key: Callable[[], str] | None
) -> list[int]:
    numbers = range(len(cards()))
    tiles = lay_tiles(space, scoring, min(ROW_BYTES, *(_free(number) // 4 for number in numbers)))
    workers = [Card(number, tiles) for number in numbers]
    parts = list(tiles.shards(_WRITTEN_DOWN))
    total = np.zeros(tiles.width, dtype=np.int64)
    for place, part in enumerate(parts):

        def count(part: tuple[int, int] = part, place: int = place) -> Integers:
            tell = None if progress is None else lambda share: progress((place + share) / len(parts))
            return count_tiles(tiles, workers, *part, tell)

        def known_by(part: tuple[int, int] = part) -> str:
            return digest("tiles", key() if key else "", len(tiles.costs), *part)

        total += recall(known_by, count) if key and len(parts) > 1 else count()
    if space.without_empty:
        total[0] -= 1
    return list(map(int, total))


def count_tiles(
    tiles: Tiles, workers: list[Any], first: int, last: int, progress: Callable[[float], None] | None = None
) -> Integers:
    """Let every worker take shard after shard of some neighbouring tiles, and add up what they count."""
    shards = deque(tiles.shards(min(worker.most_pairs for worker in workers), first, last))
    number, lock = len(shards), Lock()
    total = np.zeros(tiles.width, dtype=np.int64)

    def work(worker: Any) -> None:
        while True:
            checkpoint()
            with lock:
                if not shards:
                    return
                shard = shards.popleft()
            counts = worker.count(*shard)
            with lock:
                np.add(total, counts, out=total)
                if progress:
                    progress(1 - len(shards) / number)

    with ThreadPoolExecutor(len(workers)) as pool:
        for future in [pool.submit(copy_context().run, work, worker) for worker in workers]:
            future.result()
    return total


class Card:
    """A card that holds the tables of a space and counts tiles of it."""

    def __init__(self, number: int, tiles: Tiles) -> None:
        import cupy

        self._cupy, self._number, self._tiles = cupy, number, tiles
        with cupy.cuda.Device(number) as device:
            module = self._compile(device.attributes, int(device.compute_capability))
            self._arrays = self._upload(module)
            self._next = cupy.zeros(1, dtype=np.uint64)
            self._counts = cupy.zeros(tiles.width, dtype=np.uint64)
            scratch = self._blocks * (_THREADS // 32) * 2 * len(tiles.initial) * STEMS if self._in_scratch else 1
            self._scratch = cupy.empty(scratch, dtype=np.uint64)

    @property
    def most_pairs(self) -> int:
        """How many pairs of a stem and a row may be counted at a time."""
        most: int = self._blocks * _PAIRS
        return most

    def _compile(self, attributes: dict[str, int], capability: int) -> Any:
        """Choose what lies in shared memory, and compile the kernels for that."""
        tiles, warps = self._tiles, _THREADS // 32
        per_block, in_all = attributes["MaxSharedMemoryPerBlockOptin"], attributes["MaxSharedMemoryPerMultiprocessor"]
        masks = warps * 2 * len(tiles.initial) * STEMS * 8
        self._in_scratch = masks > per_block // 4
        fixed = warps * STEMS * 4 * (-(-len(tiles.costs) // 32) + 1) + (0 if self._in_scratch else masks)
        # As many blocks as do well, wide masks needing more registers, if each has room for at least one copy.
        for blocks in (4, 3, 2, 1) if tiles.chunks == 1 else (3, 2, 1):
            room = min(per_block, in_all // blocks - 1024) - fixed
            copies = min(1 << max(room // (4 * tiles.width), 0).bit_length() >> 1, 32)
            if copies:
                break
        self._shared = fixed + 4 * copies * tiles.width
        macros = {
            "CHUNKS": tiles.chunks if tiles.chunks <= 4 else 0,
            "PLANES": int(tiles.shifts.max() > 0),
            "EXTRA": int(tiles.begun_extra.any()),
            "CUT": int((tiles.rows.piece_last >= 0).any()),
            "COPIES": copies,
            "SCRATCH": int(self._in_scratch),
            "TENSOR": int(80 <= capability <= 90),
            "THREADS": _THREADS,
            "BLOCKS": blocks,
        }
        module = _module(self._number, tuple(f"-D{name}={value}" for name, value in macros.items()))
        self._explore = module.get_function("explore")
        self._explore.max_dynamic_shared_size_bytes = self._shared
        by_memory, by_registers = in_all // (self._shared + 1024), 65536 // (_THREADS * self._explore.num_regs)
        self._blocks = attributes["MultiProcessorCount"] * max(min(by_memory, by_registers, 2048 // _THREADS), 1)
        return module

    def _upload(self, module: Any) -> list[Any]:
        """Copy the tables to the card, let it write down the rows, and return what the kernel takes."""
        cupy, tiles, rows = self._cupy, self._tiles, self._tiles.rows

        def array(values: Any) -> Any:
            kept = values.dtype if values.dtype in (np.uint64, np.uint16) else np.int32
            return cupy.asarray(np.ascontiguousarray(values, dtype=kept))

        def integers(values: Any) -> Any:
            return cupy.asarray(np.ascontiguousarray(values, dtype=np.int32))

        masks = cupy.empty(max(rows.count, 1) * CHUNK // 32 * tiles.chunks, dtype=np.uint32)
        extra = cupy.empty(max(rows.count, 1), dtype=np.int32)
        if rows.count:
            groups = -(-rows.block_count // ROWS)
            names = ("first", "count", "set", "begun", "cost")
            blocks = [np.repeat(np.arange(len(groups)), groups), *(getattr(rows, f"block_{name}") for name in names)]
            held = tiles.set_costs, tiles.held, tiles.begun, tiles.begun_rows, tiles.set_extra, tiles.begun_extra
            arguments = map(array, (*blocks, rows.sets, *held))
            bits = (
                np.int32(tiles.held.shape[1]),
                array(tiles.bit_units),
                array(tiles.bit_places),
                np.int32(tiles.chunks),
            )
            threads = rows.count * CHUNK // 32 * tiles.chunks
            grid = (-(-threads // _THREADS),)
            module.get_function("build_rows")(
                grid, (_THREADS,), (np.int64(rows.count), *arguments, *bits, masks, extra)
            )
        stems = tiles.ways, tiles.starts, tiles.costs, tiles.initial, tiles.shifts
        touched = tiles.touched, tiles.touched_words, tiles.touched_masks
        moves = tiles.moves, tiles.sources, tiles.targets, tiles.keeps
        shifted = integers(tiles.rights), integers(tiles.lefts), array(tiles.stem_extra)
        pieces = rows.groups, rows.piece_first, rows.piece_tiles, rows.piece_pads, rows.piece_last
        return [
            np.int32(len(tiles.ways) - 1), np.int32(len(tiles.costs)), *map(array, (*stems, *touched, *moves)),
            *shifted, *map(array, pieces), np.int64(rows.count), masks, extra, array(tiles.chunk_starts),
            array(tiles.chunk_list), np.int32(tiles.chunks), np.int32(tiles.width),
        ]  # fmt: skip

    def count(self, first: int, last: int) -> Integers:
        """Count the extracts of some neighbouring tiles by value."""
        with self._cupy.cuda.Device(self._number):
            self._next.fill(first)
            self._counts.fill(0)
            arguments = np.uint64(last), self._next, *self._arrays, self._scratch, self._counts
            self._explore((self._blocks,), (_THREADS,), arguments, shared_mem=self._shared)
            counts: Integers = self._cupy.asnumpy(self._counts).view(np.int64)
            return counts


@cache
def _module(number: int, options: tuple[str, ...]) -> Any:
    """Compile the kernels for a card."""
    import cupy

    code = files("sumspace.space.kernels").joinpath("exhaustive.cu").read_text(encoding="utf-8")
    with cupy.cuda.Device(number):
        return cupy.RawModule(code=code, options=("--std=c++17", *options))
