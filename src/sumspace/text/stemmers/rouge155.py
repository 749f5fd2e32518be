"""Porter's stemmer as ROUGE-1.5.5 has it (Porter 1980, with the script's own step 4).

The script states Porter's conditions as regular expressions in which `y` may be a vowel or a consonant at the
same place, and backtracks; here one pass keeps the set of places the expression can be in. What NLTK's variant shares,
rules and how they are applied to the end of a byte array, is here too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled

__all__ = ["RESTORE_E", "STEP3", "ends_with", "pack", "replace", "rule_for", "stem"]


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

# Perl takes the leftmost match, which is the longest suffix: longest first.
_STEP2 = pack(
    [
        ("ational", "ate"), ("ization", "ize"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
        ("tional", "tion"), ("biliti", "ble"),
        ("entli", "ent"), ("ousli", "ous"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("iviti", "ive"),
        ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("alli", "al"), ("ator", "ate"), ("logi", "log"),
        ("bli", "ble"), ("eli", "e"),
    ]
)  # fmt: skip
_STEP4 = pack(
    [
        (suffix, "")
        for suffix in (
            "ement", "ance", "ence", "able", "ible", "ant", "ism", "ate", "iti", "ous", "ive", "ize",
            "al", "er", "ic", "ou",
        )
    ]
)  # fmt: skip
_SSES, _IES, _EED, _ED, _ING = (pack([(suffix, "")])[0] for suffix in ("sses", "ies", "eed", "ed", "ing"))
_MENT, _ENT, _ION = (pack([(suffix, "")])[0] for suffix in ("ment", "ent", "ion"))

# Places in [C]VCVC…: 1 in the first C, 2 in V (a vowel is there), 3 in C (m > 0), 4 in V, 5 in C (m > 1).
_VOWEL, _M_POSITIVE, _M_ABOVE_1, _M_IS_1 = 1, 2, 4, 8


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


@compiled
def _is_vowel(byte: Any) -> Any:
    return byte == 97 or byte == 101 or byte == 105 or byte == 111 or byte == 117


@compiled
def _conditions(word: Any, length: Any) -> Any:
    """Find which of Porter's conditions hold for the first `length` letters."""
    places = 1  # bit p: place p is possible; place 0 is the start
    seen = 0
    for i in range(length):
        vowel = _is_vowel(word[i])
        y = word[i] == 121 and i > 0  # an initial y is written Y in the script: never a vowel
        after = 0
        if not vowel:  # any but aeiou begins a C
            after |= ((places & 1) << 1) | ((places & 4) << 1) | ((places & 16) << 1)
            if not y:  # and any but aeiouy continues it
                after |= places & 42
        if vowel or y:  # aeiouy begins a V
            after |= ((places & 1) << 2) | ((places & 2) << 1) | ((places & 8) << 1)
            if vowel:
                after |= places & 20
        places = after
        seen |= places
    conditions = 0
    if seen & 4:
        conditions |= _VOWEL
    if seen & 8:
        conditions |= _M_POSITIVE
    if seen & 32:
        conditions |= _M_ABOVE_1
    if places & 24:
        conditions |= _M_IS_1
    return conditions


@compiled
def _is_cvc(word: Any, length: Any) -> Any:
    """Tell whether the word is consonants, a vowel and a consonant other than w, x, y."""
    if length < 3:
        return False
    last, before = word[length - 1], word[length - 2]
    if _is_vowel(last) or last == 119 or last == 120 or last == 121:
        return False
    if not (_is_vowel(before) or before == 121) or _is_vowel(word[0]):
        return False
    for i in range(1, length - 2):  # noqa: SIM110 - compiled
        if _is_vowel(word[i]) or word[i] == 121:
            return False
    return True


@compiled
def stem(word: Any, length: Any) -> Any:
    """Stem the word in place and return its new length; the array has room for one more letter."""
    if length < 3:
        return length
    # Step 1a
    if ends_with(word, length, _SSES) or ends_with(word, length, _IES):
        length -= 2
    elif word[length - 1] == 115 and word[length - 2] != 115:
        length -= 1
    # Step 1b
    if ends_with(word, length, _EED):
        if _conditions(word, length - 3) & _M_POSITIVE:
            length -= 1
    else:
        cut = 2 if ends_with(word, length, _ED) else 3 if ends_with(word, length, _ING) else 0
        if cut and _conditions(word, length - cut) & _VOWEL:
            length -= cut
            rule = rule_for(word, length, RESTORE_E)
            last = word[length - 1]
            if rule >= 0:
                length = replace(word, length, RESTORE_E[rule])
            elif (
                length > 1
                and last == word[length - 2]
                and not _is_vowel(last)
                and last != 121
                and last != 108
                and last != 115
                and last != 122
            ):
                length -= 1
            elif _is_cvc(word, length):
                word[length] = 101
                length += 1
    # Step 1c
    if word[length - 1] == 121 and length > 1 and _conditions(word, length - 1) & _VOWEL:
        word[length - 1] = 105
    # Steps 2 and 3
    for rules in (_STEP2, STEP3):
        rule = rule_for(word, length, rules)
        if rule >= 0 and _conditions(word, length - np.int64(rules[rule, 0])) & _M_POSITIVE:
            length = replace(word, length, rules[rule])
    # Step 4: -ement first, but what is left may still lose -ment or -ent
    rule = rule_for(word, length, _STEP4)
    if rule >= 0 and _conditions(word, length - np.int64(_STEP4[rule, 0])) & _M_ABOVE_1:
        length -= np.int64(_STEP4[rule, 0])
    if ends_with(word, length, _MENT) and _conditions(word, length - 4) & _M_ABOVE_1:
        length -= 4
    if ends_with(word, length, _ENT):
        if _conditions(word, length - 3) & _M_ABOVE_1:
            length -= 3
    elif (
        length > 3
        and ends_with(word, length, _ION)
        and (word[length - 4] == 115 or word[length - 4] == 116)
        and _conditions(word, length - 3) & _M_ABOVE_1
    ):
        length -= 3
    # Step 5
    if word[length - 1] == 101:
        conditions = _conditions(word, length - 1)
        if conditions & _M_ABOVE_1 or (conditions & _M_IS_1 and not _is_cvc(word, length - 1)):
            length -= 1
    if length > 1 and word[length - 1] == 108 and word[length - 2] == 108 and _conditions(word, length) & _M_ABOVE_1:
        length -= 1
    return length
