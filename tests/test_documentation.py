"""What the documentation shows is what the program does, and every page leads where it says."""

import json
import re
import shlex
from functools import cache

import pytest

import sumspace as package
from console_examples import PAGES, ROOT, blocks_of, pages_with_examples, refreshed

DOCS = ROOT / "docs"
NOTEBOOK = DOCS / "notebooks" / "sample.ipynb"
WRITTEN = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", pages_with_examples(), ids=name_of)
def test_the_output_of_every_example_is_real(path, tmp_path):
    text = path.read_text(encoding="utf-8")
    shown, real = text.splitlines(), refreshed(text, tmp_path / "page").splitlines()
    assert shown == real, "run scripts/examples, and look at what it has changed"


def commands():
    """Every command that a page shows, as a shell would run it, with the page."""
    for path in WRITTEN:
        for block in blocks_of(path.read_text(encoding="utf-8")):
            for command, _ in block.commands:
                yield name_of(path), command


@cache
def program():
    import typer.main

    from sumspace.cli.main import app

    return typer.main.get_command(app)


def test_every_command_of_the_documentation_has_the_options_it_is_shown_with():
    unknown = []
    for page, command in commands():
        for part in re.split(r"[|&;]", re.sub(r'"[^"]*"', "quoted", command)):
            words = shlex.split(part.replace("\\\n", " "), comments=True)
            if words[:1] != ["sumspace"]:
                continue
            known, rest = program(), words[1:]
            while rest and hasattr(known, "commands") and not rest[0].startswith("-"):
                known, rest = known.get_command(known.context_class(known), rest[0]), rest[1:]
                if known is None:
                    break
            if known is None:
                unknown.append(f"{page}: {command}: no such command")
                continue
            options = {name for option in known.params for name in (*option.opts, *option.secondary_opts)}
            options |= {"-h", "--help"}
            unknown += [
                f"{page}: {command}: {word}"
                for word in rest
                if re.match(r"--?[a-z]", word) and word.partition("=")[0] not in options
            ]
    assert not unknown


def anchors(path):
    """The anchors that the headings of a page have, as GitHub and the site make them."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", WRITTEN, ids=name_of)
def test_every_link_leads_to_a_page_and_a_heading_of_it(path):
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+://", target):
            continue
        file, _, anchor = target.partition("#")
        page = (path.parent / file).resolve() if file else path
        assert page.exists(), target
        if anchor:
            assert anchor in anchors(page), target


def test_every_page_is_in_the_contents_of_the_site():
    listed = re.findall(r"<([\w/-]+)>$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    pages = {
        path.relative_to(DOCS).with_suffix("").as_posix()
        for path in (*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb"))
        if path.parent.name != "files"
    }
    assert sorted(listed) == sorted(pages - {"index"})


def test_the_reference_has_every_public_name():
    named = re.findall(r"auto\w+:: [\w.]*\.(\w+)$", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(set(package.__all__) - {"__version__"})


def test_there_is_a_question_for_every_command():
    asked = re.findall(r"`sumspace (\w+)", (DOCS / "which.md").read_text(encoding="utf-8"))
    assert set(asked) == set(program().commands)


def test_the_reference_of_commands_has_every_command_and_option(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    from command_reference import reference

    text = reference()
    assert "## `sumspace corpus check`" in text
    rank = text.partition("## `sumspace rank`")[2].partition("\n## ")[0]
    for option in program().commands["rank"].params:
        assert max(option.opts, key=len) in rank or option.human_readable_name.upper() in rank


def test_a_page_that_loads_from_the_network_is_found(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(DOCS)
    from self_contained import loaded_from_elsewhere

    (tmp_path / "good.html").write_text('<a href="https://x.org">x</a><img src="a.png"><link href="a.css">', "utf-8")
    assert loaded_from_elsewhere(tmp_path) == []
    (tmp_path / "bad.html").write_text('<script async src="https://x.org/a.js"></script>', "utf-8")
    (tmp_path / "bad.css").write_text("@font-face { src: url(//x.org/a.woff) }", "utf-8")
    assert [line.partition(":")[0] for line in loaded_from_elsewhere(tmp_path)] == ["bad.css", "bad.html"]


def test_the_notebook_runs_and_is_kept_without_results():
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells)
    names = {}
    for cell in cells:
        exec("".join(cell["source"]), names)  # noqa: S102 - it is ours
    assert names["best"].optimal


def test_the_readme_is_short_and_has_a_small_picture():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert len(prose.splitlines()) <= 100
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert (ROOT / picture).stat().st_size < 250_000


def test_the_version_to_cite_is_this_one():
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited
    assert cited[1] == package.__version__
