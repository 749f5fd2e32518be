"""Level lines across a chart, and what they stand for beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sumspace.show.charts import INK, inline
from sumspace.show.labels import spread
from sumspace.show.text import short

if TYPE_CHECKING:
    from collections.abc import Sequence

    import altair as alt

__all__ = ["Level", "level_lines", "level_names"]

#: How much room a name beside the chart takes, in pixels.
_NAME = 14


class Level(NamedTuple):
    """A score that does not depend on what a chart has below."""

    name: str
    share: float
    colour: str


def level_lines(levels: Sequence[Level], y: alt.Y) -> alt.Chart:
    """Draw a line across the chart for each score."""
    import altair as alt

    rows = [{"share": level.share, "colour": level.colour} for level in levels]
    rules = alt.Chart(inline(rows)).mark_rule(strokeWidth=1.6)
    drawn: alt.Chart = rules.encode(y=y, color=alt.Color("colour:N", scale=None))
    return drawn


def level_names(levels: Sequence[Level], ends: tuple[float, float], size: tuple[int, int]) -> Any:
    """Write the names to the right of the chart, with a stroke from each line to its name.

    Places are pixels of a chart of this size, on scales of their own.
    """
    import altair as alt

    width, height = size
    wanted = [height * (ends[1] - level.share) / (ends[1] - ends[0]) for level in levels]
    strokes, texts = [], []
    for level, start, end in zip(levels, wanted, spread(wanted, _NAME, height), strict=True):
        stroke = {"name": level.name, "colour": level.colour}
        strokes += [stroke | {"across": width, "down": start}, stroke | {"across": width + 16, "down": end}]
        texts.append({"text": f"{short(level.name)} {100 * level.share:.1f}", "across": width + 20, "down": end})
    scales = [alt.Scale(domain=[0, length], range=[0, length], nice=False, zero=False) for length in size]
    x, y = alt.X("across:Q", scale=scales[0], axis=None), alt.Y("down:Q", scale=scales[1], axis=None)
    lines = alt.Chart(inline(strokes)).mark_line(strokeWidth=1.6)
    named = alt.Chart(inline(texts)).mark_text(align="left", baseline="middle", fontSize=11, color=INK)
    return alt.layer(
        lines.encode(x=x, y=y, detail="name:N", color=alt.Color("colour:N", scale=None)),
        named.encode(x=x, y=y, text="text:N"),
    )
