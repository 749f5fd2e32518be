"""How common English words are: the frequencies of the package wordfreq (Speer 2022), summed over words of one stem."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from sumspace.text.stemmers import snowball

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


#: What the rarest words of the list have; those that are not in it count as this frequent.
RAREST = 1e-6


def source() -> str:
    """Name where the frequencies come from, with its version, as signatures do."""
    return f"wordfreq {version('wordfreq')}"


@cache
def stem_frequencies() -> Mapping[str, float]:
    """Return the share of English words that have each stem, from the small list: 29,000 words, 1 in a million or more.

    It is made once, in about 0.2 seconds, most of which loads wordfreq. The large list, of 321,000 words, takes several
    times as long, and tells apart only words so rare that no text is expected to have them.
    """
    import wordfreq

    stem = snowball.stemmer("en")
    frequencies: defaultdict[str, float] = defaultdict(float)
    for word, frequency in wordfreq.get_frequency_dict("en", wordlist="small").items():
        frequencies[stem(word)] += frequency
    return dict(frequencies)


def phrase_frequency(stems: Iterable[str]) -> float:
    """Estimate the frequency of a phrase from those of its words, as wordfreq does: 1 / Σ 1/f.

    A phrase is then somewhat rarer than its rarest word. The product, as of independent words, would make all phrases
    so rare that hardly any differ, while the words of a phrase come together far more often than by chance.

    >>> frequencies = [phrase_frequency(phrase.split()) for phrase in ("bank", "rate", "bank rate")]
    >>> " ".join(f"{1e6 * frequency:.0f}" for frequency in frequencies)
    '218 280 123'
    """
    known = stem_frequencies()
    return 1 / sum(1 / max(known.get(stem, 0.0), RAREST) for stem in stems)
