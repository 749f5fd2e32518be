"""The base class of studies (a plan that was carried out, its tables, figures and story) and their registry.

Each study is a folder here, `studies/<name>/`, whose `study.py` registers it; third parties register theirs by an
entry point in the group `sumspace.studies`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import chain
from operator import attrgetter
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from sumspace.errors import NothingToDoError, SumspaceError, UnknownNameError
from sumspace.registry import Registry
from sumspace.show.formats import format_of, render, write_file
from sumspace.show.notebook import Displayed
from sumspace.show.output import deliver, terminal_width
from sumspace.show.page import Chapter, Page, report_as_html, tables_as_html, write_report
from sumspace.tasks.task import LeftOut, warn_if_stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Self

    import polars as pl
    from markupsafe import Markup

    from sumspace.corpus.model import Example
    from sumspace.show.charts import Figure
    from sumspace.show.table import Table
    from sumspace.tasks.task import Progress


#: The formats that have sentences before the tables.
READABLE = ("table", "markdown")
#: Maximum width of these sentences on a terminal.
_WIDEST = 120


class Study(Displayed, ABC):
    """The results of an experiment over a corpus, as tables, figures and a story."""

    #: Its name in the registry and on the command line.
    name: ClassVar[str]
    #: The heading of its page, and the sentence below it.
    title: ClassVar[str]
    lead: ClassVar[str]
    #: The table that is written as CSV; without one, only the report has CSV files.
    main: ClassVar[str] = ""

    plan: Any
    #: Documents that were skipped, and the error or interrupt that ended the study early, if any.
    left_out: Sequence[LeftOut]
    stopped: BaseException | None

    @classmethod
    @abstractmethod
    def run(cls, examples: Iterable[Example], plan: Any = None, progress: Progress | None = None) -> Self:
        """Study a corpus by a plan, or by the default one."""

    @abstractmethod
    def tables(self) -> Sequence[Table]:
        """Return all numbers of the study as tables."""

    @abstractmethod
    def figures(self) -> Mapping[str, Figure]:
        """Return the charts by the names of their files."""

    @abstractmethod
    def story(self) -> Sequence[Chapter]:
        """Return the chapters of the page."""

    @abstractmethod
    def findings(self) -> Sequence[str | Markup]:
        """Return the findings as paragraphs."""

    def pages(self) -> Mapping[str, Page]:
        """Return additional pages by the names of their files."""
        return {}

    def headlines(self) -> Sequence[str]:
        """Return sentences to print before the tables on a terminal; most studies have them only on the page."""
        return ()

    def notes(self) -> Iterable[str]:
        """Return notes that the command line prints below the tables."""
        return ()

    @property
    def signature(self) -> str:
        """Everything needed to reproduce the numbers."""
        return str(self.plan)

    def table(self, name: str | None = None) -> Table:
        """Return the table with this name, or the main one."""
        tables = {table.name: table for table in self.tables()}
        chosen = name or self.main or next(iter(tables))
        if chosen not in tables:
            raise UnknownNameError("table", chosen, tables)
        return tables[chosen]

    def frame(self, name: str | None = None) -> pl.DataFrame:
        return self.table(name).frame()

    def chart(self, name: str) -> Figure:
        """Return a figure (Altair)."""
        figures = self.figures()
        if name not in figures:
            raise UnknownNameError("figure", name, figures)
        return figures[name]

    def render(self, form: str = "table", *, plain: bool = False, legend: bool = True) -> Iterator[str]:
        """Render all tables in a format; as CSV, the main one."""
        tables = self._tables_in(form)
        interrupted = self.stopped is not None
        shown = render(tables, form, signature=self.signature, interrupted=interrupted, plain=plain, legend=legend)
        return chain(headline_text(self.headlines(), form, plain=plain), shown)

    def _tables_in(self, form: str) -> Table | Sequence[Table]:
        return self.table() if form in ("csv", "parquet") and self.main else self.tables()

    def html(self) -> str:
        """Return the page of the study as one self-contained file."""
        return report_as_html(self, self.tables(), self.figures(), self.story(), self.pages())

    def write_file(self, path: str | Path, form: str = "", *, legend: bool = True) -> None:
        """Write one file by its extension: the page, all tables, or, as CSV and Parquet, the main table."""
        path = Path(path)
        form = form or format_of(path)
        if form == "html":
            deliver([self.html()], path)
            return
        if self.headlines() and form in READABLE:
            deliver(self.render(form, plain=True, legend=legend), path)
            return
        tables = self._tables_in(form)
        interrupted = self.stopped is not None
        write_file(tables, form, path, signature=self.signature, interrupted=interrupted, legend=legend)

    def write(self, folder: str | Path) -> Path:
        """Write the report into a new folder, as a whole or not at all, and return the path of its page."""
        return write_report(Path(folder), self, self.tables(), self.figures(), self.story(), self.pages())

    def __str__(self) -> str:
        return "".join(self.render(plain=True))

    def __repr__(self) -> str:
        documents = getattr(self, "documents", None)
        counted = f" of {len(documents):,} documents" if documents is not None else ""
        return f"<study {self.name}{counted}: {self.signature}>"

    def _repr_html_(self) -> str:
        return tables_as_html(self.tables(), style=True)


def headline_text(headlines: Iterable[str], form: str, *, plain: bool) -> Iterator[str]:
    """Write sentences as paragraphs, in formats that people read."""
    if form not in READABLE:
        return
    width = min((None if plain else terminal_width()) or _WIDEST, _WIDEST)
    for text in headlines:
        line = " ".join(text.split())
        shown = f"- {line}" if form == "markdown" else fill(line, width, break_long_words=False, break_on_hyphens=False)
        yield f"{shown}\n"
    if headlines:
        yield "\n"


STUDIES: Registry[type[Study]] = Registry("study", "sumspace.studies", inside="study")


T = TypeVar("T")


class Collected(NamedTuple, Generic[T]):
    """The parts of a study other than its plan."""

    documents: tuple[T, ...]
    left_out: tuple[LeftOut, ...]
    stopped: BaseException | None


def collect(
    results: Iterable[T | LeftOut],
    missing: Callable[[T], Iterable[LeftOut]] = lambda _: (),
    is_studied: Callable[[T], bool] = lambda _: True,
    take: Callable[[T], object] | None = None,
) -> Collected[T]:
    """Collect the results of a study until it ends, fails or is interrupted; fail if there is no document.

    `missing` returns the skipped parts of a document, and `is_studied` tells whether anything of it remains. With
    `take`, documents are passed to it instead of kept.
    """
    documents: list[T] = []
    studied = 0
    left_out: list[LeftOut] = []
    stopped: BaseException | None = None
    try:
        for result in results:
            if isinstance(result, LeftOut):
                left_out.append(result)
            else:
                left_out += missing(result)
                if is_studied(result):
                    studied += 1
                    (take or documents.append)(result)
    except (KeyboardInterrupt, SumspaceError) as error:
        stopped = error
    if not studied:
        if stopped:
            raise stopped
        why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
        raise NothingToDoError(f"there is no document to study{why}")
    warn_if_stopped(stopped)
    return Collected(tuple(documents), tuple(left_out), stopped)


def by_domain(documents: tuple[T, ...]) -> dict[str | None, tuple[T, ...]]:
    """Return all documents, under None, and, where there are several domains, those of each."""
    groups: dict[str | None, list[T]] = {}
    for document, domain in zip(documents, map(attrgetter("domain"), documents), strict=True):
        groups.setdefault(domain, []).append(document)
    by_name = {domain: tuple(group) for domain, group in groups.items()}
    return {None: documents, **by_name} if len(by_name) > 1 else {None: documents}
