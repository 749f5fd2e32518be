"""How far a table of scores agrees with a table of judgements, at three levels and with three coefficients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Coefficient", "Correlation", "Level", "Table", "correlate"]

#: What is correlated: the systems' means; the systems of each document, averaged; all pairs of document and system.
Level = Literal["system", "summary", "pooled"]
Coefficient = Literal["pearson", "spearman", "kendall"]


@dataclass(frozen=True, slots=True)
class Correlation:
    """The three coefficients, or why there are none; all of them are defined, or none is."""

    pearson: float | None
    spearman: float | None
    #: Kendall's tau-b.
    kendall: float | None
    #: How many systems, documents or pairs the coefficients rest on.
    points: int
    #: Why there are no coefficients, in words; empty where there are.
    reason: str = ""

    def __getitem__(self, coefficient: Coefficient) -> float | None:
        value: float | None = getattr(self, coefficient)
        return value


def correlate(scores: NDArray[np.float64], judgements: NDArray[np.float64], level: Level) -> Correlation:
    """Correlate two tables [document, system], NaN where there is no value, over the cells where both have one.

    At the system level the means of the systems are correlated; at the summary level the systems of each document, and
    the mean is taken over the documents with at least 3 systems whose scores and judgements are not all the same; at
    the pooled level all cells. Values that differ by less than 10⁻¹² of their table's largest tie, since means that
    are equal in truth come out different in their last digits, and so do scores; values that all tie are constant.
    """
    table = Table.of(scores, judgements, level)
    documents, systems = table.scores.shape
    values, outcomes = table.resampled(np.ones((1, documents), np.int64), np.ones((1, systems), np.int64))
    points = table.points if level != "summary" else int(outcomes[0, 0])
    if np.isnan(values).any():
        return Correlation(None, None, None, points, _reason(table, outcomes[0]))
    pearson, spearman, kendall = values[0].tolist()
    return Correlation(pearson, spearman, kendall, points)


@dataclass(frozen=True, slots=True)
class Table:
    """Scores beside judgements, ready to be correlated in any resample of documents and systems."""

    #: Scaled by powers of two so that the largest size is between a half and one; NaN where one of both is missing.
    scores: NDArray[np.float64]
    judgements: NDArray[np.float64]
    level: Level
    #: What `in_segments` needs of the points: values, groups of ties, places, and the segments they make.
    segments: tuple[NDArray[Any], ...]

    @classmethod
    def of(cls, scores: NDArray[np.float64], judgements: NDArray[np.float64], level: Level) -> Table:
        """Check and scale the tables; sort their points once, for all resamples."""
        from sumspace.stats.kernels import segment

        tables = [np.asarray(table, dtype=np.float64) for table in (scores, judgements)]
        if level not in get_args(Level):
            raise SettingError(f"there is no level {level!r}; there are: {', '.join(get_args(Level))}")
        if tables[0].ndim != 2 or tables[0].shape != tables[1].shape:
            raise SettingError(f"tables of the shapes {tables[0].shape} and {tables[1].shape} cannot be correlated")
        if any(np.isinf(table).any() for table in tables):
            raise SettingError("values that are infinite cannot be correlated")
        missing = np.isnan(tables[0]) | np.isnan(tables[1])
        x, y = (_scaled(np.where(missing, np.nan, table)) for table in tables)
        places = np.stack(np.nonzero(~missing))
        if level == "summary":
            documents, first = np.unique(places[0], return_index=True)
            starts = np.append(first, places.shape[1])
        else:
            documents, starts = np.array([-1]), np.array([0, places.shape[1]])
        order, groups = segment(x[~missing], y[~missing], starts)
        points = (x[~missing][order], y[~missing][order], groups, np.take(places, order, axis=1))
        return cls(x, y, level, (*points, starts, documents))

    @property
    def points(self) -> int:
        """How many systems (or pairs, at the other levels) have both values."""
        there = ~np.isnan(self.scores)
        return int(np.count_nonzero(there.any(axis=0) if self.level == "system" else there))

    def resampled(
        self, documents: NDArray[np.int64], systems: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return [resample, coefficient], NaN where undefined, and the counts of what came of each correlation.

        A resample is how often each document and each system was drawn: [resample, document], [resample, system].
        """
        from sumspace.stats.kernels import between_means, in_segments

        values, outcomes = np.empty((len(documents), 3)), np.zeros((len(documents), 4), np.int64)
        if self.level == "system":
            between_means(self.scores, self.judgements, documents, systems, values, outcomes)
        else:
            in_segments(*self.segments, documents, systems, values, outcomes)
        return values, outcomes


def _scaled(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale by a power of two, which rounds nothing, so that the largest size is between a half and one."""
    largest = np.max(np.abs(table), initial=0, where=~np.isnan(table))
    return np.asarray(np.ldexp(table, -np.frexp(largest)[1]))


def _reason(table: Table, outcomes: NDArray[np.int64]) -> str:
    from sumspace.stats.kernels import CONSTANT_JUDGEMENTS, CONSTANT_SCORES, FEW

    if np.isnan(table.scores).all():
        return "no summary has both"
    if table.level != "summary":
        kind = "system" if table.level == "system" else "summary"
        plural = "systems" if table.level == "system" else "summaries"
        return {
            FEW: f"only {table.points} {kind if table.points == 1 else plural}",
            CONSTANT_SCORES: "the scores are constant",
            CONSTANT_JUDGEMENTS: "the judgements are constant",
        }[int(np.argmax(outcomes))]
    if not outcomes[CONSTANT_SCORES] and not outcomes[CONSTANT_JUDGEMENTS]:
        return "no document has 3 systems"
    if not outcomes[CONSTANT_SCORES]:
        return "the judgements of every document are constant"
    if not outcomes[CONSTANT_JUDGEMENTS]:
        return "the scores of every document are constant"
    return "the scores or the judgements of every document are constant"
