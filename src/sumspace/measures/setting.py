"""Everything besides the measure that a score depends on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from sumspace.errors import SettingError
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from sumspace.text.limit import Limit

__all__ = ["Formula", "Setting"]

Formula = Literal["A", "B", "F"]


@dataclass(frozen=True, slots=True)
class Setting:
    """How texts are read and several references become one score.

    Formulas: `A` pools the references (micro average), `B` takes the one with the best recall, as ROUGE's `-f`;
    `F` takes the one with the best F, as rouge-score does.
    """

    profile: Profile = field(default_factory=Profile)
    limit: Limit | None = None
    formula: Formula | Literal[""] = ""
    #: F = PR / ((1−α)P + αR); 1 gives precision, 0 recall.
    alpha: float = 0.5

    def __post_init__(self) -> None:
        if not self.formula:
            object.__setattr__(self, "formula", self.profile.program.formula)
        if self.formula not in ("A", "B", "F"):
            raise SettingError(f"the formula is A, B or F, not {self.formula!r}")
        if not 0 <= self.alpha <= 1:
            raise SettingError(f"alpha must lie between 0 and 1, not {self.alpha}")

    def __str__(self) -> str:
        parts = [f"profile:{self.profile}", f"formula:{self.formula}", f"alpha:{self.alpha:g}"]
        if self.limit:
            parts.insert(1, f"limit:{self.limit}")
        return " | ".join(parts)
