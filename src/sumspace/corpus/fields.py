"""The fields of a record, with their types: what pydantic can check of our format."""

from __future__ import annotations

from statistics import fmean
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from sumspace.corpus import model
from sumspace.text.passage import Passage

__all__ = ["PeerFields", "RecordFields", "SummaryFields", "TextFields"]

_Index = Annotated[int, Field(ge=0)]
_Number = Annotated[float, Field(allow_inf_nan=False)]
_Id = Annotated[str, StringConstraints(min_length=1)]

#: No mark is beyond this.
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

    def document(self) -> model.Document:
        parts = [_SectionFields(text=self.text, sentences=self.sentences)] if self.sections is None else self.sections
        sections = tuple(model.Section(part.passage(), part.title) for part in parts)
        return model.Document(sections, self.id, self.title)


class _ReferenceFields(TextFields):
    id: str = ""


class SummaryFields(TextFields):
    """A system's summary."""

    extract: list[_Index] | None = None

    def summary(self) -> model.Summary:
        return model.Summary(self.passage(), None if self.extract is None else tuple(self.extract))


class PeerFields(SummaryFields):
    """A system's summary in a file of its own."""

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

    def all_judgements(self) -> dict[str, dict[str, float]]:
        """Judgements as they are given and, where only raters have marked something, their average."""
        found = {name: dict(given) for name, given in self.judgements.items()}
        for name, aspects in self.judgement_raters.items():
            for aspect, marks in aspects.items():
                there = [mark for mark in marks if mark is not None]
                if there:
                    found.setdefault(name, {}).setdefault(aspect, fmean(there))
        return found

    def all_documents(self) -> tuple[model.Document, ...]:
        if self.documents is None:
            return (self.document(),)
        return tuple(document.document() for document in self.documents)

    def all_references(self) -> tuple[model.Reference, ...]:
        """References without an id are numbered."""
        return tuple(
            model.Reference(reference.id or str(i), reference.passage())
            for i, reference in enumerate(self.references or (), start=1)
        )
