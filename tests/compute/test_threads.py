import pytest

from sumspace.compute.threads import cores, in_chunks, ordered_map
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
