"""What there is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumspace.show.table import Table


def measures() -> Table:
    """List the evaluation measures, with their papers.

    >>> "rouge-l" in measures().text()
    True
    """
    return names("measure")


def budgets() -> Table:
    """List the budgets: which sets of sentences are allowed as extracts."""
    return names("budget")


def profiles() -> Table:
    """List the profiles: how texts become words."""
    return names("profile")


def summarizers() -> Table:
    """List the summarizers, with their papers."""
    return names("summarizer")


def segmenters() -> Table:
    """List the segmenters, with their papers."""
    return names("segmenter")


def extractors() -> Table:
    """List the key phrase extractors, with their papers."""
    return names("key phrase extractor")


def learners() -> Table:
    """List the learners of CALLISTO, with their papers."""
    return names("learner")


def names(kind: str | None = None) -> Table:
    """List everything that has a name, or all of one kind."""
    from sumspace.tasks.names import list_names

    return list_names(kind)
