"""The studies as commands: each is a function of the api with the options that are particular to it."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from sumspace import api
from sumspace.cli.command import make_command
from sumspace.cli.options import REACHED, measures_option, words_option

limits = make_command(
    api.limits,
    """Study how good extracts can be in each domain, and where systems stand (Ceylan 2010).

    Tables 1 to 4 and figures 1 to 4 of the paper, and what it names as future work.

    Example: sumspace limits sample -o limits
    """,
    study=True,
    words=REACHED,
    corpus=Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS…",
            help="Corpora, as files, folders or sample; several are studied together.",
            show_default=False,
        ),
    ],
)

agree = make_command(
    api.agree,
    """Study how far people agree who summarize by hand, and systems with them (Lin & Hovy 2003).

    All pairs of human summaries, with the lead baseline, systems, the best extracts and the full text beside them.

    Figures 1 to 9 of the paper: as texts, by document, by how far people agree, and by compression.

    People and systems are cut to the length of the reference, with their own length and score beside it.

    Documents need two references or more; others are left out.

    Example: sumspace agree sample -o agreement
    """,
    study=True,
    measure=Annotated[
        str, typer.Option("--measure", "-m", metavar="NAME", help="A measure, see `sumspace list`; its recall counts.")
    ],
    words=Annotated[
        list[int],
        typer.Option(metavar="N", help="Words of the best extracts; the first is the baseline's too; repeatable."),
    ],
    threshold=Annotated[
        list[float],
        typer.Option(metavar="SCORE", help="From which MaxH on a document is in set A, B, C …; repeatable."),
    ],
    time=Annotated[
        float, typer.Option(metavar="SECONDS", help="What one search may take.", rich_help_panel="The best extracts")
    ],
)

meta = make_command(
    api.meta,
    """Study which measures agree with the judgements of people (Steinberger & Ježek 2009).

    The correlations of each measure with each judgement, with intervals, and tests of every two measures, corrected.

    Tables 1 and 2 and figures 4 to 6 of the paper, and table 6 of Hirao 2017.

    Example: sumspace meta sample -o meta
    """,
    study=True,
    measure=measures_option("all that the corpus allows"),
    score=Annotated[
        list[str],
        typer.Option(
            metavar="PART",
            help="Compare measures by recall, precision, f1, or main (what is usual for each); repeatable, each apart.",
        ),
    ],
)

compare = make_command(
    api.compare,
    """Show which of several systems is better, and how sure that is.

    For every measure and every two systems: the difference with a bootstrap interval, a paired permutation test that
    is corrected for all pairs, wins and losses by document, and how many documents would show more.

    Lead, the beginning of each text, is compared too; and all systems stand among all extracts there are.

    Example: sumspace compare sample -m rouge-2 --system retell --system skim
    """,
    study=True,
    measure=measures_option("rouge-1, rouge-2, rouge-l and the scores of other programs that the corpus has"),
    system=Annotated[
        list[str],
        typer.Option(metavar="NAME", help="Compare this system; repeatable; all unless given.", show_default=False),
    ],
    score=Annotated[Literal["recall", "precision", "f1"], typer.Option(help="What systems are compared by.")],
    words=words_option("Cut summaries after N words, as ROUGE's -l; baselines and extracts reach as many."),
    budget=Annotated[
        str | None,
        typer.Option(
            metavar="BUDGET",
            help="What baselines have room for, and which extracts systems stand among; as many words as the "
            "references have unless given.",
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

STUDY_COMMANDS = {"limits": limits, "agree": agree, "meta": meta, "compare": compare, "card": card}
