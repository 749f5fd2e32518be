"""One document without a corpus: texts in files of their own, or on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence


STANDARD_INPUT = "-"
_PANEL = "One document, without a corpus"
#: The argument of commands that take a corpus or one document.
CORPUS_OR_NONE = (
    Annotated[
        str | None,
        typer.Argument(
            metavar="[CORPUS]",
            help="A file (.jsonl, .jsonl.gz, .parquet, .csv, .tsv, .arrow, .sgml), a folder, "
            "- for JSONL on standard input, or sample; none with --document.",
            show_default=False,
        ),
    ],
    None,
)


def files_option(text: str, metavar: str = "FILE") -> Any:
    """Declare files with texts of one document."""
    option = typer.Option(metavar=metavar, help=f"{text}; repeatable.", rich_help_panel=_PANEL, show_default=False)
    return Annotated[list[str], option]


#: The files that have its text.
DOCUMENT: tuple[Any, list[str]] = (
    files_option("The text of one document, - for standard input; several make one topic"),
    [],
)


def corpus_or_document(corpus: str | None, documents: Sequence[str]) -> str | dict[str, Any]:
    """Return the corpus, or the record of the one document that files have the text of."""
    if corpus is not None and documents:
        raise SettingError("name a CORPUS, or one document with --document; leave one out")
    if corpus is None and not documents:
        raise SettingError("name a CORPUS, or one document: --document article.txt")
    return document_of(documents) if corpus is None else corpus


def document_of(files: Sequence[str]) -> dict[str, Any]:
    """Make the record of one document, or of a topic of several, from files with its text."""
    if list(files).count(STANDARD_INPUT) > 1:
        raise SettingError("only one text can come from standard input; give the others as files")
    texts = [text_of(file, "--document") for file in files]
    record = {"id": name_of(files[0], "document")}
    return {**record, **({"text": texts[0]} if len(texts) == 1 else {"documents": [{"text": text} for text in texts]})}


def name_of(file: str, otherwise: str) -> str:
    """Call a text as its file is called, without the ending."""
    return otherwise if file == STANDARD_INPUT else Path(file).stem or otherwise


def text_of(file: str, option: str) -> str:
    """Read a text that is not empty."""
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise SettingError(f"{option} {file}: {error.strerror or error}") from None
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingError(f"{option} {name}: byte {error.start} is not UTF-8; convert the text to UTF-8") from None
    if not text.strip():
        raise SettingError(f"{option} {name}: there is no text in it")
    return text
