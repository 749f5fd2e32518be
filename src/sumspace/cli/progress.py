"""A progress bar on standard error, where somebody is looking."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import TaskID

__all__ = ["progress_bar", "progress_bars"]


@contextmanager
def progress_bar(task: str) -> Iterator[Callable[[float], None]]:
    """Show how much of a task is done; the function that is given takes the share that is."""
    with progress_bars(task) as (done,):
        yield done


@contextmanager
def progress_bars(task: str, *others: str) -> Iterator[list[Callable[[float], None]]]:
    """Show several tasks; all but the first appear when something of them is done, and go when all of it is."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),  # what goes to a file must not come out beside the bar
    ) as progress:
        # A bar moves to and fro until a share is known.
        bars = [progress.add_task(name, total=None, visible=name == task) for name in (task, *others)]

        def done(bar: TaskID, share: float) -> None:
            progress.update(bar, completed=share, total=1.0, visible=bar == bars[0] or share < 1)

        yield [partial(done, bar) for bar in bars]
