"""The program `sumspace`."""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Annotated, NoReturn

import typer

from sumspace import __version__
from sumspace.cli import corpus
from sumspace.cli.limits import limits
from sumspace.cli.list import list_names
from sumspace.cli.rank import rank
from sumspace.cli.score import score
from sumspace.cli.space import space
from sumspace.errors import SumspaceError, on_one_line

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (score, space, rank, limits):
    app.command()(command)
app.add_typer(corpus.app, name="corpus")
app.command("list")(list_names)


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
    # What is half-written is removed on the way out, however we are told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.set_int_max_str_digits(1_000_000)  # the number of extracts may be longer than Python writes by itself
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SumspaceError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has enough; so that Python does not complain once more when it flushes:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename or 'the system'}: {error.strerror or error}")
    except MemoryError:
        _fail("there is not enough memory for this; cut the texts with --words or score fewer at a time")


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"sumspace: {on_one_line(message)}\n")
    sys.exit(2)
