"""Linear algebra with one thread: several for a small matrix only wait for each other, all the more on busy cores."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_lock = Lock()
#: How many threads each library had before, once for each block under way.
_before: list[list[int]] = []


@contextmanager
def one_thread() -> Iterator[None]:
    """Let numpy's linear algebra use one thread, in the whole program, until the last such block ends."""
    with _lock:
        _before.append(_before[0] if _before else [library.num_threads for library in _libraries()])
        if len(_before) == 1:
            _limit([1] * len(_libraries()))
    try:
        yield
    finally:
        with _lock:
            before = _before.pop()
            if not _before:
                _limit(before)


def _limit(threads: Sequence[int]) -> None:
    for library, many in zip(_libraries(), threads, strict=True):
        # Otherwise a library may listen to the thread alone that was the first to say anything.
        if hasattr(library, "clear_controlling_thread"):
            library.clear_controlling_thread(force=True)
        library.set_num_threads(many)


@cache
def _libraries() -> Sequence[Any]:
    """Find the libraries that are loaded, which takes a moment."""
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

    libraries: Sequence[Any] = ThreadpoolController().select(user_api="blas").lib_controllers
    return libraries
