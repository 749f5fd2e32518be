"""Numbers and names as text, for tables, charts, pages and files."""

from __future__ import annotations

import re
from decimal import Decimal
from textwrap import fill
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from markupsafe import Markup


_LONGEST = 40
#: The most characters of a name in a list: measures with options fit, whole texts do not.
_LONGEST_LISTED = 120
#: Notes and legends are broken into lines of so many characters where no terminal says how wide it is.
NOTE_WIDTH = 110
#: So many nines are no longer written out.
_MOST_NINES = 12


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


def interval_text(ends: Sequence[float] | None, form: str, nothing: str = "-") -> str:
    """Write the ends of an interval.

    >>> interval_text([-0.01, 0.02], "+.4f"), interval_text(None, "+.4f")
    ('-0.0100 … +0.0200', '-')
    """
    return nothing if ends is None else " … ".join(format(end, form) for end in ends)


def p_text(p: float | None, relation: str = "") -> str:
    """Write a p-value, behind how it is related to p where that is not that it is less.

    >>> p_text(0.04), p_text(0.04, "= "), p_text(0.00004, "= "), p_text(None)
    ('0.040', '= 0.040', '< 0.001', '-')
    """
    if p is None:
        return "-"
    return "< 0.001" if p < 0.001 else f"{relation}{p:.3f}"


def with_minus(number: str) -> str:
    """Write a number with a true minus sign, as charts have it."""
    return number.replace("-", "\N{MINUS SIGN}")


def as_share(rank: Mapping[str, Any]) -> str:
    """Write the share of extracts that a score beats, in as many digits as needed; from 12 nines on, its rest.

    >>> as_share({"above_all": False, "below": 0.9999998, "nines": 6.7})
    '99.999980%'
    >>> as_share({"above_all": False, "below": 1.0, "nines": 12.52})
    '1 − 10^-12.5'
    """
    if rank["above_all"]:
        return "above all"
    nines = rank["nines"]
    return f"1 − 10^-{nines:.1f}" if nines >= _MOST_NINES else f"{100 * rank['below']:.{max(int(nines), 2)}f}%"


def share_markup(rank: Mapping[str, Any], mark: str = "") -> Markup:
    """Write the same for a page: powers as such, and in full that a score is above all extracts.

    >>> share_markup({"above_all": False, "below": 1.0, "nines": 12.52}, "~")
    Markup('~1 − 10<sup>−12.5</sup>')
    """
    from markupsafe import Markup, escape

    if rank["above_all"]:
        return escape("above all extracts seen" if mark else "above all extracts")
    if rank["nines"] >= _MOST_NINES:
        return Markup("{}1 − 10<sup>−{:.1f}</sup>").format(mark, rank["nines"])
    return escape(f"{mark}{as_share(rank)}")


def domain_label(domain: str | None) -> str:
    """Return the name of a domain, what stands for none, or what stands for all of them.

    >>> domain_label("law"), domain_label(""), domain_label(None)
    ('law', '-', 'all')
    """
    return "all" if domain is None else domain or "-"


def clean(text: str) -> str:
    """Make a name fit for a chart or a page: characters that cannot be printed are replaced."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def joined(text: str) -> str:
    r"""Put a text on one line, without characters that a terminal takes for commands.

    >>> joined("It rained.\n\n\x1b[31mIt poured. ")
    'It rained. [31mIt poured.'
    """
    return " ".join("".join(" " if ord(sign) < 32 or 127 <= ord(sign) < 160 else sign for sign in text).split())


def short(text: str, longest: int = _LONGEST) -> str:
    """Make a name fit for a chart, and cut a long one.

    >>> short("abcdef", 4)
    'abc…'
    """
    shown = clean(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def listed(names: Iterable[str], most: int = 8) -> str:
    """List some names, and say how many more there are.

    >>> listed("abcd", most=2)
    'a, b and 2 more'
    """
    names = [short(name, _LONGEST_LISTED) for name in names]
    more = len(names) - most
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:most])} and {more:,} more"


def folded(note: str) -> str:
    """Break a long note into lines that fit a terminal; on a page they are joined again."""
    return fill(note, NOTE_WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def slug(text: str) -> str:
    """Make a name fit for a file.

    >>> slug("ROUGE-1, F1"), slug("lsa-topic(text)")
    ('rouge-1-f1', 'lsa-topic-text')
    """
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-.")


def slugs(names: Iterable[str]) -> list[str]:
    """Return names for files, each its own.

    >>> slugs(["A b", "a-b-3", "a/b", "\N{GREEK SMALL LETTER ALPHA}"])
    ['a-b', 'a-b-3', 'a-b-3-3', 'domain']
    """
    files: list[str] = []
    for place, name in enumerate(names, 1):
        own = slug(name)[:_LONGEST] or "domain"
        while own in files:
            own = f"{own}-{place}"
        files.append(own)
    return files
