"""What the learned summarizer learns of a document: features of its sentences and units, and what they should say.

The target of a sentence is the share of all oracles that have it. That of a unit, a pair of stems that follow each
other, is the share of references that have it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from sumspace.compute.work import Workers, check_seed
from sumspace.errors import SettingError
from sumspace.measures.coverage import cover_document
from sumspace.measures.rouge_n import RougeN
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import AtMost, Budget
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.spec import signature
from sumspace.summarizers.learned.reading import Reading
from sumspace.text import word_frequencies
from sumspace.text.profile import Profile
from sumspace.text.words import read_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sumspace.arrays import Floats, Integers
    from sumspace.document import Document, References
    from sumspace.measures.measure import Measure


#: How many units of a document are learned from at most: those that references have, and others, drawn at random.
_HELD, _OTHERS = 200, 150


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What oracles are the best by, how long they are, and how texts are read."""

    measure: Measure = field(default_factory=lambda: RougeN(2))
    budget: Budget = field(default_factory=lambda: AtMost(100))
    profile: Profile = field(default_factory=Profile)
    seed: int = 0
    #: How long to look for all oracles of a document at most; where that is not enough, the best extract found counts.
    seconds: float = 10.0
    workers: Workers = field(default_factory=Workers, repr=False)

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not (self.measure.has_coverage and self.measure.of_any_text):
            raise SettingError(
                f"oracles are learned from by measures that count units, such as rouge-2: {self.measure}"
            )

    def __str__(self) -> str:
        return signature(
            self.measure,
            self.profile.signature,
            f"budget:{self.budget}",
            f"seed:{self.seed}",
            f"oracles:{self.seconds:g} s a document",
            *self.profile.libraries(by_sentence=True),
            word_frequencies.source() if self.profile.language == "en" else None,
            f"scikit-learn {version('scikit-learn')}",
        )


@dataclass(frozen=True, eq=False)
class Lesson:
    """What is learned of one document."""

    id: str
    domain: str
    #: The corpus that the document says it comes from, or else its genre: each is to count alike in training.
    group: str
    #: The features of its sentences, and the share of all oracles that have each: [sentence, feature].
    sentences: NDArray[np.float32]
    shares: NDArray[np.float32]
    #: The features of some units, the share of references that have each, and how many units each stands for.
    units: NDArray[np.float32]
    held: NDArray[np.float32]
    counts: NDArray[np.float32]
    #: The features of the text as a whole.
    context: Floats


def read_lesson(document: Document, plan: TrainingPlan) -> Lesson:
    """Learn what there is to learn of a document that has sentences and references."""
    references = next(document.references("all"))
    reading = Reading(document.article())
    chosen, counts, held = _units(document, reading, references, plan.seed)
    source = document.example.record.get("source")
    corpus = source.get("corpus") if isinstance(source, dict) else None
    return Lesson(
        id=document.id,
        domain=document.domain,
        group=str(corpus or document.domain),
        sentences=reading.sentences.astype(np.float32),
        shares=oracle_shares(document, references, plan).astype(np.float32),
        units=reading.units[chosen].astype(np.float32),
        held=held[chosen].astype(np.float32),
        counts=counts.astype(np.float32),
        context=reading.context,
    )


def oracle_shares(document: Document, references: References, plan: TrainingPlan) -> Floats:
    """Return in what share of all oracles each sentence is; of the best extract found where not all are known."""
    scoring = Scoring(cover_document(plan.measure, document, references.sentences))
    oracles = find_oracles(Space(document.lengths, plan.budget), scoring, plan.seconds)
    shares = np.zeros(len(document.sentences))
    if oracles is None or oracles.best is None:
        return shares
    if oracles.shares is not None:
        return oracles.shares
    shares[list(oracles.best.sentences)] = 1.0
    return shares


def _units(document: Document, reading: Reading, references: References, seed: int) -> tuple[Integers, Floats, Floats]:
    """Choose units, and return how many each stands for, and the share of references that have each of all units."""
    pairs = []
    for body in references.bodies:
        text = read_words(document.split(body), document.profile.language)
        pairs.append(
            {pair for a, b in text.sentences for pair in zip(text.stems[a:b], text.stems[a + 1 : b], strict=False)}
        )
    held = np.array([sum(unit in own for own in pairs) / len(pairs) for unit in reading.stems], dtype=np.float64)
    generator = np.random.default_rng([seed, crc32(document.id.encode("utf-8", "surrogatepass"))])
    chosen, counts = [], []
    for units, most in ((np.flatnonzero(held > 0), _HELD), (np.flatnonzero(held == 0), _OTHERS)):
        some = np.sort(generator.permutation(units)[:most])
        chosen.append(some)
        counts.append(np.full(len(some), len(units) / max(len(some), 1)))
    return np.concatenate(chosen), np.concatenate(counts), held
