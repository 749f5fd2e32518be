"""CALLISTO with one configuration, whatever the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.summarizer import Summarizer

if TYPE_CHECKING:
    from sumspace.document import Article
    from sumspace.summarizers.callisto.configuration import Configuration
    from sumspace.text.keyphrases.kea import KeaModel

__all__ = ["Configured"]


@dataclass(frozen=True, slots=True)
class Configured(Summarizer):
    """The pipeline as a configuration says; how long the summary is to be is none of its business."""

    configuration: Configuration
    #: What Kea has learned; None stands for the model that comes with the package.
    kea: KeaModel | None = None

    title: ClassVar[str] = "a segmenter and key phrases, as a configuration says"
    paper: ClassVar[str] = "Rigouste 2004"

    @property
    def how(self) -> str:
        return str(self.configuration)

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        return Pipeline(article, self.kea).rank(self.configuration)
