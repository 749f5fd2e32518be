"""Keywords in common: the most frequent content words of two texts (Steinberger & Ježek 2009, section 6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError
from sumspace.measures.comparison import OF_TEXT, Counted, distinct, over_references
from sumspace.measures.measure import MEASURES, Against, Family, Part, Scores, whole_number

if TYPE_CHECKING:
    from sumspace.arrays import Floats
    from sumspace.measures.batch import Batch


_MOST = 999_999


@MEASURES.register("keywords")
@dataclass(frozen=True, slots=True)
class Keywords(Counted):
    """The n most frequent stems of content words of each text, compared as sets.

    The paper does not say how. Recall is the share of the reference's keywords that the summary has among its own,
    precision the reverse. Among stems that are equally frequent, those that appear first in the text are taken.
    Formula A takes the mean over the references.
    """

    n: int = 30
    against: Against = "references"

    options: ClassVar = {"against": OF_TEXT, "n": whole_number}
    usage: ClassVar[str] = "keywords, keywords(20), keywords(text,20)"
    title: ClassVar[str] = "overlap of the 30 most frequent content words, with references or the full text"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "words"
    usual: ClassVar[tuple[str, ...]] = ("keywords", "keywords(text)")
    main: ClassVar[Part] = "f1"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= _MOST:
            raise SettingError(f"the number of keywords must be 1 to {_MOST:,}, not {self.n:,}")

    def count(self, batch: Batch) -> Floats:
        return batch.shared(distinct(batch.content.texts, self.n))

    def pool(self, counts: Floats, batch: Batch) -> Scores:
        each = Scores.of(*self.shares(counts), batch.setting.alpha)
        return Scores(*(over_references(part, batch) for part in (each.recall, each.precision, each.f1)))
