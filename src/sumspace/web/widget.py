"""The document view as a notebook widget; only `play` loads this module, which needs anywidget."""

from __future__ import annotations

from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
import traitlets
from anywidget import AnyWidget

from sumspace.errors import SettingError
from sumspace.measures.coverage import Coverage
from sumspace.show.notebook import front_end
from sumspace.space.distribution import Band, Distribution
from sumspace.space.scoring import Scoring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sumspace.document import Document
    from sumspace.space.distribution import Rank

_MODULE, _STYLE = front_end()


class _Sentences(traitlets.Any):
    """A trait for sentences that validates None too."""

    allow_none = False


class Workbench(AnyWidget):
    """A document, its space, and an extract that is chosen by clicking on sentences or by setting `chosen`."""

    _esm = _MODULE
    _css = _STYLE

    #: The result of `view_document`; it cannot be changed.
    payload = traitlets.Dict().tag(sync=True)
    #: The chosen sentences, counted from 0, in the order of choice.
    chosen = _Sentences(()).tag(sync=True)

    def __init__(self, payload: Mapping[str, Any], document: Document) -> None:
        self._document = document
        super().__init__(payload=dict(payload))

    @traitlets.validate("payload")
    def _keep(self, proposal: Any) -> dict[str, Any]:
        if self.payload and proposal["value"] != self.payload:
            raise SettingError("a workbench keeps its document; make one for another document with sumspace.play")
        payload: dict[str, Any] = proposal["value"]
        return payload

    @traitlets.validate("chosen")
    def _check(self, proposal: Any) -> tuple[int, ...]:
        sentences = len(self.payload["sentences"])
        try:
            chosen = tuple(map(index, proposal["value"]))
            is_valid = len(set(chosen)) == len(chosen) and all(0 <= sentence < sentences for sentence in chosen)
        except TypeError:
            is_valid = False
        if not is_valid:
            raise SettingError(
                f"chosen sentences are different numbers from 0 to {sentences - 1}, not {proposal['value']!r:.80}"
            )
        for position, sentence in enumerate(chosen):
            if not self._fits(chosen[:position], sentence):
                budget = self.payload["settings"]["budget"]
                raise SettingError(f"{budget} has no room for sentence {sentence} after {list(chosen[:position])}")
        return chosen

    @property
    def words(self) -> int | None:
        """The number of words that are kept of the last sentence; None where it is not cut."""
        window = self.payload["window"]
        left: int = window["high"] - self._cost(self.chosen[:-1])
        is_cut = self.chosen and window["cut"] and not window["whole"] and window["costs"][self.chosen[-1]] > left
        return left if is_cut else None

    @property
    def is_complete(self) -> bool:
        """Whether the extract has the length that the budget asks for."""
        window, cost = self.payload["window"], self._cost(self.chosen)
        if not window["cut"]:
            return bool(self.chosen and window["low"] <= cost <= window["high"])
        return len(self.chosen) == len(window["costs"]) if window["whole"] else bool(cost >= window["high"])

    def _cost(self, chosen: tuple[int, ...]) -> int:
        return sum(self.payload["window"]["costs"][sentence] for sentence in chosen)

    def _fits(self, chosen: tuple[int, ...], sentence: int) -> bool:
        """Whether the budget allows one more sentence; if it cuts, one more word."""
        window = self.payload["window"]
        if window["cut"]:
            return bool(window["whole"] or self._cost(chosen) < window["high"])
        return bool(self._cost((*chosen, sentence)) <= window["high"])

    @property
    def score(self) -> float:
        """The score of the extract."""
        return self._scoring.score_of(self.chosen, self.words)

    @property
    def rank(self) -> Rank | None:
        """The rank of the extract among all extracts of the space, or None.

        An extract that is not complete has a rank only if it can be completed and no sentence can lower its score.
        """
        window, coverage, settings = (self.payload[name] for name in ("window", "coverage", "settings"))
        can_only_rise = settings["score"] == "recall" and coverage["denominators"] is None
        is_completable = window["cut"] or window["unit"] == "sentences"
        has_rank = self.chosen and (self.is_complete or (can_only_rise and is_completable))
        return self._distribution.rank(self.score) if has_rank else None

    @property
    def text(self) -> tuple[str, ...]:
        """The text of the extract, sentence by sentence."""
        return self._document.write(self.chosen, self.words)

    @cached_property
    def _scoring(self) -> Scoring:
        return Scoring(coverage_of(self.payload["coverage"]), self.payload["settings"]["score"])

    @cached_property
    def _distribution(self) -> Distribution:
        return distribution_of(self.payload["distribution"], self._scoring.total)

    def __repr__(self) -> str:
        settings = self.payload["settings"]
        return f"<Workbench {self.payload['id']!r}, {settings['measure']}, {settings['budget']}: {list(self.chosen)}>"


def coverage_of(payload: Mapping[str, Any]) -> Coverage:
    """Return the coverage in a payload."""
    arrays = {name: np.array(value, np.int64) for name, value in payload.items() if isinstance(value, list)}
    return Coverage(**{**payload, **arrays})


def distribution_of(payload: Mapping[str, Any], total: int | None) -> Distribution:
    """Return the distribution in a payload; `total` is what hits are divided by, if anything."""
    counts, band = payload["counts"], payload["band"]
    return Distribution(
        np.array(payload["scores"], np.float64),
        np.array(payload["shares"], np.float64),
        int(payload["extracts"]),
        None if counts is None else tuple(map(int, counts)),
        total,
        None
        if band is None
        else Band(np.array(band["low"], np.float64), np.array(band["high"], np.float64), band["confidence"]),
    )
