"""`sumspace callisto summarize`: summaries by the configuration that suits each text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sumspace.cli import options

__all__ = ["summarize"]


def summarize(
    corpus: options.Corpus,
    model: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A model; the one trained on the sample unless given.", show_default=False),
    ] = None,
    words: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Whole sentences of at most N words, as at_most(N); 100 unless given.", show_default=False
        ),
    ] = None,
    budget: options.Budget = None,
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    language: options.OtherLanguage = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    json: options.Json = False,
    csv: options.Csv = False,
    output: options.Output = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
) -> None:
    """Summarize every document with the configuration that a model chooses for it.

    The same as `summarize -s "callisto(FILE)"`, which has more options.

    Example: sumspace callisto summarize sample --budget "exactly(3)"
    """
    from sumspace.cli.summarize import summarize as summarize_corpus

    summarize_corpus(
        corpus, ["callisto" if model is None else f"callisto({model})"], words, budget, profile, stem, language, seed,
        jobs, None, json, csv, output, id_column, text_column,
    )  # fmt: skip
