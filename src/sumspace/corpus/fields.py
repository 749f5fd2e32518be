"""The fields of a record, with their types: what pydantic can check of our format."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from sumspace.corpus import model
from sumspace.text.passage import Passage

__all__ = ["PeerFields", "RecordFields", "SummaryFields", "TextFields"]

_Index = Annotated[int, Field(ge=0)]
_Number = Annotated[float, Field(allow_inf_nan=False)]
_Id = Annotated[str, StringConstraints(min_length=1)]


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

    def pyramid(self) -> model.Pyramid:
        weights = {unit.id: unit.weight for unit in self.units}
        return model.Pyramid(weights, {name: tuple(units) for name, units in self.matches.items()})


class RecordFields(_DocumentFields):
    """A whole record."""

    id: _Id
    domain: str = ""
    documents: list[_DocumentFields] | None = None
    references: list[_ReferenceFields] | None = None
    systems: dict[str, SummaryFields] = Field(default_factory=dict)
    query: str = ""
    judgements: dict[str, dict[str, _Number]] = Field(default_factory=dict)
    judgement_raters: dict[str, dict[str, list[_Number]]] = Field(default_factory=dict)
    reference_judgements: dict[str, dict[str, _Number]] = Field(default_factory=dict)
    extracts: dict[str, list[_Index]] = Field(default_factory=dict)
    utilities: dict[str, list[_Number]] = Field(default_factory=dict)
    pyramid: _PyramidFields | None = None

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
