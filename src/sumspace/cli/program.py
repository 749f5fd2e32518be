"""The program's commands by name: ours, with a plain help that is quick to show, and the studies of other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints


#: The commands under their headings.
_SECTIONS = {
    "One document after the other": ("score", "space", "rank", "oracle", "labels", "summarize"),
    "Studies of whole corpora": ("limits", "agree", "meta", "callisto"),
    "What there is": ("corpus", "list"),
}
_FOREIGN = "Studies of other packages"


class Program(TyperGroup):
    """All commands; a name that is none of ours is looked for among the studies that others have registered."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        own = super().get_command(ctx, cmd_name)
        return own if own is not None or not _foreign_studies(cmd_name) else _study_command(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help without the library that draws boxes, which takes longer to load than all the rest."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        sections = {
            heading: [(name, self.commands[name].get_short_help_str(200)) for name in names]
            for heading, names in _SECTIONS.items()
        }
        foreign = sorted(_foreign_studies(), key=lambda entry: entry.name)
        sections[_FOREIGN] = [(entry.name, f"A study from {entry.value.partition(':')[0]}.") for entry in foreign]
        width = max(len(name) for rows in sections.values() for name, _ in rows)
        options = (option.get_help_record(ctx) for option in self.get_params(ctx))
        sections["Options"] = [record for record in options if record is not None]
        for heading, rows in sections.items():
            if rows:
                with formatter.section(typer.style(heading, bold=True)):
                    formatter.write_dl([(name.ljust(width), text) for name, text in rows])


def _foreign_studies(name: str | None = None) -> EntryPoints:
    from importlib.metadata import entry_points

    registered = entry_points(group="sumspace.studies")
    return registered if name is None else registered.select(name=name)


def _study_command(name: str) -> Any:
    """Make a command of the study that another package has registered under this name."""
    from sumspace import api
    from sumspace.cli.command import make_command
    from sumspace.studies.study import STUDIES

    study = STUDIES[name]

    def run(corpus: Any, *, progress: Any = None) -> Any:
        return api.study(corpus, name, progress=progress)

    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(name)(make_command(run, f"{study.title}\n\n{study.lead}", study=True))
    return typer.main.get_command(app)
