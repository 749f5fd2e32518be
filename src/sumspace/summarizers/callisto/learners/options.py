"""Names with options, written as Python writes a call, and read without running anything."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Any

from sumspace.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["check_number", "read_call", "write_call"]

#: No name with options that makes sense is longer; Python's parser has its limits too.
_LONGEST = 2_000


def read_call(text: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the options, whose values must be literals: numbers, strings, None, tuples and the like.

    >>> read_call("SVC(C=2.0, kernel='poly')")
    ('SVC', {'C': 2.0, 'kernel': 'poly'})
    """
    name, bracket, rest = (part.strip() for part in text.partition("("))
    if not bracket:
        return name, {}
    wrong = SettingError(f"options are written as in {name or 'name'}(option=1, other='x'), not as in {text!r:.80}")
    if len(text) > _LONGEST:
        raise wrong
    try:
        with warnings.catch_warnings(action="ignore"):
            call = ast.parse(f"name({rest}", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            raise wrong
        options = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        # What does not print as it reads, such as 1e999, has no place in a name; nor has an option twice, or **.
        if len(options) < len(call.keywords) or "None" in options or ast.literal_eval(repr(options)) != options:
            raise wrong
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise wrong from None
    return name, options


def write_call(name: str, options: Mapping[str, Any]) -> str:
    """Return what `read_call` reads.

    >>> write_call("tree", {"depth": 4, "least": 0.05})
    'tree(depth=4, least=0.05)'
    """
    return f"{name}({', '.join(f'{option}={value!r}' for option, value in options.items())})" if options else name


def check_number(option: str, value: object, kind: type[int | float], low: float, high: float) -> None:
    """Raise a SettingError for anything but a number between two others, a whole one if its kind is int."""
    fitting = type(value) is int or (kind is float and isinstance(value, float))
    if not (fitting and low <= value <= high):  # type: ignore[operator]
        whole = "a whole number" if kind is int else "a number"
        raise SettingError(f"{option} of a learner is {whole} from {low:,} to {high:,}, not {value!r}")
