"""How much longer two Dask workers of this machine take than two threads, on the same commands, and whether both agree.

Each command is a process of its own, from its start to its end, so that the start of the workers is part of what is
measured; threads and workers take turns. Corpora are those in SUMSPACE_CORPORA, or the built-in sample where there are
none, as often as it takes for about a minute of two threads; one document has a single large space. Beside the seconds
stand those of all processors together, which another program on the machine does not lengthen as much. Two cores.

The names of commands, and a number of rounds, are arguments.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import sumspace
from bench import corpora, machine, use_cores
from space import news

if TYPE_CHECKING:
    from sumspace.corpus.model import Example

ROUNDS = 2
WHERE = {"threads": ("--jobs", "2"), "workers": ("--cluster", "local:2")}


class Work(NamedTuple):
    """A command, its options, and which corpus it is about, how often."""

    command: str
    corpus: str
    times: int
    options: tuple[str, ...]


WORKS = {
    "labels": Work("labels", "scitldr", 64, ()),
    "rank": Work("rank", "realsumm", 20, ("-m", "rouge-2")),
    "limits": Work("limits", "gum-news", 40, ("-m", "rouge-1", "-m", "rouge-2")),
    "agree": Work("agree", "scitldr", 24, ()),
    "space": Work("space", "", 1, ("--budget", "reach(140)", "-m", "rouge-1", "--engine", "exhaustive")),
}


class Cost(NamedTuple):
    """What a command has cost: seconds, those of all processors, and a digest of what it printed."""

    seconds: float
    processors: float
    printed: str


def write_corpus(path: Path, work: Work) -> int:
    """Write the documents of a corpus, each with a name of its own; return how many there are."""
    examples = list(sumspace.read(_source(work.corpus))) if work.corpus else [news()[0].example]
    copies = [_copy(example, again) for again in range(work.times) for example in examples]
    sumspace.write(copies, str(path))
    return len(copies)


def _source(name: str) -> str:
    return next((str(file) for file in corpora() if file.name.startswith(name)), "sample")


def _copy(example: Example, again: int) -> Example:
    name = f"{example.id}-{again}"
    return replace(example, id=name, record={**example.record, "id": name} if example.record else {})


def measure(*arguments: str) -> Cost:
    """Run a command to its end."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "sumspace", *arguments, "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    printed = hashlib.sha256(process.stdout.read() if process.stdout else b"").hexdigest()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return Cost(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, printed)


def compare(name: str, folder: Path, rounds: int) -> None:
    """Print what a command costs on threads and on workers."""
    work, path = WORKS[name], folder / f"{name}.jsonl.gz"
    documents = write_corpus(path, work)
    costs: dict[str, list[Cost]] = {where: [] for where in WHERE}
    for _ in range(rounds):
        for where, options in WHERE.items():
            costs[where].append(measure(work.command, str(path), *work.options, *options))
    seconds = {where: median(cost.seconds for cost in costs[where]) for where in WHERE}
    processors = {where: median(cost.processors for cost in costs[where]) for where in WHERE}
    printed = {cost.printed for where in WHERE for cost in costs[where]}
    print(
        f"{name:<8}{documents:>10,}{seconds['threads']:>10.1f}{seconds['workers']:>10.1f}"
        f"{seconds['workers'] / seconds['threads']:>8.2f}{processors['threads']:>12.1f}{processors['workers']:>10.1f}"
        f"{processors['workers'] / processors['threads']:>8.2f}  {'equal' if len(printed) == 1 else 'DIFFERENT'}"
        f"  {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main() -> None:
    """Print all figures."""
    use_cores(2)
    names = [name for name in sys.argv[1:] if name in WORKS] or list(WORKS)
    rounds = next((int(word) for word in sys.argv[1:] if word.isdecimal()), ROUNDS)
    print(f"{machine()}; two threads, two workers of one thread; medians of {rounds}\n")
    print(f"{'':18}{'seconds':>20}{'':8}{'seconds of processors':>22}")
    print(f"{'':8}{'documents':>10}{'threads':>10}{'workers':>10}{'ratio':>8}{'threads':>12}{'workers':>10}{'ratio':>8}"
          "  output  load")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / "first.jsonl"
        sumspace.write("sample", str(first))
        for name in names:  # loops that are not compiled yet would be part of the first figure
            options = WORKS[name].options if name != "space" else ("--words", "40", "-m", "rouge-1")
            measure(WORKS[name].command, str(first), *options)
            compare(name, Path(folder), rounds)


if __name__ == "__main__":
    main()
