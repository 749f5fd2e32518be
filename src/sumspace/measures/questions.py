"""Question answering: how many questions about a document its summary answers (Steinberger & Ježek 2009, 3.4.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.errors import SettingError
from sumspace.measures.answerers.answerer import ANSWERERS
from sumspace.measures.measure import MEASURES, Bound, Measure, Scores

if TYPE_CHECKING:
    from sumspace.corpus.model import Question
    from sumspace.measures.batch import Batch
    from sumspace.measures.pair import Pair

__all__ = ["Questions"]


@MEASURES.register("questions")
@dataclass(frozen=True, slots=True)
class Questions(Measure):
    """The share of a document's multiple-choice questions that an answerer gets right from the summary alone.

    The answerer stands in for the readers of the experiment. As there, the same questions are answered from the full
    text, from a human abstract and from nothing, which shows how good the answerer is and how far guessing goes.
    """

    answerer: str = "lexical"

    usage: ClassVar[str] = "questions, questions(ANSWERER)"
    title: ClassVar[str] = "questions about the document that are answered correctly from the summary"
    paper: ClassVar[str] = "Steinberger & Ježek 2009"
    usual: ClassVar[tuple[str, ...]] = ("questions",)
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"questions(?:\(\s*([^()\s]+)\s*\))?")
    by_sentence: ClassVar[bool] = True
    has_one_value: ClassVar[bool] = True
    bounds: ClassVar[tuple[Bound, ...]] = ("full text", "human abstract", "nothing")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Questions:
        return cls(match[1] or "lexical")

    def __post_init__(self) -> None:
        ANSWERERS[self.answerer]

    def __str__(self) -> str:
        return "questions" if self.answerer == "lexical" else f"questions({self.answerer})"

    def lacks(self, pair: Pair) -> str:
        return "" if pair.example is not None and pair.example.questions else "has no questions"

    def evaluate(self, batch: Batch) -> Scores:
        answerer, profile = ANSWERERS[self.answerer](), batch.setting.profile

        def is_right(sentences: tuple[str, ...], asked: Question) -> bool:
            given = answerer.answer(sentences, asked.text, asked.choices, profile)
            if given not in range(len(asked.choices)):
                raise SettingError(
                    f"the answerer {self.answerer!r} gave {given!r} to a question with {len(asked.choices)} choices, "
                    "which are counted from 0"
                )
            return given == asked.answer

        values = []
        for pair in batch.pairs:
            sentences = batch.written(pair)
            questions = pair.example.questions if pair.example else ()
            values.append(sum(is_right(sentences, asked) for asked in questions) / len(questions))
        return Scores.single(np.array(values, dtype=np.float64))
