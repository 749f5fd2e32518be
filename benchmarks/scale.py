"""How long 30,000 and 300,000 documents take, and the most memory that is needed: `labels` and `rank` on ROUGE-2.

The documents are made of the built-in sample: a few sentences of one of its documents, and the beginning of a
reference. Each command is a process of its own, which reads a packed file; its peak is what the system says of it at
its end. Two cores. Other numbers of documents, and the names of the commands to run, are arguments: `limits`, without
its sweep and its samples of whole documents, runs only where it is named.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import sumspace
from bench import machine, use_cores

SIZES, SENTENCES = (30_000, 300_000), 6
COMMANDS = {
    "labels": ("labels", "--words", "40", "-m", "rouge-2", "--json"),
    "rank": ("rank", "--words", "40", "-m", "rouge-2"),
    "limits": ("limits", "--words", "40", "-m", "rouge-2", "--no-sweep", "--no-whole", "--json"),
}


class Cost(NamedTuple):
    """What a process has cost: seconds, and the most megabytes that it held."""

    seconds: float
    megabytes: float


def write_corpus(path: Path, documents: int) -> None:
    """Write documents of a few sentences, which begin further and further on in those of the sample."""
    sample = list(sumspace.read("sample"))
    texts = [[sentence for section in example.sections for sentence in section.body.split()] for example in sample]
    with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as file:
        for number in range(documents):
            again, place = divmod(number, len(sample))
            first = again % (len(texts[place]) - SENTENCES)
            record = {
                "id": f"{sample[place].id}-{again}",
                "sentences": texts[place][first : first + SENTENCES],
                "references": [{"sentences": sample[place].references[0].body.split()[:2]}],
            }
            file.write(json.dumps(record) + "\n")


def measure(*arguments: str) -> Cost:
    """Run a command to its end."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "sumspace", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return Cost(time.perf_counter() - begin, usage.ru_maxrss / 1024)


def main() -> None:
    use_cores(2)
    arguments = sys.argv[1:]
    sizes = tuple(int(size) for size in arguments if size.isdecimal()) or SIZES
    commands = [name for name in COMMANDS if name in arguments] or ["labels", "rank"]
    print(machine())
    print(f"{'':14}{'documents':>10}{'seconds':>9}{'MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        corpora = {size: Path(folder) / f"{size}.jsonl.gz" for size in sizes}
        for size, path in corpora.items():
            write_corpus(path, size)
        for name in commands:
            command, *options = COMMANDS[name]
            # Loops that are not compiled yet would be part of the first figure.
            write_corpus(Path(folder) / "first.jsonl.gz", 100)
            measure(command, f"{folder}/first.jsonl.gz", *options)
            for size, path in corpora.items():
                cost = measure(command, str(path), *options)
                print(f"{name:14}{size:>10,}{cost.seconds:>9.0f}{cost.megabytes:>8.0f}", flush=True)


if __name__ == "__main__":
    main()
