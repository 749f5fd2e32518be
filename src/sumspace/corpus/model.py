"""The model: an example is one document (or a topic of several) and whatever is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from sumspace.corpus.records import as_json
from sumspace.errors import CorpusError, Problem, UnknownNameError
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Mapping


#: What is known of summaries and sentences, by the names of systems, references and judges.
_BY_NAME = ("judgements", "judgement_raters", "reference_judgements", "extracts", "utilities")
#: The place of a score that belongs to no single reference.
ALL = "all"
#: What needs a text, and what a document without one lacks.
NO_TEXT = "has no text"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text; a text without sections has one without a title."""

    body: Passage
    title: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One text to be summarized, alone or with others of its topic."""

    sections: tuple[Section, ...]
    id: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A summary by a person."""

    id: str
    body: Passage


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary by a system: a text of its own, or the indices of the sentences it took."""

    body: Passage = field(default_factory=Passage)
    extract: tuple[int, ...] | None = None
    #: Where it was read; empty for a summary that is part of the example's own record.
    file: str = field(default="", repr=False, compare=False)
    line: int | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Content units with their weights, and which of them each summary holds."""

    weights: Mapping[str, float]
    matches: Mapping[str, tuple[str, ...]]
    #: How many content units each summary has in all, those that are not in the pyramid too, where that is known.
    counts: Mapping[str, int] = field(default_factory=dict)
    #: From how many people's summaries it was made; 0 where that is not known.
    models: int = 0
    #: Which sentences of the document express each unit, counted from 0, where that is known; it may be none.
    sentences: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question about the document, and which of the choices, counted from 0, answers it."""

    text: str
    choices: tuple[str, ...]
    answer: int


@dataclass(frozen=True, slots=True)
class Example:
    """A document or topic, its references, and what else is known of it."""

    id: str
    #: The document, or those of a topic; none where only summaries of it are known.
    texts: tuple[Text, ...] = ()
    references: tuple[Reference, ...] = ()
    systems: Mapping[str, Summary] = field(default_factory=dict)
    domain: str = ""
    title: str = ""
    query: str = ""
    #: Human judgements, by system and aspect: averaged, and by rater.
    judgements: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    judgement_raters: Mapping[str, Mapping[str, tuple[float | None, ...]]] = field(default_factory=dict)
    #: The same for human summaries that were judged too, by reference.
    reference_judgements: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: Sentences chosen, and sentences weighed, by judge.
    extracts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    utilities: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    #: External scores, by system, metric and the id of the reference; ALL where no single one is meant.
    scores: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    pyramid: Pyramid | None = None
    #: Where its sentences stand in the text that they were split from, as (start, end), where that is known.
    offsets: tuple[tuple[int, int], ...] = ()
    questions: tuple[Question, ...] = ()
    #: What it is about, for categorization; the domain where nothing else is said.
    topics: tuple[str, ...] = ()
    #: The record as it was read, with the fields that we do not know and without systems from other files.
    record: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    file: str = field(default="", compare=False)
    line: int | None = field(default=None, compare=False)

    @property
    def content(self) -> str:
        """Everything that results may depend on, as text; not where it was read."""
        return repr([getattr(self, part.name) for part in fields(self) if part.compare])

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of all texts, in order."""
        return tuple(section for text in self.texts for section in text.sections)

    @property
    def has_text(self) -> bool:
        """Whether there is a text, and not only summaries of one."""
        return bool(self.texts)

    def sentences(self, language: str = "en") -> tuple[str, ...]:
        """Return all sentences in order, through texts and sections; extracts count them from 0."""
        return tuple(sentence for section in self.sections for sentence in section.body.split(language))

    @property
    def text(self) -> str:
        """The whole text: raw text as it is, given sentences a line each, and a blank line between sections."""
        return "\n\n".join(section.body.joined for section in self.sections)

    def spans(self, language: str = "en") -> tuple[tuple[int, int], ...]:
        """Return where each sentence stands in the text, as (start, end) in characters.

        That is `text` or, for sentences that were split before and have offsets, the text that these belong to.
        """
        spans: list[tuple[int, int]] = []
        start = 0
        for section in self.sections:
            spans += ((start + first, start + last) for first, last in section.body.spans(language))
            start += len(section.body.joined) + 2
        return self.offsets if len(self.offsets) == len(spans) and not self.is_raw else tuple(spans)

    def summary(self, system: str, language: str = "en") -> Passage:
        """Return a system's summary as text, looking up the sentences of an extract."""
        if system not in self.systems:
            raise UnknownNameError("system", system, self.systems)
        return self.resolve(self.systems[system], f"systems.{system}.extract", language)

    def resolve(self, summary: Summary, place: str, language: str = "en") -> Passage:
        """Return a summary as text; `place` is the field to name when an extract points outside the document."""
        if summary.extract is None:
            return summary.body
        sentences = self.sentences(language)
        beyond = [index for index in summary.extract if not 0 <= index < len(sentences)]
        if beyond or not self.has_text:
            message = f"{self.id!r} {NO_TEXT} to take sentences from; give the summary as text or sentences"
            if self.has_text:
                message = f"sentence {beyond[0]} is not there: the document has {len(sentences)}, counted from 0"
            if summary.file:
                raise CorpusError(Problem(summary.file, message, summary.line, "extract"))
            raise self.error(message, place)
        return Passage(sentences=tuple(sentences[index] for index in summary.extract))

    @property
    def own_systems(self) -> dict[str, Summary]:
        """The systems whose summaries are part of the example's own record, not from another file."""
        return {name: summary for name, summary in self.systems.items() if not summary.file}

    @property
    def is_raw(self) -> bool:
        """Whether any of the text has still to be split into sentences."""
        return any(section.body.sentences is None for section in self.sections)

    def misfits(self, language: str = "en") -> list[Problem]:
        """Find extracts, of systems and judges, units and utilities that do not fit the document's sentences."""
        extracts = {f"systems.{name}.extract": summary for name, summary in self.systems.items()}
        extracts |= {f"extracts.{judge}": Summary(extract=chosen) for judge, chosen in self.extracts.items()}
        located = {} if self.pyramid is None else self.pyramid.sentences
        extracts |= {f"pyramid.units.{unit}.sentences": Summary(extract=places) for unit, places in located.items()}
        problems = []
        for place, summary in extracts.items():
            try:
                self.resolve(summary, place, language)
            except CorpusError as error:
                problems.append(error.problem)
        for judge, values in self.utilities.items():
            count = len(self.sentences(language))
            if len(values) != count or not self.has_text:
                message = f"has {len(values)} values for {count} sentences; give one for each"
                if not self.has_text:
                    message = f"{self.id!r} {NO_TEXT}, and utilities are of its sentences; give the text too"
                problems.append(self.error(message, f"utilities.{judge}").problem)
        return problems

    def error(self, message: str, place: str = "") -> CorpusError:
        """Make an error that names this example's file and line."""
        return CorpusError(Problem(self.file or self.id, message, self.line, place))


def to_record(example: Example) -> dict[str, Any]:
    """Return the record an example was read from or, for one made in Python, one that describes it; without peers."""
    if example.record:
        return dict(example.record)
    pyramid = example.pyramid
    record = {
        **{name: getattr(example, name) for name in ("id", "domain", "title", "query")},
        **_texts(example),
        "references": [{"id": reference.id, **_passage(reference.body)} for reference in example.references],
        "systems": {
            name: _passage(summary.body) if summary.extract is None else {"extract": summary.extract}
            for name, summary in example.own_systems.items()
        },
        **{name: getattr(example, name) for name in _BY_NAME},
        "scores": {
            system: {metric: _score(values) for metric, values in metrics.items()}
            for system, metrics in example.scores.items()
        },
        "pyramid": pyramid
        and {
            "units": [
                {"id": unit, "weight": weight}
                | ({"sentences": pyramid.sentences[unit]} if unit in pyramid.sentences else {})
                for unit, weight in pyramid.weights.items()
            ],
            **{name: getattr(pyramid, name) for name in ("matches", "counts", "models")},
        },
        "offsets": example.offsets,
        "questions": [{"question": q.text, "choices": q.choices, "answer": q.answer} for q in example.questions],
        "topics": example.topics,
    }
    return {name: as_json(value) for name, value in record.items() if value}


def split_texts(example: Example, language: str = "en") -> Example:
    """Split raw texts into sentences, in the record too, which keeps where these stood in the text."""
    if not example.is_raw:
        return example

    def split(passage: Passage) -> Passage:
        return Passage(sentences=passage.split(language))

    texts = tuple(
        replace(text, sections=tuple(replace(section, body=split(section.body)) for section in text.sections))
        for text in example.texts
    )
    offsets = example.spans(language)
    record = {**_record_split(to_record(example), language), "offsets": [list(span) for span in offsets]}
    return replace(example, texts=texts, offsets=offsets, record=record)


def _record_split(record: dict[str, Any], language: str) -> dict[str, Any]:
    """Put sentences in the place of raw text in a record, or in a section or document of one."""
    made: dict[str, Any] = {}
    for name, value in record.items():
        if name == "text" and value is not None:
            made["sentences"] = list(Passage(value).split(language))
        elif name in ("sections", "documents") and value is not None:
            parts = ({"text": part} if isinstance(part, str) else part for part in value)
            made[name] = [_record_split(part, language) for part in parts]
        else:
            made[name] = value
    return made


def is_sound(value: float | None) -> TypeGuard[float]:
    """Tell whether a mark or score is there: null and not a number mean that it is missing."""
    return value is not None and value == value  # noqa: PLR0124 - not a number is no other number, nor itself


def _texts(example: Example) -> dict[str, Any]:
    """Return the field that holds the text, if any; one that is called as the example needs no list of documents."""
    if not example.texts:
        return {}
    if len(example.texts) == 1:
        (text,) = example.texts
        if text.id in ("", example.id) and text.title in ("", example.title):
            return _sections(text)
    return {"documents": [{"id": text.id, "title": text.title, **_sections(text)} for text in example.texts]}


def _sections(text: Text) -> dict[str, Any]:
    if len(text.sections) == 1 and not text.sections[0].title:
        return _passage(text.sections[0].body)
    return {"sections": [{"title": section.title, **_passage(section.body)} for section in text.sections]}


def _score(values: Mapping[str, float]) -> Any:
    """Return the scores by several references, or the one that belongs to none of them."""
    return values[ALL] if list(values) == [ALL] else values


def _passage(body: Passage) -> dict[str, Any]:
    return {"text": body.text} if body.sentences is None else {"sentences": body.sentences}
