"""What holds of every report that a study writes into a folder."""

import csv
import re


def assert_rows(file, rows):
    """Check that a CSV file has these records."""
    with file.open(newline="") as lines:
        assert list(csv.reader(lines)) == [
            list(rows[0]), *(["" if value is None else str(value) for value in row.values()] for row in rows)
        ]  # fmt: skip


def assert_same_files(folder, other):
    """Check that two folders hold the same, byte by byte."""
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {f.name: f.read_bytes() for f in other.iterdir()}


def assert_all_kinds_of_files(folder):
    """Check that a folder has tables and charts in all forms, a page, and what is finished."""
    assert {file.suffix for file in folder.iterdir()} == {".csv", ".json", ".png", ".svg", ".html", ".sqlite"}


def without_scripts(page):
    """What a page shows, without the library that its charts come alive with, and their data."""
    return re.sub(r"<script\b.*?</script>", "", page.read_text(), flags=re.DOTALL)


def assert_stands_alone(page):
    """Check that a page needs nothing from elsewhere, links to files that are there and names nothing twice."""
    assert not re.search(r"<script[^>]*\bsrc=|<link\b", page.read_text())
    text = without_scripts(page)
    assert "http" not in text
    assert "@import" not in text
    names = re.findall(r'\bid="([^"]*)"', text)
    assert len(names) == len(set(names))
    there = {file.name for file in page.parent.iterdir()} | {f"#{name}" for name in names}
    assert set(re.findall(r"""href=["']([^"']*)["']""", text)) <= there
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(names)


def assert_drawn(names, folder):
    """Check that figures are in the folder as PNG and SVG, and each once on the page."""
    page = without_scripts(folder / "index.html")
    for name in names:
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (folder / f"{name}.svg").read_text().startswith("<svg")
        assert page.count(f'href="{name}.png"') == 1
    assert page.count("<svg") == len(names)
