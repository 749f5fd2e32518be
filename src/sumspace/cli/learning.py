"""`sumspace train` and `sumspace learning`: the summarizer that learns from best extracts, and its evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sumspace import api
from sumspace.cli.command import SOURCES, keeping, make_command, note_left_out, read_corpus, say
from sumspace.cli.options import CORPORA, measures_option, output_option, words_option
from sumspace.errors import SettingError

_WORDS = words_option("Length of summaries in words, as at_most(N). \\[default: 100]")
_LEARNED = Annotated[
    str,
    typer.Option("--measure", "-m", metavar="NAME", help="The measure whose best extracts are learned, by recall."),
]


def _train(function: Any, corpus: list[str], *, output: Path | None, show: bool, **options: Any) -> None:
    """Train a model, or show the card of one."""
    from sumspace.api.options import corpus_name
    from sumspace.cli.progress import progress_bars
    from sumspace.studies.learning.trained import check_model_file

    json = options.pop("json")
    if show:
        _show(corpus, json=json)
        return
    if json:
        raise SettingError("--json is for --show: a model is written to the file that -o names")
    if not corpus:
        raise SettingError("name at least one CORPUS to train on, or --show")
    if output is None:
        raise SettingError("a model needs a file: add -o FILE")
    check_model_file(output, *corpus)
    name = corpus_name(list(map(Path, corpus)))
    with progress_bars("documents") as progress, keeping(function, output, options) as ledger:
        trained = function(read_corpus(corpus, options), **options, output=output, name=name, progress=progress)
        if ledger is not None:
            ledger.remove()
    note_left_out(trained.left_out)
    _print_card(trained.model)
    say(f'{output}: use it as `sumspace summarize -s "learned({output})"`')
    say(trained.signature)


def _show(corpus: list[str], *, json: bool) -> None:
    from sumspace.summarizers.learned.model import built_in, load

    if len(corpus) > 1:
        raise SettingError(f"--show is of one MODEL, not {len(corpus)}")
    _print_card(load(Path(corpus[0])) if corpus else built_in(), json=json)


def _print_card(model: Any, *, json: bool = False) -> None:
    """Print what a model was trained on, how, and what it scores on folds."""
    from sumspace.show.formats import render
    from sumspace.show.output import deliver
    from sumspace.show.table import Table
    from sumspace.studies.learning.card import card_tables

    if json:
        deliver(render(Table("model", records=[model.card]), "json"))
    else:
        deliver(render(card_tables(model.card), "table"))


train = make_command(
    api.train,
    """Train a summarizer on documents with references: `learned`, which learns from exact best extracts.

    The model is one file, for `summarize -s "learned(FILE)"`; its card says what it was trained on and what it scores
    on folds, by genre. --show prints the card of a model (default: the built-in one).

    Example: sumspace train sample -o my.learned

    Of several corpora: sumspace train news.jsonl law.jsonl -o both.learned

    The card of a model: sumspace train --show my.learned
    """,
    run=_train,
    reads=SOURCES,
    hidden=("format", "csv", "no_legend"),
    corpus=(
        Annotated[
            list[str],
            typer.Argument(
                metavar="CORPUS…",
                help="Corpora, as files, folders or sample; several are read as one, and need different ids. "
                "With --show: a model.",
                show_default=False,
            ),
        ],
        [],
    ),
    extra={
        "show": (Annotated[bool, typer.Option("--show", help="Print the card of a model instead of training.")], False)
    },
    measure=_LEARNED,
    words=_WORDS,
    folds=Annotated[
        int, typer.Option(metavar="N", help="Folds of the cross-validation whose scores the card has; 0: none.")
    ],
    json=Annotated[bool, typer.Option("--json", help="With --show: print one JSON object.")],
    output=output_option("Write the model. A run that was stopped continues when it is started again."),
)

learning = make_command(
    api.learning,
    """Study the summarizer `learned` on texts, and on genres, that it has not seen, beside all other summarizers.

    ROUGE recall and F1 with intervals, the share of the best extract's score, places among all extracts, and corrected
    paired tests against Lead, LexRank and the best other summarizer, for all documents, each genre and each corpus.

    Example: sumspace learning sample -o learning
    """,
    study=True,
    reads=SOURCES,
    corpus=CORPORA,
    measure=measures_option("rouge-1 and rouge-2; the last one is the main one"),
    train_on=Annotated[
        str, typer.Option(metavar="NAME", help="The measure whose best extracts are learned, by recall.")
    ],
    words=_WORDS,
    summarizer=Annotated[
        list[str],
        typer.Option(
            "--summarizer", "-s", metavar="NAME",
            help="A summarizer to compare with, see `sumspace list`, or all; repeatable.",
        ),
    ],
    genres=Annotated[
        bool,
        typer.Option("--genres/--no-genres", help="Summarize each genre also by a model trained on the others alone."),
    ],
    time=Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="Time limit per document and measure; beyond it, the space is sampled.",
            rich_help_panel="Exploration",
        ),
    ],
)  # fmt: skip
