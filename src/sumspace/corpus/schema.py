"""From a record (one JSON object) to an `Example`, or to the list of what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from sumspace.corpus.model import Document, Example, Pyramid, Reference, Section, Summary
from sumspace.errors import Problem
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.corpus.records import Record

__all__ = ["to_example", "to_summary"]

_Index = Annotated[int, Field(ge=0)]
_Number = Annotated[float, Field(allow_inf_nan=False)]
_Id = Annotated[str, StringConstraints(min_length=1)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", hide_input_in_errors=True)


class _Text(_Model):
    text: str | None = None
    sentences: list[str] | None = None

    def passage(self) -> Passage:
        return Passage(self.text or "", None if self.sentences is None else tuple(self.sentences))


class _Section(_Text):
    title: str = ""


class _Document(_Text):
    id: str = ""
    title: str = ""
    sections: list[_Section] | None = None

    def document(self) -> Document:
        parts = [_Section(text=self.text, sentences=self.sentences)] if self.sections is None else self.sections
        return Document(tuple(Section(part.passage(), part.title) for part in parts), self.id, self.title)


class _Reference(_Text):
    id: str = ""


class _Summary(_Text):
    extract: list[_Index] | None = None


class _PeerSummary(_Summary):
    id: _Id


class _Unit(_Model):
    id: str
    weight: _Number = 1.0


class _Pyramid(_Model):
    units: list[_Unit]
    matches: dict[str, list[str]] = Field(default_factory=dict)


class _Record(_Document):
    id: _Id
    domain: str = ""
    documents: list[_Document] | None = None
    references: list[_Reference] | None = None
    systems: dict[str, _Summary] = Field(default_factory=dict)
    query: str = ""
    judgements: dict[str, dict[str, _Number]] = Field(default_factory=dict)
    judgement_raters: dict[str, dict[str, list[_Number]]] = Field(default_factory=dict)
    reference_judgements: dict[str, dict[str, _Number]] = Field(default_factory=dict)
    extracts: dict[str, list[_Index]] = Field(default_factory=dict)
    utilities: dict[str, list[_Number]] = Field(default_factory=dict)
    pyramid: _Pyramid | None = None


_PLAIN_WORDS = {
    "missing": "is missing",
    "string_type": "should be text in quotes",
    "string_too_short": "is empty",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
    "finite_number": "should be a finite number",
    "list_type": "should be a list",
    "dict_type": "should be an object",
    "model_type": "should be an object",
    "greater_than_equal": "should not be negative",
}

_ADVICE = {
    "id": "every example needs an id of its own, in quotes",
    "references": 'write {"id": "A", "text": "…"}, or the bare text',
    "systems": 'write {"NAME": {"text": "…"}}, with "sentences" or "extract" in place of "text" where you have them',
    "sentences": "one string a sentence",
}


def to_example(record: Record) -> Example | list[Problem]:
    """Check a record and make the example it describes."""
    try:
        parsed = _Record.model_validate(_full(record.data))
    except ValidationError as error:
        return [_problem(record, details) for details in error.errors(include_url=False)]
    problems = [Problem(record.file, message, record.line, place) for place, message in _mistakes(parsed)]
    return problems or _example(parsed, record)


def to_summary(record: Record) -> tuple[str, Summary] | list[Problem]:
    """Check a record {"id", "text" | "sentences" | "extract"} and make the summary of that document."""
    try:
        parsed = _PeerSummary.model_validate(_full(record.data))
    except ValidationError as error:
        return [_problem(record, details) for details in error.errors(include_url=False)]
    mistakes = [
        Problem(record.file, message, record.line, place) for place, message in _summary_mistakes(parsed, "text")
    ]
    return mistakes or (parsed.id, _summary(parsed))


def _full(value: Any) -> Any:
    """Write bare strings that stand for texts as {"text": …}, and leave out fields that are null."""
    if isinstance(value, str):
        return {"text": value}
    if not isinstance(value, dict):
        return value
    full = {key: inner for key, inner in value.items() if inner is not None}
    for key in ("sections", "documents", "references"):
        if isinstance(full.get(key), list):
            full[key] = [_full(inner) for inner in full[key]]
    if isinstance(full.get("references"), str):
        full["references"] = [_full(full["references"])]
    if isinstance(full.get("systems"), dict):
        full["systems"] = {name: _full(inner) for name, inner in full["systems"].items()}
    return full


def _problem(record: Record, details: Any) -> Problem:
    place = _place(details["loc"])
    message = _PLAIN_WORDS.get(details["type"], details["msg"].lower())
    advice = next((text for name, text in _ADVICE.items() if place.startswith(name)), "")
    if place.endswith("sentences") or "sentences[" in place:
        advice = _ADVICE["sentences"]
    return Problem(record.file, f"{message}; {advice}" if advice else message, record.line, place)


def _place(path: tuple[int | str, ...]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _mistakes(record: _Record) -> Iterator[tuple[str, str]]:
    """Find what types cannot tell: fields that exclude each other, empty texts, indices out of range."""
    given = [name for name in ("text", "sentences", "sections", "documents") if getattr(record, name) is not None]
    if not given:
        yield "text", 'there is no text; give one of "text", "sentences", "sections", "documents"'
    elif len(given) > 1:
        yield given[1], f"there is already {given[0]!r}; give only one of the two"
    elif not any(section.body for document in _documents(record) for section in document.sections):
        yield given[0], "is empty; a document needs at least one sentence"
    if record.references is not None and not record.references:
        yield "references", "is an empty list; give at least one reference or leave the field out"
    for i, reference in enumerate(record.references or ()):
        yield from _text_mistakes(reference, f"references[{i}]")
    names = _reference_ids(record)
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "references", f"the id {name!r} stands twice; give each reference its own (without one they are numbered)"
    for name, summary in record.systems.items():
        yield from _summary_mistakes(summary, f"systems.{name}")
    yield from _range_mistakes(record, len(given) == 1)


def _summary_mistakes(summary: _Summary, place: str) -> Iterator[tuple[str, str]]:
    given = [name for name in ("text", "sentences", "extract") if getattr(summary, name) is not None]
    if not given:
        yield place, 'there is no summary; give "text", "sentences" or "extract"'
    elif len(given) > 1:
        yield place, f"give either {given[0]!r} or {given[1]!r}, not both"


def _text_mistakes(text: _Text, place: str) -> Iterator[tuple[str, str]]:
    if text.text is None and text.sentences is None:
        yield place, 'there is no text; give "text" or "sentences"'
    elif text.text is not None and text.sentences is not None:
        yield place, 'give either "text" or "sentences", not both'
    elif not text.passage():
        yield (
            f"{place}.{'text' if text.sentences is None else 'sentences'}",
            "is empty; write the summary or leave it out",
        )


def _range_mistakes(record: _Record, has_text: bool) -> Iterator[tuple[str, str]]:
    bodies = [section.body for document in _documents(record) for section in document.sections] if has_text else []
    if not bodies or any(body.sentences is None for body in bodies):
        return  # raw text: how many sentences it has is seen when it is split
    count = sum(len(body.sentences or ()) for body in bodies)
    indices = {f"systems.{name}.extract": summary.extract or [] for name, summary in record.systems.items()}
    indices |= {f"extracts.{judge}": chosen for judge, chosen in record.extracts.items()}
    for place, chosen in indices.items():
        beyond = [index for index in chosen if index >= count]
        if beyond:
            yield place, f"sentence {beyond[0]} is not there: the document has {count}, counted from 0"
    for judge, values in record.utilities.items():
        if len(values) != count:
            yield f"utilities.{judge}", f"has {len(values)} values for {count} sentences; give one for each"


def _documents(record: _Record) -> tuple[Document, ...]:
    if record.documents is None:
        return (record.document(),)
    return tuple(document.document() for document in record.documents)


def _summary(parsed: _Summary) -> Summary:
    return Summary(parsed.passage(), None if parsed.extract is None else tuple(parsed.extract))


def _reference_ids(record: _Record) -> list[str]:
    return [reference.id or str(i + 1) for i, reference in enumerate(record.references or ())]


def _pyramid(parsed: _Pyramid) -> Pyramid:
    weights = {unit.id: unit.weight for unit in parsed.units}
    return Pyramid(weights, {name: tuple(units) for name, units in parsed.matches.items()})


def _example(parsed: _Record, record: Record) -> Example:
    return Example(
        id=parsed.id,
        documents=_documents(parsed),
        references=tuple(
            Reference(name, reference.passage())
            for name, reference in zip(_reference_ids(parsed), parsed.references or (), strict=True)
        ),
        systems={name: _summary(summary) for name, summary in parsed.systems.items()},
        domain=parsed.domain,
        title=parsed.title,
        query=parsed.query,
        judgements=parsed.judgements,
        judgement_raters={s: {a: tuple(v) for a, v in marks.items()} for s, marks in parsed.judgement_raters.items()},
        reference_judgements=parsed.reference_judgements,
        extracts={judge: tuple(chosen) for judge, chosen in parsed.extracts.items()},
        utilities={judge: tuple(values) for judge, values in parsed.utilities.items()},
        pyramid=None if parsed.pyramid is None else _pyramid(parsed.pyramid),
        record=record.data,
        file=record.file,
        line=record.line,
    )
