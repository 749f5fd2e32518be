"""What a signature says besides the plan: the libraries that decide what tokens and sentences are."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sumspace.text.profile import Profile

__all__ = ["libraries"]


def libraries(profile: Profile, *, by_sentence: bool) -> Iterator[str]:
    """Name them with their versions; `by_sentence` tells whether raw texts are split."""
    if by_sentence:
        yield f"sentencex {version('sentencex')}"
    if profile.program.tokens == "unicode":
        yield f"regex {version('regex')}"
        if profile.stem:
            yield f"PyStemmer {version('PyStemmer')}"
