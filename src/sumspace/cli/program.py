"""The program's commands by name: ours, with a plain help that is quick to show, and the studies of other packages."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperGroup

from sumspace.errors import INTERRUPTED, SettingError, UnknownNameError

if TYPE_CHECKING:
    from sumspace.studies.study import Study

#: The commands under their headings.
_SECTIONS = {
    "See it in the browser": ("serve",),
    "How good are my systems?": ("report", "score", "rank", "compare"),
    "How good can extracts be?": ("space", "oracle", "limits"),
    "How good are the data and the measures?": ("card", "agree", "meta", "against"),
    "Summaries and training data": (
        "summarize",
        "labels",
        "train",
        "learning",
        "callisto",
        "segment",
        "keyphrases",
    ),
    "Corpora, names, and runs in parts": ("corpus", "list", "merge"),
}
_FOREIGN = "Studies of other packages"
#: Errors in how the program is called; typer has no public name for their common base.
_UsageError: type[Any] = typer.BadParameter.__mro__[1]
#: What the checks of values say, and how we say it.
_PLAIN = {
    "Input should be a valid integer, unable to parse string as an integer": "not a whole number",
    "Input should be a valid number, unable to parse string as a number": "not a number",
    "Value error, ": "",
    ". Did you mean ": "; did you mean ",
    "(Possible options: ": "(did you mean: ",
}
#: Studies that have a command of another name.
_SERVED = ("agreement", "oracles")


class Program(TyperGroup):
    """All commands; a name that is none of them is looked for among the registered studies."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is None and cmd_name not in _SERVED:
            from sumspace.studies.study import STUDIES

            with suppress(UnknownNameError):
                command = _study_command(STUDIES[cmd_name])
        return command

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run a command; wrong usage is an error like all others, and an interrupt is never silent."""
        try:
            code = super().main(*args, **{**options, "prog_name": "sumspace", "standalone_mode": False})
        except _UsageError as error:
            if type(error).__name__ == "NoArgsIsHelpError":  # it shows the help of a group, and has no public name
                error.show()
                sys.exit(error.exit_code)
            raise SettingError(_in_one_line(error)) from None
        if code == INTERRUPTED:
            typer.echo("interrupted: there is no result", err=True)
        sys.exit(code if isinstance(code, int) else 0)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help without the library that draws boxes, which takes longer to load than all the rest."""
        from importlib.metadata import entry_points

        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        sections = {
            heading: [(name, self.commands[name].get_short_help_str(200)) for name in names if name in self.commands]
            for heading, names in _SECTIONS.items()
        }
        foreign = sorted(entry_points(group="sumspace.studies"), key=lambda entry: entry.name)
        sections[_FOREIGN] = [(entry.name, f"A study from {entry.value.partition(':')[0]}.") for entry in foreign]
        width = max(len(name) for rows in sections.values() for name, _ in rows)
        options = (option.get_help_record(ctx) for option in self.get_params(ctx))
        sections["Options"] = [record for record in options if record is not None]
        for heading, rows in sections.items():
            if rows:
                with formatter.section(typer.style(heading, bold=True)):
                    formatter.write_dl([(name.ljust(width), text) for name, text in rows])


def _in_one_line(error: Any) -> str:
    """Say what is wrong with the arguments, and where the help is."""
    message = " ".join(error.format_message().split()).rstrip(".?")
    for theirs, plain in _PLAIN.items():
        message = message.replace(theirs, plain)
    message = message[:1].lower() + message[1:]
    if error.ctx is None:
        return f"{message}; see sumspace COMMAND --help"
    known = ""
    if message.startswith("no such command") and "did you mean" not in message:
        known = f"; there are: {', '.join(error.ctx.command.list_commands(error.ctx))}"
    return f"{message}{known}; see {error.ctx.command_path} --help"


def _study_command(study: type[Study]) -> Any:
    """Make a command that runs a study with its usual plan."""
    from sumspace import api
    from sumspace.cli.command import make_command

    def run(corpus: Any, *, progress: Any = None) -> Any:
        return api.study(corpus, study.name, progress=progress)

    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(study.name)(make_command(run, f"{study.title}\n\n{study.lead}", study=True))
    return typer.main.get_command(app)
