"""Porter's stemmer as ROUGE-1.5.5 has it (Porter 1980, with the script's own step 4).

The script states Porter's conditions as regular expressions in which `y` may be a vowel or a consonant at the
same place, and backtracks; here one pass keeps the set of places the expression can be in. What NLTK's variant shares,
rules and how they are applied to the end of a byte array, is here too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled


def pack(rules: str) -> Any:
    """Lay rules such as `ies>y` out in a matrix, a row each: lengths in the first two columns, then the bytes."""
    matrix = np.zeros((len(rules.split()), 18), dtype=np.uint8)
    for row, rule in zip(matrix, rules.split(), strict=True):
        suffix, _, replacement = rule.partition(">")
        row[0], row[1] = len(suffix), len(replacement)
        row[2 : 2 + len(suffix)] = list(suffix.encode())
        row[10 : 10 + len(replacement)] = list(replacement.encode())
    return matrix


#: After -ed and -ing are gone, these stems get their e back (step 1b).
RESTORE_E = pack("at>ate bl>ble iz>ize")
STEP3 = pack("icate>ic ative> alize>al iciti>ic ical>ic ness> ful>")

# Perl takes the leftmost match, which is the longest suffix: longest first.
_STEP2 = pack(
    "ational>ate ization>ize iveness>ive fulness>ful ousness>ous tional>tion biliti>ble entli>ent ousli>ous ation>ate "
    "alism>al aliti>al iviti>ive enci>ence anci>ance izer>ize alli>al ator>ate logi>log bli>ble eli>e"
)
_STEP4 = pack("ement> ance> ence> able> ible> ant> ism> ate> iti> ous> ive> ize> al> er> ic> ou>")
_SSES, _IES, _EED, _ED, _ING, _MENT, _ENT, _ION = pack("sses> ies> eed> ed> ing> ment> ent> ion>")

_E, _I, _L, _S, _Y = b"eilsy"
_VOWELS, LSZ, ST, WXY = (tuple(letters) for letters in (b"aeiou", b"lsz", b"st", b"wxy"))

#: Bits for the places in [C]VCVC…: 1 in the first C, 2 in V (a vowel is there), 3 in C (m > 0), 4 in V, 5 in C (m > 1).
_VOWEL, _M_POSITIVE, _M_ABOVE_1, _M_IS_1 = 1 << 2, 1 << 3, 1 << 5, 1 << 6


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
def is_vowel(byte: Any) -> Any:
    return byte in _VOWELS


@compiled
def _conditions(word: Any, length: Any) -> Any:
    """Find which of Porter's conditions hold for the first `length` letters."""
    places = 1  # bit p: place p is possible; place 0 is the start
    seen = 0
    for i in range(length):
        vowel = is_vowel(word[i])
        y = word[i] == _Y and i > 0  # an initial y is written Y in the script: never a vowel
        after = 0
        if not vowel:  # any but aeiou begins a C
            after |= (places & 21) << 1
            if not y:  # and any but aeiouy continues it
                after |= places & 42
        if vowel or y:  # aeiouy begins a V
            after |= ((places & 1) << 2) | ((places & 10) << 1)
            if vowel:
                after |= places & 20
        places = after
        seen |= places
    return seen | (_M_IS_1 if places & 24 else 0)


@compiled
def _is_cvc(word: Any, length: Any) -> Any:
    """Tell whether the word is consonants, a vowel and a consonant other than w, x, y."""
    if length < 3:
        return False
    last, before = word[length - 1], word[length - 2]
    if is_vowel(last) or last in WXY or is_vowel(word[0]) or not (is_vowel(before) or before == _Y):
        return False
    for i in range(1, length - 2):  # noqa: SIM110 - compiled
        if is_vowel(word[i]) or word[i] == _Y:
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
    elif word[length - 1] == _S and word[length - 2] != _S:
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
            elif length > 1 and last == word[length - 2] and not is_vowel(last) and last != _Y and last not in LSZ:
                length -= 1
            elif _is_cvc(word, length):
                word[length] = _E
                length += 1
    # Step 1c
    if word[length - 1] == _Y and length > 1 and _conditions(word, length - 1) & _VOWEL:
        word[length - 1] = _I
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
    is_ion = length > 3 and ends_with(word, length, _ION) and word[length - 4] in ST
    if (is_ion or ends_with(word, length, _ENT)) and _conditions(word, length - 3) & _M_ABOVE_1:
        length -= 3
    # Step 5
    if word[length - 1] == _E:
        conditions = _conditions(word, length - 1)
        if conditions & _M_ABOVE_1 or (conditions & _M_IS_1 and not _is_cvc(word, length - 1)):
            length -= 1
    if length > 1 and word[length - 1] == _L and word[length - 2] == _L and _conditions(word, length) & _M_ABOVE_1:
        length -= 1
    return length
