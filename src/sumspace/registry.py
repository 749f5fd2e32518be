"""The one way in which things get a name: a decorator, modules that load when used, entry points, helpful errors."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sumspace.errors import SettingError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from importlib.metadata import EntryPoint

__all__ = ["Registry"]

T = TypeVar("T")


class Registry(Generic[T]):
    """Named things of one kind, each in a module of a package that is called as the thing: `lexrank` in `lexrank.py`.

    Looking one up loads that module alone; going through all of them loads all. A name whose module is elsewhere is
    declared with it. Where each is a sub-package, `inside` is the module of it that registers: `limits/study.py`. A
    third party registers its own through an entry point in the group named after the package, for example
    `[project.entry-points."sumspace.measures"]`; a plug-in that cannot be loaded is named and left out.
    """

    def __init__(
        self, kind: str, package: str, elsewhere: Mapping[str, str] | None = None, *, inside: str = ""
    ) -> None:
        self._kind = kind
        self._package = package
        self._elsewhere = dict(elsewhere or {})
        self._inside = inside
        self._things: dict[str, T] = {}
        #: Plug-ins that cannot be used, and why.
        self._broken: dict[str, str] = {}
        self._loaded = False

    def register(self, name: str) -> Callable[[T], T]:
        """Register what is decorated under this name."""

        def enter(thing: T) -> T:
            taken = self._things.get(name)
            if taken is not None and _origin(taken) != _origin(thing):
                raise SettingError(
                    f"two {self._kind}s are called {name!r}: {_origin(taken)} and {_origin(thing)}; rename one of them"
                )
            self._things[name] = thing
            return thing

        return enter

    def __iter__(self) -> Iterator[str]:
        self._load_all()
        return iter(sorted(self._things))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name)

    def __getitem__(self, name: str) -> T:
        if not self._find(name):
            if name in self._broken:
                raise SettingError(f"the {self._kind} {name!r}, a plug-in, cannot be used: {self._broken[name]}")
            raise UnknownNameError(self._kind, name, self)
        return self._things[name]

    def likely(self, name: str) -> Iterator[T]:
        """Go through all things, those first whose module's name begins as this name does.

        Modules load one by one, so that who finds the right thing early loads no others.
        """
        head = name.partition("-")[0].partition("(")[0]
        modules = sorted(self._modules(), key=lambda module: (not module.startswith(head.replace("-", "_")), module))
        seen: set[str] = set()
        for module in modules:
            self._import(module)
            for known in [known for known in self._things if known not in seen]:
                seen.add(known)
                yield self._things[known]
        self._load_all()
        for known in sorted(self._things):
            if known not in seen:
                yield self._things[known]

    def _find(self, name: str) -> bool:
        """Load the module that has this name, or all of them if there is none; tell whether the thing is there."""
        if name not in self._things and not self._loaded:
            module = name.replace("-", "_")
            if name in self._elsewhere:
                import_module(self._elsewhere[name])
            elif module in self._modules():
                self._import(module)
            if name not in self._things:
                self._load_all()
        return name in self._things

    def _modules(self) -> list[str]:
        modules = iter_modules(import_module(self._package).__path__)
        return [module.name for module in modules if module.ispkg == bool(self._inside)]

    def _import(self, module: str) -> None:
        name = f"{self._package}.{module}"
        if self._inside:
            if find_spec(f"{name}.{self._inside}"):
                import_module(f"{name}.{self._inside}")
        elif module != "kernels":
            import_module(name)

    def _load_all(self) -> None:
        if self._loaded:
            return
        for module in self._modules():
            self._import(module)
        for module in self._elsewhere.values():
            import_module(module)
        for entry in entry_points(group=self._package):
            self._plug_in(entry)
        self._loaded = True

    def _plug_in(self, entry: EntryPoint) -> None:
        try:
            thing = entry.load()
        except Exception as error:  # noqa: BLE001 - whatever a plug-in does wrong, the others can be used
            self._broken[entry.name] = f"{type(error).__name__}: {error}"
        else:
            taken = self._things.get(entry.name)
            if taken is None or _origin(taken) == _origin(thing):
                self._things[entry.name] = thing
                return
            self._broken[entry.name] = f"{_origin(thing)} has a name that {_origin(taken)} has already"
        message = f"the {self._kind} {entry.name!r}, a plug-in, is left out: {self._broken[entry.name]}"
        warnings.warn(message, stacklevel=2)


def _origin(thing: Any) -> str:
    """Return where a thing comes from."""
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', thing)}"
