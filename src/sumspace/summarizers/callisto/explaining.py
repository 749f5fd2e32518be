"""Why a model chooses a configuration for a text, and what it has learned, in words."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from sumspace.summarizers.callisto.configuration import Configuration, Size
from sumspace.summarizers.callisto.features import feature_name, features_of, written_feature
from sumspace.summarizers.callisto.learners.tree import LearnedTree
from sumspace.summarizers.callisto.model import choose
from sumspace.summarizers.callisto.pipeline import Pipeline
from sumspace.summarizers.explanation import Alternative, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Floats
    from sumspace.document import Article
    from sumspace.summarizers.callisto.learners.learner import Amount, Explained
    from sumspace.summarizers.callisto.model import Model
    from sumspace.summarizers.summarizer import Unit


_PARAMETERS = tuple(field.name for field in fields(Configuration))
#: What parameters are called whose names are those of features too, or say little alone.
_WHOLE_NAMES = {
    "phrases": "number of key phrases",
    "sentences": "sentences of summaries",
    "words": "words of summaries",
}


def explain_choice(model: Model, article: Article, size: int, unit: Unit, seed: int = 0) -> dict[str, Any]:
    """Return what an `Explanation` says of the configuration that a model chooses: the same one as `Model.choose`."""
    features = features_of(article, Pipeline(article).wording)
    candidates, opinion = model.candidates(article, size, unit), model.learned.judge(features)
    explained: Explained = "odds" if model.rule == "odds" else "value"
    numbers = opinion.odds if explained == "odds" else opinion.values
    chosen = choose(opinion, candidates, model.rule, seed)
    others = candidates[candidates != chosen]
    fixed = int(candidates[np.argmax(model.learned.without_text()[candidates])])
    amounts = model.learned.amounts(features, chosen, explained)
    words = _Words(model.configurations, features)

    def alternative(number: int) -> Alternative:
        return Alternative(str(model.configurations[number]), float(numbers[number]))

    return {
        "configuration": str(model.configurations[chosen]),
        "value": float(numbers[chosen]),
        "value_is": value_of(model, explained),
        "next_best": alternative(choose(opinion, others, model.rule, seed)) if others.size else None,
        "best_fixed": alternative(fixed),
        "reasons": tuple(Reason(words.reason(amount), amount.amount) for amount in amounts if amount.amount),
        "rules": tuple(words.rule(amount) for amount in amounts if amount.asked is not None),
    }


def value_of(model: Model, explained: Explained = "value") -> str:
    """Say what it is that a model predicts."""
    if explained == "odds" and model.classes:
        return f"log-odds of the best class of {model.measure} against the worst"
    share, rank = "share of the document's best ", "rank within the document, from 0 to 1, by "
    return "expected " + {"score": "", "rank": rank, "share": share}[model.target] + model.measure


@dataclass(frozen=True, slots=True)
class _Words:
    """Write amounts in words: the names of features and parameters and, of a text, its features."""

    configurations: Sequence[Configuration]
    #: Those of the text, if any.
    features: Floats | None = None

    def name(self, amount: Amount) -> str:
        if amount.kind == "feature":
            return feature_name(amount.number)
        return _WHOLE_NAMES.get(_PARAMETERS[amount.number], _PARAMETERS[amount.number])

    def reason(self, amount: Amount) -> str:
        if amount.asked is not None:
            return self.rule(amount)
        if amount.kind == "feature" and self.features is not None:
            return f"{self.name(amount)}: {written_feature(amount.number, self.features[amount.number])}"
        starts = {
            "start": "whatever the text",
            "settings": "settings of the configuration",
            "rest": "this configuration",
        }
        return starts[amount.kind]

    def rule(self, amount: Amount) -> str:
        """Write what was asked, and the answer."""
        asked = amount.asked or 0.0
        if amount.kind == "parameter":
            settings = np.unique([getattr(one, _PARAMETERS[amount.number]) for one in self.configurations])
            setting = settings[int(asked)]
            if not setting:  # as of a configuration without a segmenter
                return f"{self.name(amount)} {'not used' if amount.met else 'used'}"
            return f"{self.name(amount)} {'=' if amount.met else '≠'} {setting}"
        here = "" if self.features is None else f" ({written_feature(amount.number, self.features[amount.number])})"
        sign = "≤" if amount.met else ">"
        return f"{self.name(amount)}{here} {sign} {written_feature(amount.number, asked)}"


@dataclass(frozen=True, slots=True)
class Description:
    """What a model has learned: what it expects whatever the text, which features matter, and the rules of a tree."""

    value_is: str
    #: The configuration with the highest expected value for each length, where nothing is known of the text.
    best: tuple[tuple[str, Alternative], ...]
    importance_is: str
    #: The most important first.
    importance: tuple[Reason, ...]
    #: What leads to each leaf of a tree, and the value that is expected there; the highest first.
    rules: tuple[tuple[tuple[str, ...], float], ...]

    @property
    def record(self) -> dict[str, Any]:
        """All of it, for JSON."""
        return {
            "value_is": self.value_is,
            "best": [
                {"length": length, "configuration": one.configuration, "value": one.value} for length, one in self.best
            ],
            "importance_is": self.importance_is,
            "importance": [{"what": one.what, "amount": one.amount} for one in self.importance],
            "rules": [{"if": list(rules), "value": value} for rules, value in self.rules],
        }


def describe_model(model: Model) -> Description:
    """Say what a model has learned."""
    learned, words = model.learned, _Words(model.configurations)
    plain = learned.without_text()
    best: dict[Size, int] = {}
    for number in np.argsort(-plain, kind="stable").tolist():
        best.setdefault(model.configurations[number].size, number)
    importance = sorted((one for one in learned.importance() if one.amount > 0), key=lambda one: -one.amount)
    paths = learned.paths() if isinstance(learned, LearnedTree) else []
    rules = [(tuple(words.rule(amount) for amount in way), value) for way, value in paths]
    return Description(
        value_is=value_of(model),
        best=tuple(
            (str(size), Alternative(str(model.configurations[number]), float(plain[number])))
            for size, number in sorted(best.items())
        ),
        importance_is=learned.importance_is,
        importance=tuple(Reason(words.name(amount), amount.amount) for amount in importance),
        rules=tuple(sorted(rules, key=lambda rule: -rule[1])),
    )
