"""The process that runs jobs: it reads one after the other from standard input, and answers with lines of JSON.

`python -m sumspace.web.worker SERVER MEMORY [FOLDER]` is started by `jobs.py` in its own session. SERVER is the process
id of the server, and MEMORY a limit in GB. When the server has ended, this process deletes FOLDER, the server's
temporary folder, which a killed server could not do, and ends with all its children.
"""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from sumspace.errors import SumspaceError, on_one_line

if TYPE_CHECKING:
    from typing import BinaryIO

_GIB = 1024**3
#: Minimum number of seconds between two progress messages of a phase.
_INTERVAL = 0.1
#: Maximum share of a job's memory that may still be held after it.
_MOST_HELD = 0.25


def main() -> None:
    """Work until the server has ended."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries must not mix with the answers
    server, memory = int(sys.argv[1]), float(sys.argv[2])
    watcher = Thread(target=_exit_with_parent, args=(server, *sys.argv[3:]), daemon=True)
    watcher.start()
    os.nice(5)  # the server itself comes first
    from sumspace.web.tasks import perform

    _warm_up()
    before = _data_size()
    # The data segment, not the address space: the process that draws charts reserves far more than it uses.
    resource.setrlimit(resource.RLIMIT_DATA, (before + int(memory * _GIB),) * 2)
    _answer(answers, {"ready": True})
    for line in sys.stdin.buffer:
        task = json.loads(line)
        try:
            result = encoded(perform(task, _ProgressReporter(answers)))
        except SumspaceError as error:
            _answer(answers, {"error": str(error), "is_last": False})
        except MemoryError:
            # Memory may still be held; the server replaces this process.
            message = f"this needs more memory than the {memory:g} GB that a job may use"
            _answer(answers, {"error": message, "is_last": True})
        except Exception as error:  # noqa: BLE001 - a bug is reported, and the next job runs
            with suppress(OSError):  # where the disk is full
                traceback.print_exc()
            message = on_one_line(f"this failed because of a fault in sumspace: {error!r:.200}")
            _answer(answers, {"error": message, "is_last": False})
        else:
            # Libraries may still hold memory, which the next job would lack; the server then replaces this process.
            is_last = _data_size() - before - len(result) > _MOST_HELD * memory * _GIB
            _answer(answers, {"result": len(result), "is_last": is_last}, result)
    watcher.join()  # the input ends just before the server does


def encoded(value: Any) -> bytes:
    """Return a value as JSON; NaN and infinities become null."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")
    except (ValueError, TypeError):
        return encoded(_as_json(value))


def _as_json(value: Any) -> Any:
    """Return a value made of types that JSON has."""
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _as_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(inner) for inner in value]
    if value is None or isinstance(value, str | int):
        return value
    return _as_json(value.item()) if hasattr(value, "item") else str(value)


class _ProgressReporter:
    """Sends the progress of a job to the server, but not every step."""

    def __init__(self, answers: BinaryIO) -> None:
        self.answers = answers
        self.last = ("", -math.inf)

    def __call__(self, phase: str, done: float, total: float = 1.0, /) -> None:
        """Report how much of a phase is done."""
        last, at = self.last
        now = time.monotonic()
        if phase != last or now - at > _INTERVAL:
            self.last = (phase, now)
            share = min(done / total, 1.0) if total else None
            _answer(self.answers, {"what": phase, "share": share})


def _answer(answers: BinaryIO, head: dict[str, Any], body: bytes = b"") -> None:
    answers.write(json.dumps(head).encode() + b"\n" + body)
    answers.flush()


def _exit_with_parent(parent: int, folder: str = "") -> None:
    """End this process and its children when the parent has ended, and delete its folder."""
    while os.getppid() == parent:
        time.sleep(0.5)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def _data_size() -> int:
    """Return the size of the data segment in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 - not a regular file
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmData"))
    except (OSError, StopIteration):
        return 0


def _warm_up() -> None:
    """Load compiled code, so that the first job need not wait for it."""
    from sumspace.web.tasks import example_of
    from sumspace.web.view import view_document

    record = {"id": "1", "sentences": ["A cat sat.", "It slept."], "references": [{"text": "A cat slept."}]}
    view_document(example_of({"record": record}), {"words": 3})


if __name__ == "__main__":
    main()
