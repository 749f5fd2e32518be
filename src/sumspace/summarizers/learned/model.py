"""A trained model: what it expects of the sentences and units of a text, and how it is kept in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.summarizers.learned.reading import Reading, feature_names
from sumspace.summarizers.learned.trees import Trees
from sumspace.summarizers.model_file import ModelFormat
from sumspace.summarizers.objective import Objective
from sumspace.text.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sumspace.arrays import Floats
    from sumspace.document import Article
    from sumspace.summarizers.model_file import Arrays


FORMAT = ModelFormat("sumspace learned", 1, "model of the learned summarizer", "sumspace train")
#: A unit without a promising sentence keeps this much of its weight: the root of this share.
_LEAST_SHARE = 0.1
#: Texts that are less like those learned from than this share of them are like each other count as new, in part.
_NEW = 0.7
#: How much more units of the first words are worth in a text of an entirely new kind, and how quickly that falls off.
_LEAD, _LEAD_WORDS = 3.0, 60.0
#: Of texts with more words than this, the beginning says less of the whole.
_LONG = 2000
#: A text is compared with so many of its neighbours among those learned from.
_NEIGHBOURS = 3
#: No feature of a text counts as further from the mean than so many standard deviations.
_FURTHEST = 4.0


@dataclass(frozen=True, eq=False)
class Familiarity:
    """How like the texts that were learned from a text is, by its features as a whole."""

    #: What is known of each text that was learned from: [text, feature].
    contexts: Floats

    @cached_property
    def _standards(self) -> tuple[Floats, Floats]:
        deviations = self.contexts.std(axis=0)
        return self.contexts.mean(axis=0), np.where(deviations > 1e-9, deviations, np.inf)

    @cached_property
    def _known(self) -> Floats:
        return self._standardized(self.contexts)

    @cached_property
    def _distances(self) -> Floats:
        """How far each of the texts is from its neighbours, sorted."""
        return np.sort([self._nearest(np.delete(self._known, i, axis=0), row) for i, row in enumerate(self._known)])

    def newness(self, context: Floats) -> float:
        """Return 0 for a text such as those learned from, up to 1 for one that is less like them than any of them."""
        if len(self.contexts) <= _NEIGHBOURS:
            return 1.0
        distance = self._nearest(self._known, self._standardized(context))
        place = float(np.searchsorted(self._distances, distance)) / len(self._distances)
        return min(max((place - _NEW) / (1 - _NEW), 0.0), 1.0)

    def _standardized(self, contexts: Floats) -> Floats:
        means, deviations = self._standards
        return np.clip((contexts - means) / deviations, -_FURTHEST, _FURTHEST)

    @staticmethod
    def _nearest(known: Floats, row: Floats) -> float:
        distances = np.sqrt(((known - row) ** 2).sum(axis=1))
        place = min(_NEIGHBOURS, len(distances)) - 1
        return float(np.partition(distances, place)[place]) if place >= 0 else 0.0


@dataclass(frozen=True, eq=False)
class Expectation:
    """What a model expects of a text."""

    reading: Reading
    #: The share of all oracles that each sentence is expected to be in, and of references that have each unit.
    sentences: Floats
    units: Floats
    #: By what units are multiplied: for the most promising sentence with it, and for standing early in a new text.
    promising: Floats
    early: Floats

    @property
    def weights(self) -> Floats:
        return np.maximum(self.units, 0.0) * self.promising * self.early

    @property
    def objective(self) -> Objective:
        owners, units, shares = self.reading.holdings
        sentences = len(self.reading.article)
        starts = np.searchsorted(owners, np.arange(sentences + 1))
        return Objective(np.zeros(sentences), self.weights, starts, units, shares)


@dataclass(frozen=True, eq=False)
class LearnedModel:
    """Trees that predict sentences and units, the texts they were learned from in outline, and the card.

    A unit, two stems that follow each other, is worth the share of references that are expected to have it. That is
    multiplied by the root of how promising the best sentence with it is, as a share of oracles, relative to the text's
    best, and in texts unlike those learned from by more, the earlier it stands: where the model cannot know, it leans
    on Lead.
    """

    sentences: Trees
    units: Trees
    familiarity: Familiarity
    #: What it was trained on, how, and what it scores: plain data, for JSON.
    card: Mapping[str, Any] = field(default_factory=dict)
    #: How texts were read; those to be summarized should be read in the same way.
    profile: Profile = field(default_factory=Profile)

    def expect(self, article: Article) -> Expectation:
        """Say what is expected of the sentences and units of a text."""
        reading = Reading(article)
        sentences = np.maximum(self.sentences.predict(reading.sentences), 0.0)
        units = self.units.predict(reading.units)
        owners, held, _ = reading.holdings
        best, first = np.zeros(len(units)), np.full(len(units), np.inf)
        np.maximum.at(best, held, (sentences / max(sentences.max(initial=0.0), 1e-9))[owners])
        np.minimum.at(first, held, reading.wording.before[owners])
        newness = self.familiarity.newness(reading.context)
        lead = _LEAD * newness * min(1.0, _LONG / max(len(reading.wording.stems), 1)) ** 2
        early = 1 + lead * np.exp(-first / _LEAD_WORDS)
        return Expectation(reading, sentences, units, np.sqrt(_LEAST_SHARE + best), early)

    def __str__(self) -> str:
        trained_on = self.card.get("trained_on") or self.card.get("corpus") or "a corpus"
        return f"trained on {trained_on}, read as {self.profile}"


def save(model: LearnedModel, path: Path) -> None:
    """Write a model; the same model makes the same file."""
    header = FORMAT.header(_names()) | {"profile": str(model.profile), "card": dict(model.card)}
    arrays = model.sentences.named("sentences") | model.units.named("units")
    FORMAT.write(path, header, arrays | {"contexts": model.familiarity.contexts})


def load(path: Path) -> LearnedModel:
    """Read a model; a file that is none, or is damaged, raises a SettingError of one line."""
    header, arrays = FORMAT.read(path, _names())
    with FORMAT.checking(path):
        return _model(header, arrays)


def _names() -> list[str]:
    sentences, units, _ = feature_names()
    return [*sentences, *units]


def _model(header: dict[str, Any], arrays: Arrays) -> LearnedModel:
    names = feature_names()
    sentences, units = (
        Trees.restore(arrays, kind, len(own)) for kind, own in zip(("sentences", "units"), names, strict=False)
    )
    contexts = arrays.floats("contexts", None, len(names[2]))
    card, profile = header["card"], header["profile"]
    if not isinstance(card, dict) or not isinstance(profile, str):
        raise ValueError("its card or profile is not what it should be")  # noqa: TRY004 - as all of what is wrong
    _check_card(card)
    return LearnedModel(sentences, units, Familiarity(contexts), card, Profile.parse(profile))


def _check_card(card: Mapping[str, Any]) -> None:
    """Refuse a card that cannot be shown."""
    sources, scores = card.get("sources", []), card.get("scores", [])
    if not isinstance(sources, list) or not isinstance(scores, list):
        raise ValueError("its card has no lists of sources and scores")  # noqa: TRY004 - as all of what is wrong
    for source in sources:
        kinds = {"corpus": str, "documents": int, "licences": list}
        known = isinstance(source, dict) and all(type(source.get(name)) is kind for name, kind in kinds.items())
        if not known or not all(isinstance(licence, str) for licence in source["licences"]):
            raise ValueError("a source of its card lacks a corpus, a number of documents or licences")
    for score in scores:
        if not isinstance(score, dict) or not {"measure", "genre", "documents"} <= set(score):
            raise ValueError("a score of its card lacks a measure, a genre or a number of documents")
        plain = {name: value for name, value in score.items() if name not in ("measure", "genre")}
        if not all(value is None or type(value) in (int, float) for value in plain.values()):
            raise ValueError("a score of its card is no number")


@cache
def built_in() -> LearnedModel:
    """Return the model that comes with the package."""
    with as_file(files("sumspace.summarizers.learned") / "english.learned") as path:
        return load(path)
