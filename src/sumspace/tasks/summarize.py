"""Make summaries: a summarizer ranks the sentences of a document, and a budget takes them as they are ranked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any
from zlib import crc32

from sumspace.compute.work import Workers, check_seed, ordered_map
from sumspace.corpus import source
from sumspace.corpus.model import NO_TEXT, Summary
from sumspace.corpus.stream import tell_finished
from sumspace.document import Document
from sumspace.errors import OutputError, SettingError, TooLargeError, on_one_line
from sumspace.show.table import Column, Table
from sumspace.show.text import counted, joined
from sumspace.space.budget import AtMost, Budget
from sumspace.spec import signature
from sumspace.summarizers.random import Random
from sumspace.tasks.explained import explanation_tables
from sumspace.tasks.selecting import select
from sumspace.tasks.task import LeftOut, Result, Results, refuse_without_texts
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile
from sumspace.text.readable import MIN_WORDS, check_min_words, readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sumspace.arrays import Integers
    from sumspace.corpus.model import Example
    from sumspace.document import Article
    from sumspace.space.budget import Extract
    from sumspace.space.space import Part
    from sumspace.summarizers.explanation import Explanation
    from sumspace.summarizers.summarizer import Summarizer
    from sumspace.text.readable import Readability


#: How many words summaries have at most, unless told otherwise.
WORDS = 100


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """Which summaries to make, and how."""

    #: The summarizers, by the names that their summaries have.
    summarizers: Mapping[str, Summarizer]
    budget: Budget = field(default_factory=lambda: AtMost(WORDS))
    profile: Profile = field(default_factory=Profile)
    seed: int = 0
    workers: Workers = field(default_factory=Workers)
    #: How many words a sentence must have; with 0, fragments are taken like sentences.
    min_words: int = MIN_WORDS
    #: Whether summaries are explained.
    explain: bool = False

    def __post_init__(self) -> None:
        if not self.summarizers:
            raise SettingError("name at least one summarizer")
        check_seed(self.seed)
        check_min_words(self.min_words)

    def __str__(self) -> str:
        names = (name if name == str(made_by) else f"{name}={made_by}" for name, made_by in self.summarizers.items())
        libraries = self.profile.libraries(by_sentence=True)
        parts = ",".join(names), self.profile.signature, f"budget:{self.budget}", f"min-words:{self.min_words}"
        own = chain.from_iterable(one.libraries(self.profile.language) for one in self.summarizers.values())
        return signature(*parts, f"seed:{self.seed}", *libraries, *dict.fromkeys(own))


@dataclass(frozen=True, slots=True)
class DocumentSummary(Result):
    """A summary made of a document's sentences, which stand in the order of the document."""

    id: str
    system: str
    #: The numbers of its sentences, and the sentences as they are written.
    extract: tuple[int, ...]
    sentences: tuple[str, ...]
    words: int
    #: The number of the sentence that is cut, and how many words of it are kept.
    cut: tuple[int, int] | None = None
    #: How it was made, where a summarizer decides that for each text.
    made_by: str = ""
    #: Why it has these sentences, where that was asked for.
    why: Explanation | None = None

    def __str__(self) -> str:
        return " ".join(self.sentences)

    def table(self) -> Table:
        return Table("summary", records=(_record(self),), views=_views)

    @property
    def fields(self) -> dict[str, Any]:
        """What a corpus, or a file of summaries, says of it: its sentences by number or, if one is cut, as text."""
        return {"extract": list(self.extract)} if self.cut is None else {"sentences": list(self.sentences)}

    @property
    def as_system(self) -> Summary:
        """The same as a corpus holds it among the summaries of systems."""
        return Summary(extract=self.extract) if self.cut is None else Summary(Passage(sentences=self.sentences))


def make_extract(
    document: Document,
    summarizer: Summarizer,
    budget: Budget,
    seed: int = 0,
    part: Part | None = None,
    *,
    min_words: int = 0,
) -> Extract | None:
    """Fill the budget with sentences of a document, or of a part; None where that gives no extract.

    Where a summarizer says what it wants of an extract, that is made as large as possible; otherwise sentences are
    taken as they are ranked. What is random depends on the seed, the document's id and the part, and on nothing else.
    With `min_words`, fragments are taken only where sentences of so many words do not fill the budget.
    """
    first, last = (part.first, part.last) if part else (0, len(document.sentences))
    own_seed = _seed(document, seed) + first
    article = document.article(first, last)
    lengths = document.lengths[first:last]
    fitted = _fit(summarizer, article, budget, own_seed)
    found = readable(article.texts, article.language, min_words)
    objective = fitted.objective(article, budget.size, budget.unit, own_seed)
    if objective is not None and (best := select(objective, budget, lengths, found)) is not None:
        return best
    ranked = [int(sentence) for sentence in fitted.rank(article, own_seed)]
    if sorted(ranked) != list(range(len(lengths))):
        name = type(summarizer).__name__
        raise SettingError(f"{name} does not rank each of the {len(lengths)} sentences of {document.id!r} once")
    return _fill(budget, ranked, lengths, found)


def _fill(budget: Budget, ranked: Sequence[int], lengths: Integers, found: Readability) -> Extract | None:
    """Fill a budget with sentences that may be taken and, where these are not enough, with fragments behind them."""
    order = found.reorder(ranked)
    extract = budget.fill([sentence for sentence in order if found.allowed[sentence]], lengths)
    if extract is not None and extract.sentences:
        window = budget.window(lengths)
        if window.costs[list(extract.sentences)].sum() >= window.low:
            return extract
    return budget.fill(order, lengths)


def random_extracts(
    document: Document, budget: Budget, count: int, seed: int = 0, part: Part | None = None
) -> list[Extract | None]:
    """Fill the budget in so many random orders, the first of which is that of `make_extract`."""
    first, last = (part.first, part.last) if part else (0, len(document.sentences))
    lengths = document.lengths[first:last]
    orders = Random.orders(len(lengths), _seed(document, seed) + first)
    return [budget.fill(order, lengths) for order in islice(orders, count)]


def _seed(document: Document, seed: int) -> int:
    return crc32(document.id.encode("utf-8", "surrogatepass")) + seed


def _fit(summarizer: Summarizer, article: Article, budget: Budget, seed: int) -> Summarizer:
    """Let a summarizer fit itself to a text and to the length of the summary."""
    return summarizer.fit(article, budget.size, budget.unit, seed)


def make_summary(
    document: Document,
    system: str,
    summarizer: Summarizer,
    budget: Budget,
    seed: int = 0,
    *,
    min_words: int = 0,
    explain: bool = False,
) -> DocumentSummary | None:
    """Make a summary of a whole document, and say why, if asked; None where there is none of this budget."""
    fitted = _fit(summarizer, document.article(), budget, _seed(document, seed))
    extract = make_extract(document, fitted, budget, seed, min_words=min_words)
    summary = _summary_of(document, system, extract, fitted.configuration_used)
    if not explain or summary is None:
        return summary
    article = document.article()
    told = article, budget.size, budget.unit, _seed(document, seed)
    why = replace(summarizer.explain(*told), together=fitted.objective(*told) is not None)
    found = readable(article.texts, article.language, min_words)
    return replace(summary, why=why.of_summary(summary.extract, found))


def random_summaries(document: Document, budget: Budget, count: int, seed: int = 0) -> list[DocumentSummary]:
    """Make a summary in each of so many random orders, but for those that give none of this budget."""
    extracts = random_extracts(document, budget, count, seed)
    made = (_summary_of(document, f"random {number}", extract) for number, extract in enumerate(extracts, 1))
    return [summary for summary in made if summary is not None]


def _summary_of(document: Document, system: str, extract: Extract | None, made_by: str = "") -> DocumentSummary | None:
    """Write an extract in the order of the document."""
    if extract is None or not extract.sentences:
        return None
    pairs = sorted(zip(extract.sentences, document.write(extract.sentences, extract.words), strict=True))
    last, kept = extract.sentences[-1], extract.words
    words = int(document.lengths[list(extract.sentences)].sum())
    if kept is not None:
        words += kept - int(document.lengths[last])
    return DocumentSummary(
        id=document.id,
        system=system,
        extract=tuple(sentence for sentence, _ in pairs),
        sentences=tuple(text for _, text in pairs),
        words=words,
        cut=None if kept is None else (last, kept),
        made_by=made_by,
    )


@dataclass(frozen=True, slots=True)
class _Summarized:
    """A document with the summaries that were made of it, and why others were not."""

    example: Example
    summaries: tuple[DocumentSummary, ...]
    left_out: LeftOut | None


def summarize_documents(examples: Iterable[Example], plan: SummaryPlan) -> Iterator[DocumentSummary | LeftOut]:
    """Make the summaries of every document; refuse a corpus of which there are none at all."""
    for document in _summarized(examples, plan):
        yield from document.summaries
        if document.left_out:
            yield document.left_out


def _summarized(examples: Iterable[Example], plan: SummaryPlan) -> Iterator[_Summarized]:
    def work(example: Example) -> _Summarized:
        document = Document(example, plan.profile)
        if not document.sentences:
            why = "has no sentences" if example.has_text else NO_TEXT
            return _Summarized(example, (), LeftOut(example.id, why))
        made, missing, reasons = [], [], []
        for system, summarizer in plan.summarizers.items():
            try:
                summary = make_summary(
                    document,
                    system,
                    summarizer,
                    plan.budget,
                    plan.seed,
                    min_words=plan.min_words,
                    explain=plan.explain,
                )
            except TooLargeError as error:
                reasons.append(f"has no summary by {system}: it {error}")
                continue
            made += [summary] if summary else []
            missing += [] if summary else [system]
        if missing:
            reasons.insert(0, f"has no summary of {plan.budget} by {', '.join(missing)}")
        return _Summarized(example, tuple(made), LeftOut(example.id, "; ".join(reasons)) if reasons else None)

    some, first = False, None
    finished = tell_finished(examples)
    for done, document in enumerate(ordered_map(work, refuse_without_texts(examples), plan.workers, ahead=16), 1):
        finished(done)
        some = some or bool(document.summaries)
        first = first or document.left_out
        yield document
    if not some and first:
        raise SettingError(f"there is no document to summarize: {first.id!r} {first.reason}")


def add_summaries(examples: Iterable[Example], plan: SummaryPlan, target: Path) -> Summaries:
    """Write the corpus with the new summaries among its systems; documents without any stay as they are.

    The results have no summaries, which are in the file, but say how many there are.
    """
    if not target.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{target}: only .jsonl, .jsonl.gz and .parquet can hold everything that a corpus has")
    results = Summaries(plan, ())
    counts: Counter[str] = Counter()

    def with_summaries() -> Iterator[Example]:
        for document in _summarized(_without_systems(examples, plan), plan):
            counts.update(summary.system for summary in document.summaries)
            results.left_out += [document.left_out] if document.left_out else []
            yield _with_summaries(document.example, document.summaries)

    source.write(with_summaries(), target)
    numbers = ", ".join(f"{count:,} by {system}" for system, count in counts.items())
    results.written = f"{target} has new summaries: {numbers}"
    return results


def _without_systems(examples: Iterable[Example], plan: SummaryPlan) -> Iterator[Example]:
    """Refuse a document that has a system, or judgements of one, with the name of a new one."""
    for example in examples:
        for system, summarizer in plan.summarizers.items():
            if system in example.systems or system in example.judgements:
                name = str(summarizer)
                other = f"give the new one another name, such as -s new-{name.partition('(')[0]}={name}"
                raise example.error(f"{example.id!r} already has a system of this name; {other}", f"systems.{system}")
        yield example


def _with_summaries(example: Example, summaries: Sequence[DocumentSummary]) -> Example:
    if not summaries:
        return example
    fields = {summary.system: summary.fields for summary in summaries}
    systems = {summary.system: summary.as_system for summary in summaries}
    record = {**example.record, "systems": {**(example.record.get("systems") or {}), **fields}}
    return replace(example, systems={**example.systems, **systems}, record=record)


def written_extract(sentences: Sequence[int], cut: Mapping[str, int] | None) -> str:
    """Write an extract: its sentences, and the words that are kept of the one that is cut.

    >>> written_extract([0, 4, 7], {"sentence": 4, "words": 12})
    '0 4:12 7'
    """
    return " ".join(f"{s}:{cut['words']}" if cut and s == cut["sentence"] else str(s) for s in sentences)


class Summaries(Results[DocumentSummary]):
    """The summaries of a corpus: a `DocumentSummary` for each document and summarizer."""

    plan: SummaryPlan
    #: What was written, where the summaries went into a corpus.
    written: str = ""

    def notes(self) -> list[str]:
        """Say where a model has learned from texts of another language."""
        language = self.plan.profile.language
        models = {name: made_by.trained_language for name, made_by in self.plan.summarizers.items()}
        return [
            f"{name} was trained on texts of the language {own}, not {language}: train a model of your own"
            for name, own in models.items()
            if own not in ("", language)
        ]

    def descriptions(self) -> list[str]:
        """Say what summarizers that have learned were trained on."""
        described = ((name, made_by.model_description) for name, made_by in self.plan.summarizers.items())
        return [f"{name}: {text}" for name, text in described if text]

    def table(self, *, stream: bool = False) -> Table:
        summaries = self.stream() if stream else self.complete()
        return Table(
            "summaries",
            records=map(_record, summaries) if stream else tuple(map(_record, summaries)),
            fields=("id", "system", "words", "taken", "summary", "how"),
            line=_line,
            views=_views,
        )


def _record(summary: DocumentSummary) -> dict[str, Any]:
    """Return what is known of a summary.

    Beside its text and the numbers of its sentences there is the one of `extract` and `sentences` that says it all, so
    that a line can be read as a system's summary in a file of its own.
    """
    return {
        "id": summary.id,
        "system": summary.system,
        "words": summary.words,
        "taken": list(summary.extract),
        "cut": None if summary.cut is None else dict(zip(("sentence", "words"), summary.cut, strict=True)),
        "summary": list(summary.sentences),
        **({"how": summary.made_by} if summary.made_by else {}),
        **summary.fields,
        **({"why": summary.why.record} if summary.why else {}),
    }


def _line(record: dict[str, Any]) -> dict[str, Any]:
    """Make a record a line of CSV."""
    text = " ".join(map(joined, record["summary"]))
    return {**record, "taken": written_extract(record["taken"], record["cut"]), "summary": text}


def _views(records: Iterable[dict[str, Any]]) -> Iterator[Table]:
    """Show each summary as a table of its sentences and their numbers."""
    for record in records:
        numbers, cut = record["taken"], record["cut"]
        size = f"{counted(len(numbers), 'sentence')}, {counted(record['words'], 'word')}"
        title = " | ".join(
            filter(None, (on_one_line(record["id"]), on_one_line(record["system"]), record.get("how"), size))
        )
        rows = [
            {"number": number, "sentence": joined(text) + (" …" if cut and number == cut["sentence"] else "")}
            for number, text in zip(numbers, record["summary"], strict=True)
        ]
        columns = Column("number", kind="number", dim=True), Column("sentence")
        yield Table("summary", title, columns, tuple(rows), ("",), header=False, fold=True)
        yield from explanation_tables(record)
