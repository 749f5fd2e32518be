"""The work of each kind of job: a function from a task to an answer, both JSON."""

from __future__ import annotations

import json
import warnings
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumspace import api
from sumspace.corpus.source import read
from sumspace.errors import (
    CorpusNote,
    LostTokens,
    MissingCharts,
    OutputError,
    SettingError,
    StoppedEarly,
    SumspaceError,
    TooLargeError,
    UnmatchedScores,
)
from sumspace.files import new_folder
from sumspace.web.corpora import read_record, store_upload
from sumspace.web.requests import user_message
from sumspace.web.table import corpus_table
from sumspace.web.view import ViewSettings, view_document
from sumspace.web.workspace import ABOUT, PAGE, study_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sumspace.corpus.model import Example
    from sumspace.tasks.task import Progress

    Answer = dict[str, Any]
    Task = Callable[[Mapping[str, Any], Progress], Answer]

#: The warnings that are for the user.
_NOTED = (CorpusNote, LostTokens, MissingCharts, StoppedEarly, UnmatchedScores)
#: Maximum number of sentences of a document to look at; a page could not show more.
MOST_SHOWN = 5_000


def perform(task: Mapping[str, Any], progress: Progress) -> Answer:
    """Perform a task; warnings become the notes of its answer, and errors a SettingError for the user."""
    try:
        with _collect_warnings(task) as notes:
            answer = TASKS[task["kind"]](task, progress)
    except SumspaceError as error:
        raise SettingError(_user_message(error, task)) from error
    except RecursionError:
        raise SettingError("this is nested too deeply") from None
    except OSError as error:
        raise SettingError(f"the server cannot read or write its files: {error.strerror or error}") from error
    own = [_user_message(note, task) for note in answer.get("notes", [])]
    return {**answer, "notes": list(dict.fromkeys([*own, *notes()]))}


def _user_message(error: Exception | str, task: Mapping[str, Any]) -> str:
    return user_message(error, task.get("file", ""), task.get("name", ""))


@contextmanager
def _collect_warnings(task: Mapping[str, Any]) -> Iterator[Callable[[], list[str]]]:
    """Give a function that returns the warnings of the block up to now, each line once."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield lambda: list(
            dict.fromkeys(_user_message(str(one.message), task) for one in caught if one.category in _NOTED)
        )


def example_of(task: Mapping[str, Any]) -> Example:
    """Return the document of a task, if it is small enough to be shown."""
    (example,) = read(task["record"] if "record" in task else read_record(Path(task["file"]), task["span"]))
    sentences = len(example.sentences()) if example.has_text else 0
    if sentences > MOST_SHOWN:
        raise TooLargeError(f"the document has {sentences:,} sentences; {MOST_SHOWN:,} is the most that can be shown")
    return example


def _view(task: Mapping[str, Any], progress: Progress) -> Answer:
    settings = ViewSettings(**task["settings"])
    return view_document(example_of(task), settings, progress, summary=task.get("summary", ""))


def _table(task: Mapping[str, Any], progress: Progress) -> Answer:
    return corpus_table(Path(task["file"]), ViewSettings(**task["settings"]), progress)


def _read(task: Mapping[str, Any], progress: Progress) -> Answer:
    return store_upload(Path(task["file"]), Path(task["into"]), progress)


def _records(result: Any) -> Answer:
    return {"records": list(result.table().records), "signature": result.signature}


def _score(task: Mapping[str, Any], progress: Progress) -> Answer:
    """Score summaries that have the same references."""
    names, summaries = list(task["summaries"]), list(task["summaries"].values())
    references = [task["references"]] * len(summaries)
    scores = api.score(
        summaries, references, systems=names, resamples=1, **task["options"], jobs=1, progress=progress
    )  # fmt: skip
    shown = ("system", "measure", "recall", "precision", "f1")
    each = islice(scores.records(), len(names) * len(scores.scores))  # averages follow
    return {"records": [{name: record[name] for name in shown} for record in each], "signature": scores.signature}


def _space(task: Mapping[str, Any], progress: Progress) -> Answer:
    return _records(api.explore(example_of(task), **task["options"], jobs=1, progress=progress))


def _rank(task: Mapping[str, Any], progress: Progress) -> Answer:
    return _records(api.rank(example_of(task), **task["options"], jobs=1, progress=progress))


def _oracle(task: Mapping[str, Any], progress: Progress) -> Answer:
    return _records(api.oracles(example_of(task), **task["options"], jobs=1, progress=progress))


def _summarize(task: Mapping[str, Any], progress: Progress) -> Answer:
    return _records(api.summarize(example_of(task), **task["options"], jobs=1, progress=progress))


def _study(task: Mapping[str, Any], progress: Progress) -> Answer:
    """Run a study and write its folder, unless another server has done so."""
    functions: dict[str, Any] = {
        "limits": api.limits,
        "oracle": api.oracle_study,
        "agree": api.agree,
        "meta": api.meta,
        "callisto": api.callisto,
    }
    folder = Path(task["folder"])
    if (folder / PAGE).is_file():
        return study_answer(folder)
    with _collect_warnings(task) as notes:
        study = functions[task["study"]](Path(task["file"]), **task["options"], jobs=1, progress=progress)
        progress("writing the pages", 0.0)
        try:
            with new_folder(folder) as draft:
                study.write(draft)
                about = {name: task[name] for name in ("study", "settings")} | {
                    "corpus": task["name"],
                    "notes": notes(),
                }
                (draft / ABOUT).write_text(json.dumps(about), encoding="utf-8")
        except OutputError:
            if not (folder / PAGE).is_file():  # otherwise it was written in the meantime
                raise
    return study_answer(folder)


TASKS: dict[str, Task] = {
    "view": _view,
    "table": _table,
    "read": _read,
    "score": _score,
    "space": _space,
    "rank": _rank,
    "oracle": _oracle,
    "summarize": _summarize,
    "study": _study,
}
