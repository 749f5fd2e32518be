"""What should not be in a data set: copied references, scores that nothing honest reaches, duplicates, empty texts."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.studies.card.documents import HUMAN, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.studies.card.documents import CardDocument, SummaryFacts


#: Summaries that share so many of their bigrams are near copies.
NEARLY = 0.8
#: All kinds, the most suspicious first.
COPY, NEAR_COPY = "copy of a reference", "near copy of a reference"
ABOVE = "above every extract and every human summary"
SHARED_SUMMARY, SHARED_REFERENCE = "same summary for another document", "same reference for another document"
TWICE, EQUAL_REFERENCES = "document occurs twice", "two references are the same"
BEGINNING, EMPTY = "reference is the beginning of the document", "empty"
KINDS = (COPY, NEAR_COPY, ABOVE, SHARED_SUMMARY, SHARED_REFERENCE, TWICE, EQUAL_REFERENCES, BEGINNING, EMPTY)


class Leak(NamedTuple):
    """Something suspicious: in which document, what kind, whose text, and what it is like or where it is repeated."""

    id: str
    kind: str
    #: "system NAME", "reference ID" or "document".
    text: str
    #: The reference, summary or document that it is like, and how much: the share of bigrams that both have.
    other: str = ""
    likeness: float | None = None
    #: By measure: what it scores by all references, the best extract, and, where references are left out in turn, what
    #: it scores on average and what the human summaries do.
    scores: dict[str, dict[str, float]] = {}  # noqa: RUF012 - of a tuple, which is never changed

    @property
    def record(self) -> dict[str, Any]:
        return self._asdict()


def find_leaks(documents: Sequence[CardDocument]) -> list[Leak]:
    """List all that is suspicious, the most suspicious first."""
    found = [leak for document in documents for leak in _in_document(document)]
    found += _repeated(documents)
    return sorted(found, key=lambda leak: (KINDS.index(leak.kind), -(leak.likeness or 0.0)))


def _in_document(document: CardDocument) -> Iterator[Leak]:
    if document.has_text and not document.mark:
        yield Leak(document.id, EMPTY, "document")
    marks: dict[str, str] = {}
    for reference in document.references:
        name = f"reference {reference.name}"
        if not reference.mark:
            yield Leak(document.id, EMPTY, name)
        elif reference.mark in marks:
            yield Leak(document.id, EQUAL_REFERENCES, name, marks[reference.mark], 1.0)
        elif reference.is_beginning:
            yield Leak(document.id, BEGINNING, name)
        marks.setdefault(reference.mark, name)
    extracts = {r.name for r in document.references if r.copying is not None and r.copying.is_extract}
    for system in document.systems:
        name = f"system {system.name}"
        if not system.mark:
            yield Leak(document.id, EMPTY, name)
            continue
        # Who takes the sentences that an extractive reference has need not have seen it.
        is_like = system.nearest is not None and system.nearest not in extracts
        is_copy = is_like and system.mark in marks
        if is_copy or (is_like and system.likeness >= NEARLY):
            kind = COPY if is_copy else NEAR_COPY
            yield Leak(
                document.id, kind, name, f"reference {system.nearest}", system.likeness, _scores(document, system)
            )
        elif _is_above(document, system):
            scores = _scores(document, system)
            yield Leak(document.id, ABOVE, name, f"reference {system.nearest}", system.likeness, scores)


def _is_above(document: CardDocument, system: SummaryFacts) -> bool:
    """Tell whether a summary is above every extract and every human summary, on all measures.

    By all references it scores more than any extract of their length. By all references but one it scores at least as
    much as the one left out, whichever that is, and more on average: who copies a reference is level with that one.
    """
    if not document.judged or not document.extracts:
        return False
    for measure, judged in document.judged.items():
        own, humans = judged[Source("system", system.name)], judged[HUMAN]
        extracts = document.extracts.get(measure)
        if extracts is None or document.by_all[measure][system.name] <= extracts.bound:
            return False
        if any(one < other for one, other in zip(own, humans, strict=True)) or fmean(own) <= fmean(humans):
            return False
    return True


def _scores(document: CardDocument, system: SummaryFacts) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {}
    for measure, by_all in document.by_all.items():
        own = scores.setdefault(str(measure), {"score": by_all[system.name]})
        if measure in document.extracts:
            own["best_extract"] = document.extracts[measure].bound
        if measure in document.judged:
            judged = document.judged[measure]
            own["by_others"] = fmean(judged[Source("system", system.name)])
            own["human"] = fmean(judged[HUMAN])
    return scores


def _repeated(documents: Sequence[CardDocument]) -> Iterator[Leak]:
    """Find documents, references and summaries that come up in several documents; each names the first of them."""
    texts: dict[str, str] = {}
    references: dict[str, str] = {}
    summaries: dict[tuple[str, str], str] = {}
    for document in documents:
        if document.mark and document.mark in texts:
            yield Leak(document.id, TWICE, "document", texts[document.mark], 1.0)
        texts.setdefault(document.mark, document.id)
        for reference in document.references:
            first = references.setdefault(reference.mark, document.id)
            if reference.mark and first != document.id:
                yield Leak(document.id, SHARED_REFERENCE, f"reference {reference.name}", first, 1.0)
        for system in document.systems:
            first = summaries.setdefault((system.name, system.mark), document.id)
            if system.mark and first != document.id:
                yield Leak(document.id, SHARED_SUMMARY, f"system {system.name}", first, 1.0)
