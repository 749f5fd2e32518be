"""Draws the picture of the README: all extracts of one document by their scores, and where five summaries stand.

The document is one of the built-in sample; its first reference is what all are compared with, and its second one is the
human summary beside the systems. Writes docs/images/space.png.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import altair as alt
import numpy as np
import polars as pl
import vl_convert

import sumspace

_TARGET = Path(__file__).parents[1] / "docs" / "images" / "space.png"
_ID, _WORDS = "literary-3", 60
_INK, _PAPER, _BARS, _MARKS = "#222222", "#ffffff", "#9db8d2", "#b5432a"


def main() -> None:
    """Score, draw and write."""
    example = next(example for example in sumspace.read("sample") if example.id == _ID)
    reference, human, *_ = (" ".join(summary.body.split()) for summary in example.references)
    record = {
        "id": _ID,
        "sentences": list(example.sentences()),
        "references": [reference],
        "systems": {"skim": " ".join(example.summary("skim").split()), "human": human},
    }
    options = {"measure": "rouge-1", "words": _WORDS}
    distribution = sumspace.explore(record, **options).only.distribution
    scores = {system.system: system.score for system in sumspace.rank(record, **options).systems()}

    def label(name: str, score: float) -> str:
        return f"{name}: {score:.3f}, beats {distribution.rank(score).below:.2%}"

    best = float(distribution.scores[np.flatnonzero(distribution.counts)].max())
    marks = [
        (distribution.mean, f"average extract: {distribution.mean:.3f}"),
        (scores["lead"], label("Lead", scores["lead"])),
        (scores["skim"], label("a system", scores["skim"])),
        (best, f"the best extract: {best:.3f}, proven"),
        (scores["human"], f"another human summary: {scores['human']:.3f}"),
    ]
    _draw(distribution, marks)


def _draw(distribution: sumspace.Distribution, marks: list[tuple[float, str]]) -> None:
    counts = np.array(distribution.counts, dtype=float)
    shares = pl.DataFrame({"score": distribution.scores, "share": counts / counts.sum()}).filter(pl.col("share") > 0)
    top = float(shares["share"].max())
    places = pl.DataFrame(
        {
            "score": [score for score, _ in marks],
            "label": [text for _, text in marks],
            "height": [top * (1.16 - 0.17 * place) for place in range(len(marks))],
        }
    )
    x = alt.X("score:Q", title="ROUGE-1 recall", scale=alt.Scale(domain=[0, 0.6], nice=False))
    x = x.axis(format=".1f", values=[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    y = alt.Y("share:Q", title="share of extracts", axis=alt.Axis(format="%", tickCount=5))
    bars = alt.Chart(shares).mark_bar(color=_BARS, width=7).encode(x, y)
    lines = alt.Chart(places).mark_rule(color=_MARKS, strokeWidth=1.6).encode(x, alt.Y("height:Q"), y2=alt.datum(0))
    dots = alt.Chart(places).mark_point(color=_MARKS, filled=True, size=45, opacity=1).encode(x, alt.Y("height:Q"))
    texts = (
        alt.Chart(places)
        .mark_text(align="left", dx=8, fontSize=14, color=_INK)
        .encode(x, alt.Y("height:Q"), text="label:N")
    )
    total = sum(distribution.counts)
    title = alt.TitleParams(
        f"All {total:,} extracts of {_WORDS} words of one document, by their score",
        anchor="start",
        fontSize=17,
        color=_INK,
        offset=14,
    )
    chart = (
        (bars + lines + dots + texts)
        .properties(width=800, height=300, title=title, background=_PAPER, padding=16)
        .configure_view(stroke=None)
        .configure_axis(grid=False, labelFontSize=13, titleFontSize=14, titleFontWeight="normal", labelColor=_INK)
    )
    _TARGET.write_bytes(_packed(vl_convert.vegalite_to_png(chart.to_json(), scale=1.5)))
    print(f"{_TARGET.name}: {_TARGET.stat().st_size // 1000} kB")


def _packed(png: bytes) -> bytes:
    """Compress the pixels of a PNG as well as zlib can, which makes it several times smaller."""
    head, pixels, place = png[:8], b"", 8
    others: list[tuple[bytes, bytes]] = []
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        kind, content = png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
        if kind == b"IDAT":
            pixels += content
        else:
            others.append((kind, content))
        place += size + 12
    end = others.pop()
    chunks = [*others, (b"IDAT", zlib.compress(zlib.decompress(pixels), 9)), end]
    packed = (struct.pack(">I", len(c)) + kind + c + struct.pack(">I", zlib.crc32(kind + c)) for kind, c in chunks)
    return head + b"".join(packed)


if __name__ == "__main__":
    main()
