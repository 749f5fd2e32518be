"""Question answering: how many questions about a document its summary answers (Steinberger & Ježek 2009, 3.4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.answerers.answerer import ANSWERERS
from sumspace.measures.measure import MEASURES, Bound, Family, Measure, Scores

if TYPE_CHECKING:
    from sumspace.corpus.model import Question
    from sumspace.measures.batch import Batch, Pair


def _read_answerer(argument: Any) -> str | None:
    return argument if isinstance(argument, str) else None


@MEASURES.register("questions")
@dataclass(frozen=True, slots=True)
class Questions(Measure):
    """The share of a document's multiple-choice questions that an answerer gets right from the summary alone.

    The answerer stands in for the readers of the experiment. As there, the same questions are answered from the full
    text, from a human abstract and from nothing, which shows how good the answerer is and how far guessing goes.
    """

    answerer: str = "lexical"

    options: ClassVar = {"answerer": _read_answerer}
    usage: ClassVar[str] = "questions, questions(ANSWERER)"
    title: ClassVar[str] = "share of questions about the document that the summary answers correctly"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    family: ClassVar[Family] = "tasks"
    by_sentence: ClassVar[bool] = True
    has_one_value: ClassVar[bool] = True
    bounds: ClassVar[tuple[Bound, ...]] = ("full text", "human abstract", "nothing")

    def __post_init__(self) -> None:
        ANSWERERS[self.answerer]

    def lacks(self, pair: Pair) -> str:
        return "" if pair.example is not None and pair.example.questions else "has no questions"

    def evaluate(self, batch: Batch) -> Scores:
        answerer, profile = ANSWERERS[self.answerer](), batch.setting.profile

        def is_right(sentences: tuple[str, ...], asked: Question) -> bool:
            answer = answerer.answer(sentences, asked.text, asked.choices, profile)
            if answer not in range(len(asked.choices)):
                choices = f"{len(asked.choices)} choices, which are counted from 0"
                raise SettingError(f"the answerer {self.answerer!r} answered {answer!r} to a question with {choices}")
            return answer == asked.answer

        values = []
        for pair in batch.pairs:
            sentences, questions = batch.written(pair), pair.example.questions if pair.example else ()
            values.append(sum(is_right(sentences, asked) for asked in questions) / len(questions))
        return Scores.single(np.array(values, dtype=np.float64))
