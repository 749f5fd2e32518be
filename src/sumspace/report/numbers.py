"""How numbers are written for people."""

from __future__ import annotations

from decimal import Decimal

__all__ = ["counted", "large", "percent"]


def counted(number: int, noun: str) -> str:
    """Write how many there are of something.

    >>> counted(1, "document"), counted(1200, "document")
    ('1 document', '1,200 documents')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def large(number: int) -> str:
    """Write a number in full while it is short.

    >>> large(20_358_520), large(3 * 10**21)
    ('20,358,520', '3.00e+21')
    """
    return f"{number:,}" if number < 10**15 else f"{Decimal(number):.2e}"


def percent(value: float | None, mark: str = "") -> str:
    """Write a score in percent, after a mark; a dash where there is none.

    >>> percent(0.12345, "~"), percent(None)
    ('~12.35', '-')
    """
    return "-" if value is None else f"{mark}{100 * value:.2f}"
