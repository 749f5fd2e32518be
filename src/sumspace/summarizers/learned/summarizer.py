"""Learned: the units that references are expected to have, by a model that has learned from exact oracles."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sumspace.spec import Spec
from sumspace.summarizers.summarizer import SUMMARIZERS, Summarizer, model_file_of
from sumspace.text import word_frequencies

if TYPE_CHECKING:
    from sumspace.document import Article
    from sumspace.summarizers.explanation import Explanation
    from sumspace.summarizers.learned.model import LearnedModel
    from sumspace.summarizers.objective import Objective
    from sumspace.summarizers.summarizer import Unit


@SUMMARIZERS.register("learned")
@dataclass(frozen=True, slots=True)
class Learned(Summarizer):
    """The extract whose units are worth most together, each counted once."""

    #: None stands for the model that comes with the package.
    model: LearnedModel | None = None
    #: The file that the model is from.
    file: str = field(default="", compare=False)

    title: ClassVar[str] = (
        "word pairs that references should have, by a model trained on exact oracles; learned(FILE): by your own"
    )
    paper: ClassVar[str] = "Li, Qian & Liu 2013; Hirao 2017"

    @classmethod
    def from_spec(cls, spec: Spec) -> Learned:
        if not (file := model_file_of(spec)):
            return cls()
        from sumspace.summarizers.learned.model import load

        return cls(load(Path(file)), file)

    def __str__(self) -> str:
        return "learned" if self.model is None else str(Spec("learned", (self.file or str(self.model),)))

    def libraries(self, language: str) -> tuple[str, ...]:
        return (word_frequencies.source(),) if language == "en" else ()

    @property
    def trained_language(self) -> str:
        return self._model.profile.language

    @property
    def model_description(self) -> str:
        return str(self._model)

    @property
    def _model(self) -> LearnedModel:
        from sumspace.summarizers.learned.model import built_in

        return self.model or built_in()

    def objective(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Objective:  # noqa: ARG002
        return self._model.expect(article).objective

    def explain(self, article: Article, size: int, unit: Unit, seed: int = 0) -> Explanation:  # noqa: ARG002
        from sumspace.summarizers.learned.explaining import explain

        return explain(self._model, self._model.expect(article))

    def rank(self, article: Article, seed: int = 0) -> list[int]:  # noqa: ARG002
        expected = self._model.expect(article)
        return expected.objective.rank(expected.reading.wording.lengths)
