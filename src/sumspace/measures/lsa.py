"""Measures that compare the topics of two texts, found by LSA (Steinberger & Ježek 2009, section 5)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.comparison import Similarity
from sumspace.measures.measure import MEASURES, Against, Family
from sumspace.spec import Spec
from sumspace.text.topics import BOOLEAN, Topics, Weighting, topics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats, Integers
    from sumspace.measures.batch import Batch


#: The weightings that the paper found best for each (section 6.2).
_BEST: dict[Against, Weighting] = {"references": Weighting("bi", "isf"), "text": BOOLEAN}


@dataclass(frozen=True, slots=True)
class _Lsa(Similarity):
    """The cosine of what terms have to do with the topics of a summary and of a text, of content words alone.

    A term that is missing in either counts 0, and a text without content words scores 0.
    """

    against: Against = "references"
    #: How terms are weighted; unless said, as the paper found best.
    weighting: Weighting | None = None

    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "LSA"
    by_sentence: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.weighting is None:
            object.__setattr__(self, "weighting", _BEST[self.against])

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        """Read `text` and a weighting, which may be written as `weighting=bi-nw`, as summarizers have it."""
        if spec.name != cls.name or not spec.options.keys() <= {"weighting"}:
            return None
        written = [argument for argument in spec.arguments if argument != "text"] + list(spec.options.values())
        if spec.arguments.count("text") > 1 or len(written) > 1:
            return None
        try:
            weighting = Weighting.parse(written[0]) if written else None
        except SettingError as error:
            raise SettingError(f"{spec.compact}: {error}; there are: {cls.usage}") from None
        return cls("text" if "text" in spec.arguments else "references", weighting)

    def __str__(self) -> str:
        against = ("text",) if self.against == "text" else ()
        weighting = (str(self.weighting),) if self.weighting != _BEST[self.against] else ()
        return Spec(self.name, against + weighting).compact

    @abstractmethod
    def dimensions(self, batch: Batch) -> Integers:
        """Return how many topics count, for each text in the place of references."""

    @abstractmethod
    def vector(self, topics: Topics, many: int) -> Floats:
        """Return what each term has to do with the first so many topics."""

    def compare(self, batch: Batch) -> Floats:
        kept = self.dimensions(batch)
        texts = np.concatenate([batch.peers[batch.owners], batch.references])
        keys, rows = np.unique(np.stack([texts, np.tile(kept, 2)]), axis=1, return_inverse=True)
        vectors: list[tuple[Integers, Floats]] = []
        content, weighting = batch.content.texts, self.weighting or _BEST[self.against]
        for text, group in groupby(keys.T.tolist(), key=itemgetter(0)):
            of_text = topics(content.sentences(text), weighting)
            vectors += [(of_text.terms, self.vector(of_text, many)) for _, many in group]
        return _cosines(vectors, *np.split(rows.ravel(), 2))


@MEASURES.register("lsa-terms")
@dataclass(frozen=True, slots=True)
class LsaTerms(_Lsa):
    """The cosine of the significances of terms within the most important topics of two texts (section 5.2).

    The share of the reference that the summary is, in words, is the share of its topics that counts, and as many count
    of the summary, where it has as many.
    """

    usage: ClassVar[str] = "lsa-terms, lsa-terms(text), lsa-terms(text,lo-en)"
    title: ClassVar[str] = "similarity of the terms of the main LSA topics, to references or (text) the document"
    usual: ClassVar[tuple[str, ...]] = ("lsa-terms", "lsa-terms(text)")

    def dimensions(self, batch: Batch) -> Integers:
        """Return r = min(sw / fw, 1) · sentences of the reference, rounded half up, at least 1 (section 5.2.1)."""
        texts = batch.texts
        words = np.diff(texts.starts[texts.texts])
        fw = np.maximum(words[batch.references], 1)
        sw = np.minimum(words[batch.peers[batch.owners]], fw)
        rounded = (2 * sw * np.diff(texts.texts)[batch.references] + fw) // (2 * fw)
        r: Integers = np.maximum(rounded, 1)
        return r

    def vector(self, topics: Topics, many: int) -> Floats:
        return topics.significances(many)


@MEASURES.register("lsa-topic")
@dataclass(frozen=True, slots=True)
class LsaTopic(_Lsa):
    """The cosine of the first left singular vectors of two texts (section 5.1, eq. 9)."""

    usage: ClassVar[str] = "lsa-topic, lsa-topic(text), lsa-topic(text,lo-en)"
    title: ClassVar[str] = "similarity of the main LSA topics, to references or (text) the document"
    usual: ClassVar[tuple[str, ...]] = ("lsa-topic", "lsa-topic(text)")

    def dimensions(self, batch: Batch) -> Integers:
        return np.ones(len(batch.references), dtype=np.int64)

    def vector(self, topics: Topics, many: int) -> Floats:  # noqa: ARG002
        return topics.main()


def _cosines(vectors: Sequence[tuple[Integers, Floats]], left: Integers, right: Integers) -> Floats:
    """Return the cosines of pairs of vectors, 0 where one has no length; those of equal vectors are 1 exactly."""
    from scipy import sparse

    ends = np.cumsum([0, *(len(terms) for terms, _ in vectors)])
    terms = np.concatenate([terms for terms, _ in vectors])
    values = np.concatenate([values for _, values in vectors])
    rows = sparse.csr_array((values, terms, ends), shape=(len(vectors), terms.max(initial=0) + 1))
    squares, products = _row_sums(rows.multiply(rows)), _row_sums(rows[left].multiply(rows[right]))
    lengths = np.sqrt(squares[left] * squares[right])
    cosines: Floats = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    return np.minimum(cosines, 1)


def _row_sums(table: Any) -> Floats:
    """Sum the rows of a sparse table, the smallest numbers first: the order of columns would decide the last digit."""
    table = table.tocsr()
    row = np.repeat(np.arange(table.shape[0]), np.diff(table.indptr))
    sums: Floats = np.bincount(row, table.data[np.lexsort((table.data, row))], table.shape[0]).astype(np.float64)
    return sums
