"""Every summary a document could have, and where yours stands."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sumspace.corpus.source import read
    from sumspace.errors import SumspaceError
    from sumspace.measures.scoring import score
    from sumspace.text.profile import Profile

__all__ = ["Profile", "SumspaceError", "__version__", "read", "score"]

__version__ = "0.1.0"

# The import of the package is cheap: each name is loaded when it is first asked for.
_HOMES = {
    "Profile": "sumspace.text.profile",
    "SumspaceError": "sumspace.errors",
    "read": "sumspace.corpus.source",
    "score": "sumspace.measures.scoring",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sumspace' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
