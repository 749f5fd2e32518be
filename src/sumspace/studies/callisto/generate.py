"""Every document summarized with every configuration, and every summary scored (Rigouste 2004, section 5.3)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

import numpy as np

from sumspace.compute.ledger import digest
from sumspace.errors import NotDefinedError, NothingToDoError
from sumspace.measures.batch import Pair
from sumspace.measures.scoring import Setting, evaluate
from sumspace.show.table import Column, Table
from sumspace.show.text import counted
from sumspace.space.budget import AtMost
from sumspace.summarizers.callisto.configuration import Configuration, combinations
from sumspace.summarizers.callisto.features import features_of
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.tasks.labels import write_record_file
from sumspace.tasks.task import LeftOut, Result, Results, over_documents
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import polars as pl

    from sumspace.arrays import Floats, Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.measures.measure import Measure, Scores
    from sumspace.show.table import Record
    from sumspace.studies.callisto.plan import GenerationPlan
    from sumspace.summarizers.callisto.configuration import Size

    #: The numbers of the sentences of a summary, in the document's order.
    Summary = tuple[int, ...]


T = TypeVar("T")

#: The parameters of a configuration, and those of them that are numbers.
_PARAMETERS = tuple(parameter.name for parameter in fields(Configuration))
_NUMBERS = ("phrases", "threshold", "sentences", "words")
_ABOUT = {
    "segmenter": "what divides a text into segments",
    "extractor": "what extracts key phrases",
    "phrases": "number of key phrases",
    "threshold": "key phrases that a sentence must contain",
    "match": "whether key phrases are matched by stems or words",
    "summarizer": "the summarizer in place of segments and key phrases",
    "words": "the most words that the summary may have",
}
_EXTRACT = Column("extract", write=lambda record: " ".join(map(str, record["extract"])), about="sentences, from 0")


@dataclass(frozen=True, eq=False)
class GeneratedDocument(Result):
    """The different summaries of a document as sentence numbers; each is kept once."""

    id: str
    domain: str
    features: Floats
    #: The different summaries.
    summaries: tuple[Summary, ...]
    #: The summary that each configuration generates, and that of each baseline and length: [baseline, length].
    by_configuration: Integers
    by_baseline: Integers
    #: The scores of the different summaries.
    scores: dict[Measure, Scores]

    @property
    def different(self) -> int:
        """The number of different summaries that the configurations generate."""
        return len(set(self.by_configuration.tolist()))

    def f_scores(self, measure: Measure) -> Floats:
        """Return the F-score of every configuration's summary."""
        scores: Floats = self.scores[measure].f1[self.by_configuration]
        return scores

    def made_by(self, configurations: Iterable[int]) -> list[Summary]:
        return [self.summaries[self.by_configuration[configuration]] for configuration in configurations]

    def __repr__(self) -> str:
        made = f"{counted(len(self.by_configuration), 'configuration')}, {counted(self.different, 'different extract')}"
        return f"<GeneratedDocument {self.id!r}: {made}>"

    def table(self) -> Table:
        """Return the different summaries, the best on the first measure first."""
        makers = np.bincount(self.by_configuration, minlength=len(self.summaries)).tolist()
        scores = {str(measure): own.f1.tolist() for measure, own in self.scores.items()}
        first = next(iter(scores))
        records = [
            {"extract": list(summary), "configurations": made, **{name: own[place] for name, own in scores.items()}}
            for place, (summary, made) in enumerate(zip(self.summaries, makers, strict=True))
            if made
        ]
        about = "how many configurations make this summary"
        columns = (
            _EXTRACT,
            Column("configurations", kind="number", write=",d", about=about),
            *(Column(str(m), f"{m} F1" * (not m.has_one_value), "number", ".5f") for m in self.scores),
        )
        records.sort(key=lambda record: -record[first])
        return Table("summaries", "", columns, records)


def generate(examples: Iterable[Example], plan: GenerationPlan) -> Iterator[GeneratedDocument | LeftOut]:
    """Summarize every document with every configuration and score the summaries, in the documents' order."""
    kea = [(repr(model), model.frequencies, model.texts) for model in (plan.kea, *plan.apart) if model is not None]
    kind = f"callisto {digest(repr(plan.configurations), plan.baselines, kea)}"
    return over_documents(examples, plan, partial(_generate, plan), kind)


def _generate(plan: GenerationPlan, document: Document) -> GeneratedDocument:
    article = document.article()
    pipeline = Pipeline(article, plan.kea)
    if plan.apart:
        pipeline = Pipeline(article, plan.kea_for(pipeline.wording))
    seed = crc32(document.id.encode("utf-8", "surrogatepass")) + plan.seed
    summaries: dict[Summary, int] = {}

    def number(configuration: Configuration) -> int:
        summary = _shorten(ranked(configuration), configuration.size, document.lengths)
        return summaries.setdefault(summary, len(summaries))

    def ranked(configuration: Configuration) -> list[int]:
        # A ranking does not depend on the length.
        key = configuration.without_length
        if key not in rankings:
            rankings[key] = pipeline.rank(configuration, seed)
        return rankings[key]

    rankings: dict[tuple[str | int, ...], list[int]] = {}
    by_configuration = [number(configuration) for configuration in plan.configurations]
    by_baseline = [[number(Configuration.of_summarizer(name, size)) for size in plan.sizes] for name in plan.baselines]
    features, scores = features_of(article, pipeline.wording), _score(document, summaries, plan)
    numbers = np.array(by_configuration, np.min_scalar_type(len(summaries)))
    return GeneratedDocument(
        document.id, document.domain, features, tuple(summaries), numbers, np.array(by_baseline), scores
    )


def _shorten(ranking: Sequence[int], size: Size, lengths: Integers) -> Summary:
    """Take the best sentences, in the document's order; where no sentence is short enough, there are none."""
    if size.unit == "sentences":
        return tuple(sorted(ranking[: size.count]))
    extract = AtMost(size.count).fill(ranking, lengths)
    return tuple(sorted(extract.sentences)) if extract else ()


def _score(document: Document, summaries: Iterable[Summary], plan: GenerationPlan) -> dict[Measure, Scores]:
    """Score summaries by all references together."""
    example, language = document.example, plan.profile.language
    bodies = tuple(reference.body for reference in example.references)
    pairs = [
        Pair(Passage(sentences=document.write(summary)), bodies, example, given_extract=summary, language=language)
        for summary in summaries
    ]
    for measure in plan.measures:
        if lack := measure.lacks(pairs[0]):
            raise NotDefinedError(lack)
    scores = evaluate(pairs, plan.measures, Setting(plan.profile))
    for measure, values in scores.items():
        if np.isnan(values.f1).any():
            raise NotDefinedError(f"has summaries without a score on {measure}")
    return scores


def without_left_out(results: Iterable[T | LeftOut], left_out: list[LeftOut]) -> Iterator[T]:
    """Yield the results, and collect the skipped documents; raise where there are no results."""
    count = 0
    for result in results:
        if isinstance(result, LeftOut):
            left_out.append(result)
        else:
            count += 1
            yield result
    if not count:
        why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
        raise NothingToDoError(f"there is no document to study{why}")


class GeneratedSummaries(Results[GeneratedDocument]):
    """The summaries of a corpus: a `GeneratedDocument` for each document, and mean scores."""

    plan: GenerationPlan

    def __init__(self, plan: GenerationPlan, documents: Iterable[GeneratedDocument | LeftOut]) -> None:
        super().__init__(plan, self._summed(documents), "there is no document to summarize")
        #: Measure, part of its scores, and name of the field of a record.
        self._scores = [
            (measure, part, str(measure) if measure.has_one_value else f"{measure} {part}")
            for measure in plan.measures
            for part in (("f1",) if measure.has_one_value else ("recall", "precision", "f1"))
        ]
        self._ended = False
        self._documents = self._different = 0
        self._sums: dict[Measure, Floats] = {measure: np.zeros(len(plan.configurations)) for measure in plan.measures}

    def _summed(self, documents: Iterable[GeneratedDocument | LeftOut]) -> Iterator[GeneratedDocument | LeftOut]:
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
        columns = (
            Column("id"),
            *(
                Column(name, kind="number" if name in _NUMBERS else "text", about=_ABOUT.get(name, ""))
                for name in _PARAMETERS
            ),
            _EXTRACT,
            *(Column(name, kind="number", write=".5f", about="score of the summary") for _, _, name in self._scores),
        )
        return Table("summaries", "", columns, records if stream else tuple(records))

    def _records(self, documents: Iterable[GeneratedDocument]) -> Iterator[Record]:
        configurations = [
            {name: value or None for name, value in asdict(configuration).items()}  # None: does not apply
            for configuration in self.plan.configurations
        ]
        for document in documents:
            about = {"id": document.id, "domain": document.domain}
            scores = {name: getattr(document.scores[measure], part).tolist() for measure, part, name in self._scores}
            for configuration, place in zip(configurations, document.by_configuration.tolist(), strict=True):
                own = {name: values[place] for name, values in scores.items()}
                yield {**about, **configuration, "extract": list(document.summaries[place]), **own}

    def _finish(self, *, stream: bool = False) -> None:
        if not self._ended:
            for _ in self.stream() if stream else self.complete():
                pass

    def overview(self, *, stream: bool = False) -> Table:
        """Return the mean scores of combinations of segmenter and extractor; a stream of documents is not kept."""
        self._finish(stream=stream)
        columns = [Column(name, about=_ABOUT[name]) for name in ("segmenter", "extractor")]
        for measure, part, name in self._scores:
            if part == "f1":
                title = name if measure.has_one_value else f"{measure} F1"
                columns.append(Column(name, title, "number", ".5f", about="mean over documents and configurations"))
        names = [column.name for column in columns]
        records: list[Record] = []
        for pair, own in combinations(self.plan.configurations).items():
            means = [float(sums[own].mean()) / max(self._documents, 1) for sums in self._sums.values()]
            records.append(dict(zip(names, [*pair, *means], strict=True)))
        records.sort(key=lambda record: -record[names[2]])
        title = "Mean scores of segmenters and key phrase extractors"
        return Table("combinations", title, tuple(columns), records, (self.summary(),))

    def summary(self) -> str:
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
        import polars as pl

        names = {"id": pl.String, "domain": pl.String}
        parameters = {name: pl.Int64 if name in _NUMBERS else pl.String for name in _PARAMETERS}
        scores = {name: pl.Float64 for _, _, name in self._scores}
        return pl.Schema({**names, **parameters, "extract": pl.List(pl.Int64), **scores})

    def _repr_html_(self) -> str:
        return self.overview().html(style=True)
