"""Summaries of every document of a corpus, by any summarizers, and the corpus with them in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sumspace import __version__
from sumspace.compute.threads import check_seed
from sumspace.compute.threads import ordered_map
from sumspace.corpus import source
from sumspace.corpus.model import Summary
from sumspace.errors import OutputError, SettingError
from sumspace.space.budget import AtMost, Budget
from sumspace.studies.documents import prepare
from sumspace.studies.signature import libraries
from sumspace.studies.summaries import WORDS, Made, make_summary
from sumspace.studies.working import LeftOut
from sumspace.summarizers.summarizer import parse_summarizer
from sumspace.text.passage import Passage
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sumspace.corpus.model import Example
    from sumspace.summarizers.summarizer import Summarizer

__all__ = ["SummaryPlan", "add_summaries", "summarize_documents"]


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """Which summaries to make, and how."""

    #: What each system is called, and which summarizer it is.
    summarizers: Mapping[str, str]
    budget: Budget = field(default_factory=lambda: AtMost(WORDS))
    profile: Profile = field(default_factory=Profile)
    seed: int = 0
    jobs: int | None = None
    #: The summarizers themselves, by the name of the system.
    parsed: Mapping[str, Summarizer] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.summarizers:
            raise SettingError("name at least one summarizer")
        parsed = {system: parse_summarizer(name) for system, name in self.summarizers.items()}
        object.__setattr__(self, "parsed", parsed)
        check_seed(self.seed)

    def __str__(self) -> str:
        names = (name if name == system else f"{system}={name}" for system, name in self.summarizers.items())
        parts = [
            f"sumspace {__version__}", ",".join(names), f"profile:{self.profile}", f"budget:{self.budget}",
            f"seed:{self.seed}", *libraries(self.profile, by_sentence=True),
        ]  # fmt: skip
        return " | ".join(parts)


@dataclass(frozen=True, slots=True)
class _Summarized:
    """A document with the summaries that were made of it, and why others were not."""

    example: Example
    made: tuple[Made, ...]
    left_out: LeftOut | None


def summarize_documents(examples: Iterable[Example], plan: SummaryPlan) -> Iterator[Made | LeftOut]:
    """Make the summaries of every document; refuse a corpus of which there are none at all."""
    for document in _summarized(examples, plan):
        yield from document.made
        if document.left_out:
            yield document.left_out


def add_summaries(examples: Iterable[Example], plan: SummaryPlan, target: Path) -> tuple[Counter[str], list[LeftOut]]:
    """Write the corpus with the new summaries among its systems; documents without any stay as they are.

    Returns how many summaries there are of each system, and why there are not more.
    """
    if not target.name.endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise OutputError(f"{target}: only .jsonl, .jsonl.gz and .parquet can hold everything that a corpus has")
    made: Counter[str] = Counter()
    left_out: list[LeftOut] = []

    def with_summaries() -> Iterator[Example]:
        for document in _summarized(_without(examples, plan), plan):
            made.update(one.system for one in document.made)
            left_out.extend([document.left_out] if document.left_out else [])
            yield _with(document.example, document.made)

    source.write(with_summaries(), target)
    return made, left_out


def _summarized(examples: Iterable[Example], plan: SummaryPlan) -> Iterator[_Summarized]:
    def work(example: Example) -> _Summarized:
        prepared = prepare(example, plan.profile)
        if not prepared.sentences:
            return _Summarized(example, (), LeftOut(example.id, "has no sentences"))
        found = {
            system: make_summary(prepared, system, summarizer, plan.budget, plan.seed)
            for system, summarizer in plan.parsed.items()
        }
        missing = [system for system, made in found.items() if made is None]
        left_out = LeftOut(example.id, f"has no summary of {plan.budget} by {', '.join(missing)}") if missing else None
        return _Summarized(example, tuple(made for made in found.values() if made), left_out)

    some, first = False, None
    for document in ordered_map(work, examples, plan.jobs, ahead=16):
        some = some or bool(document.made)
        first = first or document.left_out
        yield document
    if not some and first:
        raise SettingError(f"there is no document to summarize: {first.id!r} {first.reason}")


def _without(examples: Iterable[Example], plan: SummaryPlan) -> Iterator[Example]:
    """Refuse a document of which a system of the same name has a summary, or judgements, which would be mistaken."""
    for example in examples:
        for system, name in plan.summarizers.items():
            if system in example.systems or system in example.judgements:
                other = f"call the new one otherwise, such as -s new-{name.partition('(')[0]}={name}"
                raise example.error(f"{example.id!r} already has a system of this name; {other}", f"systems.{system}")
        yield example


def _with(example: Example, made: Iterable[Made]) -> Example:
    fields = {one.system: one.fields for one in made}
    if not fields:
        return example
    summaries = {
        one.system: Summary(extract=one.taken) if one.cut is None else Summary(Passage(sentences=one.sentences))
        for one in made
    }
    record = {**example.record, "systems": {**(example.record.get("systems") or {}), **fields}}
    return replace(example, systems={**example.systems, **summaries}, record=record)
