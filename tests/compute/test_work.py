import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from threading import Event
from time import monotonic, sleep

import pytest

from sumspace.compute.elsewhere import Local
from sumspace.compute.ledger import Ledger
from sumspace.compute.work import Part, Workers, checkpoint, cores, in_chunks, ordered_map, recall
from sumspace.errors import SettingError, UnknownNameError


@pytest.mark.parametrize("jobs", [1, 2, 7, None])
def test_results_come_in_order_with_any_number_of_jobs(jobs):
    assert list(ordered_map(lambda x: x * x, range(100), jobs)) == [x * x for x in range(100)]


def test_a_stream_is_not_read_ahead_of_what_is_needed():
    taken = []

    def items():
        for i in range(1000):
            taken.append(i)
            yield i

    results = ordered_map(lambda x: x, items(), 2)
    assert next(results) == 0
    assert len(taken) < 10
    results.close()


def test_an_error_in_the_work_is_raised():
    with pytest.raises(ZeroDivisionError):
        list(ordered_map(lambda x: 1 // x, [1, 0, 2], 2))


def test_there_is_at_least_one_job_and_one_core():
    assert cores() >= 1
    with pytest.raises(SettingError):
        list(ordered_map(str, [1], 0))


def test_chunks():
    assert list(in_chunks(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(in_chunks([], 2)) == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_stream_that_fails_does_so_after_the_results_of_what_came_before(jobs):
    def items():
        yield from range(5)
        raise OSError("no more")

    found = []
    with pytest.raises(OSError, match="no more"):
        found.extend(ordered_map(str, items(), jobs, ahead=8))
    assert found == list("01234")


def test_an_interrupt_comes_after_what_was_finished_and_ends_the_rest():
    started = Event()

    def work(item):
        if item == 0:
            started.wait()
            while True:
                checkpoint()
                sleep(0.01)
        return item

    def items():
        yield from range(4)
        sleep(0.2)
        started.set()
        raise KeyboardInterrupt

    found = []
    results = ordered_map(work, items(), 2, ahead=8)
    with pytest.raises(KeyboardInterrupt):
        found.extend(results)
    assert found == [1, 2, 3]


def counted_work(counts):
    def work(item):
        counts.append(item)
        return item * item

    return work


def test_what_a_ledger_knows_is_not_done_again(tmp_path):
    """Known results stand in their places among new ones."""
    done = []
    with Ledger(tmp_path / "l") as ledger:
        workers = Workers(2, ledger=ledger)
        first = list(ordered_map(counted_work(done), [1, 3], workers, key=str, settings="squares"))
        again = list(ordered_map(counted_work(done), range(5), workers, key=str, settings="squares"))
        assert (first, again, ledger.count("squares")) == ([1, 9], [0, 1, 4, 9, 16], 5)
    assert sorted(done) == [0, 1, 2, 3, 4]


def test_what_is_finished_is_written_down_whatever_comes_later(tmp_path):
    def work(item):
        if item == 7:
            raise ZeroDivisionError
        return item

    with Ledger(tmp_path / "l") as ledger:
        with pytest.raises(ZeroDivisionError):
            list(ordered_map(work, range(10), Workers(2, ledger=ledger), key=str))
        assert [ledger.get(str(item)) for item in range(8)] == [*range(7), None]


@pytest.mark.parametrize("jobs", [1, 2])
def test_pieces_of_work_are_recalled(tmp_path, jobs):
    made = []

    def work(item):
        def make():
            made.append(item)
            return item + 1

        return recall(lambda: f"piece {item}", make)

    with Ledger(tmp_path / "l") as ledger:
        for kind in ("a", "b"):
            workers = Workers(jobs, ledger=ledger)
            assert list(ordered_map(work, range(3), workers, key=lambda i, kind=kind: f"{kind}{i}")) == [1, 2, 3]
    assert sorted(made) == [0, 1, 2]


def test_without_a_ledger_pieces_are_made_each_time():
    assert [recall(lambda: "key", lambda: 5) for _ in range(2)] == [5, 5]


def test_a_map_inside_work_writes_down_its_items_too(tmp_path):
    done = []
    with Ledger(tmp_path / "l") as ledger:
        for name in "ab":
            inner = lambda item: sum(ordered_map(counted_work(done), range(item), 1, key=lambda i: f"inner {i}"))  # noqa: E731
            found = list(
                ordered_map(inner, [3, 4], Workers(1, ledger=ledger), key=lambda item, name=name: f"{name}{item}")
            )
            assert found == [5, 14]
    assert sorted(done) == [0, 1, 2, 3]


def test_a_killed_run_does_only_what_was_not_done(tmp_path):
    """The second of two runs works on those items alone that the first, killed one had not written down."""
    program = f"""
import os, signal, sys, time
from pathlib import Path
from sumspace.compute.ledger import Ledger
from sumspace.compute.work import Workers, ordered_map
def work(item):
    with open({str(tmp_path / "log")!r}, "a") as log:
        log.write(f"{{item}}\\n")
    if item == 9 and sys.argv[1] == "dies":
        while ledger._database.in_transaction:  # which lasts a second at most, unless the machine is busy
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item
ledger = Ledger(Path({str(tmp_path / "l")!r}))
print(list(ordered_map(work, range(15), Workers(1, ledger=ledger), key=str)))
"""
    first = subprocess.run([sys.executable, "-c", program, "dies"], check=False)
    second = subprocess.run([sys.executable, "-c", program, "lives"], check=True, capture_output=True, text=True)
    assert first.returncode == -9
    assert second.stdout == f"{[item * item for item in range(15)]}\n"
    log = (tmp_path / "log").read_text().split()
    assert log == [str(item) for item in (*range(10), *range(9, 15))]


def square(item):
    return item * item


def fail(item):
    raise UnknownNameError("measure", str(item), ["a"])


def nested(item):
    return sum(ordered_map(square, range(item), WORKERS))


WORKERS = Workers(3)


@pytest.fixture(params=[ThreadPoolExecutor, ProcessPoolExecutor])
def executor(request):
    with request.param(2) as pool:
        yield pool


def test_any_executor_gives_the_same(executor, tmp_path):
    workers = Workers(executor=executor)
    offset = 3
    assert list(ordered_map(lambda item: item + offset, range(50), workers)) == list(range(3, 53))
    assert list(ordered_map(nested, range(5), workers)) == [0, 0, 1, 5, 14]
    with pytest.raises(UnknownNameError, match="unknown measure '1'; there are: a"):
        list(ordered_map(fail, [1], workers))
    with Ledger(tmp_path / "l") as ledger:
        piece = lambda item: recall(lambda: f"piece {item}", lambda: [item])  # noqa: E731
        kept = Workers(executor=executor, ledger=ledger)
        assert list(ordered_map(piece, range(4), kept, key=str, bundle=lambda _: "all")) == [[0], [1], [2], [3]]
        assert [ledger.get(key) for key in ("2", "piece 2")] == [[2], [2]]
        # What is known goes along, so that nothing is made anew.
        known = lambda item: recall(lambda: f"piece {item}", lambda: "made")  # noqa: E731
        assert list(ordered_map(known, range(2), kept, key=lambda i: f"x{i}", bundle=lambda _: "all")) == [[0], [1]]


def test_an_executor_is_not_given_more_than_is_needed():
    taken = []

    def items():
        for i in range(1000):
            taken.append(i)
            yield i

    with ThreadPoolExecutor(2) as pool:
        results = ordered_map(square, items(), Workers(executor=pool))
        assert next(results) == 0
        results.close()
    assert len(taken) < 10


def test_an_interrupt_ends_work_on_an_executor_after_what_is_finished():
    def items():
        yield from range(3)
        sleep(0.5)
        raise KeyboardInterrupt

    found = []
    with ThreadPoolExecutor(2) as pool, pytest.raises(KeyboardInterrupt):
        found.extend(ordered_map(square, items(), Workers(executor=pool), ahead=8))
    assert found == [0, 1, 4]


def test_a_callback_stays_where_it_is():
    told = []
    tell = Local(told.append)
    tell(1)
    pickle.loads(pickle.dumps(tell))(2)  # noqa: S301 - our own
    assert told == [1]


@pytest.mark.parametrize("text", ["0/4", "5/4", "x", "1", "1/0", "-1/4", "1/4/2", "", "²/4", "1.0/4"])
def test_parts_that_are_none_are_refused(text):
    with pytest.raises(SettingError, match="--part wants I/N, from 1/N to N/N, such as 2/4, not "):
        Part.parse(text)


def test_parts_print_as_they_are_written():
    assert str(Part.parse("2/4")) == "2/4"


class Counted(ThreadPoolExecutor):
    tasks = 0

    def submit(self, *arguments):
        self.tasks += 1
        return super().submit(*arguments)


def test_quick_items_travel_together():
    with Counted(2) as pool:
        assert list(ordered_map(square, range(2000), Workers(executor=pool), ahead=16)) == [i * i for i in range(2000)]
    assert pool.tasks < 500


def test_items_that_turn_out_slow_are_left_to_other_workers(monkeypatch):
    """The last of a hundred quick items are slow: they are not all done one after the other by one worker."""
    monkeypatch.setattr("sumspace.compute.elsewhere._QUICK", 0.02)
    with Counted(4) as pool:
        begun = monotonic()
        slow = lambda item: sleep(0.2 if item >= 400 else 0) or item  # noqa: E731
        assert list(ordered_map(slow, range(420), Workers(executor=pool), ahead=16)) == list(range(420))
    assert monotonic() - begun < 3.5


def test_a_worker_that_lacks_a_package_is_one_clear_line():
    def work(_):
        raise ModuleNotFoundError("No module named 'textblob'")

    with ThreadPoolExecutor(1) as executor, pytest.raises(SettingError, match=r"'textblob'.*the same extras as here$"):
        list(ordered_map(work, [1], Workers(executor=executor)))
