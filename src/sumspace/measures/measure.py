"""What a measure is, and how its name is read and written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, get_args

import numpy as np

from sumspace.errors import SettingError
from sumspace.registry import Registry
from sumspace.spec import Spec, parse_spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sumspace.arrays import Flags, Floats, Integers
    from sumspace.measures.batch import Batch, Pair
    from sumspace.measures.coverage import Coverage, Pool


Part = Literal["recall", "precision", "f1"]
#: What measures compare (after the taxonomy of Steinberger & Ježek 2009, section 3).
Family = Literal["n-grams", "subsequences", "words", "LSA", "sentences", "pyramids", "tasks", "others", "external"]
FAMILIES: tuple[Family, ...] = get_args(Family)
#: What a summary is compared with: its references, or the full text of the document.
Against = Literal["references", "text"]
#: What a document lacks that measures by references cannot do without.
NO_REFERENCES = (
    "has no references to score its summaries against; cosine(text) and other measures with (text) need none"
)
#: Texts that are scored in a system's place.
Bound = Literal["full text", "human abstract", "random extract", "nothing"]
#: One number, or an array of them.
Values = TypeVar("Values", float, "Floats")


def share(part: Values, total: Values) -> Values:
    """Divide; nothing of nothing is 0."""
    if isinstance(part, np.ndarray):
        return np.divide(part, total, out=np.zeros(part.shape), where=np.not_equal(total, 0))
    return part / total if total else 0.0


def f_measure(precision: Values, recall: Values, alpha: float = 0.5) -> Values:
    """F = PR / ((1−α)P + αR), 0 where both are 0.

    >>> f_measure(0.5, 0.25)
    0.3333333333333333
    """
    return share(precision * recall, (1 - alpha) * precision + alpha * recall)


@dataclass(frozen=True, slots=True)
class Scores:
    """Recall, precision and F of every pair of a batch; not a number where a measure is not defined."""

    recall: Floats
    precision: Floats
    f1: Floats
    #: Why there is no value, by the place of the pair, where a measure has more to say than its `no_value`.
    reasons: Mapping[int, str] = field(default_factory=dict, kw_only=True)

    @classmethod
    def of(cls, recall: Floats, precision: Floats, alpha: float) -> Scores:
        return cls(recall, precision, f_measure(precision, recall, alpha))

    @classmethod
    def single(cls, values: Floats) -> Scores:
        """Take the values of a measure that has one only, which then stands in all three places."""
        return cls(values, values, values)

    def take(self, places: Integers) -> Scores:
        """Return the scores of some pairs."""
        reasons = {new: self.reasons[old] for new, old in enumerate(places.tolist()) if old in self.reasons}
        return Scores(self.recall[places], self.precision[places], self.f1[places], reasons=reasons)

    def spread(self, defined: Flags) -> Scores:
        """Put the scores where a measure is defined, and not a number elsewhere."""
        parts = np.full((3, len(defined)), np.nan)
        parts[:, defined] = self.recall, self.precision, self.f1
        places = np.flatnonzero(defined).tolist()
        return Scores(*parts, reasons={places[place]: reason for place, reason in self.reasons.items()})


class Measure(ABC):
    """A measure is an immutable value: `parse_measure(str(measure)) == measure`."""

    #: Its name, without options: that under which it is registered.
    name: ClassVar[str]
    #: The fields that are options of its name, as they are written: what reads each, or returns None for another's.
    options: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    #: How its names are written, for help and error messages.
    usage: ClassVar[str]
    #: A line of explanation, and where it comes from.
    title: ClassVar[str]
    paper: ClassVar[str]
    #: What it compares.
    family: ClassVar[Family] = "others"
    #: The names that are used where no measure is named; None is its name alone.
    usual: ClassVar[tuple[str, ...] | None] = None
    #: Whether capitals in its options matter, which in names they do not.
    keeps_case: ClassVar[bool] = False
    #: Whether it looks at sentences, so that raw summaries must be split.
    by_sentence: ClassVar[bool] = False
    #: The part of its scores that stands for it when measures are compared.
    main: ClassVar[Part] = "f1"
    #: Whether it has one value, without a recall and a precision of its own.
    has_one_value: ClassVar[bool] = False
    #: Why there may be no value although nothing is lacking, as what follows the document's name.
    no_value: ClassVar[str] = "has no value on it"
    #: Whether averages are those of the program that the profile follows.
    averaged_by_program: ClassVar[bool] = False
    #: Whether it looks at all documents of a corpus together.
    of_whole_corpus: ClassVar[bool] = False
    #: Whether its recall is hits over a total that is the same for all extracts, without an end at 1: then sections add
    #: up, and extracts can be counted by two measures at once. Says nothing of measures without a coverage.
    proportional: ClassVar[bool] = True
    #: Whether any text can be scored by it, and not only what people have annotated.
    of_any_text: ClassVar[bool] = True
    #: What else is scored beside the systems, so that one sees how much and how little is possible.
    bounds: ClassVar[tuple[Bound, ...]] = ()
    #: What summaries are compared with.
    against: Against = "references"

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        """Make the measure that a spec stands for; None where it is not one of these measures."""
        if spec.name != cls.name or spec.options:
            return None
        values: dict[str, Any] = {}
        for argument in spec.arguments:
            readings = ((field, read(argument)) for field, read in cls.options.items() if field not in values)
            option = next((reading for reading in readings if reading[1] is not None), None)
            if option is None:
                return None
            values[option[0]] = option[1]
        return cls(**values)

    def __str__(self) -> str:
        """Return the name, with those options that are not the usual ones."""
        usual = {entry.name: entry.default for entry in fields(self)} if self.options else {}  # type: ignore[arg-type]
        values = {option: getattr(self, option) for option in self.options}
        return Spec(self.name, tuple(value for option, value in values.items() if value != usual[option])).compact

    def lacks(self, pair: Pair) -> str:
        """Say why the measure is not defined for a pair, as what follows the document's name; nothing where it is."""
        return "" if pair.references else NO_REFERENCES

    @abstractmethod
    def evaluate(self, batch: Batch) -> Scores:
        """Score every pair of the batch; the measure is defined for all of them."""

    @property
    def conditions(self) -> str:
        """What its values depend on that its name does not say, as signatures have it; nothing for most."""
        return ""

    @property
    def has_coverage(self) -> bool:
        """Whether what it counts adds up over sentences, so that all extracts of a space can be counted by it."""
        return type(self).units is not Measure.units or type(self).cover is not Measure.cover

    @property
    def only_recall(self) -> bool:
        """Whether extracts can be scored by its recall alone."""
        return False

    @property
    def no_coverage(self) -> str:
        """Why it has none, where that is so."""
        return f"{self} does not count units, which a space needs; use rouge-1, rouge-2, rouge-su4 or the like"

    def cover(self, pool: Pool) -> Coverage:
        """State what its recall counts in sentences; those that count units of one kind need not say more than `units`.

        Raises NotDefinedError where a document lacks something that it needs.
        """
        from sumspace.measures.coverage import pooled_levels, state

        held = [
            Counter(unit for tokens in model for _, unit in self.units(tokens))
            for body in pool.references
            for model in self.models([sentence.tokens for sentence in body])
        ]
        occurrences = (self.units(sentence.tokens) for sentence in pool.sentences)
        total = sum(counts.total() for counts in held)
        wanted = set().union(*held)
        return state(pool.sentences, occurrences, wanted, partial(pooled_levels, held), total, len(held))

    def units(self, tokens: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:  # noqa: ARG002
        """Yield what the measure counts in one sentence, each with the number of tokens after which it is complete."""
        raise SettingError(self.no_coverage)

    def models(self, sentences: Sequence[Sequence[int]]) -> Iterable[Sequence[Sequence[int]]]:
        """Say which sentences of a reference hold counts of their own: all of them together, or some by some."""
        return (sentences,)


MEASURES: Registry[type[Measure]] = Registry("measure", "sumspace.measures")


def word(*words: str) -> Callable[[Any], str | None]:
    """Read an option that is one of these words."""
    return lambda argument: argument if isinstance(argument, str) and argument in words else None


def whole_number(argument: Any) -> int | None:
    return argument if type(argument) is int else None


def number(argument: Any) -> float | None:
    return float(argument) if type(argument) in (int, float) else None


def usual_measures() -> list[Measure]:
    """Return every measure there is, each with its usual values."""
    usual = {name: MEASURES[name].usual for name in MEASURES}
    return [parse_measure(text) for name, texts in usual.items() for text in ((name,) if texts is None else texts)]


#: How others write the names of ROUGE: rouge1, ROUGE-2, R-L, rougeLsum, rouge_su4.
_ROUGE = re.compile(r"(?:rouge|r)[-_ ]?(\d+|l|lsum|lsent|w|w-\d+(?:\.\d+)?|su?(?:\d+|\*))")


def parse_measure(name: str) -> Measure:
    """Return the measure of this name; names of ROUGE may be written as other programs and papers do.

    Of the package rouge-score, `rougeL` takes a text as one sequence and is our `rouge-lsent` under every profile, and
    `rougeLsum` is `rouge-lsum`. `ROUGE-L` and `R-L`, as papers write it, is `rouge-l`: the profile says which.

    >>> parse_measure("rouge-2"), parse_measure("R-2")
    (RougeN(n=2), RougeN(n=2))
    >>> [str(parse_measure(name)) for name in ("rouge1", "rougeL", "rougeLsum", "ROUGE-L", "rougeSU4")]
    ['rouge-1', 'rouge-lsent', 'rouge-lsum', 'rouge-l', 'rouge-su4']
    """
    spec = parse_spec(name.strip().lower())
    written = _ROUGE.fullmatch(spec.name)
    if written:
        as_rouge_score = spec.name == "rougel"
        spec = replace(spec, name="rouge-lsent" if as_rouge_score else f"rouge-{written[1]}")
    for kind in MEASURES.likely(spec.name):
        measure = kind.from_spec(parse_spec(name.strip()) if kind.keeps_case else spec)
        if measure is not None:
            return measure
    usages = [MEASURES[kind].usage for kind in MEASURES]
    raise MEASURES.unknown(name, [usage for usage in usages if _alike(spec.name, usage)] or usages)


def _alike(name: str, usage: str) -> bool:
    """Tell whether a name that is not known may have been meant for one of these."""
    names = [written.partition("(")[0] for written in usage.split(", ")]
    return bool(name and (get_close_matches(name, names) or any(known.startswith(name) for known in names)))


def conditions_of(measures: Iterable[Measure]) -> list[str]:
    """Return what the values of measures depend on beside their names, each once: a part of signatures.

    >>> conditions_of([parse_measure("rouge-1"), parse_measure("oracle(rouge-1)"), parse_measure("oracle(rouge-2)")])
    ['oracle:10s']
    """
    return list(dict.fromkeys(measure.conditions for measure in measures if measure.conditions))


def check_coverage(measures: Iterable[Measure]) -> None:
    """Refuse measures by which extracts cannot be counted."""
    for measure in measures:
        if not measure.has_coverage:
            raise SettingError(measure.no_coverage)


def check_score(measures: Iterable[Measure], score: str) -> None:
    """Refuse to score extracts by what a measure does not have there."""
    for measure in measures:
        if measure.only_recall and score != "recall":
            raise SettingError(f"{measure} is a recall, and extracts have no {score} on it; use --score recall")
