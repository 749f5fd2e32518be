"""Jobs: long computations in separate processes, with limits, progress and cancellation.

Each of a few threads has its own worker process (`worker.py`), and starts another one when that was killed or has
crashed. Results are kept: the same request again gets the same job, running or done.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections import OrderedDict, deque
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex
from threading import Condition, Thread, Timer
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sumspace.errors import SumspaceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    State = Literal["waiting", "running", "done", "failed", "cancelled"]

#: Maximum number of jobs that are kept, and maximum size in bytes of their tasks and results together.
MOST_JOBS = 1_000
MOST_BYTES = 256 * 1024**2
#: Maximum number of waiting jobs.
MOST_WAITING = 200
#: The command of a worker; its arguments are this process's id, a job's memory limit and the temporary folder.
WORKER = (sys.executable, "-P", "-m", "sumspace.web.worker")
#: The progress of a job that waits for the first process.
_STARTING = "Starting, which takes about a minute the first time"
#: Seconds for a process to start, in which it may have to compile code.
_START_TIMEOUT = 300.0
#: Seconds to wait for the end of a killed process.
_KILL_TIMEOUT = 5.0
#: A client that has not polled for this long counts as gone; browsers let hidden pages poll once a minute.
_CLIENT_TIMEOUT = 90.0


class BusyError(SumspaceError):
    """Too many jobs are waiting."""


class Outcome(NamedTuple):
    """How a job ended."""

    state: State
    error: str | None = None
    result: bytes = b""


_CANCELLED = Outcome("cancelled")


@dataclass(eq=False, slots=True)
class Job:
    """A computation; the future `ended` is done when it has ended, in whatever state."""

    id: str
    kind: str
    title: str
    key: str
    #: The task for the worker, as JSON.
    task: bytes
    slow: bool
    #: Whether it goes on when no client waits for it; its result is a file, and is not taken from an earlier job.
    detached: bool = False
    state: State = "waiting"
    progress: dict[str, Any] | None = None
    error: str | None = None
    result: bytes = b""
    since: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    #: The outcome if it was stopped from outside.
    stopped_with: Outcome | None = None
    #: When each client that waits for it last polled; those without a name share the empty one.
    clients: dict[str, float] = field(default_factory=dict)
    ended: Future[None] = field(default_factory=Future)

    def __post_init__(self) -> None:
        self.ended.set_running_or_notify_cancel()  # waiters cannot cancel it

    def about(self) -> dict[str, Any]:
        """The description of the job for clients."""
        seconds = time.monotonic() - self.since if self.seconds is None else self.seconds
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "state": self.state,
            "progress": self.progress,
            "seconds": round(seconds, 2),
            "error": self.error,
        }

    def end(self, outcome: Outcome) -> None:
        """Set the outcome; called once."""
        self.seconds = time.monotonic() - self.since
        self.task = b""
        self.error, self.result = outcome.error, outcome.result
        self.state = outcome.state  # last, for readers in other threads
        self.ended.set_result(None)

    @property
    def has_clients(self) -> bool:
        """Whether a client still waits for it."""
        return any(time.monotonic() - last < _CLIENT_TIMEOUT for last in self.clients.values())

    @property
    def is_alive(self) -> bool:
        """Whether it waits or runs."""
        return self.state in ("waiting", "running")

    @property
    def size(self) -> int:
        """The number of bytes that are kept for it."""
        return len(self.task) + len(self.result)


class Jobs:
    """All jobs of a server; if there are several processes, one is reserved for quick jobs."""

    def __init__(
        self, processes: int = 2, *, seconds: float = 600.0, memory: float = 4.0, folder: Path | None = None
    ) -> None:
        self.seconds = seconds
        self.memory = memory
        #: The server's temporary folder: workers delete it if the server is killed, and log to it.
        self.folder = folder
        self.is_closed = False
        #: Whether a process has been ready to work.
        self.has_started = False
        self._known: OrderedDict[str, Job] = OrderedDict()
        self._by_key: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._changed = Condition()
        self._lanes = [_Lane(self, quick_only=number == 0 and processes > 1) for number in range(processes)]
        for lane in self._lanes:
            lane.thread.start()

    def submit(
        self,
        kind: str,
        title: str,
        task: Mapping[str, Any],
        *,
        slow: bool = False,
        detached: bool = False,
        client: str = "",
    ) -> Job:
        """Start a job, or return an earlier one with the same task that has not failed."""
        content = json.dumps({**task, "kind": kind}, sort_keys=True).encode()
        key = sha256(content).hexdigest()
        with self._changed:
            job = self._by_key.get(key)
            if (
                job is not None
                and job.stopped_with is None
                and (job.is_alive or (job.state == "done" and not detached))
            ):
                self._known.move_to_end(job.id)
                job.clients[client] = time.monotonic()
                return job
            size = sum(waiting.size for waiting in self._waiting) + len(content)
            if self.is_closed or len(self._waiting) >= MOST_WAITING or size > MOST_BYTES:
                raise BusyError("too much is being computed already; try again in a minute")
            job = Job(token_hex(8), kind, title, key, content, slow, detached, clients={client: time.monotonic()})
            if not self.has_started:
                job.progress = {"what": _STARTING, "share": None}
            self._known[job.id] = self._by_key[key] = job
            self._waiting.append(job)
            self._forget()
            self._changed.notify_all()
        return job

    def get(self, id: str) -> Job | None:  # noqa: A002 - shadows the builtin
        """Return a job, if it is known."""
        return self._known.get(id)

    def note_poll(self, client: str, jobs: Iterable[Job]) -> None:
        """Note that a client still waits for those of these jobs that it has asked for.

        If one of them waits, jobs that nobody wants any more make room for it.
        """
        with self._changed:
            noted = [job for job in jobs if client in job.clients]
            for job in noted:
                job.clients[client] = time.monotonic()
            if any(job.state == "waiting" for job in noted):
                running = [lane.job for lane in self._lanes if lane.job is not None]
                for job in [*self._waiting, *running]:
                    if not job.detached and not job.has_clients:
                        self.stop(job, _CANCELLED)

    def all(self) -> list[Job]:
        """Return the known jobs, newest first."""
        with self._changed:
            return list(reversed(self._known.values()))

    def cancel(self, job: Job, client: str = "") -> None:
        """Cancel a job and kill its process; both have ended when this returns.

        A named client cancels a job only if no other client waits for it.
        """
        with self._changed:
            job.clients.pop(client, None)
            if client and job.has_clients:
                return
            self.stop(job, _CANCELLED)
        with suppress(FutureTimeoutError):
            job.ended.result(_KILL_TIMEOUT)

    def stop(self, job: Job, outcome: Outcome) -> None:
        """End a waiting job, or kill the process of a running one, whose lane then ends it."""
        with self._changed:
            if job in self._waiting:
                self._waiting.remove(job)
                job.end(outcome)
            for lane in self._lanes:
                if lane.job is job and job.stopped_with is None:
                    job.stopped_with = outcome
                    lane.kill()

    def close(self) -> None:
        """Cancel all jobs and kill their processes."""
        with self._changed:
            self.is_closed = True
            for job in [*self._waiting, *(lane.job for lane in self._lanes)]:
                if job is not None:
                    self.stop(job, _CANCELLED)
            for lane in self._lanes:
                lane.kill()
            self._changed.notify_all()
        for lane in self._lanes:
            lane.thread.join(_KILL_TIMEOUT)

    def take(self, lane: _Lane) -> Job | None:
        """Wait for the oldest job that a lane may do; None when there are no more."""
        with self._changed:
            while not self.is_closed:
                job = next((job for job in self._waiting if not (job.slow and lane.quick_only)), None)
                if job is not None:
                    self._waiting.remove(job)
                    job.state, job.progress = "running", None
                    lane.job = job
                    return job
                self._changed.wait()
        return None

    def release(self, lane: _Lane) -> None:
        """Detach a lane from its job; stopping the job no longer kills the process."""
        with self._changed:
            lane.job = None

    def _forget(self) -> None:
        """Remove the oldest ended jobs while there are too many."""
        size = sum(job.size for job in self._known.values())
        for job in list(self._known.values()):
            if len(self._known) <= MOST_JOBS and size <= MOST_BYTES:
                return
            if not job.is_alive:
                size -= job.size
                del self._known[job.id]
                if self._by_key.get(job.key) is job:
                    del self._by_key[job.key]


class _Lane:
    """A thread with a worker process, which does one job after the other."""

    def __init__(self, jobs: Jobs, *, quick_only: bool) -> None:
        self.jobs = jobs
        self.quick_only = quick_only
        #: The current job; only `jobs` changes it.
        self.job: Job | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = Thread(target=self._work, daemon=True)

    def kill(self) -> None:
        """Kill the process and its children."""
        process = self.process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def _work(self) -> None:
        while True:
            self._start()
            job = self.jobs.take(self)
            if job is None:
                break
            self._do(job)
        self._end_process()

    def _do(self, job: Job) -> None:
        """Do a job and end it with its outcome."""
        late = Outcome("failed", f"this took longer than the {self.jobs.seconds:g} s that a job may take")
        clock = Timer(self.jobs.seconds, self.jobs.stop, [job, late])
        clock.daemon = True
        outcome = None
        try:
            clock.start()
            process = self._start()
            if process is None:
                outcome = Outcome("failed", "the process for this job could not be started")
            elif job.stopped_with is None:
                outcome = self._ask(process, job)
        except (OSError, ValueError):
            pass
        except Exception:  # noqa: BLE001 - the lane must go on
            traceback.print_exc()
        clock.cancel()
        self.jobs.release(self)
        if outcome is None or job.stopped_with is not None:
            self._end_process()
        job.end(job.stopped_with or outcome or self._crash())

    def _crash(self) -> Outcome:
        memory = f"it may have run out of memory, of which a job has {self.jobs.memory:g} GB"
        return Outcome("failed", f"the process that computed this crashed; {memory}")

    def _start(self) -> subprocess.Popen[bytes] | None:
        """Return the process, or a new one if it has ended, when it is ready; None if it cannot be started."""
        if self.process is not None and self.process.poll() is None:
            return self.process
        self._end_process()
        folder = self.jobs.folder
        command = [*WORKER, f"{os.getpid()}", f"{self.jobs.memory}", *([] if folder is None else [str(folder)])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        limit = Timer(_START_TIMEOUT, self.kill)
        limit.daemon = True
        try:
            with open(os.devnull if folder is None else folder / "jobs.log", "ab") as log:  # noqa: PTH123 - maybe no Path
                self.process = subprocess.Popen(  # noqa: S603 - our own program
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment,
                    start_new_session=True,
                )  # fmt: skip
            limit.start()
            if self.jobs.is_closed:
                self.kill()
            if self.process.stdout is not None and self.process.stdout.readline():
                self.jobs.has_started = True
                return self.process
        except (OSError, RuntimeError):  # too many processes or threads
            pass
        finally:
            limit.cancel()
        self._end_process()
        return None

    def _end_process(self) -> None:
        """Kill the process, and wait until it has ended."""
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _ask(self, process: subprocess.Popen[bytes], job: Job) -> Outcome | None:
        """Send a job to the process and read its messages until the outcome; None if it ends before."""
        stdin, stdout = process.stdin, process.stdout
        if stdin is None or stdout is None:
            return None
        stdin.write(job.task + b"\n")
        stdin.flush()
        for line in iter(stdout.readline, b""):
            message = json.loads(line)
            if "result" in message:
                if message["result"] > MOST_BYTES:
                    self._end_process()
                    return Outcome("failed", f"the answer is larger than {MOST_BYTES >> 20} MB, which is the limit")
                result = stdout.read(message["result"])
                if message.get("is_last"):
                    self._end_process()
                return Outcome("done", result=result) if len(result) == message["result"] else None
            if "error" in message:
                if message["is_last"]:
                    self._end_process()
                return Outcome("failed", message["error"])
            job.progress = message
        return None
