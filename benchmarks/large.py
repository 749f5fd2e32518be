"""What the largest documents take: CPU seconds and peak memory of commands, each in a process of its own.

    python benchmarks/large.py [SENTENCES ...]

Documents are made up: sentences of 5 to 25 words whose frequencies follow Zipf's law, and a reference of 30 words of
the document. Each command has one thread, a second and 0.3 GB for a space, and two seconds for an oracle. CPU seconds
count what the command itself used, whatever else the machine was doing.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

_WORDS = 30_000
_ALLOWED = ["--words", "30", "--time", "1", "--memory", "0.3", "--jobs", "1"]
_ORACLE = ["--words", "30", "--time", "2", "--jobs", "1", "-m", "rouge-1"]
COMMANDS = {
    "space": ["space", *_ALLOWED],
    "rank": ["rank", *_ALLOWED],
    "oracle": ["oracle", *_ORACLE],
    "oracle, ilp": ["oracle", "--method", "ilp", *_ORACLE],
}


def make_document(sentences: int, seed: int = 0) -> dict[str, object]:
    """Make a document up."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, _WORDS + 1)
    lengths = rng.integers(5, 26, sentences)
    words = [f"w{number}" for number in rng.choice(_WORDS, size=int(lengths.sum()), p=chances / chances.sum())]
    ends = np.cumsum(lengths)
    texts = [" ".join(words[end - length : end]) + "." for end, length in zip(ends, lengths, strict=True)]
    return {"id": f"{sentences}", "sentences": texts, "references": [" ".join(rng.choice(words, size=30)) + "."]}


def measure(arguments: list[str]) -> tuple[float, float]:
    """Return the CPU seconds and the peak memory, in MB, of a command."""
    command = [sys.executable, "-m", "sumspace", *arguments]
    out = os.open(os.devnull, os.O_WRONLY)
    child = os.posix_spawn(sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out, 1)])
    os.close(out)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main(sizes: list[int]) -> None:
    """Print a table: each command on a document of each size, after one on a short document, which compiles."""
    with TemporaryDirectory() as folder:
        print("| sentences | " + " | ".join(f"`{name}`, s | MB" for name in COMMANDS) + " |")
        print("|---:" * (1 + 2 * len(COMMANDS)) + "|")
        for size in [100, *sizes]:
            path = Path(folder) / f"{size}.jsonl"
            path.write_text(json.dumps(make_document(size)) + "\n")
            row = [measure([arguments[0], str(path), *arguments[1:]]) for arguments in COMMANDS.values()]
            if size != 100:
                cells = " | ".join(f"{seconds:.1f} | {memory:.0f}" for seconds, memory in row)
                print(f"| {size:,} | {cells} |", flush=True)


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]] or [1000, 5000, 20_000, 100_000])
