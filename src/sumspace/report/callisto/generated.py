"""The summaries of all configurations: a line for each, or how each combination does on average."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.report.output import as_text, new_table
from sumspace.show.text import counted
from sumspace.summarizers.callisto.configuration import combinations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl
    from numpy.typing import NDArray

    from sumspace.measures.measure import Measure
    from sumspace.studies.callisto_table import Generated, GenerationPlan

    Floats = NDArray[np.float64]

__all__ = ["Overview", "records", "schema"]


def records(documents: Iterable[Generated], plan: GenerationPlan) -> Iterator[dict[str, Any]]:
    """Yield every summary of every document, with its configuration and its scores."""
    parts = [(str(measure), part, column) for measure in plan.measures for part, column in _columns(measure)]
    for document in documents:
        made = document.made.tolist()
        scores = {column: getattr(document.scores[name], part).tolist() for name, part, column in parts}
        for one, place in zip(plan.configurations, made, strict=True):
            yield {
                "id": document.example.id, "domain": document.domain, "segmenter": one.segmenter,
                "extractor": one.extractor, "phrases": one.phrases, "threshold": one.threshold, "match": one.match,
                "sentences": one.sentences, "extract": list(document.summaries[place]),
                **{column: values[place] for column, values in scores.items()},
            }  # fmt: skip


def _columns(measure: Measure) -> list[tuple[str, str]]:
    if measure.has_one_value:
        return [("f1", str(measure))]
    return [(part, f"{measure} {part}") for part in ("recall", "precision", "f1")]


def schema(plan: GenerationPlan) -> pl.Schema:
    """Return the columns of a Parquet file."""
    import polars as pl

    columns: dict[str, pl.DataType | type[pl.DataType]] = {
        "id": pl.String, "domain": pl.String, "segmenter": pl.String, "extractor": pl.String, "phrases": pl.Int64,
        "threshold": pl.Int64, "match": pl.String, "sentences": pl.Int64, "extract": pl.List(pl.Int64),
        **{column: pl.Float64 for measure in plan.measures for _, column in _columns(measure)},
    }  # fmt: skip
    return pl.Schema(columns)


class Overview:
    """What passes by, on average: each combination of segmenter and extractor, over all its configurations."""

    def __init__(self, plan: GenerationPlan) -> None:
        self._plan = plan
        self._documents = self._different = 0
        self._sums: dict[str, Floats] = {str(m): np.zeros(len(plan.configurations)) for m in plan.measures}

    def watch(self, documents: Iterable[Generated]) -> Iterator[Generated]:
        """Hand on what is generated, and remember its scores."""
        for document in documents:
            self._documents += 1
            self._different += len(set(document.made.tolist()))
            for name in self._sums:
                self._sums[name] += document.scores[name].f1[document.made]
            yield document

    def __str__(self) -> str:
        made = self._documents * len(self._plan.configurations)
        return (
            f"{made:,} summaries, {self._different:,} of them different: {counted(self._documents, 'document')}, "
            f"{counted(len(self._plan.configurations), 'configuration')} each"
        )

    def render(self) -> Iterator[str]:
        """Show the mean scores."""
        table = new_table("Mean scores over all documents, lengths and other settings")
        for heading in ("segmenter", "key phrases"):
            table.add_column(heading)
        for measure in self._plan.measures:
            table.add_column(str(measure) if measure.has_one_value else f"{measure} F", justify="right")
        rows = [
            (names, [float(sums[places].mean()) / max(self._documents, 1) for sums in self._sums.values()])
            for names, places in combinations(self._plan.configurations).items()
        ]
        for names, means in sorted(rows, key=lambda row: -row[1][0]):
            table.add_row(*names, *(f"{mean:.5f}" for mean in means))
        return as_text([table, str(self), str(self._plan)])
