"""Which series the figures show, and in what colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.charts import INK, PALETTE
from sumspace.show.text import short

if TYPE_CHECKING:
    from sumspace.studies.agreement import Agreement
    from sumspace.studies.agreement_series import Series

__all__ = ["MOST_SYSTEMS", "colours", "label"]

#: So many systems, the best ones, are drawn.
MOST_SYSTEMS = 3
_SYSTEMS = (PALETTE[1], PALETTE[3], PALETTE[6])
_ORACLES = (PALETTE[2], PALETTE[5], "#44AA99", "#88CCEE")


def colours(agreement: Agreement) -> dict[Series, str]:
    """Return the series that are drawn, each with its colour."""
    found: dict[Series, str] = {}
    for series in agreement.series:
        if series.kind == "system":
            place = sum(other.kind == "system" for other in found)
            if place < MOST_SYSTEMS:
                found[series] = _SYSTEMS[place]
        elif series.kind == "oracle":
            found[series] = _ORACLES[sum(other.kind == "oracle" for other in found) % len(_ORACLES)]
        else:
            found[series] = {"human": INK, "baseline": PALETTE[4], "full text": PALETTE[0]}[series.kind]
    return found


def label(series: Series) -> str:
    """Write the name of a series for a figure."""
    return short(series.name, 20)
