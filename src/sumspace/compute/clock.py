"""A clock for time limits: it stands still while compiled code is being compiled or loaded."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from numba.core import event

if TYPE_CHECKING:
    from numba.core.event import Event


class _Compiling(threading.local, event.Listener):
    """How long this thread has compiled or waited for another one to, in seconds."""

    depth = 0
    began = 0.0
    seconds = 0.0

    def on_start(self, _: Event) -> None:
        if not self.depth:
            self.began = time.perf_counter()
        self.depth += 1

    def on_end(self, _: Event) -> None:
        self.depth -= 1
        if not self.depth:
            self.seconds += time.perf_counter() - self.began


_COMPILING = _Compiling()
event.register("numba:compiler_lock", _COMPILING)  # type: ignore[no-untyped-call]


def now() -> float:
    """Return the seconds on this thread's clock; only differences between two readings mean something."""
    return time.perf_counter() - _COMPILING.seconds
