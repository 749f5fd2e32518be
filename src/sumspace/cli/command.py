"""From a function of the api to a command: its parameters become options, its result is shown."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import typer

from sumspace.cli.options import OPTIONS, READING, SHOWING, STUDY_FOLDER, format_and_file, peers_of
from sumspace.errors import SumspaceError, on_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from sumspace.corpus.model import Example
    from sumspace.tasks.task import LeftOut, Progress


#: Which options of `read` a command has.
Read = tuple[str, ...]
SOURCES: Read = ("id_column", "text_column", "reference_column")
#: Parameters of the api that have no option: what is told how far the work is, and what is for Python alone.
_HIDDEN = ("progress", "tell", "documents", "systems", "name", "output")


def make_command(
    function: Callable[..., Any],
    help: str,  # noqa: A002 - as typer calls it
    *,
    run: Callable[..., None] | None = None,
    reads: Read = ("peer", *SOURCES, "system_column"),
    extra: dict[str, tuple[Any, Any]] | None = None,
    study: bool = False,
    hidden: tuple[str, ...] = (),
    **changed: Any,
) -> Callable[..., None]:
    """Make a command of a function of the api.

    Its options are those of the function, of reading a corpus and of showing the result; `extra` has further ones, with
    their defaults, and `changed` those that this command declares otherwise, as (option, default) or as an option.
    `run` is called with the function and all options: to show a study, or else a task.
    """
    parameters = []

    def add(name: str, declared: Any, default: Any) -> None:
        own = changed.get(name, declared)
        declared, default = own if isinstance(own, tuple) else (own, default)
        default = inspect.Parameter.empty if default is ... else default
        default = list(default) if isinstance(default, tuple) else default
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=declared))

    for name, parameter in inspect.signature(function).parameters.items():
        if name not in (*_HIDDEN, *hidden):
            default = inspect.Parameter.empty if name == "corpus" else parameter.default
            add(name, OPTIONS.get(name, READING.get(name)), default)
        if name == "corpus":
            for other, (declared, usual) in (extra or {}).items():
                add(other, declared, usual)
    for name in reads:
        add(name, READING[name], "" if name in ("id_column", "text_column") else [])
    for name, declared in SHOWING.items():
        if name not in hidden:
            shown = STUDY_FOLDER if study and name == "output" else declared
            add(name, shown, None if name in ("format", "output") else False)

    def command(**options: Any) -> None:
        (run or (show_study if study else show_task))(function, **options)

    command.__name__, command.__doc__ = function.__name__, help
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def read_corpus(corpus: str | list[str], options: dict[str, Any], progress: Progress) -> Iterator[Example]:
    """Read one corpus, or several as one, taking what reading needs out of the options."""
    from sumspace.api import read
    from sumspace.corpus.peers import attach

    reading = {name: options.pop(name) for name in READING if name in options}
    peers = peers_of(reading.pop("peer", []))
    several = [corpus] if isinstance(corpus, str) else corpus

    def part(number: int, name: str) -> Iterator[Example]:
        def tell(task: str, share: float) -> None:
            progress(task, (number + share) / len(several))

        return read(name, progress=tell, **reading)

    return attach(chain.from_iterable(part(number, name) for number, name in enumerate(several)), peers)


def show_task(function: Callable[..., Any], corpus: str, **options: Any) -> None:
    """Run a task and show its table; programs get the records as they come."""
    from sumspace.cli.progress import progress_bars
    from sumspace.files import check_place
    from sumspace.show.formats import render
    from sumspace.show.output import deliver

    form, output = format_and_file(options)
    if output is not None:
        check_place(output, corpus)
    shown = {"each_summary": options.pop("each_summary")} if "each_summary" in options else {}
    with progress_bars("documents") as progress:
        results = function(read_corpus(corpus, options, progress), **options, progress=progress)
        stream = form in ("json", "csv") or getattr(results, "streams_tables", False)
        table = results.table(stream=stream, **shown)
        # The signature of a table is its last line; programs find it on standard error.
        line = "" if form in ("json", "csv") else results.signature
        deliver(render(table, form, signature=line, plain=output is not None), output)
    note_left_out(getattr(results, "left_out", ()))
    for text in results.notes():
        note(text)
    for text in getattr(results, "descriptions", list)():
        typer.echo(on_one_line(text), err=True)
    if form in ("json", "csv"):
        typer.echo(results.signature, err=True)
    end(getattr(results, "stopped", None))


def show_study(function: Callable[..., Any], corpus: str | list[str], **options: Any) -> None:
    """Run a study, show its tables and write its page."""
    from sumspace.cli.progress import progress_bars
    from sumspace.files import check_new_folder
    from sumspace.show.output import deliver

    folder: Path | None = options.pop("output")
    form, _ = format_and_file(options)
    if folder is not None:
        check_new_folder(folder)
    with progress_bars("documents") as progress:
        study = function(read_corpus(corpus, options, progress), **options, progress=progress)
    page = study.write(folder) if folder is not None else None
    deliver(study.render(form))
    note_left_out(study.left_out)
    for text in study.notes():
        note(text)
    if form == "csv":
        typer.echo(study.signature, err=True)
    if page:
        typer.echo(f"the page: {page}", err=True)
    end(study.stopped)


def note(text: str) -> None:
    """Say something beside the result."""
    typer.echo(f"note: {on_one_line(text)}", err=True)


def note_left_out(left_out: Any) -> None:
    """Name the documents that are left out, each once and for the first reason, and the first few only."""
    documents: dict[str, LeftOut] = {}
    for document in left_out:
        documents.setdefault(document.id, document)
    for document in list(documents.values())[:5]:
        note(f"left out: {document.id} {document.reason}")
    if len(documents) > 5:
        note(f"left out: {len(documents) - 5:,} more documents")


def end(stopped: BaseException | None) -> None:
    """Say that not everything is there, and end as programs do that failed or were interrupted."""
    if isinstance(stopped, SumspaceError):
        note("what is shown was finished before this error")
        raise stopped
    if stopped is not None:
        typer.echo("interrupted: what is shown was finished before", err=True)
        sys.exit(130)
