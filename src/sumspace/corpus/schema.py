"""From a record (one JSON object) to an `Example`, or to the list of what is wrong with it; and back to a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from sumspace.corpus.fields import PeerFields, RecordFields
from sumspace.corpus.records import as_json
from sumspace.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sumspace.corpus.fields import TextFields
    from sumspace.corpus.model import Example, Summary, Text
    from sumspace.corpus.records import Record
    from sumspace.text.passage import Passage

__all__ = ["to_example", "to_record", "to_summary"]

_PLAIN_WORDS = {
    "missing": "is missing",
    "string_type": "should be text in quotes",
    "string_too_short": "is empty",
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
    "judgement": "a mark is a number, or a letter from A (very good) to E (very poor)",
    "reference_judgement": "a mark is a number, or a letter from A (very good) to E (very poor)",
}


#: What is known of summaries and sentences, by the names of systems, references and judges.
_BY_NAME = ("judgements", "judgement_raters", "reference_judgements", "extracts", "utilities")
#: What a system's summary may be.
_BODIES = ("text", "sentences", "extract")


def to_example(record: Record) -> Example | list[Problem]:
    """Check a record and make the example it describes."""
    try:
        fields = RecordFields.model_validate(_full(record.data))
    except ValidationError as error:
        return _problems(record, _type_mistakes(error))
    problems = _problems(record, _record_mistakes(fields))
    if problems:
        return problems
    example = fields.example(record)
    if example.is_raw:
        return example  # how many sentences raw text has is seen only when it is split
    return example.misfits() or example


def to_summary(record: Record) -> tuple[str, Summary] | list[Problem]:
    """Check a record {"id", "text" | "sentences" | "extract"} and make the summary of the document with that id."""
    try:
        fields = PeerFields.model_validate(_full(record.data))
    except ValidationError as error:
        return _problems(record, _type_mistakes(error))
    return _problems(record, _body_mistakes(fields, "text")) or (fields.id, fields.summary(record.file, record.line))


def _problems(record: Record, mistakes: Iterable[tuple[str, str]]) -> list[Problem]:
    return [Problem(record.file, message, record.line, field) for field, message in mistakes]


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
        message = _PLAIN_WORDS.get(details["type"], details["msg"].lower())
        advice = next((text for name, text in _ADVICE.items() if field.startswith(name)), "")
        if field.endswith("sentences") or "sentences[" in field:
            advice = _ADVICE["sentences"]
        if isinstance(details["input"], bytes):
            message, advice = "should be text, not bytes", "decode it, as with .decode()"
        yield field, f"{message}; {advice}" if advice else message


def _record_mistakes(record: RecordFields) -> Iterator[tuple[str, str]]:
    """Find what types cannot tell: fields that exclude each other, empty texts, ids that stand twice."""
    bodies = [name for name in ("text", "sentences", "sections", "documents") if getattr(record, name) is not None]
    if not bodies:
        yield "text", 'there is no text; give one of "text", "sentences", "sections", "documents"'
    elif len(bodies) > 1:
        yield bodies[1], f"there is already {bodies[0]!r}; give only one of the two"
    elif not any(section.body for text in record.all_texts() for section in text.sections):
        yield bodies[0], "is empty; a document needs at least one sentence"
    if record.references is not None and not record.references:
        yield "references", "is an empty list; give at least one reference or leave the field out"
    for i, reference in enumerate(record.references or ()):
        mistakes = list(_body_mistakes(reference, f"references[{i}]", ("text", "sentences")))
        if not (mistakes or reference.passage()):
            name = "text" if reference.sentences is None else "sentences"
            mistakes = [(f"references[{i}].{name}", "is empty; write the summary or leave it out")]
        yield from mistakes
    names = [reference.id for reference in record.all_references()]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "references", f"the id {name!r} stands twice; give each reference its own (without one they are numbered)"
    for name, summary in record.systems.items():
        yield from _body_mistakes(summary, f"systems.{name}")
    yield from _annotation_mistakes(record)


def _body_mistakes(summary: TextFields, field: str, names: Sequence[str] = _BODIES) -> Iterator[tuple[str, str]]:
    """Find a summary that is not there, or there twice."""
    bodies = [name for name in names if getattr(summary, name) is not None]
    if not bodies:
        yield field, f"there is no summary; give one of {', '.join(map(repr, names))}"
    elif len(bodies) > 1:
        yield field, f"give either {bodies[0]!r} or {bodies[1]!r}, not both"


def _annotation_mistakes(record: RecordFields) -> Iterator[tuple[str, str]]:
    """Find content units and answers that are not there."""
    known = {unit.id for unit in record.pyramid.units} if record.pyramid else set()
    for name, units in (record.pyramid.matches if record.pyramid else {}).items():
        for unit in units:
            if unit not in known:
                yield f"pyramid.matches.{name}", f"there is no unit {unit!r} in pyramid.units"
    for i, question in enumerate(record.questions):
        if len(question.choices) < 2:
            yield f"questions[{i}].choices", "has fewer than two; a question needs at least two answers to choose from"
        elif question.answer >= len(question.choices):
            yield f"questions[{i}].answer", f"is {question.answer}, but the choices end at {len(question.choices) - 1}"


def to_record(example: Example) -> dict[str, Any]:
    """Return the record that an example was read from or, for one that was made in Python, a record that describes it.

    Summaries from other files are no part of it.
    """
    if example.record:
        return dict(example.record)
    pyramid = example.pyramid
    record = {
        **{name: getattr(example, name) for name in ("id", "domain", "title", "query")},
        **_texts(example),
        "references": [{"id": reference.id, **_passage(reference.body)} for reference in example.references],
        "systems": {
            name: _passage(summary.body) if summary.extract is None else {"extract": summary.extract}
            for name, summary in example.systems.items()
            if not summary.file
        },
        **{name: getattr(example, name) for name in _BY_NAME},
        "pyramid": pyramid
        and {
            "units": [{"id": unit, "weight": weight} for unit, weight in pyramid.weights.items()],
            **{name: getattr(pyramid, name) for name in ("matches", "counts", "models")},
        },
        "questions": [{"question": q.text, "choices": q.choices, "answer": q.answer} for q in example.questions],
        "topics": example.topics,
    }
    return {name: as_json(value) for name, value in record.items() if value}


def _texts(example: Example) -> dict[str, Any]:
    """Return the field that holds the text; one text that is called as the example needs no list of documents."""
    if len(example.texts) == 1:
        (text,) = example.texts
        if text.id in ("", example.id) and text.title in ("", example.title):
            return _sections(text)
    return {"documents": [{"id": text.id, "title": text.title, **_sections(text)} for text in example.texts]}


def _sections(text: Text) -> dict[str, Any]:
    if len(text.sections) == 1 and not text.sections[0].title:
        return _passage(text.sections[0].body)
    return {"sections": [{"title": section.title, **_passage(section.body)} for section in text.sections]}


def _passage(body: Passage) -> dict[str, Any]:
    return {"text": body.text} if body.sentences is None else {"sentences": body.sentences}
