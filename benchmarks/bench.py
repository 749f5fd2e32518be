"""What the benchmarks share: where they run, what texts they use, how time is taken."""

from __future__ import annotations

import os
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import official
import real_corpora

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["corpora", "fastest", "machine", "official", "use_cores"]


def use_cores(count: int) -> None:
    """Keep to so many cores, where the system lets us."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(range(os.cpu_count() or 1))[:count])


def machine() -> str:
    """Say when and on what kind of machine figures were taken."""
    kind = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    return f"{datetime.now(UTC):%Y-%m-%d}, {kind}"


def corpora() -> list[Path]:
    """Return the real corpora that are there."""
    return sorted(real_corpora.FOLDER.glob("*.jsonl.gz"))


def fastest(work: Callable[[], object], runs: int) -> float:
    """Return the seconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)
