"""The F-measures of Hirao 2017 (section 6.2.3) as measures: how far the sentences of a summary are those of oracles."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sumspace.compute.work import ordered_map
from sumspace.document import Document, tokenize
from sumspace.errors import SettingError
from sumspace.measures.comparison import lack_of_text
from sumspace.measures.coverage import cover_document
from sumspace.measures.measure import MEASURES, Measure, Scores, check_coverage, f_measure, parse_measure
from sumspace.oracle.oracles import find_oracles
from sumspace.space.budget import AtMost
from sumspace.space.scoring import Scoring
from sumspace.space.space import Space
from sumspace.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sumspace.document import Sentence
    from sumspace.measures.batch import Batch, Pair
    from sumspace.measures.measure import Family
    from sumspace.measures.scoring import Setting
    from sumspace.oracle.oracles import Oracles


#: What a search may take unless told otherwise.
_SECONDS = 10.0
#: How many oracles are drawn at random, as in the paper.
_DRAWN = 100
#: The most words, and seconds, that oracles may be given.
_MOST = 999_999
_NOTHING_SHARED = "has no sentence that shares anything with a reference"


@MEASURES.register("oracle")
@dataclass(frozen=True, slots=True)
class OracleF(Measure):
    """Precision and recall of a summary's sentences, averaged over oracles, and F = 2PR / (P + R).

    Oracles have at most as many words as a limit says or, without one, as the references have on average. `multi` and
    `M` of table 6 are what it is without options: oracles by all references together, and all of them. With `each`
    (`single` there) every reference has its oracles, and F is the mean over references; with `one` (`S` there) F is
    the mean of those by single oracles, a hundred of which are drawn. A document whose oracles were not all found in
    time has no value, which is said apart from having none for want of anything in common with a reference.
    """

    #: What oracles are best on.
    objective: Measure
    each: bool = False
    one: bool = False
    words: int | None = None
    #: What the search for the oracles of one document, or of one reference, may take.
    seconds: float = _SECONDS

    usage: ClassVar[str] = (
        "oracle(rouge-2), oracle(rouge-2,each), oracle(rouge-2,one), oracle(rouge-2,100), oracle(rouge-2,seconds=60)"
    )
    title: ClassVar[str] = "sentences shared with all best extracts, by all references or each, or with one of them"
    paper: ClassVar[str] = "Hirao 2017"
    usual: ClassVar[tuple[str, ...]] = tuple(
        f"oracle({name}{option})" for name in ("rouge-1", "rouge-2") for option in (",each", ",each,one", "", ",one")
    )
    no_value: ClassVar[str] = _NOTHING_SHARED
    family: ClassVar[Family] = "sentences"

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        if spec.name != "oracle" or not spec.arguments:
            return None
        objective = parse_measure(str(spec.arguments[0]))
        check_coverage([objective])
        if not objective.of_any_text:
            raise SettingError(f"oracle({objective}) is not known: oracles here are by measures that score any text")
        options = spec.arguments[1:]
        words = [option for option in options if type(option) is int and 1 <= option <= _MOST]
        for option in (*options, *(key for key in spec.options if key != "seconds")):
            if option not in ("each", "one", *words):
                choices = "each, one, a number of words and seconds=NUMBER"
                raise SettingError(f"oracle({objective}) has the options {choices}, not {str(option)!r}")
        return cls(objective, "each" in options, "one" in options, words[0] if words else None, **spec.options)

    def __post_init__(self) -> None:
        if type(self.seconds) not in (int, float) or not 0 < self.seconds <= _MOST:
            problem = f"seconds is a number above 0, at most {_MOST:,}, not {str(self.seconds)!r:.40}"
            raise SettingError(f"oracle({self.objective}): {problem}")
        object.__setattr__(self, "seconds", float(self.seconds))

    def __str__(self) -> str:
        options = (*["each"] * self.each, *["one"] * self.one, *([self.words] if self.words else []))
        seconds = {} if self.seconds == _SECONDS else {"seconds": self.seconds}
        return Spec("oracle", (self.objective, *options), seconds).compact

    @property
    def conditions(self) -> str:
        """The time limit: what is found within it depends on the machine."""
        return f"oracle:{self.seconds:g}s"

    def lacks(self, pair: Pair) -> str:
        lack = lack_of_text(pair)
        if lack:
            return lack
        if pair.extract is None:
            return "has a summary that is not an extract"
        return self.objective.lacks(pair)

    def evaluate(self, batch: Batch) -> Scores:
        groups: dict[tuple[int, ...], list[int]] = {}
        for place, pair in enumerate(batch.pairs):
            groups.setdefault((id(pair.example), *map(id, pair.references)), []).append(place)
        values = np.full((3, len(batch.pairs)), np.nan)
        reasons: dict[int, str] = {}

        def work(places: Sequence[int]) -> list[tuple[float, float, float]] | str:
            pair = batch.pairs[places[0]]
            oracles = list(self._oracles(pair, batch.setting))
            if any(by_references and by_references.count is None for by_references in oracles):
                return f"has oracles that were not all found in {self.seconds:g} s (seconds=NUMBER gives more time)"
            complete = [by_references for by_references in oracles if by_references and by_references.count]
            if len(complete) < len(oracles):
                return _NOTHING_SHARED
            if not self.one and any(by_references.shares is None for by_references in complete):
                return "has too many oracles to say how often each sentence is in them"
            return [self._compare(batch.pairs[i].extract or (), complete) for i in places]

        for places, scores in zip(groups.values(), ordered_map(work, groups.values(), 1), strict=True):
            if isinstance(scores, str):
                reasons |= dict.fromkeys(places, scores)
            else:
                values[:, places] = np.array(scores).T
        return Scores(*values, reasons=reasons)

    def _oracles(self, pair: Pair, setting: Setting) -> Iterator[Oracles | None]:
        """Find the oracles by all references together, or by each."""
        if pair.example is None:
            return
        profile = setting.profile
        document = Document(pair.example, profile)
        references = [tokenize(body.split(profile.language), profile) for body in pair.references]
        for bodies in [[body] for body in references] if self.each else [references]:
            space = Space(document.lengths, AtMost(self.words or _length(bodies, setting)))
            yield find_oracles(space, Scoring(cover_document(self.objective, document, bodies)), self.seconds)

    def _compare(self, extract: Sequence[int], oracles: Sequence[Oracles]) -> tuple[float, float, float]:
        parts = [part for by_references in oracles for part in self._parts(extract, by_references)]
        return fmean(r for r, _ in parts), fmean(p for _, p in parts), fmean(f_measure(p, r) for r, p in parts)

    def _parts(self, extract: Sequence[int], oracles: Oracles) -> Iterator[tuple[float, float]]:
        """Return recall and precision by all oracles at once, or by each of those drawn."""
        if not self.one:
            by_all = oracles.f_measure(extract)
            if by_all:
                yield by_all.recall, by_all.precision
            return
        sentences = set(extract)
        for oracle in oracles.draw(_DRAWN):
            hits = len(sentences.intersection(oracle.sentences))
            yield hits / max(len(oracle.sentences), 1), hits / max(len(sentences), 1)


def _length(references: Sequence[Sequence[Sentence]], setting: Setting) -> int:
    """Return how many words oracles may have: those of the limit, or of the references on average."""
    if setting.limit and setting.limit.unit == "words":
        return setting.limit.size
    return max(int(fmean(sum(sentence.length for sentence in body) for body in references) + 0.5), 1)
