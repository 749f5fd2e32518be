"""How common English words are: summed over the words of a stem, for phrases, and loaded only where it is used."""

import subprocess
import sys
from importlib.metadata import version

import pytest
import Stemmer
import wordfreq

from sumspace.text.word_frequencies import RAREST, phrase_frequency, source, stem_frequencies


def test_the_words_of_a_stem_count_together():
    stem, listed = Stemmer.Stemmer("english").stemWord, wordfreq.get_frequency_dict("en", wordlist="small")
    forms = [word for word in listed if word.startswith("veteran") and stem(word) == "veteran"]
    assert len(forms) > 1
    assert stem_frequencies()["veteran"] == pytest.approx(sum(map(listed.__getitem__, forms)))


def test_no_word_gets_lost():
    listed = wordfreq.get_frequency_dict("en", wordlist="small")
    assert sum(stem_frequencies().values()) == pytest.approx(sum(listed.values()))


def test_a_phrase_is_rarer_than_its_rarest_word():
    rate, bank = phrase_frequency(["rate"]), phrase_frequency(["bank"])
    both = phrase_frequency(["bank", "rate"])
    assert both == pytest.approx(1 / (1 / rate + 1 / bank))
    assert both < min(rate, bank)


def test_a_word_that_is_not_listed_is_as_rare_as_the_rarest():
    assert phrase_frequency(["tarnsid"]) == RAREST <= min(stem_frequencies().values())


def test_the_version_is_named_and_nothing_is_loaded_before_it_is_used():
    assert source() == f"wordfreq {version('wordfreq')}"
    code = "import sys, sumspace.text.keyphrases.kea, sumspace.text.word_frequencies as w; w.source(); "
    code += "print('wordfreq' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
