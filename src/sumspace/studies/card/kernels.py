"""Compiled: the extractive fragments of a summary, and how many of its n-grams its document lacks."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled


@compiled
def match_fragments(article: Any, summary: Any, lengths: Any) -> Any:
    """Write the lengths of the fragments F(A, S) in the order of the summary, and return how many there are.

    This is figure 3 of Grusky, Naaman & Artzi 2018, step by step: for each place of the summary the article is read
    from its beginning, a match is followed to its end, and reading goes on behind it. The longest match is a fragment,
    and the summary goes on behind that.
    """
    found = 0
    i = 0
    while i < len(summary):
        longest = 0
        j = 0
        while j < len(article):
            if summary[i] == article[j]:
                length = 1
                while (
                    i + length < len(summary)
                    and j + length < len(article)
                    and summary[i + length] == article[j + length]
                ):
                    length += 1
                longest = max(longest, length)
                j += length
            else:
                j += 1
        if longest:
            lengths[found] = longest
            found += 1
        i += max(longest, 1)
    return found


@compiled
def count_novel(article: Any, summary: Any, starts: Any, most: Any) -> Any:
    """Return [n - 1, 0 or 1]: the n-grams inside the sentences of a summary, and those that the article lacks."""
    counts = np.zeros((most, 2), dtype=np.int64)
    for sentence in range(len(starts) - 1):
        for i in range(starts[sentence], starts[sentence + 1]):
            room = min(starts[sentence + 1] - i, most)
            longest = 0
            for j in range(len(article)):
                length = 0
                while length < room and j + length < len(article) and summary[i + length] == article[j + length]:
                    length += 1
                longest = max(longest, length)
                if longest == room:
                    break
            for n in range(room):
                counts[n, 0] += 1
                counts[n, 1] += longest < n + 1
    return counts
