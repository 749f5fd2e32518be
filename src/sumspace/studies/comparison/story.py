"""The page of the comparison: its title, its chapters in order, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.page import Chapter
from sumspace.show.text import clean, counted, listed
from sumspace.studies.comparison.tables import interval_text, p_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.studies.comparison.study import ComparisonStudy, Contest, SystemPair


TITLE = "Which system is better"
LEAD = (
    "One system scores higher than another. Would it on other documents too? This study compares systems on the "
    "documents that both have summarized, says how far they are apart and how sure that is, what more documents would "
    "show, and where the systems stand among all extracts that were possible."
)


def story(study: ComparisonStudy) -> Sequence[Chapter]:
    return ()


def findings(study: ComparisonStudy) -> list[str]:
    return ["x"]
