"""`sumspace callisto show`: what a model is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sumspace.cli import options
from sumspace.errors import on_one_line

if TYPE_CHECKING:
    from sumspace.summarizers.callisto.model import Model

__all__ = ["model_in", "show"]


def show(
    model: Annotated[
        Path | None,
        typer.Argument(
            metavar="MODEL", help="A model; the one trained on the sample unless given.", show_default=False
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Say what a model was trained on, and how; the one that comes with the package unless a file is named.

    Example: sumspace callisto show
    """
    from sumspace.report.output import as_json_lines, deliver
    from sumspace.summarizers.callisto.model_file import header_of

    found = model_in(model)
    deliver(as_json_lines([header_of(found)]) if json else [f"{on_one_line(str(found))}\n"])


def model_in(file: Path | None) -> Model:
    """Return the model in a file, or the one that comes with the package."""
    from sumspace.summarizers.callisto.model_file import built_in, load

    return built_in() if file is None else load(file)
