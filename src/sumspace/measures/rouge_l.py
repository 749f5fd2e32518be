"""ROUGE-L and ROUGE-W: longest common subsequences, plain and with consecutive matches weighted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.measure import MEASURES, Family
from sumspace.measures.rouge import Rouge

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch
    from sumspace.text.encoding import Encoded


Level = Literal["", "sentence", "summary"]
#: How levels are written in names.
_LEVELS: dict[Level, str] = {"": "", "sentence": "sent", "summary": "sum"}
_HEAVIEST = 4  # lengths are weighted twice: beyond, those of long texts would not be finite


def _subsequences(
    batch: Batch, texts: Encoded, weights: NDArray[np.float64 | np.int32], *, weighted: bool
) -> tuple[Floats, Floats, Floats]:
    """Weigh common subsequences and references; count peers in tokens."""
    from sumspace.measures import kernels

    clip = batch.texts.joined
    hits, totals = kernels.common_subsequences(
        texts.tokens, texts.starts, texts.texts, clip.tokens, clip.starts, weights, weighted,
        batch.peers, batch.starts, batch.references,
    )  # fmt: skip
    lengths = np.diff(clip.starts)
    return hits, totals, lengths[batch.peers][batch.owners].astype(float)


def _longest(texts: Encoded) -> int:
    return int(np.diff(texts.starts).max(initial=0))


@MEASURES.register("rouge-l")
@dataclass(frozen=True, slots=True)
class RougeL(Rouge):
    """Longest common subsequences.

    At summary level, each reference sentence against every summary sentence, their union counted (Lin 2004 §3.2);
    at sentence level, a text is one sequence. Plain `rouge-l` is what the profile's program calls ROUGE-L: summary
    level in ROUGE-1.5.5, sentence level in rouge-score.
    """

    level: Level = ""

    usage: ClassVar[str] = "rouge-l, rouge-lsent, rouge-lsum"
    title: ClassVar[str] = "longest common subsequences, at sentence or summary level"
    usual: ClassVar[tuple[str, ...]] = ("rouge-l", "rouge-lsent")
    family: ClassVar[Family] = "subsequences"
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"rouge-l(sent|sum|)")
    by_sentence: ClassVar[bool] = True

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(next(level for level, written in _LEVELS.items() if written == match[1]))

    def __str__(self) -> str:
        return f"rouge-l{_LEVELS[self.level]}"

    def count(self, batch: Batch) -> tuple[Floats, Floats]:
        level = self.level or batch.setting.profile.program.rouge_l
        texts = batch.lcs_texts.joined if level == "sentence" else batch.lcs_texts
        weights = np.arange(_longest(texts) + 2, dtype=np.int32)
        hits, totals, lengths = _subsequences(batch, texts, weights, weighted=False)
        return np.array([hits, totals, lengths]), self.ratio(hits, totals)


@MEASURES.register("rouge-w")
@dataclass(frozen=True, slots=True)
class RougeW(Rouge):
    """ROUGE-L at summary level, where k consecutive matches weigh k^w and scores are brought back by the root.

    The official script weights the length of a reference twice, once by sentence and once in all; so do we.
    """

    weight: float = 1.2

    usage: ClassVar[str] = "rouge-w, rouge-w-1.2"
    title: ClassVar[str] = "longest common subsequences, consecutive matches weighted"
    usual: ClassVar[tuple[str, ...]] = ("rouge-w-1.2",)
    family: ClassVar[Family] = "subsequences"
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"rouge-w(?:-(\d+(?:\.\d+)?))?")
    by_sentence: ClassVar[bool] = True

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        return cls(float(match[1] or 1.2))

    def __post_init__(self) -> None:
        if not 0 < self.weight <= _HEAVIEST:
            raise SettingError(
                f"the weight of rouge-w must be greater than 0 and at most {_HEAVIEST}, not {self.weight:g}"
            )

    def __str__(self) -> str:
        return f"rouge-w-{self.weight:.15g}"

    def count(self, batch: Batch) -> tuple[Floats, Floats]:
        texts = batch.lcs_texts
        weights = self._weighted(np.arange(_longest(texts) + 2))
        hits, totals, lengths = _subsequences(batch, texts, weights, weighted=True)
        return np.array([hits, self._weighted(totals), self._weighted(lengths)]), self.ratio(hits, totals)

    def _weighted(self, lengths: NDArray[np.float64 | np.int64]) -> Floats:
        # Python's float power is the C library's, as Perl's; numpy's vectorized one may differ in the last bit.
        return np.array([float(length) ** self.weight for length in lengths.tolist()])

    def ratio(self, part: Floats, whole: Floats) -> Floats:
        share = super(RougeW, self).ratio(part, whole)
        return np.array([value ** (1 / self.weight) for value in share.tolist()])
