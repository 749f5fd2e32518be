"""Every summary a document could have, and where yours stands."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sumspace.corpus.source import check, read, write
    from sumspace.errors import SumspaceError
    from sumspace.measures.scoring import score
    from sumspace.measures.setting import Setting
    from sumspace.oracle.asking import oracles
    from sumspace.space.exploring import explore
    from sumspace.studies.summaries import summarize
    from sumspace.text.limit import Limit
    from sumspace.text.profile import Profile

__all__ = [
    "Limit", "Profile", "Setting", "SumspaceError", "__version__", "check", "explore", "oracles", "read", "score",
    "summarize", "write",
]  # fmt: skip

__version__ = "0.1.0"

# The import of the package is cheap: each name is loaded when it is first asked for.
_HOMES = {
    "Limit": "sumspace.text.limit",
    "Profile": "sumspace.text.profile",
    "Setting": "sumspace.measures.setting",
    "SumspaceError": "sumspace.errors",
    "check": "sumspace.corpus.source",
    "explore": "sumspace.space.exploring",
    "oracles": "sumspace.oracle.asking",
    "read": "sumspace.corpus.source",
    "score": "sumspace.measures.scoring",
    "summarize": "sumspace.studies.summaries",
    "write": "sumspace.corpus.source",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sumspace' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
