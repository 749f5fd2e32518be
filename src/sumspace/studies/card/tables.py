"""Every number of the card, in tables that say how they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumspace.show.table import Table
    from sumspace.studies.card.study import CardStudy


def make_tables(study: CardStudy) -> list[Table]:
    """Make all tables."""
    return [study.summary_table()]
