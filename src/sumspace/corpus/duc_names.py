"""Names of summaries at the Document Understanding Conferences: DOCSET.TYPE.SIZE.SELECTOR.AUTHOR[.DOCNO]."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumspace.corpus.summary_files import Kind

__all__ = ["SummaryName"]

_NAME = re.compile(
    r"(?P<docset>[a-z]\w*(?:-\w+)?)\.(?:M|(?P<one>P))\.(?P<size>\w+)\.(?P<selector>[a-z]+)\.(?P<author>[a-z]+|[0-9]+)"
    r"(?(one)\.(?P<docno>.+?))(?:\.(?:html?|txt|spl))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SummaryName:
    """A summary's name; a DOCNO makes it one of a single document (TYPE P), otherwise of a docset (TYPE M)."""

    docset: str
    size: str
    selector: str
    author: str
    docno: str

    @classmethod
    def parse(cls, text: str) -> SummaryName | None:
        match = _NAME.fullmatch(text)
        if not match:
            return None
        return cls(match["docset"], match["size"], match["selector"], match["author"], match["docno"] or "")

    def __str__(self) -> str:
        start = f"{self.docset}.{'P' if self.docno else 'M'}.{self.size}.{self.selector}.{self.author}"
        return f"{start}.{self.docno}" if self.docno else start

    @property
    def kind(self) -> Kind:
        return "systems" if self.author.isdigit() else "references"

    def home(self, folders: set[str]) -> str:
        """Return which of these folders is the docset's, or nothing."""
        stem, dash, update = self.docset.lower().partition("-")
        own = (f"{stem}{dash}{update}", f"{stem}{self.selector.lower()}{dash}{update}")
        return next((folder for folder in own if folder in folders), "")
