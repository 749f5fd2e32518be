"""Ngram(i, j): n-grams shared with each sentence of a reference, the score of Lin & Hovy 2003 (section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.measure import MEASURES, Family, Measure, Part, Scores, share
from sumspace.spec import Spec
from sumspace.text.units import ngrams

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.measures.batch import Batch
    from sumspace.text.encoding import Encoded


_LONGEST = 9


@MEASURES.register("ngram")
@dataclass(frozen=True, slots=True)
class Ngram(Measure):
    """The geometric mean of C_i … C_j (eq. 2); ngram(n,n), also written ngram(n), is C_n itself.

    C_n (eq. 1) goes through the sentences of the reference: of each, it counts the n-grams that the summary, as a
    whole, holds too, as often as both have them, and divides by all n-grams of those sentences. One word of the summary
    may so match in several sentences. N-grams never cross a sentence boundary. Where a reference has none of some
    length, that C_n is 0, and so is every mean with a C_n of 0.

    The paper defines this recall for one reference. Several are pooled, their sentences all counting, or chosen from as
    the formula says. Precision is the mirror image: how much of the summary's sentences the reference holds.
    """

    first: int
    last: int

    usage: ClassVar[str] = "ngram(1), ngram(2), … ngram(N)"
    title: ClassVar[str] = "n-grams shared, sentence by sentence; ngram(1,4): geometric mean of lengths 1 to 4"
    paper: ClassVar[str] = "Lin & Hovy 2003"
    usual: ClassVar[tuple[str, ...]] = ("ngram(1,1)", "ngram(1,4)")
    family: ClassVar[Family] = "n-grams"
    by_sentence: ClassVar[bool] = True
    main: ClassVar[Part] = "recall"

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        lengths = spec.arguments
        well_formed = spec.name == "ngram" and not spec.options and len(lengths) in (1, 2)
        if not well_formed or not all(type(length) is int and 1 <= length <= _LONGEST for length in lengths):
            return None
        return cls(lengths[0], lengths[-1])

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise SettingError(f"ngram(i,j) needs i <= j: {self} has no n-grams")

    def __str__(self) -> str:
        return Spec("ngram", (self.first, self.last)).compact

    @property
    def has_coverage(self) -> bool:
        return self.first == self.last

    @property
    def only_recall(self) -> bool:
        return True

    @property
    def no_coverage(self) -> str:
        return f"{self} counts several kinds of units, and a space needs one kind: use ngram(1,1), for example"

    def units(self, tokens: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        if not self.has_coverage:
            raise SettingError(self.no_coverage)
        return ngrams(tokens, self.first)

    def models(self, sentences: Sequence[Sequence[int]]) -> Iterable[Sequence[Sequence[int]]]:
        return ((sentence,) for sentence in sentences)

    def evaluate(self, batch: Batch) -> Scores:
        peers = batch.peers[batch.owners]
        texts = [_in_sentences(batch.texts, n) for n in range(self.first, self.last + 1)]
        counts = np.array([[_shared(t, peers, batch.references), _shared(t, batch.references, peers)] for t in texts])
        if batch.setting.formula == "A":
            counts = np.add.reduceat(counts, batch.starts[:-1], axis=3)
        shares = share(counts[:, :, 0], counts[:, :, 1])
        recall, precision = shares.prod(axis=0) ** (1 / len(texts))
        scores = Scores.of(recall, precision, batch.setting.alpha)
        return scores if batch.setting.formula == "A" else batch.best_scores(scores)


def _in_sentences(texts: Encoded, n: int) -> Encoded:
    """Return the same texts with n-grams, numbered, in the place of tokens; none crosses a sentence boundary."""
    from sumspace.measures import kernels
    from sumspace.text.encoding import Encoded

    runs = kernels.prefixes(texts.tokens, n + 1) if n > 1 else texts.tokens
    ends = np.repeat(texts.starts[1:], np.diff(texts.starts))
    inside = np.arange(len(runs)) + n <= ends
    before = np.concatenate([[0], np.cumsum(inside)])
    return Encoded(runs[inside], before[texts.starts], texts.texts)


def _shared(texts: Encoded, wholes: Integers, models: Integers) -> Floats:
    """Count, for every text and model, what the text holds of each sentence of the model, and what they hold."""
    from sumspace.measures import kernels

    # Sentences and, behind them, whole texts, are the pieces that are compared.
    pieces = np.concatenate([texts.starts, texts.joined.starts])
    first, last = texts.texts[models], texts.texts[models + 1]
    bounds = np.concatenate([[0], np.cumsum(last - first)])
    sentences = np.arange(bounds[-1]) + np.repeat(first - bounds[:-1], last - first)
    places = wholes + len(texts.starts)
    hits, totals, _ = kernels.shared_units(texts.tokens, pieces, texts.tokens, 1, 0, False, places, bounds, sentences)
    owners = np.repeat(np.arange(len(models)), last - first)
    return np.array([np.bincount(owners, counts, len(models)) for counts in (hits, totals)], dtype=float)
