"""`sumspace list`: all names that options take."""

from __future__ import annotations

from sumspace.cli import options

__all__ = ["list_names"]


def list_names(json: options.Json = False) -> None:
    """List measures, profiles, budgets, summarizers, segmenters, key phrase extractors and learners, with their papers.

    Example: sumspace list
    """
    from sumspace.report.names import render
    from sumspace.report.output import deliver

    deliver(render("json" if json else "table"))
