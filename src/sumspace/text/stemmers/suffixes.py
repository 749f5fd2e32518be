"""What both Porter stemmers share: looking for suffixes at the end of a byte array."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

__all__ = ["RESTORE_E", "STEP3", "ends_with", "pack", "replace", "rule_for"]


def pack(rules: list[tuple[str, str]]) -> Any:
    """Lay rules (suffix, replacement) out in a matrix: lengths in the first two columns, then the bytes."""
    matrix = np.zeros((len(rules), 18), dtype=np.uint8)
    for row, (suffix, replacement) in zip(matrix, rules, strict=True):
        row[0], row[1] = len(suffix), len(replacement)
        row[2 : 2 + len(suffix)] = list(suffix.encode())
        row[10 : 10 + len(replacement)] = list(replacement.encode())
    return matrix


#: After -ed and -ing are gone, these stems get their e back (step 1b).
RESTORE_E = pack([("at", "ate"), ("bl", "ble"), ("iz", "ize")])
STEP3 = pack(
    [("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ness", ""), ("ful", "")]
)


@compiled
def ends_with(word: Any, length: Any, rule: Any) -> Any:
    size = np.int64(rule[0])
    if size > length:
        return False
    for k in range(size):  # noqa: SIM110 - compiled
        if word[length - size + k] != rule[2 + k]:
            return False
    return True


@compiled
def rule_for(word: Any, length: Any, rules: Any) -> Any:
    """Return the first rule whose suffix the word has, or −1."""
    for row in range(rules.shape[0]):
        if ends_with(word, length, rules[row]):
            return row
    return -1


@compiled
def replace(word: Any, length: Any, rule: Any) -> Any:
    """Write the rule's replacement over its suffix and return the new length."""
    stem = length - np.int64(rule[0])
    size = np.int64(rule[1])
    for k in range(size):
        word[stem + k] = rule[10 + k]
    return stem + size
