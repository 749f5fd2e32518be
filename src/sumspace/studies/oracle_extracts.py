"""Which sentences of the document a summary is made of, and how far they are those of an oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sumspace.corpus.peers import Peer
    from sumspace.studies.documents import Prepared
    from sumspace.studies.systems import Candidate

__all__ = ["extract_of", "f_measure", "jaccard", "sentences_in"]


def extract_of(candidate: Candidate, prepared: Prepared, peers: Sequence[Peer] = ()) -> frozenset[int] | None:
    """Return the sentences of a system's summary; None where it is no extract."""
    if candidate.extracts is not None:
        return frozenset(candidate.extracts[0].sentences)
    example = prepared.example
    beside = [(peer.by_id or {}).get(example.id) for peer in peers if peer.name == candidate.system]
    summary = beside[0] if beside else example.systems[candidate.system]
    if summary is not None and summary.extract is not None:
        return frozenset(summary.extract)
    return sentences_in(prepared.sentences, candidate.passage.sentences or ())


def sentences_in(document: Sequence[str], summary: Sequence[str]) -> frozenset[int] | None:
    """Find the sentences that a summary was put together from; None where some of it is not in the document.

    Letters and digits are compared, whatever their case, and the summary may be divided into other sentences. Of equal
    sentences the first that is not yet taken counts.

    >>> sorted(sentences_in(["It rained.", "A dog ran.", "It rained."], ["It rained; a dog ran"]))
    [0, 1]
    """
    text = _letters(" ".join(summary))
    places: dict[str, list[int]] = {}
    for place, sentence in enumerate(document):
        places.setdefault(_letters(sentence), []).append(place)
    places.pop("", None)
    # With how few sentences the first signs can be put together, and the last of these sentences.
    ways: dict[int, tuple[int, str]] = {0: (0, "")}
    for end in range(len(text)):
        if end in ways:
            for sentence in places:
                if text.startswith(sentence, end):
                    longer = (ways[end][0] + 1, sentence)
                    ways[end + len(sentence)] = min(ways.get(end + len(sentence), longer), longer)
    if not text or len(text) not in ways:
        return None
    taken: list[str] = []
    end = len(text)
    while end:
        taken.append(ways[end][1])
        end -= len(taken[-1])
    return frozenset(place for sentence in set(taken) for place in places[sentence][: taken.count(sentence)])


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


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
