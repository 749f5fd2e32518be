"""What is to be said of oracles that were not proven, or that are nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.errors import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.studies.oracles import DocumentOracles

__all__ = ["Watched"]

#: So many documents are named.
_NAMED = 5


class Watched:
    """Oracles as they come, and what is to be said of them at the end."""

    def __init__(self, found: Iterable[DocumentOracles]) -> None:
        self._found = found
        self._unproven: list[str] = []
        self._nothing: list[str] = []

    def __iter__(self) -> Iterator[DocumentOracles]:
        for document in self._found:
            name = f"{on_one_line(document.id)} ({on_one_line(document.reference)}, {document.measure})"
            best = document.found
            if not best.optimal:
                self._unproven.append(f"{name}: best found {best.score:.5f}, proven bound {best.bound:.5f}")
            elif not any(best.hits):
                self._nothing.append(name)
            yield document

    def notes(self) -> Iterator[str]:
        """Say which searches ran out of time, and where there is nothing to be found."""
        for what, named in (("time ran out", self._unproven), ("no extract shares a unit", self._nothing)):
            yield from (f"{what}: {one}" for one in named[:_NAMED])
            if len(named) > _NAMED:
                yield f"{what}: {len(named) - _NAMED:,} more"
