"""How long it takes to compare every measure with people, and what comes out: REALSumm, 25 systems on 100 documents."""

from __future__ import annotations

import time

import sumspace
from bench import corpora, machine
from sumspace.stats.correlation import COEFFICIENTS
from sumspace.studies.meta.tables import verdict_text

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
    plan = study.plan
    size = f"{len(study.measures)} measures, {len(study.systems)} systems, {len(study.documents)} documents"
    effort = f"{plan.bootstrap.resamples:,} resamples and {plan.permutations:,} permutations"
    print(f"{size}, three levels, {len(COEFFICIENTS)} coefficients, {effort}: {seconds:.0f} s")
    for aspect in study.aspects:
        for view in plan.views:
            for result in study.ranked(aspect, "system", view):
                if str(result.measure) in SHOWN:
                    print(f"  {aspect}, {result.metric}: r = {result.value('pearson'):.3f}")
            for verdict in study.verdicts(aspect, "system", view):
                print(f"  {verdict_text(study, aspect, 'system', verdict)}")


if __name__ == "__main__":
    main()
