"""The commands of `sumspace callisto`, together."""

from __future__ import annotations

import typer

from sumspace.cli.callisto.evaluate import evaluate
from sumspace.cli.callisto.generate import generate
from sumspace.cli.callisto.show import show
from sumspace.cli.callisto.summarize import summarize
from sumspace.cli.callisto.train import train

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    help="The summarizer that fits itself to each text, and the framework that judges it (Rigouste 2004).",
)
for command in (generate, train, evaluate, summarize, show):
    app.command()(command)
