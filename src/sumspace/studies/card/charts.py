"""The figures of the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show import charts as draw

if TYPE_CHECKING:
    from sumspace.studies.card.study import CardStudy


def draw_figures(study: CardStudy) -> dict[str, draw.Figure]:
    """Draw one chart for each claim."""
    return draw.themed({})
