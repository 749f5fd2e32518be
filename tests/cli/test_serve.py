"""`sumspace serve`: where it listens, what it says, and that nothing is left of it however it ends."""

import os
import re
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest

from asking import Client, children_of, end, error_of, is_there, jsonl, program, wait_for

pytest.importorskip("starlette", reason="Starlette is not installed")
pytest.importorskip("uvicorn", reason="uvicorn is not installed")

from sumspace.cli import serve

RECORD = {"id": "a", "sentences": ["A cat sat.", "It slept."], "references": ["A cat slept."]}
#: Of this machine too, where the system has more than one address for it.
OTHER = "127.0.0.2"
WORDS = [f"w{number}" for number in range(80)]
#: A text whose space takes all the time that it may.
LONG = {
    "sentences": [" ".join(WORDS[at * step % 80] for at in range(12)) for step in range(1, 120)],
    "references": [" ".join(WORDS)],
    "measure": "rouge-su4",
    "seconds": 10,  # what takes longer would be left to one of the processes
}


def start_jobs(client, server):
    """Give every process something to do for a while, and wait until all are at it."""

    def start(words):
        return client.post("/api/space", json=LONG | {"words": words}).json()["job"]

    with ThreadPoolExecutor(12) as pool:
        jobs = list(pool.map(start, range(100, 112)))

    def states():
        return [client.get(f"/api/jobs/{job['id']}").json()["state"] for job in jobs]

    wait_for(lambda: states().count("running") == 2)
    assert len(children_of(server)) == 2


def test_by_itself_it_listens_on_this_machine_alone_and_ctrl_c_ends_it_and_its_jobs(tmp_path):
    with program(folder=tmp_path) as server:
        assert re.fullmatch(r"sumspace is at http://127\.0\.0\.1:\d+/  \(Ctrl-C to end\)\n", server.line)
        port = urlsplit(server.address).port
        with pytest.raises(OSError, match=r"refused|assign"), socket.create_connection((OTHER, port)):
            pass
        with Client(base_url=server.address) as client:
            assert "<title>sumspace</title>" in client.get("/").text
            (only,) = client.get("/api/corpora").json()
            assert (only["id"], only["name"], only["documents"]) == ("sample", "built-in sample", 20)
            error_of(client.get("/", headers={"host": "evil.example"}), 421)
            error_of(client.post("/api/score", json={}, headers={"origin": "https://evil.example"}), 403)
            start_jobs(client, server.process.pid)
            children = children_of(server.process.pid)
        assert list(tmp_path.iterdir())
        assert end(server.process, signal.SIGINT) == (0, "")
        assert not any(map(is_there, children))
        assert list(tmp_path.iterdir()) == []


def test_told_to_end_it_ends_while_somebody_waits_and_keeps_uploads_in_the_folder_that_was_named(tmp_path, corpus_file):
    study = tmp_path / "results"
    study.mkdir()
    (study / "index.html").write_text("<!doctype html><title>A study</title>")
    folder, temporary = tmp_path / "kept", tmp_path / "temporary"
    temporary.mkdir()
    file = corpus_file(RECORD, RECORD | {"id": "b"}, name="named.jsonl")
    with program("--folder", folder, file, study, "--time", 30, "--memory", 1, folder=temporary) as server:
        with Client(base_url=server.address, timeout=60) as client:
            corpora = {corpus["name"]: corpus for corpus in client.get("/api/corpora").json()}
            assert corpora["named.jsonl"]["documents"] == 2
            (listed,) = client.get("/api/studies").json()
            assert (listed["study"], listed["files"]) == ("results", ["index.html"])
            assert "A study" in client.get(listed["url"]).text
            uploaded = client.upload("news.jsonl", jsonl(RECORD)).json()
            start_jobs(client, server.process.pid)
            children = children_of(server.process.pid)
            answers = []

            def wait():
                with Client(base_url=server.address, timeout=60) as other:
                    answers.append(
                        other.post("/api/view", json={key: LONG[key] for key in ("sentences", "references")})
                    )

            waiting = threading.Thread(target=wait)
            waiting.start()
            wait_for(
                lambda: any(
                    (job["kind"], job["state"]) == ("view", "waiting") for job in client.get("/api/jobs").json()
                )
            )
            assert end(server.process, signal.SIGTERM) == (0, "")
            waiting.join()
        assert [error_of(answer, 422) for answer in answers] == ["this job was cancelled"] or answers[
            0
        ].status_code == 202
        assert not any(map(is_there, children))
        assert list(temporary.iterdir()) == []
    kept = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert kept == [f"corpora/{uploaded['id']}/{name}" for name in ("index.json", "records.jsonl")]


def test_for_others_a_token_is_needed_and_a_server_that_is_killed_leaves_nothing(tmp_path):
    with program("--host", "0.0.0.0", folder=tmp_path) as server:  # noqa: S104 - it is what is tested
        parts = urlsplit(server.address)
        token = re.fullmatch(r"token=([\w-]{22})", parts.query)[1]
        assert parts.hostname == "127.0.0.1"
        assert "others open it with this machine's address in place of 127.0.0.1" in server.line
        for address in ("127.0.0.1", OTHER) if sys.platform == "linux" else ("127.0.0.1",):
            with Client(base_url=f"http://{address}:{parts.port}") as client:
                error_of(client.get("/"), 401)
                error_of(client.get("/api/corpora", headers={"authorization": f"Bearer x{token}"}), 401)
                assert client.get("/api/corpora", headers={"authorization": f"Bearer {token}"}).status_code == 200
        with Client(base_url=f"http://127.0.0.1:{parts.port}") as client:
            assert client.get(f"/?{parts.query}").status_code == httpx.codes.SEE_OTHER
            assert client.get("/").status_code == 200  # by the cookie
            start_jobs(client, server.process.pid)
        children = children_of(server.process.pid)
        server.process.kill()
        server.process.wait()
        wait_for(lambda: not any(map(is_there, children)))
    assert list(tmp_path.iterdir()) == []


def test_it_ends_when_its_terminal_is_closed(tmp_path):
    with program(folder=tmp_path) as server:
        assert httpx.get(server.address).status_code == httpx.codes.OK
        children = children_of(server.process.pid)
        assert end(server.process, signal.SIGHUP) == (0, "")
        assert not any(map(is_there, children))
        assert list(tmp_path.iterdir()) == []


def test_a_browser_in_the_terminal_is_opened_when_the_server_answers(monkeypatch):
    """It returns when it is closed."""
    seen = []

    def browse(address):
        seen.append(httpx.get(address, timeout=60).status_code)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("webbrowser.open", browse)
    workspace = SimpleNamespace(jobs=SimpleNamespace(memory=1, close=lambda: None))
    with serve._listen("127.0.0.1", 0) as listener:
        serve._run(workspace, "127.0.0.1", "", listener, f"http://127.0.0.1:{listener.getsockname()[1]}/")
    assert seen == [200]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--token", "a b"], "a token is made of letters from A to Z, digits, - and _: it is part of an address"),
        (
            ["--host", "example.org", "--token", "guess-me"],
            "the token is too easy to guess; give at least 16 characters, or none",
        ),
        (["--token", "ä"], "a token is made of letters from A to Z, digits, - and _: it is part of an address"),
        (["--host", "a..b"], r"a\.\.b:0: not a valid host name; choose another with --port or --host"),
        (["--host", "no.such.host.invalid"], r"no\.such\.host\.invalid:0: .*; choose another with --port or --host"),
        (["nowhere.jsonl"], r"nowhere\.jsonl: there is no such file; check the path"),
        (["--folder", "file"], "file: Not a directory"),
        (["--time", "0.5"], r"invalid value for '--time': .*; see sumspace serve --help"),
        (["--time", "inf"], r"invalid value for '--time': .*; see sumspace serve --help"),
        (["--memory", "inf"], r"invalid value for '--memory': .*; see sumspace serve --help"),
        (["--port", "70000"], r"invalid value for '--port': .*; see sumspace serve --help"),
    ],
)
def test_what_it_cannot_begin_with_is_one_line(sumspace, tmp_path, monkeypatch, arguments, line):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("tempfile.tempdir", None)
    outcome = sumspace("serve", "--port", 0, "--no-open", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert re.fullmatch(f"sumspace: {line}\n", outcome.err), outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_port_that_is_taken_is_said_before_corpora_are_read(sumspace):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        outcome = sumspace("serve", "--port", port, "--no-open", "nowhere.jsonl")
    assert outcome.code == 2
    assert outcome.err == f"sumspace: 127.0.0.1:{port}: Address already in use; choose another with --port or --host\n"


def test_without_starlette_one_line_says_what_to_install(sumspace, monkeypatch):
    monkeypatch.setattr("sumspace.cli.serve.find_spec", lambda name: None)  # noqa: ARG005 - whatever it is
    outcome = sumspace("serve")
    assert (outcome.code, outcome.err) == (
        2,
        "sumspace: serve needs starlette and uvicorn: pip install 'sumspace[web]'\n",
    )
