"""The one way in which things get a name: a decorator, lazy import, entry points, errors that list the names."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Generic, TypeVar

from sumspace.errors import SumspaceError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Registry"]

T = TypeVar("T")


class Registry(Generic[T]):
    """Named things of one kind: those in the modules of a package, in others of ours, and those that are plugged in.

    A third party registers its own through an entry point in the group named after the package, for example
    `[project.entry-points."sumspace.measures"]`.
    """

    def __init__(self, kind: str, package: str, *modules: str) -> None:
        self._kind = kind
        self._package = package
        self._modules = modules
        self._things: dict[str, T] = {}
        self._loaded = False

    def register(self, name: str) -> Callable[[T], T]:
        """Register what is decorated under this name."""

        def enter(thing: T) -> T:
            self._things[name] = thing
            return thing

        return enter

    def _load(self) -> None:
        if self._loaded:
            return
        for module in iter_modules(import_module(self._package).__path__):
            if module.name != "kernels":
                import_module(f"{self._package}.{module.name}")
        for name in self._modules:
            import_module(name)
        for entry in entry_points(group=self._package):
            try:
                self._things.setdefault(entry.name, entry.load())
            except Exception as error:
                raise SumspaceError(f"the {self._kind} {entry.name!r}, a plug-in, cannot be loaded: {error}") from error
        self._loaded = True

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._things))

    def __getitem__(self, name: str) -> T:
        self._load()
        if name not in self._things:
            raise UnknownNameError(self._kind, name, self)
        return self._things[name]
