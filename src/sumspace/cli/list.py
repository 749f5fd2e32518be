"""`sumspace list`: the measures, profiles, budgets, summarizers, segmenters and answerers there are."""

from __future__ import annotations

from sumspace.cli import options

__all__ = ["list_names"]


def list_names(json: options.Json = False) -> None:
    """List the measures, profiles, budgets, summarizers, segmenters and answerers there are, each with its paper.

    Example: sumspace list
    """
    from sumspace.report.names import render
    from sumspace.report.output import deliver

    deliver(render("json" if json else "table"))
