"""The options that commands of CALLISTO share: which configurations there are, and how texts are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from sumspace.cli import options

if TYPE_CHECKING:
    from sumspace.text.keyphrases.kea_model import KeaModel

__all__ = ["generation_plan"]

_GRID = "Which configurations"


def generation_plan(
    segmenter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A segmenter, see `sumspace list`; repeatable; all unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    extractor: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A key phrase extractor; repeatable; all that work here unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    phrases: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            help="How many key phrases; repeatable; 5, 10 and 20 unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    threshold: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            help="How many of them a sentence must have; repeatable; 1 and 2 unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    match: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BY",
            help="Find phrases in sentences by their stems or words; repeatable; stems unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    sentences: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            help="How long summaries are; repeatable; 3, 4, 5, 8 and 12 unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    kea: Annotated[
        str | None,
        typer.Option(
            metavar="CORPUS",
            help="Train Kea on this corpus first; it has seen the sample unless given.",
            rich_help_panel=_GRID,
            show_default=False,
        ),
    ] = None,
    profile: options.ProfileName = "rouge155",
    stem: options.Stem = None,
    language: options.OtherLanguage = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
) -> Any:
    """Make the plan of what is generated."""
    from sumspace.studies.callisto_table import GenerationPlan
    from sumspace.summarizers.callisto.grid import MATCHES, PHRASES, SENTENCES, THRESHOLDS, grid, usable_extractors

    texts = options.profile(profile, stem, None, language, None)
    configurations = grid(
        segmenter or (),
        extractor or usable_extractors(texts.language),
        phrases=phrases or PHRASES,
        thresholds=threshold or THRESHOLDS,
        matches=cast("Any", match) or MATCHES,
        sentences=sentences or SENTENCES,
    )
    model = _trained_kea(kea, texts.language) if kea else None
    return GenerationPlan(configurations, profile=texts, kea=model, seed=seed, jobs=jobs)


def _trained_kea(corpus: str, language: str) -> KeaModel:
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.studies.kea_training import train_kea

    with progress_bar("training Kea") as reading:
        return train_kea(read(corpus, None, reading), language)
