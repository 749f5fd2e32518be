"""The studies as commands: each is a function of the api with the options that are particular to it."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from sumspace import api
from sumspace.cli.command import make_command
from sumspace.cli.options import CORPORA, REACHED, measures_option, words_option
from sumspace.cli.report import report

limits = make_command(
    api.limits,
    """Study how good extracts can be in each domain, and where systems stand (Ceylan 2010).

    Tables 1 to 4 and figures 1 to 4 of the paper, and what it leaves to future work.

    Example: sumspace limits sample -o limits
    """,
    study=True,
    words=REACHED,
    corpus=CORPORA,
)

agree = make_command(
    api.agree,
    """Study inter-annotator agreement of human summaries, and how systems compare with it (Lin & Hovy 2003).

    All pairs of human summaries, compared with the lead baseline, systems, the best extracts and the full text.

    Figures 1 to 9 of the paper: by document, by agreement, and by compression.

    Human and system summaries are truncated to the length of the reference; uncut scores are shown too.

    Documents with fewer than two references are skipped.

    Example: sumspace agree sample -o agreement
    """,
    study=True,
    measure=Annotated[
        str, typer.Option("--measure", "-m", metavar="NAME", help="A measure, see `sumspace list`; its recall is used.")
    ],
    words=Annotated[
        list[int],
        typer.Option(
            metavar="N",
            help="Length of the best extracts in words; the first one is that of the baseline too; repeatable.",
        ),
    ],
    threshold=Annotated[
        list[float],
        typer.Option(metavar="SCORE", help="Smallest MaxH of the documents in set A, B, C …; repeatable."),
    ],
    time=Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="Time limit per search in seconds.", rich_help_panel="Best extracts (oracles)"
        ),
    ],
)

meta = make_command(
    api.meta,
    """Study which measures correlate with human judgements (Steinberger & Ježek 2009).

    Correlations of each measure with each judgement, with intervals and corrected tests of all pairs of measures.

    Tables 1 and 2 and figures 4 to 6 of the paper, and table 6 of Hirao 2017.

    Example: sumspace meta sample -o meta
    """,
    study=True,
    measure=measures_option("all that the corpus allows"),
    score=Annotated[
        list[str],
        typer.Option(
            metavar="PART",
            help="Compare measures by recall, precision, f1, or main (the usual score of each measure); repeatable.",
        ),
    ],
)

compare = make_command(
    api.compare,
    """Test which of several systems is significantly better.

    For every measure and pair of systems: the difference with a bootstrap interval, a paired permutation test corrected
    for all pairs, wins and losses by document, and how many documents a significant result would need.

    Lead, the beginning of each text, is compared as a baseline; all systems are ranked among all extracts.

    Example: sumspace compare sample -m rouge-2 --system retell --system skim
    """,
    study=True,
    measure=measures_option("rouge-1, rouge-2, rouge-l and external scores in the corpus"),
    system=Annotated[
        list[str],
        typer.Option(metavar="NAME", help="Compare this system; repeatable. \\[default: all]", show_default=False),
    ],
    score=Annotated[Literal["recall", "precision", "f1"], typer.Option(help="The score that is compared.")],
    words=words_option("Truncate summaries to N words, as ROUGE's -l; also the length of baselines and extracts."),
    budget=Annotated[
        str | None,
        typer.Option(
            metavar="BUDGET",
            help="Length of baselines and of the extracts that systems are ranked among. "
            "\\[default: the length of the references]",
            show_default=False,
        ),
    ],
)

card = make_command(
    api.card,
    """Describe a data set: what a data set paper reports, and what is suspicious in it.

    Size, lengths and compression; coverage, density and novelty of the references (Grusky 2018); the average extract,
    Lead and the best extract; how many oracles there are, and how far greedy labels fall short; how far human summaries
    agree; how much the ranking of systems depends on the references; which system summaries are extracts; copied
    references, duplicates and empty texts.

    Example: sumspace card sample -o card
    """,
    study=True,
    oracles=Annotated[
        bool,
        typer.Option(
            "--oracles/--no-oracles",
            help="Look at extracts: their average, the best ones and how many there are. This takes most of the time.",
        ),
    ],
    time=Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="Time limit for each search and count; beyond it, extracts are sampled and the best one is unproven.",
        ),
    ],
)

STUDY_COMMANDS = {
    "report": report, "card": card, "compare": compare, "limits": limits, "agree": agree, "meta": meta,
}  # fmt: skip
