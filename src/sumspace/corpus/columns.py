"""The usual names of columns in other people's tables and records, and what is taken for what.

A record in our own format is read as it is. Where the text or the references are missing under our names, columns are
recognized by the names that data sets mostly have, whatever their case. What was taken is said once, as a note; where
two columns could be the same thing, nothing is guessed.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sumspace.corpus.records import Columns, Record
from sumspace.errors import CorpusNote, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


#: Names of our own that hold a text.
_BODIES = ("text", "sentences", "sections", "documents")
#: Names that stand for the document, whatever else there is.
_DOCUMENTS = (
    "article", "article_text", "dialog", "dialogue", "document", "document_text", "full_text", "maintext", "report",
    "source_text", "story", "text", "transcript",
)  # fmt: skip
_REFERENCES = (
    "abstract", "gold", "gold_summary", "ground_truth", "highlights", "human_summary", "recap", "ref", "reference",
    "reference_summary", "summaries", "summary", "target", "targets", "tgt", "tldr",
)  # fmt: skip
#: Several references, one a column.
_NUMBERED = re.compile(r"(reference|ref|summary|highlights|target)_?\d+")
#: Names that stand for the document only beside one of these, which then is the reference.
_PAIRS = {
    "source": ("target", "summary", "reference"),
    "src": ("tgt", "target", "ref", "reference", "summary"),
    "input": ("target", "summary", "reference", "output"),
    "inputs": ("targets", "outputs"),
    "content": ("summary", "abstract", "highlights", "tldr", "reference"),
    "body": ("abstract", "summary", "highlights", "tldr", "reference"),
    "post": ("summary", "tldr"),
    "chapter": ("summary", "summary_text"),
    "description": ("abstract",),
    "email_body": ("subject_line",),
    "documents": ("tldr", "summary"),
}
#: Ids, the first of these that is there.
_IDS = (
    "id", "doc_id", "docid", "document_id", "guid", "uid", "example_id", "instance_id", "article_id", "paper_id",
    "bill_id", "dialogue_id", "story_id", "report_id",
)  # fmt: skip
_OUTPUT = "pred|preds|prediction|predictions|predicted|generated|generation|candidate|hyp|hypothesis|decoded"
_SYSTEM = re.compile(
    rf"(?:{_OUTPUT})(?:_(?:summary|text|\d+))?|(?:model|system)_(?:output|summary)|.+_(?:{_OUTPUT}|outputs?)"
)
#: Names that stand for a system's summary only where the reference is another column.
_OUTPUTS = ("output", "outputs")
#: Fields of our own in which no text of the document or of a summary is looked for.
OURS = (
    *_BODIES, "id", "domain", "title", "query", "source", "topics", "questions", "references", "systems", "judgements",
    "judgement_raters", "reference_judgements", "scores", "extracts", "utilities", "pyramid", "offsets",
)  # fmt: skip
_FLAGS = "--text-column, --reference-column, --system-column and --id-column"


@dataclass(frozen=True, slots=True)
class _Ambiguous:
    """Several columns that could be the same thing."""

    what: str
    names: tuple[str, ...]


def recognize(names: Iterable[str], *, has_text: bool = False, has_references: bool = False) -> Columns | _Ambiguous:
    """Say which of some columns hold what; only that is looked for which is not there under our own name.

    >>> recognize(["id", "article", "highlights", "bart_output"])
    Columns(id='id', text='article', references=('highlights',), systems=('bart_output',))
    """
    by_name: dict[str, list[str]] = {}
    for name in names:
        by_name.setdefault(re.sub(r"[ .-]", "_", name.strip().lower()), []).append(name)

    def there(wanted: Iterable[str]) -> tuple[str, ...]:
        return tuple(column for name in wanted for column in by_name.get(name, ()))

    documents: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    if not has_text:
        documents = there(_DOCUMENTS)
        if not documents:
            pairs = {name: there(usual)[:1] for name, usual in _PAIRS.items() if name in by_name}
            documents = tuple(column for name, own in pairs.items() if own for column in by_name[name])
            partners = next((own for own in pairs.values() if own), ())
        if len(documents) > 1:
            return _Ambiguous("document", documents)
    references: tuple[str, ...] = ()
    if not has_references:
        references = partners or there(_REFERENCES)
        if len(references) > 1:
            return _Ambiguous("reference", references)
        numbered = [name for name in by_name if _NUMBERED.fullmatch(name)]
        references = references or there(sorted(numbered, key=lambda name: (len(name), name)))
    taken = {*documents, *references}
    systems = tuple(
        column
        for name, columns in by_name.items()
        if _SYSTEM.fullmatch(name) or (name in _OUTPUTS and (references or has_references))
        for column in columns
        if column not in taken
    )
    return Columns(next(iter(there(_IDS)), ""), next(iter(documents), ""), references, systems)


class Recognizer:
    """Goes through the records of a corpus, and puts what is recognized in its place.

    Columns are recognized among all names that were seen so far, so that a cell which is empty changes nothing.
    """

    def __init__(self, chosen: Columns | None) -> None:
        self._chosen = chosen
        self._names: dict[str, None] = {}
        self._no_texts: set[str] = set()
        self._columns: Columns | _Ambiguous = Columns()
        self._said = ""

    def __call__(self, record: Record) -> Record | Problem:
        data = record.data
        has_references = data.get("references") is not None
        has_text = any(data.get(name) is not None for name in _BODIES)
        if has_references and has_text:
            return record
        if isinstance(data.get("documents"), str):  # which is no list of documents
            has_text = any(data.get(name) is not None for name in _BODIES if name != "documents")
        self._look(record, has_text=has_text, has_references=has_references)
        if isinstance(self._columns, _Ambiguous):
            several = " and ".join(self._columns.names)
            return Problem(
                record.file, f"{several} could each be the {self._columns.what}; {self._advice}", record.line
            )
        found = self._found(data)
        if not (found.text or found.references or found.systems):
            return self._as_it_is(record, has_text=has_text, has_references=has_references)
        self._say(self._columns, has_text=has_text, numbered="id" not in data and not found.id)
        return replace(record, data=found.rename(data, record.line or 1))

    def _look(self, record: Record, *, has_text: bool, has_references: bool) -> None:
        """Recognize columns anew where there are new names, or values that are no texts."""
        new = dict.fromkeys(name for name in (*record.names, *record.data) if name not in self._names)
        no_texts = {name for name, value in record.data.items() if not _is_text(value)} - self._no_texts
        if not new and not no_texts:
            return
        self._names |= new
        self._no_texts |= no_texts
        texts = [name for name in self._names if name not in self._no_texts or name.lower() in _IDS]
        columns = recognize(texts, has_text=has_text, has_references=has_references)
        if isinstance(columns, _Ambiguous) and self._chosen:  # then what was not chosen is not wanted
            columns = Columns()
        if isinstance(columns, Columns) and self._chosen and self._chosen.systems:
            columns = replace(columns, systems=())
        self._columns = columns

    def _found(self, data: Mapping[str, Any]) -> Columns:
        """Return the columns of which this record has anything."""
        columns = self._columns
        if isinstance(columns, _Ambiguous):
            return Columns()
        present = {name for name, value in data.items() if value is not None}
        return Columns(
            columns.id if columns.id in present and data.get("id") is None else "",
            columns.text if columns.text in present and columns.text != "text" else "",
            tuple(name for name in columns.references if name in present and name not in data.get("references", ())),
            tuple(name for name in columns.systems if name in present and "systems" not in data),
        )

    def _as_it_is(self, record: Record, *, has_text: bool, has_references: bool) -> Record | Problem:
        """Return a record in which nothing is recognized; rows of tables are numbered where they have no id."""
        others = [name for name in (record.names or record.data) if name not in OURS]
        if others and not has_text and not has_references and not record.data.get("systems"):
            return Problem(record.file, f"no column is known to hold the document; {self._advice}", record.line)
        if record.names and "id" not in record.names and "id" not in record.data:
            self._say(Columns(), has_text=has_text, numbered=True)
            return replace(record, data={"id": str(record.line), **record.data})
        return record

    @property
    def _advice(self) -> str:
        return f"there are: {', '.join(self._names)}; choose with {_FLAGS}"

    def _say(self, columns: Columns, *, has_text: bool, numbered: bool) -> None:
        """Say once what is taken for what."""
        document = columns.text or next((name for name in _BODIES if has_text and name in self._names), "")
        parts = [
            *([f"{document} as the document"] if document else []),
            *_as_several(columns.references, "the reference", "references"),
            *_as_several(columns.systems, "a system", "systems"),
            "numbers as ids" if numbered else f"{columns.id or 'id'} as the id",
        ]
        text = f"columns: {', '.join(parts)}"
        taken = {columns.id, *columns.references, *columns.systems, *OURS}
        others = [name for name in self._names if name not in taken and name not in self._no_texts]
        if not document and others:
            text += f"; none is known to hold the document: choose with --text-column ({', '.join(others)})"
        if text != self._said:
            warnings.warn(text, CorpusNote, stacklevel=3)
            self._said = text


def _as_several(names: tuple[str, ...], one: str, several: str) -> Iterator[str]:
    if names:
        yield f"{' and '.join(names)} as {one if len(names) == 1 else several}"


def _is_text(value: Any) -> bool:
    """Tell whether a value may be a text: a string, or a list of them; what is missing may be."""
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return value is None or isinstance(value, str)
