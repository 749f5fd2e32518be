"""Jobs run apart from the server, within limits, and can be cancelled; whatever becomes of one, the next one works.

What a process does is tested with the real one; what the server does about it, also with one that starts faster.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest

from asking import PATIENCE, is_there, jsonl, wait_for
from sumspace.web import jobs as module
from sumspace.web.jobs import BusyError, Jobs

NUMBERS = iter(range(10**6))
#: Answers with what it was asked, or, where it was told to wait, never.
PLAIN = """
import json, sys, time
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    if json.loads(line)["kind"] == "wait":
        time.sleep(1000)
    print(json.dumps({"result": len(line)}), line, sep="\\n", end="", flush=True)
"""


@contextmanager
def started(folder, **options):
    jobs = Jobs(**{"processes": 1, "folder": folder} | options)
    try:
        yield jobs
    finally:
        jobs.close()


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """One process, for tests that leave it free."""
    with started(tmp_path_factory.mktemp("jobs")) as jobs:
        yield jobs


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """One process that does nothing of use."""
    monkeypatch.setattr(module, "WORKER", (sys.executable, "-I", "-S", "-c", PLAIN))
    with started(tmp_path) as jobs:
        yield jobs


def ask(jobs, what="", kind="answer", **options):
    """Start what is answered at once by a plain process."""
    return jobs.submit(kind, "Title", {"what": what or next(NUMBERS)}, **options)


def wait(jobs, what="", **options):
    """Start what a plain process never answers."""
    return ask(jobs, what, "wait", **options)


def score(jobs, summary="The cat.", measure="rouge-1"):
    """Start what a real process does in a moment."""
    task = {"summaries": {"a": summary}, "references": ["A cat."], "options": {"measure": [measure]}}
    return jobs.submit("score", "Scores", task)


def read_in_vain(jobs, folder):
    """Start what a real process never ends: to read a pipe into which nobody writes."""
    pipe = folder / f"{next(NUMBERS)}.jsonl"
    os.mkfifo(pipe)
    return jobs.submit("read", "Endless", {"file": str(pipe), "into": str(folder / "into"), "name": "pipe"})


def process_of(jobs, job):
    """Wait until a process is at a job, and return its number."""
    lane = wait_for(lambda: next((lane for lane in jobs._lanes if lane.job is job), None))
    return wait_for(lambda: lane.process).pid


def kill(jobs, job):
    """Kill the process that is at a job, and its successor if it was killed just before it was given the job."""
    while not job.ended.done():
        os.kill(process_of(jobs, job), signal.SIGKILL)
        with suppress(TimeoutError):
            job.ended.result(5)


def ended(job):
    """Wait until a job has ended, and return how."""
    job.ended.result(PATIENCE)
    return job.state, job.error


def is_well(jobs):
    """Whether another job, which nobody has asked for before, works."""
    job = score(jobs, f"The cat number {next(NUMBERS)}.")
    return ended(job) == ("done", None) and json.loads(job.result)["records"][0]["recall"] == 0.5


# With the real process


def test_a_job_answers_with_json_from_another_process(real):
    job = score(real)
    assert ended(job) == ("done", None)
    (record,) = json.loads(job.result)["records"]
    assert record == {"system": "a", "measure": "rouge-1", "recall": 0.5, "precision": 0.5, "f1": 0.5}
    assert real._lanes[0].process.pid != os.getpid()
    about = job.about()
    assert about.pop("seconds") == round(job.seconds, 2)
    assert about == {
        "id": job.id, "kind": "score", "title": "Scores", "state": "done", "progress": None, "error": None,
    }  # fmt: skip
    assert real.get(job.id) is job
    assert real.get("nobody") is None


def test_how_far_a_job_has_come_is_told(real, tmp_path):
    file = tmp_path / "corpus.jsonl"
    file.write_bytes(jsonl(*({"id": name, "sentences": ["A cat."], "references": ["A cat."]} for name in "abc")))
    job = real.submit("table", "Table", {"file": str(file), "name": "corpus.jsonl", "settings": {}})
    assert ended(job) == ("done", None)
    assert job.about()["progress"] == {"what": "documents: 2 of 3", "share": 2 / 3}


def test_a_job_that_waits_for_the_first_process_says_so(plain):
    first = ask(plain)
    assert first.about()["progress"]["what"].startswith("Starting")
    assert ended(first) == ("done", None)
    assert first.about()["progress"] is None
    ask(plain, kind="wait")
    assert ask(plain).about()["progress"] is None


def test_a_fault_is_one_line_and_the_process_goes_on(real):
    assert is_well(real)
    process = real._lanes[0].process.pid
    state, error = ended(real.submit("nonsense", "Nonsense", {}))
    assert (state, error) == ("failed", "this failed because of a fault in sumspace: KeyError('nonsense')")
    assert ended(score(real, measure="nonsense"))[1].startswith("unknown measure 'nonsense'; there are: ")
    assert is_well(real)
    assert real._lanes[0].process.pid == process
    assert "KeyError: 'nonsense'" in (real.folder / "jobs.log").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="there is no device that is always full")
def test_a_full_disk_is_one_line_and_the_process_goes_on(tmp_path):
    for name in ("jobs.log", "into"):
        (tmp_path / name).symlink_to("/dev/full")
    file = tmp_path / "corpus.jsonl"
    file.write_bytes(jsonl({"id": "a", "sentences": ["A cat."]}))
    with started(tmp_path) as jobs:
        task = {"file": str(file), "into": str(tmp_path / "into"), "name": "corpus.jsonl"}
        line = "the server cannot read or write its files: No space left on device"
        assert ended(jobs.submit("read", "Large", task)) == ("failed", line)
        process = jobs._lanes[0].process.pid
        assert ended(jobs.submit("nonsense", "Nonsense", {}))[1].endswith("KeyError('nonsense')")
        assert is_well(jobs)
        assert jobs._lanes[0].process.pid == process


def test_a_job_that_is_cancelled_ends_at_once_with_its_process(real, tmp_path):
    job = read_in_vain(real, tmp_path)
    process = process_of(real, job)
    real.cancel(job)
    assert (job.state, job.error) == ("cancelled", None)
    assert not is_there(process)
    assert is_well(real)


def test_a_process_that_is_killed_is_one_line_and_the_next_job_works(real, tmp_path):
    job = read_in_vain(real, tmp_path)
    kill(real, job)
    assert ended(job) == (
        "failed",
        "the process that computed this crashed; it may have run out of memory, of which a job has 4 GB",
    )
    assert is_well(real)


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_works(tmp_path):
    """The process is started before the job."""
    with started(tmp_path, seconds=1.25) as jobs:
        job = read_in_vain(jobs, tmp_path)
        process = process_of(jobs, job)
        assert ended(job) == ("failed", "this took longer than the 1.25 s that a job may take")
        assert not is_there(process)
        assert is_well(jobs)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit memory")
def test_a_job_that_takes_too_much_memory_is_ended_and_the_next_one_works(tmp_path):
    file = tmp_path / "file.jsonl"
    file.write_bytes(b'{"id": "1", "text": "A cat.", "more": [' + b"[],".join([b""] * 4_000_000) + b"1]}\n")
    with started(tmp_path, memory=0.1) as jobs:
        job = jobs.submit("read", "Large", {"file": str(file), "into": str(tmp_path / "into"), "name": "large.jsonl"})
        process = process_of(jobs, job)
        assert ended(job) == ("failed", "this needs more memory than the 0.1 GB that a job may use")
        assert is_well(jobs)
        assert not is_there(process)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell how much memory a process holds")
def test_a_process_that_holds_much_memory_after_a_job_is_replaced(tmp_path):
    """Regular expressions keep what they needed for a word of millions of letters."""
    with started(tmp_path, memory=2) as jobs:
        assert is_well(jobs)
        process = jobs._lanes[0].process.pid
        record = {"id": "a", "text": "x" * 6_000_000, "references": ["x"]}
        long = jobs.submit("view", "Long", {"record": record, "settings": {"seconds": 0.1}})
        assert ended(long) == ("done", None)
        assert json.loads(long.result)["id"] == "a"
        assert is_well(jobs)
        assert jobs._lanes[0].process.pid != process
        assert not is_there(process)


def test_the_end_of_the_server_ends_all_jobs_and_processes(tmp_path):
    with started(tmp_path, processes=2) as jobs:
        running = [read_in_vain(jobs, tmp_path) for _ in range(2)]
        processes = [process_of(jobs, job) for job in running]
        waiting = score(jobs)
        jobs.close()
        assert {ended(job) for job in (*running, waiting)} == {("cancelled", None)}
        assert not any(map(is_there, processes))
        assert not any(lane.thread.is_alive() for lane in jobs._lanes)
        with pytest.raises(BusyError):
            score(jobs, "Too late.")


SERVER = """
import sys, time
from pathlib import Path
from sumspace.web.jobs import Jobs

jobs = Jobs(1, folder=Path(sys.argv[1]))
jobs.submit("nonsense", "", {}).ended.result()
print(jobs._lanes[0].process.pid, flush=True)
time.sleep(1000)
"""


def test_a_process_with_nothing_to_do_deletes_the_folder_of_a_server_that_is_killed(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with subprocess.Popen([sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE) as server:
        worker = int(server.stdout.readline())
        assert folder.exists()
        server.kill()
    wait_for(lambda: not is_there(worker))
    assert not folder.exists()


# With a plain one


def test_who_asks_the_same_gets_the_same_job_while_it_waits_runs_and_is_done(plain):
    running = plain.submit("wait", "Title", {"a": 1, "b": 2})
    process_of(plain, running)
    assert plain.submit("wait", "Another title", {"b": 2, "a": 1}) is running
    waiting = ask(plain, "same")
    assert ask(plain, "same") is waiting
    plain.cancel(running)
    assert ended(waiting) == ("done", None)
    assert ask(plain, "same") is waiting
    assert ask(plain, "other") is not waiting
    assert plain.submit("another kind", "Title", {"what": "same"}) is not waiting
    assert plain.all()[-1] is running


def test_what_has_failed_or_was_cancelled_is_tried_again(plain):
    job = wait(plain, "again")
    kill(plain, job)
    assert ended(job)[0] == "failed"
    again = wait(plain, "again")
    assert again is not job
    plain.cancel(again)
    assert wait(plain, "again") is not again


def test_a_job_that_waits_is_cancelled_without_an_end_to_others(plain):
    job = wait(plain)
    process = process_of(plain, job)
    waiting = ask(plain)
    assert waiting.state == "waiting"
    plain.cancel(waiting)
    assert ended(waiting) == ("cancelled", None)
    assert (job.state, is_there(process)) == ("running", True)


def test_what_others_wait_for_too_is_cancelled_by_the_last_of_them_or_by_who_gives_no_name(plain):
    job = wait(plain, "shared", client="one")
    assert wait(plain, "shared", client="two") is job
    for name in ("one", "three", "one"):
        plain.cancel(job, name)
        assert job.is_alive
    plain.cancel(job, "two")
    assert ended(job) == ("cancelled", None)
    again = wait(plain, "shared", client="one")
    assert wait(plain, "shared") is again
    plain.cancel(again, "one")
    assert again.is_alive
    plain.cancel(again)
    assert ended(again) == ("cancelled", None)


def test_a_client_that_has_not_polled_for_long_does_not_wait_any_more(plain, monkeypatch):
    job, other = wait(plain, "shared", client="one"), ask(plain)
    assert wait(plain, "shared", client="two") is job
    clock = SimpleNamespace(now=time.monotonic() + 100)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    plain.note_poll("two", [job, other])
    plain.note_poll("a stranger", [job])
    assert "two" not in other.clients
    plain.cancel(job, "one")
    assert job.is_alive
    clock.now += 100
    plain.cancel(job, "one")
    assert ended(job) == ("cancelled", None)


def test_to_cancel_what_has_ended_changes_nothing(plain):
    job = ask(plain)
    assert ended(job) == ("done", None)
    process = plain._lanes[0].process.pid
    plain.cancel(job)
    assert (job.state, bool(job.result), is_there(process)) == ("done", True, True)


def test_a_process_that_is_killed_while_nothing_is_to_be_done_is_replaced(plain):
    assert ended(ask(plain)) == ("done", None)
    process = wait_for(lambda: plain._lanes[0].process)
    os.kill(process.pid, signal.SIGKILL)
    wait_for(lambda: process.poll() is not None)
    assert ended(ask(plain)) == ("done", None)


SAYING = "echo ready; read line; printf "


@pytest.mark.parametrize(
    "command",
    [
        ("sh", "-c", SAYING + "nonsense"),
        ("sh", "-c", SAYING + """'{"result": 100}\n{}'"""),
        ("sh", "-c", SAYING + "'[]\n{}\n'"),
        ("sh", "-c", SAYING + "''"),
    ],
    ids=str,
)
def test_a_process_that_gives_no_answer_is_one_line_and_is_replaced(tmp_path, monkeypatch, command):
    monkeypatch.setattr(module, "WORKER", command)
    with started(tmp_path) as jobs:
        state, error = ended(ask(jobs))
        assert (state, error.partition(";")[0]) == ("failed", "the process that computed this crashed")
        monkeypatch.setattr(module, "WORKER", (sys.executable, "-I", "-S", "-c", PLAIN))
        wait_for(lambda: ended(ask(jobs)) == ("done", None))


@pytest.mark.parametrize("command", [("false",), ("/nowhere/python",), ("sh", "-c", "sleep 1000")])
def test_a_process_that_cannot_be_started_is_one_line_and_is_replaced(tmp_path, monkeypatch, command):
    monkeypatch.setattr(module, "WORKER", command)
    monkeypatch.setattr(module, "_START_TIMEOUT", 0.1)
    with started(tmp_path) as jobs:
        assert ended(ask(jobs)) == ("failed", "the process for this job could not be started")
        monkeypatch.setattr(module, "_START_TIMEOUT", PATIENCE)
        monkeypatch.setattr(module, "WORKER", (sys.executable, "-I", "-S", "-c", PLAIN))
        wait_for(lambda: ended(ask(jobs)) == ("done", None))


def test_the_time_that_a_process_takes_to_start_for_a_job_is_part_of_the_job(tmp_path, monkeypatch):
    once = tmp_path / "once"
    monkeypatch.setattr(module, "WORKER", ("sh", "-c", f"[ -e {once} ] && sleep 1000; touch {once}"))
    with started(tmp_path, seconds=0.2) as jobs:
        assert ended(ask(jobs)) == ("failed", "this took longer than the 0.2 s that a job may take")


def test_an_answer_that_is_too_large_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WORKER", ("sh", "-c", SAYING + """'{"result": 1000000000000}\n'; sleep 1000"""))
    with started(tmp_path) as jobs:
        assert ended(ask(jobs)) == ("failed", "the answer is larger than 256 MB, which is the limit")
        monkeypatch.setattr(module, "WORKER", (sys.executable, "-I", "-S", "-c", PLAIN))
        wait_for(lambda: ended(ask(jobs)) == ("done", None))


def test_whatever_goes_wrong_with_a_job_the_next_one_works(plain, monkeypatch, capsys):
    class NoTimer(threading.Timer):
        def start(self):
            raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(module, "Timer", NoTimer)
        assert ended(ask(plain))[0] == "failed"
    assert "RuntimeError: can't start new thread" in capsys.readouterr().err
    assert ended(ask(plain)) == ("done", None)


def leave(job):
    """Let all clients of a job be silent for longer than one that still waits is."""
    job.clients = dict.fromkeys(job.clients, time.monotonic() - module._CLIENT_TIMEOUT - 1)


def test_a_job_that_nobody_waits_for_makes_room_for_one_that_somebody_does(plain):
    left = wait(plain, client="gone")
    process_of(plain, left)
    leave(left)
    behind = wait(plain, client="gone")
    leave(behind)
    wanted = ask(plain, client="here")
    plain.note_poll("gone", [wanted])
    assert left.is_alive
    plain.note_poll("here", [wanted])
    assert ended(wanted) == ("done", None)
    assert ended(left) == ended(behind) == ("cancelled", None)


def test_a_job_that_nobody_waits_for_goes_on_where_nobody_else_waits(plain):
    left = wait(plain, client="gone")
    process_of(plain, left)
    leave(left)
    plain.note_poll("here", [left])
    plain.note_poll("gone", [left])
    assert left.is_alive


def test_a_detached_job_needs_no_client_and_is_done_again(plain):
    first = ask(plain, "study", detached=True)
    assert ended(first) == ("done", None)
    again = ask(plain, "study", detached=True)
    assert again is not first
    assert ended(again) == ("done", None)
    left = wait(plain, "other", detached=True, client="gone")
    assert wait(plain, "other", detached=True, client="gone") is left
    process_of(plain, left)
    leave(left)
    wanted = ask(plain, client="here")
    plain.note_poll("here", [wanted])
    assert left.is_alive
    plain.cancel(left, "gone")
    assert ended(left) == ("cancelled", None)


def test_what_a_process_has_started_ends_with_it(plain):
    lane = module._Lane(plain, quick_only=False)
    command = ["sh", "-c", "sleep 1000 & echo $!; wait"]
    lane.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    child = int(lane.process.stdout.readline())
    assert is_there(child)
    lane._end_process()
    wait_for(lambda: not is_there(child))


@pytest.mark.usefixtures("plain")
def test_slow_jobs_leave_one_process_to_quick_ones(tmp_path):
    with started(tmp_path, processes=2) as jobs:
        slow = [wait(jobs, slow=True) for _ in range(2)]
        process_of(jobs, slow[0])
        assert ended(ask(jobs)) == ("done", None)
        assert [job.state for job in slow] == ["running", "waiting"]
        jobs.cancel(slow[0])
        process_of(jobs, slow[1])
        assert slow[1].state == "running"


def test_one_process_alone_does_slow_jobs_too(plain):
    assert ended(ask(plain, slow=True)) == ("done", None)


@pytest.mark.usefixtures("plain")
def test_other_processes_do_the_oldest_job_so_that_quick_ones_do_not_keep_a_slow_one_waiting(tmp_path):
    with started(tmp_path, processes=2) as jobs:
        for _ in jobs._lanes:
            wait(jobs)
        reserved, other = wait_for(lambda: all(lane.job for lane in jobs._lanes) and jobs._lanes)
        assert (reserved.quick_only, other.quick_only) == (True, False)
        slow, quick = ask(jobs, slow=True), ask(jobs)
        order = []
        for one in (slow, quick):
            one.ended.add_done_callback(lambda _, one=one: order.append(one))
        jobs.cancel(other.job)
        ended(quick)
        assert order == [slow, quick]


def test_the_oldest_jobs_that_have_ended_are_forgotten_where_there_are_too_many(plain, monkeypatch):
    monkeypatch.setattr(module, "MOST_JOBS", 3)
    job = wait(plain)
    process_of(plain, job)
    waiting = [ask(plain, f"{number}") for number in range(4)]
    assert plain.all() == [*reversed(waiting), job]
    plain.cancel(job)
    assert {ended(one) for one in waiting} == {("done", None)}
    last = ask(plain, "last")
    assert plain.all() == [last, waiting[3], waiting[2]]
    assert plain.get(waiting[0].id) is None
    assert ask(plain, "0") is not waiting[0]


def test_answers_that_are_too_large_together_are_forgotten(plain, monkeypatch):
    first, second = ask(plain, "x" * 5_000), ask(plain, "second")
    assert ended(first) == ended(second) == ("done", None)
    assert first.size == len(first.result)  # what was asked is not kept
    monkeypatch.setattr(module, "MOST_BYTES", first.size)
    last = ask(plain, "third")
    assert plain.all() == [last, second]
    assert ended(last) == ("done", None)


def test_too_many_or_too_large_jobs_that_wait_are_refused(plain, monkeypatch):
    job = wait(plain)
    process_of(plain, job)
    with monkeypatch.context() as patch:
        patch.setattr(module, "MOST_WAITING", 2)
        kept = [ask(plain, f"{number}") for number in range(2)]
        with pytest.raises(BusyError, match=r"^too much is being computed already; try again in a minute$"):
            ask(plain, "2")
        assert ask(plain, "1") is kept[1]
    monkeypatch.setattr(module, "MOST_BYTES", 1_000)
    with pytest.raises(BusyError):
        ask(plain, "x" * 1_000)
    plain.cancel(job)
    assert {ended(job) for job in kept} == {("done", None)}


@pytest.mark.usefixtures("plain")
def test_jobs_that_are_started_and_cancelled_at_random_all_end(tmp_path):
    chosen, submitted = random.Random(0), []

    def disturb(jobs):
        for _ in range(40):
            job = (wait if chosen.random() < 0.3 else ask)(jobs)
            submitted.append(job)
            if job.kind == "wait" or chosen.random() < 0.3:
                if chosen.random() < 0.5:
                    wait_for(lambda job=job: job.state != "waiting")
                jobs.cancel(job)

    with started(tmp_path, processes=3) as jobs:
        threads = [threading.Thread(target=disturb, args=(jobs,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {ended(job) for job in submitted} <= {("done", None), ("cancelled", None)}
        assert {job.state for job in submitted if job.kind == "wait"} == {"cancelled"}
        assert ended(ask(jobs)) == ("done", None)
