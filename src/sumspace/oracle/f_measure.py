"""The F-measures of Hirao 2017 (section 6.2.3) as measures: how far the sentences of a summary are those of oracles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from sumspace.compute.threads import ordered_map
from sumspace.errors import SettingError
from sumspace.measures.measure import MEASURES, Measure, Scores, parse_measure
from sumspace.oracle.oracles import FMeasure
from sumspace.space.budget import AtMost
from sumspace.text.encoding import encoder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.corpus.model import Example
    from sumspace.measures.batch import Batch
    from sumspace.measures.pair import Pair
    from sumspace.measures.setting import Setting
    from sumspace.oracle.oracles import Oracles
    from sumspace.text.passage import Passage

__all__ = ["OracleF"]

#: What the search for the oracles of one document may take, and how many are drawn at random, as in the paper.
_SECONDS, _DRAWN = 10.0, 100
_OPTION = re.compile(r"each|one|[1-9]\d{0,5}")


@MEASURES.register("oracle")
@dataclass(frozen=True, slots=True)
class OracleF(Measure):
    """Precision and recall of a summary's sentences, averaged over oracles, and F = 2PR / (P + R).

    Oracles have at most as many words as a limit says or, without one, as the references have on average. `multi` and
    `M` of table 6 are what it is without options: oracles by all references together, and all of them. With `each`
    (`single` there) every reference has its oracles, and F is the mean over references; with `one` (`S` there) F is
    the mean of those by single oracles, a hundred of which are drawn.
    """

    #: What oracles are best on.
    objective: Measure
    each: bool = False
    one: bool = False
    words: int | None = None

    usage: ClassVar[str] = "oracle(rouge-2), oracle(rouge-2,each), oracle(rouge-2,one), oracle(rouge-2,100)"
    title: ClassVar[str] = "sentences shared with all best extracts, by all references or each, or with one of them"
    paper: ClassVar[str] = "Hirao 2017"
    usual: ClassVar[tuple[str, ...]] = tuple(
        f"oracle({name}{option})" for name in ("rouge-1", "rouge-2") for option in (",each", ",each,one", "", ",one")
    )
    no_value: ClassVar[str] = (
        "has no sentence that shares anything with a reference, or more oracles than were found in time"
    )
    pattern: ClassVar[re.Pattern[str]] = re.compile(r"oracle\(\s*([a-z0-9.*-]+(?:\([\d, ]*\))?)\s*((?:,[^,()]*)*)\)")

    @classmethod
    def from_match(cls, match: re.Match[str]) -> OracleF:
        objective = parse_measure(match[1])
        objective.units(())  # those that cannot be counted say so
        options = [option.strip() for option in match[2].split(",")[1:]]
        wrong = [option for option in options if not _OPTION.fullmatch(option)]
        if wrong:
            raise SettingError(f"oracle({objective}) has the options each, one and a number of words, not {wrong[0]!r}")
        words = [int(option) for option in options if option.isdigit()]
        return cls(objective, "each" in options, "one" in options, words[0] if words else None)

    def __str__(self) -> str:
        options = ["each"] * self.each + ["one"] * self.one + ([str(self.words)] if self.words else [])
        return f"oracle({','.join([str(self.objective), *options])})"

    def lacks(self, pair: Pair) -> str:
        if pair.example is None:
            return "has no document"
        if pair.extract() is None:
            return "has a summary that is no extract of it"
        return Measure.lacks(self, pair)

    def evaluate(self, batch: Batch) -> Scores:
        groups: dict[tuple[int, ...], list[int]] = {}
        for place, pair in enumerate(batch.pairs):
            groups.setdefault((id(pair.example), *map(id, pair.references)), []).append(place)
        values = np.full((3, len(batch.pairs)), np.nan)

        def work(places: Sequence[int]) -> list[tuple[float, float, float]] | None:
            pair = batch.pairs[places[0]]
            oracles = list(self._oracles(pair, batch.setting))
            if any(found is None or not found.count for found in oracles):
                return None
            return [self._compare(batch.pairs[i].extract() or (), oracles) for i in places]

        for places, found in zip(groups.values(), ordered_map(work, groups.values(), jobs=1), strict=True):
            if found is not None:
                values[:, places] = np.array(found).T
        return Scores(*values)

    def _oracles(self, pair: Pair, setting: Setting) -> Iterator[Oracles | None]:
        """Find the oracles by all references together, or by each."""
        if pair.example is None:
            return
        for bodies in [(body,) for body in pair.references] if self.each else [pair.references]:
            yield _find(pair.example, bodies, self.objective, self.words or _length(bodies, setting), setting)

    def _compare(self, extract: Sequence[int], oracles: Sequence[Oracles | None]) -> tuple[float, float, float]:
        found = [part for one in oracles if one is not None for part in self._parts(extract, one)]
        return fmean(p.recall for p in found), fmean(p.precision for p in found), fmean(p.f1 for p in found)

    def _parts(self, extract: Sequence[int], oracles: Oracles) -> Iterator[FMeasure]:
        """Compare with all oracles at once, or with each of those drawn."""
        if not self.one:
            by_all = oracles.f_measure(extract)
            yield by_all or FMeasure(0.0, 0.0)
            return
        chosen = set(extract)
        for drawn in oracles.draw(_DRAWN):
            shared = len(chosen.intersection(drawn.sentences))
            yield FMeasure(shared / max(len(chosen), 1), shared / max(len(drawn.sentences), 1))


def _length(bodies: Sequence[Passage], setting: Setting) -> int:
    """Return how many words oracles may have."""
    if setting.limit and setting.limit.unit == "words":
        return setting.limit.size
    encode, language = encoder(setting.profile), setting.profile.language
    lengths = [sum(len(encode.words(encode.bytes_of(s))) for s in body.split(language)) for body in bodies]
    return max(int(fmean(lengths) + 0.5), 1)


def _find(
    example: Example, bodies: Sequence[Passage], objective: Measure, words: int, setting: Setting
) -> Oracles | None:
    from sumspace.oracle.finding import find_oracles
    from sumspace.space.exploring import space_of

    language = setting.profile.language
    references = [body.split(language) for body in bodies]
    space = space_of(example.sentences(language), references, objective, AtMost(words), profile=setting.profile)
    return find_oracles(space, _SECONDS)
