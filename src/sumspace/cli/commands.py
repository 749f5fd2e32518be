"""The commands that go through a corpus: each is a function of the api with the options that are particular to it."""

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
    merge_parts,
    note_left_out,
    read_corpus,
    run_part,
    show_study,
    show_task,
    write_records,
)
from sumspace.cli.options import REACHED, format_and_file, measures_option, output_option, words_option
from sumspace.errors import SettingError, on_one_line

_EACH_SUMMARY = Annotated[
    bool, typer.Option("--each-summary", help="Show every summary in the table, not only averages.")
]
_SEARCH_TIME = Annotated[
    float, typer.Option(metavar="SECONDS", help="What one search may take.", rich_help_panel="How it is searched")
]
_ORACLE_SCORE = Annotated[Literal["recall", "f1"], typer.Option(help="What extracts are scored by.")]
_MEASURES = measures_option("rouge-1, rouge-2, rouge-su4 and the scores of other programs that the corpus has")
_AT_MOST = words_option("As many words as extracts have at most, as at_most(N).")
#: How many oracles of a document are listed unless told otherwise.
_MOST_LISTED = 1000

score = make_command(
    api.score,
    """Score the systems of a corpus.

    Every summary and every system's average with a confidence interval, on any measures.

    Example: sumspace score sample -m rouge-1 -m rouge-l --words 100
    """,
    extra={"each_summary": (_EACH_SUMMARY, False)},
    measure=_MEASURES,
)

space = make_command(
    api.explore,
    """Show how all extracts of each document score.

    The number of extracts, exactly, how many have what score, and which engine found it.

    Example: sumspace space sample --words 60 -m rouge-2
    """,
    reads=SOURCES,
    words=REACHED,
)

rank = make_command(
    api.rank,
    """Show where systems stand among all extracts.

    Each summary's place in the space of its document, and each system's among averages of extracts.

    Beside the systems of the corpus there are three to compare with: random, lead and textrank.

    Example: sumspace rank sample --words 60 --peer mine=mine.jsonl
    """,
    extra={"each_summary": (_EACH_SUMMARY, False)},
    measure=_MEASURES,
    words=REACHED,
)

against = make_command(
    api.against,
    """Set measures against each other over all extracts of each document.

    How two measures correlate over the whole space, and where the best extracts of one stand on the other.

    Two measures or more that count units, all pairs of them, by recall; documents are taken whole, not by section.

    Example: sumspace against sample -m rouge-1 -m rouge-2 --words 60
    """,
    reads=SOURCES,
    words=REACHED,
    score=Annotated[
        Literal["recall", "precision", "f1"], typer.Option(help="What extracts are scored by: recall alone.")
    ],
)


def _oracle(_: Any, corpus: str, *, study: bool, curves: bool, **options: Any) -> None:
    """List the oracles of each document, or study them."""
    if not study:
        if curves or options.pop("peer"):
            raise SettingError("--curves and --peer belong to a study; add --study")
        show_task(api.oracles, corpus, **options)
        return
    most, each = options.pop("most"), options.pop("references") == "each"
    if options.pop("all") or each or most != _MOST_LISTED:
        raise SettingError(
            "a study looks at all oracles, by all references and by each; leave out --all, --most and --references each"
        )
    if options.pop("units") == "official":
        raise SettingError("a study counts units sentence by sentence; leave out --units official")
    show_study(api.oracle_study, corpus, curves=curves, **options)


oracle = make_command(
    api.oracles,
    """Find the best extracts of each document: what they score, how many there are, and which.

    All that score the same are found and counted; it is proven that no other scores more, unless the time runs out.

    Without --words or --budget, extracts have at most as many words as the references have on average.

    With --study: how far systems and the greedy algorithm are from the best extracts (Hirao 2017).

    The paper removes stop words for ROUGE-1 alone; --stopwords removes them for all measures of a run.

    Example: sumspace oracle sample --words 60 --all
    """,
    run=_oracle,
    extra={
        "study": (
            Annotated[
                bool, typer.Option("--study", help="Study the corpus as Hirao 2017 does.", rich_help_panel="The study")
            ],
            False,
        ),
        "curves": (
            Annotated[
                bool,
                typer.Option(
                    "--curves", help="Look at the best extracts of every length too.", rich_help_panel="The study"
                ),
            ],
            False,
        ),
    },
    words=_AT_MOST,
    score=_ORACLE_SCORE,
    time=_SEARCH_TIME,
    output=output_option("Write the result to a file; of a study, tables, charts and a page into a new folder."),
)


def _labels(_: Any, corpus: str, *, output: Path | None, **options: Any) -> None:
    """Write labels to a file, or print them: as JSON, unless told otherwise."""
    from sumspace.cli.progress import progress_bars
    from sumspace.show.formats import render
    from sumspace.show.output import deliver
    from sumspace.tasks.labels import LabelFormat, check_label_file

    if options.get("part"):
        run_part(api.labels, corpus, {**options, "output": output})
        return
    kind: LabelFormat = "bertsum" if options["format"] == "bertsum" else "records"
    if kind == "bertsum":
        options["format"] = None
    chosen = options["format"] or options["csv"] or options["json"]
    form, _ = format_and_file(options)
    if kind == "bertsum" and chosen:
        raise SettingError("--format bertsum and --json or --csv exclude each other; choose one format")
    if output is not None:
        check_label_file(output, kind, corpus)
        if chosen and form != "json":
            raise SettingError(f"-o writes labels as the name of the file says: leave --format {form} out")
    with progress_bars("documents") as progress, keeping(api.labels, output, options) as ledger:
        results = api.labels(read_corpus(corpus, options, progress), **options)
        if output is not None:
            write_records(results, output, ledger, kind)
        elif kind == "bertsum":
            deliver(results.bertsum())
        else:
            form = form if chosen else "json"
            deliver(render(results.table(stream=form in ("json", "csv")), form))
    note_left_out(results.left_out)
    typer.echo(results.summary(), err=True)
    typer.echo(results.signature, err=True)
    end(results.stopped)


labels = make_command(
    api.labels,
    """Label the sentences of each document for training: 1 for those of the best extract, 0 for the others.

    Each record has the sentences with their offsets in the text, labels, soft labels (the share of all best extracts
    that have a sentence), the score, and how far the greedy extract falls short of it. With --temperature it also has
    the probability of each sentence over all extracts.

    Without --words or --budget, the best extract of at most 3 sentences, up_to(3).

    Example: sumspace labels sample -o labels.parquet
    """,
    run=_labels,
    reads=SOURCES,
    words=_AT_MOST,
    score=_ORACLE_SCORE,
    time=_SEARCH_TIME,
    temperature=Annotated[
        float | None,
        typer.Option(
            metavar="T",
            help="Add marginals: how likely each sentence is in an extract drawn by exp(score / T). T is in units of "
            "the score; 0.01 is a good start.",
            show_default=False,
        ),
    ],
    format=Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="json (default), bertsum (a JSON list of src, tgt and labels), table, csv, markdown, latex or html.",
            show_default=False,
        ),
    ],
    json=Annotated[bool, typer.Option("--json", help="Print one JSON object per line, which is the default.")],
    output=output_option(
        "Write .jsonl, .jsonl.gz or .parquet, or .json with --format bertsum. "
        "A run that was stopped goes on when it is started again."
    ),
)


def _summarize(_: Any, corpus: str, *, summarizer: list[str], into: Path | None, **options: Any) -> None:
    """Print summaries, or write the corpus with them."""
    from sumspace.cli.progress import progress_bars

    if into is None:
        show_task(api.summarize, corpus, summarizer=summarizer, **options)
        return
    form, output = format_and_file(options)
    if form != "table" or output is not None:
        raise SettingError("--into writes the corpus and prints no summaries: leave --format, --json and -o out")
    with progress_bars("documents") as progress:
        try:
            results = api.summarize(read_corpus(corpus, options, progress), summarizer, into=into, **options)
        except KeyboardInterrupt:
            typer.echo(f"interrupted: {into} is not written", err=True)
            raise typer.Exit(130) from None
    note_left_out(results.left_out)
    for text in (results.written, *results.descriptions(), results.signature):
        typer.echo(on_one_line(text), err=True)


summarize = make_command(
    api.summarize,
    """Make summaries of every document, of its own sentences.

    A summarizer ranks the sentences; those are taken that fit, the highest first, and stand in the document's order.

    What --json prints for one summarizer is a --peer of other commands; with --into, they find it in the corpus.

    Example: sumspace summarize sample -s lexrank --words 60
    """,
    run=_summarize,
    reads=(*SOURCES, "system_column"),
    words=words_option("Whole sentences of at most N words, as at_most(N); 100 unless given."),
    summarizer=(
        Annotated[
            list[str],
            typer.Option(
                "--summarizer",
                "-s",
                metavar="NAME",
                help="A summarizer, see `sumspace list`, or all; as SYSTEM=NAME its summaries are called otherwise; "
                "repeatable.",
            ),
        ],
        ["lexrank"],
    ),
    into=Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the corpus with the summaries among its systems: .jsonl, .jsonl.gz or .parquet.",
            show_default=False,
        ),
    ],
)


def _list(_: Any, **options: Any) -> None:
    from sumspace.show.formats import render
    from sumspace.show.output import deliver

    form, output = format_and_file(options)
    deliver(render(api.names(), form, plain=output is not None), output)


list_names = make_command(
    api.names,
    """List measures, profiles, budgets, summarizers, segmenters, key phrase extractors and learners, with their papers.

    Example: sumspace list
    """,
    run=_list,
    reads=(),
    hidden=("kind",),
)


def _merge(_: Any, *, folders: list[Path], **options: Any) -> None:
    merge_parts(folders, options)


merge = make_command(
    api.merge,
    """Put the parts of a run together that --part made.

    The result is that of one run over all documents, shown or written as the command does that was divided. The corpus
    must be where it was.

    Example: sumspace merge part1 part2 part3 part4 -o ranks.jsonl
    """,
    run=_merge,
    reads=(),
    folders=Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER", help="The folders of all parts, as --part made them.", show_default=False),
    ],
    output=output_option("Write the result: a file or a new folder, as of the command that was divided."),
)

COMMANDS = {
    "score": score,
    "space": space,
    "oracle": oracle,
    "rank": rank,
    "against": against,
    "labels": labels,
    "summarize": summarize,
    "merge": merge,
    "list": list_names,
}
