"""A Dask cluster as an executor: how it is found, what its workers must be, how work there speaks to who asked."""

from __future__ import annotations

import logging
import time
import warnings
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sumspace import __version__
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumspace.compute.work import Channel

#: How long a scheduler may take to answer, in seconds.
_PATIENCE = 5.0
#: Functions of so many bytes go with every task.
_SMALL = 20_000
#: Dask calls critical what it then puts right, such as the death of a worker.
_SILENT = logging.CRITICAL + 1
#: The clusters that this program has spoken to, by the names that they were asked for.
_CONNECTED: dict[Any, Cluster] = {}


def connect(cluster: Any) -> Executor:
    """Return the executor of a cluster: an address, `local:N`, a Dask client, or any executor as it is."""
    if isinstance(cluster, Executor):
        return cluster
    try:
        import distributed
    except ImportError:
        raise SettingError(
            "a cluster needs dask.distributed; install it with pip install 'sumspace[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(_SILENT)
    if isinstance(cluster, distributed.Client):
        return Cluster(cluster)
    if isinstance(cluster, str) and cluster in _CONNECTED and _CONNECTED[cluster].is_open:
        return _CONNECTED[cluster]
    connected = _CONNECTED[cluster] = _connect(cluster)
    return connected


def _connect(cluster: Any) -> Cluster:
    import distributed

    if not isinstance(cluster, str) or not cluster:
        raise SettingError(f"a cluster is an address, local:N, a Dask client or an executor, not {cluster!r:.40}")
    kind, _, number = cluster.partition(":")
    if kind == "local":
        if not number.isdecimal() or not 1 <= int(number) <= 1024:
            raise SettingError(f"a local cluster is local:N, with a number of processes, not {cluster!r}")
        from dask import config

        # Dask gives up a worker that is just being started again so long after an earlier death of it.
        config.set({"distributed.deploy.lost-worker-timeout": "1000 days"})
        quiet = {"distributed.logging.distributed": "critical", "distributed.worker.profile.enabled": False}
        with config.set({"distributed.worker.daemon": True, **quiet}):
            local = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=int(number), threads_per_worker=1, processes=True, memory_limit=None, dashboard_address=":0",
                silence_logs=_SILENT,
            )  # fmt: skip
        _keep_up(local, int(number))
        return Cluster(distributed.Client(local), local)  # type: ignore[no-untyped-call]
    address = cluster if "://" in cluster else f"tcp://{cluster}"
    try:
        return Cluster(distributed.Client(address, timeout=_PATIENCE))  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        why = "nobody answers" if isinstance(error, OSError) else "no address"
        raise SettingError(f"--cluster {cluster}: {why}; is that the address of a Dask scheduler?") from None


def _keep_up(local: Any, number: int) -> None:
    """Let a local cluster always have its workers: Dask gives up one that dies while it is started again."""
    from tornado.ioloop import PeriodicCallback

    def start_missing() -> None:
        if len(local.workers) < number:
            local.scale(number)

    local.periodic_callbacks["workers"] = PeriodicCallback(start_missing, 1000)
    local.loop.add_callback(local.periodic_callbacks["workers"].start)


class Cluster(Executor):
    """The workers of a Dask client; a worker that dies costs the work that it had under way."""

    def __init__(self, client: Any, local: Any = None) -> None:
        self._client, self._local = client, local
        self._size, self._asked = 1, -1.0
        self._check_versions()
        if not self._client.nthreads():
            warnings.warn("the cluster has no workers yet; work begins when some join it", stacklevel=2)

    def _check_versions(self) -> None:
        """Refuse workers that would compute something else."""

        def version() -> str:  # travels by value, for workers that know nothing of this
            try:
                from sumspace import __version__ as found
            except ImportError:
                return ""
            return found

        for worker, found in self._client.run(version, on_error="ignore").items():
            check_version(__version__, found, worker)

    @property
    def is_open(self) -> bool:
        return bool(self._client.status == "running")

    @property
    def size(self) -> int:
        """How many tasks are worked on at a time."""
        if time.monotonic() > self._asked + 1:
            self._size, self._asked = sum(self._client.nthreads().values()), time.monotonic()
        return max(self._size, 1)

    def load(self, function: bytes) -> Any:
        """Take a function there; a large one is a task that others depend on, made anew where its worker dies."""
        from dask import config

        if len(function) < _SMALL:
            return function

        with config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):  # it goes there once
            there = self._client.submit(bytes, function, pure=False, key=f"sumspace-function-{uuid4().hex}")
        # Otherwise work would go to the one worker that has it.
        with suppress(Exception):  # a worker may die just now; then others fetch it when they need it
            self._client.replicate(there)
        return there

    def listen(self, hear: Callable[[dict[str, Any]], None]) -> str:
        """Have a function called with what workers say, under the topic that is returned."""
        topic = f"sumspace-{uuid4().hex}"

        def handle(event: tuple[float, dict[str, Any]]) -> None:
            hear(event[1])

        self._client.subscribe_topic(topic, handle)
        return topic

    def unlisten(self, topic: str) -> None:
        def forget(topic: str, dask_scheduler: Any) -> None:  # which would keep what was said for ever
            dask_scheduler._broker._topics.pop(topic, None)  # noqa: SLF001 - there is no public way

        with suppress(Exception):  # the scheduler may be gone
            self._client.unsubscribe_topic(topic)
            self._client.run_on_scheduler(forget, topic, wait=False)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        sent = self._client.submit(function, *arguments, **named, pure=False, key=f"sumspace-{uuid4().hex}")
        future = _Sent()
        future.sent = sent
        sent.add_done_callback(partial(_pass_on, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - as executors do
        """Leave the cluster; one that was started for this is ended."""
        if self._local is not None:
            self._client.close()
            self._local.close()


class _Sent(Future[Any]):
    """A task that the cluster has."""

    sent: Any

    def cancel(self) -> bool:
        with suppress(Exception):  # the scheduler may be gone
            self.sent.cancel()
        return super().cancel()


def _pass_on(future: Future[Any], sent: Any) -> None:
    with suppress(Exception):  # it was cancelled meanwhile
        if sent.cancelled():
            Future.cancel(future)
            return
        try:
            future.set_result(sent.result())
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where results are asked for
            future.set_exception(error)
        finally:
            sent.release()


def check_version(asked: str, found: str, worker: str) -> None:
    if found != asked:
        has = f"has sumspace {found}" if found else "has no sumspace"
        raise SettingError(f"the worker {worker} {has}, and this is {asked}; install {asked} there")


class _Unwanted:
    """Tells a task that nobody waits for it any more."""

    def __init__(self, worker: Any, key: str) -> None:
        self._worker, self._key = worker, key

    def is_set(self) -> bool:
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state in ("cancelled", "resumed", "released", "forgotten")


def from_worker(asked: str, topic: str) -> tuple[Channel, _Unwanted]:
    """Return how the task under way speaks to who asked, and what tells it to stop; refuse another version."""
    from distributed import get_worker

    worker = get_worker()
    check_version(asked, __version__, worker.address)
    return partial(worker.log_event, topic), _Unwanted(worker, str(worker.get_current_task()))


def whole_cluster() -> Executor | None:
    """Return the cluster that the task under way in this thread runs on; the thread makes room for others there."""
    try:
        from distributed import get_client, get_worker, secede

        get_worker()
    except (ImportError, ValueError):
        return None
    client = get_client()
    with suppress(KeyError, ValueError):  # it has made room before
        secede()  # type: ignore[no-untyped-call]
    return Cluster(client)
