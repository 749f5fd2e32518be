"""One grammar for everything that has a name and options: `name(option, key=value)`.

Measures, budgets, summarizers, learners, profiles and configurations are written and read in it, and signatures are
made of what they print:

    spec    = name [ "(" [ item { "," item } ] ")" ]
    item    = value | key "=" value
    value   = number | spec | a Python literal: 'text', None, True, (1, 2), {"a": 1} | any other text, as it stands

A value with a comma, a bracket without its partner or an equals sign that is not meant as such is written as a literal,
in quotation marks; other texts, such as the paths of most files, need none.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import MISSING, dataclass, field, fields
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from sumspace import __version__
from sumspace.errors import SettingError, UnknownNameError, check_size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


T = TypeVar("T")

#: No name with options that makes sense is longer or has more brackets within brackets.
_LONGEST, _DEEPEST = 2_000, 20
#: So many digits a whole number has at most that is not too large for a float.
_MOST_DIGITS = 300
#: Below it, whole numbers are floats as they are.
_EXACT = 2**53
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
_KEY = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*(.*)", re.DOTALL | re.ASCII)
#: What looks like a name with options, and not like a path or any other text with brackets in it.
_NESTED = re.compile(r"[\w.*-]+\(.*\)", re.DOTALL)
_CONSTANTS = {"None": None, "True": True, "False": False}
#: Which Python types a field of an annotated type takes.
_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,), "float": (int, float), "str": (str,), "bool": (bool,), "None": (type(None),),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spec:
    """A name with its arguments and options; `parse_spec(str(spec)) == spec`.

    Among arguments, a name without options of its own is a string.

    >>> str(Spec("within", (100, 5))), Spec("ngram", (1, 4)).compact
    ('within(100, 5)', 'ngram(1,4)')
    """

    name: str
    arguments: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self._write(compact=False)

    @property
    def compact(self) -> str:
        """The same without spaces and with numbers as short as can be, as the names of measures are written."""
        return self._write(compact=True)

    def _write(self, *, compact: bool) -> str:
        items = [_write(value, compact=compact) for value in self.arguments]
        items += [f"{key}={_write(value, compact=compact)}" for key, value in self.options.items()]
        return f"{self.name}({(',' if compact else ', ').join(items)})" if items else self.name


def parse_spec(text: str) -> Spec:
    """Read a name with options; anything that is not one is a SettingError.

    >>> parse_spec("SVC(C=2.0, kernel='poly')")
    Spec(name='SVC', arguments=(), options={'C': 2.0, 'kernel': 'poly'})
    >>> parse_spec("oracle(rouge-2, each)").arguments
    ('rouge-2', 'each')
    """
    name, bracket, rest = (part.strip() for part in text.partition("("))
    well_formed = not bracket or (name and rest.endswith(")"))
    try:
        if len(text) <= _LONGEST and well_formed and ")" not in name:
            return Spec(name, *_arguments_and_options(rest[:-1]))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):  # most of them of Python's own parser
        pass
    example = name.partition(")")[0][:40] or "name"
    raise SettingError(f"options are written as in {example}(option, key=value), not as in {text!r:.80}")


def _arguments_and_options(text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Read what stands in the brackets, in any order."""
    arguments: list[Any] = []
    options: dict[str, Any] = {}
    for item in _items(text):
        key = _KEY.fullmatch(item)
        if key is None:
            arguments.append(_read(item))
        elif key[1] not in options:
            options[key[1]] = _read(key[2])
        else:
            raise ValueError(text)
    return tuple(arguments), options


def _items(text: str) -> Iterator[str]:
    """Divide a list at the commas that stand in no bracket and in no quotation marks.

    Quotation marks count as such where a value can begin: the apostrophe in `it's` is a letter.
    """
    if not text.strip():
        return
    depth, start = 0, 0
    before = quote = ""  # the last sign that is no space, and the quotation mark that is open
    escaped = False
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and not escaped else quote
            escaped = sign == "\\" and not escaped
        elif sign in "'\"" and before in ("", *"([{,=:"):
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and not depth:
            yield text[start:place]
            start = place + 1
        if not 0 <= depth <= _DEEPEST:
            raise ValueError(text)
        before = sign if not sign.isspace() else before
    if depth or quote:
        raise ValueError(text)
    yield text[start:]


def _read(text: str) -> Any:
    text = text.strip()
    if not text:
        raise ValueError(text)
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _WHOLE.fullmatch(text) and len(text) <= _MOST_DIGITS:
        return int(text)
    if _NUMBER.fullmatch(text):
        number = float(text)
        if not isfinite(number):  # 1e999 does not print as it reads
            raise ValueError(text)
        return number
    if text[0] in "'\"([{":
        with warnings.catch_warnings(action="ignore"):
            value = ast.literal_eval(text)
            if ast.literal_eval(repr(value)) != value:
                raise ValueError(text)
        return value
    return parse_spec(text) if _NESTED.fullmatch(text) else text


def _write(value: Any, *, compact: bool) -> str:
    """Write a value so that it reads as itself: words and numbers as they are, other strings in quotation marks."""
    if isinstance(value, Spec):
        return value.compact if compact else str(value)
    if isinstance(value, float) and compact and abs(value) < _EXACT:
        return f"{Decimal(repr(float(value))):f}".removesuffix(".0")
    if not isinstance(value, str):
        return str(value)
    try:
        plain = "=" not in value and value.isprintable() and parse_spec(f"name({value})").arguments == (value,)
    except SettingError:
        plain = False
    return value if plain else repr(value)


def build(kind: str, cls: type[T], spec: Spec) -> T:
    """Make a dataclass of a spec: arguments are its fields in order, options by name; errors call it a `kind`."""
    known = {entry.name: entry for entry in fields(cls) if entry.init}  # type: ignore[arg-type]
    usage = f"{spec.name}({', '.join(known)})" if known else f"{spec.name}, without options,"
    if len(spec.arguments) > len(known):
        raise SettingError(f"{spec} has too many arguments; {usage} is how the {kind} is written")
    values = dict(zip(known, spec.arguments, strict=False))
    for name, value in spec.options.items():
        if name not in known:
            raise UnknownNameError(f"option of {spec.name},", name, list(known) or ["none"])
        if name in values:
            raise SettingError(f"{spec} says {name} twice")
        values[name] = value
    for name, value in values.items():
        if not _fits(value, str(known[name].type)):
            raise SettingError(f"{name} of {spec.name} is of type {known[name].type}, not {value!r:.40}")
        if isinstance(value, int | float):
            check_size(f"{name} of {spec.name}", value)
    for name, entry in known.items():
        if name not in values and entry.default is MISSING and entry.default_factory is MISSING:
            raise SettingError(f"{spec} lacks {name}; {usage} is how the {kind} is written")
    return cls(**values)


def _fits(value: object, annotation: str) -> bool:
    """Tell whether a value is of an annotated type; types that are not simple ones take anything."""
    names = annotation.split(" | ")
    types = tuple(kind for name in names for kind in _TYPES.get(name, (object,)))
    return isinstance(value, types) and (not isinstance(value, bool) or bool in types or object in types)


def spec_of(name: str, value: Any, positional: int = 0) -> Spec:
    """Return the spec that `build` makes a dataclass of: some fields as arguments, others by name unless usual."""
    entries = [entry for entry in fields(value) if entry.init]
    arguments = tuple(getattr(value, entry.name) for entry in entries[:positional])
    options = {e.name: getattr(value, e.name) for e in entries[positional:] if getattr(value, e.name) != e.default}
    return Spec(name, arguments, options)


def signature(*parts: object) -> str:
    """Return the line that says everything needed to get the same numbers again."""
    return " | ".join([f"sumspace {__version__}", *(str(part) for part in parts if part is not None and str(part))])
