"""One grammar for everything that has a name and options: `name(option, key=value)`.

Measures, budgets, summarizers, learners, profiles and configurations are written and read in it, and signatures are
made of what they print:

    spec    = name [ "(" [ item { "," item } ] ")" ]
    item    = value | key "=" value
    value   = number | word | spec | a Python literal: 'text', None, True, (1, 2), {"a": 1}
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from sumspace import __version__
from sumspace.errors import SettingError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Spec", "build", "parse_spec", "signature", "spec_of"]

T = TypeVar("T")

#: No name with options that makes sense is longer, and Python's parser has its limits too.
_LONGEST = 2_000
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
_KEY = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*(.*)", re.DOTALL)
_LITERALS = {"None": None, "True": True, "False": False}
#: Which Python types a field of an annotated type takes.
_TYPES: dict[str, tuple[type, ...]] = {"int": (int,), "float": (int, float), "str": (str,), "bool": (bool,)}


@dataclass(frozen=True, slots=True)
class Spec:
    """A name with its arguments and options; `parse_spec(str(spec)) == spec`.

    >>> str(Spec("within", (100, 5))), Spec("ngram", (1, 4)).compact
    ('within(100, 5)', 'ngram(1,4)')
    """

    name: str
    arguments: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        items = [_write(value) for value in self.arguments]
        items += [f"{key}={_write(value)}" for key, value in self.options.items()]
        return f"{self.name}({', '.join(items)})" if items else self.name

    @property
    def compact(self) -> str:
        """The same without spaces, as the names of measures are written."""
        items = [_write(value) for value in self.arguments]
        items += [f"{key}={_write(value)}" for key, value in self.options.items()]
        return f"{self.name}({','.join(items)})" if items else self.name


def parse_spec(text: str) -> Spec:
    """Read a name with options.

    >>> parse_spec("SVC(C=2.0, kernel='poly')")
    Spec(name='SVC', arguments=(), options={'C': 2.0, 'kernel': 'poly'})
    >>> parse_spec("oracle(rouge-2, each)").arguments
    ('rouge-2', 'each')
    """
    name, bracket, rest = (part.strip() for part in text.partition("("))
    wrong = SettingError(f"options are written as in {name or 'name'}(option, key=value), not as in {text!r:.80}")
    if len(text) > _LONGEST or ")" in name or (bracket and not rest.endswith(")")):
        raise wrong
    if not bracket:
        return Spec(name)
    arguments: list[Any] = []
    options: dict[str, Any] = {}
    try:
        for item in _items(rest[:-1]):
            match = _KEY.fullmatch(item)
            if (match is None and options) or (match is not None and match[1] in options):
                raise wrong
            if match is None:
                arguments.append(_read(item))
            else:
                options[match[1]] = _read(match[2])
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise wrong from None
    return Spec(name, tuple(arguments), options)


def _items(text: str) -> Iterator[str]:
    """Divide a list at the commas that stand in no bracket and in no quotation marks."""
    if not text.strip():
        return
    depth, quote, start = 0, "", 0
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[place - 1] != "\\" else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth < 0:
                raise ValueError(text)
        elif sign == "," and not depth:
            yield text[start:place]
            start = place + 1
    if depth or quote:
        raise ValueError(text)
    yield text[start:]


def _read(text: str) -> Any:
    text = text.strip()
    if not text:
        raise ValueError(text)
    if text in _LITERALS:
        return _LITERALS[text]
    if text[0] in "'\"([{" or _NUMBER.fullmatch(text):
        if text[0].isdigit() and text.lstrip("0") != text and text.strip("0").isdigit():
            text = text.lstrip("0")  # Python has no numbers with zeros before them
        with warnings.catch_warnings(action="ignore"):
            value = ast.literal_eval(text)
        if ast.literal_eval(repr(value)) != value:  # 1e999 does not print as it reads
            raise ValueError(text)
        return value
    return parse_spec(text) if "(" in text else text


def _write(value: Any) -> str:
    """Write a value so that it reads as itself: words and numbers as they are, other strings in quotation marks."""
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)
    try:
        plain = value == value.strip() and _read(value) == value and list(_items(value)) == [value]
    except (ValueError, SyntaxError, TypeError, SettingError):
        plain = False
    return value if plain and "=" not in value else repr(value)


def build(kind: str, cls: type[T], spec: Spec) -> T:
    """Make a dataclass of a spec: arguments are its fields in order, options are fields by name.

    `kind` says what it is, for errors.
    """
    known = {entry.name: entry for entry in fields(cls) if entry.init}  # type: ignore[arg-type]
    if len(spec.arguments) > len(known):
        raise SettingError(f"{spec} has too many arguments; {_usage(spec.name, cls)} is what a {kind} is written as")
    given = dict(zip(known, spec.arguments, strict=False))
    for name, value in spec.options.items():
        if name not in known:
            raise UnknownNameError(f"option of {spec.name},", name, list(known) or ["none"])
        if name in given:
            raise SettingError(f"{spec} says {name} twice")
        given[name] = value
    for name, value in given.items():
        types = _TYPES.get(str(known[name].type))
        if types and not (isinstance(value, types) and (bool in types or not isinstance(value, bool))):
            raise SettingError(f"{name} of {spec.name} is of type {known[name].type}, not {value!r:.40}")
    missing = [n for n, e in known.items() if n not in given and e.default is MISSING and e.default_factory is MISSING]
    if missing:
        raise SettingError(f"{spec} lacks {missing[0]}; {_usage(spec.name, cls)} is what a {kind} is written as")
    return cls(**given)


def _usage(name: str, cls: type[Any]) -> str:
    return f"{name}({', '.join(entry.name for entry in fields(cls) if entry.init)})"


def spec_of(name: str, value: Any, positional: int = 0) -> Spec:
    """Return the spec that `build` makes a dataclass of: some fields as arguments, others by name unless usual."""
    entries = [entry for entry in fields(value) if entry.init]
    arguments = tuple(getattr(value, entry.name) for entry in entries[:positional])
    options = {entry.name: getattr(value, entry.name) for entry in entries[positional:]}
    usual = {entry.name: entry.default for entry in entries}
    return Spec(name, arguments, {key: one for key, one in options.items() if one != usual[key]})


def signature(*parts: object) -> str:
    """Return the line that says everything needed to get the same numbers again."""
    return " | ".join([f"sumspace {__version__}", *(str(part) for part in parts if part is not None and str(part))])
