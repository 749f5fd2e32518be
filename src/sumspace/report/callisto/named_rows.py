"""An axis of names, one for each row of a chart, even where names cut short are the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sumspace.show.charts import INK
from sumspace.show.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

__all__ = ["named_rows", "shortened"]

_LONGEST = 66


def named_rows(names: Sequence[str], *, shown: bool = True) -> alt.Y:
    """Make the axis for rows whose field `place` counts from 0."""
    import altair as alt

    labels = json.dumps([shortened(clean(name), _LONGEST) for name in names])
    axis = alt.Axis(
        domain=False, ticks=False, labelPadding=8, labelLimit=400, labelColor=INK, labels=shown,
        labelExpr=f"{labels}[datum.value]",
    )  # fmt: skip
    return alt.Y("place:O", title=None, axis=axis, scale=alt.Scale(domain=list(range(len(names)))))


def shortened(name: str, longest: int) -> str:
    """Cut a long name in the middle: a version's ends with what it was trained on, and how it selects.

    >>> shortened("abcdefgh", 5)
    'ab…gh'
    """
    if len(name) <= longest:
        return name
    end = longest // 2
    return f"{name[: longest - end - 1]}…{name[-end:]}"
