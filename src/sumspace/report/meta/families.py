"""Which measures are of a kind (after the taxonomy of Steinberger & Ježek 2009, section 3), and their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.charts import PALETTE

if TYPE_CHECKING:
    from collections.abc import Iterable

    import altair as alt

__all__ = ["FAMILIES", "family_colour", "family_of", "is_of_text"]

_STARTS = {
    "n-grams": ("rouge-", "ngram"),
    "subsequences": ("rouge-l", "rouge-w", "lcs"),
    "words": ("cosine", "overlap", "keywords", "lin-hovy", "kpia"),
    "LSA": ("lsa-",),
    "sentences": ("co-selection", "relative-utility", "oracle"),
    "pyramids": ("pyramid",),
    "tasks": ("categorization", "relevance", "questions"),
    "others": (),
}
FAMILIES = tuple(_STARTS)
_COLOURS = dict(zip(FAMILIES, (*PALETTE[:4], PALETTE[4], PALETTE[6], PALETTE[5], PALETTE[7]), strict=True))


def family_of(measure: str) -> str:
    """Return what a measure compares.

    >>> family_of("rouge-2"), family_of("rouge-l"), family_of("their-own")
    ('n-grams', 'subsequences', 'others')
    """
    starts = [(len(start), family) for family, names in _STARTS.items() for start in names if measure.startswith(start)]
    return max(starts)[1] if starts else "others"


def is_of_text(measure: str) -> bool:
    """Tell whether a measure compares summaries with the full text, as its name says.

    >>> is_of_text("keywords(text,20)"), is_of_text("keywords(20)")
    (True, False)
    """
    return "text" in measure.partition("(")[2].rstrip(")").split(",")


def family_colour(measures: Iterable[str]) -> alt.Color:
    """Give every family that is there its colour."""
    import altair as alt

    there = {family_of(measure) for measure in measures}
    names = [family for family in FAMILIES if family in there]
    return alt.Color(
        "family:N",
        legend=alt.Legend(columns=8, symbolType="circle", symbolOpacity=1),
        scale=alt.Scale(domain=names, range=[_COLOURS[name] for name in names]),
    )
