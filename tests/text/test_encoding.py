"""Equal tokens get equal numbers, and no others."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumspace.compute.work import in_chunks
from sumspace.errors import SettingError
from sumspace.text import words
from sumspace.text.encoding import Vocabulary, encoder
from sumspace.text.profile import Profile

PLAIN = Profile("rouge155", stem=False)


def tokens(texts, profile):
    """Unit numbers of each sentence of each text."""
    chain = encoder(profile)
    encoded = chain.encode([[chain.bytes_of(sentence) for sentence in text] for text in texts])
    sentences = [encoded.tokens[a:b].tolist() for a, b in zip(encoded.starts, encoded.starts[1:], strict=False)]
    return [sentences[a:b] for a, b in zip(encoded.texts, encoded.texts[1:], strict=False)]


def same_partition(found, expected):
    """Two lists of lists agree up to the names of their items."""
    pairs = {(a, b) for fs, es in zip(found, expected, strict=True) for a, b in zip(fs, es, strict=True)}
    return len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})


@given(st.lists(st.text(st.sampled_from("aAbB19 -.é中'\n_"), max_size=20), min_size=1, max_size=8))
def test_tokens_are_runs_of_ascii_letters_and_digits_without_case(sentences):
    expected = [re.findall("[a-z0-9]+", re.sub("[A-Z]", lambda m: m[0].lower(), s)) for s in sentences]
    assert same_partition(tokens([sentences], PLAIN)[0], expected)


def test_texts_keep_their_sentences():
    assert [[len(s) for s in text] for text in tokens([["a b", ""], [], ["c"]], PLAIN)] == [[2, 0], [], [1]]


def test_many_words_do_not_run_into_each_other():
    words = [f"w{i}" for i in range(50_000)]
    (found,) = tokens([[" ".join(words), " ".join(words)]], Profile("rouge155", stem=False, language="eo"))
    assert len(set(found[0])) == len(words)
    assert found[0] == found[1]


def test_one_word_longer_than_all_room():
    vocabulary = Vocabulary()
    first = vocabulary.number_lines([b"a" * 100_000, b"b", b"a" * 100_000])
    assert first.tolist() == [0, 1, 0]


def test_stop_words_go_before_stemming_and_tokens_close_the_gap():
    ((found,),) = tokens([["The cats and the dogs"]], Profile(stopwords=True))
    ((expected,),) = tokens([["cat dog"]], Profile())
    assert len(found) == len(expected) == 2


def test_exceptions_are_not_stemmed_further():
    # WordNet turns mice into mouse; the word mouse itself is stemmed to mous.
    ((mice, mouse, mices, comics),) = tokens([["mice", "mouse", "Mice", "comics"]], Profile())
    assert mice == mices != mouse
    assert len(comics) == 1


def test_rouge_score_lowers_case_by_unicode():
    ((kelvin, k, plain),) = tokens([["\u212a1", "k1", "K1"]], Profile("rouge-score"))
    assert kelvin == k == plain
    assert tokens([["\u212a1"]], PLAIN)[0] != tokens([["k1"]], PLAIN)[0]


def test_rouge_score_tokens_of_every_character():
    characters = [f"x{chr(c)}y" for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    # A sentence each where lower case matters, later many in one.
    sentences = characters[:0x3000] + [" ".join(chars) for chars in in_chunks(characters[0x3000:], 1000)]
    numbers = tokens([sentences], Profile("rouge-score"))[0]
    assert same_partition(numbers, [re.findall("[a-z0-9]+", sentence.lower()) for sentence in sentences])


def test_unicode_words_of_many_scripts():
    assert words.unicode_tokens("Don’t say 3.14, Straße!") == ["don't", "say", "3.14", "strasse"]
    assert words.unicode_tokens("हिन्दी में") == ["हिन्दी", "में"]
    assert words.unicode_tokens("日本語のテストー") == list("日本語のテストー")
    assert words.unicode_tokens("cafe\u0301 CAFÉ") == ["café", "café"]


def test_unicode_stems_by_language():
    ((one, two),) = tokens([["Häuser", "Haus"]], Profile("unicode", language="de"))
    assert one == two


def test_unicode_lengths_count_cjk_characters_and_words():
    assert [word.decode() for word in words.unicode_words("東京 is big".encode())] == ["東", "京", "is", "big"]


def test_half_a_surrogate_pair_is_no_reason_to_fail():
    for name in ("rouge155", "rouge-score", "unicode"):
        assert tokens([["a \ud800 b"]], Profile(name))


def test_there_is_a_stop_list_for_english_only():
    with pytest.raises(SettingError, match="English"):
        encoder(Profile("unicode", stopwords=True, language="de"))


def test_a_profile_has_one_encoder_whoever_asks_first():
    """The tokens of two encoders have different numbers, and nothing would match."""
    threads = 8
    barrier = Barrier(threads)

    def ask(_):
        barrier.wait()
        return encoder(Profile("rouge155", stopwords=True, language="en", split="lines"))

    with ThreadPoolExecutor(threads) as pool:
        assert len(set(map(id, pool.map(ask, range(threads))))) == 1
