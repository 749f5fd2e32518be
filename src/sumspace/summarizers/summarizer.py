"""What a summarizer is, and which there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from sumspace.errors import SettingError, TooLargeError
from sumspace.registry import Registry
from sumspace.spec import Spec, build, parse_spec, spec_of
from sumspace.summarizers.explanation import Explanation, explain_order
from sumspace.text.topics import Weighting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sumspace.arrays import Floats
    from sumspace.document import Article
    from sumspace.summarizers.objective import Objective
    from sumspace.summarizers.word_counts import WordCounts


#: What the length of a summary is measured in.
Unit = Literal["words", "sentences"]
#: Scores nearer than this are ties.
NEAR = 1e-9
#: How many words of sentences may be looked at: some minutes.
_STEPS = 10**10


class Summarizer(ABC):
    """A summarizer is an immutable value that orders the sentences of a document."""

    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]

    @abstractmethod
    def rank(self, article: Article, seed: int = 0) -> list[int]:
        """Return the indices of all sentences, the best first; for most, the seed has no effect."""

    def objective(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Objective | None:  # noqa: ARG002
        """Return what the summarizer wants of an extract of about this length, where it can say so; most only rank.

        Where it can, the sentences of a summary are those that are worth most together, found by the search for
        oracles, and not the first ones of the ranking that fit.
        """
        return None

    def libraries(self, language: str) -> tuple[str, ...]:  # noqa: ARG002
        """Name the packages that decide what it selects, with versions, beside those that every text is read with."""
        return ()

    @property
    def model_description(self) -> str:
        """What its model learned from, and how; empty for summarizers that do not learn."""
        return ""

    @property
    def trained_language(self) -> str:
        """The language of the texts that its model learned from; empty for summarizers that do not learn."""
        return ""

    @property
    def configuration_used(self) -> str:
        """The configuration that was chosen for the text; empty for summarizers that treat all texts alike."""
        return ""

    def fit(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Summarizer:  # noqa: ARG002
        """Return the summarizer for this text and a summary of about this length; most are the same for all."""
        return self

    def explain(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Explanation:
        """Say why it orders the sentences as it does for a summary of about this length; most say the order alone."""
        return Explanation(explain_order(self.fit(article, size, unit, seed).rank(article, seed)))

    def __str__(self) -> str:
        name = SUMMARIZERS.name_of(type(self)) or type(self).__name__
        return str(spec_of(name, self)) if hasattr(self, "__dataclass_fields__") else name

    @classmethod
    def from_spec(cls, spec: Spec) -> Summarizer:
        """Return the summarizer that a name with options stands for; most have no options."""
        if spec.arguments or spec.options:
            raise SettingError(f"{spec.name} is a summarizer without options: write {spec.name}, not {spec}")
        return cls()


class SentenceScorer(Summarizer):
    """A summarizer that scores every sentence and ranks them by their scores, whatever the seed."""

    @abstractmethod
    def score(self, article: Article) -> Floats:
        """Return the score of every sentence."""

    def parts(self, article: Article) -> Mapping[str, Floats]:  # noqa: ARG002
        """Return the parts of every sentence's score, by what they are for; none where it has no parts."""
        return {}

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return by_score(self.score(article))

    def explain(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Explanation:  # noqa: ARG002
        scores = self.score(article)
        return Explanation(explain_order(by_score(scores), scores, self.parts(article)))


class TopicSummarizer(Summarizer):
    """A summarizer by the topics that LSA finds: its fields are options, first of all the `weighting` of terms."""

    @classmethod
    def from_spec(cls, spec: Spec) -> Summarizer:
        first, others = spec.arguments[:1], spec.arguments[1:]
        options = {name: Weighting.parse(v) if name == "weighting" else v for name, v in spec.options.items()}
        return build("summarizer", cls, Spec(spec.name, (*map(Weighting.parse, first), *others), options))


SUMMARIZERS: Registry[type[Summarizer]] = Registry(
    "summarizer",
    "sumspace.summarizers",
    {"callisto": "sumspace.summarizers.callisto.summarizer", "learned": "sumspace.summarizers.learned.summarizer"},
)


def parse_summarizer(text: str) -> Summarizer:
    """Return the summarizer of this name, which may have options, as callisto(FILE) and those by LSA have.

    >>> print(parse_summarizer("textrank"), parse_summarizer("gong-liu(lo-en)"))
    textrank gong-liu(weighting=lo-en)
    """
    spec = parse_spec(text)
    return SUMMARIZERS[spec.name].from_spec(spec)


def model_file_of(spec: Spec) -> str:
    """Return the model file that is the only argument of a name such as learned(FILE); empty where there is none."""
    if not spec.arguments and not spec.options:
        return ""
    if spec.options or len(spec.arguments) > 1 or not isinstance(spec.arguments[0], str):
        raise SettingError(
            f"{spec.name}(FILE) takes one model file, unlike {spec}; a file name that is a number or "
            "that has commas, parentheses or =, stands in quotation marks"
        )
    return spec.arguments[0]


def check_steps(name: str, counts: WordCounts) -> None:
    """Refuse a document for which a summarizer that looks at all sentences before each step would take far too long."""
    sentences, entries = len(counts.lengths), len(counts.words)
    if sentences * entries > _STEPS:
        most = int(sentences * (_STEPS / (sentences * entries)) ** 0.5)
        raise TooLargeError(f"has {sentences:,} sentences; {name} can handle about {most:,} of this length")


def by_score(scores: Floats) -> list[int]:
    """Rank sentences, the highest score first and, of scores that differ by no more than rounding, the earlier one.

    >>> by_score(np.array([1.0, 2.0, 1.0 + 1e-15]))
    [1, 0, 2]
    """
    order = np.argsort(-scores, kind="stable")
    ties = np.cumsum(np.diff(scores[order], prepend=scores[order[:1]]) < -NEAR)
    ranked: list[int] = order[np.lexsort((order, ties))].tolist()
    return ranked
