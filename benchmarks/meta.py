"""How long it takes to compare every measure with people, and what comes out: REALSumm, 25 systems on 100 documents."""

from __future__ import annotations

import time

import sumspace
from bench import corpora, machine

CORPUS = "realsumm"
SHOWN = ("rouge-2", "rouge-su4", "rouge-1", "cosine", "lsa-terms", "keywords", "lsa-topic")


def main() -> None:
    """Run the study as the command does, and print the system-level correlations of the paper's measures."""
    print(f"meta: {machine()}")
    path = next((path for path in corpora() if path.name.startswith(CORPUS)), None)
    if path is None:
        print(f"the corpus {CORPUS} is not there")
        return
    begin = time.perf_counter()
    study = sumspace.meta(str(path))
    seconds = time.perf_counter() - begin
    size = f"{len(study.measures)} measures, {len(study.systems)} systems, {len(study.documents)} documents"
    print(f"{size}, three levels, {study.plan.bootstrap.resamples:,} resamples: {seconds:.0f} s")
    for aspect in study.aspects:
        for result in study.correlations[aspect, "system"]:
            if str(result.measure) in SHOWN:
                print(f"  {aspect}, {result.measure}: r = {result.pearson:.3f}")


if __name__ == "__main__":
    main()
