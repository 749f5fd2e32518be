"""A Dask cluster of two processes; all tests share it, since starting it takes seconds."""

import os
import random
import signal
import subprocess
import sys
from time import monotonic, sleep

import pytest

import sumspace as package
from sumspace.compute import cluster as module
from sumspace.compute.cluster import check_version, connect
from sumspace.compute.elsewhere import Local
from sumspace.compute.ledger import Ledger
from sumspace.compute.work import Workers, ordered_map, recall
from sumspace.errors import SettingError, UnknownNameError


@pytest.fixture(scope="module")
def workers():
    executor = connect("local:2")
    yield Workers(executor=executor)
    executor.shutdown()


def test_results_come_in_order_and_functions_see_what_is_around_them(workers):
    offset = 3
    assert list(ordered_map(lambda item: item + offset, range(50), workers, ahead=8)) == list(range(3, 53))
    assert connect("local:2") is workers.executor
    assert workers.executor.size == 2


def test_errors_come_back(workers):
    def work(item):
        if item == 3:
            raise UnknownNameError("measure", "x", ["a", "b"])
        return item

    found = []
    with pytest.raises(UnknownNameError, match="unknown measure 'x'; there are: a, b"):
        found.extend(ordered_map(work, range(10), workers))
    assert found == [0, 1, 2]


def test_a_function_travels_once_to_each_worker(workers):
    """A table of 20 MB goes to two workers, not to forty tasks."""
    table = os.urandom(20_000_000)
    begun = monotonic()
    found = list(ordered_map(lambda place: (os.getpid(), id(table), table[place]), range(40), workers))
    assert [value for _, _, value in found] == list(table[:40])
    assert len({(process, name) for process, name, _ in found}) <= 2
    assert monotonic() - begun < 20


def test_a_killed_worker_costs_its_running_work_alone(workers, tmp_path):
    marker = tmp_path / "killed"

    def work(item):
        if item == 5 and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return item * item

    assert list(ordered_map(work, range(12), workers)) == [item * item for item in range(12)]
    assert marker.exists()


def test_an_item_that_kills_every_worker_is_named_and_left_out(workers):
    def work(item):
        if item == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    found = list(ordered_map(work, range(5), workers, lost=lambda item, why: f"{item} {why}"))
    assert found == [0, 1, "2 killed every worker that took it", 3, 4]


def processes(executor):
    return [worker.pid for worker in executor._local.workers.values() if worker.pid]


def wait_until(happens, seconds=30):
    limit = monotonic() + seconds
    while not happens():
        assert monotonic() < limit, "it does not happen"
        sleep(0.02)


class KillingLedger(Ledger):
    """Kills one of the workers when it has got so many results."""

    def __init__(self, path, executor, results):
        wait_until(lambda: len(executor._client.nthreads()) == 2)
        self._executor, self._left = executor, results
        super().__init__(path)

    def put(self, *arguments):
        super().put(*arguments)
        self._left -= 1
        if not self._left:
            os.kill(random.Random(0).choice(processes(self._executor)), signal.SIGKILL)

    @property
    def has_killed(self):
        return self._left <= 0


def test_limits_survive_the_death_of_a_worker(workers, tmp_path):
    options = {"measure": "rouge-1", "words": 40, "sweep": False, "whole": False}
    examples = list(package.read("sample"))[:10]
    whole = "".join(package.limits(examples, **options).render("json"))
    with KillingLedger(tmp_path / "l", workers.executor, 4) as ledger:
        disturbed = package.limits(examples, **options, cluster=workers.executor, keep=ledger)
        assert "".join(disturbed.render("json")) == whole
        assert ledger.has_killed
        assert len(ledger) == 10


def test_labels_survive_the_death_of_a_worker(workers, tmp_path):
    package.labels("sample").write(tmp_path / "whole.jsonl")
    with KillingLedger(tmp_path / "l", workers.executor, 5) as ledger:
        package.labels("sample", cluster=workers.executor, keep=ledger).write(tmp_path / "disturbed.jsonl")
        assert ledger.has_killed
    assert (tmp_path / "disturbed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_a_large_space_survives_the_death_of_a_worker(workers, tmp_path):
    """Its finished shards are in the ledger, and none is counted twice: another engine finds the same counts."""
    (example,) = (example for example in package.read("sample") if example.id == "legal-3")
    options = {"measure": "rouge-2", "words": 160}
    whole = package.explore([example], **options, engine="counting").only.distribution
    with KillingLedger(tmp_path / "l", workers.executor, 3) as ledger:
        disturbed = package.explore(
            [example], **options, engine="exhaustive", cluster=workers.executor, keep=ledger
        ).only.distribution
        assert ledger.has_killed
    assert disturbed.extracts > 10**9
    assert disturbed.counts == whole.counts


def test_a_worker_that_dies_while_it_starts_is_replaced(workers):
    """Dask gives such a worker up; without any worker, work would never end."""
    wait_until(lambda: len(workers.executor._client.nthreads()) == 2)
    local = workers.executor._local
    lost = next(iter(local.workers))
    nanny = local.workers.pop(lost)  # as Dask does some seconds after
    local.sync(nanny.close)
    wait_until(lambda: len(local.workers) == len(workers.executor._client.nthreads()) == 2)
    assert list(ordered_map(abs, range(4), workers)) == [0, 1, 2, 3]


def test_pieces_come_back_before_the_work_is_finished(workers, tmp_path):
    """What a worker has made of an item is in the ledger while the item is still worked on."""
    go_on = tmp_path / "go on"

    def work(item):
        piece = recall(lambda: f"piece {item}", lambda: item + 1)
        while not go_on.exists():
            sleep(0.05)
        return piece

    with Ledger(tmp_path / "l") as ledger:
        kept = Workers(executor=workers.executor, ledger=ledger)

        def items():
            yield 1
            limit = monotonic() + 30
            while ledger.get("piece 1") is None and monotonic() < limit:
                sleep(0.05)
            go_on.touch()

        assert list(ordered_map(work, items(), kept, key=str, bundle=lambda _: "all")) == [2]
        assert (ledger.get("piece 1"), ledger.get("1")) == (2, 2)


def test_an_interrupt_ends_work_at_its_next_checkpoint(workers, tmp_path):
    def work(item):
        from sumspace.compute.work import checkpoint

        (tmp_path / f"begun {item}").touch()
        while item:
            checkpoint()
            (tmp_path / "alive").write_text("")
            sleep(0.05)
        return item

    def items():
        yield from (0, 1)
        while not (tmp_path / "begun 1").exists():
            sleep(0.05)
        sleep(0.3)
        raise KeyboardInterrupt

    found = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(ordered_map(work, items(), workers, ahead=8))
    assert found == [0]
    sleep(1)
    (tmp_path / "alive").unlink(missing_ok=True)
    sleep(0.5)
    assert not (tmp_path / "alive").exists()


def test_callbacks_are_told_here(workers):
    told = []
    tell = Local(lambda *words: told.append(words))

    def work(item):
        tell("extracts", item)
        return item

    list(ordered_map(work, [7], workers))
    limit = monotonic() + 5
    while not told and monotonic() < limit:
        sleep(0.05)
    assert told == [("extracts", 7)]


@pytest.mark.parametrize("size", [1, 1_000_000])
def test_a_map_inside_work_is_shared_by_all_workers_where_it_says_so(workers, size):
    def outer(_):
        ballast = os.urandom(size)

        def inner(item):
            sleep(0.15)
            return item, len(ballast), os.getpid()

        return list(ordered_map(inner, range(12), Workers(1), ahead=4, spread=True))

    (found,) = ordered_map(outer, [0], workers)
    assert [(item, length) for item, length, _ in found] == [(item, size) for item in range(12)]
    assert len({process for _, _, process in found}) == 2


def test_an_address_that_nobody_answers_is_given_up():
    begun = monotonic()
    with pytest.raises(SettingError, match=r"--cluster 127\.0\.0\.1:9: nobody answers; is that the address"):
        connect("127.0.0.1:9")
    assert monotonic() - begun < 9


@pytest.mark.parametrize("name", ["local:", "local:0", "local:x", "local:-1"])
def test_a_local_cluster_without_a_number_is_refused(name):
    with pytest.raises(SettingError, match="a local cluster is local:N, with a number of processes, not "):
        connect(name)


@pytest.mark.parametrize("other", [3, "", object()])
def test_what_is_no_cluster_is_refused(other):
    with pytest.raises(SettingError, match="a cluster is an address, local:N, a Dask client or an executor, not "):
        connect(other)


def test_another_version_is_refused_by_name(workers, monkeypatch):
    with pytest.raises(SettingError, match=r"the worker a has sumspace 9\.9, and this is 0\.1\.0; install 0"):
        check_version("0.1.0", "9.9", "a")
    with pytest.raises(SettingError, match="the worker a has no sumspace, and this is"):
        check_version("0.1.0", "", "a")
    monkeypatch.setattr(module, "__version__", "9.9")
    with pytest.raises(SettingError, match=r"the worker tcp://.* has sumspace .*, and this is 9\.9; in"):
        module.Cluster(workers.executor._client)
    monkeypatch.setattr("sumspace.compute.elsewhere.__version__", "9.9")
    with pytest.raises(SettingError, match=r"the worker tcp://.*, and this is 9\.9"):
        list(ordered_map(str, [1], workers))


def test_without_dask_the_extra_is_named():
    program = """
import sys
sys.modules["distributed"] = None
from sumspace.compute.cluster import connect
connect("local:2")
"""
    outcome = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert "a cluster needs dask.distributed; install it with pip install 'sumspace[cluster]'" in outcome.stderr
