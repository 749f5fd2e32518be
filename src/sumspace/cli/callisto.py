"""`sumspace callisto`: the summarizer that configures itself for each text, and its evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sumspace import api
from sumspace.cli.command import (
    SOURCES,
    end,
    keeping,
    make_command,
    note_left_out,
    read_corpus,
    run_part,
    say,
    show_study,
    show_task,
    write_records,
)
from sumspace.cli.options import CORPORA, GRID, OPTIONS, RECORD_FILE, showing_of
from sumspace.errors import SettingError, on_one_line

app = typer.Typer(
    no_args_is_help=True,
    help="The summarizer that configures itself for each text, and its evaluation (Rigouste 2004).",
)

_CLASSES = "2-20"


def _evaluate(function: Any, corpus: list[str], *, classes: str, rank_by: str, **options: Any) -> None:
    chosen = None if rank_by == "none" else rank_by
    show_study(function, corpus, classes=numbers_in(classes), rank_by=chosen, **options)


def numbers_in(text: str) -> tuple[int, ...]:
    """Read numbers of classes: a list with commas, or ranges.

    >>> numbers_in("2-4, 8")
    (2, 3, 4, 8)
    """
    numbers: list[int] = []
    for part in text.split(","):
        first, dash, last = (end.strip() for end in part.partition("-"))
        ends = [first, last] if dash else [first, first]
        valid = all(end.isascii() and end.isdigit() and len(end) < 5 for end in ends)
        if not valid or int(ends[0]) > int(ends[1]):
            raise SettingError(f"--classes must be a number, a range or a list, such as 5, 2-20 or 3,5,8, not {text!r}")
        numbers += range(int(ends[0]), int(ends[1]) + 1)
    return tuple(dict.fromkeys(numbers))


def _generate(function: Any, corpus: list[str], *, output: Path | None, **options: Any) -> None:
    """Generate all summaries; show mean scores, or put out all summaries."""
    from sumspace.cli.progress import progress_bars
    from sumspace.tasks.labels import check_record_file

    if options.get("part"):
        run_part(function, corpus, {**options, "output": output})
        return
    showing = showing_of(options)
    if showing.form == "json" and output is not None:
        raise SettingError("--json prints what -o writes: use one of them")
    if output is not None:
        check_record_file(output, "summaries", *corpus)
    with progress_bars("documents") as progress, keeping(function, output, options) as ledger:
        results = function(read_corpus(corpus, options), **options, progress=progress)
        if showing.form == "json":
            showing.put_out(results.table(stream=True))
        elif output is not None:
            write_records(results, output, ledger)
        overview = results.overview(stream=True)
    if showing.form != "json":
        showing.put_out(overview, results.signature)
    note_left_out(results.left_out)
    if showing.form == "json":
        say(results.summary())
        say(results.signature)
    end(results.stopped)


def _train(function: Any, corpus: list[str], *, output: Path, **options: Any) -> None:
    from sumspace.api.options import corpus_name
    from sumspace.cli.progress import progress_bars
    from sumspace.files import check_place
    from sumspace.summarizers.callisto.model import FORMAT

    check_place(output, *corpus)
    FORMAT.check_replaceable(output)
    name = corpus_name(list(map(Path, corpus)))
    with progress_bars("documents") as progress:
        trained = function(read_corpus(corpus, options), **options, output=output, name=name, progress=progress)
    note_left_out(trained.left_out)
    say(f"{output}: {trained}")
    say(trained.signature)


def _summarize(_: Any, corpus: str, *, model: Path | None, **options: Any) -> None:
    summarizer = {"callisto": "callisto" if model is None else f"callisto({str(model)!r})"}
    show_task(api.summarize, corpus, summarizer=summarizer, **options)


_MODEL = "A model file (default: the model trained on the sample)."


def show(
    model: Annotated[Path | None, typer.Argument(metavar="MODEL", help=_MODEL, show_default=False)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what a model was trained on, and what it has learned (default: the built-in model).

    The configurations that it expects most of, the features of texts that matter to it, and the rules of a tree.

    Example: sumspace callisto show
    """
    from sumspace.show.formats import render
    from sumspace.show.output import deliver
    from sumspace.show.table import Table
    from sumspace.summarizers.callisto.explaining import describe_model
    from sumspace.summarizers.callisto.model import built_in, header_of, load
    from sumspace.tasks.explained import model_tables

    chosen = built_in() if model is None else load(model)
    learned = describe_model(chosen)
    if json:
        deliver(render(Table("model", records=[header_of(chosen) | {"learned": learned.record}]), "json"))
    else:
        deliver([f"{on_one_line(str(chosen))}\n"])
        deliver(render(model_tables(learned), "table"))


for name, command in {
    "generate": make_command(
        api.callisto_generate,
        """Summarize every document with every configuration, and score all summaries.

        Prints the mean scores of each segmenter and key phrase extractor; -o writes every summary.

        Example: sumspace callisto generate sample -o summaries.parquet
        """,
        run=_generate,
        reads=SOURCES,
        corpus=CORPORA,
        hidden=("csv",),
        measure=Annotated[
            list[str],
            typer.Option(
                "--measure", "-m", metavar="NAME", show_default=False,
                help="A measure, see `sumspace list`; repeatable (default: lin-hovy and, for English, kpia).",
            ),
        ],
        **GRID,
        output=RECORD_FILE,
        json=Annotated[bool, typer.Option("--json", help="Print all summaries, one JSON object per line.")],
    ),
    "train": make_command(
        api.callisto_train,
        """Learn from documents with references which configuration suits which text.

        The model is one file, for `callisto summarize` and `summarize -s "callisto(FILE)"`.

        Example: sumspace callisto train sample -o my.callisto --learner naive-bayes

        Of several corpora: sumspace callisto train news.jsonl law.jsonl -o both.callisto
        """,
        run=_train,
        reads=SOURCES,
        corpus=CORPORA,
        hidden=("format", "json", "csv", "no_legend"),
        learner=Annotated[
            str,
            typer.Option(
                metavar="NAME",
                help="A learner, see `sumspace list`, or a scikit-learn classifier, with options if any.",
            ),
        ],
        measure=Annotated[
            str,
            typer.Option(
                "--measure", "-m", metavar="NAME", help="The measure to learn: its F-score, or its single value."
            ),
        ],
        classes=Annotated[int, typer.Option(metavar="K", help="The number of classes that scores are divided into.")],
        target=Annotated[
            Literal["score", "rank", "share"],
            typer.Option(help="What to learn: the score, its rank in the document, or its share of the best score."),
        ],
        selection=Annotated[
            Literal["value", "odds", "paper", "random"],
            typer.Option(help="How to choose with classes: highest expected value, odds of the best class, paper "
                         "(confidence), random of the best class."),
        ],
        **GRID,
        output=(
            Annotated[
                Path, typer.Option("--output", "-o", metavar="FILE", help="Write the model.", show_default=False)
            ],
            ...,
        ),
    ),
    "evaluate": make_command(
        api.callisto,
        """Evaluate versions of CALLISTO: learners, training measures, classes, selections (Rigouste 2004, section 6).

        Figure 3 and table 1 of the paper, the lead baseline, the least significant difference, the share of the best
        configuration's score, and the places of chosen summaries among all extracts of their length.

        Example: sumspace callisto evaluate sample -o callisto
        """,
        run=_evaluate,
        reads=SOURCES,
        corpus=CORPORA,
        study=True,
        **GRID,
        classes=(OPTIONS["classes"], _CLASSES),
        confidence=Annotated[float, typer.Option(metavar="PERCENT", help="Of the least significant difference.")],
        time=Annotated[
            float, typer.Option(metavar="SECONDS", help="Time limit per document; beyond it, the space is sampled.")
        ],
    ),
    "summarize": make_command(
        api.summarize,
        """Summarize every document with the configuration that a model chooses for it.

        Short for `summarize -s "callisto(FILE)"`, which has more options.

        Example: sumspace callisto summarize sample --budget "exactly(3)"
        """,
        run=_summarize,
        reads=SOURCES[:2],
        hidden=("summarizer", "into"),
        extra={
            "model": (Annotated[Path | None, typer.Option(metavar="FILE", help=_MODEL, show_default=False)], None)
        },
        words=Annotated[
            int | None,
            typer.Option(
                metavar="N", help="Whole sentences, at most N words: at_most(N) (default: 100).",
                show_default=False,
            ),
        ],
    ),
}.items():  # fmt: skip
    app.command(name)(command)
app.command()(show)
