"""Linear algebra with one thread, and as many as before after it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from sumspace.compute.blas import one_thread

(NUMPY,) = [
    library for library in ThreadpoolController().select(user_api="blas").lib_controllers if "numpy" in library.filepath
] or [None]


@pytest.fixture(autouse=True)
def two_threads():
    if NUMPY is None or NUMPY.num_threads is None:
        pytest.skip("numpy's linear algebra comes from a library of the system")
    before = NUMPY.num_threads
    NUMPY.set_num_threads(2)
    yield
    NUMPY.set_num_threads(before)


def test_one_thread_while_it_is_asked_for():
    with one_thread():
        assert NUMPY.num_threads == 1
        with one_thread():
            assert NUMPY.num_threads == 1
        assert NUMPY.num_threads == 1
    assert NUMPY.num_threads == 2


def test_an_error_gives_the_threads_back():
    with pytest.raises(ValueError, match="wrong"), one_thread():
        raise ValueError("wrong")
    assert NUMPY.num_threads == 2


def test_several_may_ask_at_once():
    meeting = Barrier(3)

    def ask(_):
        with one_thread():
            meeting.wait()
            found = NUMPY.num_threads
            meeting.wait()
        return found

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(ask, range(3))) == [1, 1, 1]
    assert NUMPY.num_threads == 2


def test_of_many_who_come_and_go_none_leaves_it_changed():
    def ask(_):
        with one_thread():
            np.linalg.eigh(np.eye(30))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(200)))
    assert NUMPY.num_threads == 2
