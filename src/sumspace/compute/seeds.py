"""Seeds of whatever is random."""

from __future__ import annotations

from sumspace.errors import SettingError

__all__ = ["check_seed"]


def check_seed(seed: int) -> None:
    """Refuse a seed that generators of random numbers do not take."""
    if seed < 0:
        raise SettingError(f"a seed is a whole number from 0 on, not {seed}")
