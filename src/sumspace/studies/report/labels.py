"""What measures, systems, places and groups of systems are called in a report."""

from __future__ import annotations

import re
from math import isinf
from typing import TYPE_CHECKING

from sumspace.show.text import as_share, clean, short
from sumspace.tasks.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumspace.measures.measure import Measure
    from sumspace.studies.comparison.contests import Contest
    from sumspace.studies.report.study import ReportStudy


#: What the rows of the scale are called.
AVERAGE, BEST = "average extract", "best extract"
#: The longest name of a system on a terminal.
_LONGEST = 26


def measure_label(measure: Measure) -> str:
    """Return what a measure is called in papers."""
    name = str(measure)
    return name.upper() if name.startswith("rouge-") else name


def short_label(measure: Measure) -> str:
    """Return the same for the head of a column."""
    return measure_label(measure).replace("ROUGE-", "R-")


def share_text(not_beaten: float | None) -> str:
    """Write a place, given the share of extracts that are not beaten.

    >>> share_text(0.25), share_text(0.0), share_text(0.0007)
    ('75.00%', 'above all', '99.930%')
    """
    if not_beaten is None:
        return "-"
    place = Place.leaving(not_beaten)
    return as_share({"above_all": isinf(place.nines), "below": place.share, "nines": place.nines})


def has_letters(contest: Contest, study: ReportStudy) -> bool:
    """Whether any two systems could differ significantly on so many documents."""
    return contest.tested > 0 and contest.lowest("holm") < study.plan.comparison().alpha


def short_letters(letters: str) -> str:
    """Write three or more letters that follow each other by the first and the last of them.

    >>> short_letters("abcdefgj"), short_letters("ab"), short_letters("yza2b2")
    ('a-gj', 'ab', 'yza2b2')
    """
    runs: list[list[str]] = []
    for letter in re.findall(r"[a-z]\d*", letters):
        last = runs[-1][-1] if runs else ""
        if last and last[1:] == letter[1:] and ord(letter[0]) == ord(last[0]) + 1:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    return "".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(run) for run in runs)


def system_labels(names: Iterable[str]) -> dict[str, str]:
    """Return what systems are called where there is little room: names that are cut alike keep their ends.

    >>> list(system_labels(["a" * 30, "lead"]).values())
    ['aaaaaaaaaaaaaaaaaaaaaaaaa…', 'lead']
    """
    names = list(names)
    labels: dict[str, str] = {}
    for place, name in enumerate(names, 1):
        label = short(name, _LONGEST)
        if sum(short(other, _LONGEST) == label for other in names) > 1:
            half = _LONGEST // 2
            label = f"{clean(name[: half - 1])}…{clean(name[-half:])}"
        labels[name] = f"{label} [{place}]" if label in labels.values() else label
    return labels
