"""CALLISTO as one summarizer among others: with one configuration, or with the one that a model chooses for a text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sumspace.spec import Spec
from sumspace.summarizers.callisto.explaining import explain_choice
from sumspace.summarizers.callisto.model import Model, built_in, load
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, Unit, model_file_of, parse_summarizer
from sumspace.text import word_frequencies

if TYPE_CHECKING:
    from sumspace.document import Article
    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.summarizers.explanation import Explanation
    from sumspace.text.keyphrases.kea import KeaModel


#: About how long a summary will be, in words, where no length is known.
_WORDS = 100


@dataclass(frozen=True, slots=True)
class Configured(Summarizer):
    """The pipeline with one configuration, the same for all texts and lengths."""

    configuration: Configuration
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None

    title: ClassVar[str] = "a segmenter and key phrases, in a given configuration"
    paper: ClassVar[str] = "Rigouste 2004"

    @property
    def configuration_used(self) -> str:
        return str(self.configuration)

    def rank(self, article: Article, seed: int = 0) -> list[int]:
        return Pipeline(article, self.kea).rank(self.configuration, seed)

    def explain(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Explanation:
        if other := self.configuration.summarizer:
            explanation = parse_summarizer(other).explain(article, size, unit, seed)
            return replace(explanation, configuration=str(self.configuration))
        return Pipeline(article, self.kea).explain(self.configuration)


@SUMMARIZERS.register("callisto")
@dataclass(frozen=True, slots=True)
class Callisto(Summarizer):
    """The configuration that a model chooses for the text and a summary of about the length that is wanted."""

    #: None stands for the model that comes with the package.
    model: Model | None = None
    #: The file that the model is from.
    file: str = field(default="", compare=False)

    title: ClassVar[str] = "segmenter and key phrases chosen for each text by a model; callisto(FILE): by your own"
    paper: ClassVar[str] = "Rigouste 2004"

    @classmethod
    def from_spec(cls, spec: Spec) -> Callisto:
        if not (file := model_file_of(spec)):
            return cls()
        return cls(load(Path(file)), file)

    def __str__(self) -> str:
        return "callisto" if self.model is None else str(Spec("callisto", (self.file or self.model.trained_on,)))

    def libraries(self, language: str) -> tuple[str, ...]:
        return (word_frequencies.source(),) if language == "en" else ()

    @property
    def trained_language(self) -> str:
        return (self.model or built_in()).profile.language

    @property
    def model_description(self) -> str:
        return str(self.model or built_in())

    def rank(self, article: Article, seed: int = 0) -> list[int]:
        return self.fit(article, _WORDS, "words", seed).rank(article, seed)

    def fit(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Configured:
        model = self.model or built_in()
        return Configured(model.choose(article, size, unit, seed).configuration, model.kea)

    def explain(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Explanation:
        own = self.fit(article, size, unit, seed).explain(article, size, unit, seed)
        return replace(own, **explain_choice(self.model or built_in(), article, size, unit, seed))
