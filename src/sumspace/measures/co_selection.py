"""Co-selection: sentences that a summary shares with extracts by people (Steinberger & Ježek 2009, section 3.2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.corpus.model import Summary
from sumspace.errors import SettingError
from sumspace.measures.measure import MEASURES, Family, Measure, Scores, f_measure, number, share

if TYPE_CHECKING:
    from sumspace.measures.batch import Batch, Pair


@MEASURES.register("co-selection")
@dataclass(frozen=True, slots=True)
class CoSelection(Measure):
    """Precision, recall and F (eqs. 1, 2) of a summary's sentences; those of a text are found by their letters.

    F_β = (β² + 1)PR / (β²P + R), eq. 2 as printed: by it, β > 1 favours recall and β < 1 precision, although the
    sentence below it in the paper says the opposite. Without β, F follows the setting's α.

    Several judges are pooled (formula A), or the one counts with the best recall (B) or F (F). Limits on the length of
    summaries do not matter here: it is sentences that are chosen, not words.
    """

    beta: float | None = None

    options: ClassVar = {"beta": number}
    usage: ClassVar[str] = "co-selection, co-selection(BETA)"
    title: ClassVar[str] = "sentences shared with human extracts; with a number, F-beta: above 1 favours recall"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "sentences"

    def __post_init__(self) -> None:
        if self.beta is not None and not 0.01 <= self.beta <= 100:
            raise SettingError(f"the beta of co-selection must be between 0.01 and 100, not {self.beta:g}")

    def lacks(self, pair: Pair) -> str:
        if pair.example is None or not any(pair.example.extracts.values()):
            return "has no human extracts"
        return "has a summary that is not an extract" if pair.extract is None else ""

    def evaluate(self, batch: Batch) -> Scores:
        alpha = batch.setting.alpha if self.beta is None else 1 / (1 + self.beta**2)
        values = np.array([_scores(pair, batch.setting.formula, alpha) for pair in batch.pairs])
        return Scores(*values.T)


def _scores(pair: Pair, formula: str, alpha: float) -> tuple[float, float, float]:
    extract, judged = set(pair.extract or ()), _chosen_by_judges(pair)
    counts = np.array([(len(extract & chosen), len(chosen), len(extract)) for chosen in judged], dtype=float)
    if formula == "A":
        counts = counts.sum(axis=0, keepdims=True)
    shared, *sizes = counts.T
    recall, precision = (share(shared, size) for size in sizes)
    f = f_measure(precision, recall, alpha)
    best = int((recall if formula == "B" else f).argmax())
    return float(recall[best]), float(precision[best]), float(f[best])


def _chosen_by_judges(pair: Pair) -> list[set[int]]:
    """Return what each judge has chosen, all of it sentences that the document has."""
    example = pair.example
    if example is None:
        return []
    if example.is_raw:
        for judge, chosen in example.extracts.items():
            example.resolve(Summary(extract=chosen), f"extracts.{judge}", pair.language)
    return [set(chosen) for chosen in example.extracts.values()]
