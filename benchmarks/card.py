"""What the card says of real corpora, and how long it takes.

Corpora are those in SUMSPACE_CORPORA, or the built-in sample where there are none.
"""

from __future__ import annotations

import argparse
import time

import sumspace
from bench import corpora, machine
from sumspace.studies.card.averages import REFERENCE

SHOWN = ("compression", "coverage", "density", "novel_1", "novel_2")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-oracles", action="store_true", help="leave extracts out")
    settings = parser.parse_args()
    print(machine())
    print(f"{'corpus':22}{'documents':>10}{'seconds':>9}{''.join(f'{name:>13}' for name in SHOWN)}{'suspicious':>12}")
    for name in [*map(str, corpora())] or ["sample"]:
        begin = time.perf_counter()
        card = sumspace.card(name, oracles=not settings.no_oracles)
        means = [card.everything.mean(REFERENCE, what) for what in SHOWN]
        numbers = "".join(f"{mean.mean:>13.3f}" if mean else f"{'-':>13}" for mean in means)
        label = name.rpartition("/")[2].removesuffix(".jsonl.gz")
        seconds = time.perf_counter() - begin
        print(f"{label:22}{len(card.documents):>10,}{seconds:>9.1f}{numbers}{len(card.leaks):>12}")


if __name__ == "__main__":
    main()
