"""The one way in which things get a name: a decorator, modules that load when used, entry points, helpful errors."""

from __future__ import annotations

import warnings
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sumspace.errors import SettingError, SumspaceError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from importlib.metadata import EntryPoint


T = TypeVar("T")


class Registry(Generic[T]):
    """Named things of one kind, each in a module of a package that is called as the thing: `lexrank` in `lexrank.py`.

    Looking one up loads that module alone; going through all of them loads all. A name whose module is elsewhere is
    declared with it. Where each is a sub-package, `inside` is the module of it that registers: `limits/study.py`.

    A third party registers its own through an entry point in the group named after the package, for example
    `[project.entry-points."sumspace.measures"]`. A plug-in that cannot be loaded is left out with a warning that names
    it. Two things with one name are an error that names both, whenever the name or all names are used.
    """

    def __init__(self, kind: str, package: str, elsewhere: Mapping[str, str] | None = None, inside: str = "") -> None:
        self._kind = kind
        self._package = package
        self._elsewhere = dict(elsewhere or {})
        self._inside = inside
        self._things: dict[str, T] = {}
        #: Plug-ins that cannot be used, and names that two things have: what is wrong with each.
        self._broken: dict[str, str] = {}
        self._clashes: dict[str, str] = {}

    def register(self, name: str) -> Callable[[T], T]:
        """Register what is decorated under this name, which a class is told as its `name` unless it has one."""

        def enter(thing: T) -> T:
            if isinstance(thing, type) and "name" not in vars(thing):
                thing.name = name  # type: ignore[attr-defined]
            taken = self._things.setdefault(name, thing)
            if _origin(taken) != _origin(thing):
                origins = f"{_origin(taken)} and {_origin(thing)}"
                self._clashes[name] = f"two {self._kind}s are called {name!r}: {origins}; rename or remove one of them"
            return thing

        return enter

    def __iter__(self) -> Iterator[str]:
        self._load_all()
        for clash in self._clashes.values():
            raise SettingError(clash)
        return iter(sorted(self._things))

    def __contains__(self, name: object) -> bool:
        self._load(str(name))
        if name not in self._things:
            self._load_all()
        return name in self._things

    def __getitem__(self, name: str) -> T:
        if name not in self:
            raise self.unknown(name)
        if name in self._clashes:
            raise SettingError(self._clashes[name])
        return self._things[name]

    def unknown(self, name: str, known: Iterable[str] | None = None) -> SumspaceError:
        """Return the error for a name that is not there; it lists those there are, or says why a plug-in is not."""
        plug_in = name.partition("(")[0].strip()
        if plug_in in self._broken:
            return SettingError(f"the {self._kind} {plug_in!r}, a plug-in, cannot be used: {self._broken[plug_in]}")
        return UnknownNameError(self._kind, name, sorted(self._things) if known is None else known)

    def name_of(self, thing: object) -> str:
        """Return the name of a thing that is loaded; nothing where it is not registered."""
        return next((name for name, known in self._things.items() if known is thing), "")

    def likely(self, name: str) -> Iterator[T]:
        """Go through all things, those first whose names begin as this name does; modules load one by one."""

        def likeness(known: str) -> int:
            pairs = zip(_key(known), _key(name), strict=False)
            return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

        seen: set[str] = set()
        while True:
            for known in sorted(set(self._things) - seen, key=likeness, reverse=True):
                seen.add(known)
                yield self[known]
            likeliest = max(list(self._waiting), key=likeness, default=None)
            if likeliest is None:
                return
            self._load(likeliest)

    @cached_property
    def _waiting(self) -> dict[str, list[Callable[[], object]]]:
        """What is not loaded yet, by the name of the thing that it should bring."""
        from importlib.metadata import entry_points

        places = {}
        for module in iter_modules(import_module(self._package).__path__):
            place = f"{self._package}.{module.name}"
            if not self._inside and not module.ispkg and module.name != "kernels":
                places[module.name] = place
            elif self._inside and module.ispkg and find_spec(f"{place}.{self._inside}"):
                places[module.name] = f"{place}.{self._inside}"
        places |= self._elsewhere
        loaders: list[tuple[str, Callable[[], object]]]
        loaders = [(name, partial(import_module, place)) for name, place in places.items()]
        loaders += [(entry.name, partial(self._plug_in, entry)) for entry in entry_points(group=self._package)]
        waiting: dict[str, list[Callable[[], object]]] = {}
        for name, load in loaders:
            waiting.setdefault(_key(name), []).append(load)
        return waiting

    def _load(self, name: str) -> None:
        for load in self._waiting.get(_key(name), ()):
            load()
        self._waiting.pop(_key(name), None)  # what fails is tried again

    def _load_all(self) -> None:
        for name in list(self._waiting):
            self._load(name)

    def _plug_in(self, entry: EntryPoint) -> None:
        try:
            thing = entry.load()
        except Exception as error:  # noqa: BLE001 - whatever a plug-in does wrong, the others can be used
            self._broken[entry.name] = f"{type(error).__name__}: {error}"
            message = f"the {self._kind} {entry.name!r}, a plug-in, is left out: {self._broken[entry.name]}"
            warnings.warn(message, stacklevel=2)
        else:
            self.register(entry.name)(thing)


def _key(name: str) -> str:
    """Return the name of a thing, which may have hyphens, as that of its module."""
    return name.replace("-", "_")


def _origin(thing: Any) -> str:
    """Return where a thing comes from."""
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', thing)}"
