"""The program `sumspace`."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from sumspace import __version__
from sumspace.cli import callisto, corpus
from sumspace.cli.command import note
from sumspace.cli.commands import COMMANDS
from sumspace.cli.learning import learning, train
from sumspace.cli.program import Program
from sumspace.cli.studies import STUDY_COMMANDS
from sumspace.errors import (
    INTERRUPTED,
    CorpusNote,
    LostTokens,
    MissingCharts,
    StoppedEarly,
    SumspaceError,
    UnmatchedScores,
    on_one_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


app = typer.Typer(
    cls=Program,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, command in (COMMANDS | STUDY_COMMANDS).items():
    app.command(name)(command)
app.command("train")(train)
app.command("learning")(learning)
app.add_typer(callisto.app, name="callisto")
app.add_typer(corpus.app, name="corpus")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sumspace {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Every summary a document could have, and where yours stands.

    Example: sumspace score sample
    """


def main() -> None:
    """Run the command line; errors that are meant for the user are one line, and the exit code is 2."""
    told_to_end: list[int] = []

    def interrupt(number: int, _: object) -> None:
        told_to_end.append(number)
        raise KeyboardInterrupt

    # What is finished is kept, and what is half-written removed, however we are told to end.
    signal.signal(signal.SIGTERM, interrupt)
    gc.set_threshold(100_000, 20, 20)  # examples come and go by the thousand, and none of them is a cycle
    sys.set_int_max_str_digits(1_000_000)  # the number of extracts may be longer than Python writes by itself
    # Otherwise numba has colorama keep our streams, which are closed when it resets them at the end.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    _show_warnings()
    try:
        with _clean_output():
            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, io.TextIOWrapper):
                    stream.reconfigure(errors="backslashreplace")
            app()
    except SystemExit as end:
        if told_to_end and end.code == INTERRUPTED:
            sys.exit(128 + told_to_end[0])
        raise
    except SumspaceError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has enough; so that Python does not complain once more when it flushes:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'the system'}: {error.strerror or error}")
    except MemoryError:
        _fail("not enough memory; truncate the texts with --words or process fewer documents at a time")


def _show_warnings() -> None:
    """Say what is worth a warning as a note; what stopped the work early is said at the end."""
    warnings.showwarning = lambda message, *_: note(str(message))
    warnings.simplefilter("ignore", StoppedEarly)
    for kind in (CorpusNote, LostTokens, MissingCharts, UnmatchedScores):
        warnings.simplefilter("always", kind)


@contextmanager
def _clean_output() -> Iterator[None]:
    """Send what libraries print by themselves, below Python, to standard error: standard output is for results."""
    theirs = sys.stdout
    try:
        out, err = theirs.fileno(), sys.stderr.fileno()
    except (AttributeError, io.UnsupportedOperation):  # somebody has put other streams there
        yield
        return
    theirs.flush()
    kept = os.dup(out)
    with os.fdopen(os.dup(out), "w", buffering=1 if theirs.isatty() else -1, encoding=theirs.encoding) as ours:
        os.dup2(err, out)
        sys.stdout = ours
        try:
            yield
        finally:
            sys.stdout = theirs
            os.dup2(kept, out)
            os.close(kept)


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"sumspace: {on_one_line(message)}\n")
    sys.exit(2)
