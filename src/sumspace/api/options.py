"""From plain options, as people write them, to the values that plans are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast, get_args

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from sumspace.compute.ledger import Ledger
    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.corpus.score_files import ScoreSources, ScoreTable
    from sumspace.corpus.stream import ExampleStream
    from sumspace.measures.measure import Measure
    from sumspace.measures.official import UnitKind
    from sumspace.space.budget import Budget
    from sumspace.space.engines.engine import Device, Engine
    from sumspace.space.scoring import Score
    from sumspace.space.space import Sections
    from sumspace.summarizers.summarizer import Summarizer
    from sumspace.tasks.oracle import Method, OraclePlan
    from sumspace.tasks.space import SpacePlan
    from sumspace.tasks.task import Progress
    from sumspace.text.passage import Passage
    from sumspace.text.profile import Profile

    #: A text: raw, or as a list of sentences.
    Text = str | Sequence[str] | Passage
    #: Where documents come from.
    Corpus = str | Path | Example | Mapping[str, Any] | Iterable[Example | Mapping[str, Any]] | Sequence[str | Path]
    #: By which references extracts are judged: "all" together or "each" one alone; or, of a bare text, these.
    References = str | Sequence[Text]
    Measures: TypeAlias = str | Measure | Sequence[str | Measure]

    #: Where work runs: the address of a Dask scheduler, `local:N` processes, a Dask client, or any executor.
    Cluster = str | Executor | Any


T = TypeVar("T")


#: What the names of corpora end in, whether they are there or not.
_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".parquet", ".csv", ".tsv", ".arrow", ".sgml")


def as_corpus(corpus: Any) -> Any:
    """Take a list of strings for the sentences of one text, unless all of them are the names of corpora."""
    if not isinstance(corpus, list | tuple) or not all(isinstance(entry, str) for entry in corpus):
        return corpus
    return corpus if all(map(_names_corpus, corpus)) else {"id": "1", "sentences": list(corpus)}


def _names_corpus(text: str) -> bool:
    return text == "sample" or text.endswith(_ENDINGS) or _is_path(text)


def corpora_in(corpus: Any) -> list[Any]:
    """Return the corpora that are read as one: those of a list of names, or else the only one."""
    named = isinstance(corpus, list | tuple) and corpus and all(isinstance(name, str | PathLike) for name in corpus)
    return list(corpus) if named else [corpus]


def corpus_name(corpus: Any) -> str:
    """Return what a corpus, or several, are called after their files; nothing where they come from elsewhere."""
    named = [Path(name).name for name in corpora_in(as_corpus(corpus)) if isinstance(name, str | PathLike)]
    return ", ".join("standard input" if name == "-" else name for name in named)


def is_bare(corpus: Any, references: Any) -> bool:
    """Whether texts come with their references, instead of a corpus that has them."""
    if isinstance(references, str) and references in ("all", "each"):
        return False
    if not isinstance(references, Iterable):
        raise SettingError(f"references are 'all', 'each', or, of a bare text, a list of texts, not {references!r}")
    named = isinstance(corpus, PathLike) or (isinstance(corpus, str) and (corpus == "sample" or _is_path(corpus)))
    first = next(iter(corpus), None) if isinstance(corpus, list | tuple) else corpus
    if named or isinstance(first, Mapping) or hasattr(first, "references"):
        choice = f"the references of a corpus are 'all' or 'each', not {references!r:.40}"
        raise SettingError(f"{choice}; a corpus comes with its own references")
    return True


def _is_path(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a file's name, or with signs that none has
        return False


def examples_of(
    corpus: Any, progress: Progress | None = None, references: Any = "all", scores: Sequence[ScoreTable] = ()
) -> ExampleStream:
    """Read a corpus, or take a bare text with its references for one; with external scores, if any."""
    from sumspace.corpus import source
    from sumspace.corpus.counting import count_documents
    from sumspace.corpus.stream import ExampleStream

    if is_bare(corpus, references):
        bodies = [references] if isinstance(references, str) else references
        document, *summaries = map(_text_fields, (corpus, *bodies))
        corpus = {"id": "1", **document, "references": summaries}
    elif isinstance(corpus, str) and len(corpus.split()) > 3 and not _is_path(corpus):
        raise SettingError(f"{corpus!r:.60} is no file; a text is given as {{'text': …}}, or as a list of sentences")
    corpus = as_corpus(corpus)
    total = count_documents(corpora_in(corpus)) if progress is not None else lambda: 0
    return ExampleStream(source.read(corpus, None, None, None, scores or None), progress, total)


def _text_fields(text: Any) -> dict[str, Any]:
    """Return the fields of a record that hold a text."""
    from sumspace.text.passage import Passage

    if isinstance(text, list | tuple) and all(isinstance(sentence, str) for sentence in text):
        return {"sentences": list(text)}
    if isinstance(text, Passage):
        return {"text": text.text} if text.sentences is None else {"sentences": list(text.sentences)}
    if isinstance(text, str):
        return {"text": text}
    raise SettingError(
        f"a text is a string or a list of sentences, not {type(text).__name__}; a corpus comes with its own references"
    )


def strings_in(value: Any) -> Iterator[str]:
    """Yield all texts in nested lists and tuples."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings_in(inner)


def texts(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))


def several(value: T | Iterable[T]) -> tuple[T, ...]:
    return tuple(cast("Iterable[T]", value)) if isinstance(value, Iterable) else (value,)


def as_measure(measure: str | Measure) -> Measure:
    from sumspace.measures.measure import Measure

    if isinstance(measure, str):
        return _parsed(measure)
    if not isinstance(measure, Measure):
        raise SettingError(f"a measure is a name, such as 'rouge-1', or a Measure, not {measure!r:.40}")
    return measure


@lru_cache(maxsize=128)  # for those who score one text at a time
def _parsed(name: str) -> Measure:
    from sumspace.measures.measure import parse_measure

    return parse_measure(name)


#: The measures that summaries are scored by where none is named.
_USUAL = ("rouge-1", "rouge-2", "rouge-su4")


def as_scores(scores: ScoreSources | None) -> tuple[ScoreTable, ...]:
    """Read external scores."""
    from sumspace.corpus.score_files import read_scores

    return read_scores(scores)


def with_given(measure: Measures, tables: Sequence[ScoreTable], usual: Measures = _USUAL) -> tuple[Measure, ...]:
    """Return the measures that are named, or the usual ones, and then those of external scores."""
    from sumspace.measures.given import Given

    metrics = dict.fromkeys(metric for table in tables for metric in table.metrics)
    return tuple(dict.fromkeys([*(as_measures(measure) or as_measures(usual)), *map(Given, metrics)]))


def as_measures(measure: Measures, least: int = 0) -> tuple[Measure, ...]:
    """Read measures, each once; there must be so many of them at least."""
    several = measure if isinstance(measure, Iterable) and not isinstance(measure, str) else (measure,)
    measures = tuple(dict.fromkeys(map(as_measure, several)))
    if len(measures) < least:
        raise SettingError("name at least one measure")
    return measures


def check_choice(name: str, value: str, choices: Any) -> None:
    """Refuse a value that is none of those that a Literal type has."""
    if value not in get_args(choices):
        raise SettingError(f"{name} is one of {', '.join(get_args(choices))}, not {value!r:.40}")


def as_budget(
    words: int | None, budget: str | Budget | None, usual: Callable[[int], Budget]
) -> Budget | None:  # fmt: skip
    """Read a budget; a number of words alone stands for the usual one."""
    from sumspace.space.budget import Budget, parse_budget

    if words is not None and budget is not None:
        raise SettingError("--words and --budget exclude each other")
    if not isinstance(words, int | None):
        raise SettingError(f"a number of words is a whole number, not {words!r:.40}")
    if not isinstance(budget, str | Budget | None):
        raise SettingError(f"a budget is written as 'reach(100)', or is a Budget, not {budget!r:.40}")
    if budget is None:
        return None if words is None else usual(words)
    return parse_budget(budget) if isinstance(budget, str) else budget


def as_profile(
    profile: str | Profile,
    stem: bool | None = None,
    stopwords: bool | None = None,
    language: str | None = None,
    split: str | None = None,
    *,
    examples: ExampleStream | None = None,
    texts: Iterable[str] = (),
    of_extracts: bool = False,
) -> Profile:
    """Read a profile and change what other options say about it; what looks at all extracts may take clauses.

    `auto` is the profile that suits the first documents, or bare texts (see `text/script.py`). Where a profile loses
    letters of the examples, a warning says so when they are read.
    """
    from sumspace.text.profile import Profile

    first = (lambda: texts) if examples is None else examples.first_texts
    read = Profile.parse(str(profile), first, stem=stem, stopwords=stopwords, language=language, split=split)
    if examples is not None:
        examples.watch_letters(read)
    if read.clauses and not of_extracts:
        raise SettingError(
            f"{read}: clauses are for space, rank, against, oracle, limits and agree; leave them out here"
        )
    return read


def as_setting(
    words: int | None, bytes_: int | None, cut: str, profile: Profile, formula: str | None, alpha: float = 0.5
) -> Any:
    from sumspace.measures.scoring import Setting
    from sumspace.text.limit import Limit

    if words is not None and bytes_ is not None:
        raise SettingError("--words and --bytes exclude each other")
    check_choice("cut", cut, Literal["both", "peer"])
    size, unit = (words, "words") if bytes_ is None else (bytes_, "bytes")
    limit = None if size is None else Limit(size, cast("Any", unit), references=cut == "both")
    return Setting(profile, limit, cast("Any", formula or ""), alpha)


def as_bootstrap(resamples: int, confidence: float, seed: int) -> Any:
    from sumspace.stats.resampling import Bootstrap

    return Bootstrap(resamples, confidence, seed)


def workers_of(
    jobs: int | None,
    cluster: Cluster | None = None,
    keep: str | Path | Ledger | None = None,
    part: str | None = None,
) -> Workers:
    """Say where work runs, and where what is finished is written down: in a file, or in a folder's ledger."""
    from sumspace.compute.work import Part, Workers

    ledger = None
    if keep is not None:
        from sumspace.compute.ledger import open_ledger

        ledger = open_ledger(Path(keep)) if isinstance(keep, str | PathLike) else keep
    executor = None
    if cluster is not None:
        from sumspace.compute.cluster import connect

        executor = connect(cluster)
    return Workers(jobs, executor, ledger, None if part is None else Part.parse(part))


def space_plan(
    measure: Measures,
    words: int | None,
    budget: str | Budget | None,
    score: Score,
    references: References,
    sections: Sections,
    engine: Engine,
    time: float,
    memory: float,
    device: Device,
    profile: Profile,
    seed: int,
    workers: Workers,
    least: int = 1,
    units: UnitKind = "sentence",
) -> SpacePlan:
    from sumspace.measures.official import UnitKind
    from sumspace.space.budget import Reach
    from sumspace.space.engines.engine import Allowance, Device, Engine
    from sumspace.space.scoring import Score
    from sumspace.space.space import Sections
    from sumspace.tasks.space import SpacePlan

    check_choice("score", score, Score)
    check_choice("sections", sections, Sections)
    check_choice("engine", engine, Engine)
    check_choice("device", device, Device)
    check_choice("units", units, UnitKind)
    chosen, together = as_budget(words, budget, Reach), _choice(references)
    allowance = Allowance(time, memory)
    return SpacePlan(
        as_measures(measure, least), profile, chosen, score, together, sections, engine, allowance, seed, device,
        workers, units,
    )  # fmt: skip


def oracle_plan(
    measure: Measures,
    words: int | None,
    budget: str | Budget | None,
    score: Literal["recall", "f1"],
    mean: bool,
    references: References,
    method: Method,
    time: float,
    profile: Profile,
    seed: int,
    workers: Workers,
    units: UnitKind = "sentence",
) -> OraclePlan:
    from sumspace.measures.official import UnitKind
    from sumspace.space.budget import AtMost
    from sumspace.tasks.oracle import Method, OraclePlan

    check_choice("method", method, Method)
    check_choice("units", units, UnitKind)
    chosen = as_budget(words, budget, AtMost)
    together = _choice(references)
    return OraclePlan(
        as_measures(measure, 1), profile, chosen, score, mean, together, method, time, seed, workers, units
    )


def _choice(references: Any) -> Literal["all", "each"]:
    return "each" if isinstance(references, str) and references == "each" else "all"


def as_summarizers(summarizer: Any) -> dict[str, Summarizer]:
    """Read which summarizers there are to be, by the names that their summaries have.

    A name alone is that of the summaries too; `mine=lexrank` calls them otherwise, and `all` stands for all there are.

    >>> {name: str(summarizer) for name, summarizer in as_summarizers(["lead", "mine=lexrank"]).items()}
    {'lead': 'lead', 'mine': 'lexrank'}
    """
    from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, parse_summarizer

    if isinstance(summarizer, Mapping):
        pairs = list(summarizer.items())
    else:
        chosen = summarizer if isinstance(summarizer, list | tuple) else [summarizer]
        names = [name for entry in chosen for name in (SUMMARIZERS if entry == "all" else [entry])]
        pairs = [_system_and_summarizer(name) for name in names]
    written: dict[str, str] = {}
    named: dict[str, Summarizer] = {}
    for system, entry in pairs:
        if written.setdefault(system, str(entry)) != str(entry):
            raise SettingError(f"two summarizers are called {system!r}; give each its own name, as mine={entry}")
        if system not in named:
            named[system] = parse_summarizer(entry) if isinstance(entry, str) else entry
        if not isinstance(named[system], Summarizer):
            raise SettingError(f"a summarizer is a name, such as 'lexrank', or a Summarizer, not {entry!r:.40}")
    return named


def _system_and_summarizer(entry: str | Summarizer) -> tuple[str, str | Summarizer]:
    """Return what the summaries of a summarizer are called, and the summarizer."""
    # What stands in brackets is an option, and may have any sign in it.
    head, bracket, option = str(entry).partition("(")
    system, equals, name = head.rpartition("=")
    if not isinstance(entry, str) or not equals:
        return head.strip(), entry
    if not system:
        raise SettingError(f"--summarizer wants NAME or SYSTEM=NAME, such as mine=lexrank, not {entry!r}")
    return system, name + bracket + option


def generation_plan(
    segmenter: str | Sequence[str],
    extractor: str | Sequence[str],
    phrases: int | Sequence[int],
    threshold: int | Sequence[int],
    match: str | Sequence[str],
    sentences: int | Sequence[int],
    words: int | Sequence[int],
    summarizer: str | Sequence[str],
    kind: str,
    kea: Corpus | None,
    profile: Profile,
    seed: int,
    workers: Workers,
) -> Any:
    from sumspace.studies.callisto.plan import GenerationPlan
    from sumspace.studies.callisto.training import train_kea_apart
    from sumspace.summarizers.callisto.configuration import (
        MATCHES,
        PHRASES,
        THRESHOLDS,
        Grid,
        grid,
        usable_extractors,
    )

    check_choice("grid", kind, Grid)
    configurations = grid(
        texts(segmenter),
        texts(extractor) or usable_extractors(profile.language),
        phrases=several(phrases) or PHRASES,
        thresholds=several(threshold) or THRESHOLDS,
        matches=cast("Any", texts(match)) or MATCHES,
        sentences=several(sentences),
        summarizers=texts(summarizer),
        words=several(words),
        kind=cast("Any", kind),
    )
    model, *apart = (None,) if kea is None else train_kea_apart(examples_of(kea), profile.language)
    return GenerationPlan(configurations, profile=profile, kea=model, apart=tuple(apart), seed=seed, workers=workers)
