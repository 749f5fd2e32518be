"""What the card of a data set is to say, and what it may take."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sumspace.compute.work import Workers, check_seed
from sumspace.errors import SettingError
from sumspace.measures.measure import Measure, check_coverage, check_score, parse_measure
from sumspace.space.budget import AtMost, UpTo
from sumspace.space.engines.engine import Allowance
from sumspace.spec import signature
from sumspace.stats.resampling import Bootstrap
from sumspace.tasks.oracle import OraclePlan
from sumspace.text.profile import Profile

#: Labels to train on are usually of at most so many sentences.
LABELLED = 3
#: The average extract is estimated from so many random ones, where there are too many to count.
DRAWS = 2_000


@dataclass(frozen=True, slots=True)
class CardPlan:
    """How a data set is described."""

    #: Scores of extracts, references and Lead are their recall, those of whole systems their F1.
    measures: tuple[Measure, ...] = field(default_factory=lambda: tuple(map(parse_measure, ("rouge-1", "rouge-2"))))
    profile: Profile = field(default_factory=Profile)
    #: Whether extracts are looked at: their average, the best ones and how many of these there are.
    oracles: bool = True
    #: The limits of one search or count.
    allowance: Allowance = field(default_factory=lambda: Allowance(1.0))
    bootstrap: Bootstrap = field(default_factory=lambda: Bootstrap(resamples=2_000))
    seed: int = 0
    workers: Workers = field(default_factory=Workers)

    def __post_init__(self) -> None:
        if not self.measures:
            raise SettingError("name at least one measure")
        check_seed(self.seed)
        check_coverage(self.measures)
        check_score(self.measures, "f1")

    def searches(self, words: int) -> tuple[OraclePlan, ...]:
        """Return the searches for best extracts: as long as the references, and of few sentences as labels have it."""
        usual = OraclePlan(self.measures, self.profile, AtMost(words), seconds=self.allowance.time, seed=self.seed)
        pair = self.measures[:2]
        can_be_mean = all(measure.proportional for measure in pair)
        labels = replace(
            usual, measures=pair if can_be_mean else pair[:1], budget=UpTo(LABELLED), score="f1", mean=True
        )
        return usual, labels

    def __str__(self) -> str:
        return signature(
            ",".join(map(str, self.measures)), f"profile:{self.profile}", "budget:reach(length of the references)",
            f"extracts:{self.allowance}" if self.oracles else "extracts:none", self.bootstrap, f"seed:{self.seed}",
            *self.profile.libraries(by_sentence=True),
        )  # fmt: skip
