"""Values that are read as they were appended, in memory or from a file."""

import pickle
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from sumspace.compute.spool import RowSpool, Spool
from sumspace.errors import OutputError


def filled(count, block=4):
    spool = Spool(block)
    for value in range(count):
        spool.append(value)
    return spool


@pytest.mark.parametrize("count", [0, 1, 4, 5, 8, 9, 30])
def test_it_is_the_list_of_what_was_appended(count):
    spool, expected = filled(count), list(range(count))
    assert (list(spool), len(spool), spool[1:-1]) == (expected, count, expected[1:-1])
    assert [spool[place] for place in range(-count, count)] == expected * 2
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            spool[place]


def test_few_values_are_not_written(monkeypatch):
    monkeypatch.setattr(tempfile, "TemporaryFile", None)
    assert list(filled(4)) == [0, 1, 2, 3]
    with pytest.raises(TypeError):
        filled(5)


def test_copies_grow_apart():
    for count in (2, 4, 9):
        first = filled(count)
        second = first.copy()
        for value in range(20):
            first.append(f"a{value}")
            second.append(f"b{value}")
        assert list(first) == [*range(count), *(f"a{value}" for value in range(20))]
        assert list(second) == [*range(count), *(f"b{value}" for value in range(20))]


def test_several_threads_read_at_a_time():
    spool = filled(5000, 7)
    with ThreadPoolExecutor(8) as pool:
        assert all(values == list(range(5000)) for values in pool.map(list, [spool] * 16))


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(OutputError, match="gone cannot be written: No such file or directory; set TMPDIR"):
        filled(5)


def test_a_full_disk_is_said(monkeypatch):
    with Path("/dev/full").open("r+b", buffering=0) as full:
        monkeypatch.setattr(tempfile, "TemporaryFile", lambda: full)
        with pytest.raises(OutputError, match="cannot be written: No space left on device"):
            filled(5)


def again(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


def test_another_process_has_a_file_of_its_own():
    spool = filled(5, 1)
    other = again(spool)
    spool.append("two")
    other.append("three")
    assert (list(spool)[5:], list(other)[5:]) == (["two"], ["three"])


@pytest.mark.parametrize("room", [0, 100, 10**6])
def test_rows_make_a_table(room, monkeypatch):
    monkeypatch.setattr(RowSpool, "room", room)
    rows = np.random.default_rng(0).normal(size=(40, 3))
    spool = RowSpool()
    for row in rows:
        spool.append(row)
    table = spool.table()
    assert type(table) is np.ndarray
    assert np.array_equal(table, rows)
    assert np.array_equal(again(table), rows)
    del spool
    assert np.array_equal(table, rows)  # the file stays as long as its table


def test_rows_are_copies_of_their_type():
    spool, row = RowSpool(np.int64), np.array([1, 2])
    spool.append(row)
    row[0] = 7
    assert spool.table().tolist() == [[1, 2]]
    assert spool.table().dtype == np.int64
    assert RowSpool().table().shape == (0, 0)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(RowSpool, "room", 0)
    folder = Path("/proc/self/fd")
    before = len(list(folder.iterdir())) if folder.is_dir() else 0
    spool, rows = filled(3, 1), RowSpool()
    rows.append(np.ones(3))
    del spool, rows
    assert list(tmp_path.iterdir()) == []
    assert (len(list(folder.iterdir())) if folder.is_dir() else 0) == before
