"""KL-Sum: the sentences that together have the words of the document in the same proportions."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError
from sumspace.summarizers.summarizer import NEAR, SUMMARIZERS, Summarizer, check_steps
from sumspace.summarizers.word_counts import count_words

if TYPE_CHECKING:
    from sumspace.document import Article


@SUMMARIZERS.register("kl-sum")
@dataclass(frozen=True, slots=True)
class KLSum(Summarizer):
    """Take the sentence that makes KL(P ‖ Q) = Σ_w P(w) log(P(w) / Q(w)) smallest, again and again.

    P(w) is the share of a word in the document and Q(w) = (c(w) + λ) / (c + λV) its share in the summary, which has it
    c(w) times among c words, smoothed over the V words of the document: the paper only says that every word gets a
    little. It stops when nothing lowers the divergence; here the order goes on to the last sentence. Sentences without
    words come last.
    """

    #: λ, the occurrences of every word that are added to those in the summary.
    smoothing: float = 0.3

    title: ClassVar[str] = "greedy: word distribution closest to the document's (KL divergence)"
    paper: ClassVar[str] = "Haghighi & Vanderwende 2009"

    def __post_init__(self) -> None:
        if not 0 < self.smoothing < inf:
            raise SettingError(f"KL-Sum's smoothing must be greater than 0, not {self.smoothing}")

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        from sumspace.summarizers.kernels import divergence_order

        counts = count_words(article.sentences)
        check_steps("kl-sum", counts)
        ranked: list[int] = divergence_order(
            counts.starts, counts.words, counts.times, counts.probabilities, float(self.smoothing), NEAR
        ).tolist()
        return ranked
