"""Progress on standard error: bars on a terminal, elsewhere a line every half minute."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import typer

from sumspace.progress import watching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.progress import Task, TaskID

    from sumspace.progress import Progress

#: A bar moves at most so often, in seconds; a line without a terminal is written as seldom as this.
_BETWEEN_MOVES, _BETWEEN_LINES = 0.05, 30.0


@contextmanager
def progress_bars(first: str) -> Iterator[Progress]:
    """Show how much of each phase is done, unless the command is quiet; what is given is told so.

    The first bar is there from the beginning; others appear when something of them is done, and go when all of it is.
    """
    from sumspace.cli.command import is_quiet

    with _nothing() if is_quiet() else _shown(first) as progress, watching(progress):
        yield progress


@contextmanager
def _nothing() -> Iterator[Progress]:
    yield lambda *_: None


@contextmanager
def _shown(first: str) -> Iterator[Progress]:
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        with _bars(first, console) as progress:
            yield progress
    else:
        yield Lines(lambda line: typer.echo(line, err=True))


@contextmanager
def _bars(first: str, console: Console) -> Iterator[Progress]:
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.text import Text

    class Amount(ProgressColumn):
        """How many of how many."""

        def render(self, task: Task) -> Text:
            return Text(amount(task.description, task.completed, task.total or 0))

    columns = Amount(), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # what goes to a file must not come out beside the bar
    ) as progress:
        # A bar moves to and fro until it is known how much there is to do.
        bars: dict[str, TaskID] = {first: progress.add_task(first, total=None)}
        moved: dict[str, float] = {}

        def tell(phase: str, done: float, total: float = 1.0) -> None:
            now = monotonic()
            if phase not in bars:
                bars[phase] = progress.add_task(phase, total=None)
            elif now < moved.get(phase, 0.0) + _BETWEEN_MOVES and 0 < done < total:
                return
            moved[phase] = now
            progress.update(bars[phase], completed=done, total=total or None, visible=not 0 < total <= done)

        yield tell


class Lines:
    """Writes a line now and then, where there is no terminal."""

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float] = monotonic) -> None:
        self._write = write
        self._clock = clock
        self._last = clock()
        self._began: dict[str, tuple[float, float]] = {}

    def __call__(self, phase: str, done: float, total: float = 1.0, /) -> None:
        now = self._clock()
        if phase not in self._began or done < self._began[phase][1]:
            self._began[phase] = now, done
        if now < self._last + _BETWEEN_LINES:
            return
        self._last = now
        began, before = self._began[phase]
        left = (now - began) / (done - before) * (total - done) if done > before and total > done else 0.0
        self._write(amount(phase, done, total) + (f", {duration(left)} left" if left else ""))


def amount(phase: str, done: float, total: float) -> str:
    """Say how much of a phase is done: so many of how many, or a share.

    >>> amount("documents", 1200, 5000), amount("documents", 37, 0), amount("extracts", 0.25, 1.0)
    ('1,200 of 5,000 documents', '37 documents', 'extracts: 25%')
    """
    if not total:
        return f"{done:,.0f} {phase}"
    if total == 1.0 and isinstance(total, float):
        return f"{phase}: {done:.0%}"
    return f"{done:,.0f} of {total:,.0f} {phase}"


def duration(seconds: float) -> str:
    """Say how long something takes, roughly.

    >>> duration(40), duration(250), duration(9000)
    ('40 s', '4 min', '2 h 30 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
