"""Where work runs: on a stream of items, in order and without reading ahead of what is needed.

Work runs in threads, or wherever an executor takes it: `elsewhere.py`, and `cluster.py` for Dask. What is finished is
written down in a ledger, if there is one, and not done again. Nothing above this knows which.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sumspace.compute.ledger import pack
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.compute.elsewhere import Elsewhere
    from sumspace.compute.ledger import Ledger

    #: Sends a message to whoever asked for the work: a key with its packed result, or what a callback is told.
    Channel = Callable[[dict[str, Any]], None]


A = TypeVar("A")
B = TypeVar("B")


class _Stop(Protocol):
    def is_set(self) -> bool: ...


class _Store(Protocol):
    """Where pieces of work are looked up and written down."""

    def get(self, key: str) -> Any: ...

    def put(self, key: str, packed: bytes, settings: str = "", bundle: str = "") -> None: ...

    def bundle(self, name: str, /) -> dict[str, bytes]: ...


#: What tells the work under way in this thread, from the outermost pool to the innermost, to stop.
stops_here: ContextVar[tuple[_Stop, ...]] = ContextVar("stops", default=())
#: Where what is finished is written down, and the bundle that it belongs to.
store_here: ContextVar[tuple[_Store | None, str]] = ContextVar("store", default=(None, ""))
channel_here: ContextVar[Channel | None] = ContextVar("channel", default=None)


@dataclass(frozen=True, slots=True)
class Part:
    """Every Nth document alone, from the Ith on."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read I/N."""
        number, slash, of = text.partition("/")
        are_numbers = all(part.isdecimal() and len(part) < 10 for part in (number, of))
        if not (slash and are_numbers and 1 <= int(number) <= int(of)):
            raise SettingError(f"--part wants I/N, from 1/N to N/N, such as 2/4, not {text!r}")
        return cls(int(number), int(of))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True, eq=False)
class Workers:
    """Where work runs, and where what is finished is written down. Part of every plan, never of its signature."""

    #: Threads; None means one for each core.
    jobs: int | None = None
    #: Takes the work instead, if given.
    executor: Executor | None = None
    ledger: Ledger | None = None
    #: Which documents are worked on; None means all.
    part: Part | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Arrive with work at a worker: there it runs in one thread, and what is finished is sent back."""
        return Workers, (1,)


def threads_of(workers: Workers | int | None) -> int | None:
    """Return how many threads of this machine there are for work that cannot leave it; None: one for each core."""
    return workers.jobs if isinstance(workers, Workers) else workers


@dataclass(frozen=True)
class Order:
    """What is asked for: how items become results, and how these are known."""

    function: Callable[[Any], Any]
    store: _Store | None
    key: Callable[[Any], str] | None
    bundle: Callable[[Any], str] | None
    settings: str
    lost: Callable[[Any, str], Any] | None

    def key_of(self, item: Any) -> str:
        return self.key(item) if self.key is not None and self.store is not None else ""

    def bundle_of(self, item: Any) -> str:
        return self.bundle(item) if self.bundle is not None else store_here.get()[1]

    def known(self, key: str) -> Any:
        return self.store.get(key) if key and self.store is not None else None

    def put(self, key: str, bundle: str, packed: bytes) -> None:
        if key and self.store is not None:
            # What has settings is an item and stands alone; pieces of one item are sent along with it together.
            self.store.put(key, packed, self.settings, "" if self.settings else bundle)

    def fulfil(self, item: Any, key: str, bundle: str) -> Any:
        checkpoint()
        result = self.function(item)
        if key:
            self.put(key, bundle, pack(result))
        return result


def ordered_map(
    function: Callable[[A], B],
    items: Iterable[A],
    workers: Workers | int | None = None,
    ahead: int = 2,
    *,
    key: Callable[[A], str] | None = None,
    bundle: Callable[[A], str] | None = None,
    settings: str = "",
    lost: Callable[[A, str], B] | None = None,
    spread: bool = False,
) -> Iterator[B]:
    """Apply the function to every item; results come in the items' order, wherever the work is done.

    At most `ahead` items a worker are under way or wait for one that takes longer, so a long stream stays a stream.
    Whatever ends it, an error in the stream or an interrupt, comes after the results of all items that were finished
    before; work under way ends at its next `checkpoint`.

    With a `key`, an item whose result is in the ledger is not worked on again; others are written down when they are
    finished. `bundle` names what an item has in common with others that may use the same pieces (see `recall`), and
    `settings` those that all results have in common. `lost` makes the result of an item whose worker died again and
    again. With `spread`, a worker of a cluster that comes to this map shares its items with the other workers.
    """
    workers = workers if isinstance(workers, Workers) else Workers(workers)
    if workers.jobs is not None and workers.jobs < 1:
        raise SettingError(f"there must be at least 1 job, not {workers.jobs}")
    order = Order(function, workers.ledger or store_here.get()[0], key, bundle, settings, lost)
    jobs, executor = workers.jobs or cores(), workers.executor
    if executor is None and spread and channel_here.get() is not None:
        from sumspace.compute.cluster import whole_cluster

        executor = whole_cluster()
    if executor is not None:
        from sumspace.compute.elsewhere import Elsewhere

        yield from _in_order(Elsewhere(executor, order, ahead), order, items, ahead)
    # An interrupt comes to the main thread, and breaks compiled code that it meets there.
    elif jobs == 1 and current_thread() is not main_thread():
        for item in items:
            checkpoint()
            own = order.key_of(item)
            known = order.known(own)
            yield order.fulfil(item, own, order.bundle_of(item)) if known is None else known
    else:
        yield from _in_order(_Threads(jobs, order), order, items, ahead)


def _in_order(pool: _Threads | Elsewhere, order: Order, items: Iterable[Any], ahead: int) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    failures: list[Exception] = []
    try:
        for item in _until_failure(items, failures):
            checkpoint()
            key = order.key_of(item)
            known = order.known(key)
            if known is None:
                waiting.append(pool.submit(item, key, order.bundle_of(item)))
            else:
                waiting.append(Future())
                waiting[-1].set_result(known)
            if len(waiting) >= pool.room(ahead):
                yield _result(waiting[0])
                waiting.popleft()
        while waiting:
            yield _result(waiting[0])
            waiting.popleft()
    except KeyboardInterrupt:
        pool.stop(waiting)
        yield from (
            future.result() for future in waiting if future.done() and not future.cancelled() and not future.exception()
        )
        raise
    finally:
        pool.stop(waiting)
    if failures:
        raise failures[0]


class _Threads:
    """Threads of this process."""

    def __init__(self, jobs: int, order: Order) -> None:
        self._jobs = jobs
        self._order = order
        self._pool = ThreadPoolExecutor(jobs)
        self._stop = Event()
        self._stops = (*stops_here.get(), self._stop)
        self._channel = channel_here.get()

    def submit(self, item: Any, key: str, bundle: str) -> Future[Any]:
        return self._pool.submit(self._work, item, key, bundle)

    def room(self, ahead: int) -> int:
        return ahead * self._jobs if self._jobs > 1 else 1

    def _work(self, item: Any, key: str, bundle: str) -> Any:
        stops_here.set(self._stops)
        store_here.set((self._order.store, bundle))
        channel_here.set(self._channel)
        return self._order.fulfil(item, key, bundle)

    def stop(self, _: Iterable[Future[Any]]) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)


def recall(key: Callable[[], str], make: Callable[[], B]) -> B:
    """Return a piece of the work under way: what is written down of it, or else what is made, which then is."""
    store, bundle = store_here.get()
    if store is None:
        return make()
    own = key()
    known: B | None = store.get(own)
    if known is None:
        known = make()
        store.put(own, pack(known), "", bundle)
    return known


def _result(future: Future[B]) -> B:
    """Wait for a result, but never for long: polars, once it is loaded, keeps an interrupt from ending a wait."""
    while not future.done():
        with suppress(TimeoutError):
            return future.result(timeout=0.2)
    return future.result()


def _until_failure(items: Iterable[A], failures: list[Exception]) -> Iterator[A]:
    """Yield items until the stream ends or fails, and keep the failure for later."""
    try:
        yield from items
    except Exception as failure:  # noqa: BLE001 - whatever it is, it is raised again
        failures.append(failure)


def checkpoint() -> None:
    """End here if the work of this thread is no longer wanted; long work calls it several times a second."""
    if any(stop.is_set() for stop in stops_here.get()):
        raise CancelledError


@lru_cache(maxsize=1)
def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_chunks(items: Iterable[A], size: int) -> Iterator[list[A]]:
    stream = iter(items)
    while chunk := list(islice(stream, size)):
        yield chunk


def check_seed(seed: int) -> None:
    """Refuse a seed that generators of random numbers do not take."""
    if seed < 0:
        raise SettingError(f"a seed is a whole number from 0 on, not {seed}")
