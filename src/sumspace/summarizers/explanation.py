"""Why a summary is as it is: plain data that every summarizer gives, in which amounts add up to what they explain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.text.keyphrases.extractor import Phrase
    from sumspace.text.readable import Readability


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that counts, and the amount that it adds; negative where it counts against."""

    what: str
    amount: float


@dataclass(frozen=True, slots=True)
class ExplainedSentence:
    """A sentence, its place in the order of the summarizer and, where it has one, its score."""

    #: Its number in the document, from 0.
    number: int
    #: The best is 1.
    place: int
    #: None where a summarizer orders sentences without scoring them.
    score: float | None = None
    #: What the score is made of: the amounts sum to it. Empty where it has no parts.
    parts: tuple[Reason, ...] = ()
    #: Whether it was taken into the summary, and whether it is a fragment; the sentence that it leans on, or -1.
    taken: bool = False
    fragment: bool = False
    leans_on: int = -1


@dataclass(frozen=True, slots=True)
class Segment:
    """Sentences that follow each other and belong together: how many words and how many key phrases they have."""

    #: The number of its first sentence.
    first: int
    sentences: int
    words: int
    phrases: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """A configuration that might have been chosen, and what was expected of it."""

    configuration: str
    value: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a summarizer orders the sentences of a text as it does; what it does not use stays empty."""

    #: All sentences, the best first.
    sentences: tuple[ExplainedSentence, ...]
    #: In the order of the text.
    segments: tuple[Segment, ...] = ()
    #: The key phrases that sentences were chosen by, the best first.
    phrases: tuple[Phrase, ...] = ()
    #: What these are.
    phrases_are: str = "key phrases"
    #: What was chosen for this text, where there was a choice, and what was expected of it.
    configuration: str = ""
    value: float | None = None
    #: What the value is, such as "expected score" or "log-odds".
    value_is: str = ""
    #: The one that would have been chosen next, and the one that is best for all texts together.
    next_best: Alternative | None = None
    best_fixed: Alternative | None = None
    #: What led to the value: the amounts sum to it.
    reasons: tuple[Reason, ...] = ()
    #: The rules that apply to this text, in words, in the order in which they were asked.
    rules: tuple[str, ...] = ()
    #: Whether sentences were chosen for what they are worth together, and not one by one.
    together: bool = False

    def of_summary(self, taken: Collection[int], found: Readability) -> Explanation:
        """Return the explanation of a summary that has these sentences."""
        sentences = (
            replace(
                one,
                taken=one.number in taken,
                fragment=not found.allowed[one.number],
                leans_on=int(found.needs[one.number]),
            )
            for one in self.sentences
        )
        return replace(self, sentences=tuple(sentences))

    @property
    def record(self) -> dict[str, Any]:
        """All that is there, for JSON."""
        chosen = {
            "configuration": self.configuration,
            "value": self.value,
            "value_is": self.value_is,
            "next_best": _alternative(self.next_best),
            "best_fixed": _alternative(self.best_fixed),
            "reasons": [{"what": reason.what, "amount": reason.amount} for reason in self.reasons],
            "rules": list(self.rules),
        }
        record: dict[str, Any] = dict(chosen) if self.configuration else {}
        if self.segments:
            record["segments"] = [
                {"first": one.first, "sentences": one.sentences, "words": one.words, "phrases": one.phrases}
                for one in self.segments
            ]
        if self.phrases:
            record["phrases_are"] = self.phrases_are
            record["phrases"] = [{"phrase": phrase.text, "score": phrase.score} for phrase in self.phrases]
        if self.together:
            record["together"] = True
        record["sentences"] = [_sentence(sentence) for sentence in self.sentences]
        return record


def _alternative(alternative: Alternative | None) -> dict[str, Any] | None:
    return None if alternative is None else {"configuration": alternative.configuration, "value": alternative.value}


def _sentence(sentence: ExplainedSentence) -> dict[str, Any]:
    record: dict[str, Any] = {"number": sentence.number, "place": sentence.place, "taken": sentence.taken}
    record |= {"fragment": True} if sentence.fragment else {}
    record |= {"leans_on": sentence.leans_on} if sentence.leans_on >= 0 else {}
    if sentence.score is not None:
        record["score"] = sentence.score
    if sentence.parts:
        record["parts"] = [{"what": part.what, "amount": part.amount} for part in sentence.parts]
    return record


def explain_order(
    ranked: Iterable[int],
    scores: Sequence[float] | Floats | Integers | None = None,
    parts: Mapping[str, Floats] | None = None,
) -> tuple[ExplainedSentence, ...]:
    """Explain an order by scores, where there are any, and by their parts, those of 0 left out.

    >>> import numpy as np
    >>> explain_order([1, 0], [0.5, 2.0], {"title": np.array([0.0, 1.5]), "position": np.array([0.5, 0.5])})[0]
    ExplainedSentence(number=1, place=1, score=2.0, parts=(Reason(what='title', amount=1.5), ...), ...)
    """
    return tuple(
        ExplainedSentence(
            number,
            place,
            None if scores is None else float(scores[number]),
            tuple(Reason(what, float(part[number])) for what, part in (parts or {}).items() if part[number]),
        )
        for place, number in enumerate(ranked, 1)
    )
