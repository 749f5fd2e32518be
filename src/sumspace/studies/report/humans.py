"""Systems beside human summaries: everything is judged by the same references, all but one in turn.

A human summary cannot be judged by a set of references that it is part of. So each reference is judged by the others,
and a system by the same sets, each with one reference left out; its score is the mean over these sets (jackknifing).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sumspace.compute.work import in_chunks, ordered_map
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import evaluate
from sumspace.studies.comparison.contests import compete_on, mean_intervals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sumspace.arrays import Floats
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure, Part
    from sumspace.stats.resampling import Interval
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.comparison.plan import ComparisonPlan


#: What the row of human summaries is called.
HUMANS = "human summaries"
_CHUNK = 32
PARTS: tuple[Part, ...] = ("f1", "recall")


@dataclass(frozen=True, eq=False)
class BesideHumans:
    """Systems and human summaries on the documents that have at least two references."""

    documents: int
    #: The systems, then the human summaries.
    names: tuple[str, ...]
    #: The mean of each, by part of the score and measure.
    means: dict[tuple[Part, Measure], list[Interval]]
    #: The paired tests of F1, corrected for all pairs.
    contests: dict[Measure, Contest]


def beside_humans(examples: Iterable[Example], systems: Sequence[str], plan: ComparisonPlan) -> BesideHumans | None:
    """Score each reference by the others, and systems by the same sets; None where no document has two references."""
    names = (*systems, HUMANS)

    def score(chunk: list[Example]) -> dict[tuple[Part, Measure], Floats]:
        return _score(chunk, names, plan)

    several = (example for example in examples if len(example.references) > 1)
    parts = list(ordered_map(score, in_chunks(several, _CHUNK), plan.workers.jobs))
    if not parts:
        return None
    tables = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    means = {key: mean_intervals(table, plan, plan.workers.jobs) for key, table in tables.items()}
    contests = {m: compete_on(plan, m, names, None, tables["f1", m]) for m in plan.measures}
    return BesideHumans(len(tables["f1", plan.measures[0]]), names, means, contests)


def _score(
    examples: Sequence[Example], names: Sequence[str], plan: ComparisonPlan
) -> dict[tuple[Part, Measure], Floats]:
    """Return tables [document, system], means over the sets of references."""
    language = plan.setting.profile.language
    pairs: list[Pair] = []
    places: list[tuple[int, int]] = []
    for row, example in enumerate(examples):
        bodies = [reference.body for reference in example.references]
        summaries = {name: example.summary(name, language) for name in names[:-1] if name in example.systems}
        for out, body in enumerate(bodies):
            others = tuple(bodies[:out] + bodies[out + 1 :])
            for column, name in enumerate(names):
                peer = body if name == HUMANS else summaries.get(name)
                if peer is not None:
                    pairs.append(Pair(peer, others, example, name, language=language))
                    places.append((row, column))
    scores = evaluate(pairs, plan.measures, plan.setting)
    where = tuple(np.array(places, dtype=np.int64).T)
    tables: dict[tuple[Part, Measure], Floats] = {}
    for measure, values in scores.items():
        for part in PARTS:
            own = np.asarray(getattr(values, part), dtype=np.float64)
            sums, counts = np.zeros((len(examples), len(names))), np.zeros((len(examples), len(names)))
            np.add.at(sums, where, own)
            np.add.at(counts, where, 1)
            tables[part, measure] = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return tables
