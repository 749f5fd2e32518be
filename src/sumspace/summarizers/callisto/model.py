"""A trained CALLISTO: it chooses a configuration for a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sumspace.summarizers.callisto.choosing import choose, of_length
from sumspace.summarizers.callisto.features import features_of
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from sumspace.document import Article
    from sumspace.summarizers.callisto.choosing import Selection
    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.summarizers.callisto.learners.learner import Learned, Learner
    from sumspace.summarizers.summarizer import Unit
    from sumspace.text.keyphrases.kea import KeaModel

__all__ = ["Choice", "Model"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A configuration that was chosen for a text, and how sure the model was of it."""

    configuration: Configuration
    confidence: float


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned, from what, and how one of the configurations is chosen."""

    configurations: tuple[Configuration, ...]
    learner: Learner
    learned: Learned
    #: What summaries were scored by.
    measure: str
    #: Into how many classes the scores were divided; 0 where the learner takes them as they are.
    classes: int
    selection: Selection
    #: In words, the documents that it has seen.
    trained_on: str
    seed: int = 0
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None
    #: How texts were read; those to be summarized should be read alike.
    profile: Profile = field(default_factory=Profile)

    def choose(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Choice:
        """Choose a configuration for a summary of about this length, but no longer than the text."""
        text = Pipeline(article).wording
        sentences = size if unit == "sentences" else round(min(size, len(text)) * len(article) / max(len(text), 1))
        opinion = self.learned.judge(features_of(article, text))
        chosen = choose(opinion, of_length(self.configurations, sentences), self.selection, seed)
        return Choice(self.configurations[chosen], float(opinion.confidence[chosen]))

    def __str__(self) -> str:
        classes = f"{self.classes} class{'' if self.classes == 1 else 'es'}"
        how = f"{self.learner}, {classes}, {self.selection}" if self.classes else str(self.learner)
        kea = f", Kea on {self.kea.trained_on}" if self.kea else ""
        return (
            f"trained on {self.trained_on}, read as {self.profile}, by {how} to reach {self.measure}, "
            f"{len(self.configurations)} configurations{kea}"
        )
