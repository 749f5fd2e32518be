"""What the documentation shows is what the program does."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_output_in_the_readme_is_real(sumspace):
    shown = re.search(r"```console\n\$ (sumspace rank .*) \| sed (\d+),(\d+)d\n((?:.*\n)+?)```", README)
    assert shown
    command, first, last, output = shown.groups()
    lines = sumspace(*shlex.split(command)[1:]).out.strip().splitlines()
    assert lines[: int(first) - 1] + lines[int(last) :] == output.strip().splitlines()


@pytest.mark.parametrize("name", ["compare", "meta", "callisto evaluate"])
def test_the_tables_of_studies_in_the_readme_are_real(sumspace, name):
    shown = re.search(rf"```console\n\$ (sumspace {name} .*) \| head -(\d+)\n((?:.*\n)+?)```", README)
    assert shown
    command, lines, output = shown.groups()
    assert sumspace(*shlex.split(command)[1:]).out.splitlines()[: int(lines)] == output.splitlines()


def test_the_table_of_compared_systems_is_real(sumspace):
    page = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
    shown = re.search(r"```console\n\$ (sumspace compare sample .*) \| head -(\d+)\n((?:.*\n)+?)```", page)
    assert shown
    command, lines, output = shown.groups()
    assert sumspace(*shlex.split(command)[1:]).out.splitlines()[: int(lines)] == output.splitlines()


def test_every_command_in_the_readme_is_there(sumspace):
    for command in re.findall(r"^\$ sumspace (\w+(?: \w+)?)", README, re.MULTILINE):
        words = command.split()
        known = words[:2] if words[0] in {"corpus", "callisto"} else words[:1]
        assert sumspace(*known, "--help").code == 0
