"""Work through a corpus, document by document, and keep what is finished whatever ends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from sumspace.compute.threads import ordered_map
from sumspace.errors import NotDefinedError, SettingError, SumspaceError, TooLargeError
from sumspace.studies.documents import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.text.profile import Profile

__all__ = ["Collected", "LeftOut", "Working", "by_domain", "collect", "over_documents"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document that cannot be worked on, and why."""

    id: str
    reason: str


class Working(Protocol):
    """What a plan says about how to work through a corpus."""

    @property
    def profile(self) -> Profile:
        """How texts become words."""

    @property
    def jobs(self) -> int | None:
        """How many documents are worked on at a time."""


def over_documents(
    examples: Iterable[Example], plan: Working, work: Callable[[Document, int], T]
) -> Iterator[T | LeftOut]:
    """Do some work on every document and its place, in order, and say which cannot be worked on."""

    def attempt(item: tuple[int, Example]) -> T | LeftOut:
        place, example = item
        prepared = prepare(example, plan.profile)
        if not prepared.sentences:
            return LeftOut(example.id, "has no sentences")
        if not example.references:
            return LeftOut(example.id, "has no references to score extracts against")
        try:
            return work(prepared, place)
        except (NotDefinedError, TooLargeError) as error:
            return LeftOut(example.id, str(error))

    yield from ordered_map(attempt, enumerate(examples), plan.jobs, ahead=16)


@dataclass(frozen=True, slots=True)
class Collected(Generic[T]):
    """The documents of a study, those that are left out, and what ended it early, if anything did."""

    documents: tuple[T, ...]
    left_out: tuple[LeftOut, ...]
    stopped: BaseException | None


def collect(
    results: Iterable[T | LeftOut], missing: Callable[[T], Iterable[LeftOut]] = lambda _: (),
    has_some: Callable[[T], bool] = lambda _: True,
) -> Collected[T]:  # fmt: skip
    """Collect the results of a study until it ends, fails or is interrupted; refuse one in which nothing is found.

    `missing` says what of a document is left out, and `has_some` whether something of it remains.
    """
    documents: list[T] = []
    left_out: list[LeftOut] = []
    stopped: BaseException | None = None
    try:
        for found in results:
            if isinstance(found, LeftOut):
                left_out.append(found)
            else:
                left_out += missing(found)
                documents += [found] if has_some(found) else []
    except (KeyboardInterrupt, SumspaceError) as error:
        stopped = error
    if not documents:
        if stopped:
            raise stopped
        why = f": {left_out[0].id!r} {left_out[0].reason}" if left_out else ""
        raise SettingError(f"there is no document to study{why}")
    return Collected(tuple(documents), tuple(left_out), stopped)


class _InDomain(Protocol):
    @property
    def domain(self) -> str:
        """What the document is about."""


D = TypeVar("D", bound=_InDomain)


def by_domain(documents: tuple[D, ...]) -> dict[str | None, tuple[D, ...]]:
    """Return all documents, under None, and, where there are several domains, those of each."""
    domains = dict.fromkeys(document.domain for document in documents)
    found: dict[str | None, tuple[D, ...]] = {None: documents}
    if len(domains) > 1:
        found |= {name: tuple(one for one in documents if one.domain == name) for name in domains}
    return found
