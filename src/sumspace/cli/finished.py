"""What was finished before an error or an interrupt is kept."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Generic, TypeVar

import typer

from sumspace.errors import SettingError, SumspaceError, on_one_line
from sumspace.studies.working import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Finished", "end", "note_left_out"]

T = TypeVar("T")


class Finished(Generic[T]):
    """The results of a study as they come, until it ends, fails or is interrupted; documents left out are set aside.

    What ends it before anything is finished is raised at once: there is nothing to show then. Where all documents are
    left out, and `nothing` says what that means, that is an error too.
    """

    def __init__(self, results: Iterable[T | LeftOut], nothing: str = "") -> None:
        self._results = results
        self._nothing = nothing
        self.left_out: list[LeftOut] = []
        self.stopped: BaseException | None = None

    def __iter__(self) -> Iterator[T]:
        some = False
        try:
            for result in self._results:
                if isinstance(result, LeftOut):
                    self.left_out.append(result)
                else:
                    some = True
                    yield result
        except (KeyboardInterrupt, SumspaceError) as stopped:
            if not some:
                raise
            self.stopped = stopped
        if self._nothing and not some and self.left_out:
            first = self.left_out[0]
            raise SettingError(f"{self._nothing}: {first.id!r} {first.reason}")


def note_left_out(left_out: Sequence[LeftOut]) -> None:
    """Say which documents have no space: the first few of them."""
    for one in left_out[:5]:
        typer.echo(f"note: left out: {on_one_line(one.id)} {one.reason}", err=True)
    if len(left_out) > 5:
        typer.echo(f"note: left out: {len(left_out) - 5:,} more documents", err=True)


def end(stopped: BaseException | None) -> None:
    """Say that not everything is there, and end as programs do that failed or were interrupted."""
    if isinstance(stopped, SumspaceError):
        typer.echo("note: what is shown was finished before this error", err=True)
        raise stopped
    if stopped is not None:
        typer.echo("interrupted: what is shown was finished before", err=True)
        sys.exit(130)
