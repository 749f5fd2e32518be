"""The figures of the comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show import charts as draw

if TYPE_CHECKING:
    from sumspace.studies.comparison.study import ComparisonStudy


def draw_figures(study: ComparisonStudy) -> dict[str, draw.Figure]:
    return {}
