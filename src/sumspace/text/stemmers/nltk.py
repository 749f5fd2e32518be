"""Porter's stemmer as NLTK extends it, which `rouge-score` and everything built on it uses."""

from __future__ import annotations

from typing import Any

import numpy as np

from sumspace.compute.compiled import compiled
from sumspace.text.stemmers.rouge155 import LSZ, RESTORE_E, ST, STEP3, WXY, ends_with, is_vowel, pack, replace, rule_for

#: Words that NLTK stems by table.
IRREGULAR = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news",
    "innings": "inning", "inning": "inning", "outings": "outing", "outing": "outing",
    "cannings": "canning", "canning": "canning", "howe": "howe",
    "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

_STEP1A = pack("sses>ss ies>i ss>ss s>")
_STEP2 = pack(
    "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize "
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful logi>log"
)
_STEP4 = pack("ion> al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ou> ism> ate> iti> ous> ive> ize>")
_LOGI, _ION = len(_STEP2) - 1, 0
_IED, _EED, _ED, _ING, _ALLI, _IES = pack("ied> eed> ed> ing> alli> ies>")
_E, _I, _L, _Y = b"eily"


@compiled
def _measure(word: Any, length: Any) -> Any:
    """Porter's m: how often a vowel is followed by a consonant (a y after a consonant is a vowel)."""
    m = 0
    consonant = True
    for i in range(length):
        before = consonant
        consonant = _consonant_after(word, i, before)
        if i > 0 and consonant and not before:
            m += 1
    return m


@compiled
def _consonant_after(word: Any, i: Any, before: Any) -> Any:
    if word[i] == _Y:
        return i == 0 or not before
    return not is_vowel(word[i])


@compiled
def _is_consonant(word: Any, i: Any) -> Any:
    consonant = True
    for k in range(i + 1):
        consonant = _consonant_after(word, k, consonant)
    return consonant


@compiled
def _has_vowel(word: Any, length: Any) -> Any:
    consonant = True
    for i in range(length):
        consonant = _consonant_after(word, i, consonant)
        if not consonant:
            return True
    return False


@compiled
def _ends_cvc(word: Any, length: Any) -> Any:
    if length == 2:
        return not _is_consonant(word, 0) and _is_consonant(word, 1)
    if length < 3:
        return False
    consonants = _is_consonant(word, length - 3) and _is_consonant(word, length - 1)
    return consonants and not _is_consonant(word, length - 2) and word[length - 1] not in WXY


@compiled
def _step1b(word: Any, length: Any) -> Any:
    if ends_with(word, length, _IED):
        return length - 1 if length == 4 else length - 2
    if ends_with(word, length, _EED):
        return length - 1 if _measure(word, length - 3) > 0 else length
    if ends_with(word, length, _ED) and _has_vowel(word, length - 2):
        length -= 2
    elif ends_with(word, length, _ING) and _has_vowel(word, length - 3):
        length -= 3
    else:
        return length
    rule = rule_for(word, length, RESTORE_E)
    if rule >= 0:
        return replace(word, length, RESTORE_E[rule])
    last = word[length - 1]
    if length > 1 and last == word[length - 2] and _is_consonant(word, length - 1):
        return length if last in LSZ else length - 1
    if _measure(word, length) == 1 and _ends_cvc(word, length):
        word[length] = _E
        return length + 1
    return length


@compiled
def stem(word: Any, length: Any) -> Any:
    """Stem the word in place and return its new length."""
    if length <= 2:
        return length
    # Step 1
    if length == 4 and ends_with(word, length, _IES):
        length -= 1
    else:
        rule = rule_for(word, length, _STEP1A)
        if rule >= 0:
            length = replace(word, length, _STEP1A[rule])
    length = _step1b(word, length)
    if word[length - 1] == _Y and length > 2 and _is_consonant(word, length - 2):
        word[length - 1] = _I
    # Steps 2 and 3
    if ends_with(word, length, _ALLI) and _measure(word, length - 4) > 0:
        length -= 2
    rule = rule_for(word, length, _STEP2)
    if rule >= 0:
        kept = length - 3 if rule == _LOGI else length - np.int64(_STEP2[rule, 0])
        if _measure(word, kept) > 0:
            length = replace(word, length, _STEP2[rule])
    rule = rule_for(word, length, STEP3)
    if rule >= 0 and _measure(word, length - np.int64(STEP3[rule, 0])) > 0:
        length = replace(word, length, STEP3[rule])
    # Step 4
    rule = rule_for(word, length, _STEP4)
    if rule >= 0:
        kept = length - np.int64(_STEP4[rule, 0])
        if _measure(word, kept) > 1 and (rule != _ION or word[kept - 1] in ST):
            length = kept
    # Step 5
    if word[length - 1] == _E:
        m = _measure(word, length - 1)
        if m > 1 or (m == 1 and not _ends_cvc(word, length - 1)):
            length -= 1
    if length > 1 and word[length - 1] == _L and word[length - 2] == _L and _measure(word, length - 1) > 1:
        length -= 1
    return length
