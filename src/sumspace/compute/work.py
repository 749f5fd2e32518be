"""Where work runs: on a stream of items, in order and without reading ahead of what is needed; seeds."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, TypeVar

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


A = TypeVar("A")
B = TypeVar("B")

#: What tells the work under way in this thread, from the outermost pool to the innermost, to stop.
_stops: ContextVar[tuple[Event, ...]] = ContextVar("stops", default=())


@dataclass(frozen=True, eq=False)
class Workers:
    """Where work runs. Part of every plan, never of its signature."""

    #: Threads; None means one for each core.
    jobs: int | None = None


def threads_of(workers: Workers | int | None) -> int | None:
    """Return how many threads of this machine there are for work that cannot leave it; None: one for each core."""
    return workers.jobs if isinstance(workers, Workers) else workers


def ordered_map(
    function: Callable[[A], B], items: Iterable[A], workers: Workers | int | None = None, ahead: int = 2
) -> Iterator[B]:
    """Apply the function to every item; results come in the items' order, whatever the number of jobs.

    None means one job for each core. At most `ahead` items a job are under way or wait for one that takes longer, so a
    long stream stays a stream. Whatever ends it, an error in the stream or an interrupt, comes after the results of
    all items that were finished before; work under way ends at its next `checkpoint`.
    """
    jobs = threads_of(workers)
    if jobs is not None and jobs < 1:
        raise SettingError(f"there must be at least 1 job, not {jobs}")
    jobs = jobs or cores()
    # An interrupt comes to the main thread, and breaks compiled code that it meets there.
    if jobs == 1 and current_thread() is not main_thread():
        for item in items:
            checkpoint()
            yield function(item)
        return
    stop = Event()
    stops = (*_stops.get(), stop)

    def work(item: A) -> B:
        _stops.set(stops)
        checkpoint()
        return function(item)

    waiting: deque[Future[B]] = deque()
    failures: list[Exception] = []
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for item in _until_failure(items, failures):
                checkpoint()
                waiting.append(pool.submit(work, item))
                if len(waiting) >= (ahead * jobs if jobs > 1 else 1):
                    yield _result(waiting[0])
                    waiting.popleft()
            while waiting:
                yield _result(waiting[0])
                waiting.popleft()
        except KeyboardInterrupt:
            stop.set()
            pool.shutdown(cancel_futures=True)
            yield from (future.result() for future in waiting if not future.cancelled() and not future.exception())
            raise
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
    if failures:
        raise failures[0]


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
    if any(stop.is_set() for stop in _stops.get()):
        raise CancelledError


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
