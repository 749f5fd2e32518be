"""External scores: the values that another program computed for the summaries of a corpus."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sumspace.corpus.model import ALL
from sumspace.measures.measure import MEASURES, Family, Measure, Scores
from sumspace.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sumspace.corpus.model import Example
    from sumspace.measures.batch import Batch, Pair


@MEASURES.register("given")
@dataclass(frozen=True, slots=True)
class Given(Measure):
    """A metric whose values stand in the corpus or in a file beside it, by document, system and maybe reference.

    Judged by a single reference, a summary has the value by that reference or else the one that belongs to none; judged
    by all references, it has the one that belongs to none or else the mean of those by single references.
    """

    metric: str

    usage: ClassVar[str] = "given(NAME)"
    title: ClassVar[str] = "external scores, from --scores or from the corpus"
    paper: ClassVar[str] = "-"
    family: ClassVar[Family] = "external"
    usual: ClassVar[tuple[str, ...]] = ()
    keeps_case: ClassVar[bool] = True
    has_one_value: ClassVar[bool] = True
    of_any_text: ClassVar[bool] = False

    @classmethod
    def from_spec(cls, spec: Spec) -> Self | None:
        if spec.name.lower() != cls.name or spec.options or len(spec.arguments) != 1:
            return None
        (metric,) = spec.arguments
        return cls(str(metric)) if isinstance(metric, str) or type(metric) is int else None

    def __str__(self) -> str:
        return Spec(self.name, (self.metric,)).compact

    @property
    def lack(self) -> str:
        """What is said of a document whose summaries do not all have such a score."""
        return f"has summaries without the external score {self.metric}"

    def lacks(self, pair: Pair) -> str:
        return self.lack if self._value(pair) is None else ""

    def score_of(self, example: Example, system: str, reference: str = ALL) -> float | None:
        """Return the score of a system's summary; None where there is none."""
        values = example.scores.get(system, {}).get(self.metric, {})
        if reference in values:
            return values[reference]
        if reference != ALL:
            return values.get(ALL)
        return fmean(values.values()) if values else None

    def _value(self, pair: Pair) -> float | None:
        return None if pair.example is None else self.score_of(pair.example, pair.system, pair.reference)

    def evaluate(self, batch: Batch) -> Scores:
        values = [self._value(pair) for pair in batch.pairs]
        return Scores.single(np.array([np.nan if value is None else value for value in values]))


def without_summary(example: Example) -> Counter[str]:
    """Count the external scores that have no summary in the example, by system."""
    absent = {system: metrics for system, metrics in example.scores.items() if system not in example.systems}
    return Counter({system: sum(map(len, metrics.values())) for system, metrics in absent.items()})


def describe_unused(counts: Mapping[str, int]) -> list[str]:
    """Say which scores have no summary that they could belong to, if there are any."""
    named = ", ".join(f"system {name!r} ({count:,})" for name, count in counts.items())
    return [f"some scores of the corpus have no summary here: {named}"] if named else []


def given_measures(examples: Iterable[Example]) -> tuple[Given, ...]:
    """Return the external metrics of the examples, in the order of appearance."""
    metrics = (metric for example in examples for own in example.scores.values() for metric in own)
    return tuple(map(Given, dict.fromkeys(metrics)))
