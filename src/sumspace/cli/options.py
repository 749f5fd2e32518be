"""The options of the command line, once for all commands, by the names of the api's parameters."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sumspace.errors import SettingError, UnknownNameError
from sumspace.show.table import Table

if TYPE_CHECKING:
    from sumspace.show.views import Tables

_TABLE = "Columns of a table"
_EXPLORED, _SEARCHED, _SURE = "Exploration", "Search", "Significance"
_GRID, _ORACLES = "Configurations", "Best extracts (oracles)"


def _option(kind: Any, *names: str, help: str, **settings: Any) -> Any:  # noqa: A002 - as typer calls it
    settings.setdefault("show_default", kind not in (str | None, int | None, list[str], list[int], bool | None))
    return Annotated[kind, typer.Option(*names, help=help, **settings)]


def _several(metavar: str, text: str, *names: str, kind: Any = list[str], **settings: Any) -> Any:
    return _option(kind, *names, metavar=metavar, help=f"{text}; repeatable.", **settings)


def words_option(text: str) -> Any:
    """Declare a number of words."""
    return Annotated[int | None, typer.Option(metavar="N", help=text, show_default=False)]


def measures_option(usual: str) -> Any:
    """Declare the measures of a command, and its default."""
    return Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            metavar="NAME",
            help=f"A measure, see `sumspace list`; repeatable. \\[default: {usual}]",
            show_default=False,
        ),
    ]


REACHED = words_option("Length of extracts in words, as reach(N). \\[default: the length of the references]")

#: Corpora that are read as one.
CORPORA = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS…",
        help="Corpora, as files, folders or sample; several are read as one, and need different ids.",
        show_default=False,
    ),
]

#: Options that mean something else in grids of configurations.
GRID: dict[str, Any] = {
    "words": Annotated[
        list[int], typer.Option(
            metavar="N", rich_help_panel=_GRID, show_default=False,
            help="Length of summaries in words, at most; repeatable. \\[default: for `train` 50, 100, 200 and 400]",
        ),
    ],
    "summarizer": Annotated[
        list[str], typer.Option(
            "--summarizer", "-s", metavar="NAME", rich_help_panel=_GRID, show_default=False,
            help="A summarizer as a configuration, see `sumspace list`; repeatable. \\[default: the quick ones, "
            "or none in the paper's grid]",
        ),
    ],
}  # fmt: skip
#: What `read` takes beside the corpus.
READING = {
    "peer": _several(
        "NAME=FILE",
        "A system's summaries in a file of their own: JSONL with id and text, a folder of ID.txt, or a text file with "
        "a line for each document in order",
        "--peer",
    ),
    "id_column": _option(
        str, metavar="NAME", help="The column with the id; without one, rows are numbered.",
        rich_help_panel=_TABLE, show_default=False,
    ),
    "text_column": _option(
        str, metavar="NAME", help="The column with the document.", rich_help_panel=_TABLE, show_default=False
    ),
    "reference_column": _several("NAME", "A column with a reference", rich_help_panel=_TABLE),
    "system_column": _several("NAME", "A column with a system's summary", rich_help_panel=_TABLE),
}  # fmt: skip

_FORMAT = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="table, json, csv, markdown, latex or html; with -o the name of the file decides.",
        show_default=False,
    ),
]
_JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object per line; short for --format json.")]
_CSV = Annotated[bool, typer.Option("--csv", help="Print CSV; short for --format csv.")]
_NO_LEGEND = Annotated[bool, typer.Option("--no-legend", help="Do not explain the columns below tables.")]
_QUIET = Annotated[bool, typer.Option("--quiet", "-q", help="Print results and errors only: no progress, no notes.")]
_GOES_ON = "A run that was stopped continues when it is started again."


def output_option(text: str, metavar: str = "FILE") -> Any:
    """Declare where a command writes its result."""
    return _option(Path | None, "--output", "-o", metavar=metavar, help=text, show_default=False)


_ENDINGS = ".csv, .json, .jsonl, .parquet, .md, .tex, .html or .txt"
_FILE = output_option(f"Write the result to a file: {_ENDINGS}.")
#: The same for commands that keep what is finished.
KEPT_FILE = output_option(f"Write the result to a file: {_ENDINGS}. {_GOES_ON}")
RECORD_FILE = output_option(f"Write .jsonl, .jsonl.gz or .parquet. {_GOES_ON}")
STUDY_FOLDER = output_option(
    f"Write tables, charts and a page into a new folder; or one file: {_ENDINGS}. {_GOES_ON}", "FOLDER|FILE"
)
#: How results are shown.
SHOWING = {
    "format": _FORMAT, "json": _JSON, "csv": _CSV, "no_legend": _NO_LEGEND, "output": _FILE, "quiet": _QUIET,
}  # fmt: skip

#: The options by the names of the api's parameters; a command may declare some otherwise.
OPTIONS: dict[str, Any] = {
    "corpus": Annotated[
        str,
        typer.Argument(
            metavar="CORPUS",
            help="A file (.jsonl, .jsonl.gz, .parquet, .csv, .tsv, .arrow, .sgml), a folder, "
            "- for JSONL on standard input, or sample.",
            show_default=False,
        ),
    ],
    "measure": _several("NAME", "A measure, see `sumspace list`", "--measure", "-m", show_default=True),
    "scores": _several(
        "FILE[:METRIC]",
        "External scores, treated like a measure: CSV, TSV, JSONL or Parquet with id, system, metric and value, or "
        "one column per metric; .seg.score; SacreROUGE's JSONL",
    ),
    "system": _several("NAME", "Evaluate this system only"),
    "references": _option(Literal["all", "each"], help="Score against all references together, or against each one "
        "alone."),
    "words": _option(int | None, metavar="N", help="Truncate to N words, as ROUGE's -l."),
    "bytes": _option(int | None, metavar="N", help="Truncate to N bytes, as ROUGE's -b."),
    "cut": _option(Literal["both", "peer"], help="What --words and --bytes truncate: summaries and references "
        "(both), or summaries only (peer, Ceylan 2010)."),
    "budget": _option(
        str | None, metavar="BUDGET",
        help="Which extracts are allowed, such as reach(100), at_most(100) or exactly(3); see `sumspace list`.",
    ),
    "min_words": _option(
        int, metavar="N",
        help="Take fragments, such as headings, and sentences of fewer than N words only where nothing else fits; "
        "0: take them like others.",
    ),
    "explain": _option(
        bool, "--explain",
        help="Say why: places and scores of sentences, segments, key phrases, and what led to a configuration.",
    ),
    "score": _option(Literal["recall", "precision", "f1"], help="The score of an extract."),
    "profile": _option(
        str, metavar="NAME",
        help="How texts become tokens: rouge155, rouge-score or unicode, with options as in unicode(nostem, "
             "language=de); "
        "auto is rouge155, or unicode for texts that are not in Latin script.",
    ),
    "stem": Annotated[
        bool | None, typer.Option("--stem/--no-stem", help="Match stems instead of words, as ROUGE's -m. "
            "\\[default: stem]")
    ],
    "stopwords": _option(bool | None, "--stopwords", help="Remove stop words, as ROUGE's -s."),
    "language": _option(str | None, metavar="CODE", help="Language of the texts, such as de or zh. \\[default: en, "
        "or what the script tells]"),
    "split": _option(
        Literal["sentences", "lines"] | None, show_default=False,
        help="How raw summaries are split for rouge-l and rouge-w. \\[default: lines under rouge-score, else "
             "sentences]",
    ),
    "formula": _option(
        Literal["A", "B", "F"] | None, show_default=False,
        help="With several references: A pools them, B takes the one with the best recall (ROUGE's -f), F the one with "
        "the best F1. \\[default: F under rouge-score, else A]",
    ),
    "alpha": _option(float, help="F = PR / ((1-alpha)P + alpha R), as ROUGE's -p."),
    "confidence": _option(
        float, metavar="PERCENT", help="Confidence level of the intervals, as ROUGE's -c.", rich_help_panel=_SURE
    ),
    "resamples": _option(int, metavar="N", help="Bootstrap resamples, as ROUGE's -r.", rich_help_panel=_SURE),
    "official": _option(
        bool, "--official", rich_help_panel=_SURE,
        help="Average ROUGE as the profile's program does, bootstrap mean and interval, to the last digit.",
    ),
    "resample": _option(
        Literal["both", "documents", "systems"], rich_help_panel=_SURE,
        help="What the bootstrap resamples: documents, systems or both.",
    ),
    "permutations": _option(
        int, metavar="N", rich_help_panel=_SURE,
        help="Permutations of each significance test.",
    ),
    "coefficient": _option(
        Literal["pearson", "spearman", "kendall", "kendall_c", "accuracy", "soft_accuracy", "difference"],
        help="The coefficient that ranks and tests measures; all are computed.",
    ),
    "humans": _option(
        bool, "--humans", help="Treat judged human summaries as systems; everything is scored with one reference "
                               "less (jackknifing)."
    ),
    "standardize": _option(bool, "--standardize", help="Standardize each rater's scores before averaging."),
    "seed": _option(int, metavar="N", help="Random seed."),
    "jobs": _option(int | None, metavar="N", help="Threads. \\[default: one per core]"),
    "cluster": _option(
        str | None, metavar="ADDRESS|local:N",
        help="Run on the workers of a Dask scheduler at this address, or in N processes on this machine.",
    ),
    "part": _option(
        str | None, metavar="I/N",
        help="Process every Nth document only, starting with the Ith, into the folder -o; `sumspace merge` joins "
             "the parts.",
    ),
    "sections": _option(
        Literal["auto", "given", "segment", "none"],
        help="Explore documents section by section, each with its share of the words: the sections of the corpus "
        "(given), those that segmentation finds (segment), or none; auto: given, else segment for documents with more "
        "than 10^10 extracts.",
    ),
    "engine": _option(
        Literal["auto", "exhaustive", "counting", "sampling"], rich_help_panel=_EXPLORED,
        help="Visit all extracts, count them by dynamic programming, or sample.",
    ),
    "time": _option(
        float, metavar="SECONDS", rich_help_panel=_EXPLORED,
        help="Time limit per document in seconds; beyond it, the space is sampled.",
    ),
    "memory": _option(
        float, metavar="GB", rich_help_panel=_EXPLORED,
        help="Memory limit per document in GB; beyond it, the space is sampled.",
    ),
    "device": _option(
        Literal["auto", "cpu", "cuda"], rich_help_panel=_EXPLORED,
        help="Visit extracts on the CPU or on a GPU (CUDA); auto: on a GPU if there is one and the space is large.",
    ),
    "units": _option(
        Literal["sentence", "official"],
        help="Count n-grams within sentences, or across sentence boundaries like ROUGE-1.5.5 (slower).",
    ),
    "mean": _option(bool, "--mean/--each", help="Optimize the mean of all measures, or each measure alone."),
    "method": _option(
        Literal["search", "ilp", "branch-and-bound"], rich_help_panel=_SEARCHED,
        help="Find and count all best extracts; find one by integer linear programming; or find all as in Hirao 2017.",
    ),
    "counts": _option(bool, "--counts", help="Add to JSON how many extracts have which scores on both measures."),
    "all": _option(bool, "--all", help="List all oracles instead of one per document."),
    "most": _option(int, metavar="N", help="List at most N oracles per document."),
    "baseline": _several(
        "NAME", "A baseline summarizer, see `sumspace list`, or none", show_default=True
    ),
    "correction": _option(
        Literal["holm", "bh", "none"], rich_help_panel=_SURE,
        help="Correction of p-values for multiple tests: Holm, Benjamini-Hochberg, or none.",
    ),
    "space": _option(
        bool, "--space/--no-space", rich_help_panel=_EXPLORED,
        help="Rank systems among all extracts too (takes most of the time).",
    ),
    "curves": _option(bool, "--curves", help="Find the best extracts of every length too."),
    "sweep": _option(bool, "--sweep/--no-sweep", help="Study several compression ratios too."),
    "ratio": _several(
        "SHARE", "A compression ratio of the sweep: the share of a document's words that extracts keep",
        kind=list[float], show_default=True,
    ),
    "whole": _option(
        bool, "--whole/--no-whole", help="Study whole documents too, without sections, and their best extracts."
    ),
    "threshold": _several("N", "Key phrases that a sentence must have; default: 1 and 2", kind=list[int],
                          rich_help_panel=_GRID),
    "people": _option(
        int | None, metavar="N",
        help="Compare N reference authors per document, averaged over all groups of N. \\[default: all]",
    ),
    "uncut": _option(
        bool, "--uncut", help="Do not truncate human and system summaries to the length of the reference."
    ),
    "tolerance": _option(
        int, metavar="N", rich_help_panel=_ORACLES, help="Words by which the best extracts may be longer or shorter."
    ),
    "most_sentences": _option(
        int | None, metavar="N", rich_help_panel=_ORACLES,
        help="Search only documents of at most N sentences (the paper: 30). \\[default: all documents]",
    ),
    "oracles": _option(bool, "--oracles/--no-oracles", help="Search the best extracts.", rich_help_panel=_ORACLES),
    "aspect": _several("NAME", "An aspect that annotators judged; default: all"),
    "level": _several(
        "LEVEL",
        "Level of correlation: system (means of systems), summary (within documents) or pooled (all summaries); "
        "default: all",
    ),
    "sweeps": _option(
        bool, "--sweeps", help="Study weightings of LSA and numbers of keywords too (figures 4 to 6)."
    ),
    "learner": _several(
        "NAME", "A learner, see `sumspace list`, or a classifier of scikit-learn with its options",
        show_default=True,
    ),
    "train_on": _several(
        "NAME", "Measure that learners are trained on, by F-score or value; default: lin-hovy and, for English, kpia"
    ),
    "judge_by": _option(str, metavar="NAME", help="Measure that judges the summaries, by F-score or value."),
    "classes": _option(str, metavar="K", help="Number of classes that scores are divided into: 2-20, or 3,5,8."),
    "target": _several(
        "WHAT", "What is learned: score, its rank in the document, or its share of the document's best score",
        show_default=True,
    ),
    "discretize": _option(
        Literal["k-means", "equal-width", "quantiles"], metavar="HOW",
        help="How classes are made: k-means, equal-width, or quantiles (equally many values in each).",
    ),
    "selection": _several(
        "HOW", "How to choose: value (highest expected), odds (of the best class), paper (confidence) or random",
        show_default=True,
    ),
    "lengths": _option(
        Literal["given", "free"], help="Choose a configuration for each given length, or the length too."
    ),
    "grid": _option(
        Literal["paper", "summarizers", "all"], rich_help_panel=_GRID,
        help="Segmenters with extractors, as in the paper; summarizers in their place; or both.",
    ),
    "folds": _option(int, metavar="N", help="Folds of the cross-validation."),
    "rank_by": _option(
        str, metavar="NAME", help="Rank chosen summaries among all extracts by this measure; none: do not."
    ),
    "segmenter": _several("NAME", "A segmenter, see `sumspace list`; default: all", rich_help_panel=_GRID),
    "extractor": _several("NAME", "A key phrase extractor; default: all that are available", rich_help_panel=_GRID),
    "phrases": _several("N", "Number of key phrases; default: 5, 10 and 20", kind=list[int], rich_help_panel=_GRID),
    "match": _several("BY", "Match phrases in sentences by stems or words; default: stems",
                      rich_help_panel=_GRID),
    "sentences": _several("N", "Length of summaries in sentences; default: 3, 4, 5, 8 and 12", kind=list[int],
                          rich_help_panel=_GRID),
    "kea": _option(str | None, metavar="CORPUS", rich_help_panel=_GRID,
                   help="Corpus that Kea is trained on. \\[default: the sample]"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Showing:
    """How a command shows its result: in which format, in which file if any, and with a legend or without."""

    form: str
    output: Path | None = None
    legend: bool = True

    @property
    def streams(self) -> bool:
        """Whether records are put out as they come."""
        return self.form in ("json", "csv", "json-document")

    @property
    def for_programs(self) -> bool:
        """Whether the signature has no place in the result, and goes to standard error."""
        return self.streams or self.form == "parquet"

    def put_out(self, tables: Tables, signature: str = "") -> None:
        """Print tables, or write them to the file."""
        from sumspace.show.formats import render, write_file
        from sumspace.show.output import deliver

        line = "" if isinstance(tables, Table) and self.for_programs else signature
        if self.output is None:
            deliver(render(tables, self.form, signature=line, legend=self.legend))
        else:
            write_file(tables, self.form, self.output, signature=line, legend=self.legend)


def showing_of(options: dict[str, Any]) -> Showing:
    """Take how the result is shown out of the options of a command."""
    form, output = options.pop("format", None), options.pop("output", None)
    legend = not options.pop("no_legend", False)
    short = [name for name in ("json", "csv") if options.pop(name, False)]
    chosen = [*([form] if form else []), *short]
    if len(set(chosen)) > 1:
        first = f"--format {form}" if form else f"--{chosen[0]}"
        raise SettingError(f"{first} and --{chosen[1]} exclude each other; choose one format")
    from sumspace.show.formats import ENDINGS, FORMATS, format_of

    if chosen and chosen[0] not in FORMATS:
        raise UnknownNameError("format", chosen[0], FORMATS)
    if output is None or (chosen and output.suffix.lower() not in ENDINGS):
        return Showing(chosen[0] if chosen else "table", output, legend)
    named = format_of(output)
    if chosen and chosen[0] != named.removesuffix("-document"):
        asked = f"--{chosen[0]}" if chosen[0] in short else f"--format {chosen[0]}"
        raise SettingError(f"{output} is written as its name says; leave {asked} out")
    return Showing(named, output, legend)


def peers_of(given: list[str]) -> dict[str, str]:
    """Read NAME=FILE."""
    peers: dict[str, str] = {}
    for text in given:
        name, equals, file = text.partition("=")
        if not (name and equals and file):
            raise SettingError(f"--peer wants NAME=FILE, such as --peer mine=mine.jsonl, not {text!r}")
        if name in peers:
            raise SettingError("two --peer options have the same name; give each its own")
        peers[name] = file
    return peers
