"""Work on a stream of items with several threads, in order and without reading ahead of what is needed."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["cores", "in_chunks", "ordered_map"]

A = TypeVar("A")
B = TypeVar("B")


def ordered_map(function: Callable[[A], B], items: Iterable[A], jobs: int | None = None) -> Iterator[B]:
    """Apply the function to every item; results come in the items' order, whatever the number of jobs.

    None means one job for each core. At most two items a job are under way, so a long stream stays a stream.
    """
    if jobs is not None and jobs < 1:
        raise SettingError(f"there must be at least 1 job, not {jobs}")
    jobs = jobs or cores()
    if jobs == 1:
        yield from map(function, items)
        return
    waiting: deque[Future[B]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) >= 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_chunks(items: Iterable[A], size: int) -> Iterator[list[A]]:
    """Cut a stream into lists of this size."""
    stream = iter(items)
    while chunk := list(islice(stream, size)):
        yield chunk
