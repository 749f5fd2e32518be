"""Corpora and studies are found by their ids, and what is kept is there again when the server is started anew."""

import json
import os
import re
import shutil
import warnings
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import pytest

from asking import jsonl
from sumspace.errors import LostTokens, SettingError
from sumspace.files import new_folder
from sumspace.show.page import page_script
from sumspace.web import workspace as module
from sumspace.web.requests import StudyRequest
from sumspace.web.tasks import perform
from sumspace.web.workspace import Workspace

NAMES = ("corpus.jsonl", "CORPUS.JSONL.GZ", "a.parquet", "../../corpus.jsonl", "/etc/passwd.jsonl", "a\x00b.jsonl")
LIVE_PAGE = f"<p>A study.</p><script>{page_script()}</script>"


class AtOnce:
    """In the place of jobs: does the work here and now, or fails; studies are a page that says what they are."""

    def __init__(self):
        self.asked = []
        self.fails = False

    def submit(self, kind, title, task, *, slow=False, **_):
        self.asked.append((kind, title, task, slow))
        job = SimpleNamespace(state="failed", error="it failed", result=b"", ended=Future())
        if not self.fails:
            job.state, job.error = "done", None
            done = write_study(task) if kind == "study" else perform({**task, "kind": kind}, None)
            job.result = json.dumps(done).encode()
        job.ended.set_result(None)
        return job


def write_study(task):
    folder = Path(task["folder"])
    folder.mkdir()
    (folder / "index.html").write_text(LIVE_PAGE, encoding="utf-8")
    about = {"study": task["study"], "settings": task["settings"], "corpus": task["name"], "notes": ["a note"]}
    (folder / "about.json").write_text(json.dumps(about))


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "temporary", tmp_path / "kept", AtOnce())


def files(folder):
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def upload_to(workspace, name="news.jsonl", content=None):
    upload = workspace.new_upload(name)
    upload.file.write_bytes(jsonl({"id": "1", "text": "A cat."}) if content is None else content)
    try:
        return workspace.keep_upload(upload, workspace.read_upload(upload))
    finally:
        workspace.end_upload(upload)


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_an_upload_is_no_part_of_a_path(workspace, tmp_path, name):
    upload = workspace.new_upload(name)
    for file in (upload.file, upload.records):
        assert file.parent == tmp_path / "temporary" / "drafts"
        assert re.fullmatch(r"[0-9a-f]{16}", file.name.partition(".")[0])
        assert file.name.isascii()


@pytest.mark.parametrize("name", ["corpus.txt", "corpus", "jsonl", ".jsonl.exe", "a.jsonl/", "x.json"])
def test_files_of_other_kinds_are_refused(workspace, name):
    with pytest.raises(SettingError, match=r": unsupported file type; use \.jsonl\.gz, \.jsonl or \.parquet$"):
        workspace.new_upload(name)


def test_a_long_name_keeps_its_end(workspace):
    upload = workspace.new_upload("a" * 500 + ".jsonl")
    assert upload.name == "a" * 194 + ".jsonl"


def test_an_upload_has_a_name(workspace):
    with pytest.raises(SettingError, match=r"^the file has no name; give it as \?name=FILE$"):
        workspace.new_upload("")


def test_an_upload_is_kept_and_found_by_the_next_server(workspace, tmp_path):
    corpus = upload_to(workspace, "../news.jsonl")
    assert workspace.corpora[corpus.id] is corpus
    assert (corpus.name, list(corpus.spans)) == ("../news.jsonl", ["1"])
    assert files(tmp_path) == [f"kept/corpora/{corpus.id}/{name}" for name in ("index.json", "records.jsonl")]
    again = Workspace(tmp_path / "other", tmp_path / "kept", AtOnce()).corpora[corpus.id]
    assert (again.name, again.documents, again.digest) == (corpus.name, corpus.documents, corpus.digest)
    assert [list(span) for span in again.spans.values()] == [list(span) for span in corpus.spans.values()]


@pytest.mark.parametrize("index", [None, b"", b"{}", b"[]", b"\xff", b'{"name": "a", "documents": 1}', b"[" * 100_000])
def test_a_folder_that_is_no_corpus_is_passed_over(tmp_path, index):
    folder = tmp_path / "kept" / "corpora" / "a"
    folder.mkdir(parents=True)
    (folder / "records.jsonl").write_bytes(b"{}")
    if index is not None:
        (folder / "index.json").write_bytes(index)
    assert Workspace(tmp_path / "temporary", tmp_path / "kept", AtOnce()).corpora == {}


def test_a_corpus_whose_records_are_cut_off_or_gone_is_passed_over(workspace, tmp_path):
    corpus = upload_to(workspace)
    corpus.file.write_bytes(corpus.file.read_bytes()[:-5])
    assert Workspace(tmp_path / "temporary", tmp_path / "kept", AtOnce()).corpora == {}
    corpus.file.unlink()
    assert Workspace(tmp_path / "temporary", tmp_path / "kept", AtOnce()).corpora == {}


def test_nothing_stays_of_an_upload_that_cannot_be_read(workspace, tmp_path):
    workspace.jobs.fails = True
    with pytest.raises(SettingError, match=r"^it failed$"):
        upload_to(workspace)
    assert files(tmp_path) == []
    assert workspace.corpora == {}


def test_the_number_of_uploads_is_limited(workspace, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_UPLOADS", 2)
    for _ in range(2):
        upload_to(workspace)
    for own in (workspace, Workspace(tmp_path / "other", tmp_path / "kept", AtOnce())):
        with pytest.raises(SettingError, match=r"^there are 2 uploads already, which is the limit; remove one, or"):
            own.new_upload("a.jsonl")


def test_uploads_that_are_under_way_count_too(workspace, monkeypatch):
    monkeypatch.setattr(module, "MOST_UPLOADS", 2)
    first, _ = workspace.new_upload("a.jsonl"), workspace.new_upload("b.jsonl")
    with pytest.raises(SettingError, match=r"^there are 2 uploads already, which is the limit; remove one, or"):
        workspace.new_upload("c.jsonl")
    workspace.end_upload(first)
    workspace.new_upload("c.jsonl")


def test_an_upload_that_is_removed_is_gone_and_makes_room(workspace, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_UPLOADS", 1)
    corpus = upload_to(workspace)
    workspace.remove_upload(corpus)
    workspace.remove_upload(corpus)  # as when two ask at once
    assert workspace.corpora == {}
    assert files(tmp_path) == []
    upload_to(workspace)


def test_an_upload_that_was_partly_removed_is_gone_with_the_next_server(workspace, tmp_path, monkeypatch):
    corpus = upload_to(workspace)
    killed = SimpleNamespace(rmtree=lambda *_, **__: None)  # as if the server was killed
    monkeypatch.setattr("sumspace.files.shutil", killed)
    workspace.remove_upload(corpus)
    assert files(tmp_path)
    monkeypatch.undo()
    assert Workspace(tmp_path / "other", tmp_path / "kept", AtOnce()).corpora == {}
    assert files(tmp_path) == []


def test_a_corpus_of_the_command_line_is_not_removed(workspace):
    workspace.add_corpus("sample", "built-in sample", "sample")
    with pytest.raises(SettingError, match=r"^built-in sample was named on the command line; only uploads can be"):
        workspace.remove_upload(workspace.corpora["sample"])
    assert len(workspace.corpora["sample"].documents) == 20


def test_corpora_of_the_command_line_end_with_the_server(workspace, tmp_path):
    workspace.add_corpus("sample", "built-in sample", "sample")
    assert len(workspace.corpora["sample"].documents) == 20
    assert [file for file in files(tmp_path) if not file.startswith("temporary/")] == []


@pytest.fixture
def corpus(workspace):
    record = {"sentences": ["A cat sat.", "It slept.", "Dogs bark."], "references": ["A cat slept."]}
    return upload_to(workspace, content=jsonl(*({"id": name, **record} for name in "ab")))


def wanted(corpus, study="limits", **options):
    return StudyRequest(study=study, corpus=corpus.id, **({"measure": ["rouge-1"], "words": 4} | options))


def start(workspace, request, corpus):
    return workspace.start_study(workspace.study_id(request, corpus), request, corpus)


def test_a_study_that_is_done_is_found_by_this_server_and_the_next(workspace, corpus, tmp_path):
    start(workspace, wanted(corpus), corpus)
    id = workspace.study_id(wanted(corpus), corpus)  # noqa: A001 - shadows the builtin
    study = {
        "id": id, "study": "limits", "corpus": "news.jsonl", "url": f"/studies/{id}/index.html",
        "files": ["about.json", "index.html"], "notes": ["a note"], "settings": "rouge-1, 4 words",
        "finished": (workspace.finished_study(id) / "index.html").stat().st_mtime,
    }  # fmt: skip
    assert workspace.list_studies() == [study]
    assert Workspace(tmp_path / "other", tmp_path / "kept", AtOnce()).list_studies() == [study]


def test_a_study_whose_folder_was_deleted_is_not_listed_and_can_be_run_again(workspace, corpus):
    start(workspace, wanted(corpus), corpus)
    id = workspace.study_id(wanted(corpus), corpus)  # noqa: A001 - shadows the builtin
    shutil.rmtree(workspace.finished_study(id))
    assert workspace.finished_study(id) is None
    assert workspace.list_studies() == []
    start(workspace, wanted(corpus), corpus)
    assert [study["id"] for study in workspace.list_studies()] == [id]


def test_a_study_is_known_by_what_it_is_of(workspace, corpus, monkeypatch):
    same = upload_to(workspace, content=corpus.file.read_bytes())
    ids = {
        workspace.study_id(wanted(corpus), corpus),
        workspace.study_id(wanted(corpus, "agree"), corpus),
        workspace.study_id(wanted(corpus, words=5), corpus),
        workspace.study_id(wanted(corpus, measure=["rouge-2"]), corpus),
        workspace.study_id(wanted(corpus), upload_to(workspace)),
        workspace.study_id(wanted(corpus), upload_to(workspace, "other.jsonl", corpus.file.read_bytes())),
    }
    assert len(ids) == 6
    assert workspace.study_id(wanted(same), same) in ids
    monkeypatch.setattr(module, "__version__", "99")  # which may make it otherwise
    assert workspace.study_id(wanted(corpus), corpus) not in ids


def test_studies_are_listed_with_the_newest_first(workspace, corpus, tmp_path):
    for study in ("limits", "agree", "oracle"):
        start(workspace, wanted(corpus, study), corpus)
    listed = [study["study"] for study in workspace.list_studies()]
    assert listed == ["oracle", "agree", "limits"]
    for age, folder in enumerate(workspace.studies.values()):
        os.utime(folder, (10**9 + age, 10**9 + age))
    again = Workspace(tmp_path / "other", tmp_path / "kept", AtOnce())
    assert [study["study"] for study in again.list_studies()] == listed


def test_the_measures_of_callisto_are_those_it_is_trained_on(workspace, corpus):
    workspace.jobs.fails = True
    start(workspace, wanted(corpus, "callisto"), corpus)
    start(workspace, StudyRequest(study="meta", corpus=corpus.id), corpus)
    kinds, options = zip(*((task["study"], task["options"]) for *_, task, _ in workspace.jobs.asked[-2:]), strict=True)
    assert kinds == ("callisto", "meta")
    assert options == ({"train_on": ["rouge-1"], "words": 4}, {})


def test_agree_is_asked_for_one_measure(workspace, corpus):
    workspace.jobs.fails = True
    start(workspace, wanted(corpus, "agree"), corpus)
    assert workspace.jobs.asked[-1][-2]["options"] == {"measure": "rouge-1", "words": 4}
    with pytest.raises(SettingError, match="agree looks at one measure"):
        start(workspace, wanted(corpus, "agree", measure=["rouge-1", "rouge-2"]), corpus)


def test_what_killed_processes_have_left_is_deleted_at_the_start_and_when_a_study_ends(workspace, corpus, tmp_path):
    kept = tmp_path / "kept"

    def leave(folder):
        left = kept / folder / ".limits-1.0123abcd"
        (left / "draft").mkdir(parents=True)
        (left / "draft" / "index.html").write_text("half")
        return left

    with new_folder(kept / "studies" / "limits-2") as draft:  # of another server
        left = [leave("studies"), leave("corpora")]
        again = Workspace(tmp_path / "other", kept, AtOnce())
        assert (again.studies, list(again.corpora)) == ({}, [corpus.id])
        left.append(leave("studies"))
        workspace.jobs.fails = True
        start(workspace, wanted(corpus), corpus)
        assert workspace.studies == {}
        assert not any(folder.exists() for folder in left)
        assert draft.is_dir()


class Written:
    """In the place of a study that was run: writes a page."""

    def __init__(self, instead=None):
        self.instead = instead or (lambda: None)

    def write(self, folder):
        self.instead()
        (folder / "index.html").write_text(LIVE_PAGE, encoding="utf-8")


@pytest.fixture
def run_study(corpus, tmp_path, monkeypatch):
    """Run a study as a job does; a function is in the place of the study's own."""

    def run(limits):
        monkeypatch.setattr("sumspace.api.limits", lambda *_, **__: limits())
        folder = tmp_path / "kept" / "studies" / "limits-1"
        task = {"kind": "study", "study": "limits", "name": corpus.name, "file": str(corpus.file), "options": {}}
        return perform(task | {"settings": "", "folder": str(folder)}, lambda *_: None)

    return run


def test_a_study_has_its_warnings_as_notes_without_options_of_the_command_line(run_study, tmp_path):
    def limits():
        for _ in range(2):
            warnings.warn("most words are lost; use --profile unicode", LostTokens, stacklevel=2)
        warnings.warn("of a library", UserWarning, stacklevel=2)
        return Written()

    notes = ["most words are lost; use profile unicode"]
    assert run_study(limits) == {"study": "limits-1", "url": "/studies/limits-1/index.html", "notes": notes}
    (listed,) = Workspace(tmp_path / "other", tmp_path / "kept", AtOnce()).list_studies()
    assert (listed["study"], listed["corpus"], listed["notes"]) == ("limits", "news.jsonl", notes)
    assert run_study(pytest.fail)["notes"] == notes  # it is there already


def test_a_study_that_another_server_has_written_in_the_meantime_is_taken_as_it_is(run_study, tmp_path):
    folder = tmp_path / "kept" / "studies" / "limits-1"

    def write():
        folder.mkdir()
        (folder / "index.html").write_text("Of the other server.")

    assert run_study(lambda: Written(write))["url"] == "/studies/limits-1/index.html"
    assert files(folder.parent) == ["limits-1/index.html"]
    assert (folder / "index.html").read_text() == "Of the other server."


def test_a_study_that_was_finished_when_it_was_cancelled_is_there(workspace, corpus):
    workspace.jobs.fails = True
    id = workspace.study_id(wanted(corpus), corpus)  # noqa: A001 - shadows the builtin
    write_study({"folder": workspace._finished / id, "study": "limits", "settings": "", "name": "news.jsonl"})
    start(workspace, wanted(corpus), corpus)
    assert list(workspace.studies) == [id]


def test_a_study_that_cannot_be_written_is_an_error(workspace, run_study):
    def fail():
        raise OSError(28, "No space left on device")

    with pytest.raises(SettingError, match=r"cannot be written: No space left on device$"):
        run_study(lambda: Written(fail))
    assert files(workspace._finished) == []


@pytest.fixture
def study(workspace, tmp_path):
    """A folder as the command line writes it, with things in it that are not for others."""
    folder = tmp_path / "results"
    folder.mkdir()
    for name in ("index.html", "table.csv", "ledger.sqlite", ".html", "notes.txt"):
        (folder / name).write_text(name)
    (folder / "inside.html").mkdir()
    (tmp_path / "secret.html").write_text("secret")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    workspace.add_study(folder)
    (study,) = workspace.list_studies()
    return study


def test_a_study_hands_out_its_pages_and_tables_and_nothing_else(workspace, study, tmp_path):
    assert study["files"] == ["index.html", "table.csv"]
    assert (study["study"], study["corpus"]) == ("results", "")
    assert workspace.study_file(study["id"], "table.csv") == tmp_path / "results" / "table.csv"
    names = ("ledger.sqlite", "notes.txt", ".html", "link.html", "inside.html", "", ".", "..", "../secret.html")
    for name in (*names, "/etc/passwd", "table.csv\x00", "TABLE.CSV", f"{tmp_path}/secret.html"):
        assert workspace.study_file(study["id"], name) is None
    for id in ("", ".", "..", "results", str(tmp_path), "../kept"):  # noqa: A001 - shadows the builtin
        assert workspace.study_file(id, "index.html") is None


def test_what_a_foreign_study_says_of_itself_is_not_trusted(workspace, study, tmp_path):
    """A pipe into which nobody writes would never be read to its end."""
    about = tmp_path / "results" / "about.json"
    elsewhere = tmp_path / "about.json"
    elsewhere.write_text('{"study": "secret", "corpus": "secret"}')
    about.symlink_to(elsewhere)
    assert workspace.list_studies()[0]["study"] == "results"
    about.unlink()
    os.mkfifo(about)
    assert workspace.list_studies()[0]["study"] == "results"
    about.unlink()
    for content in ("[" * 100_000, '{"study": "limits", "corpus": "news", "notes": 5}'):
        about.write_text(content)
        assert workspace.list_studies()[0]["study"] == "results"
    about.write_text('{"study": "limits", "corpus": "news", "notes": [5]}')
    assert workspace.list_studies()[0]["notes"][0] == "5"
    assert study["id"] in workspace.studies


def test_a_page_whose_script_may_not_run_has_a_note(workspace, study, tmp_path):
    (note,) = study["notes"]
    assert note.startswith("This page was written by another version of sumspace")
    (tmp_path / "results" / "index.html").write_text(LIVE_PAGE, encoding="utf-8")
    assert workspace.list_studies()[0]["notes"] == []
    page = tmp_path / "results" / "index.html"
    page.rename(tmp_path / "elsewhere.html")
    page.symlink_to(tmp_path / "elsewhere.html")
    assert workspace.list_studies()[0]["notes"] == [note]
    page.unlink()
    os.mkfifo(page)  # into which nobody writes: it would never be read to its end
    assert workspace.list_studies() == []


def test_a_study_whose_folder_is_gone_is_not_listed_and_has_no_files(workspace, study, tmp_path):
    (tmp_path / "results" / "about.json").write_text("[]")
    assert workspace.list_studies()[0]["study"] == "results"
    (tmp_path / "results").rename(tmp_path / "elsewhere")
    assert workspace.list_studies() == []
    assert workspace.study_file(study["id"], "index.html") is None
