"""How far the work is: told by whatever takes a while, to whoever watches it here."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Progress(Protocol):
    """Is told what is being done, and how far: a share, or how many of how many; 0 where these are not known."""

    def __call__(self, phase: str, done: float, total: float = 1.0, /) -> None: ...


T = TypeVar("T")

_here: ContextVar[Progress | None] = ContextVar("progress", default=None)


@contextmanager
def watching(progress: Progress) -> Iterator[None]:
    """Let what is done here be told, also by phases that no parameter reaches, such as averages and charts."""
    before = _here.set(progress)
    try:
        yield
    finally:
        _here.reset(before)


def told(phase: str, items: Iterable[T], total: int) -> Iterator[T]:
    """Pass on what a phase makes, one by one, and tell how many of how many there are."""
    progress = _here.get()
    if progress is not None and total:
        progress(phase, 0, total)
    for done, item in enumerate(items, 1):
        if progress is not None and total:
            progress(phase, done, total)
        yield item
