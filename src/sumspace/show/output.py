"""Where results go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from sumspace.errors import OutputError
from sumspace.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def terminal_width() -> int | None:
    """Return the width of the terminal that reads our output, if there is one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def deliver(lines: Iterable[str], path: Path | None = None) -> None:
    """Print lines as they come, or write them to a file."""
    if path is not None:
        with (
            replacing(path) as temporary,
            temporary.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as out,
        ):
            out.writelines(lines)
        return
    try:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is still in the buffer would be tried again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(f"standard output cannot be written: {error.strerror or error}") from None
