from hypothesis import given
from hypothesis import strategies as st

from sumspace.text.passage import Passage, split_lines, split_paragraphs, split_sentences


def test_blank_lines_separate_paragraphs_and_wrapped_lines_are_joined():
    assert split_paragraphs("One\ntwo.\n\n  Three\n \nfour.") == ["One two.", "Three", "four."]


def test_without_blank_lines_every_line_is_a_paragraph():
    assert split_paragraphs("A heading\nA sentence.\r\nAnother.") == ["A heading", "A sentence.", "Another."]


def test_no_break_spaces_stay_for_they_do_not_separate_words():
    assert split_sentences("Ten\u00a0km  far.\tTwo\u3000more.") == ("Ten\u00a0km far.", "Two\u3000more.")


def test_no_sentence_crosses_a_paragraph():
    assert split_sentences("A heading without a stop\n\nDr. Smith left. He was late.") == (
        "A heading without a stop",
        "Dr. Smith left.",
        "He was late.",
    )


def test_the_language_decides_where_a_sentence_ends():
    assert split_sentences("这是第一句。这是第二句！", "zh") == ("这是第一句。", "这是第二句！")


def test_empty_text_has_no_sentences():
    assert split_sentences("") == split_sentences(" \n\n ") == ()


@given(st.text(st.sampled_from("ab. !?\n\r\t“”é中。"), max_size=60))
def test_splitting_keeps_every_character_but_white_space(text):
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


def test_lines_are_kept_as_they_are_and_empty_ones_dropped():
    assert split_lines(" a b \n\nc.") == (" a b ", "c.")


def test_a_passage_leaves_given_sentences_alone():
    passage = Passage.of([" One. Two. ", ""])
    assert passage.split() == passage.lines() == (" One. Two. ", "")
    assert passage
    assert not Passage.of(" \n")
    assert not Passage.of(["", " "])


def test_half_a_surrogate_pair_stays_where_it_is():
    text = "The cat \ud83d sat. It\udc00 slept there.\n\nA dog came. \ud83d"
    assert split_sentences(text) == ("The cat \ud83d sat.", "It\udc00 slept there.", "A dog came.", "\ud83d")
    readable = text.replace("\ud83d", "\ufffd").replace("\udc00", "\ufffd")
    assert [len(sentence) for sentence in split_sentences(readable)] == [len(own) for own in split_sentences(text)]
