"""Answers by the words that a question, a choice and a place in the text share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum, log
from typing import TYPE_CHECKING, ClassVar

from sumspace.measures.answerers.answerer import ANSWERERS, Answerer
from sumspace.text.encoding import encoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.text.profile import Profile


@ANSWERERS.register("lexical")
@dataclass(frozen=True, slots=True)
class Lexical(Answerer):
    """Takes the choice that fits best, together with the question, somewhere in the text.

    A choice fits as well as it does in one sentence plus as well as it does in two neighbours, each where that is most.
    What counts there are the distinct content words of question and choice, each with the weight log(1 + n / n_w),
    where n_w of the text's n sentences have the word. Between choices that fit alike all words decide, as "six" and
    "nine" are stop words too; then the content words shared with the question, which are all there is without a text;
    then the alphabet, so that nothing depends on the order in which choices are given.
    """

    title: ClassVar[str] = "the choice whose words, with the question's, best match neighbouring sentences"
    paper: ClassVar[str] = "after Richardson et al. 2013"

    def answer(self, sentences: Sequence[str], question: str, choices: Sequence[str], profile: Profile) -> int:
        orders = []
        for stopwords in (profile.language == "en", False):
            reading = replace(profile, stem=True, stopwords=stopwords)
            text, (asked,), offered = (_words(part, reading) for part in (sentences, [question], choices))
            fits = _fits(text, [asked | choice for choice in offered])
            orders.append([(-fit, -len(asked & choice)) for fit, choice in zip(fits, offered, strict=True)])
        content, every = orders

        def order(choice: int) -> tuple[float, float, int, str]:
            fit, shared = content[choice]
            return fit, every[choice][0], shared, choices[choice]

        return min(range(len(choices)), key=order)


def _words(texts: Sequence[str], profile: Profile) -> list[set[int]]:
    coder = encoder(profile)
    encoded = coder.encode([[coder.bytes_of(text)] for text in texts])
    return [set(encoded.of(i).tolist()) for i in range(len(texts))]


def _fits(text: Sequence[set[int]], wanted: Sequence[set[int]]) -> list[float]:
    """Return how well each set of words fits into the text; sums that differ by no more than rounding are equal."""
    held = Counter(word for sentence in text for word in sentence)
    weights = {word: log(1 + len(text) / count) for word, count in held.items()}
    neighbours = [sentence | following for sentence, following in pairwise(text)] or text

    def most(words: set[int], places: Sequence[set[int]]) -> float:
        return max((fsum(weights[word] for word in words & place) for place in places), default=0.0)

    return [round(most(words, text) + most(words, neighbours), 9) for words in wanted]
