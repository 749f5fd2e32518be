"""The story that the card tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sumspace.show.page import Chapter

if TYPE_CHECKING:
    from sumspace.studies.card.study import CardStudy


TITLE = "The data set"
LEAD = "What a data set is like."
CHAPTERS = (Chapter("In numbers", "The key facts.", ("summary",)),)


def findings(study: CardStudy) -> list[str]:
    """Say what was found."""
    return [f"{len(study.documents)} documents."]
