"""What can be wrong with a record, in plain words and with advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import ValidationError

    from sumspace.corpus.fields import RecordFields, SummaryFields, TextFields

__all__ = ["record_mistakes", "summary_mistakes", "type_mistakes"]

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


def type_mistakes(error: ValidationError) -> Iterator[tuple[str, str]]:
    """Say in which field pydantic found a wrong type, and what to do."""
    for details in error.errors(include_url=False):
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in details["loc"]).lstrip(".")
        message = _PLAIN_WORDS.get(details["type"], details["msg"].lower())
        advice = next((text for name, text in _ADVICE.items() if place.startswith(name)), "")
        if place.endswith("sentences") or "sentences[" in place:
            advice = _ADVICE["sentences"]
        yield place, f"{message}; {advice}" if advice else message


def record_mistakes(record: RecordFields) -> Iterator[tuple[str, str]]:
    """Find what types cannot tell: fields that exclude each other, empty texts, ids that stand twice."""
    given = [name for name in ("text", "sentences", "sections", "documents") if getattr(record, name) is not None]
    if not given:
        yield "text", 'there is no text; give one of "text", "sentences", "sections", "documents"'
    elif len(given) > 1:
        yield given[1], f"there is already {given[0]!r}; give only one of the two"
    elif not any(section.body for document in record.all_documents() for section in document.sections):
        yield given[0], "is empty; a document needs at least one sentence"
    if record.references is not None and not record.references:
        yield "references", "is an empty list; give at least one reference or leave the field out"
    for i, reference in enumerate(record.references or ()):
        yield from _text_mistakes(reference, f"references[{i}]")
    names = [reference.id for reference in record.all_references()]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "references", f"the id {name!r} stands twice; give each reference its own (without one they are numbered)"
    for name, summary in record.systems.items():
        yield from summary_mistakes(summary, f"systems.{name}")
    yield from _annotation_mistakes(record)


def summary_mistakes(summary: SummaryFields, place: str) -> Iterator[tuple[str, str]]:
    """Find a summary that is not there, or there twice."""
    given = [name for name in ("text", "sentences", "extract") if getattr(summary, name) is not None]
    if not given:
        yield place, 'there is no summary; give "text", "sentences" or "extract"'
    elif len(given) > 1:
        yield place, f"give either {given[0]!r} or {given[1]!r}, not both"


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


def _text_mistakes(text: TextFields, place: str) -> Iterator[tuple[str, str]]:
    if text.text is None and text.sentences is None:
        yield place, 'there is no text; give "text" or "sentences"'
    elif text.text is not None and text.sentences is not None:
        yield place, 'give either "text" or "sentences", not both'
    elif not text.passage():
        field = "text" if text.sentences is None else "sentences"
        yield f"{place}.{field}", "is empty; write the summary or leave it out"
