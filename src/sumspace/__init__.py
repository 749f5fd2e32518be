"""Every summary a document could have, and where yours stands.

The functions are those of `sumspace.api`, and `play`, and the types are those that they take and return. Each name is
loaded when it is first used, so that the import of the package is cheap.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sumspace.api import (
        against,
        agree,
        budgets,
        callisto,
        callisto_generate,
        callisto_train,
        card,
        check,
        compare,
        describe,
        explore,
        extractors,
        keyphrases,
        labels,
        learners,
        learning,
        limits,
        measures,
        merge,
        meta,
        names,
        oracle_study,
        oracles,
        profiles,
        rank,
        read,
        report,
        score,
        segment,
        segmenters,
        study,
        summarize,
        summarizers,
        train,
        write,
    )
    from sumspace.corpus.model import Example
    from sumspace.document import Document
    from sumspace.errors import (
        CorpusError,
        CorpusNote,
        LostTokens,
        MissingCharts,
        NotDefinedError,
        OutputError,
        SettingError,
        StoppedEarly,
        SumspaceError,
        TooLargeError,
        UnknownNameError,
        UnmatchedScores,
    )
    from sumspace.measures.measure import Measure
    from sumspace.oracle.oracles import Oracles
    from sumspace.show.table import Column, Table
    from sumspace.space.budget import Budget
    from sumspace.space.distribution import Distribution, Rank
    from sumspace.studies.study import Study
    from sumspace.text.profile import Profile
    from sumspace.web.play import play

__version__ = "0.1.0"

#: Where each name is.
_HOMES = {
    "sumspace.api": (
        "against", "agree", "budgets", "callisto", "callisto_generate", "callisto_train", "card", "check", "compare",
        "describe",
        "explore", "extractors", "keyphrases", "labels", "learners", "learning", "limits", "measures", "merge", "meta",
        "names", "oracle_study", "oracles", "profiles", "rank", "read", "report", "score", "segment", "segmenters",
        "study", "summarize", "summarizers", "train", "write",
    ),
    "sumspace.corpus.model": ("Example",),
    "sumspace.document": ("Document",),
    "sumspace.errors": (
        "CorpusError", "CorpusNote", "LostTokens", "MissingCharts", "NotDefinedError", "OutputError", "SettingError",
        "StoppedEarly", "SumspaceError", "TooLargeError", "UnknownNameError", "UnmatchedScores",
    ),
    "sumspace.measures.measure": ("Measure",),
    "sumspace.oracle.oracles": ("Oracles",),
    "sumspace.show.table": ("Column", "Table"),
    "sumspace.space.budget": ("Budget",),
    "sumspace.space.distribution": ("Distribution", "Rank"),
    "sumspace.studies.study": ("Study",),
    "sumspace.text.profile": ("Profile",),
    "sumspace.web.play": ("play",),
}  # fmt: skip

__all__ = [
    "Budget", "Column", "CorpusError", "CorpusNote", "Distribution", "Document", "Example", "LostTokens", "Measure",
    "MissingCharts", "NotDefinedError", "Oracles", "OutputError", "Profile", "Rank", "SettingError", "StoppedEarly",
    "Study", "SumspaceError", "Table", "TooLargeError", "UnknownNameError", "UnmatchedScores", "__version__",
    "against", "agree", "budgets", "callisto", "callisto_generate", "callisto_train", "card", "check", "compare",
    "describe", "explore", "extractors", "keyphrases", "labels", "learners", "learning", "limits", "measures", "merge",
    "meta", "names", "oracle_study", "oracles", "play", "profiles", "rank", "read", "report", "score", "segment",
    "segmenters", "study", "summarize", "summarizers", "train", "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    for home, exported in _HOMES.items():
        if name in exported:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'sumspace' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Listing(ModuleType):
    """A package that is called as a function is: `sumspace.measures()` lists the measures, loaded or not."""

    def __call__(self) -> Table:
        from sumspace import api

        listed: Table = getattr(api, self.__name__.rpartition(".")[2])()
        return listed


class _Package(ModuleType):
    """This package, which makes those of its packages callable that have the name of a function."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _HOMES["sumspace.api"] and isinstance(value, ModuleType):
            value.__class__ = _Listing
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
