"""What the formats share that keep every summary in a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sumspace.errors import CorpusError, OutputError, Problem
from sumspace.files import file_name
from sumspace.text.passage import Passage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from sumspace.corpus.model import Example

__all__ = ["Kind", "distinct", "is_topic", "name_of", "read_summaries"]

Kind = Literal["references", "systems"]
_ENDINGS = (".txt", ".text", ".md")


def name_of(file: Path) -> str:
    """Return what a text file is called; its ending is no part of the name."""
    return file.stem if file.suffix in _ENDINGS else file.name


def read_summaries(
    files: Mapping[tuple[Kind, str], Path], load: Callable[[Path], str | list[str]]
) -> tuple[dict[str, Any], list[Problem]]:
    """Read the summaries of one example into a record's fields, and say which cannot be used."""
    references: list[dict[str, Any]] = []
    systems: dict[str, dict[str, Any]] = {}
    problems = []
    for (kind, author), file in sorted(files.items()):
        try:
            body = load(file)
        except CorpusError as error:
            problems.append(error.problem)
            continue
        field = {"text" if isinstance(body, str) else "sentences": body}
        if kind == "systems":
            systems[author] = field
        elif Passage.of(body):
            references.append({"id": author, **field})
        else:
            problems.append(Problem(str(file), "is empty; write the summary or leave the file out"))
    fields = {"references": references, "systems": systems}
    return {name: value for name, value in fields.items() if value}, problems


def distinct(examples: Iterable[Example], key: Callable[[str], str] = str) -> Iterator[Example]:
    """Pass examples on whose ids can be files' names and, by their keys, differ."""
    seen = set()
    for example in examples:
        if key(file_name(example.id)) in seen:
            raise OutputError(f"the id {example.id!r} stands twice; give each example its own")
        seen.add(key(example.id))
        yield example


def is_topic(example: Example) -> bool:
    """Tell whether an example is a topic of documents that have names of their own."""
    return [document.id for document in example.documents] not in ([example.id], [""])
