"""The commands that process a corpus document by document: functions of the api with options of their own."""

from __future__ import annotations

import sys
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
    say,
    show_study,
    show_task,
    write_records,
)
from sumspace.cli.one_document import CORPUS_OR_NONE, DOCUMENT, corpus_or_document
from sumspace.cli.options import REACHED, Showing, measures_option, output_option, showing_of, words_option
from sumspace.errors import INTERRUPTED, SettingError

_EACH_SUMMARY = Annotated[
    bool, typer.Option("--each-summary", help="Show every summary in the table, not only averages.")
]
_SEARCH_TIME = Annotated[
    float,
    typer.Option(metavar="SECONDS", help="Time limit per document in seconds.", rich_help_panel="Search"),
]
_ORACLE_SCORE = Annotated[Literal["recall", "f1"], typer.Option(help="The score of an extract.")]
_MEASURES = measures_option("rouge-1, rouge-2, rouge-su4 and external scores in the corpus")
_AT_MOST = words_option("Maximum length of extracts in words, as at_most(N).")
#: How many oracles of a document are listed by default.
_MOST_LISTED = 1000

score = make_command(
    api.score,
    """Score the systems of a corpus.

    Averages with confidence intervals on any measures; --each-summary adds every single summary.

    Example: sumspace score sample -m rouge-1 -m rouge-l --words 100
    """,
    extra={"each_summary": (_EACH_SUMMARY, False)},
    measure=_MEASURES,
)

space = make_command(
    api.explore,
    """Show the distribution of scores over all extracts of each document.

    The exact number of extracts, how many have each score, and which engine counted them.

    Example: sumspace space sample --words 60 -m rouge-2
    """,
    reads=SOURCES,
    words=REACHED,
)

rank = make_command(
    api.rank,
    """Rank systems among all possible extracts.

    For every system: the share of each document's extracts that it beats, and how much of the distance from the average
    extract to the best extract its score covers.

    Three baselines are ranked too: random, lead and textrank.

    Example: sumspace rank sample --words 60 --peer mine=mine.jsonl
    """,
    extra={"each_summary": (_EACH_SUMMARY, False)},
    measure=_MEASURES,
    words=REACHED,
)

against = make_command(
    api.against,
    """Compare measures over all extracts of each document.

    How two measures correlate over the whole space, and how the best extracts of one score on the other.

    Takes two or more measures that count units, such as ROUGE-N; compares all pairs by recall, on whole documents.

    Example: sumspace against sample -m rouge-1 -m rouge-2 --words 60
    """,
    reads=SOURCES,
    words=REACHED,
    score=Annotated[Literal["recall", "precision", "f1"], typer.Option(help="The score of an extract: recall only.")],
)


def _oracle(_: Any, corpus: str, *, study: bool, curves: bool, **options: Any) -> None:
    """List the oracles of each document, or study them."""
    if not study:
        if curves or options.pop("peer"):
            raise SettingError("--curves and --peer need --study; add it")
        show_task(api.oracles, corpus, **options)
        return
    most, each = options.pop("most"), options.pop("references") == "each"
    if options.pop("all") or each or most != _MOST_LISTED:
        raise SettingError("--study covers all oracles and references; leave out --all, --most and --references each")
    if options.pop("units") == "official":
        raise SettingError("--study counts units within sentences; leave out --units official")
    show_study(api.oracle_study, corpus, curves=curves, **options)


oracle = make_command(
    api.oracles,
    """Find the best extracts (oracles) of each document: their score, their number, and their sentences.

    All extracts with the best score are found and counted. The score is proven optimal unless the time runs out.

    Without --words or --budget, extracts have at most as many words as the references have on average.

    With --study: how far systems and the greedy algorithm fall short of the best extracts (Hirao 2017).

    The paper removes stop words for ROUGE-1 only; --stopwords removes them for all measures.

    Example: sumspace oracle sample --words 60 --all
    """,
    run=_oracle,
    extra={
        "study": (
            Annotated[bool, typer.Option("--study", help="Study the corpus like Hirao 2017.", rich_help_panel="Study")],
            False,
        ),
        "curves": (
            Annotated[
                bool,
                typer.Option("--curves", help="Find the best extracts of every length too.", rich_help_panel="Study"),
            ],
            False,
        ),
    },
    words=_AT_MOST,
    score=_ORACLE_SCORE,
    time=_SEARCH_TIME,
    output=output_option(
        "Write the result to a file; with --study, write tables, charts and a page into a new folder.", "FILE|FOLDER"
    ),
)


def _labels(_: Any, corpus: str, *, output: Path | None, **options: Any) -> None:
    """Write labels to a file, or print them: as JSON, unless told otherwise."""
    from sumspace.cli.progress import progress_bars
    from sumspace.show.output import deliver
    from sumspace.tasks.labels import LabelFormat, check_label_file

    if options.get("part"):
        run_part(api.labels, corpus, {**options, "output": output})
        return
    kind: LabelFormat = "bertsum" if options["format"] == "bertsum" else "records"
    if kind == "bertsum":
        options["format"] = None
    chosen = options["format"] or options["csv"] or options["json"]
    showing = showing_of(options)
    if kind == "bertsum" and chosen:
        raise SettingError("--format bertsum and --json or --csv exclude each other; choose one format")
    if output is not None:
        check_label_file(output, kind, corpus)
        if chosen and showing.form != "json":
            raise SettingError(f"-o writes labels as the name of the file says; leave --format {showing.form} out")
    with progress_bars("documents") as progress, keeping(api.labels, output, options) as ledger:
        results = api.labels(read_corpus(corpus, options), **options, progress=progress)
        if output is not None:
            write_records(results, output, ledger, kind)
        elif kind == "bertsum":
            deliver(results.bertsum())
        else:
            showing = showing if chosen else Showing("json")
            showing.put_out(results.table(stream=showing.streams))
    note_left_out(results.left_out)
    say(results.summary())
    say(results.signature)
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
    json=Annotated[bool, typer.Option("--json", help="Print one JSON object per line (the default).")],
    output=output_option(
        "Write .jsonl, .jsonl.gz or .parquet, or .json with --format bertsum. A stopped run continues when it is "
        "started again."
    ),
)


def _summarize(
    _: Any, corpus: str | None, *, document: list[str], summarizer: list[str], into: Path | None, **options: Any
) -> None:
    """Print summaries, or write the corpus with them."""
    from sumspace.cli.progress import progress_bars

    source = corpus_or_document(corpus, document)
    if into is None:
        show_task(api.summarize, source, summarizer=summarizer, **options)
        return
    showing = showing_of(options)
    if showing.form != "table" or showing.output is not None:
        raise SettingError("--into writes the corpus and prints no summaries; leave out --format, --json and -o")
    with progress_bars("documents") as progress:
        try:
            examples = read_corpus(source, options)
            results = api.summarize(examples, summarizer, into=into, **options, progress=progress)
        except KeyboardInterrupt:
            typer.echo(f"interrupted: {into} is not written", err=True)
            sys.exit(INTERRUPTED)
    note_left_out(results.left_out)
    for text in (results.written, *results.descriptions(), results.signature):
        say(text)


summarize = make_command(
    api.summarize,
    """Summarize every document by extracting sentences.

    A summarizer ranks the sentences; the best ones that fit the budget are taken, in the order of the document.
    Headings, citations and other fragments are not taken unless nothing else fits; --explain says why which are.

    The --json output of one summarizer is a --peer for other commands; --into adds summaries to the corpus itself.

    Example: sumspace summarize sample -s lexrank --words 60

    Of one document: sumspace summarize --document article.txt --explain
    """,
    run=_summarize,
    reads=(*SOURCES, "system_column"),
    corpus=CORPUS_OR_NONE,
    extra={"document": DOCUMENT},
    words=words_option("Whole sentences of at most N words, as at_most(N). \\[default: 100]"),
    summarizer=(
        Annotated[
            list[str],
            typer.Option(
                "--summarizer",
                "-s",
                metavar="NAME",
                help="A summarizer, see `sumspace list`, or all; SYSTEM=NAME gives its summaries another name; "
                "repeatable.",
            ),
        ],
        ["lexrank"],
    ),
    into=Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the corpus with the summaries added as systems: .jsonl, .jsonl.gz or .parquet.",
            show_default=False,
        ),
    ],
)


def _text_task(function: Any, corpus: str | None, *, document: list[str], **options: Any) -> None:
    """Show what a task finds in the texts of a corpus, or in one document."""
    show_task(function, corpus_or_document(corpus, document), **options)


segment = make_command(
    api.segment,
    """Divide documents by topic.

    Shows where the segments of each document begin, and how long they are; --json has their sentences.

    Example: sumspace segment sample --segmenter texttiling

    Of one document: sumspace segment --document article.txt
    """,
    run=_text_task,
    reads=SOURCES[:2],
    corpus=CORPUS_OR_NONE,
    extra={"document": DOCUMENT},
    segmenter=(
        Annotated[
            list[str],
            typer.Option(
                metavar="NAME", help="A segmenter, see `sumspace list`, with options as in c99(mask=9); repeatable."
            ),
        ],
        ["utiyama-isahara"],
    ),
)

keyphrases = make_command(
    api.keyphrases,
    """Find the key phrases of documents.

    Shows the best of each document with their scores, how often they occur, and in which sentences.

    Example: sumspace keyphrases sample --extractor kea --phrases 5

    Of one document: sumspace keyphrases --document article.txt
    """,
    run=_text_task,
    reads=SOURCES[:2],
    corpus=CORPUS_OR_NONE,
    extra={"document": DOCUMENT},
    extractor=(
        Annotated[
            list[str],
            typer.Option(
                metavar="NAME",
                help="A key phrase extractor, see `sumspace list`, with options as in rake(longest=3); repeatable.",
            ),
        ],
        ["kea"],
    ),
    phrases=Annotated[int, typer.Option(metavar="N", help="How many key phrases to show per document.")],
)


def _list(_: Any, **options: Any) -> None:
    showing_of(options).put_out(api.names())


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
    """Join the parts of a run that was divided with --part.

    The result is that of one run over all documents, in the format of the command that was divided. The corpus must be
    in the same place.

    Example: sumspace merge part1 part2 part3 part4 -o ranks.jsonl
    """,
    run=_merge,
    reads=(),
    folders=Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER", help="The folders of all parts.", show_default=False),
    ],
    output=output_option(
        "Write the result to a file or a new folder, like the command that was divided.", "FILE|FOLDER"
    ),
)

COMMANDS = {
    "score": score,
    "space": space,
    "oracle": oracle,
    "rank": rank,
    "against": against,
    "labels": labels,
    "summarize": summarize,
    "segment": segment,
    "keyphrases": keyphrases,
    "merge": merge,
    "list": list_names,
}
