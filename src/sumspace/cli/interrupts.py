"""What was finished before an interrupt is kept."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Generic, TypeVar

import typer

from sumspace.studies.spaces import LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Finished", "end_interrupted", "note_left_out"]

T = TypeVar("T")


class Finished(Generic[T]):
    """The results of a study as they come, until it ends or is interrupted; documents left out are set aside."""

    def __init__(self, results: Iterable[T | LeftOut]) -> None:
        self._results = results
        self.left_out: list[LeftOut] = []
        self.interrupted = False

    def __iter__(self) -> Iterator[T]:
        try:
            for result in self._results:
                if isinstance(result, LeftOut):
                    self.left_out.append(result)
                else:
                    yield result
        except KeyboardInterrupt:
            self.interrupted = True


def note_left_out(left_out: Sequence[LeftOut]) -> None:
    """Say which documents have no space: the first few of them."""
    for one in left_out[:5]:
        typer.echo(f"note: left out: {one.id} {one.reason}", err=True)
    if len(left_out) > 5:
        typer.echo(f"note: left out: {len(left_out) - 5:,} more documents", err=True)


def end_interrupted() -> None:
    """Say that not everything is there, and end as interrupted programs do."""
    typer.echo("interrupted: what is shown was finished before", err=True)
    sys.exit(130)
