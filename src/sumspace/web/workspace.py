"""The corpora, studies and jobs of a server, and the folders with their files."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from sumspace import __version__
from sumspace.errors import SettingError
from sumspace.files import delete_folder, delete_leftovers, new_folder
from sumspace.show.page import page_script
from sumspace.web.corpora import StoredCorpus, store

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.tasks.task import Progress
    from sumspace.web.jobs import Job, Jobs
    from sumspace.web.requests import StudyRequest

#: The file types of uploads.
_UPLOADS = (".jsonl.gz", ".jsonl", ".parquet")
#: The types of a study's files that are served.
_FILES = (".html", ".csv", ".json", ".svg", ".png")
#: The first page of a study, and the file with its name, corpus and notes.
PAGE, ABOUT = "index.html", "about.json"
#: The note on a study whose page has a script that the server does not let run.
_UNRESPONSIVE = "This page was written by another version of sumspace: its tables and charts do not respond."
#: The files of a stored corpus: its records, and the rest of what `StoredCorpus.of` needs.
_RECORDS, _INDEX = "records.jsonl", "index.json"
#: Maximum length of an upload's name, of which the end is kept.
_LONGEST = 200
#: Maximum number of uploads.
MOST_UPLOADS = 50


@dataclass(frozen=True, slots=True)
class Upload:
    """A corpus that is being uploaded: the file as received, and the records made of it."""

    name: str
    file: Path
    records: Path


class Workspace:
    """The corpora, studies and jobs of a server, by their ids: no name in a request is ever part of a path.

    Uploaded corpora and finished studies are in one folder, where the next server finds them; everything else is in
    another, which is deleted with the server.
    """

    def __init__(self, temporary: Path, kept: Path, jobs: Jobs) -> None:
        self.jobs = jobs
        self.corpora: dict[str, StoredCorpus] = {}
        self.studies: dict[str, Path] = {}
        self._drafts, self._uploads, self._finished = temporary / "drafts", kept / "corpora", kept / "studies"
        for folder in (self._drafts, self._uploads, self._finished):
            folder.mkdir(parents=True, exist_ok=True)
        for folder in (self._uploads, self._finished):
            delete_leftovers(folder)
        for folder in sorted(self._uploads.iterdir()):
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):  # not a whole corpus
                contents = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
                if sum(size for _, size in contents["spans"]) == (folder / _RECORDS).stat().st_size:
                    self.corpora[folder.name] = StoredCorpus.of(folder.name, folder / _RECORDS, contents)
        finished = [folder for folder in self._finished.glob("[!.]*") if (folder / PAGE).is_file()]
        for folder in sorted(finished, key=lambda folder: folder.stat().st_mtime):
            self.studies[folder.name] = folder
        self._arriving: set[Upload] = set()

    def add_corpus(self, corpus: str | Path, name: str, id: str, progress: Progress | None = None) -> None:  # noqa: A002
        """Read a corpus that was named on the command line."""
        file = self._drafts / f"{token_hex(8)}.jsonl"
        self.corpora[id] = StoredCorpus.of(id, file, {"name": name, **store(corpus, file, progress)})

    def add_study(self, folder: Path) -> None:
        """Add the folder of a finished study."""
        self.studies[token_hex(4)] = folder

    def new_upload(self, name: str) -> Upload:
        """Choose the files of an upload; only the extension of its name is used."""
        ending = next((ending for ending in _UPLOADS if name.lower().endswith(ending)), None)
        name = name[-_LONGEST:]
        if not name:
            raise SettingError("the file has no name; give it as ?name=FILE")
        if ending is None:
            raise SettingError(f"{name}: unsupported file type; use {', '.join(_UPLOADS[:-1])} or {_UPLOADS[-1]}")
        if sum(map(self.is_upload, list(self.corpora.values()))) + len(self._arriving) >= MOST_UPLOADS:
            raise SettingError(
                f"there are {MOST_UPLOADS} uploads already, which is the limit; remove one, or name the file on the "
                "command line instead: sumspace serve FILE"
            )
        draft = self._drafts / token_hex(8)
        upload = Upload(name, draft.with_suffix(ending), draft.with_suffix(".records"))
        self._arriving.add(upload)
        return upload

    def end_upload(self, upload: Upload) -> None:
        """Delete the temporary files of an upload."""
        upload.file.unlink(missing_ok=True)
        upload.records.unlink(missing_ok=True)
        self._arriving.discard(upload)

    def read_upload(self, upload: Upload) -> Job:
        """Read an upload as a job, with its limits, since its content is not trusted."""
        task = {"name": upload.name, "file": str(upload.file), "into": str(upload.records)}
        return self.jobs.submit("read", f"Reading {upload.name}", task, detached=True)  # its request waits, unpolled

    def keep_upload(self, upload: Upload, job: Job) -> StoredCorpus:
        """Add the corpus of an upload that was read, or raise the error of reading it."""
        if job.state != "done":
            raise SettingError(job.error or "the upload was cancelled")
        contents = {"name": upload.name, **json.loads(job.result)}
        id = token_hex(4)  # noqa: A001 - shadows the builtin
        folder = self._uploads / id
        with new_folder(folder) as draft:
            shutil.move(upload.records, draft / _RECORDS)
            (draft / _INDEX).write_text(json.dumps(contents), encoding="utf-8")
        self.corpora[id] = StoredCorpus.of(id, folder / _RECORDS, contents)
        return self.corpora[id]

    def is_upload(self, corpus: StoredCorpus) -> bool:
        """Whether a corpus was uploaded, not named on the command line."""
        return corpus.file.parent.parent == self._uploads

    def remove_upload(self, corpus: StoredCorpus) -> None:
        """Delete an uploaded corpus."""
        if not self.is_upload(corpus):
            raise SettingError(f"{corpus.name} was named on the command line; only uploads can be removed")
        if self.corpora.pop(corpus.id, None) is not None:
            delete_folder(corpus.file.parent)

    def study_id(self, wanted: StudyRequest, corpus: StoredCorpus) -> str:
        """Return the id of a study, which depends on its settings, its corpus and the version only."""
        settings = wanted.model_dump(exclude={"corpus"})
        key = json.dumps([settings, corpus.name, corpus.digest, __version__], sort_keys=True)
        return f"{wanted.study}-{sha256(key.encode()).hexdigest()[:12]}"

    def start_study(self, id: str, wanted: StudyRequest, corpus: StoredCorpus, client: str = "") -> Job:  # noqa: A002
        """Start a study, and add it when it is finished."""
        folder = self._finished / id
        options: dict[str, Any] = {}
        if wanted.study == "agree" and len(wanted.measure) > 1:
            raise SettingError("agree looks at one measure; choose one, or none for the paper's")
        if wanted.measure:
            name = "train_on" if wanted.study == "callisto" else "measure"
            options[name] = wanted.measure[0] if wanted.study == "agree" else wanted.measure
        if wanted.words is not None:
            options["words"] = wanted.words
        settings = ", ".join([*wanted.measure, *([] if wanted.words is None else [f"{wanted.words} words"])])
        task = {
            "study": wanted.study,
            "settings": settings,
            "name": corpus.name,
            "file": str(corpus.file),
            "options": options,
            "folder": str(folder),
        }

        def finish(_: object) -> None:
            if (folder / PAGE).is_file():
                self.studies[id] = folder
            delete_leftovers(self._finished)

        title = f"{wanted.study}: {corpus.name}{settings and f' ({settings})'}"
        job = self.jobs.submit("study", title, task, slow=True, detached=True, client=client)
        job.ended.add_done_callback(finish)
        return job

    def list_studies(self) -> list[dict[str, Any]]:
        """Return the finished studies, newest first."""
        studies = []
        for id in reversed(list(self.studies)):  # noqa: A001 - shadows the builtin
            folder = self.finished_study(id)
            if folder is None:
                continue
            about = _about(folder)
            notes = [*about["notes"], *([] if _is_live(folder / PAGE) else [_UNRESPONSIVE])]
            finished = (folder / PAGE).stat().st_mtime
            studies.append(
                {"id": id, **about, "finished": finished, "notes": notes, "url": _url(id), "files": _files(folder)}
            )
        return studies

    def finished_study(self, id: str) -> Path | None:  # noqa: A002 - shadows the builtin
        """Return the folder of a finished study, unless it was deleted."""
        folder = self.studies.get(id)
        return folder if folder is not None and (folder / PAGE).is_file() else None

    def study_file(self, id: str, name: str) -> Path | None:  # noqa: A002 - shadows the builtin
        """Return a file of a study, if it has one with that name."""
        folder = self.studies.get(id)
        return folder / name if folder is not None and name in _files(folder) else None


def _files(folder: Path) -> list[str]:
    with suppress(OSError):
        return sorted(f.name for f in folder.iterdir() if f.suffix in _FILES and f.is_file() and not f.is_symlink())
    return []


def _is_live(page: Path) -> bool:
    """Whether the script of a study's page is the one of this version, which alone may run."""
    if page.name in _files(page.parent):  # neither a link nor a pipe
        with suppress(OSError, ValueError):
            return _has_our_script(page, page.stat().st_mtime_ns)
    return False


@lru_cache(maxsize=1024)
def _has_our_script(page: Path, _changed: int) -> bool:
    return page_script() in page.read_text(encoding="utf-8")


def study_answer(folder: Path) -> dict[str, Any]:
    """Return the answer to a request for a study, by the folder where it is finished."""
    return {"study": folder.name, "url": _url(folder.name), "notes": _about(folder)["notes"]}


def _url(id: str) -> str:  # noqa: A002 - shadows the builtin
    return f"/studies/{id}/{PAGE}"


def _about(folder: Path) -> dict[str, Any]:
    """Return the name, corpus and notes of a study; one written by the command line has the name of its folder."""
    if ABOUT in _files(folder):  # neither a link nor a pipe
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
            study, corpus, notes = (
                str(about["study"]),
                str(about["corpus"]),
                [str(note) for note in about.get("notes", [])],
            )
            return {"study": study, "corpus": corpus, "settings": str(about.get("settings", "")), "notes": notes}
    return {"study": folder.name, "corpus": "", "settings": "", "notes": []}
