"""Whatever is sent: nothing is read that is not the server's own, and the answer is a line, never a fault."""

import asyncio
import gzip
import json
import random
import re
import shutil
import sys
import sysconfig
from concurrent.futures import Future
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import httpx
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sumspace
from asking import REFERENCES, TEXT, error_of, jsonl
from sumspace.errors import SumspaceError
from sumspace.web import requests
from sumspace.web.endpoints import ENDPOINTS
from sumspace.web.server import make_app
from sumspace.web.tasks import perform
from sumspace.web.worker import encoded
from sumspace.web.workspace import Workspace

PASTED = {"sentences": TEXT, "references": REFERENCES}
RECORD = {"id": "a", **PASTED}
#: What is read of its own accord: Python, packages and their data, compiled code, and devices.
OWN = tuple(
    map(
        str,
        (sys.prefix, sys.base_prefix, Path(sumspace.__file__).parent, sysconfig.get_path("stdlib"), "/dev", "/proc"),
    )
)


# What is opened


class Watch:
    """Notes what Python opens, lists or starts, here and now; a hook that is there once is there for good."""

    def __init__(self):
        self.opened = None
        sys.addaudithook(self.note)

    def note(self, event, arguments):
        events = ("open", "os.listdir", "os.scandir", "subprocess.Popen", "glob.glob")
        if self.opened is not None and event in events and not isinstance(arguments[0], int):  # what is open already
            self.opened.append(str(arguments[0]))

    def __enter__(self):
        self.opened = []
        return self.opened

    def __exit__(self, *_):
        self.opened = None


@pytest.fixture(scope="module")
def watch():
    return Watch()


class Here:
    """In the place of jobs: does the work in this process, so that it is seen what is opened for it."""

    memory = 4.0

    def submit(self, kind, _, task, **__):
        job = SimpleNamespace(id="here", is_alive=False, state="done", error=None, result=b"", ended=Future())
        try:
            job.result = encoded(perform({**json.loads(json.dumps(task)), "kind": kind}, lambda *_: None))
        except SumspaceError as error:
            job.state, job.error = "failed", str(error)
        job.ended.set_result(None)
        return job


class Application:
    """The whole server without its processes."""

    def __init__(self, folder):
        self.workspace = Workspace(folder / "temporary", folder / "kept", Here())
        self.app = make_app(self.workspace)

    def post(self, path, **options):
        async def asking():
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                return await client.post(path, **options)

        return asyncio.run(asking())


@pytest.fixture(scope="module")
def application(tmp_path_factory):
    application = Application(tmp_path_factory.mktemp("application"))
    application.post("/api/view", json=PASTED)  # all that is loaded when it is first used
    application.post("/api/summarize", json={"sentences": TEXT, "summarizer": ["learned", "callisto"]})
    return application


@pytest.fixture
def secrets(tmp_path):
    """Files outside the server's folder that something could read: a model, a corpus, scores, a text."""
    (learned,) = Path(str(files("sumspace.summarizers.learned"))).glob("*.learned")
    shutil.copy(learned, tmp_path / "own.learned")
    for name in ("corpus.jsonl", "scores.csv", "text.txt"):
        (tmp_path / name).write_text(json.dumps(RECORD))
    return tmp_path


FORMS = (
    "{}", "learned({})", "callisto({})", "mine=learned({})", "oracle({})", "oracle(learned({}))", "given({})",
    "questions({})", "questions(answerer={})", "rouge-1({})", "rouge155({})", "unicode(language={})", "reach({})",
    "pyramid({})", "lsa-terms(weighting={})", "file://{}", "@{}", "{}/*",
)  # fmt: skip
KINDS = {
    "view": requests.ViewRequest, "score": requests.ScoreRequest, "space": requests.SpaceRequest,
    "oracle": requests.OracleRequest, "rank": requests.RankRequest, "summarize": requests.SummarizeRequest,
}  # fmt: skip
SPECS = ("measure", "profile", "budget", "summarizer", "score")


def usual(endpoint):
    bodies = {"score": {"summary": "A cat.", "references": REFERENCES}, "summarize": {"sentences": TEXT}}
    return bodies.get(endpoint, PASTED)


@pytest.mark.parametrize("endpoint", KINDS)
def test_no_field_of_a_request_is_taken_for_a_file(application, watch, secrets, endpoint):
    asked = 0
    for field in KINDS[endpoint].model_fields:
        for form in FORMS if field in SPECS else FORMS[:1]:
            for name in ("own.learned", "corpus.jsonl", "") if form == "{}" else ("own.learned",):
                value = form.format(secrets / name)
                for given_value in (value, [value], {value: value}, {"file": value}):
                    with watch as opened:
                        response = application.post(f"/api/{endpoint}", json={**usual(endpoint), field: given_value})
                    assert response.status_code in (200, 404, 422), response.text
                    assert not [file for file in opened if not file.startswith(OWN)]
                    asked += 1
    assert asked > 20


@pytest.mark.parametrize("name", ["sample", "./sample", "-", "~", "*", ".", "..", "/dev/stdin", "https://example.org"])
def test_no_text_is_taken_for_the_name_of_a_corpus(application, watch, name):
    for body in ({"sentences": [name], "references": [name]}, {"text": name, "references": [name], "summary": name}):
        with watch as opened:
            response = application.post("/api/view", json=body)
        assert response.status_code in (200, 422)
        assert not [file for file in opened if not file.startswith(OWN)]
        if response.status_code == httpx.codes.OK:
            assert "".join(response.json()["sentences"]) == name
    scored = application.post("/api/score", json={"summary": name, "references": [name, "all", "each"]})
    assert len(scored.json()["records"]) == 3


def records_that_name(path):
    """Records with the name of a file wherever one could stand."""
    body = {"id": "1", **PASTED}
    yield {"id": path, **PASTED}
    yield {"id": "1", "text": path, "references": [path], "systems": {"a": path}, "title": path, "query": path}
    for field in (
        "file", "path", "source", "src", "url", "include", "$ref", "corpus", "peers", "scores", "domain", "sections",
        "documents", "extracts", "utilities", "judgements", "pyramid", "questions", "topics", "offsets", "references",
        "systems", "summaries", "summary", "document", "article", "highlights", "language", "profile", "_more",
    ):  # fmt: skip
        for value in (path, [{"file": path, "text": "A."}], {"a": {"file": path}}):
            yield {**body, field: value}
    yield {"id": "1", "document": path, "summary": path}
    yield {"id": "1", "sentences": [path], "references": [{"id": path, "text": path, "file": path}]}


def test_no_record_of_an_upload_makes_the_server_read_a_file(application, watch, secrets):
    read = 0
    folder = str(application.workspace._drafts.parents[1])
    for name in ("corpus.jsonl", "own.learned", "*"):
        for number, record in enumerate(records_that_name(str(secrets / name))):
            if name != "corpus.jsonl" and number % 5:
                continue
            with watch as opened:
                response = application.post("/api/corpora", params={"name": "x.jsonl"}, content=jsonl(record))
                if response.status_code == httpx.codes.CREATED:
                    corpus = response.json()["id"]
                    application.post(f"/api/corpora/{corpus}/table", json={"measure": "rouge-1"})
                    application.post("/api/view", json={"corpus": corpus, "document": record["id"]})
                    application.workspace.remove_upload(application.workspace.corpora[corpus])
                    read += 1
            assert not [file for file in opened if not file.startswith((*OWN, folder))]
            assert str(folder) not in response.text
    assert read > 50


def test_what_a_record_says_of_its_file_is_a_field_like_any_other(application, secrets):
    record = {**RECORD, "file": str(secrets / "text.txt"), "line": 3}
    corpus = application.post("/api/corpora", params={"name": "x.jsonl"}, content=jsonl(record)).json()["id"]
    payload = application.post("/api/view", json={"corpus": corpus, "document": "a"}).json()
    assert payload["sentences"] == TEXT


def test_a_summarizer_that_reads_a_file_is_refused_though_the_file_is_there(application, secrets):
    """Whoever runs the server may use it, as the command line does."""
    for model in (f"learned({secrets / 'own.learned'})", f"mine=learned({secrets / 'own.learned'})"):
        assert sumspace.summarize(RECORD, model).table().records
        line = error_of(application.post("/api/summarize", json={"sentences": TEXT, "summarizer": model}), 422)
        assert line.startswith("summarizer.0: ")


# Paths


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2f..%2fpyproject.toml", "/static/../server.py", "/static/%2e%2e/server.py",
        "/static/server.py", "/static/index.html", "/static/%00", "/static/pages.js%00.css", "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/pages.js%2f..%2fserver.py", "/studies/../../etc/passwd", "/studies/%2e%2e/%2e%2e",
        "/studies/%2e%2e/index.html", "/studies/sample/..%2f..%2fjobs.log", "/studies/%00/index.html",
        "/studies/x/%2fetc%2fpasswd", "/api/corpora/..%2f..%2fjobs.log/documents", "/api/corpora/%00/documents",
        "/api/jobs/..%2fcorpora", "/api/jobs/%00", "/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "/..%5c..%5cetc",
        "/api/../static/server.py", "/%c0%ae%c0%ae/etc/passwd", "/static/%ff%fe", "/api/jobs/%ed%a0%80/result",
        "/static/" + "a" * 5_000, "/api/corpora/" + "%2e%2e%2f" * 50 + "etc%2fpasswd/documents", "//", "/%",
    ],
)  # fmt: skip
def test_no_path_leads_out(served, path):
    """As it stands, without what a client would tidy up."""
    url = httpx.URL(served.address).copy_with(raw_path=path.encode())
    response = served.client.send(httpx.Request("GET", url, headers={"host": url.netloc.decode()}))
    error_of(response, 404)
    assert response.headers["content-security-policy"]


# Uploads


def packed(content):
    return gzip.compress(content)


def parquet(**columns):
    out = BytesIO()
    pl.DataFrame(columns).write_parquet(out)
    return out.getvalue()


BROKEN = {
    "empty": (b"", "x.jsonl: is empty; there is not one example in it"),
    "blank": (b" \n\n\t\n", "x.jsonl: is empty; there is not one example in it"),
    "broken": (jsonl(RECORD) + b'{"id": "b", "text": \n', r"x.jsonl:2: broken JSON at column 1 \(Expecting value\); "),
    "cut": (jsonl(RECORD)[:-30], "x.jsonl:1: broken JSON at column "),
    "list": (b"[1, 2]\n", "x.jsonl:1: should be an object in braces"),
    "number": (b"17", "x.jsonl:1: should be an object in braces"),
    "binary": (random.Random(0).randbytes(5_000), r"x.jsonl:1: not UTF-8 \(byte 0x"),
    "nul": (b"\x00" * 1_000, "x.jsonl:1: broken JSON at column 1"),
    "utf-16": (json.dumps(RECORD).encode("utf-16"), r"x.jsonl:1: not UTF-8 \(byte 0xff at 0\); save it as UTF-8"),
    "deep": (b'{"id": "a", "text": "A.", "more": ' + b"[" * 100_000, r"x.jsonl:1: broken JSON \(.*recursion"),
    "digits": (b'{"id": "a", "text": "A.", "more": ' + b"9" * 10_000 + b"}", "x.jsonl:1: more: should be a finite "),
    "infinite": (b'{"id": "a", "text": "A.", "more": 1e999}', "x.jsonl:1: more: should be a finite number"),
    "surrogate": (b'{"id": "\\ud800", "text": "A."}', "x.jsonl:1: id: has half of a surrogate pair in it"),
    "no id": (jsonl({"text": "A cat."}), "x.jsonl:1: id: is missing; every example needs an id of its own, in quotes"),
    "id": (jsonl(RECORD | {"id": 7}), "x.jsonl:1: id: should be text in quotes"),
    "same id": (jsonl(RECORD, RECORD), "x.jsonl:2: id: 'a' is already the id of line 1; every example needs its own"),
    "no text": (jsonl({"id": "a"}), "x.jsonl:1: text: there is no text; give one of "),
    "two texts": (jsonl(RECORD | {"text": "A."}), "x.jsonl:1: sentences: there is already 'text'; "),
    "sentences": (jsonl(RECORD | {"sentences": "A cat."}), "x.jsonl:1: sentences: should be a list; one "),
    "sentence": (jsonl(RECORD | {"sentences": ["A.", 3]}), r"x.jsonl:1: sentences\[1\]: should be text in quotes"),
    "references": (jsonl(RECORD | {"references": [{}]}), r"x.jsonl:1: references\[0\]: there is no summary; "),
    "systems": (jsonl(RECORD | {"systems": [1]}), "x.jsonl:1: systems: should be an object"),
    "extract": (jsonl(RECORD | {"systems": {"a": {"extract": [9]}}}), "x.jsonl:1: systems.a.extract: sentence 9 "),
    "second line": (jsonl(RECORD, {"id": "b", "text": 5}), "x.jsonl:2: text: should be text in quotes"),
}  # fmt: skip
BROKEN_PACKED = {
    "none": (jsonl({"text": "A."}), "x.jsonl.gz:1: id: is missing"),
    "cut": (packed(jsonl(RECORD))[:-20], "x.jsonl.gz: is damaged or cut off gzip; fetch or pack it again"),
    "junk": (packed(b"\xff\xfe"), "x.jsonl.gz:1: not UTF-8"),
    "head": (b"\x1f\x8b" + b"\x00" * 50, "x.jsonl.gz: is damaged or cut off gzip; fetch or pack it again"),
}
BROKEN_PARQUET = {
    "empty": (b"", "x.parquet: cannot be read as parquet"),
    "text": (jsonl(RECORD), "x.parquet: cannot be read as parquet"),
    "magic": (b"PAR1" + b"\x00" * 100 + b"PAR1", "x.parquet: cannot be read as parquet"),
    "cut": (parquet(id=["a"], text=["A cat."])[:-9], "x.parquet: cannot be read as parquet"),
    "changed": (parquet(id=["a"], text=["A cat."]).replace(b"text", b"t\xff\xff\xff"), "x.parquet: "),
    "columns": (parquet(a=[1, 2]), "x.parquet:1: "),
    "none": (parquet(id=[], text=[]), "x.parquet: is empty; there is not one example in it"),
}  # fmt: skip
FILES = [
    pytest.param(name, *file, id=f"{name}: {what}")
    for name, broken in {"x.jsonl": BROKEN, "x.jsonl.gz": BROKEN_PACKED, "x.parquet": BROKEN_PARQUET}.items()
    for what, file in broken.items()
]


@pytest.mark.parametrize(("name", "content", "line"), FILES)
def test_a_bad_file_is_one_line_with_its_name_line_and_field_and_leaves_nothing(served, name, content, line):
    before = served.files()
    told = error_of(served.client.upload(name, content), 422)
    assert re.match(line, told), told
    assert "/" not in told.partition(";")[0]
    assert str(served.folder) not in told
    assert served.files() == before


@pytest.mark.parametrize(
    "name", ["../../x.jsonl", "/etc/x.jsonl", "a\x00.jsonl", "a\n.jsonl", "猫\u202e.jsonl", "%2e%2e/.jsonl"]
)
def test_a_file_is_called_as_the_user_calls_it_and_lies_elsewhere(served, name):
    before = served.files()
    line = error_of(served.client.upload(name, b"{"), 422)
    assert line.startswith(name.encode("unicode_escape").decode() if not name.isprintable() else name) or "猫" in line
    response = served.client.upload(name, jsonl(RECORD))
    assert (response.status_code, response.json()["name"]) == (201, name)
    new = set(served.files()) - set(before)
    corpus = response.json()["id"]
    assert new == {f"kept/corpora/{corpus}/index.json", f"kept/corpora/{corpus}/records.jsonl"}


@pytest.mark.parametrize("name", ["", "x", "x.csv", "x.zip", "x.jsonl.bz2", "x.sgml", "documents/"])
def test_a_file_of_another_kind_is_refused(served, name):
    before = served.files()
    assert error_of(served.client.upload(name, jsonl(RECORD)), 422)
    assert served.files() == before


def test_a_small_upload_that_unpacks_to_hundreds_of_megabytes_is_refused(served):
    before = served.files()
    content = gzip.compress(b"\n" * (400 * 1024**2), 1)
    assert len(content) < 5 * 1024**2
    line = error_of(served.client.upload("bomb.jsonl.gz", content), 422)
    assert line.startswith("the corpus is too large to upload: more than 50,000 sentences or 100 MB unpacked; ")
    assert served.files() == before


def test_a_table_of_few_bytes_with_much_in_it_is_refused(served):
    before = served.files()
    content = parquet(id=[str(number) for number in range(1_500)], sentences=[["a" * 100_000]] * 1_500)
    assert len(content) < 1024**2
    line = error_of(served.client.upload("bomb.parquet", content), 422)
    assert line.startswith("the corpus is too large to upload: ")
    assert served.files() == before


# Requests


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", " ", "rouge-1", "reach(3)", "a" * 300, "\x00", "\ud800", "../..", 10**30, -1, 0, 1_000_000])
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
paths = st.sampled_from([own.path.replace("{id}", "sample") for own in ENDPOINTS if own.method == "POST"])
fields = st.sampled_from(sorted({field for kind in KINDS.values() for field in kind.model_fields} | {"study"}))
bases = st.sampled_from([{}, PASTED, {"summary": "A cat.", "references": ["A cat."]}, {"corpus": "sample"}])


def check(response):
    """An answer, a job, or a refusal; a job that was begun is ended."""
    if response.status_code >= 400:
        assert response.status_code in (404, 405, 413, 422)
        error_of(response, response.status_code)
    else:
        assert response.status_code in (200, 201, 202)
        json.loads(response.content, parse_constant=pytest.fail)


@settings(max_examples=150)
@given(paths, bases, st.dictionaries(fields, values, min_size=1, max_size=2))
@example("/api/view", PASTED, {"words": 1_000_000})
@example("/api/view", PASTED, {"words": 1})
@example("/api/view", PASTED, {"seconds": 0.1})
@example("/api/view", PASTED, {"seconds": 1e308})
@example("/api/rank", PASTED, {"summaries": {"": "", " ": "a", "lead": "\x07"}})
@example("/api/score", {}, {"summaries": {"a'\"/\n\u202e": "b"}, "references": ["c"]})
@example("/api/view", {"corpus": "sample"}, {"document": "a/b\"'\n\u2028\U0001f600"})
def test_any_values_of_any_fields_are_an_answer_or_a_line(client, path, base, body):
    response = client.post(path, content=json.dumps({**base, **body}).encode())
    check(response)
    if response.status_code == httpx.codes.ACCEPTED:
        client.delete(f"/api/jobs/{response.json()['job']['id']}")


@settings(max_examples=60)
@given(paths, st.binary(max_size=60))
@example("/api/view", b"[" * 50_000)
@example("/api/view", b'{"text":' * 50_000)
@example("/api/view", b'{"text": "' + b"[" * 50_000 + b'"}')
@example("/api/score", b'{"summary": "a", "summary": "b", "references": ["c"], "references": ["d"]}')
@example("/api/score", b'{"summary": NaN, "references": [Infinity]}')
@example("/api/score", b'{"references": ["\\ud800"], "summary": "a"}')
@example("/api/corpora", b"")
@example("/api/view", b"\xef\xbb\xbf{}")
def test_any_bytes_are_an_answer_or_a_line(client, path, content):
    check(client.post(path, content=content))


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/xml", "multipart/form-data", "application/x-www-form-urlencoded", "\x7f"]
)
def test_what_a_body_is_called_does_not_matter(client, kind):
    headers = {} if kind is None else {"content-type": kind}
    body = json.dumps({"summary": "A cat.", "references": ["A cat."]}).encode()
    assert client.post("/api/score", content=body, headers=headers).status_code == 200
    error_of(client.post("/api/score", content=b"summary=a&references=b", headers=headers), 422)


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "X"])
@pytest.mark.parametrize("path", ["/api/view", "/api/score", "/api/corpora/sample/table"])
def test_other_methods_are_a_line(client, method, path):
    error_of(client.request(method, path), 405)


def test_the_head_of_an_answer_is_that_of_the_answer(client):
    response = client.head("/api/corpora")
    assert (response.status_code, response.content) == (200, b"")


ODD = {
    "5,000 sentences": {"sentences": [f"A cat number {number}." for number in range(5_000)]},
    "a sentence of 100,000 words": {"sentences": [" ".join(f"w{number % 977}" for number in range(100_000))]},
    "a million spaces": {"text": " " * 1_000_000},
    "control characters": {"sentences": ["\x00\x01\x1b[31m\x7f", "a\u2028b\u0085"]},
    "a word of a million letters": {"sentences": ["a" * 1_000_000]},
    "other scripts": {"sentences": ["猫坐在垫子上。", "ქართული", "\U0001f600\u200d", "ا\u0301"]},
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.parametrize("path", ["view", "space"])
def test_odd_texts_are_an_answer_or_a_line(client, path, text):
    check(client.ask("POST", f"/api/{path}", json={**text, "references": REFERENCES, "seconds": 0.5}))


@pytest.mark.parametrize("name", ['a/b"c', "a\nb", "猫 %2F #?&", "..", "a" * 1_000, "<script>alert(1)</script>", "\\"])
def test_any_id_can_be_asked_for(client, name):
    response = client.upload("ids.jsonl", jsonl({**RECORD, "id": name}))
    assert response.status_code == 201, response.text
    corpus = response.json()["id"]
    (document,) = client.get(f"/api/corpora/{corpus}/documents").json()
    assert document["id"] == name
    payload = client.ask("POST", "/api/view", json={"corpus": corpus, "document": name, "words": 5}).json()
    assert payload["id"] == name
    (row,) = client.ask("POST", f"/api/corpora/{corpus}/table", json={"words": 5}).json()["documents"]
    assert row["id"] == name


def test_afterwards_all_is_well(client):
    assert client.ask("POST", "/api/view", json=PASTED).status_code == 200
    assert client.get("/api/corpora").status_code == 200
