"""From a function of the api to a command: its parameters become options, its result is shown."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import typer

from sumspace.cli.options import KEPT_FILE, OPTIONS, READING, SHOWING, STUDY_FOLDER, peers_of, showing_of
from sumspace.errors import INTERRUPTED, NothingToDoError, SettingError, SumspaceError, on_one_line, shortened
from sumspace.show.text import counted, listed

if TYPE_CHECKING:
    from sumspace.cli.options import Showing
    from sumspace.compute.ledger import Ledger
    from sumspace.corpus.stream import ExampleStream
    from sumspace.tasks.task import LeftOut, Progress


#: Which options of `read` a command has.
Read = tuple[str, ...]
SOURCES: Read = ("id_column", "text_column", "reference_column")
#: Parameters of the api that have no option: what is told how far the work is, and what is for Python alone.
_HIDDEN = ("progress", "tell", "documents", "systems", "name", "output", "keep")


#: The commands by the names of their functions.
RUNNERS: dict[str, Callable[..., None]] = {}
#: The options of the command under way, and the name of its function.
_given: ContextVar[dict[str, Any]] = ContextVar("given")
#: Whether the command under way prints results and errors only.
_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


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
            file = KEPT_FILE if "keep" in inspect.signature(function).parameters else declared
            shown = (STUDY_FOLDER if study else file) if name == "output" else declared
            add(name, shown, None if name in ("format", "output") else False)

    def command(**options: Any) -> None:
        options.pop("command", None)
        _quiet.set(options.pop("quiet", False))
        given = {name: value for name, value in options.items() if name not in ("keep", "part")}
        _given.set({"command": function.__name__, **given})
        (run or (show_study if study else show_task))(function, **options)

    command.__name__, command.__doc__ = function.__name__, help
    RUNNERS[function.__name__] = command
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def read_corpus(
    corpus: Any, options: dict[str, Any], progress: Progress | None = None
) -> ExampleStream:  # fmt: skip
    """Read one corpus, or a record, or several corpora as one, taking what reading needs out of the options.

    `progress` is told of documents that are read, where no function of the api tells of those that are finished.
    """
    from sumspace.api import read
    from sumspace.corpus.counting import count_documents
    from sumspace.corpus.peers import attach
    from sumspace.corpus.source import SAMPLE
    from sumspace.corpus.stream import ExampleStream

    reading = {name: options.pop(name) for name in READING if name in options}
    peers = peers_of(reading.pop("peer", []))
    several = corpus if isinstance(corpus, list) else [corpus]
    total = count_documents([] if is_quiet() else several)
    # As paths, names that are no files are said to be missing.
    named = [name if name in ("-", SAMPLE) else Path(name) for name in several] if len(several) > 1 else several[0]
    return ExampleStream(attach(read(named, **reading), peers), progress, total)


def show_task(function: Callable[..., Any], corpus: str | dict[str, Any], **options: Any) -> None:
    """Run a task and show its table; programs get the records as they come."""
    from sumspace.cli.progress import progress_bars
    from sumspace.files import check_place

    if options.get("part"):
        run_part(function, cast("str", corpus), options)
        return
    showing = showing_of(options)
    if showing.output is not None:
        check_place(showing.output, *([corpus] if isinstance(corpus, str) else []))
    shown = {"each_summary": options.pop("each_summary")} if "each_summary" in options else {}
    with progress_bars("documents") as progress, keeping(function, showing.output, options) as ledger:
        results = function(read_corpus(corpus, options), **options, progress=progress)
        stream = showing.streams or getattr(results, "streams_tables", False)
        # The signature of a table is its last line; programs find it on standard error.
        showing.put_out(results.table(stream=stream, **shown), results.signature)
        if ledger is not None and not results.stopped:
            ledger.remove()
    note_left_out(getattr(results, "left_out", ()))
    for text in results.notes():
        note(text)
    for text in getattr(results, "descriptions", list)():
        say(text)
    if showing.for_programs:
        say(results.signature)
    end(getattr(results, "stopped", None), ledger)


@contextmanager
def keeping(function: Callable[..., Any], output: Path | None, options: dict[str, Any]) -> Iterator[Ledger | None]:
    """Open the ledger beside the file that results go to, as FILE.part, for a function that keeps what is finished."""
    from sumspace.compute.ledger import Ledger
    from sumspace.files import is_special

    keeps = "keep" in inspect.signature(function).parameters
    if not keeps or output is None or is_special(output) or "keep" in options:
        yield None
        return
    with Ledger(output.with_name(f"{output.name}.part"), tell=say) as ledger:
        options["keep"] = ledger
        try:
            yield ledger
        except NothingToDoError:  # so there is nothing to go on with
            ledger.remove()
            raise


def write_records(results: Any, output: Path, ledger: Ledger | None, *form: str) -> None:
    """Write all records of a task to a file, whole or not at all, in a form that the task has, if any."""
    try:
        results.write(output, *form)
    except KeyboardInterrupt:
        done = (
            f"{len(ledger):,} documents are finished; the same command continues from there"
            if ledger is not None
            else ""
        )
        typer.echo(f"interrupted: {done or f'{output} is not written'}", err=True)
        sys.exit(INTERRUPTED)
    if ledger is not None:
        ledger.remove()


def run_part(function: Callable[..., Any], corpus: str | list[str], options: dict[str, Any]) -> None:
    """Work on a part of the documents, into a folder that `merge` takes."""
    from sumspace.api.parts import PartRun
    from sumspace.cli.progress import progress_bars

    folder: Path | None = options.pop("output")
    for name in ("format", "json", "csv", "no_legend", "each_summary"):
        options.pop(name, None)
    if folder is None:
        raise SettingError("--part needs a folder for its results: add -o FOLDER")
    reading = {name: options[name] for name in READING if name in options and name != "peer"}
    reading["peer"] = peers_of(options.get("peer", []))
    arguments = {name: value for name, value in options.items() if name not in READING}
    with progress_bars("documents") as progress:
        part = PartRun(function, corpus, reading, arguments, folder, say)
        part.run(read_corpus(corpus, options), _given.get(), progress)
    note_left_out(part.left_out)
    end(part.stopped, folder)
    say(f"{folder}: part {part.part} is finished; `sumspace merge` joins all parts")


def merge_parts(folders: list[Path], shown: dict[str, Any]) -> None:
    """Show what all parts of a run give together, as the command does that they are parts of."""
    from sumspace.api.parts import gather

    about, ledger = gather(folders)
    options = about["options"]
    peers = [f"{name}={file}" for name, file in about["reading"]["peer"].items()]
    corpus = about["corpus"] if isinstance(options["corpus"], list) else about["corpus"][0]
    replaced = {"corpus": corpus, "cluster": None, **({"peer": peers} if "peer" in options else {})}
    replaced |= {name: about["arguments"][name] for name in ("kea", "scores") if name in about["arguments"]}
    chosen = any(shown[name] for name in ("format", "json", "csv"))
    replaced |= {name: shown[name] for name in shown if name in options and (chosen or name == "output")}
    run = RUNNERS[options["command"]]
    run(**{**options, **replaced, "keep": ledger, "part": None, "command": None})


def is_quiet() -> bool:
    """Whether the command under way prints results and errors only."""
    return _quiet.get()


def say(text: str) -> None:
    """Say how it goes, on standard error, unless told to be quiet."""
    if not _quiet.get():
        typer.echo(on_one_line(shortened(text)), err=True)


def show_study(function: Callable[..., Any], corpus: Any, **options: Any) -> None:
    """Run a study, show its tables and write its page; with the name of a file, write that file alone."""
    from sumspace.files import check_new_folder
    from sumspace.show.formats import ENDINGS

    output: Path | None = options["output"]
    if options.get("part"):
        run_part(function, corpus, options)
    elif output is not None and output.suffix.lower() in ENDINGS:
        _write_study(function, corpus, options)
    else:
        options.pop("output")
        showing = showing_of(options)
        if output is not None:
            check_new_folder(output, with_ledger=True)
        _show_study(function, corpus, showing, output, options)


def _write_study(function: Callable[..., Any], corpus: Any, options: dict[str, Any]) -> None:
    from sumspace.cli.progress import progress_bars
    from sumspace.files import check_place

    showing = showing_of(options)
    output = cast("Path", showing.output)
    check_place(output, *(name for name in (corpus if isinstance(corpus, list) else [corpus]) if isinstance(name, str)))
    with progress_bars("documents") as progress, keeping(function, output, options) as ledger:
        study = function(read_corpus(corpus, options), **options, progress=progress)
        study.write_file(output, showing.form, legend=showing.legend)
        if ledger is not None and not study.stopped:
            ledger.remove()
    _tell_of(study, study.signature if showing.form in ("csv", "parquet") else "")
    end(study.stopped, ledger)


def _show_study(
    function: Callable[..., Any],
    corpus: Any,
    showing: Showing,
    folder: Path | None,
    options: dict[str, Any],
) -> None:
    from sumspace.cli.progress import progress_bars
    from sumspace.show.output import deliver

    with progress_bars("documents") as progress, keeping_in(function, folder, options):
        study = function(read_corpus(corpus, options), **options, progress=progress)
        # While the ledger is held: no other run writes into the folder meanwhile.
        page = study.write(folder) if folder is not None else None
    deliver(study.render(showing.form, legend=showing.legend))
    _tell_of(study, study.signature if showing.form == "csv" else "")
    if page:
        say(f"the page: {page}")
    end(study.stopped, folder)


def _tell_of(study: Any, signature: str) -> None:
    """Say what is to be known beside the tables of a study."""
    note_left_out(study.left_out)
    for text in study.notes():
        note(text)
    if signature:
        say(signature)


@contextmanager
def keeping_in(function: Callable[..., Any], folder: Path | None, options: dict[str, Any]) -> Iterator[None]:
    """Open the ledger of a study's folder; a folder that nothing was finished in is not left behind."""
    from sumspace.compute.ledger import Ledger
    from sumspace.files import LEDGER

    if folder is None or "keep" in options or "keep" not in inspect.signature(function).parameters:
        yield
        return
    is_new = not (folder / LEDGER).exists()
    folder.mkdir(exist_ok=True)
    try:
        with Ledger(folder / LEDGER, tell=say) as ledger:
            options["keep"] = ledger
            try:
                yield
            except NothingToDoError:  # so there is nothing to go on with
                if is_new:
                    ledger.remove()
                raise
    finally:
        with suppress(OSError):
            folder.rmdir()


def note(text: str) -> None:
    """Say something beside the result."""
    say(f"note: {text}")


def note_left_out(left_out: Any) -> None:
    """Name the documents that were skipped, each once and for the first reason; of many, the first few only."""
    documents: dict[str, LeftOut] = {}
    for document in left_out:
        documents.setdefault(document.id, document)
    by_reason: dict[str, list[str]] = {}
    for document in documents.values():
        by_reason.setdefault(document.reason, []).append(document.id)
    lines: list[tuple[int, str]] = []
    for reason, names in by_reason.items():
        if len(names) > 2:
            lines.append((len(names), f"{listed(names, 3)}: each {reason}"))
        else:
            lines.extend((1, f"{name} {reason}") for name in names)
    for _, line in lines[:5]:
        note(f"skipped: {line}")
    if more := sum(number for number, _ in lines[5:]):
        note(f"skipped: {counted(more, 'more document')}")


def end(stopped: BaseException | None, kept: object = None) -> None:
    """Say that not everything is there, and end as programs do that failed or were interrupted."""
    go_on = "; the same command continues from there" if kept is not None else ""
    if isinstance(stopped, SumspaceError):
        note("an error ended the run; the results are those finished before")
        raise stopped
    if stopped is not None:
        typer.echo(f"interrupted: the results are those finished before{go_on}", err=True)
        sys.exit(INTERRUPTED)
