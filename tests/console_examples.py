"""The examples of the command line in the documentation: found, run, compared, and written anew.

An example is a block of the language `console` that shows output. Its commands run in a shell, in a folder with copies
of docs/files: one folder for each page, so that an example may use what an earlier one of its page has written. What is
shown is standard output or, where that is empty, standard error. A block that shows `…` is yet to be filled.

Run as a program, it brings the output of all examples up to date: see scripts/examples.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = [
    path
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if path.name not in {"CHANGELOG.md", "CONTRIBUTING.md"}
]
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


def run(command: str, folder: Path) -> str:
    """What a command prints; one that fails, with exit code 2, ends the program."""
    program = folder.parent / "bin" / "sumspace"
    if not program.exists():
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sumspace "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    environment.pop("FORCE_COLOR", None)
    environment.pop("COLUMNS", None)
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode == 2:
        raise SystemExit(f"{command}: {done.stderr.decode().strip()}")
    shown = done.stdout or done.stderr
    text = "\n".join(line.rstrip() for line in shown.decode().splitlines())
    return text.rstrip() + "\n" if text.strip() else ""


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
