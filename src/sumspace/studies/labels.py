"""Exact oracle labels, to train extractive models on."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sumspace.corpus.jsonl import to_line
from sumspace.errors import OutputError, SettingError
from sumspace.studies.oracles import find_by_plan
from sumspace.studies.working import LeftOut, over_documents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sumspace.compute.ledger import Ledger
    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.studies.oracles import DocumentOracles, OraclePlan

__all__ = ["LabelledDocument", "LabelsSummary", "label_documents", "label_into", "labelled_in"]

#: The fields that labels depend on.
_DECISIVE = ("id", "text", "sentences", "sections", "documents", "references")


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """The labels of one document, a record for each reference and objective, and why some are missing."""

    id: str
    records: list[dict[str, Any]]
    missing: list[str]

    def __str__(self) -> str:
        return json.dumps([self.id, self.records, self.missing])


def label_documents(examples: Iterable[Example], plan: OraclePlan) -> Iterator[LabelledDocument]:
    """Label the sentences of every document."""

    def work(prepared: Document, _: int) -> LabelledDocument:
        found = find_by_plan(prepared, plan)
        return LabelledDocument(
            prepared.example.id,
            [_record(one) for one in found if not isinstance(one, LeftOut)],
            [one.reason for one in found if isinstance(one, LeftOut)],
        )

    for labelled in over_documents(examples, plan, work):
        yield LabelledDocument(labelled.id, [], [labelled.reason]) if isinstance(labelled, LeftOut) else labelled


def label_into(ledger: Ledger, examples: Iterable[Example], plan: OraclePlan) -> None:
    """Label the documents that the ledger does not have yet, and write them down there."""
    done = len(ledger)
    under_way: deque[tuple[str, str]] = deque()

    def rest() -> Iterator[Example]:
        place = -1
        for place, example in enumerate(examples):
            key = _key(example)
            if place >= done:
                under_way.append((example.id, key))
                yield example
            elif ledger.key(place) != key:
                raise OutputError(
                    f"the corpus has changed since this was begun: document {place + 1:,}, {example.id!r}, is not what "
                    f"stood there; delete the .part file to begin anew"
                )
        if place + 1 < done:
            raise OutputError(
                f"the corpus has changed since this was begun: it has {place + 1:,} documents, and {done:,} were done; "
                "delete the .part file to begin anew"
            )

    in_order = True
    for labelled in label_documents(rest(), plan):
        own, key = under_way.popleft()
        # When it is interrupted, a document may be finished before one that stands before it.
        in_order = in_order and labelled.id == own
        if in_order:
            ledger.add(key, str(labelled))


def _key(example: Example) -> str:
    """Return what tells a document from others, and from what it was before somebody changed it."""
    record = example.record
    return sha256(to_line({name: record[name] for name in _DECISIVE if name in record})).hexdigest()


def labelled_in(ledger: Ledger) -> Iterator[LabelledDocument]:
    """Yield the documents that the ledger has."""
    for result in ledger.results():
        yield LabelledDocument(*json.loads(result))


@dataclass(slots=True)
class LabelsSummary:
    """What labels say about a corpus as a whole."""

    left_out: list[LeftOut] = field(default_factory=list)
    labelled: int = 0
    unproven: int = 0
    #: On how many labels the greedy algorithm falls short, and the sums of scores.
    missed: int = 0
    score: float = 0.0
    gap: float = 0.0

    def records(self, documents: Iterable[LabelledDocument]) -> Iterator[dict[str, Any]]:
        """Pass on the records of documents, and take note of them; refuse a corpus in which there are none."""
        for document in documents:
            # Named once, for the first reason: measures and references may all have one.
            self.left_out += [LeftOut(document.id, reason) for reason in document.missing[:1]]
            for record in document.records:
                self.labelled += 1
                self.unproven += not record["optimal"]
                # Where the greedy algorithm finds no extract at all, it gets nothing.
                gap = record["score"] if record["gap"] is None else record["gap"]
                self.missed += gap > 0
                self.score += record["score"]
                self.gap += gap
                yield record
        if not self.labelled and self.left_out:
            first = self.left_out[0]
            raise SettingError(f"there is no document to label: {first.id!r} {first.reason}")

    def __str__(self) -> str:
        if not self.labelled:
            return "no document has labels"
        score, gap = self.score / self.labelled, self.gap / max(self.missed, 1)
        said = (
            f"{self.labelled:,} labelled: the best extracts score {score:.4f} on average; "
            f"the greedy algorithm falls short of {self.missed:,} of them, by {gap:.4f} on average"
        )
        return said + (f"; {self.unproven:,} are not proven to be the best" if self.unproven else "")


def _record(document: DocumentOracles) -> dict[str, Any]:
    """Write the labels of one document as a record."""
    found, sentences = document.found, len(document.prepared.sentences)
    chosen = sorted(found.best.sentences) if found.best is not None else []
    taken = set(chosen)
    greedy, greedy_score = found.greedy or (None, None)
    return {
        "id": document.id,
        "reference": document.reference,
        "measure": document.measure,
        "budget": str(document.budget),
        "sentences": sentences,
        "oracle": chosen,
        "labels": [int(sentence in taken) for sentence in range(sentences)],
        "soft": None if found.shares is None else [round(share, 6) for share in found.shares.tolist()],
        "score": found.score,
        "bound": found.bound,
        "optimal": found.optimal,
        "count": found.count,
        "greedy": None if greedy is None else sorted(greedy.sentences),
        "greedy_score": greedy_score,
        "gap": None if greedy_score is None else max(found.score - greedy_score, 0.0),
    }
