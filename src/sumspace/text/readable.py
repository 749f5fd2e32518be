"""Which sentences may be taken into a summary, and which of them cannot well be read without the one before.

Splitters and converters leave crumbs behind: headings, datelines, citations, the half of a sentence that ends at "Ms.".
They are known by their words, letters and marks, without a tagger, and are taken only where nothing else is left. The
rules err on the side of taking: a crumb in a summary is a smaller fault than a sentence that can never be in one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import regex

from sumspace.errors import SettingError, check_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sumspace.arrays import Flags, Integers


#: How many words a sentence must have, unless told otherwise.
MIN_WORDS = 4
#: How many places in the order a sentence loses that leans on one which comes after it.
PLACES_LOST = 3
#: What share of its worth it loses where sentences are weighed, if the one that it leans on is not taken.
SHARE_LOST = 0.1
#: From so many words on, what has neither an end mark nor a verb may be a sentence.
_LONG = 15
#: With fewer words, what has no verb is measured more strictly: it may be a numbered heading or a citation.
_SHORT = 8
#: So many letters of a script that has no blanks between words count as a word.
_LETTERS_OF_WORD = 4

#: A word as it is counted: every character of Chinese and Japanese, a few of other scripts without blanks, or whatever
#: stands between blanks and has a letter.
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}ー"
_RUNS = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_PIECE = regex.compile(rf"([{_CJK}])\p{{M}}*|([{_RUNS}\p{{M}}]+)|([^\s{_CJK}{_RUNS}]+)")
_ASCII_WORD = re.compile(r"[^\sA-Za-z]*[A-Za-z]\S*")
_ASCII_NUMBER = re.compile(r"(?<!\S)[^\sA-Za-z0-9]*[0-9][^\sA-Za-z]*(?!\S)")
_LETTER = regex.compile(r"\p{L}")
#: The end of a sentence, with closing quotes and brackets, and the mark of a note, behind it; or of words cut short.
_ENDS = regex.compile(
    r"(?:[.!?…。！？．؟۔।॥።]|[—–-](?=[\"'”’]))(?:[\p{Pe}\p{Pf}\p{Pi}\"'*†\s]|\[[\d\s,–-]+\]|(?<=\D)\d{1,2}$)*$"
)
#: What closes something that was not opened, or goes on with something.
_CONTINUES = regex.compile(r"^(?:\p{Pe}(?!\s+\p{Lu})|[,;:%/]|\.(?!\.))")
#: An abbreviation that nothing ends with: the splitter has cut the sentence behind it.
_CUT = re.compile(
    r"(?:^|[\s(\[])(?:Mr|Mrs|Ms|Messrs|Dr|Prof|Gen|Sen|Rep|Gov|Lt|Col|Capt|Sgt|Rev|Hon|vs|cf|e\.g|i\.e|viz|Figs?|Eqs?|Sect?|Tab)\.$"
)
#: What headings have in capitals: a word of some letters.
_SMALL = re.compile(r"(?<![\w'’])[a-z]\w{3}")
_NUMBERED = re.compile(r"^(?:\d+(?:\.\d+)*\.?|[IVX]+\.|[A-Z]\.|[A-Z]?\d+[.)])\s")

#: Verbs that most English sentences have, with their frequent irregular forms; regular ones end in -ed.
_VERB = re.compile(
    r"""
    \b(?i:am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|cannot
    |\w+(?:n't|'(?:m|re|ve|ll|d))|(?:he|she|it|that|there)'s
    |bec[ao]mes?|beg[aiu]ns?|bring|brings|brought|broke|built|bought|came|comes?|caught|chose|drew|drove|fell|falls?|felt
    |feels?|finds?|found|fought|gave|gives?|given|gets?|got|goes|gone|went|grew|grows?|happens?|hears?|heard|holds?|held
    |helps?|hopes?|keeps?|kept|knows?|knew|known|lay|laid|leads?|led|leaves?|left|lets?|lies|likes?|lives?|looks?|loses?
    |lost|loves?|makes?|made|means?|meant|meets?|met|needs?|occurs?|offers?|pays?|paid|plays?|proposes?|proves?|provides?
    |puts?|runs?|ran|reaches|reads?|receives?|remains?|requires?|rises|rose|says?|said|sat|sees?|saw|seen|seems?|sells?
    |sold|sends?|sent|sets?|shot|shows?|shown|sits|slept|speaks?|spoke|spent|stands?|stood|stays?|takes?|took|taken
    |taught|tells?|told|thanks?|thinks?|thought|threw|tr(?:y|ies)|turns?|understood|uses?|waits?|wants?|wins?|won|works?
    |writes?|wrote|written)\b
    |\b[a-z]{3,}ed\b  # in headings, such words have capitals
    """,
    re.VERBOSE,
)
#: Words that stand for something said before.
_PRONOUNS = re.compile(
    r"(?:he|she|it|they|this|these|that|those|him|them|his|hers?|its|their|theirs|such|both)\b", re.IGNORECASE
)
#: Words that go on from something said before.
_CONNECTIVES = re.compile(
    r"(?:also|and|but|or|nor|so|yet|then|thus|hence|therefore|however|moreover|furthermore|nevertheless|nonetheless"
    r"|additionally|consequently|accordingly|conversely|similarly|likewise|otherwise|instead|besides|afterwards?"
    r"|in addition|in contrast|in turn|as a result|as such|for example|for instance|for this reason|by contrast"
    r"|on the other hand|on the contrary|the (?:former|latter)|that is)\b",
    re.IGNORECASE,
)
#: What is at hand and needs nothing said before: the text itself, or the day.
_AT_HAND = re.compile(
    r"th(?:is|ese) (?:paper|article|study|work|report|section|chapter|thesis|appeal|decision|document|survey|review"
    r"|morning|afternoon|evening|week|weekend|month|year|summer|winter|spring|autumn|fall|season|time|decade|century)\b",
    re.IGNORECASE,
)
#: "It" that stands for nothing: it is known that …
_EXPLETIVE = re.compile(
    r"it(?:['’]s| is| was| has been| had been| will be| would be| may be| might be| seems?| seemed| appears?| appeared"
    r"| turns out| turned out| follows| remains)\b.{0,80}?\b(?:that|to|whether|who|which|how|why|if)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Readability:
    """Which sentences of a text may be taken, and which lean on others."""

    #: Whether each may be taken: it is no fragment.
    allowed: Flags
    #: The sentence that each leans on, or -1.
    needs: Integers

    def reorder(self, ranked: Sequence[int]) -> list[int]:
        """Return the order in which sentences are taken: fragments last, and a few places lost by those that lean.

        A sentence that leans on one which is ranked behind it, and so may not be taken, loses `PLACES_LOST` places.
        """
        place = {sentence: number for number, sentence in enumerate(ranked)}

        def key(sentence: int) -> tuple[bool, int]:
            needed = int(self.needs[sentence])
            leans = place.get(needed, -1) > place[sentence]
            # behind the one that had this place
            return not self.allowed[sentence], 2 * (place[sentence] + PLACES_LOST) + 1 if leans else 2 * place[sentence]

        return sorted(ranked, key=key)


def readable(texts: Sequence[str], language: str = "en", min_words: int = MIN_WORDS) -> Readability:
    """Say which sentences of a text may be taken and which lean on others; with 0 words, all may and none does.

    >>> found = readable(["Ms. Lee left the bank in May.", "She had been its head.", "Ms.", "3.2 Results and Outlook"])
    >>> found.allowed.tolist(), found.needs.tolist()
    ([True, True, False, False], [-1, 0, -1, -1])
    """
    check_min_words(min_words)
    if not min_words:
        return Readability(np.ones(len(texts), dtype=np.bool_), np.full(len(texts), -1, dtype=np.int64))
    allowed = np.array([is_sentence(text, language, min_words) for text in texts], dtype=np.bool_)
    has_capitals = sum(_begins_small(text) for text in texts) * 2 < len(texts)
    needs = np.full(len(texts), -1, dtype=np.int64)
    before = -1
    for number, text in enumerate(texts):
        if allowed[number]:
            if (has_capitals and _begins_small(text)) or (language == "en" and leans(text)):
                needs[number] = before
            before = number
    return Readability(allowed, needs)


def check_min_words(min_words: int) -> None:
    """Refuse a number of words that a sentence cannot have."""
    if min_words < 0:
        raise SettingError(f"--min-words must be 0 (take every sentence) or more, not {min_words}")
    check_size("--min-words", min_words)


def is_sentence(text: str, language: str = "en", min_words: int = MIN_WORDS) -> bool:
    """Tell whether a text may be taken as a sentence.

    >>> [
    ...     is_sentence(text)
    ...     for text in ("She left the bank.", "Great Results!", "FINDINGS OF FACT AND LAW", "See 38 C.")
    ... ]
    [True, False, False, False]
    """
    text = text.strip()
    words, numbers = _count(text)
    if words < min_words or words < numbers or _CONTINUES.match(text) or _CUT.search(text):
        return False
    if language != "en":
        return True
    ends = bool(_ENDS.search(text))
    if text.isupper():
        return ends and words >= _SHORT
    doubtful = words < _SHORT and (_NUMBERED.match(text) or 3 * numbers >= words)
    if (ends or words >= _LONG) and not doubtful:
        return True
    heading = not ends and not _SMALL.search(text)
    first = 4 if text.startswith("See ") else 0  # as citations begin
    return not heading and bool(_VERB.search(text.replace("’", "'"), first))


def leans(text: str) -> bool:
    """Tell whether an English sentence begins with a word that stands for something said before, or goes on from it.

    >>> leans("This shows it."), leans("However, it rained."), leans("This paper shows it."), leans("It is said that …")
    (True, True, False, False)
    """
    letter = _LETTER.search(text)
    if letter is None:
        return False
    place = letter.start()
    if _PRONOUNS.match(text, place):
        return not _AT_HAND.match(text, place) and not _EXPLETIVE.match(text, place)
    return bool(_CONNECTIVES.match(text, place))


def _count(text: str) -> tuple[int, int]:
    """Count words, and numbers that stand between blanks."""
    if text.isascii():
        return len(_ASCII_WORD.findall(text)), len(_ASCII_NUMBER.findall(text))
    words = numbers = 0
    for single, run, piece in _PIECE.findall(text):
        if single:
            words += 1
        elif run:
            words += -(-len(run) // _LETTERS_OF_WORD)
        elif _LETTER.search(piece):
            words += 1
        else:
            numbers += any(map(str.isdigit, piece))
    return words, numbers


def _begins_small(text: str) -> bool:
    letter = _LETTER.search(text)
    return bool(letter and letter[0].islower())
