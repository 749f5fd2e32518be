"""From a record (one JSON object) to an `Example`, or to the list of what is wrong with it."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import isfinite, isnan
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from sumspace.corpus import model
from sumspace.corpus.records import MOST_DIGITS
from sumspace.errors import Problem
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sumspace.corpus.records import Record


T = TypeVar("T")
_List = Annotated[tuple[T, ...], Field(strict=False)]
_Index = Annotated[int, Field(ge=0, le=10**9)]
_Id = Annotated[str, StringConstraints(min_length=1)]

_NO_NAN = "NaN is no JSON number; leave it out"
#: The first whole number that has too many digits.
_TOO_LONG = 10**MOST_DIGITS
#: Marks as annotators give them, from very good to very poor (DUC 2005).
_LETTERS = {"A": 5.0, "B": 4.0, "C": 3.0, "D": 2.0, "E": 1.0}


def _as_number(mark: Any) -> Any:
    return _LETTERS.get(mark.strip().upper(), mark) if isinstance(mark, str) else mark


def _without_nan(value: Any) -> Any:
    return None if isinstance(value, float) and isnan(value) else value


def _by_reference(value: Any) -> Any:
    return value if isinstance(value, dict) else {model.ALL: value}


def _as_offsets(value: Any) -> Any:
    """Take a list of pairs; anything else of that name is a field of somebody's own, and is left alone."""
    is_ours = isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(type(end) is int and end >= 0 for end in pair)
        for pair in value
    )
    return tuple(map(tuple, value)) if is_ours else ()


#: Where sentences begin and end in the text that they were split from.
_Offsets = Annotated[tuple[tuple[int, int], ...], BeforeValidator(_as_offsets)]
_Finite = Annotated[float, Field(allow_inf_nan=False, ge=-1e100, le=1e100)]
#: A mark or score, None where it is missing.
_Mark = Annotated[Annotated[_Finite, BeforeValidator(_as_number)] | None, BeforeValidator(_without_nan)]
_Score = Annotated[_Finite | None, BeforeValidator(_without_nan)]
_Marks = dict[str, dict[str, _Mark] | None]
_Scores = dict[str, dict[_Id, Annotated[dict[_Id, _Score], BeforeValidator(_by_reference)]] | None]


class _Fields(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", hide_input_in_errors=True)


class _TextFields(_Fields):
    bodies: ClassVar[tuple[str, ...]] = ("text", "sentences")
    text: str | None = None
    sentences: _List[str] | None = None

    def given(self) -> list[str]:
        """Return which of the fields for a text are there; only one should be."""
        return [name for name in self.bodies if getattr(self, name) is not None]

    def passage(self) -> Passage:
        return Passage(self.text or "", self.sentences)


class _SectionFields(_TextFields):
    title: str = ""


class _DocumentFields(_TextFields):
    id: str = ""
    title: str = ""
    sections: _List[_SectionFields] | None = None

    def as_text(self) -> model.Text:
        if self.sections is None:
            return model.Text((model.Section(self.passage()),), self.id, self.title)
        sections = tuple(model.Section(section.passage(), section.title) for section in self.sections)
        return model.Text(sections, self.id, self.title)


class _ReferenceFields(_TextFields):
    id: str = ""


class _SummaryFields(_TextFields):
    bodies = ("text", "sentences", "extract")
    extract: _List[_Index] | None = None

    def summary(self, file: str = "", line: int | None = None) -> model.Summary:
        return model.Summary(self.passage(), self.extract, file, line)


class _PeerFields(_SummaryFields):
    id: _Id


class _UnitFields(_Fields):
    id: str
    weight: Annotated[_Finite, Field(ge=0)] = 1.0
    sentences: _List[_Index] | None = None


class _PyramidFields(_Fields):
    units: _List[_UnitFields]
    matches: dict[str, _List[str]] = Field(default_factory=dict)
    counts: dict[str, _Index] = Field(default_factory=dict)
    models: _Index = 0

    def pyramid(self) -> model.Pyramid:
        weights = {unit.id: unit.weight for unit in self.units}
        located = {unit.id: unit.sentences for unit in self.units if unit.sentences is not None}
        return model.Pyramid(weights, self.matches, self.counts, self.models, located)


class _QuestionFields(_Fields):
    question: str
    choices: _List[str]
    answer: _Index


class _RecordFields(_DocumentFields):
    bodies = ("text", "sentences", "sections", "documents")
    id: _Id
    domain: str = ""
    documents: _List[_DocumentFields] | None = None
    references: _List[_ReferenceFields] | None = None
    systems: dict[str, _SummaryFields] = Field(default_factory=dict)
    query: str = ""
    judgements: _Marks = Field(default_factory=dict)
    judgement_raters: dict[str, dict[str, _List[_Mark] | None] | None] = Field(default_factory=dict)
    reference_judgements: _Marks = Field(default_factory=dict)
    scores: _Scores = Field(default_factory=dict)
    extracts: dict[str, _List[_Index]] = Field(default_factory=dict)
    utilities: dict[str, _List[_Finite]] = Field(default_factory=dict)
    pyramid: _PyramidFields | None = None
    offsets: _Offsets = ()
    questions: _List[_QuestionFields] = ()
    topics: _List[str] = ()

    def example(self, record: Record) -> model.Example:
        """Make the example; `record` is where the fields come from."""
        same = ("id", "domain", "title", "query", "extracts", "utilities", "offsets")
        return model.Example(
            **{name: getattr(self, name) for name in same},
            texts=self.all_texts(),
            references=self.all_references(),
            systems={name: summary.summary() for name, summary in self.systems.items()},
            judgements=self._all_judgements(),
            judgement_raters=_present(self.judgement_raters),
            reference_judgements=_present(self.reference_judgements),
            scores=self.all_scores(),
            pyramid=self.pyramid.pyramid() if self.pyramid else None,
            questions=tuple(model.Question(q.question, q.choices, q.answer) for q in self.questions),
            topics=self.topics or ((self.domain,) if self.domain else ()),
            record=record.data,
            file=record.file,
            line=record.line,
        )

    def all_texts(self) -> tuple[model.Text, ...]:
        if not self.given():
            return ()
        return (self.as_text(),) if self.documents is None else tuple(text.as_text() for text in self.documents)

    def all_scores(self) -> dict[str, dict[str, dict[str, float]]]:
        """Return the scores from elsewhere that are there."""
        return _present({system: _present(metrics) for system, metrics in self.scores.items() if metrics})

    def all_references(self) -> tuple[model.Reference, ...]:
        """Return the references; those without an id are numbered."""
        return tuple(
            model.Reference(reference.id or str(number), reference.passage())
            for number, reference in enumerate(self.references or (), start=1)
        )

    def _all_judgements(self) -> dict[str, dict[str, float]]:
        """Return the judgements and, where only the marks of single raters are there, their average."""
        judgements = _present(self.judgements)
        for name, aspects in _present(self.judgement_raters).items():
            for aspect, marks in aspects.items():
                numbers = [mark for mark in marks if mark is not None]
                if numbers:
                    judgements.setdefault(name, {}).setdefault(aspect, fmean(numbers))
        return judgements


def _present(marks: Mapping[str, Mapping[str, T | None] | None]) -> dict[str, dict[str, T]]:
    """Leave out what is missing, and names that have nothing else."""
    present = {
        name: {aspect: mark for aspect, mark in aspects.items() if mark is not None}
        for name, aspects in marks.items()
        if aspects
    }
    return {name: own for name, own in present.items() if own}


_PLAIN_WORDS = {
    "missing": "is missing",
    "string_type": "should be text in quotes",
    "string_too_short": "is empty",
    "string_unicode": "has half of a surrogate pair in it, which is no text",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
    "finite_number": "should be a finite number",
    "tuple_type": "should be a list",
    "dict_type": "should be an object",
    "model_type": "should be an object",
    "greater_than_equal": "should not be negative",
    "less_than_equal": "is too large",
}

_ADVICE = {
    "id": "every example needs an id of its own, in quotes",
    "references": 'write {"id": "A", "text": "…"}, or the bare text',
    "systems": 'write {"NAME": {"text": "…"}}, with "sentences" or "extract" in place of "text" where you have them',
    "sentences": "one string a sentence",
    "pyramid.units": 'write {"units": [{"id": "u1", "weight": 3, "sentences": [0, 7]}]}, sentences counted from 0',
    "judgement": "a mark is a number, or a letter from A (very good) to E (very poor)",
    "scores": 'write {"SYSTEM": {"METRIC": 0.5}}, with {"REFERENCE": 0.5} in place of 0.5 for single references',
}


def to_example(record: Record) -> model.Example | list[Problem]:
    """Check a record and make the example it describes."""
    try:
        fields = _RecordFields.model_validate(_full(record.data))
    except ValidationError as error:
        return _problems(record, _type_mistakes(error))
    problems = _problems(record, chain(_endless_numbers(record.data), _record_mistakes(fields)))
    if problems:
        return problems
    example = fields.example(record)
    if example.is_raw:
        return example  # how many sentences raw text has is seen only when it is split
    return example.misfits() or example


def to_summary(record: Record) -> tuple[str, model.Summary] | list[Problem]:
    """Check a record {"id", "text" | "sentences" | "extract"} and make the summary of the document with that id."""
    try:
        fields = _PeerFields.model_validate(_full(record.data))
    except ValidationError as error:
        return _problems(record, _type_mistakes(error))
    mistakes = chain(_endless_numbers(record.data), _body_mistakes(fields, "text"))
    return _problems(record, mistakes) or (fields.id, fields.summary(record.file, record.line))


def _problems(record: Record, mistakes: Iterable[tuple[str, str]]) -> list[Problem]:
    return [Problem(record.file, message, record.line, field) for field, message in mistakes]


def _endless_numbers(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Find numbers that cannot be written as JSON, in any field: those that are not finite, or too long."""
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        place, value = waiting.pop()
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in entries:
            if isinstance(inner, str):
                continue
            step = f"{place}.{key}" if isinstance(value, dict) else f"{place}[{key}]"
            if isinstance(inner, dict | list):
                waiting.append((step, inner))
            elif isinstance(inner, float) and isnan(inner):
                yield step.lstrip("."), _NO_NAN
            elif (isinstance(inner, float) and not isfinite(inner)) or (
                isinstance(inner, int) and not -_TOO_LONG < inner < _TOO_LONG
            ):
                yield step.lstrip("."), f"should be a finite number, of at most {MOST_DIGITS:,} digits"


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


def _type_mistakes(error: ValidationError) -> Iterator[tuple[str, str]]:
    """Say in which field pydantic found a wrong type, and what to do."""
    for details in error.errors(include_url=False):
        field = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in details["loc"]).lstrip(".")
        if field.startswith("scores.") and details["loc"][-1:] == (model.ALL,):
            field = field.removesuffix(f".{model.ALL}")  # which we put there
        message = _PLAIN_WORDS.get(details["type"], details["msg"].lower())
        if isinstance(details["input"], float) and isnan(details["input"]):
            message = _NO_NAN
        if details["type"] == "float_type" and type(details["input"]) is int:  # one that no float can hold
            message = "is too large"
        if details["type"] == "greater_than_equal" and details["ctx"]["ge"]:
            message = "is too small"
        advice = next((text for name, text in _ADVICE.items() if field.removeprefix("reference_").startswith(name)), "")
        if field.endswith("sentences") or "sentences[" in field:
            advice = _ADVICE["pyramid.units" if field.startswith("pyramid") else "sentences"]
        if isinstance(details["input"], bytes):
            message, advice = "should be text, not bytes", "decode it, as with .decode()"
        yield field, f"{message}; {advice}" if advice else message


def _record_mistakes(record: _RecordFields) -> Iterator[tuple[str, str]]:
    """Find what types cannot tell: fields that exclude each other, empty texts, ids that stand twice."""
    bodies = record.given()
    if not bodies:
        if not record.references and not record.systems:
            yield "text", 'there is no text; give one of "text", "sentences", "sections", "documents", or summaries'
    elif len(bodies) > 1:
        yield bodies[1], f"there is already {bodies[0]!r}; give only one of the two"
    elif not any(section.body for text in record.all_texts() for section in text.sections):
        yield bodies[0], "is empty; a document needs at least one sentence"
    if record.references is not None and not record.references:
        yield "references", "is an empty list; give at least one reference or leave the field out"
    for i, reference in enumerate(record.references or ()):
        yield from _body_mistakes(reference, f"references[{i}]")
        if len(reference.given()) == 1 and not reference.passage():
            yield f"references[{i}].{reference.given()[0]}", "is empty; write the summary or leave it out"
    names = Counter(reference.id for reference in record.all_references())
    for name in sorted(name for name, count in names.items() if count > 1):
        yield "references", f"the id {name!r} stands twice; give each reference its own (without one they are numbered)"
    for name, summary in record.systems.items():
        yield from _body_mistakes(summary, f"systems.{name}")
    yield from _annotation_mistakes(record)


def _body_mistakes(summary: _TextFields, field: str) -> Iterator[tuple[str, str]]:
    """Find a summary that is not there, or there twice."""
    bodies = summary.given()
    if not bodies:
        yield field, f"there is no summary; give one of {', '.join(map(repr, summary.bodies))}"
    elif len(bodies) > 1:
        yield field, f"give either {bodies[0]!r} or {bodies[1]!r}, not both"


def _annotation_mistakes(record: _RecordFields) -> Iterator[tuple[str, str]]:
    """Find references, content units and answers that are not there."""
    references = [reference.id for reference in record.all_references()]
    known = {*references, model.ALL}
    for system, metrics in record.all_scores().items():
        for metric, scores in metrics.items():
            for reference in (reference for reference in scores if reference not in known):
                there = ", ".join(map(repr, references)) or "none"
                yield f"scores.{system}.{metric}", f"there is no reference {reference!r}; there are: {there}"
    pyramid = record.pyramid or _PyramidFields(units=())
    content = {unit.id for unit in pyramid.units}
    for name, units in pyramid.matches.items():
        for unit in (unit for unit in units if unit not in content):
            yield f"pyramid.matches.{name}", f"there is no unit {unit!r} in pyramid.units"
    for i, question in enumerate(record.questions):
        if len(question.choices) < 2:
            yield f"questions[{i}].choices", "has fewer than two; a question needs at least two answers to choose from"
        elif question.answer >= len(question.choices):
            yield f"questions[{i}].answer", f"is {question.answer}, but the choices end at {len(question.choices) - 1}"
