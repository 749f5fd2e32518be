"""The sweeps of Steinberger & Ježek 2009: all weightings of LSA (figures 4 and 5), numbers of keywords (figure 6)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal

from sumspace.measures.measure import parse_measure

if TYPE_CHECKING:
    from sumspace.measures.measure import Measure
    from sumspace.stats.correlation import Correlation

__all__ = ["KEYWORDS", "LOCAL", "SWEEPS", "WEIGHTINGS", "Sweep", "Swept"]

LOCAL, GLOBAL = ("fq", "bi", "au", "lo"), ("nw", "isf", "gf", "en")
WEIGHTINGS = tuple(f"{one}-{other}" for one, other in product(LOCAL, GLOBAL))
KEYWORDS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100)


@dataclass(frozen=True, slots=True)
class Sweep:
    """A measure with each of its settings, compared with references or with the full text."""

    figure: Literal["4", "5", "6"]
    family: str
    against: Literal["references", "text"]
    #: What is gone through, each with the measure that it makes.
    settings: tuple[tuple[str, str], ...]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures."""
        return tuple(parse_measure(name) for _, name in self.settings)


@dataclass(frozen=True, slots=True)
class Swept:
    """What one setting of a sweep gives, at the system level."""

    sweep: Sweep
    setting: str
    measure: str
    aspect: str
    correlation: Correlation


def _weightings(figure: Literal["4", "5"], family: str, against: Literal["references", "text"]) -> Sweep:
    text = "text," if against == "text" else ""
    return Sweep(figure, family, against, tuple((w, f"{family}({text}{w})") for w in WEIGHTINGS))


def _keywords(against: Literal["references", "text"]) -> Sweep:
    text = "text," if against == "text" else ""
    return Sweep("6", "keywords", against, tuple((str(n), f"keywords({text}{n})") for n in KEYWORDS))


SWEEPS = (
    _weightings("4", "lsa-topic", "references"),
    _weightings("4", "lsa-terms", "references"),
    _weightings("5", "lsa-topic", "text"),
    _weightings("5", "lsa-terms", "text"),
    _keywords("references"),
    _keywords("text"),
)
