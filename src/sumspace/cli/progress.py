"""Progress bars on standard error, where somebody is looking."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import TaskID

    from sumspace.tasks.task import Progress


@contextmanager
def progress_bars(first: str) -> Iterator[Progress]:
    """Show how much of each task is done; the function that is given takes the name of a task and the share.

    The first bar is there from the beginning; others appear when something of them is done, and go when all of it is.
    """
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
    texts = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with Progress(
        *texts,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),  # what goes to a file must not come out beside the bar
    ) as progress:
        # A bar moves to and fro until a share is known.
        bars: dict[str, TaskID] = {first: progress.add_task(first, total=None)}

        def tell(phase: str, done: float, total: float = 1.0) -> None:
            if phase not in bars:
                bars[phase] = progress.add_task(phase, total=None)
            progress.update(bars[phase], completed=done, total=total, visible=phase == first or done < total)

        yield tell
