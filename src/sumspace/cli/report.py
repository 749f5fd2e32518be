"""The command `report`: of a corpus, or of one document whose texts are in files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumspace import api
from sumspace.cli.command import make_command, show_study
from sumspace.cli.one_document import (
    CORPUS_OR_NONE,
    DOCUMENT,
    STANDARD_INPUT,
    document_of,
    files_option,
    name_of,
    text_of,
)
from sumspace.cli.options import REACHED, measures_option
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _show_report(function: Callable[..., Any], corpus: str | None, **options: Any) -> None:
    """Show the report of a corpus, or of the one document that files have the texts of."""
    documents, references, summaries = (options.pop(name) for name in ("document", "reference", "summary"))
    given = bool(documents or references or summaries)
    if corpus is not None and given:
        raise SettingError(
            "a report is of a CORPUS, or of one document given by --document, --reference and --summary; leave one out"
        )
    if corpus is not None:
        show_study(function, corpus, **options)
    elif given:
        show_study(function, record_of(documents, references, summaries), **options)
    else:
        raise SettingError(
            "name a CORPUS, or one document: --document article.txt --reference reference.txt --summary mine.txt"
        )


def record_of(documents: Sequence[str], references: Sequence[str], summaries: Sequence[str]) -> dict[str, Any]:
    """Make the record of one document, or of a topic of several, from files with its texts."""
    if not documents:
        raise SettingError("there is no document: add --document FILE")
    if not references:
        raise SettingError("there is no reference, and a report judges summaries by references: add --reference FILE")
    named = [_named(text) for text in summaries]
    if [*documents, *references, *(file for _, file in named)].count(STANDARD_INPUT) > 1:
        raise SettingError("only one text can come from standard input; give the others as files")
    systems: dict[str, Any] = {}
    for name, file in named:
        if name in systems:
            raise SettingError(f"two summaries are called {name!r}; name one of them: --summary NAME={file}")
        systems[name] = {"text": text_of(file, "--summary")}
    bodies = [text_of(file, "--reference") for file in references]
    record: dict[str, Any] = {**document_of(documents), "references": [], "systems": systems}
    for number, (file, text) in enumerate(zip(references, bodies, strict=True), 1):
        name = name_of(file, "reference")
        taken = [reference["id"] for reference in record["references"]]
        record["references"].append({"id": f"{name} {number}" if name in taken else name, "text": text})
    return record


def _named(given: str) -> tuple[str, str]:
    """Read FILE or NAME=FILE; a file is called as it is without its ending."""
    name, equals, file = given.partition("=")
    if not equals or Path(given).exists():
        return name_of(given, "summary"), given
    if not name or not file:
        raise SettingError(f"--summary wants FILE or NAME=FILE, such as --summary mine=mine.txt, not {given!r}")
    return name, file


report = make_command(
    api.report,
    """Show where systems stand: scores, places among all extracts, the scale, and which differences are significant.

    For every system ROUGE F1 and recall with intervals, the share of each document's extracts that it beats, and how
    much of the distance from the average extract to the best extract it reaches, beside Lead and human summaries.

    Example: sumspace report sample -o report

    Of one document: sumspace report --document article.txt --reference ref.txt --summary llm.txt
    """,
    run=_show_report,
    study=True,
    hidden=("references", "summaries"),
    corpus=CORPUS_OR_NONE,
    extra={
        "document": DOCUMENT,
        "reference": (files_option("A reference summary of it"), []),
        "summary": (files_option("A summary to judge; called as the file unless NAME is given", "[NAME=]FILE"), []),
    },
    measure=measures_option("rouge-1, rouge-2 and rouge-l"),
    main=Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The measure that systems are sorted and tested by. \\[default: rouge-2, or the first]",
            show_default=False,
        ),
    ],
    words=REACHED,
    card=Annotated[bool, typer.Option("--card/--no-card", help="Add the key figures of the corpus, as `card` does.")],
    all_systems=Annotated[
        bool, typer.Option("--all-systems", help="Show all systems on the terminal; files have all of them anyway.")
    ],
)
