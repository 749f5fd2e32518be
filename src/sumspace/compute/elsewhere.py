"""Work that runs elsewhere, on any executor: how items and results travel, and what becomes of workers that die."""

from __future__ import annotations

import pickle
import time
import zlib
from collections import deque
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from weakref import WeakValueDictionary

from sumspace import __version__
from sumspace.compute.ledger import pack, unpack
from sumspace.compute.work import channel_here, checkpoint, cores, stops_here, store_here
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sumspace.compute.work import Channel, Order


#: How often an item is tried alone that may have killed its workers, each time on as many as Dask allows.
_TRIALS = 1
#: Items that are quick travel together, so many at most, and take about so many seconds then; not where few are to be
#: under way.
_MOST_TOGETHER, _QUICK, _FEW_AHEAD = 128, 0.5, 7


@dataclass(slots=True)
class _Errand:
    """An item on its way to a worker and back."""

    future: Future[Any]
    item: Any
    key: str
    bundle: str
    #: How often it was there when a worker died.
    deaths: int = 0


class Elsewhere:
    """An executor: functions, items and results travel there and back as bytes.

    Quick items travel together, as many as take a fraction of a second; others wait here while all workers are busy.
    """

    def __init__(self, executor: Executor, order: Order, ahead: int) -> None:
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
    if isinstance(error, AttributeError) and "sumspace" in str(error):
        return SettingError(f"a worker cannot load this work ({error}); install sumspace {__version__} there")
    if isinstance(error, ImportError):
        why = f"a worker lacks what this work needs ({error})"
        return SettingError(f"{why}; install sumspace {__version__} there, with the same extras as here")
    return error


def unpack_own(packed: bytes) -> Any:
    """Read what one of our own workers made, of any kind."""
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
        stops_here.set((stop,) if stop is not None else ())
        store_here.set((_Pieces(dict(pieces), fresh, channel), bundle))
        channel_here.set(channel)
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
    known = _KEPT.pop(name, None)
    if known is None:
        known = pickle.loads(function)  # noqa: S301 - from who asked
    with suppress(StopIteration, RuntimeError):  # another thread may do the same
        while len(_KEPT) > 3:
            _KEPT.pop(next(iter(_KEPT)), None)
    _KEPT[name] = known  # the last one, which stays longest
    return known  # type: ignore[no-any-return]


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
        channel = channel_here.get()
        if channel is not None and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.3
            channel({"told": self._name, "arguments": arguments})
