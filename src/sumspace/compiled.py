"""The one way in which loops are compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["compiled"]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile at the first call, without the interpreter's lock, and keep the result on disk where that can be."""
    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder for the cache can be written
        return njit(nogil=True)(function)
