"""What all ROUGE measures share: from hits and totals to recall, precision and F (Lin 2004, ROUGE-1.5.5)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.measures.measure import Measure, Scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.measures.setting import Setting

    Floats = NDArray[np.float64]

__all__ = ["Counts", "Rouge", "f_measure", "round5"]


@dataclass(frozen=True, slots=True)
class Counts:
    """For every reference of every pair: what is shared, what the reference holds, what the peer holds."""

    hits: Floats
    totals: Floats
    peer_totals: Floats
    #: The recall by which formula B picks a reference; measures differ in whether it is rounded first.
    judged: Floats


class Rouge(Measure):
    """A measure that counts what a summary shares with each reference."""

    paper: ClassVar[str] = "Lin 2004"

    @abstractmethod
    def count(self, batch: Batch) -> Counts:
        """Count, per reference."""

    def count_units(self, batch: Batch, *, n: int = 0, gap: int = 0, unigrams: bool = False) -> Counts:
        """Count shared n-grams or, with n = 0, skip-bigrams; both cross sentence boundaries."""
        from sumspace.measures import kernels

        texts = batch.texts.joined
        runs = kernels.prefixes(texts.tokens, n) if n > 2 else texts.tokens
        found = kernels.shared_units(
            texts.tokens, texts.starts, runs, n, gap, unigrams, batch.peers, batch.starts, batch.references
        )
        hits, totals, peer_totals = (counts.astype(float) for counts in found)
        recalls = self.ratio(hits, totals)
        judged = round5(recalls) if batch.setting.profile.program.as_script else recalls
        return Counts(hits, totals, peer_totals[batch.owners], judged)

    def ratio(self, part: Floats, whole: Floats) -> Floats:
        """Divide; nothing of nothing is 0."""
        return np.divide(part, whole, out=np.zeros(len(part)), where=whole != 0)

    def evaluate(self, batch: Batch) -> Scores:
        counts = self.count(batch)
        hits, totals, peer_totals = counts.hits, counts.totals, counts.peer_totals
        if batch.setting.formula == "A":
            hits, totals, peer_totals = (np.add.reduceat(c, batch.starts[:-1]) for c in (hits, totals, peer_totals))
            return self._scores(hits, totals, peer_totals, batch.setting)
        each = self._scores(hits, totals, peer_totals, batch.setting)
        best = _first_best(counts.judged if batch.setting.formula == "B" else each.f1, batch)
        return Scores(each.recall[best], each.precision[best], each.f1[best])

    def _scores(self, hits: Floats, totals: Floats, peer_totals: Floats, setting: Setting) -> Scores:
        recall, precision = self.ratio(hits, totals), self.ratio(hits, peer_totals)
        if not setting.profile.program.as_script:
            return Scores(recall, precision, f_measure(precision, recall, setting.alpha))
        recall, precision = round5(recall), round5(precision)
        return Scores(recall, precision, round5(f_measure(precision, recall, setting.alpha)))


def f_measure(precision: Floats, recall: Floats, alpha: float = 0.5) -> Floats:
    """F = PR / ((1−α)P + αR), 0 where both are 0."""
    below = (1 - alpha) * precision + alpha * recall
    return np.divide(precision * recall, below, out=np.zeros(len(recall)), where=below > 0)


def round5(values: Floats) -> Floats:
    """Round to five decimals exactly as C's `%.5f` does.

    Scaling by 10⁵ can turn a value just beside a tie into a tie: those few are rounded by the formatter itself.
    """
    scaled = values * 1e5
    rounded = np.rint(scaled) / 1e5
    for i in np.flatnonzero(np.abs(scaled - np.floor(scaled) - 0.5) < 1e-6):
        rounded[i] = float(f"{values[i]:.5f}")
    return rounded


def _first_best(judged: Floats, batch: Batch) -> NDArray[np.int64]:
    """Return for each pair its reference with the highest value, the first on ties."""
    best = batch.starts[:-1].copy()
    for step in range(1, int(np.diff(batch.starts).max(initial=0))):
        candidates = batch.starts[:-1] + step
        there = np.flatnonzero(candidates < batch.starts[1:])
        better = there[judged[candidates[there]] > judged[best[there]]]
        best[better] = candidates[better]
    return best
