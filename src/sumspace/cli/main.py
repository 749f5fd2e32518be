"""The program `sumspace`."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import warnings
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sumspace import __version__
from sumspace.cli import callisto, corpus
from sumspace.cli.command import note
from sumspace.cli.commands import COMMANDS
from sumspace.cli.learning import learning, train
from sumspace.cli.program import Program
from sumspace.cli.serve import serve
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
app.command("serve")(serve)
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


@cache
def _command() -> Any:
    """Build the command line, once: this takes a while."""
    return typer.main.get_command(app)


def main() -> None:
    """Run the command line; errors for the user are one line, with exit code 2."""
    received = _handle_signals()
    gc.set_threshold(100_000, 20, 20)  # thousands of examples are made and freed, and none of them is a cycle
    sys.set_int_max_str_digits(1_000_000)  # the number of extracts may exceed Python's default
    # Otherwise colorama, which numba uses, keeps references to our streams and resets them after they are closed.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    _show_warnings()
    try:
        with _clean_output():
            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, io.TextIOWrapper):
                    stream.reconfigure(errors="backslashreplace")
            _command()()
    except SystemExit as end:
        if received and end.code == INTERRUPTED:
            sys.exit(128 + received[0])
        raise
    except SumspaceError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of our output has ended; without this, Python reports it again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'the system'}: {error.strerror or error}")
    except MemoryError:
        _fail("not enough memory; truncate the texts with --words or process fewer documents at a time")


def _handle_signals() -> list[int]:
    """Let signals interrupt the program, which keeps finished results and removes unfinished files; list them."""
    received: list[int] = []

    def interrupt(number: int, _: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup ignores it
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    return received


def _show_warnings() -> None:
    """Print warnings for the user as notes; an early stop is reported at the end instead."""
    warnings.showwarning = lambda message, *_: note(str(message))
    warnings.simplefilter("ignore", StoppedEarly)
    for kind in (CorpusNote, LostTokens, MissingCharts, UnmatchedScores):
        warnings.simplefilter("always", kind)


@contextmanager
def _clean_output() -> Iterator[None]:
    """Redirect what native libraries print to standard error, since standard output is for results."""
    stdout = sys.stdout
    try:
        out, err = stdout.fileno(), sys.stderr.fileno()
    except (AttributeError, io.UnsupportedOperation):  # replaced streams
        yield
        return
    stdout.flush()
    saved = os.dup(out)
    with os.fdopen(os.dup(out), "w", buffering=1 if stdout.isatty() else -1, encoding=stdout.encoding) as results:
        os.dup2(err, out)
        sys.stdout = results
        try:
            yield
        finally:
            sys.stdout = stdout
            os.dup2(saved, out)
            os.close(saved)


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"sumspace: {on_one_line(message)}\n")
    sys.exit(2)
