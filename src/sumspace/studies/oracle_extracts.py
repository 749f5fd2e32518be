"""Which sentences of the document a summary is made of, and how far they are those of an oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.text.passage import sentences_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from sumspace.document import Document
    from sumspace.tasks.systems import Candidate

__all__ = ["extract_of", "f_measure", "jaccard"]


def extract_of(candidate: Candidate, prepared: Document) -> frozenset[int] | None:
    """Return the sentences of a system's summary; None where it is no extract."""
    if candidate.extracts is not None:
        return frozenset(candidate.extracts[0].sentences)
    if candidate.taken is not None:
        return frozenset(candidate.taken)
    return sentences_in(prepared.sentences, candidate.passage.sentences or ())


def jaccard(one: Collection[int], other: Collection[int]) -> float:
    """Return how far two extracts have the same sentences (Hirao 2017, table 4)."""
    either = len(set(one) | set(other))
    return len(set(one) & set(other)) / either if either else 1.0


def f_measure(extract: Collection[int], oracle: Collection[int]) -> float:
    """Compare an extract with one oracle (Hirao 2017, section 6.2.3): 2PR / (P + R).

    >>> f_measure({1, 2, 3, 4}, {1, 2, 5, 6}), round(f_measure({1, 2, 3, 4}, {1, 2, 3}), 2)
    (0.5, 0.86)
    """
    both = len(set(extract)) + len(set(oracle))
    return 2 * len(set(extract) & set(oracle)) / both if both else 0.0
