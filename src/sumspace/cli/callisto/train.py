"""`sumspace callisto train`: learn which configuration suits which text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sumspace.cli import options
from sumspace.cli.callisto.planning import generation_plan
from sumspace.cli.planning import planned
from sumspace.errors import on_one_line

__all__ = ["train"]


@planned(generation_plan)
def train(
    corpus: options.Corpus,
    plan: Any,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Write the model.", show_default=False)
    ],
    learner: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="See `sumspace list`; or a classifier of scikit-learn, with its options if it has any."
        ),
    ] = "boosting",
    measure: Annotated[
        str, typer.Option("--measure", "-m", metavar="NAME", help="What summaries are to reach: its F-score, or value.")
    ] = "lin-hovy",
    classes: Annotated[int, typer.Option(metavar="K", help="Into how many classes scores are divided.")] = 5,
    selection: Annotated[
        Literal["confidence", "random"], typer.Option(help="Which configuration of the best class is taken.")
    ] = "confidence",
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
) -> None:
    """Learn which configuration suits which text, from documents with references.

    The model is one file, for `callisto summarize` and for -s "callisto(FILE)" of `summarize`.

    Example: sumspace callisto train sample -o my.callisto --learner naive-bayes
    """
    from sumspace.cli.finished import note_left_out
    from sumspace.cli.progress import progress_bar
    from sumspace.corpus.source import read
    from sumspace.files import check_place
    from sumspace.measures.measure import parse_measure
    from sumspace.studies.callisto_training import TrainingPlan, train_callisto
    from sumspace.summarizers.callisto.learners.learner import parse_learner
    from sumspace.summarizers.callisto.model_file import save

    training = TrainingPlan(plan, parse_learner(learner), parse_measure(measure), classes, selection)
    check_place(output, corpus)
    chosen = options.columns(id_column, text_column, reference_column, None)
    with progress_bar("documents") as reading:
        model, left_out = train_callisto(read(corpus, chosen, reading), training, _name_of(corpus))
    save(model, output)
    note_left_out(left_out)
    typer.echo(f"{output}: {on_one_line(str(model))}", err=True)
    typer.echo(str(training.generation), err=True)


def _name_of(corpus: str) -> str:
    return "standard input" if corpus == "-" else Path(corpus).name
