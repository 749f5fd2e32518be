"""Habits of the package: what it exports, and that importing it is cheap."""

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


ROOMS = ("text", "corpus", "measures", "summarizers", "space", "oracle", "studies", "report", "cli")


def test_imports_point_one_way():
    root = Path(sumspace.__file__).parent
    for file in root.rglob("*.py"):
        room = file.relative_to(root).parts[0]
        wanted = re.findall(r"from sumspace\.(\w+)", file.read_text())
        if room in ROOMS:
            assert not set(wanted) & set(ROOMS[ROOMS.index(room) + 1 :]), file
        elif room in ("stats", "compute"):
            assert set(wanted) <= {"compute", room, "errors", "compiled"}, file


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_the_program_finds_nothing_half_written(end, tmp_path):
    lines = (json.dumps({"id": str(i), "text": "One."}) for i in count())
    run = [sys.executable, "-m", "sumspace", "corpus", "convert", "-", tmp_path / "out.jsonl"]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        # The pipe is full only when somebody reads it: by then the program is at work.
        program.stdin.writelines(f"{line}\n" for line in islice(lines, 100_000))
        assert list(tmp_path.iterdir())
        program.send_signal(end)
        with suppress(BrokenPipeError):
            program.stdin.writelines(f"{line}\n" for line in islice(lines, 100_000))
        _, messages = program.communicate(timeout=120)
    assert program.returncode == 128 + end
    assert not messages
    assert not list(tmp_path.iterdir())
