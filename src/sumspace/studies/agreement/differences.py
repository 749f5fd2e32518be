"""How sure the means of the study of agreement are, and whether systems differ from human summaries and from Lead."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sumspace.compute.work import threads_of
from sumspace.stats.multiplicity import corrected
from sumspace.stats.paired import compare_pairs, resampled_means, widened
from sumspace.stats.resampling import Bootstrap
from sumspace.studies.agreement.documents import BASELINE, BEST_HUMAN, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.stats.paired import PairedTest
    from sumspace.stats.resampling import Interval
    from sumspace.studies.agreement.documents import DocumentAgreement
    from sumspace.studies.agreement.plan import AgreementPlan
    from sumspace.studies.agreement.study import AgreementStudy


#: A difference is significant where p is lower than this.
ALPHA = 0.05
#: How often documents are resampled, and scores exchanged.
RESAMPLES = 10_000
#: The human summaries other than the reference, on average; and MaxH with the best of them as it is.
OTHER_HUMANS, UNCUT_HUMAN = Source("human", "other humans"), Source("human", "MaxH uncut")
#: The first words of the document, as many as the summary has that stands beside them.
LEAD = Source("baseline", "Lead")


class Difference(NamedTuple):
    """One source less another, on the documents that have both."""

    result: PairedTest
    #: Corrected for all that were compared with the same (Holm), and how many these are.
    p: float
    tests: int

    @property
    def is_significant(self) -> bool:
        return self.p < ALPHA

    @property
    def can_tell(self) -> bool:
        """Whether any difference could be significant: with few documents, there are few exchanges."""
        result = self.result
        return result.is_tested and (not result.exact or 2.0 ** (1 - result.documents) * self.tests < ALPHA)


def find_differences(study: AgreementStudy) -> dict[tuple[Source, Source], Difference]:
    """Compare systems with human summaries and with Lead, and oracles and the full text with human summaries.

    Systems are compared at equal length: beside each, human summaries and Lead are cut to its length. Oracles have
    a length of their own, and so MaxH is uncut beside them.
    """
    systems = [source for source in study.sources if source.kind == "system"]
    beyond = [source for source in study.sources if source.kind in ("oracle", "full text")]
    baseline = [source for source in study.sources if source == BASELINE]
    families = {
        BEST_HUMAN: [*baseline, *systems],
        OTHER_HUMANS: [*baseline, *systems] if _are_several(study.documents) else [],
        LEAD: systems,
        UNCUT_HUMAN: beyond,
    }
    differences: dict[tuple[Source, Source], Difference] = {}
    for against, family in families.items():
        if not family:
            continue
        scores = [[value for source in family for value in _both(d, source, against)] for d in study.documents]
        pairs = [(2 * place, 2 * place + 1) for place in range(len(family))]
        workers = threads_of(study.plan.workers)
        results = compare_pairs(np.array(scores, dtype=np.float64), pairs, bootstrap_of(study.plan), workers=workers)
        p_values = corrected([result.p for result in results]).tolist()
        tests = sum(result.is_tested for result in results)
        for source, result, p in zip(family, results, p_values, strict=True):
            if result.documents:
                differences[source, against] = Difference(result, p, tests)
    return differences


def _are_several(documents: Sequence[DocumentAgreement]) -> bool:
    """Tell whether a document has several human summaries beside the reference, so that the best is not all of them."""
    scored = [score for document in documents for score in document.scores.values() if score.human is not None]
    return any(score.human - score.others > 1e-9 for score in scored if score.human and score.others is not None)


def _both(document: DocumentAgreement, source: Source, against: Source) -> tuple[float, float]:
    """Return what a source scores in a document and what the other one does, NaN where there is nothing."""
    score = document.scores.get(source)
    if score is None:
        return nan, nan
    others = {BEST_HUMAN: score.human, OTHER_HUMANS: score.others, LEAD: score.lead, UNCUT_HUMAN: document.maximum}
    other = others[against]
    return score.score, nan if other is None else other


def mean_interval(values: Sequence[float], plan: AgreementPlan) -> Interval:
    """Return the mean over documents with the bounds of a bootstrap; NaN where there are fewer than two."""
    table: Floats = np.array(values, dtype=np.float64)[:, None]
    drawn = resampled_means(table, bootstrap_of(plan), threads_of(plan.workers))[:, 0]
    return widened(float(table.mean()), drawn, bootstrap_of(plan).confidence, len(values))


def bootstrap_of(plan: AgreementPlan) -> Bootstrap:
    return Bootstrap(RESAMPLES, seed=plan.seed % 2**32)
