"""What there is to choose from: measures, profiles, budgets, summarizers and the other registered things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumspace.errors import UnknownNameError
from sumspace.measures.answerers.answerer import ANSWERERS
from sumspace.measures.measure import MEASURES
from sumspace.show.table import Column, Table
from sumspace.space.budget import BUDGETS
from sumspace.summarizers.callisto.learners.learner import LEARNERS
from sumspace.summarizers.summarizer import SUMMARIZERS
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.profile import PROFILES
from sumspace.text.segmentation.segmenter import SEGMENTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.registry import Registry


_REGISTRIES: dict[str, Registry[Any]] = {
    "summarizer": SUMMARIZERS,
    "segmenter": SEGMENTERS,
    "key phrase extractor": EXTRACTORS,
    "learner": LEARNERS,
    "answerer": ANSWERERS,
}
_KINDS = ("measure", "profile", "budget", *_REGISTRIES)


def list_names(kind: str | None = None) -> Table:
    """List all names, or those of one kind, each with a line of explanation and its paper."""
    if kind is not None and kind not in _KINDS:
        raise UnknownNameError("kind of name", kind, _KINDS)
    kinds = _KINDS if kind is None else (kind,)
    records = {kind: [{"kind": kind, **fields} for fields in _named(kind)] for kind in kinds}
    views = [_view(kind, rows) for kind, rows in records.items()]
    return Table("names", records=[record for rows in records.values() for record in rows], views=views)


def _named(kind: str) -> Iterator[dict[str, str]]:
    if kind == "measure":
        things: list[tuple[str, Any]] = [(MEASURES[name].usage, MEASURES[name]) for name in MEASURES]
    elif kind == "profile":
        things = list(PROFILES.items())
    elif kind == "budget":
        things = [(budget.usage, budget) for budget in BUDGETS]
    else:
        registry = _REGISTRIES[kind]
        things = [(name, registry[name]) for name in registry]
    for name, thing in things:
        yield {"name": name, "title": thing.title, "paper": getattr(thing, "paper", "")}


def _view(kind: str, rows: list[dict[str, str]]) -> Table:
    about = {"name": "", "title": "what it is", "paper": ""}
    columns = [Column(name, about=text) for name, text in about.items() if any(row[name] for row in rows)]
    return Table(kind, f"{kind}s", columns, rows, fold=True)
