"""What users read is in plain words: help, messages, pages and documentation avoid phrasings that nobody else uses."""

import ast
import re
from pathlib import Path

import pytest
import typer

import sumspace
from sumspace.cli.main import app

SOURCE = Path(sumspace.__file__).parent
ROOT = SOURCE.parent.parent

#: What is not written, and what is written instead.
BANNED = {
    r"\bheadroom\b": "reached; room left",
    r"\bthe way gone\b": "how much of the distance from the average extract to the best the score covers",
    r"\btold apart\b": "significantly different",
    r"\b(not )?surely (higher|lower|better|worse)\b": "significantly higher, with p",
    r"\bclosest to people\b": "correlates best with human judgements",
    r"\bhow (far|much) people agree\b": "inter-annotator agreement",
    r"\b(scores?|metrics?) (from elsewhere|of other programs|of another program)\b": "external scores",
    r"\b(documents? (is|are|that are) left out|left out documents?|note: left out)\b": "skipped",
    r"\bthe best possible extract\b": "the best extract (oracle)",
    r"\bto know: ": "Note:",
    r"\bfor one, has a summary that is no extract\b": "say which documents are excluded, and why",
    r"\bmore than which no words\b": "the full text: an upper bound",
    r"\bdocuments with a single score are not\b": "say which documents are excluded, and why",
    r"\bwhat one (space|search) may take\b": "time limit per document in seconds",
    r"\bthe same in gigabytes\b": "memory limit per document in GB",
    r"\bobjects? a line\b": "one JSON object per line",
    r"\bas without it\b": "(the default)",
    r"\bsomebody else'?s\b": "another",
    r"\bthereof\b": "of it",
    r"\bnot surely\b": "no significant difference",
    r"\bhow sure (that|it) is\b": "significance",
    r"1 ?- ?10\^-?\d": "1 − 10^-12.5, with a true minus and spaces",
    r"1\N{MINUS SIGN}10\^": "1 − 10^-12.5, with a true minus and spaces",
}
#: What is not written in help and messages, where it stands for a default.
BANNED_IN_HELP = {r"\bunless (given|told otherwise)\b": "[default: …]", r"\ball of it\b": "all"}


def found(text, banned):
    return [
        f"{match[0]!r}, which is written as: {instead}"
        for phrasing, instead in banned.items()
        for match in re.finditer(phrasing, " ".join(text.split()), re.IGNORECASE)
    ]


def commands(command, path=()):
    """Yield every command of the program with its name."""
    yield " ".join(path), command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


HELP = dict(commands(typer.main.get_command(app)))


def help_of(command):
    texts = [command.help or "", command.short_help or ""]
    for parameter in command.params:
        texts += [getattr(parameter, "help", None) or "", getattr(parameter, "rich_help_panel", None) or ""]
    return texts


@pytest.mark.parametrize("name", HELP)
def test_help_is_in_plain_words(name):
    assert not [line for text in help_of(HELP[name]) for line in found(text, BANNED | BANNED_IN_HELP)]


def test_every_option_of_every_command_has_a_help():
    missing = [
        f"{name} {parameter.opts[-1]}"
        for name, command in HELP.items()
        for parameter in command.params
        if parameter.param_type_name == "option" and not getattr(parameter, "help", None)
    ]
    assert not missing


def strings(file):
    """Yield the texts of a module with their lines: docstrings, messages, headings."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_messages_headings_and_docstrings_are_in_plain_words(file):
    assert not [f"line {line}: {what}" for line, text in strings(file) for what in found(text, BANNED)]


PAGES = sorted(SOURCE.rglob("*.html"))
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))] if (ROOT / "docs").is_dir() else []


@pytest.mark.parametrize("file", [*PAGES, *DOCUMENTS], ids=lambda file: file.name)
def test_pages_and_documentation_are_in_plain_words(file):
    assert not found(file.read_text(encoding="utf-8"), BANNED)


@pytest.mark.parametrize(
    "text",
    [
        "closest to people where systems are compared is rouge-2",
        "the way gone from the average\nextract to the best",
        "To know: not defined for 20 of 120 summaries",
        "FT, more than which no words of the document can score",
        "documents with a single score are not",
        "Columns of somebody else's table",
        "The same in gigabytes of memory",
        "Print one JSON object a line, as without it",
        "surely higher than",
        "it beats 1 - 10^-25.1 of them",
    ],
)
def test_what_must_not_come_back_is_found(text):
    assert found(text, BANNED)


def test_what_is_right_is_not_found():
    right = "One JSON object per line. It beats 1 − 10^-12.5 of the extracts, significantly more (p < 0.001)."
    assert not found(right, BANNED | BANNED_IN_HELP)
