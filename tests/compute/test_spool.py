"""What waits on disk comes back as it was, in order, to any thread and process, and leaves nothing behind."""

import pickle
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from sumspace.compute.spool import RowSpool, Spool
from sumspace.errors import OutputError


def again(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


def open_files():
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


@pytest.mark.parametrize("room", [0, 200, 10**6])
def test_values_come_back_in_order_however_many_are_on_disk(room):
    spool, values = Spool(room), [{"place": place, "text": "word " * place} for place in range(50)]
    for place, value in enumerate(values):
        spool.add(value)
        assert (len(spool), spool[place // 2]) == (place + 1, values[place // 2])
    assert list(spool) == list(spool) == values


def test_small_values_stay_what_they_are():
    spool, value = Spool(), ["text"]
    spool.add(value)
    assert spool[0] is value


def test_several_threads_read_it_at_once():
    spool = Spool(0)
    for place in range(200):
        spool.add([place] * 100)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [value[0] for value in spool], range(8)))
    assert found == [list(range(200))] * 8


def test_another_process_has_a_file_of_its_own():
    spool = Spool(0)
    spool.add("one")
    other = again(spool)
    spool.add("two")
    other.add("three")
    assert (list(spool), list(other)) == (["one", "two"], ["one", "three"])


@pytest.mark.parametrize("room", [0, 100, 10**6])
def test_rows_make_a_table(room):
    rows = np.random.default_rng(0).normal(size=(40, 3))
    spool = RowSpool(room=room)
    for row in rows:
        spool.add(row)
    table = spool.table()
    assert type(table) is np.ndarray
    assert np.array_equal(table, rows)
    assert np.array_equal(again(table), rows)
    del spool
    assert np.array_equal(table, rows)  # the file stays as long as its table


def test_rows_are_copies_of_their_type():
    spool, row = RowSpool(np.int64), np.array([1, 2])
    spool.add(row)
    row[0] = 7
    assert spool.table().tolist() == [[1, 2]]
    assert spool.table().dtype == np.int64
    assert RowSpool().table().shape == (0, 0)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = open_files()
    spool, rows = Spool(0), RowSpool(room=0)
    spool.add("text")
    rows.add(np.ones(3))
    del spool, rows
    assert list(tmp_path.iterdir()) == []
    assert open_files() == before


def test_a_disk_that_takes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(OutputError, match=r"missing: temporary files cannot be written: .*; set TMPDIR to a folder"):
        Spool(0).add("text")
