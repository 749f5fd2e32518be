"""What all tasks share: work on a corpus, document by document, and results that are kept whatever ends it."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, overload

from sumspace.compute.ledger import digest
from sumspace.compute.spool import Spool
from sumspace.compute.work import ordered_map
from sumspace.corpus.model import NO_TEXT
from sumspace.corpus.stream import tell_finished
from sumspace.document import Document
from sumspace.errors import NotDefinedError, NothingToDoError, SettingError, StoppedEarly, SumspaceError, TooLargeError
from sumspace.progress import Progress as Progress  # noqa: PLC0414 - part of every task's interface
from sumspace.show.notebook import Displayed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import polars as pl

    from sumspace.compute.work import Workers
    from sumspace.corpus.model import Example
    from sumspace.measures.measure import Measure
    from sumspace.show.table import Table
    from sumspace.text.profile import Profile


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document that was skipped, and why."""

    id: str
    reason: str


class _Plan(Protocol):
    """What a plan says about how to work through a corpus."""

    @property
    def profile(self) -> Profile:
        """How texts become words."""

    @property
    def workers(self) -> Workers:
        """Where documents are worked on."""


#: So many examples are kept in memory.
_KEPT = 4096
#: What is said of a corpus in which no document has the text that is asked for.
_NO_TEXTS = "no document of this corpus has a text; score, compare, meta and agree work without texts"


def refuse_without_texts(examples: Iterable[Example], *, in_part: bool = False) -> Iterator[Example]:
    """Pass examples on and, where none of them had a text, say so at the end; other parts may have what this lacks."""
    some = has_text = in_part
    for example in examples:
        some, has_text = True, has_text or example.has_text
        yield example
    if some and not has_text:
        raise NothingToDoError(_NO_TEXTS)


def collect_examples(examples: Iterable[Example]) -> Spool[Example]:
    """Keep examples, in a file where they are many; refuse those that share an id, as of several files they may."""
    kept: Spool[Example] = Spool(_KEPT)
    known: set[str] = set()
    for example in examples:
        if example.id in known:
            raise example.error(f"{example.id!r} is the id of another document too; give each its own", "id")
        known.add(example.id)
        kept.append(example)
    return kept


def over_documents(
    examples: Iterable[Example],
    plan: _Plan,
    work: Callable[[Document], T],
    kind: str,
    *,
    needs_text: bool = True,
    needs_references: bool = True,
) -> Iterator[T | LeftOut]:
    """Do some work on every document, in order; those that cannot be processed are skipped, with the reason.

    `kind` says what work that is, with everything that decides its results beside the document and the plan. A corpus
    without any text is refused, where the work needs one. External scores decide nothing, and are not looked at.
    """

    def attempt(example: Example) -> T | LeftOut:
        document = Document(example, plan.profile)
        if needs_text and not example.has_text:
            return LeftOut(example.id, NO_TEXT)
        if example.has_text and not document.sentences:
            return LeftOut(example.id, "has no sentences")
        if needs_references and not example.references:
            return LeftOut(example.id, "has no references to score extracts against")
        try:
            return work(document)
        except (NotDefinedError, TooLargeError) as error:
            return LeftOut(example.id, str(error))

    workers, settings = plan.workers, digest(kind, getattr(plan, "decides", str(plan)))
    if workers.ledger is not None and (done := workers.ledger.count(settings)):
        workers.ledger.tell(f"continuing: {done:,} documents were finished before")
    finished = tell_finished(examples, (1, 1) if workers.part is None else (workers.part.number, workers.part.of))
    if needs_text:
        examples = refuse_without_texts(examples, in_part=workers.part is not None)
    if workers.part is not None:
        examples = islice(examples, workers.part.number - 1, None, workers.part.of)
    results = ordered_map(
        attempt,
        (replace(example, scores={}) if example.scores else example for example in examples),
        workers,
        ahead=16,
        key=lambda example: digest(settings, example.content),
        bundle=lambda example: digest("pieces", example.id),
        settings=settings,
        lost=lambda example, why: LeftOut(example.id, why),
    )
    for done, result in enumerate(results, 1):
        finished(done)
        yield result


def choose_measure(measure: str | Measure | None, measures: Sequence[Measure]) -> Measure:
    """Return the measure of this name, which must be one of those that were used, or the first of these."""
    by_name = {str(known): known for known in measures}
    chosen = next(iter(by_name)) if measure is None else str(measure)
    if chosen not in by_name:
        raise SettingError(f"{chosen} was not used; there are: {', '.join(by_name)}")
    return by_name[chosen]


def warn_if_stopped(stopped: BaseException | None) -> None:
    """Warn that results are not those of the whole corpus."""
    if stopped is not None:
        why = str(stopped) or "interrupted"
        warnings.warn(f"stopped early: {why}; the results are those finished before", StoppedEarly, stacklevel=3)


class Result(Displayed):
    """What is known of a document, or of many: notebooks show its table."""

    __slots__ = ()

    @abstractmethod
    def table(self) -> Table:
        """Return the result as a table."""

    def _repr_html_(self) -> str:
        return self.table().html(style=True)


class Results(Result, Sequence[T]):
    """The results of a task, made one by one when they are asked for, and kept.

    What ends the work early, an interrupt or an error in the corpus, is in `stopped`, with a warning; the results
    finished before are kept. Where nothing was finished, it is raised.
    """

    #: Whether the tables that people read can be made of a stream too, as those of averages.
    streams_tables: ClassVar[bool] = False

    def __init__(self, plan: Any, results: Iterable[T | LeftOut], nothing: str = "") -> None:
        self.plan = plan
        #: The documents that were skipped, and why.
        self.left_out: list[LeftOut] = []
        #: What ended the work early, if anything did.
        self.stopped: BaseException | None = None
        self._source = iter(results)
        self._kept: list[T] = []
        #: How many results were made; more than are kept where they were streamed.
        self._made = 0
        #: The error where all documents are skipped.
        self._nothing = nothing

    @property
    def signature(self) -> str:
        """Everything that is needed to get the same numbers again."""
        return str(self.plan)

    def stream(self) -> Iterator[T]:
        """Yield results as they are made, without keeping them; those that were kept before come first."""
        if self._made > len(self._kept):
            raise SettingError("these results were streamed, and not kept; ask for them anew")
        yield from self._kept
        try:
            for result in self._source:
                if isinstance(result, LeftOut):
                    self.left_out.append(result)
                else:
                    self._made += 1
                    yield result
        except (KeyboardInterrupt, SumspaceError) as error:
            if not self._made:
                raise
            self.stopped = error
        if self._nothing and not self._made and self.left_out:
            first = self.left_out[0]
            raise NothingToDoError(f"{self._nothing}: {first.id!r} {first.reason}")

    def complete(self) -> list[T]:
        """Return all results, making those that are not made yet."""
        before, known = self.stopped, len(self._kept)
        kept = self._kept
        for place, result in enumerate(self.stream()):
            if place >= known:
                kept.append(result)
        if before is None:
            warn_if_stopped(self.stopped)
        return self._kept

    def __len__(self) -> int:
        return len(self.complete())

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self.complete()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self.complete())

    @property
    def only(self) -> T:
        """The one result there is, as of one document on one measure."""
        results = self.complete()
        if len(results) != 1:
            why = f": {self.left_out[0].id!r} {self.left_out[0].reason}" if self.left_out else ""
            raise SettingError(f"there is no single result, but {len(results):,} of them{why}; choose one by its index")
        return results[0]

    def notes(self) -> list[str]:
        """Return what is to be said beside the table, as the command line does."""
        return []

    @abstractmethod
    def table(self, *, stream: bool = False) -> Table:
        """Return the results as a table; with `stream` its records are made as they are asked for, and not kept."""

    def frame(self) -> pl.DataFrame:
        """Return the records of the table as a polars DataFrame."""
        return self.table().frame()

    def __str__(self) -> str:
        return self.table().text()

    def __repr__(self) -> str:
        made = f"of {self._made:,} results" if self._made else "whose results are still to come"
        return f"<{type(self).__name__} {made}: {self.signature}>"
