"""Any classifier of scikit-learn as a learner."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sumspace.errors import SettingError, UnknownNameError, on_one_line
from sumspace.summarizers.callisto.learners.kept import check_features, floats, integers
from sumspace.summarizers.callisto.learners.learner import LEARNERS, Learned, Learner, Opinion, Training
from sumspace.summarizers.callisto.learners.options import check_number, read_call, write_call
from sumspace.summarizers.callisto.learners.standard import standardize, standards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

__all__ = ["Scikit"]

#: What warns, and what is done about it, is one for all threads.
_QUIET = RLock()
#: How many numbers the settings of all configurations may become.
_LARGEST = 50_000_000


@dataclass(frozen=True, slots=True)
class Scikit(Learner):
    """A classifier that sees rows: the standardized features of a document, and the settings, one column for each.

    It says how sure it is by its probabilities; one that has none by its decision function, made to sum up to one over
    the classes by softmax, which is no probability but rises with it; and one that has neither is always sure.
    What scikit-learn would keep is bound to its version and could run anything when it is read; so the arrays that are
    kept are those it was given, and what was learned is learned again from them. That runs no code of the file's, but
    its options decide how long it takes, so that a stranger's file may keep the machine busy.
    """

    #: Its name in scikit-learn.
    classifier: str
    #: Names and values of its options; `random_state` is the seed where it is not among them.
    options: tuple[tuple[str, Any], ...] = field(default=(), hash=False)
    #: Where there are more rows, so many are drawn.
    rows: int = 50_000

    title: ClassVar[str] = "any classifier of scikit-learn, with its options"
    paper: ClassVar[str] = "Pedregosa et al. 2011"

    def __post_init__(self) -> None:
        check_number("rows", self.rows, int, 1, 100_000_000)
        kind = _classifier(self.classifier)
        object.__setattr__(self, "classifier", kind.__name__)
        known = signature(kind).parameters
        for option, _ in self.options:
            if option not in known:
                names = ", ".join([*known, "rows"])
                raise SettingError(f"{self.classifier} has no option {option!r}; there are: {names}")
            if option == "verbose":
                raise SettingError(f"{self.classifier} cannot be verbose: what it prints would stand among the results")

    @classmethod
    def parse(cls, text: str) -> Scikit:
        """Read a classifier's name, in capitals or not, and its options.

        >>> str(Scikit.parse("randomforestclassifier(n_estimators=50)"))
        'RandomForestClassifier(n_estimators=50)'
        """
        name, options = read_call(text)
        rows = options.pop("rows", 50_000)
        return cls(name, tuple(options.items()), rows)

    def __str__(self) -> str:
        rows = {} if self.rows == 50_000 else {"rows": self.rows}
        return write_call(self.classifier, dict(self.options) | rows)

    def learn(self, training: Training, seed: int = 0) -> Learned:
        return self._learn(training.features, training.settings, training.classes, seed)

    def restore(self, arrays: Mapping[str, NDArray[np.generic]], configurations: int, features: int) -> Learned:
        seen = floats(arrays, "features", None, features)
        settings = integers(arrays, "settings", configurations, None, low=0)
        if not len(seen):
            raise ValueError("there are documents")
        classes = integers(arrays, "classes", len(seen), configurations, low=0)
        return self._learn(seen, settings, classes, int(integers(arrays, "seed", low=0)))

    def _learn(self, features: Floats, settings: Integers, classes: Integers, seed: int) -> Learned:
        parameters = [(parameter, np.unique(parameter)) for parameter in settings.T]
        if sum(values.size for _, values in parameters) * len(settings) > _LARGEST:
            raise SettingError(f"{self.classifier} cannot be given so many configurations with so many settings")
        columns = [(parameter[:, None] == values).astype(np.float64) for parameter, values in parameters]
        choices = np.concatenate([np.zeros((len(settings), 0)), *columns], axis=1)
        rows = np.arange(min(classes.size, self.rows))
        if classes.size > self.rows:
            rows = np.sort(np.random.default_rng(seed).choice(classes.size, self.rows, replace=False))
        document, configuration = np.divmod(rows, len(settings))
        options = dict(self.options)
        if "random_state" in signature(_classifier(self.classifier)).parameters:
            options.setdefault("random_state", seed % 2**32)
        learned = _Fitted(self, features, settings, classes, seed, *standards(features), choices)
        standard = standardize(features, learned.centres, learned.scales)
        table = np.concatenate([standard[document], choices[configuration]], axis=1)
        wanted = classes[document, configuration]
        if (wanted == wanted[0]).all():
            learned.fitted.append(int(wanted[0]))
        else:
            fit = _classifier(self.classifier)
            learned.fitted.append(_quietly(f"{self} cannot learn this", lambda: fit(**options).fit(table, wanted)))
        return learned


@dataclass(frozen=True, eq=False)
class _Fitted(Learned):
    learner: Scikit
    features: Floats
    settings: Integers
    classes: Integers
    seed: int
    #: What makes features standard, and the settings of every configuration as columns.
    centres: Floats
    scales: Floats
    choices: Floats
    #: The classifier, or the only class that there was.
    fitted: list[Any] = field(default_factory=list)

    def judge(self, features: Floats) -> Opinion:
        standard = standardize(check_features(features, self.centres.size), self.centres, self.scales)
        (fitted,) = self.fitted
        count = len(self.choices)
        if isinstance(fitted, int):
            return Opinion(np.full(count, fitted, np.int64), np.ones(count))
        rows = np.concatenate([np.tile(standard, (count, 1)), self.choices], axis=1)
        opinion: Opinion = _quietly(f"{self.learner} cannot judge a text", lambda: _opinion(fitted, rows))
        return opinion

    @property
    def arrays(self) -> Mapping[str, NDArray[np.generic]]:
        classes = self.classes.astype(np.min_scalar_type(int(self.classes.max())))
        return {"features": self.features, "settings": self.settings, "classes": classes, "seed": np.array(self.seed)}


def _opinion(fitted: Any, rows: Floats) -> Opinion:
    """Return the classes that a classifier expects, and how sure it is of each."""
    classes = fitted.predict(rows).astype(np.int64)
    if hasattr(fitted, "predict_proba"):
        shares = fitted.predict_proba(rows)
    elif hasattr(fitted, "decision_function"):
        decisions = fitted.decision_function(rows)
        if decisions.ndim == 1:
            decisions = np.stack([np.zeros(len(rows)), decisions], axis=1)
        shares = np.exp(decisions - decisions.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
    else:
        return Opinion(classes, np.ones(len(rows)))
    columns = np.searchsorted(fitted.classes_, classes)
    return Opinion(classes, np.nan_to_num(shares[np.arange(len(rows)), columns]))


def _quietly(failing: str, work: Callable[[], Any]) -> Any:
    """Do what scikit-learn does without its warnings, and say in one line what it cannot do."""
    try:
        with _QUIET, warnings.catch_warnings(action="ignore"):
            return work()
    except Exception as error:
        raise SettingError(f"{failing}: {on_one_line(' '.join(str(error).split()))}") from error


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
