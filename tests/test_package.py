"""Habits of the package: what it exports, which way imports point, and that importing it is cheap."""

import ast
import inspect
import json
import re
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from pkgutil import walk_packages

import pytest

import sumspace.api

MODULES = sorted(m.name for m in walk_packages(sumspace.__path__, "sumspace.") if not m.name.endswith("__main__"))
HEAVY = ("altair", "numba", "numpy", "polars", "pydantic", "regex", "scipy", "sentencex", "sklearn", "Stemmer")


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_is_about(name):
    assert import_module(name).__doc__


@pytest.mark.parametrize("module", [sumspace, sumspace.api])
def test_what_is_exported_is_there_and_in_order(module):
    assert list(module.__all__) == sorted(module.__all__, key=lambda name: (not name[0].isupper(), name))
    for name in module.__all__:
        assert getattr(module, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sumspace.nothing  # noqa: B018


@pytest.mark.parametrize("name", ["measures", "summarizers"])
def test_a_package_of_the_same_name_does_not_hide_a_function(name):
    assert import_module(f"sumspace.{name}") is getattr(sumspace, name)
    assert getattr(sumspace, name)().text() == getattr(sumspace.api, name)().text()


@pytest.mark.parametrize("name", [name for name in sumspace.__all__ if not name.startswith("_")])
def test_what_people_use_has_a_docstring_and_types(name):
    thing = getattr(sumspace.api, name, None) or getattr(sumspace, name)
    assert thing.__doc__
    assert not thing.__doc__.startswith(f"{name}("), "a dataclass without a docstring"
    functions = _methods(thing) if inspect.isclass(thing) else [thing]
    for function in functions:
        signature = inspect.signature(function)
        assert signature.return_annotation is not signature.empty, function
        for parameter in signature.parameters.values():
            assert parameter.name in ("self", "cls") or parameter.annotation is not signature.empty, function


def _methods(of_class):
    for name, member in vars(of_class).items():
        function = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
        if inspect.isfunction(function) and not name.startswith("_"):
            yield function


def loaded_by(code):
    """Return the packages that some code loads."""
    program = f"import sys; before = set(sys.modules)\n{code}\nprint(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {module.partition(".")[0] for module in done.stdout.split()}


def test_the_package_alone_loads_nothing_but_itself():
    assert loaded_by("import sumspace") <= {"sumspace", *sys.stdlib_module_names}


def test_heavy_libraries_load_where_they_are_used():
    assert not loaded_by("import sumspace.cli.main") & set(HEAVY)


def test_scoring_a_pair_loads_no_tables_charts_or_learners():
    loaded = loaded_by('import sumspace; assert sumspace.score("a cat", "a cat")')
    assert not loaded & {"altair", "polars", "sklearn"}


#: From the bottom to the top: each may use those before it.
ROOMS = (
    "text", "corpus", "document", "measures", "summarizers", "space", "oracle", "tasks", "studies", "api", "web", "cli",
)  # fmt: skip
#: What all rooms may use.
FOUNDATION = {"arrays", "errors", "files", "progress", "registry", "spec"}


def usable_in(room):
    """Return what a room may import."""
    if room == "show":
        return {"show", "errors", "files", "progress"}
    if room in ("compute", "stats"):
        return {"arrays", "compute", "errors", "files", "progress", room}
    if room in FOUNDATION:
        return FOUNDATION
    assert room in ROOMS, f"{room} is new: say here what it may import"
    place = ROOMS.index(room)
    return {*FOUNDATION, "compute", "stats", *ROOMS[: place + 1], *(["show"] if place >= ROOMS.index("tasks") else [])}


def used_by(file):
    """Yield the rooms that a file imports, also by a string such as "sumspace.space.budget" that is no entry point."""
    tree = ast.parse(file.read_text())
    names = []
    groups = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: imports name the whole path"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "entry_points":
            groups |= {part for part in ast.walk(node) if isinstance(part, ast.Constant)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in groups:
            names += re.findall(r"^sumspace(?:\.\w+)+$", node.value)
    for name in names:
        package, _, rest = name.partition(".")
        if package == "sumspace" and rest != "__version__":
            yield rest.partition(".")[0]


def test_imports_point_one_way():
    root = Path(sumspace.__file__).parent
    wrong = [
        f"{file.relative_to(root)} imports {used}"
        for file in root.rglob("*.py")
        if file.name not in ("__init__.py", "__main__.py") or file.parent != root
        for used in used_by(file)
        if used not in usable_in(file.relative_to(root).parts[0].removesuffix(".py"))
    ]
    assert not wrong


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_the_program_finds_nothing_half_written(end, tmp_path):
    lines = (json.dumps({"id": str(i), "text": "One."}) for i in count())
    run = [sys.executable, "-m", "sumspace", "corpus", "convert", "-", tmp_path / "out.jsonl", "--quiet"]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        # The pipe is full only when somebody reads it: by then the program is at work.
        program.stdin.writelines(f"{line}\n" for line in islice(lines, 10_000))
        assert list(tmp_path.iterdir())
        program.send_signal(end)
        with suppress(BrokenPipeError):
            program.stdin.writelines(f"{line}\n" for line in islice(lines, 10_000))
        _, messages = program.communicate(timeout=120)
    assert program.returncode == 128 + end
    assert messages == "interrupted: there is no result\n"
    assert not list(tmp_path.iterdir())
