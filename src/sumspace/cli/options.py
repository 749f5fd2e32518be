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

_TABLE = "Columns of a table in another format"
_EXPLORED, _SEARCHED, _SURE = "How it is explored", "How it is searched", "How sure it is"
_GRID, _ORACLES = "Which configurations", "The best extracts"


def _option(kind: Any, *names: str, help: str, **settings: Any) -> Any:  # noqa: A002 - as typer calls it
    settings.setdefault("show_default", kind not in (str | None, int | None, list[str], list[int], bool | None))
    return Annotated[kind, typer.Option(*names, help=help, **settings)]


def _several(metavar: str, text: str, *names: str, kind: Any = list[str], **settings: Any) -> Any:
    return _option(kind, *names, metavar=metavar, help=f"{text}; repeatable.", **settings)


def words_option(text: str) -> Any:
    """Declare a number of words."""
    return Annotated[int | None, typer.Option(metavar="N", help=text, show_default=False)]


def measures_option(usual: str) -> Any:
    """Declare the measures of a command, and which it has unless they are given."""
    return Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            metavar="NAME",
            help=f"A measure, see `sumspace list`; repeatable; {usual} unless given.",
            show_default=False,
        ),
    ]


REACHED = words_option("As many words as extracts reach, as reach(N); as many as the references have unless given.")

#: What `read` takes beside the corpus.
READING = {
    "peer": _several(
        "NAME=FILE",
        "A system's summaries in a file of their own: JSONL with id and text, a folder of ID.txt, or a text file with "
        "a line for each document in order",
        "--peer",
    ),
    "id_column": _option(
        str, metavar="NAME", help="The column with the id; rows are numbered where there is none.",
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
        "Scores of another program, compared as a measure is: CSV, TSV, JSONL or Parquet with id, system, metric and "
        "value, or a column for each metric; .seg.score; SacreROUGE's JSONL",
    ),
    "system": _several("NAME", "Look at this system only"),
    "references": _option(Literal["all", "each"], help="Judge by all references together, or by each one alone."),
    "words": _option(int | None, metavar="N", help="Cut after N words, as ROUGE's -l."),
    "bytes": _option(int | None, metavar="N", help="Cut after N bytes, as ROUGE's -b."),
    "cut": _option(Literal["both", "peer"], help="Cut summaries and references, or summaries alone (Ceylan 2010)."),
    "budget": _option(
        str | None, metavar="BUDGET",
        help="Which extracts are allowed, such as reach(100), at_most(100) or exactly(3); see `sumspace list`.",
    ),
    "score": _option(Literal["recall", "precision", "f1"], help="What extracts are scored by."),
    "profile": _option(
        str, metavar="NAME",
        help="rouge155, rouge-score or unicode, or as signatures have it: unicode(nostem, language=de).",
    ),
    "stem": Annotated[
        bool | None, typer.Option("--stem/--no-stem", help="Compare stems of words, as ROUGE's -m. \\[default: stem]")
    ],
    "stopwords": _option(bool | None, "--stopwords", help="Remove stop words, as ROUGE's -s."),
    "language": _option(str | None, metavar="CODE", help="Language of the texts, as de or zh. \\[default: en]"),
    "split": _option(
        Literal["sentences", "lines"] | None, show_default=False,
        help="What the sentences of a raw summary are, for rouge-l and rouge-w; "
        "lines under rouge-score, else sentences.",
    ),
    "formula": _option(
        Literal["A", "B", "F"] | None, show_default=False,
        help="Several references: A together, B the one with the best recall (ROUGE's -f), "
        "F the one with the best F1; F under rouge-score, else A.",
    ),
    "alpha": _option(float, help="F = PR / ((1-alpha)P + alpha R), as ROUGE's -p."),
    "confidence": _option(float, metavar="PERCENT", help="Of the intervals, as ROUGE's -c.", rich_help_panel=_SURE),
    "resamples": _option(int, metavar="N", help="Of the bootstrap, as ROUGE's -r.", rich_help_panel=_SURE),
    "official": _option(
        bool, "--official", rich_help_panel=_SURE,
        help="Average ROUGE as the profile's program does, bootstrap mean and interval, to the last digit.",
    ),
    "resample": _option(
        Literal["both", "documents", "systems"], rich_help_panel=_SURE,
        help="What is drawn anew, as if others had been studied.",
    ),
    "permutations": _option(
        int, metavar="N", rich_help_panel=_SURE,
        help="How often scores are exchanged at random, to see what differs by chance.",
    ),
    "coefficient": _option(
        Literal["pearson", "spearman", "kendall", "kendall_c", "accuracy", "soft_accuracy", "difference"],
        help="What measures are ranked and tested by; all of them are computed.",
    ),
    "humans": _option(
        bool, "--humans", help="Compare judged human summaries as systems, all by one reference less (jackknifing)."
    ),
    "standardize": _option(bool, "--standardize", help="Standardize the marks of each rater before averaging them."),
    "seed": _option(int, metavar="N", help="Seed of everything random."),
    "jobs": _option(int | None, metavar="N", help="Threads to use; all cores unless given."),
    "cluster": _option(
        str | None, metavar="ADDRESS|local:N",
        help="Let the workers of a Dask scheduler at this address do the work, or N processes of this machine.",
    ),
    "part": _option(
        str | None, metavar="I/N",
        help="Work only on every Nth document, from the Ith on, into the folder -o; `sumspace merge` joins the parts.",
    ),
    "sections": _option(
        Literal["auto", "given", "segment", "none"],
        help="Explore documents by section, each with its share of the words: those given, those that segmentation "
        "finds, or none; auto: those given, else segmentation for documents with over 10^10 extracts.",
    ),
    "engine": _option(
        Literal["auto", "exhaustive", "counting", "sampling"], rich_help_panel=_EXPLORED,
        help="Visit all extracts, count without visiting, or draw some.",
    ),
    "time": _option(
        float, metavar="SECONDS", help="What one space may take, before it is sampled.", rich_help_panel=_EXPLORED
    ),
    "memory": _option(float, metavar="GB", help="The same in gigabytes of memory.", rich_help_panel=_EXPLORED),
    "device": _option(
        Literal["auto", "cpu", "cuda"], rich_help_panel=_EXPLORED,
        help="Visit extracts on the CPU, or on CUDA cards; auto: on cards where there are any and the space is large.",
    ),
    "units": _option(
        Literal["sentence", "official"],
        help="Count n-grams and skip-bigrams inside sentences, or across them as ROUGE-1.5.5 does, which takes longer.",
    ),
    "mean": _option(bool, "--mean/--each", help="Let the mean score on all measures decide, or each."),
    "method": _option(
        Literal["search", "ilp", "branch-and-bound"], rich_help_panel=_SEARCHED,
        help="Find and count all; find one by integer linear programming; or find all as in Hirao 2017.",
    ),
    "counts": _option(bool, "--counts", help="Say in JSON how many extracts have which hits on both measures."),
    "all": _option(bool, "--all", help="List every oracle, not only one."),
    "most": _option(int, metavar="N", help="List at most so many of one document."),
    "baseline": _several(
        "NAME", "A summarizer to compare with, see `sumspace list`, or none", show_default=True
    ),
    "correction": _option(
        Literal["holm", "bh", "none"], rich_help_panel=_SURE,
        help="Correct p-values for all pairs that are tested: Holm, Benjamini and Hochberg, or not.",
    ),
    "space": _option(
        bool, "--space/--no-space", rich_help_panel=_EXPLORED,
        help="Show where systems stand among all extracts, which takes longer than all the rest.",
    ),
    "curves": _option(bool, "--curves", help="Look at the best extracts of every length too."),
    "sweep": _option(bool, "--sweep/--no-sweep", help="Look at several compressions too."),
    "ratio": _several(
        "SHARE", "Of the sweep: which share of a document's words extracts keep", kind=list[float], show_default=True
    ),
    "whole": _option(bool, "--whole/--no-whole", help="Take documents whole too, and look at their best extracts."),
    "threshold": _several("N", "How many of them a sentence must have; 1 and 2 unless given", kind=list[int],
                          rich_help_panel=_GRID),
    "people": _option(
        int | None, metavar="N",
        help="Compare so many people in every document, the mean over all groups of N counts; all unless given.",
    ),
    "uncut": _option(bool, "--uncut", help="Judge people and systems as they are, and not cut to the reference."),
    "tolerance": _option(int, metavar="N", help="Words that they may have more or less.", rich_help_panel=_ORACLES),
    "most_sentences": _option(
        int | None, metavar="N", rich_help_panel=_ORACLES,
        help="Look for them in documents of at most so many sentences; in all unless given (the paper: 30).",
    ),
    "oracles": _option(bool, "--oracles/--no-oracles", help="Look for them at all.", rich_help_panel=_ORACLES),
    "aspect": _several("NAME", "What people judged; all of it unless given"),
    "level": _several(
        "LEVEL",
        "system (means of systems), summary (systems of each document) or pooled (all summaries); all unless given",
    ),
    "sweeps": _option(
        bool, "--sweeps", help="Go through weightings of LSA and numbers of keywords too (figures 3 to 6)."
    ),
    "learner": _several(
        "NAME", "See `sumspace list`; or a classifier of scikit-learn, with its options if it has any",
        show_default=True,
    ),
    "train_on": _several(
        "NAME", "What learners learn to reach: its F-score, or value; lin-hovy and, for English, kpia unless given"
    ),
    "judge_by": _option(str, metavar="NAME", help="What all are judged by: its F-score, or value."),
    "classes": _option(str, metavar="K", help="Into how many classes scores are divided: 2-20, or 3,5,8."),
    "selection": _several("HOW", "confidence or random: which of the best class is taken", show_default=True),
    "lengths": _option(Literal["given", "free"], help="Choose a configuration for each length, or the length as well."),
    "folds": _option(int, metavar="N", help="Of the cross-validation."),
    "rank_by": _option(str, metavar="NAME", help="Rank chosen summaries among all extracts by this measure, or none."),
    "segmenter": _several("NAME", "A segmenter, see `sumspace list`; all unless given", rich_help_panel=_GRID),
    "extractor": _several("NAME", "A key phrase extractor; all that work here unless given", rich_help_panel=_GRID),
    "phrases": _several("N", "How many key phrases; 5, 10 and 20 unless given", kind=list[int], rich_help_panel=_GRID),
    "match": _several("BY", "Find phrases in sentences by their stems or words; stems unless given",
                      rich_help_panel=_GRID),
    "sentences": _several("N", "How long summaries are; 3, 4, 5, 8 and 12 unless given", kind=list[int],
                          rich_help_panel=_GRID),
    "kea": _option(str | None, metavar="CORPUS", rich_help_panel=_GRID,
                   help="Train Kea on this corpus first; it has seen the sample unless given."),
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
            raise SettingError("two --peer have the same name; give each its own")
        peers[name] = file
    return peers
