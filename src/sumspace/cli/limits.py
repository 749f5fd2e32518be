"""`sumspace limits`: the whole study of a corpus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumspace.cli import options
from sumspace.cli.planning import counting, planned

if TYPE_CHECKING:
    from sumspace.corpus.model import Example

__all__ = ["limits"]


@planned(sections="auto", time=2.0)
def limits(
    corpus: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS…",
            help="Corpora, as files, folders or sample; several are studied together.",
            show_default=False,
        ),
    ],
    plan: Any,
    peer: options.Peers = None,
    sweep: Annotated[bool, typer.Option("--sweep/--no-sweep", help="Look at several compressions too.")] = True,
    whole: Annotated[
        bool,
        typer.Option("--whole/--no-whole", help="Sample documents whole too, and look at their best extracts."),
    ] = True,
    json: options.Json = False,
    output: options.Folder = None,
    id_column: options.IdColumn = "",
    text_column: options.TextColumn = "",
    reference_column: options.ReferenceColumns = None,
    system_column: options.SystemColumns = None,
) -> None:
    """Study how good extracts can be in each domain, and where systems stand (Ceylan 2010).

    Tables 1 to 4 and figures 1 to 4 of the paper, and what it names as future work.

    Example: sumspace limits sample -o limits
    """
    from sumspace.cli.finished import end, note_left_out
    from sumspace.cli.progress import progress_bars
    from sumspace.corpus.source import read
    from sumspace.files import check_new_folder
    from sumspace.report.limits.page import write_limits
    from sumspace.report.limits.render import render
    from sumspace.report.output import deliver
    from sumspace.studies.limits import LimitsOptions, study_limits

    counting(plan.measures)
    if output is not None:
        check_new_folder(output)
    chosen = options.columns(id_column, text_column, reference_column, system_column)
    peers = options.peers(peer)
    with progress_bars("documents", "extracts") as (reading, exploring):

        def corpora() -> Iterator[Example]:
            for place, name in enumerate(corpus):
                yield from read(name, chosen, lambda share, place=place: reading((place + share) / len(corpus)))  # type: ignore[misc]

        found = study_limits(corpora(), plan, peers, LimitsOptions(whole, sweep), exploring)
    page = write_limits(found, output) if output is not None else None
    deliver(render(found, "json" if json else "table"))
    note_left_out(found.left_out)
    if page:
        typer.echo(f"the page: {page}", err=True)
    end(found.stopped)
