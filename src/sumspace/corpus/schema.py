"""From a record (one JSON object) to an `Example`, or to the list of what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from sumspace.corpus.fields import PeerFields, RecordFields
from sumspace.corpus.mistakes import record_mistakes, summary_mistakes, type_mistakes
from sumspace.corpus.model import Example, Question
from sumspace.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.corpus.model import Summary
    from sumspace.corpus.records import Record

__all__ = ["to_example", "to_summary"]


def to_example(record: Record) -> Example | list[Problem]:
    """Check a record and make the example it describes."""
    try:
        fields = RecordFields.model_validate(_full(record.data))
    except ValidationError as error:
        return _problems(record, type_mistakes(error))
    problems = _problems(record, record_mistakes(fields))
    if problems:
        return problems
    example = _example(fields, record)
    if example.is_raw:
        return example  # how many sentences raw text has is seen only when it is split
    return example.misfits() or example


def to_summary(record: Record) -> tuple[str, Summary] | list[Problem]:
    """Check a record {"id", "text" | "sentences" | "extract"} and make the summary of that document."""
    try:
        fields = PeerFields.model_validate(_full(record.data))
    except ValidationError as error:
        return _problems(record, type_mistakes(error))
    return _problems(record, summary_mistakes(fields, "text")) or (fields.id, fields.summary())


def _problems(record: Record, mistakes: Iterable[tuple[str, str]]) -> list[Problem]:
    return [Problem(record.file, message, record.line, place) for place, message in mistakes]


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


def _example(fields: RecordFields, record: Record) -> Example:
    raters = fields.judgement_raters
    return Example(
        id=fields.id,
        documents=fields.all_documents(),
        references=fields.all_references(),
        systems={name: summary.summary() for name, summary in fields.systems.items()},
        domain=fields.domain,
        title=fields.title,
        query=fields.query,
        judgements=fields.all_judgements(),
        judgement_raters={name: {a: tuple(marks) for a, marks in given.items()} for name, given in raters.items()},
        reference_judgements=fields.reference_judgements,
        extracts={judge: tuple(chosen) for judge, chosen in fields.extracts.items()},
        utilities={judge: tuple(values) for judge, values in fields.utilities.items()},
        pyramid=None if fields.pyramid is None else fields.pyramid.pyramid(),
        questions=tuple(Question(q.question, tuple(q.choices), q.answer) for q in fields.questions),
        topics=tuple(fields.topics) or ((fields.domain,) if fields.domain else ()),
        record=record.data,
        file=record.file,
        line=record.line,
    )
