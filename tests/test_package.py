"""Habits of the package: what it exports, and that importing it is cheap."""

import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest

import sumspace

MODULES = sorted(m.name for m in walk_packages(sumspace.__path__, "sumspace.") if not m.name.endswith("__main__"))
HEAVY = ("numba", "numpy", "polars", "pydantic", "regex", "sentencex", "Stemmer")


@pytest.mark.parametrize("name", ["sumspace", *MODULES])
def test_what_a_module_says_it_exports_is_there(name):
    module = import_module(name)
    if not hasattr(module, "__path__") or name == "sumspace":
        assert list(module.__all__) == sorted(module.__all__, key=lambda n: (n.upper() != n, not n[0].isupper(), n))
        for exported in module.__all__:
            assert getattr(module, exported) is not None
    assert module.__doc__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sumspace.nothing  # noqa: B018


@pytest.mark.parametrize("statement", ["import sumspace", "import sumspace.cli.main"])
def test_heavy_libraries_load_where_they_are_used(statement):
    code = f"{statement}; import sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
