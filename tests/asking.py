"""The workbench's server, in this process or started by the command line, and what is asked of it."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

#: Nothing that is waited for here takes so many seconds on any machine.
PATIENCE = 60
TEXT = ["The cat sat on the mat.", "It was red.", "Dogs bark at night.", "A mat is not a cat."]
REFERENCES = ["The cat was red.", "A cat sat on a mat at night."]


class Client(httpx.Client):
    """What a page or a program does: it asks, and waits for the job where the answer is one."""

    def ask(self, method, path, **options):
        response = self.request(method, path, **options)
        if response.status_code != httpx.codes.ACCEPTED:
            return response
        job = response.json()["job"]
        wait_for(lambda: self.get(f"/api/jobs/{job['id']}").json()["state"] not in ("waiting", "running"))
        return self.get(f"/api/jobs/{job['id']}/result")

    def error(self, method, path, status, **options):
        """Return the one line that a request is refused with."""
        return error_of(self.ask(method, path, **options), status)

    def upload(self, name, content):
        return self.post("/api/corpora", params={"name": name}, content=content)


def error_of(response, status):
    """Check that an answer is a refusal of one plain line, and return the line."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    answer = response.json()
    assert set(answer) == {"error"}
    line = answer["error"]
    assert line
    assert line.isprintable()
    assert len(line) <= 1500
    return line


def wait_for(condition, seconds=PATIENCE):
    """Wait until something holds, and return it."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.02)
    return value


@dataclass
class Served:
    """A server in this process, and the folder of all its files."""

    client: Client
    workspace: object
    jobs: object
    folder: Path
    address: str

    def files(self):
        """The files that are there, other than what is written down of the processes."""
        files = (file.relative_to(self.folder) for file in self.folder.rglob("*") if file.is_file())
        return sorted(str(file) for file in files if file.name != "jobs.log")


@contextmanager
def serving(folder, *, processes=2, seconds=60.0, memory=4.0, host="127.0.0.1", token=""):
    """Serve the built-in sample, over a real connection."""
    import uvicorn

    from sumspace.cli.serve import _listen
    from sumspace.web.jobs import Jobs
    from sumspace.web.server import make_app
    from sumspace.web.workspace import Workspace

    temporary = folder / "temporary"
    temporary.mkdir()
    jobs = Jobs(processes, seconds=seconds, memory=memory, folder=temporary)
    workspace = Workspace(temporary, folder / "kept", jobs)
    workspace.add_corpus("sample", "built-in sample", "sample")
    app = make_app(workspace, host=host, token=token)
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error", timeout_graceful_shutdown=1))
    with _listen(host, 0) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            with Client(base_url=address, timeout=PATIENCE) as client:
                yield Served(client, workspace, jobs, folder, address)
        finally:
            server.should_exit = True
            thread.join()
            jobs.close()


@dataclass
class Program:
    """The command line's server, in a process of its own."""

    process: subprocess.Popen
    address: str
    line: str


@contextmanager
def program(*options, folder):
    """Start `sumspace serve` and wait until it says where it is; its temporary files lie in the folder."""
    command = [sys.executable, "-m", "sumspace", "serve", "--port", "0", "--no-open", *map(str, options)]
    environment = {**os.environ, "TMPDIR": str(folder)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        try:
            line = process.stderr.readline()
            address = re.search(r"http://\S+", line)
            assert address, line + process.stderr.read()
            yield Program(process, address[0], line)
        finally:
            process.kill()
            process.communicate()


def end(process, number=signal.SIGTERM):
    """Tell a server to end; return its exit code and what it has printed since it said where it is."""
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out + err


def children_of(process):
    """List the processes that another has started, and theirs, which are still at work."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    parents = {}
    for line in listed.stdout.splitlines():
        pid, parent, state = line.split()
        if not state.startswith("Z"):
            parents[int(pid)] = int(parent)
    found = [process]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found[1:]


def is_there(pid):
    """Whether a process is at work; one that has ended and was not looked after is not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")


def jsonl(*records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)
