import threading
import time

import numba

from sumspace.compute.clock import now


def compile_something():
    """Compile a function that no one has compiled before; return the seconds that it took, and those on the clock."""
    began, at = time.perf_counter(), now()
    numba.njit(lambda x: sum([x + i for i in range(10)]))(3)
    return time.perf_counter() - began, now() - at


def test_the_clock_runs():
    began, at = time.perf_counter(), now()
    time.sleep(0.05)
    assert 0.05 <= now() - at <= time.perf_counter() - began


def test_the_clock_stands_still_while_functions_are_compiled():
    taken, counted = compile_something()
    assert 0 <= counted < taken / 2


def test_waiting_for_another_thread_to_compile_does_not_count():
    results = []
    threads = [threading.Thread(target=lambda: results.append(compile_something())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3
    assert all(0 <= counted < taken / 2 for taken, counted in results)


def test_each_thread_has_its_own_clock():
    at, began = now(), time.perf_counter()
    thread = threading.Thread(target=compile_something)
    thread.start()
    thread.join()
    elapsed = time.perf_counter() - began
    assert now() - at >= elapsed
