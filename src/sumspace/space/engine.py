"""Which engine answers: chosen by what each would take, with its reason, or told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sumspace.errors import SettingError
from sumspace.space.counting import counting, plan_counting
from sumspace.space.exhaustive import exhaustive
from sumspace.space.sampling import sampling

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumspace.space.counting import CountingPlan
    from sumspace.space.distribution import Distribution
    from sumspace.space.space import Space

__all__ = ["ENGINES", "Allowance", "Engine", "Explored", "explore"]

Engine = Literal["auto", "exhaustive", "counting", "sampling"]
ENGINES: tuple[Engine, ...] = ("auto", "exhaustive", "counting", "sampling")

#: What a core does in a second, a little underestimated: they decide which engine is chosen, so they are fixed.
_EXTRACTS, _ADDITIONS, _DRAWS = 3e8, 1e9, 20_000
#: Below this, visiting all extracts takes no longer than thinking about something better.
_FEW = 10_000_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one space may take: seconds of one core and gigabytes, as predicted."""

    time: float = 5.0
    memory: float = 2.0

    def __post_init__(self) -> None:
        if not (self.time > 0 and self.memory > 0):
            raise SettingError(f"an allowance is more than nothing, not {self}")

    def __str__(self) -> str:
        return f"{self.time:g} s and {self.memory:g} GB a space"


@dataclass(frozen=True, slots=True)
class Explored:
    """A distribution, which engine found it, and why that one."""

    distribution: Distribution
    engine: Engine
    reason: str


def explore(
    space: Space,
    engine: Engine = "auto",
    allowance: Allowance | None = None,
    seed: int = 0,
    jobs: int | None = 1,
    progress: Callable[[float], None] | None = None,
) -> Explored:
    """Find the distribution of a space; `progress` is told the share that is done."""
    allowance = allowance or Allowance()
    if space.size == 0:
        return Explored(space.counted([0] * space.width), "exhaustive", "the budget allows no extract")
    if space.is_whole:
        whole = range(len(space.coverage.lengths))
        counts = [0] * space.width
        counts[space.coverage.hits(whole) + space.stride * space.coverage.size(whole)] = 1
        return Explored(space.counted(counts), "exhaustive", "the document is shorter than the budget")
    chosen, plan, reason = _choose(space, engine, allowance)
    if chosen == "exhaustive":
        return Explored(space.counted(exhaustive(space, jobs, _share(progress, space.size))), chosen, reason)
    if plan is not None:
        return Explored(space.counted(counting(plan, space, _share(progress, plan.additions))), chosen, reason)
    return Explored(sampling(space, max(int(allowance.time * _DRAWS), 1000), seed, jobs), chosen, reason)


def _choose(space: Space, engine: Engine, allowance: Allowance) -> tuple[Engine, CountingPlan | None, str]:
    """Choose an engine; counting comes with its plan."""
    seconds = space.size / _EXTRACTS
    if engine == "sampling":
        return engine, None, "asked for"
    if engine == "exhaustive" or (engine == "auto" and space.size <= _FEW):
        return "exhaustive", None, "all visited"
    limit = min(allowance.time, seconds) * _ADDITIONS if engine == "auto" else float("inf")
    plan = plan_counting(space, int(allowance.memory * 1e9), limit)
    if plan is not None:
        return "counting", plan, f"at most {plan.states:,} states at a time"
    if engine == "counting":
        raise SettingError(
            f"counting needs more than {allowance.memory:g} GB here; allow more with --memory, or another engine"
        )
    if seconds <= allowance.time:
        return "exhaustive", None, "all visited"
    limits = f"{allowance.time:g} s or {allowance.memory:g} GB"
    return "sampling", None, f"visiting all takes {_duration(seconds)}, counting more than {limits}"


def _duration(seconds: float) -> str:
    """Write how long something takes in a unit that one can imagine.

    >>> _duration(90), _duration(3e5), _duration(3.2e16)
    ('90 s', '3 days', '1e+09 years')
    """
    for unit, size, most in (("s", 1, 120), ("min", 60, 7200), ("hours", 3600, 172_800), ("days", 86_400, 6e7)):
        if seconds < most:
            return f"{seconds / size:.0f} {unit}"
    years = seconds / 31_557_600
    return f"{years:,.0f} years" if years < 1e6 else f"{years:.0e} years"


def _share(progress: Callable[[float], None] | None, whole: int) -> Callable[[int], None] | None:
    """Turn a count of what is done into shares of the whole."""
    if progress is None:
        return None
    done = 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        progress(done / whole)

    return add
