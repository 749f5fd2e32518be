from threading import Event
from time import sleep

import pytest

from sumspace.compute.work import checkpoint, cores, in_chunks, ordered_map
from sumspace.errors import SettingError


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
