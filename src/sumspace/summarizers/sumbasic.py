"""SumBasic: the sentences with the most frequent words, where a word that was taken counts for less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.summarizers.summarizer import NEAR, SUMMARIZERS, Summarizer, check_steps
from sumspace.summarizers.word_counts import count_words

if TYPE_CHECKING:
    from sumspace.document import Article


@SUMMARIZERS.register("sumbasic")
@dataclass(frozen=True, slots=True)
class SumBasic(Summarizer):
    """Of the sentences with the most probable word, take the one whose words are most probable on average; then square.

    The most probable word is looked for in the sentences that are left, and of equals each will do. The probability of
    a word that the sentence has is squared once, however often it has it. Sentences without words come last.

    >>> from sumspace.document import Article
    >>> SumBasic().rank(Article([[1, 2], [1, 3], [1, 2, 3, 4]]))
    [0, 1, 2]
    """

    title: ClassVar[str] = "frequent words, down-weighted once they are covered"
    paper: ClassVar[str] = "Nenkova & Vanderwende 2005"

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        from sumspace.summarizers.kernels import probability_order

        counts = count_words(article.sentences)
        check_steps("sumbasic", counts)
        order = probability_order(counts.starts, counts.words, counts.times, counts.probabilities, NEAR)
        ranked: list[int] = order.tolist()
        return ranked
