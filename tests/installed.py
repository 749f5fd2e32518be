"""Tries an installed sumspace with nothing but what it brings along; `scripts/wheel` runs it."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import sumspace

PROGRAM = Path(sys.executable).with_name("sumspace")


def run(*arguments, folder):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def main():
    with TemporaryDirectory() as place:
        assert run("--version", folder=place).startswith("sumspace ")
        assert "rouge-1" in run("list", folder=place)
        scores = [
            json.loads(line) for line in run("score", "sample", "-m", "rouge-1", "--json", folder=place).splitlines()
        ]
        assert len({score["id"] for score in scores} - {None}) == 20
        kept = Path(sumspace.__file__).parent.glob("measures/__pycache__/*.nbi")
        assert list(kept), "what was compiled is kept"
        run("labels", "sample", "-o", "labels.parquet", folder=place)
        run("agree", "sample", "--no-oracles", "-o", "agree", folder=place)
        assert (Path(place) / "agree" / "index.html").read_text().startswith("<!doctype html>")
        assert list((Path(place) / "agree").glob("*.svg"))
        assert run("summarize", "sample", "-s", "callisto", "--words", "20", "--json", folder=place)


if __name__ == "__main__":
    main()
