"""A corpus as it is read: a look at its first documents, how many there are, and how many are finished."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sumspace.errors import LostTokens
from sumspace.text.script import lost_share, suits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sumspace.corpus.model import Example
    from sumspace.progress import Progress
    from sumspace.text.profile import Profile

#: So many documents at the beginning decide which profile suits a corpus.
FIRST = 20
#: From this share of lost letters on, a document is as good as empty; from this one on, it is worth a note.
_EMPTY, _NOTED = 0.5, 0.03


class ExampleStream(Iterator["Example"]):
    """Examples, one by one. `progress` is told of those that are read, or finished where a task says so."""

    def __init__(
        self, examples: Iterable[Example], progress: Progress | None = None, total: Callable[[], int] = lambda: 0
    ) -> None:
        self._examples = iter(examples)
        self._progress = progress
        self._total = total
        self._first: list[Example] = []
        self._failure: BaseException | None = None
        self._read = 0
        self._tells_reading = True
        self._lost: _LostLetters | None = None

    @property
    def total(self) -> int:
        """How many documents there are, 0 where that is not known, or not known yet."""
        return self._total()

    def __length_hint__(self) -> int:
        return max(self.total - self._read, 0)

    def __next__(self) -> Example:
        try:
            example = self._next()
        except StopIteration:
            if self._lost is not None:
                self._lost.warn()
                self._lost = None
            raise
        self._read += 1
        if self._tells_reading:
            self._tell(self._read, self.total)
        if self._lost is not None:
            self._lost.add(example)
        return example

    def _next(self) -> Example:
        if self._first:
            return self._first.pop(0)
        if self._failure is not None:
            raise self._failure
        return next(self._examples)

    def _tell(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress("documents", done, total)

    def first_texts(self) -> Iterator[str]:
        """Look at the texts of the first documents, which are still to come, as is what stops their reading."""
        if not self._first and self._failure is None:
            try:
                for example in islice(self._examples, FIRST):
                    self._first.append(example)
            except (Exception, KeyboardInterrupt) as failure:  # noqa: BLE001 - it is raised in its place
                self._failure = failure
        return (text for example in self._first for text in texts_of(example))

    def watch_letters(self, profile: Profile) -> None:
        """Warn at the end where a profile with ASCII tokens loses the letters of documents."""
        self._lost = _LostLetters(profile) if profile.program.tokens == "ascii" else None

    def finished(self, part: tuple[int, int] = (1, 1)) -> Callable[[int], None]:
        """Return what is told how many documents are finished; those that are read are not told of from now on.

        Of documents that are worked on in parts, the first, and then every so-many-th, is in this one.
        """
        self._tells_reading = False
        number, of = part
        return lambda done: self._tell(done, max(0, -(-(self.total - number + 1) // of)))

    def through(self, function: Callable[[Iterable[Example]], Iterable[Example]]) -> ExampleStream:
        """Return the stream of what a function makes of this one, example by example."""
        self._tells_reading = False
        return ExampleStream(function(self), self._progress, self._total)


def tell_finished(examples: Iterable[Example], part: tuple[int, int] = (1, 1)) -> Callable[[int], None]:
    """Return what is told how many documents are finished; nothing is told of examples that are no stream."""
    return examples.finished(part) if isinstance(examples, ExampleStream) else lambda _: None


def texts_of(example: Example) -> Iterator[str]:
    """Yield the texts of an example: document, references and summaries."""
    bodies = [section.body for section in example.sections]
    bodies += [reference.body for reference in example.references]
    bodies += [summary.body for summary in example.systems.values()]
    for body in bodies:
        yield body.text if body.sentences is None else "\n".join(body.sentences)


class _LostLetters:
    """Counts the documents whose letters ASCII tokens lose."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._documents = self._empty = 0
        self._shares = 0.0
        self._example: Example | None = None

    def add(self, example: Example) -> None:
        share = lost_share(texts_of(example))
        self._documents += 1
        self._shares += share
        if share > _EMPTY:
            self._empty += 1
            self._example = self._example or example

    def warn(self) -> None:
        name = self._profile.name
        if self._example is not None:
            _, language = suits(texts_of(self._example))
            use = "--profile unicode" + (f" --language {language}" if language else "")
            message = (
                f"{name} keeps ASCII letters only: most words are lost in {self._empty:,} of {self._documents:,} "
                f"documents; use {use}"
            )
        elif self._documents and self._shares / self._documents > _NOTED:
            share = self._shares / self._documents
            message = f"{name} keeps ASCII letters only and loses {share:.1%} of all letters here; "
            message += "--profile unicode keeps them"
        else:
            return
        warnings.warn(message, LostTokens, stacklevel=2)
