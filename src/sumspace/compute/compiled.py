"""The one way in which loops are compiled, and what they have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba import njit, types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable


@intrinsic
def _count_bits(_context: Any, _word: Any) -> Any:
    """Count the bits of a 64-bit word in one instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


#: Counts the bits of a 64-bit word, in compiled loops.
popcount: Any = _count_bits


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile at the first call, without the interpreter's lock, and keep the result on disk where that can be."""
    # Nothing but Python and other loops calls them: without a way in for C, compiling takes a sixth less time.
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
    try:
        dispatcher: Any = njit(cache=True, **options)(function)
    except RuntimeError:  # no folder for the cache can be written
        return njit(**options)(function)  # type: ignore[no-any-return]
    # Numba looks at a function's own file to tell whether what it kept is out of date. What a function calls in
    # other files is compiled into it, so those files count too, by name: a copy of the package keeps what was compiled.
    kept = dispatcher._cache._cache_file  # noqa: SLF001 - there is no public way
    stamps = tuple((Path(file).name, Path(file).stat().st_mtime_ns) for file in sorted(_files(function, set())))
    kept._source_stamp = (kept._source_stamp, stamps)  # noqa: SLF001
    return dispatcher  # type: ignore[no-any-return]


def _files(function: Callable[..., Any], seen: set[str]) -> set[str]:
    """Add the files of a function and of all compiled functions that it calls."""
    seen.add(function.__code__.co_filename)
    for name in function.__code__.co_names:
        callee = getattr(function.__globals__.get(name), "py_func", None)
        if callee is not None and callee.__code__.co_filename not in seen:
            _files(callee, seen)
    return seen
