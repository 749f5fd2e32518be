"""Every document summarized with every configuration, and every summary scored (Rigouste 2004, section 5.3)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from sumspace.errors import NotDefinedError, SettingError
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import Setting, evaluate
from sumspace.show.table import Column, Table
from sumspace.show.text import counted
from sumspace.summarizers.callisto.configuration import combinations
from sumspace.summarizers.callisto.features import features_of
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.tasks.labels import write_record_file
from sumspace.tasks.task import LeftOut, Results, over_documents
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl

    from sumspace.arrays import Floats, Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure, Scores
    from sumspace.show.table import Record
    from sumspace.studies.callisto.plan import GenerationPlan

    #: The numbers of the sentences of a summary, in the document's order.
    Summary = tuple[int, ...]

__all__ = ["GeneratedDocument", "GeneratedSummaries", "generate", "without_left_out"]

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class GeneratedDocument:
    """A document with all its summaries; one that several configurations make is there once."""

    example: Example
    features: Floats
    #: The different summaries.
    summaries: tuple[Summary, ...]
    #: Which of them each configuration makes, and which is the lead of each length.
    by_configuration: Integers
    leads: Integers
    #: What the different summaries score.
    scores: dict[Measure, Scores]

    @property
    def different(self) -> int:
        """How many different summaries the configurations make."""
        return len(set(self.by_configuration.tolist()))

    def f_scores(self, measure: Measure) -> Floats:
        """Return the F-score of every configuration's summary."""
        scores: Floats = self.scores[measure].f1[self.by_configuration]
        return scores

    def made_by(self, configurations: Iterable[int]) -> list[Summary]:
        """Return the summaries that these configurations make."""
        return [self.summaries[self.by_configuration[configuration]] for configuration in configurations]


def generate(examples: Iterable[Example], plan: GenerationPlan) -> Iterator[GeneratedDocument | LeftOut]:
    """Summarize every document with every configuration and score the summaries, in the documents' order."""

    def work(document: Document) -> GeneratedDocument:
        return _generate(document, plan)

    return over_documents(examples, plan, work)


def _generate(document: Document, plan: GenerationPlan) -> GeneratedDocument:
    article = document.article()
    pipeline = Pipeline(article, plan.kea)
    # The length has no part in the ranking, of which a summary is the beginning.
    rankings: dict[tuple[str | int, ...], list[int]] = {}
    summaries: dict[Summary, int] = {}
    by_configuration = []
    for configuration in plan.configurations:
        key = configuration.without_length
        if key not in rankings:
            rankings[key] = pipeline.rank(configuration)
        summary = tuple(sorted(rankings[key][: configuration.sentences]))
        by_configuration.append(summaries.setdefault(summary, len(summaries)))
    leads = [summaries.setdefault(tuple(range(min(length, len(article)))), len(summaries)) for length in plan.lengths]
    return GeneratedDocument(
        document.example,
        features_of(article, pipeline.wording),
        tuple(summaries),
        np.array(by_configuration),
        np.array(leads),
        _score(document, tuple(summaries), plan),
    )


def _score(document: Document, summaries: tuple[Summary, ...], plan: GenerationPlan) -> dict[Measure, Scores]:
    """Score summaries by all references together."""
    bodies = tuple(reference.body for reference in document.example.references)
    example, language = document.example, plan.profile.language
    texts = [Passage(sentences=document.write(summary)) for summary in summaries]
    pairs = [
        Pair(text, bodies, example, given_extract=summary, language=language)
        for text, summary in zip(texts, summaries, strict=True)
    ]
    for measure in plan.measures:
        if lack := measure.lacks(pairs[0]):
            raise NotDefinedError(lack)
    scores = evaluate(pairs, plan.measures, Setting(plan.profile))
    for measure, values in scores.items():
        if np.isnan(values.f1).any():
            raise NotDefinedError(f"has no value on {measure}")
    return scores


def without_left_out(results: Iterable[T | LeftOut]) -> tuple[list[T], list[LeftOut]]:
    """Return the results, and the documents that are left out; refuse a corpus without results.

    What ends the walk through the corpus early is raised: part of a corpus is not studied.
    """
    studied: list[T] = []
    left_out: list[LeftOut] = []
    for result in results:
        if isinstance(result, LeftOut):
            left_out.append(result)
        else:
            studied.append(result)
    if not studied:
        why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
        raise SettingError(f"there is no document to study{why}")
    return studied, left_out


class GeneratedSummaries(Results[GeneratedDocument]):
    """The summaries of a corpus: a `GeneratedDocument` for each document. Averages are kept of all that was made."""

    plan: GenerationPlan

    def __init__(self, plan: GenerationPlan, documents: Iterable[GeneratedDocument | LeftOut]) -> None:
        super().__init__(plan, self._summed(documents), "there is no document to summarize")
        self._ended = False
        self._documents = self._different = 0
        self._sums: dict[Measure, Floats] = {measure: np.zeros(len(plan.configurations)) for measure in plan.measures}

    def _summed(self, documents: Iterable[GeneratedDocument | LeftOut]) -> Iterator[GeneratedDocument | LeftOut]:
        """Yield what is generated, and sum its scores up."""
        try:
            for document in documents:
                if not isinstance(document, LeftOut):
                    self._documents += 1
                    self._different += document.different
                    for measure in self._sums:
                        self._sums[measure] += document.f_scores(measure)
                yield document
        finally:
            self._ended = True

    def table(self, *, stream: bool = False) -> Table:
        records = self._records(self.stream() if stream else self.complete())
        names = [name for measure in self.plan.measures for _, name in _score_fields(measure)]
        columns = (
            *map(Column, ("id", "segmenter", "extractor")),
            *(Column(name, kind="number") for name in ("phrases", "threshold")),
            Column("match"),
            Column("sentences", kind="number"),
            Column("extract", write=lambda record: " ".join(map(str, record["extract"]))),
            *(Column(name, kind="number", write=".5f") for name in names),
        )
        return Table("summaries", "", columns, records if stream else tuple(records))

    def _records(self, documents: Iterable[GeneratedDocument]) -> Iterator[Record]:
        """Yield every summary of every document, with its configuration and its scores."""
        fields = [(measure, *names) for measure in self.plan.measures for names in _score_fields(measure)]
        configurations = list(map(asdict, self.plan.configurations))
        for document in documents:
            about = {"id": document.example.id, "domain": document.example.domain}
            scores = {name: getattr(document.scores[measure], part).tolist() for measure, part, name in fields}
            for configuration, place in zip(configurations, document.by_configuration.tolist(), strict=True):
                own = {name: values[place] for name, values in scores.items()}
                yield {**about, **configuration, "extract": list(document.summaries[place]), **own}

    def _finish(self, *, stream: bool = False) -> None:
        """Make the summaries that are not made yet; with `stream` they are not kept."""
        if not self._ended:
            for _ in self.stream() if stream else self.complete():
                pass

    def overview(self, *, stream: bool = False) -> Table:
        """Return how each combination of segmenter and extractor does on average, over all its configurations.

        With `stream`, documents that are not there yet are made, but not kept.
        """
        self._finish(stream=stream)
        columns = [Column("segmenter"), Column("extractor", "key phrases")]
        for measure in self.plan.measures:
            heading = str(measure) if measure.has_one_value else f"{measure} F"
            columns.append(Column(_score_fields(measure)[-1][1], heading, "number", ".5f"))
        names = [column.name for column in columns]
        records: list[Record] = []
        for pair, own in combinations(self.plan.configurations).items():
            means = [float(sums[own].mean()) / max(self._documents, 1) for sums in self._sums.values()]
            records.append(dict(zip(names, [*pair, *means], strict=True)))
        records.sort(key=lambda record: -record[names[2]])
        title = "Mean scores over all documents, lengths and other settings"
        return Table("combinations", title, tuple(columns), records, (self.summary(),))

    def summary(self) -> str:
        """Say in a sentence how many summaries there are."""
        self._finish()
        configurations = len(self.plan.configurations)
        return (
            f"{self._documents * configurations:,} summaries, {self._different:,} of them different: "
            f"{counted(self._documents, 'document')}, {counted(configurations, 'configuration')} each"
        )

    def write(self, path: str | Path) -> None:
        """Write all summaries to .jsonl, .jsonl.gz or .parquet, whole or not at all."""

        def records() -> Iterator[Record]:
            yield from self._records(self.stream())
            if self.stopped:  # no part of a file is written
                raise self.stopped

        write_record_file(records(), self._schema, Path(path))

    def _schema(self) -> pl.Schema:
        """Return the columns of a Parquet file."""
        import polars as pl

        columns: dict[str, pl.DataType | type[pl.DataType]] = {
            "id": pl.String, "domain": pl.String, "segmenter": pl.String, "extractor": pl.String, "phrases": pl.Int64,
            "threshold": pl.Int64, "match": pl.String, "sentences": pl.Int64, "extract": pl.List(pl.Int64),
            **{name: pl.Float64 for measure in self.plan.measures for _, name in _score_fields(measure)},
        }  # fmt: skip
        return pl.Schema(columns)

    def _repr_html_(self) -> str:
        return self.overview().html()


def _score_fields(measure: Measure) -> list[tuple[str, str]]:
    """Return the parts of a score, and the fields that they have in a record; the last is the F-score, or value."""
    if measure.has_one_value:
        return [("f1", str(measure))]
    return [(part, f"{measure} {part}") for part in ("recall", "precision", "f1")]
