"""The fields of a record with their types, as far as pydantic can check them, and what they say as an `Example`."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from sumspace.corpus import model
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from sumspace.corpus.records import Record

__all__ = ["PeerFields", "RecordFields", "SummaryFields", "TextFields"]

_Index = Annotated[int, Field(ge=0)]
_Number = Annotated[float, Field(allow_inf_nan=False)]
_Id = Annotated[str, StringConstraints(min_length=1)]

#: Marks and their negatives are not larger.
_HIGHEST = 1e100
#: Marks as annotators give them, from very good to very poor (DUC 2005).
_LETTERS = {"A": 5.0, "B": 4.0, "C": 3.0, "D": 2.0, "E": 1.0}


def _as_number(mark: Any) -> Any:
    return _LETTERS.get(mark.strip().upper(), mark) if isinstance(mark, str) else mark


_Mark = Annotated[_Number, BeforeValidator(_as_number), Field(ge=-_HIGHEST, le=_HIGHEST)]


class _Fields(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", hide_input_in_errors=True)


class TextFields(_Fields):
    """A text, raw or in sentences."""

    text: str | None = None
    sentences: list[str] | None = None

    def passage(self) -> Passage:
        return Passage(self.text or "", None if self.sentences is None else tuple(self.sentences))


class _SectionFields(TextFields):
    title: str = ""


class _DocumentFields(TextFields):
    id: str = ""
    title: str = ""
    sections: list[_SectionFields] | None = None

    def as_text(self) -> model.Text:
        parts = [_SectionFields(text=self.text, sentences=self.sentences)] if self.sections is None else self.sections
        sections = tuple(model.Section(part.passage(), part.title) for part in parts)
        return model.Text(sections, self.id, self.title)


class _ReferenceFields(TextFields):
    id: str = ""


class SummaryFields(TextFields):
    """A system's summary."""

    extract: list[_Index] | None = None

    def summary(self, file: str = "", line: int | None = None) -> model.Summary:
        return model.Summary(self.passage(), None if self.extract is None else tuple(self.extract), file, line)


class PeerFields(SummaryFields):
    """A system's summary in a file beside the corpus."""

    id: _Id


class _UnitFields(_Fields):
    id: str
    weight: _Number = 1.0


class _PyramidFields(_Fields):
    units: list[_UnitFields]
    matches: dict[str, list[str]] = Field(default_factory=dict)
    counts: dict[str, _Index] = Field(default_factory=dict)
    models: _Index = 0

    def pyramid(self) -> model.Pyramid:
        weights = {unit.id: unit.weight for unit in self.units}
        matches = {name: tuple(units) for name, units in self.matches.items()}
        return model.Pyramid(weights, matches, self.counts, self.models)


class _QuestionFields(_Fields):
    question: str
    choices: list[str]
    answer: _Index


class RecordFields(_DocumentFields):
    """A whole record."""

    id: _Id
    domain: str = ""
    documents: list[_DocumentFields] | None = None
    references: list[_ReferenceFields] | None = None
    systems: dict[str, SummaryFields] = Field(default_factory=dict)
    query: str = ""
    judgements: dict[str, dict[str, _Mark]] = Field(default_factory=dict)
    judgement_raters: dict[str, dict[str, list[_Mark | None]]] = Field(default_factory=dict)
    reference_judgements: dict[str, dict[str, _Mark]] = Field(default_factory=dict)
    extracts: dict[str, list[_Index]] = Field(default_factory=dict)
    utilities: dict[str, list[_Number]] = Field(default_factory=dict)
    pyramid: _PyramidFields | None = None
    questions: list[_QuestionFields] = Field(default_factory=list)
    topics: list[str] = Field(default_factory=list)

    def example(self, record: Record) -> model.Example:
        """Make the example; `record` is where the fields come from."""
        return model.Example(
            id=self.id,
            texts=self.all_texts(),
            references=self.all_references(),
            systems={name: summary.summary() for name, summary in self.systems.items()},
            domain=self.domain,
            title=self.title,
            query=self.query,
            judgements=self._all_judgements(),
            judgement_raters={
                name: {aspect: tuple(marks) for aspect, marks in aspects.items()}
                for name, aspects in self.judgement_raters.items()
            },
            reference_judgements=self.reference_judgements,
            extracts={judge: tuple(sentences) for judge, sentences in self.extracts.items()},
            utilities={judge: tuple(values) for judge, values in self.utilities.items()},
            pyramid=None if self.pyramid is None else self.pyramid.pyramid(),
            questions=tuple(model.Question(q.question, tuple(q.choices), q.answer) for q in self.questions),
            topics=tuple(self.topics) or ((self.domain,) if self.domain else ()),
            record=record.data,
            file=record.file,
            line=record.line,
        )

    def all_texts(self) -> tuple[model.Text, ...]:
        """Return the documents of a topic, or the one that the record itself describes."""
        if self.documents is None:
            return (self.as_text(),)
        return tuple(document.as_text() for document in self.documents)

    def all_references(self) -> tuple[model.Reference, ...]:
        """Return the references; those without an id are numbered."""
        return tuple(
            model.Reference(reference.id or str(number), reference.passage())
            for number, reference in enumerate(self.references or (), start=1)
        )

    def _all_judgements(self) -> dict[str, dict[str, float]]:
        """Return the judgements and, where only the marks of single raters are there, their average."""
        judgements = {name: dict(aspects) for name, aspects in self.judgements.items()}
        for name, aspects in self.judgement_raters.items():
            for aspect, marks in aspects.items():
                numbers = [mark for mark in marks if mark is not None]
                if numbers:
                    judgements.setdefault(name, {}).setdefault(aspect, fmean(numbers))
        return judgements
