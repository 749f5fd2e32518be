"""Which engine answers: chosen by what each would take, with its reason, or told."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Literal

from sumspace.compute.work import threads_of
from sumspace.errors import CardError, SettingError, TooLargeError
from sumspace.space.engines.counting import counting, plan_counting
from sumspace.space.engines.cuda import (
    WORTHWHILE,
    cards,
    check_cards,
    exhaustive_on_cards,
    seconds_on_cards,
    unserved,
)
from sumspace.space.engines.exhaustive import count_stems, exhaustive
from sumspace.space.engines.sampling import sampling

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumspace.compute.work import Workers
    from sumspace.space.distribution import Distribution
    from sumspace.space.engines.counting import CountingPlan
    from sumspace.space.scoring import Scoring
    from sumspace.space.space import Space


Engine = Literal["auto", "exhaustive", "counting", "sampling"]
#: Where the exhaustive engine runs; `auto` takes CUDA cards where there are any and the space is large enough.
Device = Literal["auto", "cpu", "cuda"]

#: What things take, in seconds of one core: they decide which engine is chosen, so they are fixed. A stem, a word of
#: a mask in the flat loop, an addition; a sentence and a chosen sentence of a draw, and a cell of a table of tilts.
_STEM, _WORD, _ADDITION, _SENTENCE, _CHOSEN, _CELL = 3e-8, 4e-10, 1e-9, 2e-8, 4e-7, 2e-9
#: A sentence of a counting plan, and the share of the allowed time that the plans may take.
_PLANNED, _PLANNING = 1e-4, 0.5
#: What takes less than this is not worth thinking about something better.
_SOON = 0.05
#: With more values than this, the counts of several threads alone would fill a gigabyte.
_WIDEST = 20_000_000
#: The most draws of one space, and steps towards its best extracts.
_DRAWS, _STEPS = 1_000_000, 40


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits for one space: seconds of one core and gigabytes, as predicted."""

    time: float = 5.0
    memory: float = 2.0

    def __post_init__(self) -> None:
        if not (0 < self.time < 1e9 and 0 < self.memory < 1e9):
            raise SettingError(f"an allowance is more than nothing, and not without end, but this is {self}")

    def __str__(self) -> str:
        return f"{self.time:g} s and {self.memory:g} GB a space"


@dataclass(frozen=True, slots=True)
class Explored:
    """A distribution, which engine found it and why that one, and the device: cpu, or the name of a CUDA card."""

    distribution: Distribution
    engine: Engine
    reason: str
    device: str = "cpu"
    #: Whether extracts were only drawn uniformly: then the best of them says little of the best there is.
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """How many extracts have each value, or None where they are too many to be counted; and how that was found."""

    counts: list[int] | None
    engine: Engine
    reason: str
    device: str = "cpu"


def explore(
    space: Space,
    scoring: Scoring,
    engine: Engine = "auto",
    allowance: Allowance | None = None,
    seed: int = 0,
    workers: Workers | int | None = 1,
    progress: Callable[[float], None] | None = None,
    key: Callable[[], str] | None = None,
    device: Device = "auto",
) -> Explored:
    """Find the distribution of a space; `progress` is told the share that is done.

    `key` returns what the space is known by in the ledger, if pieces of it are to be written down there.
    """
    allowance = allowance or Allowance()
    counted = count(space, scoring, engine, allowance, workers, progress, key, device)
    if counted.counts is None:
        draws, steps = effort(space, allowance)
        distribution = sampling(space, scoring, draws, seed, threads_of(workers), steps=steps, memory=allowance.memory)
    else:
        distribution = scoring.distribution(counted.counts)
    return Explored(distribution, counted.engine, counted.reason, counted.device)


def count(
    space: Space,
    scoring: Scoring,
    engine: Engine = "auto",
    allowance: Allowance | None = None,
    workers: Workers | int | None = 1,
    progress: Callable[[float], None] | None = None,
    key: Callable[[], str] | None = None,
    device: Device = "auto",
    by_states: Scoring | None = None,
) -> Counted:
    """Count the extracts of each value, unless sampling is asked for or all that can be done.

    The counting engine takes the values of `by_states`, if that is given: what makes masks short may make blocks wide.
    """
    allowance, by_states = allowance or Allowance(), by_states or scoring
    if device == "cuda":
        check_cards()
    if space.size == 0:
        return Counted([0] * scoring.width(space), "exhaustive", "the budget allows no extract")
    if space.is_whole:
        counts = [0] * scoring.width(space)
        counts[scoring.value_of(range(len(space.lengths)))] = 1
        return Counted(counts, "exhaustive", "the document is shorter than the budget")
    card, lack = _card(space, scoring, device)
    chosen, plan, reason = _choose(space, scoring, by_states, engine, allowance, on_card=bool(card))
    if chosen == "exhaustive" and card:
        try:
            return Counted(exhaustive_on_cards(space, scoring, progress, key), chosen, reason, card)
        except CardError as error:
            if device == "cuda":
                raise
            chosen, plan, reason = _choose(space, scoring, by_states, engine, allowance)
            lack = str(error)
    if chosen == "exhaustive":
        reason += f"; on the CPU, since {lack}" if lack else ""
        return Counted(exhaustive(space, scoring, workers, progress, key), chosen, reason)
    return Counted(None if plan is None else counting(plan, space, by_states, progress), chosen, reason)


def device_label(device: Device) -> str:
    """Say where the exhaustive engine runs here: on the CPU, or also on a card of this name.

    >>> device_label("cpu")
    'cpu'
    """
    return "cpu" if device == "cpu" or not cards() else f"{device}({cards()[0]})"


def _card(space: Space, scoring: Scoring, device: Device) -> tuple[str, str]:
    """Return the card that would visit a space, if any; and why none can, where one should."""
    if device == "cpu" or (device == "auto" and space.size < WORTHWHILE) or not cards():
        return "", ""
    try:
        reason = unserved(space, scoring)
    except CardError as error:
        if device == "cuda":
            raise
        reason = str(error)
    return "" if reason else cards()[0], reason


def _choose(
    space: Space,
    scoring: Scoring,
    by_states: Scoring,
    engine: Engine,
    allowance: Allowance,
    *,
    on_card: bool = False,
) -> tuple[Engine, CountingPlan | None, str]:
    """Choose an engine; counting comes with its plan."""
    seconds = seconds_on_cards(space, scoring) if on_card else _visiting(space, scoring)
    if engine == "sampling":
        return engine, None, "asked for"
    if scoring.width(space) > _WIDEST:
        seconds = inf
    if engine == "exhaustive" or (engine == "auto" and seconds <= _SOON):
        return "exhaustive", None, "all visited"
    limit = min(allowance.time, seconds) / _ADDITION if engine == "auto" else inf
    too_long = engine == "auto" and _PLANNED * len(space.lengths) > _PLANNING * allowance.time
    plan = None if too_long else plan_counting(space, by_states, int(allowance.memory * 1e9), limit)
    if plan is not None:
        return "counting", plan, f"at most {plan.states:,} states at a time"
    if engine == "counting":
        raise TooLargeError(f"needs more than {allowance.memory:g} GB to be counted; allow more memory (--memory)")
    if seconds <= allowance.time:
        return "exhaustive", None, "all visited"
    limits = f"{allowance.time:g} s or {allowance.memory:g} GB"
    return "sampling", None, f"visiting all takes {duration(seconds)}, counting more than {limits}"


def _visiting(space: Space, scoring: Scoring) -> float:
    """Predict the seconds it takes to visit all extracts, each stem and each word of each mask."""
    gains, references = scoring.coverage.gains, scoring.coverage.references
    words = len(gains) // 64 + 2
    if int(gains.max(initial=0)) > references:  # units that weigh more have a plane of bits for each binary digit
        planes = range(int(gains.max()).bit_length())
        words = sum(-(-int((gains >> plane & 1).sum()) // 64) for plane in planes) + 1
    try:
        return _STEM * count_stems(space) + _WORD * words * space.size
    except OverflowError:
        return inf


def effort(space: Space, allowance: Allowance) -> tuple[int, int]:
    """Say how many uniform draws fit the time, a third of it for the tail, and how many steps into that."""
    window = space.window
    sentences = max(len(window.costs), 1)
    draws = allowance.time / 3 / (_SENTENCE * sentences + _CHOSEN * window.most_sentences)
    cells = (int(window.costs.sum()) if window.cut else sentences) * (window.high + 1)
    steps = allowance.time / 3 / (_CELL * cells)
    return min(max(int(draws), 1000), _DRAWS), min(max(int(steps), 4), _STEPS)


def duration(seconds: float) -> str:
    """Write how long something takes in a unit that one can imagine.

    >>> duration(0.27), duration(90), duration(3e5), duration(3.2e16)
    ('0.3 s', '90 s', '3 days', '1e+09 years')
    """
    if seconds == inf:
        return "too much"
    if seconds < 1:
        return f"{seconds:.1g} s"
    for unit, size, most in (("s", 1, 120), ("min", 60, 7200), ("hours", 3600, 172_800), ("days", 86_400, 6e7)):
        if seconds < most:
            return f"{seconds / size:.0f} {unit}"
    years = seconds / 31_557_600
    return f"{years:,.0f} years" if years < 1e6 else f"{years:.0e} years"
