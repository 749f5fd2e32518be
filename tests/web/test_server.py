"""The interface under /api and the pages, over a real connection."""

import base64
import gzip
import hashlib
import json
import re
import socket
import sys
import threading
import time
from http.client import HTTPResponse
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest

import sumspace
from asking import PATIENCE, REFERENCES, TEXT, error_of, jsonl, serving, wait_for
from sumspace.web import requests
from sumspace.web import server as module
from sumspace.web.endpoints import describe
from sumspace.web.jobs import BusyError
from sumspace.web.workspace import Upload

PASTED = {"sentences": TEXT, "references": REFERENCES}
RECORD = {"id": "a", "sentences": TEXT, "references": REFERENCES, "systems": {"mine": "A red cat."}}
JSON = "application/json"


@pytest.fixture(scope="module")
def corpus(client):
    """A corpus of two documents, uploaded as news.jsonl."""
    response = client.upload("news.jsonl", jsonl(RECORD, RECORD | {"id": "b/c", "title": "A title", "domain": "x"}))
    assert response.status_code == 201
    return response.json()


# Pages


def test_the_page_is_html_that_loads_its_own_scripts_alone(client):
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "<script>" not in page.text
    assert " on" + "click=" not in page.text
    scripts = re.findall(r"<script[^>]*>", page.text)
    assert scripts
    for script in scripts:
        assert re.search(r'src="/static/[\w.]+"', script)
    for name in re.findall(r'(?:src|href)="/static/([\w.]+)"', page.text):
        assert client.get(f"/static/{name}").status_code == 200


def test_static_files_are_the_scripts_and_style_sheets_with_their_types(client):
    names = {file.name for file in module._HERE.iterdir() if file.suffix in (".js", ".css")}
    assert names == set(module._STATIC)
    for name in names:
        response = client.get(f"/static/{name}")
        assert response.content == (module._HERE / name).read_bytes()
        kind = "text/javascript" if name.endswith(".js") else "text/css"
        assert response.headers["content-type"].startswith(kind)


def test_what_is_not_there_is_said_as_json_with_all_headers(client):
    for path in ("/nowhere", "/static/server.py", "/static/", "/studies/a/index.html", "/api", "/api/corpora/"):
        error_of(client.get(path), 404)
    for method, path in (
        ("PUT", "/api/corpora"),
        ("POST", "/"),
        ("DELETE", "/static/pages.js"),
        ("QUERY", "/api/view"),
    ):
        response = client.request(method, path)
        assert error_of(response, 405) == "Method Not Allowed"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["content-security-policy"]


# Corpora


def test_corpora_and_their_documents_are_listed(client, corpus):
    sample, *_ = listed = client.get("/api/corpora").json()
    assert corpus in listed
    common = {"digest": "", "notes": []}
    assert sample | common == {"id": "sample", "name": "built-in sample", "documents": 20, "uploaded": False, **common}
    expected = {"id": corpus["id"], "name": "news.jsonl", "documents": 2, "uploaded": True, **common}
    assert corpus | {"digest": ""} == expected
    assert sample["digest"] != corpus["digest"]
    first, second = client.get(f"/api/corpora/{corpus['id']}/documents").json()
    assert first == {
        "id": "a", "domain": "", "title": "", "sentences": 4, "words": 19, "references": 2, "systems": 1,
    }  # fmt: skip
    assert (second["id"], second["title"], second["domain"]) == ("b/c", "A title", "x")


def test_an_upload_can_be_removed_and_nothing_stays(served, client):
    before = served.files()
    corpus = client.upload("news.jsonl", jsonl(RECORD | {"id": "removed"})).json()
    assert client.delete(f"/api/corpora/{corpus['id']}").json() == corpus
    assert served.files() == before
    assert corpus not in client.get("/api/corpora").json()
    line = f"there is no corpus '{corpus['id']}' here"
    assert client.error("DELETE", f"/api/corpora/{corpus['id']}", 404) == line
    assert client.error("POST", f"/api/corpora/{corpus['id']}/table", 404, json={}) == line


def test_the_sample_cannot_be_removed(client):
    line = client.error("DELETE", "/api/corpora/sample", 422)
    assert line == "built-in sample was named on the command line; only uploads can be removed"
    assert client.get("/api/corpora").json()[0]["id"] == "sample"


def test_a_packed_upload_is_a_corpus_too(client):
    response = client.upload("news.jsonl.gz", gzip.compress(jsonl(RECORD)))
    assert (response.status_code, response.json()["documents"]) == (201, 1)


def test_the_table_of_a_corpus_has_a_row_for_each_document(client, corpus):
    table = client.ask("POST", f"/api/corpora/{corpus['id']}/table", json={"words": 6}).json()
    assert [row["id"] for row in table["documents"]] == ["a", "b/c"]
    space = sumspace.explore(RECORD, measure="rouge-1", words=6).only.distribution
    assert table["documents"][0]["mean"] == space.mean
    assert table["left_out"] == []


def test_a_document_of_a_corpus_is_shown(client, corpus):
    payload = client.ask("POST", "/api/view", json={"corpus": corpus["id"], "document": "b/c", "words": 6}).json()
    assert (payload["id"], payload["title"], payload["sentences"]) == ("b/c", "A title", TEXT)
    assert (
        payload["distribution"]["mean"] == sumspace.explore(RECORD, measure="rouge-1", words=6).only.distribution.mean
    )
    assert "mine" in {system["system"] for system in payload["systems"]}
    assert payload["summary"] is None


@pytest.mark.parametrize(
    ("body", "status", "line"),
    [
        ({"corpus": "nowhere", "document": "a"}, 404, "there is no corpus 'nowhere' here"),
        ({"corpus": "sample", "document": "x" * 100}, 404, f"there is no document '{'x' * 79} in this corpus"),
        ({"corpus": "sample", "document": "a\n'\""}, 404, "there is no document 'a\\n\\'\"' in this corpus"),
        ({"corpus": "sample"}, 422, "give both corpus and document, or neither and a text of your own"),
        ({"document": "a", **PASTED}, 422, "give both corpus and document, or neither and a text of your own"),
        (
            {"corpus": "sample", "document": "legal-1", "summary": "a"},
            422,
            "give either corpus and document or a text of your own, not both",
        ),
        ({}, 422, "give either text or sentences"),
    ],
)
def test_a_document_that_is_not_there_is_one_line(client, body, status, line):
    assert client.error("POST", "/api/view", status, json=body) == line


def test_a_corpus_that_is_not_there_is_one_line(client):
    assert client.error("GET", "/api/corpora/x/documents", 404) == "there is no corpus 'x' here"
    assert client.error("POST", "/api/corpora/x/table", 404, json={}) == "there is no corpus 'x' here"


# Texts


def test_a_pasted_text_is_shown_with_a_summary_beside_it(client):
    body = {"text": " ".join(TEXT), "references": REFERENCES, "summary": " A red cat. ", "title": "T", "words": 6}
    payload = client.ask("POST", "/api/view", json=body).json()
    assert (payload["sentences"], payload["title"]) == (TEXT, "T")
    assert payload["summary"]["text"] == ["A red cat."]
    assert payload["summary"]["nearest"]["proven"]
    assert client.ask("POST", "/api/view", json=body | {"summary": " "}).json()["summary"] is None


def test_scores_are_those_of_the_api(client):
    body = {"summaries": {"a": "The red cat.", "b": ""}, "references": REFERENCES, "words": 5}
    answer = client.post("/api/score", json=body).json()
    measures = ("rouge-1", "rouge-2", "rouge-su4")
    scores = sumspace.score(["The red cat.", ""], [REFERENCES] * 2, measure=measures, words=5, resamples=1)
    assert answer["records"] == [
        {
            "system": system, "measure": measure, "recall": scores[measure].recall[place],
            "precision": scores[measure].precision[place], "f1": scores[measure].f1[place],
        }
        for place, system in enumerate("ab")
        for measure in measures
    ]  # fmt: skip
    assert answer["signature"] == scores.signature


def test_many_comparisons_are_a_job_and_too_many_are_refused(client, monkeypatch):
    monkeypatch.setattr("sumspace.web.tasks.perform", None)  # what the server itself would do
    body = {"summaries": {str(number): "A cat." for number in range(200)}, "references": REFERENCES}
    answer = client.ask("POST", "/api/score", json=body).json()
    assert len(answer["records"]) == 200 * 3
    body["summaries"]["one more"] = "A cat."
    line = client.error("POST", "/api/score", 422, json=body)
    assert line == "summaries: has too many entries; 200 is the limit"


def test_one_summary_has_one_score_for_each_measure_however_long_it_takes(client):
    for measure, text in (("rouge-l", "A cat."), ("cosine", "A cat."), ("rouge-1", "a cat " * 5_000)):
        answer = client.ask("POST", "/api/score", json={"summary": text, "references": ["A cat."], "measure": measure})
        (record,) = answer.json()["records"]
        assert (record["system"], record["measure"]) == ("summary", measure)
        assert record["recall"] == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["space", "oracle", "rank"])
def test_what_is_asked_of_a_text_is_what_the_api_says(client, name):
    function = {"space": sumspace.explore, "oracle": sumspace.oracles, "rank": sumspace.rank}[name]
    options = {"measure": "rouge-2", "words": 8}
    more = {"summaries": {"mine": "A red cat."}} if name == "rank" else {}
    answer = client.ask("POST", f"/api/{name}", json={**PASTED, **options, **more}).json()
    record = {"id": "pasted", **PASTED, "systems": more.get("summaries", {})}
    result = function(record, **options, time=5.0)
    expected = json.loads(module.encoded(list(result.table().records)))
    volatile = {"seconds", "took"}
    assert [{k: v for k, v in own.items() if k not in volatile} for own in answer["records"]] == [
        {k: v for k, v in own.items() if k not in volatile} for own in expected
    ]
    assert answer["signature"] == result.signature


def test_a_text_is_summarized(client):
    answer = client.ask(
        "POST", "/api/summarize", json={"sentences": TEXT, "summarizer": ["lead", "random"], "words": 9}
    )
    summaries = sumspace.summarize({"id": "pasted", "sentences": TEXT}, ["lead", "random"], words=9)
    assert answer.json()["records"] == json.loads(module.encoded(list(summaries.table().records)))


@pytest.mark.parametrize(
    ("path", "body", "line"),
    [
        ("score", {"summary": "a", "references": ["a"], "measure": "questions"}, "questions is not defined for any"),
        ("space", {"sentences": TEXT}, "no document has extracts to explore: the text has no references to score"),
        ("oracle", {**PASTED, "budget": "exactly(9)"}, "there is no document to find oracles in: the text has "),
        ("rank", {**PASTED, "measure": "pyramid"}, "no document has extracts to rank systems among: the text "),
        ("view", {**PASTED, "references": [" "]}, "references[0].text: is empty; write the summary or leave it out"),
        ("view", {**PASTED, "measure": "lin-hovy", "score": "f1"}, "lin-hovy is a recall, and extracts have no f1 "),
        ("view", {"text": " ", "references": ["a"]}, "text: is empty; a document needs at least one sentence"),
        ("summarize", {"text": "A cat.", "summarizer": "x"}, "unknown summarizer 'x'; there are: callisto, centroid, "),
        ("space", {**PASTED, "sentences": ["a"] * 5_001}, "the document has 5,001 sentences; 5,000 is the most that"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_with_a_text_is_one_line_that_names_no_file(client, path, body, line):
    assert client.error("POST", f"/api/{path}", 422, json=body).startswith(line)


# Notes

JAPANESE = {"sentences": ["猫は垫の上に座った。", "犬は夜に吠える。"], "references": ["猫は座った。"]}


def test_warnings_are_notes_of_every_answer_without_options_of_the_command_line(client):
    settings = {"profile": "rouge155", "budget": "exactly(1)"}
    corpus = client.upload("news.jsonl", jsonl({"id": "a", **JAPANESE}, {"id": "b", **JAPANESE}, RECORD | {"id": "c"}))
    document = {"corpus": corpus.json()["id"], "document": "a"}
    lost = "rouge155 keeps ASCII letters only: most words are lost in {}; use profile unicode language ja"
    for path, body, documents in [
        ("view", document, "1 of 1 documents"),
        ("view", JAPANESE, "1 of 1 documents"),
        ("space", JAPANESE, "1 of 1 documents"),
        (f"corpora/{corpus.json()['id']}/table", {}, "2 of 3 documents"),
    ]:
        answer = client.ask("POST", f"/api/{path}", json=body | settings)
        assert answer.json()["notes"][-1] == lost.format(documents)
        assert client.ask("POST", f"/api/{path}", json=body | settings | {"profile": "unicode"}).json()["notes"] == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("score", {"summary": "A cat.", "references": REFERENCES}),
        ("oracle", PASTED),
        ("rank", PASTED | {"summaries": {"mine": "A red cat."}}),
        ("summarize", {"sentences": TEXT}),
    ],
)
def test_an_answer_with_nothing_to_warn_of_has_no_notes(client, path, body):
    answer = client.ask("POST", f"/api/{path}", json=body).json()
    assert set(answer) == {"records", "notes", "signature"}
    assert answer["notes"] == []


def test_a_field_that_is_probably_misspelt_is_a_note_with_the_name_of_the_file(client):
    corpus = client.upload("news.jsonl", jsonl(RECORD | {"refrences": ["A cat."]})).json()
    note = "the field 'refrences' is not read; rename it if it is meant as 'references'"
    assert corpus["notes"] == [f"news.jsonl: {note}"]
    table = client.ask("POST", f"/api/corpora/{corpus['id']}/table", json={"words": 6}).json()
    assert table["notes"] == [f"news.jsonl: {note}"]
    view = client.ask("POST", "/api/view", json={"corpus": corpus["id"], "document": "a", "words": 6}).json()
    assert view["notes"] == [note]


# Jobs


@pytest.fixture
def impatient(monkeypatch):
    """Answers that take any time at all are jobs."""
    monkeypatch.setattr(module, "_PATIENCE", 0)


def start_long(client, words=100, name=""):
    """Start what takes a while."""
    vocabulary = [f"w{number}" for number in range(80)]
    texts = [" ".join(vocabulary[at * step % 80] for at in range(12)) for step in range(1, 60)]
    body = {"sentences": texts, "references": [" ".join(vocabulary)], "measure": "rouge-su4", "seconds": 10}
    headers = {"Sumspace-Client": name}
    return client.post("/api/space", json=body | {"words": words}, headers=headers).json()["job"]["id"]


@pytest.mark.usefixtures("impatient")
def test_what_takes_long_is_a_job_that_a_reload_finds_and_that_keeps_its_answer(client):
    body = PASTED | {"words": 3}
    first = client.post("/api/space", json=body)
    assert first.status_code == 202
    job = first.json()["job"]
    assert set(job) == set(describe()["components"]["schemas"]["Job"]["properties"])
    again = client.post("/api/space", json=dict(reversed(body.items())))
    assert again.status_code == 200 or again.json()["job"]["id"] == job["id"]
    done = wait_for(lambda: (now := client.get(f"/api/jobs/{job['id']}").json())["state"] == "done" and now)
    assert done["error"] is None
    result = client.get(f"/api/jobs/{job['id']}/result")
    known = client.post("/api/space", json=body)
    assert (result.status_code, known.status_code) == (200, 200)
    assert result.content == known.content
    assert client.get("/api/jobs").json()[0]["id"] == job["id"]


@pytest.mark.usefixtures("impatient")
def test_a_job_that_is_cancelled_has_no_result_and_is_begun_anew(client):
    job = start_long(client)
    assert start_long(client) == job
    assert client.error("GET", f"/api/jobs/{job}/result", 409) == "this job is not done yet"
    cancelled = client.delete(f"/api/jobs/{job}")
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    assert client.error("GET", f"/api/jobs/{job}/result", 422) == "this job was cancelled"
    again = start_long(client)
    assert again != job
    goes_on = client.delete(f"/api/jobs/{again}", headers={"Sumspace-Client": "a page"}).json()
    assert goes_on["state"] in ("waiting", "running")
    client.delete(f"/api/jobs/{again}")


@pytest.mark.usefixtures("impatient")
def test_what_has_failed_says_so_in_the_job_too(client):
    response = client.post("/api/space", json=PASTED | {"budget": "exactly(17)"})
    job = response.json()["job"]
    wait_for(lambda: client.get(f"/api/jobs/{job['id']}").json()["state"] == "failed")
    line = client.error("GET", f"/api/jobs/{job['id']}/result", 422)
    assert client.get(f"/api/jobs/{job['id']}").json()["error"] == line
    assert "exactly(17)" in line


@pytest.mark.usefixtures("impatient")
def test_a_page_that_watches_all_jobs_still_waits_for_its_own(served, client, monkeypatch):
    job = start_long(client, 110, name="studies")
    assert start_long(client, 110, name="other") == job
    later = time.monotonic() + 100
    monkeypatch.setattr("sumspace.web.jobs.time", SimpleNamespace(monotonic=lambda: later))
    client.get("/api/jobs", headers={"Sumspace-Client": "studies"})
    client.get("/api/jobs")
    assert served.jobs.get(job).clients == {"studies": later, "other": pytest.approx(later - 100, abs=10)}

    def cancel(name):
        return client.delete(f"/api/jobs/{job}", headers={"Sumspace-Client": name}).json()["state"]

    assert cancel("other") in ("waiting", "running")
    assert cancel("studies") == "cancelled"


class Submitted:
    """In the place of jobs: notes what is slow, and is too busy to do it."""

    memory = 4.0

    def submit(self, _kind, _title, _task, *, slow=False, **_):
        self.slow = slow
        raise BusyError("busy")


@pytest.mark.parametrize(
    ("path", "body", "slow"),
    [
        ("view", {"corpus": "sample", "document": "legal-1"}, False),
        ("view", {"corpus": "sample", "document": "legal-1", "seconds": 10.5}, True),
        ("view", PASTED | {"seconds": 10}, False),
        ("view", PASTED | {"seconds": 10, "summary": "A cat."}, True),
        ("view", {"text": "A cat. " * 20_000, "references": ["A cat."]}, True),
        ("corpora/sample/table", {}, False),
        ("corpora/sample/table", {"seconds": 6}, True),
        ("space", PASTED | {"seconds": 10}, False),
        ("rank", PASTED | {"seconds": 11}, True),
        ("rank", {"sentences": ["A cat sat."] * 20_000, "references": ["A cat."]}, True),
        ("score", {"summary": "a " * 20_000, "references": ["a"], "measure": "rouge-l"}, False),
        ("score", {"summary": "a " * 40_000, "references": ["a " * 20_000], "measure": "rouge-l"}, True),
        ("summarize", {"text": "A cat. " * 1_000}, False),
        ("summarize", {"sentences": ["A cat sat."] * 20_000}, True),
    ],
)
def test_what_may_take_long_is_slow(served, client, monkeypatch, path, body, slow):
    jobs = Submitted()
    monkeypatch.setattr(served.workspace, "jobs", jobs)
    assert client.error("POST", f"/api/{path}", 503, json=body) == "busy"
    assert jobs.slow == slow


@pytest.mark.parametrize("path", ["view", "table"])
def test_a_corpus_with_a_long_document_is_slow(served, client, monkeypatch, path):
    corpus = client.upload("long.jsonl", jsonl(RECORD | {"sentences": ["A cat sat."] * 20_000})).json()["id"]
    jobs = Submitted()
    monkeypatch.setattr(served.workspace, "jobs", jobs)
    if path == "view":
        client.error("POST", "/api/view", 503, json={"corpus": corpus, "document": "a"})
    else:
        client.error("POST", f"/api/corpora/{corpus}/table", 503, json={})
    assert jobs.slow


def test_jobs_that_are_not_there_are_one_line(client):
    for method, path in (("GET", "/api/jobs/x"), ("GET", "/api/jobs/x/result"), ("DELETE", "/api/jobs/x")):
        assert client.error(method, path, 404) == "there is no such job; it may have been forgotten"


@pytest.mark.usefixtures("impatient")
def test_a_score_is_answered_while_all_processes_are_busy(served, client):
    jobs = [start_long(client, 101 + number) for number in range(len(served.jobs._lanes))]
    wait_for(lambda: all(lane.job for lane in served.jobs._lanes))
    assert client.post("/api/score", json={"summary": "a", "references": ["a"]}).status_code == 200
    for job in jobs:
        client.delete(f"/api/jobs/{job}")


def test_where_too_much_waits_the_answer_is_503(client, monkeypatch):
    monkeypatch.setattr("sumspace.web.jobs.MOST_WAITING", 0)
    line = client.error("POST", "/api/space", 503, json=PASTED | {"words": 2})
    assert line == "too much is being computed already; try again in a minute"


def test_a_fault_of_the_server_is_one_line_and_the_rest_is_written_down(served, client, monkeypatch, capsys):
    def fail():
        raise ValueError("a\nfault")

    monkeypatch.setattr(served.workspace.jobs, "all", fail)
    response = client.get("/api/jobs")
    assert "Traceback" in capsys.readouterr().err
    assert error_of(response, 500) == r"this failed because of a fault in sumspace: ValueError('a\nfault')"
    assert response.headers["content-security-policy"]


# Studies


@pytest.fixture(scope="module")
def study(client, corpus):
    """A study of the corpus, run once."""
    body = {"study": "limits", "corpus": corpus["id"], "measure": ["rouge-1"], "words": 6}
    response = client.ask("POST", "/api/studies", json=body)
    assert response.status_code == 200, response.text
    return body, response.json()


def test_a_study_is_run_once_and_listed(served, client, study):
    body, answer = study
    assert client.post("/api/studies", json=body).json() == answer
    served.jobs._known.clear()
    served.jobs._by_key.clear()
    assert client.post("/api/studies", json=body).json() == answer
    (listed,) = (own for own in client.get("/api/studies").json() if own["id"] == answer["study"])
    assert (listed["study"], listed["corpus"], listed["url"]) == ("limits", "news.jsonl", answer["url"])
    assert {"index.html", "tables.json"} <= set(listed["files"])
    assert listed["notes"] == []


def test_the_pages_of_a_study_may_run_their_own_scripts_and_no_other(client, study):
    response = client.get(study[1]["url"])
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = dict(rule.split(" ", 1) for rule in response.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert "connect-src" not in policy
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    allowed = set(policy["script-src"].split())
    assert not allowed & {"'unsafe-inline'", "'self'", "*", "data:", "blob:", "https:"}
    scripts = re.findall(r"<script(?! type=\"application/json\")[^>]*>(.*?)</script>", response.text, re.DOTALL)
    assert len(scripts) == 2
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in allowed
    assert not re.search(r"<[^>]+\son\w+=", re.sub(r"<script.*?</script>", "", response.text, flags=re.DOTALL))


def test_files_of_a_study_have_their_types(client, study):
    (listed,) = (own for own in client.get("/api/studies").json() if own["id"] == study[1]["study"])
    kinds = {
        "html": "text/html",
        "csv": "text/csv",
        "json": "application/json",
        "svg": "image/svg+xml",
        "png": "image/png",
    }
    for name in listed["files"]:
        response = client.get(listed["url"].replace("index.html", name))
        assert response.status_code == 200
        assert response.headers["content-type"].startswith(kinds[name.rpartition(".")[2]])
        assert response.headers["x-content-type-options"] == "nosniff"
        assert (
            "unsafe-inline" not in response.headers["content-security-policy"].partition("script-src")[2].split(";")[0]
        )


def test_a_study_that_cannot_be_run_is_one_line_and_leaves_nothing(served, client, corpus):
    before = served.files()
    line = client.error("POST", "/api/studies", 422, json={"study": "meta", "corpus": corpus["id"]})
    assert str(served.folder) not in line
    assert served.files() == before
    assert (
        client.error("POST", "/api/studies", 404, json={"study": "meta", "corpus": "x"})
        == "there is no corpus 'x' here"
    )


# Limits


def test_a_request_that_is_too_large_is_refused(client):
    body = b'{"text": "' + b"a" * requests.MOST_BYTES + b'"}'
    assert client.error("POST", "/api/view", 413, content=body) == "the request is larger than 4 MB, which is the limit"


def test_an_upload_of_50_mb_is_refused_and_nothing_stays(served, client):
    before = served.files()
    response = client.upload("large.jsonl", b"x" * (50 * 1024**2))
    assert error_of(response, 413) == "large.jsonl is larger than 20 MB, which is the limit"
    assert served.files() == before


def test_an_upload_that_breaks_off_leaves_nothing(served):
    before = served.files()
    with httpx.Client(base_url=served.address) as other:

        def content():
            yield b"{"
            wait_for(lambda: served.files() != before)
            raise RuntimeError("gone")

        with pytest.raises(RuntimeError, match="gone"):
            other.post("/api/corpora", params={"name": "a.jsonl"}, content=content())
    wait_for(lambda: served.files() == before)


@pytest.mark.skipif(sys.platform != "linux", reason="there is no device that is always full")
def test_an_upload_to_a_full_disk_is_one_line(served, client, monkeypatch, tmp_path):
    (tmp_path / "file").symlink_to("/dev/full")
    upload = Upload("a.jsonl", tmp_path / "file", tmp_path / "records")
    monkeypatch.setattr(served.workspace, "new_upload", lambda _: upload)
    line = error_of(client.upload("a.jsonl", jsonl(RECORD)), 507)
    assert line == "a.jsonl cannot be stored: No space left on device"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("path", "name"), [("corpora?name=a.jsonl", "a.jsonl"), ("view", "the request")])
def test_a_body_that_does_not_arrive_is_given_up(served, monkeypatch, path, name):
    monkeypatch.setattr(module, "_ARRIVAL", 0.2)
    before = served.files()
    url = urlsplit(served.address)
    with socket.create_connection((url.hostname, url.port), timeout=PATIENCE) as other:
        head = f"POST /api/{path} HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Length: 100\r\n\r\n"
        other.sendall(head.encode() + b"{")
        answer = HTTPResponse(other)
        answer.begin()
        assert (answer.status, json.loads(answer.read())) == (408, {"error": f"{name} has not arrived within 0.2 s"})
    wait_for(lambda: served.files() == before)


def test_many_ask_at_once(served):
    """Readers of the same and of other texts, all of whom are answered."""
    answers = []

    def ask(number):
        body = PASTED | {"words": 1 + number % 7}
        with httpx.Client(base_url=served.address, timeout=60) as own:
            answers.append(own.post("/api/view", json=body))
            answers.append(own.post("/api/score", json={"summary": f"A cat {number}.", "references": REFERENCES}))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} <= {200, 202}
    assert len(answers) == 40


# Tokens


def test_a_server_with_a_token_lets_in_those_who_have_it(tmp_path):
    with serving(tmp_path, processes=1, token="secret") as served:  # noqa: S106 - of this test
        assert error_of(served.client.get("/api/corpora"), 401).startswith("a token is needed: ")
        error_of(served.client.get("/api/corpora", headers={"Authorization": "Bearer wrong"}), 401)
        assert served.client.get("/api/corpora", headers={"Authorization": "Bearer secret"}).status_code == 200
        page = served.client.get("/?token=secret", follow_redirects=True)
        assert (page.status_code, page.url.path, page.url.query) == (200, "/", b"")
        assert served.client.get("/api/corpora").status_code == 200  # by the cookie
        served.client.cookies.clear()
        error_of(served.client.get("/api/corpora"), 401)


def test_the_description_is_served(client):
    assert client.get("/api/openapi.json").json() == json.loads(json.dumps(describe()))
