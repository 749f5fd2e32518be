"""What is to be scored: every summary of a document with the references it is judged by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from sumspace.measures.batch import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.corpus.peers import Peer
    from sumspace.measures.measure import Bound
    from sumspace.measures.scoring import Setting
    from sumspace.text.passage import Passage
    from sumspace.text.profile import Profile

__all__ = ["Asked", "Key", "Task", "summaries_of", "tasks_of"]

#: Document, system, reference.
Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Task:
    """A summary to be scored; or a text in a system's place, which bounds what is possible."""

    key: Key
    pair: Pair
    bound: Bound | None = None


class Asked(Protocol):
    """What a plan says about which summaries are scored."""

    @property
    def setting(self) -> Setting:
        """How texts are read."""

    @property
    def references(self) -> Literal["all", "each"]:
        """Whether they are judged by all references together, or by each one alone."""

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that are scored; none named means all."""


def tasks_of(example: Example, place: int, plan: Asked, peers: Sequence[Peer]) -> Iterator[Task]:
    """Yield every summary of a document, with all its references together or with each."""
    bodies: list[tuple[str, tuple[Passage, ...]]]
    bodies = [(reference.id, (reference.body,)) for reference in example.references]
    if plan.references == "all" or not bodies:
        bodies = [("all", tuple(reference.body for reference in example.references))]
    for system, summary, extract in summaries_of(example, place, plan.setting.profile, peers):
        if plan.systems and system not in plan.systems:
            continue
        for name, references in bodies:
            pair = Pair(summary, references, example, system, extract, plan.setting.profile.language)
            yield Task((example.id, system, name), pair)


def summaries_of(
    example: Example, place: int, profile: Profile, peers: Sequence[Peer]
) -> Iterator[tuple[str, Passage, tuple[int, ...] | None]]:
    """Yield the systems of the corpus and those beside it, each with its summary and the sentences that it took."""
    language = profile.language
    beside = {peer.name: found for peer in peers if (found := peer.find(example, place, language)) is not None}
    taken = {peer.name: peer.extract_of(example) for peer in peers}
    for system in {**example.systems, **beside}:
        if system in beside:
            yield system, beside[system], taken[system]
        else:
            yield system, example.summary(system, language), example.systems[system].extract
