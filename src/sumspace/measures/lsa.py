"""What measures share that compare the topics of two texts (Steinberger & Ježek 2009, section 5)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, get_args

import numpy as np

from sumspace.measures.options import Options, name_of
from sumspace.measures.similarity import Against, Similarity
from sumspace.text.topics import topics
from sumspace.text.topics import Global, Local, Weighting

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence
    from typing import Self

    from numpy.typing import NDArray

    from sumspace.measures.batch import Batch
    from sumspace.text.topics import Topics

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["WEIGHTINGS", "Lsa"]

#: What weightings look like in names.
WEIGHTINGS = rf"(?:{'|'.join(get_args(Local))})-(?:{'|'.join(get_args(Global))})"
#: The weightings that the paper found best for each (section 6.2).
_BEST: dict[Against, Weighting] = {"references": Weighting("bi", "isf"), "text": Weighting("bi", "nw")}


@dataclass(frozen=True, slots=True)
class Lsa(Similarity):
    """The cosine of what terms have to do with the topics of a summary and of a text, of content words alone.

    A term that is missing in either counts 0, and a text without content words scores 0.
    """

    against: Against = "references"
    #: How terms are weighted; unless said, as the paper found best.
    weighting: Weighting | None = None

    family: ClassVar[str]
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    by_sentence: ClassVar[bool] = True

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        options = Options.of(match)
        return cls(options.against, Weighting.parse(options.other) if options.other else None)

    def __post_init__(self) -> None:
        if self.weighting is None:
            object.__setattr__(self, "weighting", _BEST[self.against])

    def __str__(self) -> str:
        return name_of(self.family, self.against, "" if self.weighting == _BEST[self.against] else str(self.weighting))

    @abstractmethod
    def dimensions(self, batch: Batch) -> Integers:
        """Return how many topics count, for each text in the place of references."""

    @abstractmethod
    def vector(self, found: Topics, many: int) -> Floats:
        """Return what each term has to do with the first so many topics."""

    def compare(self, batch: Batch) -> Floats:
        kept = self.dimensions(batch)
        asked = np.concatenate([batch.peers[batch.owners], batch.references])
        keys, rows = np.unique(np.stack([asked, np.tile(kept, 2)]), axis=1, return_inverse=True)
        vectors = self._vectors(batch.content, keys.T.tolist())
        peers, references = np.split(rows.ravel(), 2)
        return _cosines(vectors, peers, references)

    def _vectors(self, batch: Batch, keys: Sequence[tuple[int, int]]) -> list[tuple[Integers, Floats]]:
        """Return terms and what they have to do with topics, for each text and number of topics, in order of texts."""
        found = []
        weighting = self.weighting or _BEST[self.against]
        for text, group in groupby(keys, key=lambda key: key[0]):
            there = topics(batch.texts.sentences(text), weighting)
            found += [(there.terms, self.vector(there, many)) for _, many in group]
        return found


def _cosines(vectors: Sequence[tuple[Integers, Floats]], left: Integers, right: Integers) -> Floats:
    """Return the cosines of pairs of vectors, 0 where one has no length; those of equal vectors are 1 exactly."""
    from scipy import sparse

    ends = np.cumsum([0, *(len(terms) for terms, _ in vectors)])
    terms = np.concatenate([terms for terms, _ in vectors])
    values = np.concatenate([values for _, values in vectors])
    rows = sparse.csr_array((values, terms, ends), shape=(len(vectors), terms.max(initial=0) + 1))
    squares = np.asarray(rows.multiply(rows).sum(axis=1))
    products = np.asarray(rows[left].multiply(rows[right]).sum(axis=1))
    lengths = np.sqrt(squares[left] * squares[right])
    cosines: Floats = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    return np.minimum(cosines, 1)
