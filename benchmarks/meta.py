"""How long it takes to compare every measure with people, and what comes out: REALSumm, 25 systems on 100 documents."""

from __future__ import annotations

import time

import sumspace
from bench import corpora, machine
from sumspace.studies.meta import study_meta
from sumspace.studies.meta_plan import MetaPlan

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
    found = study_meta(sumspace.read(str(path)), MetaPlan())
    seconds = time.perf_counter() - begin
    size = f"{len(found.measures)} measures, {len(found.systems)} systems, {len(found.documents)} documents"
    print(f"{size}, three levels, {found.plan.bootstrap.resamples:,} resamples: {seconds:.0f} s")
    for aspect in found.aspects:
        for one in found.correlated:
            if one.aspect == aspect and one.level == "system" and str(one.measure) in SHOWN:
                print(f"  {aspect}, {one.measure}: r = {one.correlation.pearson:.3f}")


if __name__ == "__main__":
    main()
