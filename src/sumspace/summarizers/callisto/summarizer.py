"""CALLISTO as one summarizer among others: it fits itself to each text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sumspace.errors import SettingError
from sumspace.summarizers.callisto.configured import Configured
from sumspace.summarizers.callisto.model_file import built_in, load
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer

if TYPE_CHECKING:
    from sumspace.document import Article
    from sumspace.summarizers.callisto.model import Model
    from sumspace.summarizers.summarizer import Unit

__all__ = ["Callisto"]

#: About how long a summary will be, in words, where nobody says.
_WORDS = 100


@SUMMARIZERS.register("callisto")
@dataclass(frozen=True, slots=True)
class Callisto(Summarizer):
    """The configuration that a model chooses for the text and a summary of about the length that is wanted."""

    #: None stands for the model that comes with the package.
    model: Model | None = None

    title: ClassVar[str] = "a segmenter and key phrases, chosen for each text; callisto(FILE): by your own model"
    paper: ClassVar[str] = "Rigouste 2004"

    @classmethod
    def with_option(cls, option: str) -> Callisto:
        if not option:
            raise SettingError("callisto() names no file; callisto alone has the model that comes with the package")
        return cls(load(Path(option)))

    @property
    def about(self) -> str:
        return str(self.model or built_in())

    def rank(self, article: Article, seed: int = 0) -> list[int]:
        return self.fit(article, _WORDS, "words", seed).rank(article, seed)

    def fit(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Configured:
        model = self.model or built_in()
        return Configured(model.choose(article, size, unit, seed).configuration, model.kea)
