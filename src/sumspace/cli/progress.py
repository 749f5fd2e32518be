"""A progress bar on standard error, where somebody is looking."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(task: str) -> Iterator[Callable[[float], None]]:
    """Show how much of a task is done; the function that is given takes the share that is."""
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
    parts = (TextColumn(task), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*parts, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(task, total=None)  # it moves to and fro until a share is known

        def done(share: float) -> None:
            progress.update(bar, completed=share, total=1.0)

        yield done
