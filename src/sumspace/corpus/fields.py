"""The fields of a record with their types, as far as pydantic can check them, and what they say as an `Example`."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from sumspace.corpus import model
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from sumspace.corpus.records import Record

__all__ = ["PeerFields", "RecordFields", "SummaryFields", "TextFields"]

T = TypeVar("T")
_List = Annotated[tuple[T, ...], Field(strict=False)]
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
    sentences: _List[str] | None = None

    def passage(self) -> Passage:
        return Passage(self.text or "", self.sentences)


class _SectionFields(TextFields):
    title: str = ""


class _DocumentFields(TextFields):
    id: str = ""
    title: str = ""
    sections: _List[_SectionFields] | None = None

    def as_text(self) -> model.Text:
        if self.sections is None:
            return model.Text((model.Section(self.passage()),), self.id, self.title)
        sections = tuple(model.Section(section.passage(), section.title) for section in self.sections)
        return model.Text(sections, self.id, self.title)


class _ReferenceFields(TextFields):
    id: str = ""


class SummaryFields(TextFields):
    """A system's summary."""

    extract: _List[_Index] | None = None

    def summary(self, file: str = "", line: int | None = None) -> model.Summary:
        return model.Summary(self.passage(), self.extract, file, line)


class PeerFields(SummaryFields):
    """A system's summary in a file beside the corpus."""

    id: _Id


class _UnitFields(_Fields):
    id: str
    weight: _Number = 1.0


class _PyramidFields(_Fields):
    units: _List[_UnitFields]
    matches: dict[str, _List[str]] = Field(default_factory=dict)
    counts: dict[str, _Index] = Field(default_factory=dict)
    models: _Index = 0

    def pyramid(self) -> model.Pyramid:
        return model.Pyramid({unit.id: unit.weight for unit in self.units}, self.matches, self.counts, self.models)


class _QuestionFields(_Fields):
    question: str
    choices: _List[str]
    answer: _Index


class RecordFields(_DocumentFields):
    """A whole record."""

    id: _Id
    domain: str = ""
    documents: _List[_DocumentFields] | None = None
    references: _List[_ReferenceFields] | None = None
    systems: dict[str, SummaryFields] = Field(default_factory=dict)
    query: str = ""
    judgements: dict[str, dict[str, _Mark]] = Field(default_factory=dict)
    judgement_raters: dict[str, dict[str, _List[_Mark | None]]] = Field(default_factory=dict)
    reference_judgements: dict[str, dict[str, _Mark]] = Field(default_factory=dict)
    extracts: dict[str, _List[_Index]] = Field(default_factory=dict)
    utilities: dict[str, _List[_Number]] = Field(default_factory=dict)
    pyramid: _PyramidFields | None = None
    questions: _List[_QuestionFields] = ()
    topics: _List[str] = ()

    def example(self, record: Record) -> model.Example:
        """Make the example; `record` is where the fields come from."""
        same = ("id", "domain", "title", "query", "judgement_raters", "reference_judgements", "extracts", "utilities")
        return model.Example(
            **{name: getattr(self, name) for name in same},
            texts=self.all_texts(),
            references=self.all_references(),
            systems={name: summary.summary() for name, summary in self.systems.items()},
            judgements=self._all_judgements(),
            pyramid=self.pyramid.pyramid() if self.pyramid else None,
            questions=tuple(model.Question(q.question, q.choices, q.answer) for q in self.questions),
            topics=self.topics or ((self.domain,) if self.domain else ()),
            record=record.data,
            file=record.file,
            line=record.line,
        )

    def all_texts(self) -> tuple[model.Text, ...]:
        """Return the documents of a topic, or the one that the record itself describes."""
        return (self.as_text(),) if self.documents is None else tuple(text.as_text() for text in self.documents)

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
