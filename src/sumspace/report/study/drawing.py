"""Figures as drawings: SVG and PNG."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumspace.show.charts import Figure

__all__ = ["as_png", "as_svg", "for_a_page"]


def as_svg(name: str, figure: Figure) -> str:
    """Draw a figure whose inner names are its own, and the same every time."""
    import vl_convert

    drawing: str = vl_convert.vegalite_to_svg(figure.to_dict(validate=False))
    for number, inner in enumerate(re.findall(r'\bid="([^"]+)"', drawing), 1):
        own = f"{name}-part-{number}"
        drawing = drawing.replace(f'id="{inner}"', f'id="{own}"').replace(f"url(#{inner})", f"url(#{own})")
    return drawing


def as_png(drawing: str) -> bytes:
    """Make a picture of a drawing, twice as fine as it is shown."""
    import vl_convert

    picture: bytes = vl_convert.svg_to_png(drawing, scale=2)
    return picture


def for_a_page(drawing: str) -> str:
    """Make a drawing part of a page, where it needs no namespaces."""
    return re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", drawing, count=2)
