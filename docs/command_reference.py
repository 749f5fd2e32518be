"""The reference of commands, made from the program's own help when the site is built: it cannot go stale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What stands in a page where the reference of all commands is to go.
MARK = "<!-- all commands -->"


def reference() -> str:
    """All commands with their arguments and options, as Markdown."""
    import typer.main

    from sumspace.cli.main import app

    program: Any = typer.main.get_command(app)
    return "\n".join(_lines(program, "sumspace"))


def _lines(group: Any, path: str) -> Iterator[str]:
    context = group.context_class(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        full = f"{path} {name}"
        yield f"\n## `{full}`\n"
        yield from _help(command)
        if hasattr(command, "list_commands"):
            yield from _lines(command, full)
        else:
            yield from _options(command, full)


def _help(command: Any) -> Iterator[str]:
    for paragraph in (command.help or "").split("\n\n"):
        text = " ".join(paragraph.split())
        label, found, example = text.partition("Example: ")
        if found and not label:
            yield f"```console\n$ {example}\n```\n"
        elif text:
            yield f"{text}\n"


def _options(command: Any, full: str) -> Iterator[str]:
    context = command.context_class(command, info_name=full)
    panels: dict[str, list[str]] = {}
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is None:
            continue
        usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
        panel = getattr(parameter, "rich_help_panel", None) or usual
        names, text = (" ".join(part.split()).replace("\\[", "[").replace("|", "\\|") for part in record)
        panels.setdefault(panel, []).append(f"| `{names}` | {text.replace('<', '&lt;')} |")
    for panel, rows in panels.items():
        yield f"| {panel} | |\n| :-- | :-- |"
        yield from rows
        yield ""


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx to fill the mark in whichever page has it."""

    def fill(_: Any, __: str, source: list[str]) -> None:
        if MARK in source[0]:
            source[0] = source[0].replace(MARK, reference())

    app.connect("source-read", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
