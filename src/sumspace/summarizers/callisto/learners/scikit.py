"""Any classifier of scikit-learn as a learner."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from functools import cache
from inspect import signature
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.errors import SettingError, UnknownNameError, on_one_line
from sumspace.spec import Spec
from sumspace.summarizers.callisto.features import standardize, standards
from sumspace.summarizers.callisto.learners.learner import LEARNERS, Learned, Learner, Opinion, Training
from sumspace.summarizers.model_file import Arrays

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumspace.arrays import Floats, Integers


#: How many rows a classifier learns from at most, unless it is told otherwise.
_ROWS = 50_000
#: Filters of warnings are shared by all threads.
_QUIET = RLock()
#: Where a classifier rules a class out, it has this probability, so that odds are finite.
_RAREST = 1e-12
#: How many numbers the settings of all configurations may become.
_LARGEST = 50_000_000


@dataclass(frozen=True, slots=True)
class Scikit(Learner):
    """A classifier that sees rows: the standardized features of a document, and the settings, one column for each.

    Its confidence is the probability of the class. Where a classifier has no probabilities, its decision function
    stands for them, made to sum up to one over the classes by softmax; one that has neither is always sure.

    A fitted classifier of scikit-learn is bound to its version, and could run anything when it is unpickled. So the
    file has the arrays that it was given, and reading the file fits it again. No code of the file runs, but its options
    decide how long that takes, so that a stranger's file may keep the machine busy.
    """

    #: Its name in scikit-learn.
    classifier: str
    #: Names and values of its options; `random_state` is the seed where it is not among them.
    options: tuple[tuple[str, Any], ...] = field(default=(), hash=False)
    #: Where there are more rows, this many are drawn.
    rows: int = _ROWS

    title: ClassVar[str] = "any scikit-learn classifier, with its options"
    paper: ClassVar[str] = "Pedregosa et al. 2011"

    def __post_init__(self) -> None:
        self.check_number("rows", int, 1, 100_000_000)
        kind = _classifier(self.classifier)
        object.__setattr__(self, "classifier", kind.__name__)
        known = signature(kind).parameters
        for option, _ in self.options:
            if option not in known:
                names = ", ".join([*known, "rows"])
                raise SettingError(f"{self.classifier} has no option {option!r}; there are: {names}")
            if option == "verbose":
                raise SettingError(f"{self.classifier} cannot be verbose: its output would mix with the results")

    @classmethod
    def from_spec(cls, spec: Spec) -> Scikit:
        """Make a learner of a classifier's name, in capitals or not, and its options.

        >>> str(Scikit.from_spec(Spec("randomforestclassifier", (), {"n_estimators": 50})))
        'RandomForestClassifier(n_estimators=50)'
        """
        name, options = _classifier(spec.name).__name__, dict(spec.options)
        if spec.arguments or any(isinstance(value, Spec) for value in options.values()):
            example = "SVC(C=2.0, kernel='poly')"
            raise SettingError(f"options of a classifier are written name=value, as in {example}, not {spec!s:.80}")
        rows = options.pop("rows", _ROWS)
        return cls(name, tuple(options.items()), rows)

    def __str__(self) -> str:
        # As Python writes them: to scikit-learn, 1.0 is often a share and 1 a number.
        options = dict(self.options) | ({} if self.rows == _ROWS else {"rows": self.rows})
        items = ", ".join(f"{option}={value!r}" for option, value in options.items())
        return f"{self.classifier}({items})" if items else self.classifier

    def learn(self, training: Training, seed: int = 0) -> Learned:
        return self._learn(training.features, training.settings, training.classes, training.means, seed)

    def restore(self, arrays: Arrays, configurations: int, features: int) -> Learned:
        seen = arrays.floats("features", None, features)
        settings = arrays.integers("settings", configurations, None, low=0)
        if not len(seen):
            raise ValueError("features has no documents")
        classes = arrays.integers("classes", len(seen), configurations, low=0)
        values = arrays.floats("values", None)
        if int(classes.max()) >= len(values):
            raise ValueError("every class has a value")
        return self._learn(seen, settings, classes, values, int(arrays.integers("seed", low=0)))

    def _learn(self, features: Floats, settings: Integers, classes: Integers, values: Floats, seed: int) -> Learned:
        parameters = [(parameter, np.unique(parameter)) for parameter in settings.T]
        if sum(values.size for _, values in parameters) * len(settings) > _LARGEST:
            raise SettingError(f"{self.classifier} cannot be trained on so many configurations and settings")
        columns = [(parameter[:, None] == values).astype(np.float64) for parameter, values in parameters]
        choices = np.concatenate([np.zeros((len(settings), 0)), *columns], axis=1)
        rows = np.arange(min(classes.size, self.rows))
        if classes.size > self.rows:
            rows = np.sort(np.random.default_rng(seed).choice(classes.size, self.rows, replace=False))
        document, configuration = np.divmod(rows, len(settings))
        kind, options = _classifier(self.classifier), dict(self.options)
        if "random_state" in signature(kind).parameters:
            options.setdefault("random_state", seed % 2**32)
        means, deviations = standards(features)
        table = np.concatenate([standardize(features, means, deviations)[document], choices[configuration]], axis=1)
        target = classes[document, configuration]
        fitted: Any = int(target[0])
        if (target != fitted).any():
            fitted = _quietly(f"{self} cannot learn this", lambda: kind(**options).fit(table, target))
        return _Fitted(self, features, settings, classes, values, seed, means, deviations, choices, fitted)


@dataclass(frozen=True, eq=False)
class _Fitted(Learned):
    learner: Scikit
    features: Floats
    settings: Integers
    classes: Integers
    #: The mean value of each class.
    values: Floats
    seed: int
    #: What features are standardized with, and the settings of every configuration as columns.
    means: Floats
    deviations: Floats
    choices: Floats
    #: The classifier, or the only class that there was.
    fitted: Any

    def judge(self, features: Floats) -> Opinion:
        standard = standardize(self.checked(features, self.means.size), self.means, self.deviations)
        count = len(self.choices)
        if isinstance(self.fitted, int):
            only = np.full(1, self.fitted)
            return Opinion.of_classes(np.zeros((count, 1)), self.values[only], only)
        rows = np.concatenate([np.tile(standard, (count, 1)), self.choices], axis=1)
        opinion: Opinion = _quietly(
            f"{self.learner} cannot judge a text", lambda: _opinion(self.fitted, rows, self.values)
        )
        return opinion

    def without_text(self) -> Floats:
        """Expect what is expected of the average text."""
        return self.judge(self.means).values

    @property
    def arrays(self) -> Arrays:
        classes = self.classes.astype(np.min_scalar_type(int(self.classes.max())))
        seed = np.array(self.seed)
        return Arrays(features=self.features, settings=self.settings, classes=classes, values=self.values, seed=seed)


def _opinion(fitted: Any, rows: Floats, values: Floats) -> Opinion:
    """Return the probabilities of classes, and of what a classifier predicts its confidence."""
    predicted, known = fitted.predict(rows).astype(np.int64), fitted.classes_.astype(np.int64)
    if hasattr(fitted, "predict_proba"):
        shares = np.nan_to_num(fitted.predict_proba(rows))
    elif hasattr(fitted, "decision_function"):
        decisions = fitted.decision_function(rows)
        if decisions.ndim == 1:
            decisions = np.stack([np.zeros(len(rows)), decisions], axis=1)
        shares = np.exp(decisions - decisions.max(axis=1, keepdims=True))
    else:
        shares = (predicted[:, None] == known).astype(np.float64)
    opinion = Opinion.of_classes(np.log(np.maximum(shares, _RAREST)), values[known], known)
    # Some predict another class than the most probable one.
    confidence = opinion.probabilities[np.arange(len(rows)), np.searchsorted(known, predicted)]
    return replace(opinion, classes=predicted, confidence=confidence)


def _quietly(failure: str, work: Callable[[], Any]) -> Any:
    """Run scikit-learn without its warnings, and make its errors a SettingError of one line."""
    try:
        with _QUIET, warnings.catch_warnings(action="ignore"):
            return work()
    except Exception as error:
        raise SettingError(f"{failure}: {on_one_line(' '.join(str(error).split()))}") from error


@cache
def _classifiers() -> dict[str, Any]:
    from sklearn.utils import all_estimators

    with _QUIET, warnings.catch_warnings(action="ignore"):
        return {name.lower(): kind for name, kind in all_estimators(type_filter="classifier")}


def _classifier(name: str) -> Any:
    """Return scikit-learn's classifier of this name, in capitals or not."""
    if name.lower() not in _classifiers():
        known = [*LEARNERS, "the classifiers of scikit-learn, such as RandomForestClassifier(n_estimators=50)"]
        raise UnknownNameError("learner", name, known)
    return _classifiers()[name.lower()]
