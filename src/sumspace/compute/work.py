"""Where work runs: on a stream of items, in order and without reading ahead of what is needed.

Work runs in threads, or wherever an executor takes it (a Dask cluster: `cluster.py`). What is finished is written down
in a ledger, if there is one, and not done again. Nothing above this knows which.
"""

from __future__ import annotations

import os
import pickle
import time
from collections import deque
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from threading import Event, RLock, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from sumspace import __version__
from sumspace.compute.ledger import pack, unpack
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.compute.ledger import Ledger

    #: Sends a message to whoever asked for the work: a key with its packed result, or what a callback is told.
    Channel = Callable[[dict[str, Any]], None]


A = TypeVar("A")
B = TypeVar("B")

#: How often an item is tried alone that may have killed its workers, each time on as many as Dask allows.
_TRIALS = 1
#: Items that are quick travel together, so many at most, and take about so many seconds then; not where few are to be
#: under way.
_MOST_TOGETHER, _QUICK, _FEW_AHEAD = 128, 0.5, 7


class _Stop(Protocol):
    def is_set(self) -> bool: ...


class _Store(Protocol):
    """Where pieces of work are looked up and written down."""

    def get(self, key: str) -> Any: ...

    def put(self, key: str, packed: bytes, settings: str = "", bundle: str = "") -> None: ...

    def bundle(self, name: str, /) -> dict[str, bytes]: ...


#: What tells the work under way in this thread, from the outermost pool to the innermost, to stop.
_stops: ContextVar[tuple[_Stop, ...]] = ContextVar("stops", default=())
#: Where what is finished is written down, and the bundle that it belongs to.
_store: ContextVar[tuple[_Store | None, str]] = ContextVar("store", default=(None, ""))
_channel: ContextVar[Channel | None] = ContextVar("channel", default=None)


@dataclass(frozen=True, slots=True)
class Part:
    """Every Nth document alone, from the Ith on."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read I/N."""
        number, slash, of = text.partition("/")
        if not (slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
            raise SettingError(f"--part wants I/N, from 1/N to N/N, such as 2/4, not {text!r}")
        return cls(int(number), int(of))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True, eq=False)
class Workers:
    """Where work runs, and where what is finished is written down. Part of every plan, never of its signature."""

    #: Threads; None means one for each core.
    jobs: int | None = None
    #: Takes the work instead, if given.
    executor: Executor | None = None
    ledger: Ledger | None = None
    #: Which documents are worked on; None means all.
    part: Part | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Arrive with work at a worker: there it runs in one thread, and what is finished is sent back."""
        return Workers, (1,)


def threads_of(workers: Workers | int | None) -> int | None:
    """Return how many threads of this machine there are for work that cannot leave it; None: one for each core."""
    return workers.jobs if isinstance(workers, Workers) else workers


@dataclass(frozen=True)
class _Order:
    """What is asked for: how items become results, and how these are known."""

    function: Callable[[Any], Any]
    store: _Store | None
    key: Callable[[Any], str] | None
    bundle: Callable[[Any], str] | None
    settings: str
    lost: Callable[[Any, str], Any] | None

    def key_of(self, item: Any) -> str:
        return self.key(item) if self.key is not None and self.store is not None else ""

    def bundle_of(self, item: Any) -> str:
        return self.bundle(item) if self.bundle is not None else _store.get()[1]

    def known(self, key: str) -> Any:
        return self.store.get(key) if key and self.store is not None else None

    def put(self, key: str, bundle: str, packed: bytes) -> None:
        if key and self.store is not None:
            # What has settings is an item and stands alone; pieces of one item are sent along with it together.
            self.store.put(key, packed, self.settings, "" if self.settings else bundle)

    def fulfil(self, item: Any, key: str, bundle: str) -> Any:
        checkpoint()
        result = self.function(item)
        if key:
            self.put(key, bundle, pack(result))
        return result


def ordered_map(
    function: Callable[[A], B],
    items: Iterable[A],
    workers: Workers | int | None = None,
    ahead: int = 2,
    *,
    key: Callable[[A], str] | None = None,
    bundle: Callable[[A], str] | None = None,
    settings: str = "",
    lost: Callable[[A, str], B] | None = None,
    spread: bool = False,
) -> Iterator[B]:
    """Apply the function to every item; results come in the items' order, wherever the work is done.

    At most `ahead` items a worker are under way or wait for one that takes longer, so a long stream stays a stream.
    Whatever ends it, an error in the stream or an interrupt, comes after the results of all items that were finished
    before; work under way ends at its next `checkpoint`.

    With a `key`, an item whose result is in the ledger is not worked on again; others are written down when they are
    finished. `bundle` names what an item has in common with others that may use the same pieces (see `recall`), and
    `settings` those that all results have in common. `lost` makes the result of an item whose worker died again and
    again. With `spread`, a worker of a cluster that comes to this map shares its items with the other workers.
    """
    workers = workers if isinstance(workers, Workers) else Workers(workers)
    if workers.jobs is not None and workers.jobs < 1:
        raise SettingError(f"there must be at least 1 job, not {workers.jobs}")
    order = _Order(function, workers.ledger or _store.get()[0], key, bundle, settings, lost)
    jobs, executor = workers.jobs or cores(), workers.executor
    if executor is None and spread and _channel.get() is not None:
        from sumspace.compute.cluster import whole_cluster

        executor = whole_cluster()
    if executor is not None:
        yield from _in_order(_Elsewhere(executor, order, ahead), order, items, ahead)
    # An interrupt comes to the main thread, and breaks compiled code that it meets there.
    elif jobs == 1 and current_thread() is not main_thread():
        for item in items:
            checkpoint()
            own = order.key_of(item)
            known = order.known(own)
            yield order.fulfil(item, own, order.bundle_of(item)) if known is None else known
    else:
        yield from _in_order(_Threads(jobs, order), order, items, ahead)


def _in_order(pool: _Threads | _Elsewhere, order: _Order, items: Iterable[Any], ahead: int) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    failures: list[Exception] = []
    try:
        for item in _until_failure(items, failures):
            checkpoint()
            key = order.key_of(item)
            known = order.known(key)
            if known is None:
                waiting.append(pool.submit(item, key, order.bundle_of(item)))
            else:
                waiting.append(Future())
                waiting[-1].set_result(known)
            if len(waiting) >= pool.room(ahead):
                yield _result(waiting[0])
                waiting.popleft()
        while waiting:
            yield _result(waiting[0])
            waiting.popleft()
    except KeyboardInterrupt:
        pool.stop(waiting)
        yield from (
            future.result() for future in waiting if future.done() and not future.cancelled() and not future.exception()
        )
        raise
    finally:
        pool.stop(waiting)
    if failures:
        raise failures[0]


class _Threads:
    """Threads of this process."""

    def __init__(self, jobs: int, order: _Order) -> None:
        self._jobs = jobs
        self._order = order
        self._pool = ThreadPoolExecutor(jobs)
        self._stop = Event()
        self._stops = (*_stops.get(), self._stop)
        self._channel = _channel.get()

    def submit(self, item: Any, key: str, bundle: str) -> Future[Any]:
        return self._pool.submit(self._work, item, key, bundle)

    def room(self, ahead: int) -> int:
        return ahead * self._jobs if self._jobs > 1 else 1

    def _work(self, item: Any, key: str, bundle: str) -> Any:
        _stops.set(self._stops)
        _store.set((self._order.store, bundle))
        _channel.set(self._channel)
        return self._order.fulfil(item, key, bundle)

    def stop(self, _: Iterable[Future[Any]]) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)


@dataclass(slots=True)
class _Errand:
    """An item on its way to a worker and back."""

    future: Future[Any]
    item: Any
    key: str
    bundle: str
    #: How often it was there when a worker died.
    deaths: int = 0


class _Elsewhere:
    """An executor: functions, items and results travel there and back as bytes.

    Quick items travel together, as many as take a fraction of a second; others wait here while all workers are busy.
    """

    def __init__(self, executor: Executor, order: _Order, ahead: int) -> None:
        import cloudpickle

        self._executor, self._order = executor, order
        self._name = uuid4().hex
        blob = cloudpickle.dumps(order.function)
        # A cluster takes the function to every worker once; others get it with every task.
        self._function = executor.load(blob) if hasattr(executor, "load") else blob
        self._dump = cloudpickle.dumps
        self._waiting: deque[_Errand] = deque()
        self._suspects: deque[_Errand] = deque()
        self._trying, self._sending = False, False
        self._tasks, self._together = 0, 1
        self._most_together = _MOST_TOGETHER if ahead > _FEW_AHEAD else 1
        self._lock = RLock()
        self._topic = executor.listen(self._hear) if hasattr(executor, "listen") else ""

    @property
    def _size(self) -> int:
        """How many tasks are worked on at a time; a cluster may grow."""
        return int(getattr(self._executor, "size", 0) or getattr(self._executor, "_max_workers", 0) or cores())

    def room(self, ahead: int) -> int:
        """Return how many items may be under way."""
        return max(ahead, 4 * self._together if self._together > 1 else 0) * self._size

    def submit(self, item: Any, key: str, bundle: str) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.append(_Errand(future, item, key, bundle))
            self._send_waiting()
        return future

    def _send_waiting(self) -> None:
        """Keep every worker busy, with one more task before it; what is left goes when one of them is done."""
        with self._lock:
            if self._sending:  # a task was done at once: whoever sent it goes on
                return
            self._sending = True
            try:
                while self._waiting and self._tasks < 2 * self._size:
                    number = min(self._together, len(self._waiting))
                    self._send([self._waiting.popleft() for _ in range(number)])
            finally:
                self._sending = False

    def _send(self, errands: list[_Errand]) -> bool:
        """Send items as one task; where that cannot be, they fail."""
        store = self._order.store
        try:
            items = [
                (
                    self._dump(errand.item),
                    errand.bundle,
                    store.bundle(errand.bundle) if errand.bundle and store is not None else {},
                )
                for errand in errands
            ]
            sent = self._executor.submit(run_task, __version__, self._name, self._function, items, self._topic)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is raised where results are asked for
            for errand in errands:
                self._fail(errand, error)
            return False
        self._tasks += 1
        for errand in errands:
            errand.future.sent = sent  # type: ignore[attr-defined]
        sent.add_done_callback(partial(self._finish, errands))
        return True

    def _finish(self, errands: list[_Errand], sent: Future[Any]) -> None:
        """Take what came back: results and pieces of them, errors, or nothing from a worker that died.

        All that a worker had before it when it died is suspected; suspects are tried again one after the other.
        """
        died = not sent.cancelled() and type(sent.exception()).__name__ == "KilledWorker"
        with self._lock:
            self._tasks -= 1
            self._trying = self._trying and not errands[0].deaths
        for errand in errands:
            errand.deaths += died
        if died and errands[0].deaths <= _TRIALS:
            self._suspects.extend(errands)
        else:
            self._take(errands, sent)
        with self._lock:
            while self._suspects and not self._trying:
                self._trying = self._send([self._suspects.popleft()])
            self._send_waiting()

    def _take(self, errands: list[_Errand], sent: Future[Any]) -> None:
        """Take what came back of a task; items that it has not come to are sent again."""
        try:
            results, seconds = sent.result()
        except CancelledError:  # by `stop`, or by a cluster that is gone
            error = SettingError("the cluster has dropped its work; is its scheduler still there?")
            for errand in errands:
                self._fail(errand, error)
            return
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where results are asked for
            for errand in errands:
                self._fail(errand, error)
            return
        with self._lock:
            fitting = int(_QUICK * len(results) / max(seconds, 1e-6))
            self._together = max(1, min(fitting, 2 * self._together, self._most_together))
            self._waiting.extendleft(reversed(errands[len(results) :]))
        for errand, result in zip(errands, results, strict=False):
            self._deliver(errand, *result)

    def _deliver(self, errand: _Errand, packed: bytes | None, failure: bytes | None, pieces: dict[str, bytes]) -> None:
        try:
            for name, piece in pieces.items():
                if self._order.store is not None:
                    self._order.store.put(name, piece, "", errand.bundle)
            if failure is not None or packed is None:
                raise pickle.loads(failure or b"")  # noqa: S301, TRY301 - from our own worker
            self._order.put(errand.key, errand.bundle, packed)
            result = unpack_own(packed)
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where results are asked for
            self._fail(errand, error)
        else:
            with suppress(InvalidStateError):  # it was cancelled meanwhile
                errand.future.set_result(result)

    def _fail(self, errand: _Errand, error: BaseException) -> None:
        died = type(error).__name__ == "KilledWorker"
        with suppress(InvalidStateError):  # it was cancelled meanwhile
            if died and self._order.lost is not None:
                errand.future.set_result(self._order.lost(errand.item, "killed every worker that took it"))
            elif isinstance(error, CancelledError):
                errand.future.cancel()
            else:
                errand.future.set_exception(_in_plain_words(error, died))

    def _hear(self, message: dict[str, Any]) -> None:
        """Take what a worker says before its work is finished."""
        if "key" in message and self._order.store is not None:
            self._order.store.put(message["key"], message["piece"], "", message["bundle"])
        told = _TOLD.get(message.get("told", ""))
        if told is not None:
            told(*message["arguments"])

    def stop(self, waiting: Iterable[Future[Any]]) -> None:
        with self._lock:
            self._waiting.clear()
            self._suspects.clear()
        for future in waiting:
            if not future.done():
                sent = getattr(future, "sent", None)
                if sent is not None:
                    sent.cancel()
                future.cancel()
        if self._topic:
            self._executor.unlisten(self._topic)  # type: ignore[attr-defined]
            self._topic = ""


def _in_plain_words(error: BaseException, died: bool) -> BaseException:
    """Say in a line what is wrong with workers; other errors stay what they are."""
    if died or isinstance(error, BrokenProcessPool):
        return SettingError("a worker died over and over, for want of memory perhaps; use fewer")
    if isinstance(error, ImportError | AttributeError) and "sumspace" in str(error):
        return SettingError(f"a worker cannot load this work ({error}); install sumspace {__version__} there")
    return error


def unpack_own(packed: bytes) -> Any:
    """Read what one of our own workers made, of any kind."""
    import zlib

    return pickle.loads(zlib.decompress(packed))  # noqa: S301 - from our own worker


def run_task(
    version: str, name: str, function: bytes, items: list[tuple[bytes, str, dict[str, bytes]]], topic: str
) -> tuple[list[tuple[bytes | None, bytes | None, dict[str, bytes]]], float]:
    """Work on items, where a worker has got them, with their bundles and what is known of these.

    Return for each its packed result or the error, and new pieces; and how long it took. Where that is longer than was
    thought, the last ones are left to others.
    """
    channel, stop = None, None
    if topic:
        from sumspace.compute.cluster import from_worker

        channel, stop = from_worker(version, topic)

    def work(item: bytes, bundle: str, pieces: dict[str, bytes]) -> tuple[bytes | None, bytes | None, dict[str, bytes]]:
        fresh: dict[str, bytes] = {}
        _stops.set((stop,) if stop is not None else ())
        _store.set((_Pieces(dict(pieces), fresh, channel), bundle))
        _channel.set(channel)
        try:
            checkpoint()
            return pack(_loaded(name, function)(pickle.loads(item))), None, fresh  # noqa: S301 - from who asked
        except Exception as error:  # noqa: BLE001 - whatever it is, it is raised there
            return None, _portable(error), fresh

    begin, results = time.monotonic(), []
    for item in items:
        results.append(copy_context().run(work, *item))
        if time.monotonic() > begin + 5 * _QUICK:
            break
    return results, time.monotonic() - begin


def _portable(error: Exception) -> bytes:
    try:
        return pickle.dumps(error)
    except Exception:  # noqa: BLE001 - some errors hold what cannot travel
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


_KEPT: dict[str, Any] = {}


def _loaded(name: str, function: bytes) -> Callable[[Any], Any]:
    """Return a function that came as bytes; those used last are kept."""
    if name not in _KEPT:
        while len(_KEPT) > 3:
            _KEPT.pop(next(iter(_KEPT)), None)
        _KEPT[name] = pickle.loads(function)  # noqa: S301 - from who asked
    return _KEPT[name]  # type: ignore[no-any-return]


class _Pieces:
    """The ledger as a worker sees it: what was sent along, and what is sent back."""

    def __init__(self, known: dict[str, bytes], fresh: dict[str, bytes], channel: Channel | None) -> None:
        self._known, self._fresh, self._channel = known, fresh, channel

    def get(self, key: str) -> Any:
        return unpack(self._known[key]) if key in self._known else None

    def put(self, key: str, packed: bytes, _: str = "", bundle: str = "") -> None:
        self._known[key] = packed
        if self._channel is None:
            self._fresh[key] = packed
        else:
            self._channel({"key": key, "piece": packed, "bundle": bundle})

    def bundle(self, _: str) -> dict[str, bytes]:
        return {}  # what a worker hands on are pieces already


def recall(key: Callable[[], str], make: Callable[[], B]) -> B:
    """Return a piece of the work under way: what is written down of it, or else what is made, which then is."""
    store, bundle = _store.get()
    if store is None:
        return make()
    own = key()
    known: B | None = store.get(own)
    if known is None:
        known = make()
        store.put(own, pack(known), "", bundle)
    return known


#: The callbacks that work elsewhere may speak to.
_TOLD: WeakValueDictionary[str, Local] = WeakValueDictionary()


class Local:
    """A callback that is called here, also by work that runs elsewhere, as far as messages come through."""

    def __init__(self, function: Callable[..., None]) -> None:
        self._function = function
        self._name = uuid4().hex
        _TOLD[self._name] = self

    def __call__(self, *arguments: Any) -> None:
        self._function(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Remote, (self._name,)


class _Remote:
    """The same where the work is; it speaks a few times a second only."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._next = 0.0

    def __call__(self, *arguments: Any) -> None:
        channel = _channel.get()
        if channel is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.3
            channel({"told": self._name, "arguments": arguments})


def _result(future: Future[B]) -> B:
    """Wait for a result, but never for long: polars, once it is loaded, keeps an interrupt from ending a wait."""
    while not future.done():
        with suppress(TimeoutError):
            return future.result(timeout=0.2)
    return future.result()


def _until_failure(items: Iterable[A], failures: list[Exception]) -> Iterator[A]:
    """Yield items until the stream ends or fails, and keep the failure for later."""
    try:
        yield from items
    except Exception as failure:  # noqa: BLE001 - whatever it is, it is raised again
        failures.append(failure)


def checkpoint() -> None:
    """End here if the work of this thread is no longer wanted; long work calls it several times a second."""
    if any(stop.is_set() for stop in _stops.get()):
        raise CancelledError


@lru_cache(maxsize=1)
def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_chunks(items: Iterable[A], size: int) -> Iterator[list[A]]:
    stream = iter(items)
    while chunk := list(islice(stream, size)):
        yield chunk


def check_seed(seed: int) -> None:
    """Refuse a seed that generators of random numbers do not take."""
    if seed < 0:
        raise SettingError(f"a seed is a whole number from 0 on, not {seed}")
