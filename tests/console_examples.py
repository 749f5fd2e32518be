"""The examples of the command line in the documentation: found, run, compared, and written anew.

An example is a block of the language `console` that shows output. Its commands run in a folder with copies of
docs/files: one folder for each page, so that an example may use what an earlier one of its page has written. sumspace
itself runs in this process, and what it prints goes to a shell if a pipe follows; other commands run in a shell. What
is shown is standard output or, where that is empty, standard error. A block that shows `…` is yet to be filled.

Run as a program, it brings the output of all examples up to date: see scripts/examples.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO
from unittest import mock

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGES = [
    path
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if path.name not in {"CHANGELOG.md", "CONTRIBUTING.md"}
]
#: The program alone, with arguments that mean the same to a shell; what follows a pipe.
_PLAIN = re.compile(r"sumspace (?P<arguments>[^|&;<>*?$`\\\n]+)(?:\| (?P<filter>.+))?")
_BLOCK = re.compile(r"(?m)^```console\n(?P<body>.*?)^```$", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of console lines: its commands, each with the output that is shown below it."""

    start: int
    end: int
    commands: tuple[tuple[str, str], ...]

    @property
    def is_example(self) -> bool:
        return any(output for _, output in self.commands)


def blocks_of(text: str) -> list[Block]:
    """All console blocks of a page."""
    return [Block(*found.span("body"), _commands(found["body"])) for found in _BLOCK.finditer(text)]


def _commands(body: str) -> tuple[tuple[str, str], ...]:
    commands: list[tuple[str, str]] = []
    continued = False
    for line in body.splitlines(keepends=True):
        if line.startswith("$ "):
            commands.append((line[2:].rstrip("\n"), ""))
        elif commands and continued:
            commands[-1] = (f"{commands[-1][0]}\n{line.rstrip()}", "")
        elif commands:
            commands[-1] = (commands[-1][0], commands[-1][1] + line)
        continued = bool(commands) and not commands[-1][1] and commands[-1][0].endswith("\\")
    return tuple(commands)


@dataclass(frozen=True)
class Printed:
    """The exit code of a command, and what it printed."""

    code: int
    out: bytes
    err: bytes


def run(command: str, folder: Path) -> str:
    """What a command prints; one that fails, with exit code 2, ends the program."""
    environment = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "COLUMNS"}}
    environment["NO_COLOR"] = "1"
    with mock.patch.dict(os.environ, environment, clear=True):
        plain = _PLAIN.fullmatch(command)
        if plain is None:
            done = _in_shell(command, folder)
        else:
            done = _in_this_process(tuple(shlex.split(plain["arguments"], comments=True)), folder)
            if plain["filter"] and done.code != 2:
                done = _in_shell(plain["filter"], folder, done.out)
    if done.code == 2:
        raise SystemExit(f"{command}: {done.err.decode().strip()}")
    shown = done.out or done.err
    text = "\n".join(line.rstrip() for line in shown.decode().splitlines())
    return text.rstrip() + "\n" if text.strip() else ""


def _in_shell(command: str, folder: Path, given: bytes | None = None) -> Printed:
    program = folder.parent / "bin" / "sumspace"
    if not program.exists():
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sumspace "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, input=given, capture_output=True, check=False
    )
    return Printed(done.returncode, done.stdout, done.stderr)


#: What commands on nothing but the built-in sample have printed: several pages show parts of the same.
_KNOWN: dict[tuple[str, ...], Printed] = {}


def _in_this_process(arguments: tuple[str, ...], folder: Path) -> Printed:
    if arguments in _KNOWN:
        return _KNOWN[arguments]
    from sumspace.cli.main import main

    code = 0
    with ExitStack() as stack:
        out, err = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(2))
        stack.enter_context(chdir(folder))
        stack.enter_context(mock.patch("sys.argv", ["sumspace", *arguments]))
        stack.enter_context(redirect_stdout(stack.enter_context(_leading_to(out.fileno(), 1))))
        stack.enter_context(redirect_stderr(stack.enter_context(_leading_to(err.fileno(), 2))))
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        out.seek(0)
        err.seek(0)
        printed = Printed(code, out.read(), err.read())
    if not any((folder / word).exists() or word in {"-o", "--output"} for word in arguments):
        _KNOWN[arguments] = printed
    return printed


@contextmanager
def _leading_to(target: int, number: int) -> Iterator[TextIO]:
    """Let a stream of the system lead into a file, and return a stream of Python's that does so too."""
    kept = os.dup(number)
    try:
        os.dup2(target, number)
        with open(number, "w", encoding="utf-8", closefd=False) as stream:
            yield stream
    finally:
        os.dup2(kept, number)
        os.close(kept)


def refreshed(text: str, folder: Path) -> str:
    """A page with the output that its examples have now."""
    if not folder.exists():
        shutil.copytree(ROOT / "docs" / "files", folder)
    parts, end = [], 0
    for block in blocks_of(text):
        if block.is_example:
            shown = "".join(f"$ {command}\n{run(command, folder)}" for command, _ in block.commands)
            parts += [text[end : block.start], shown]
            end = block.end
    return "".join([*parts, text[end:]])


def pages_with_examples() -> list[Path]:
    """The pages that show output."""
    return [path for path in PAGES if any(block.is_example for block in blocks_of(path.read_text(encoding="utf-8")))]


def main(names: list[str]) -> None:
    """Write the examples of these pages anew, or of all."""
    chosen = [Path(name).resolve() for name in names] or pages_with_examples()
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate(chosen):
            text = path.read_text(encoding="utf-8")
            try:
                new = refreshed(text, Path(folder) / str(number))
            except SystemExit as failure:
                failed.append(f"{path.relative_to(ROOT)}: not written: {failure}")
                continue
            if new != text:
                path.write_text(new, encoding="utf-8")
            print(f"{path.relative_to(ROOT)}: {'written anew' if new != text else 'up to date'}", flush=True)
    if failed:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main(sys.argv[1:])
