"""Key phrases of documents: those that extractors find, and where they occur."""

import pytest

import sumspace
from sumspace.errors import CorpusError, SettingError, UnknownNameError
from sumspace.tasks.keyphrases import KeyphrasePlan, parse_extractor
from sumspace.text.keyphrases.extractor import EXTRACTORS
from sumspace.text.words import read_words

TEXTS = ["Solar panels need sun.", "It rained.", "A solar panel is cheap, and solar panels last."]
SAMPLE = list(sumspace.read("sample"))


@pytest.mark.parametrize("name", [name for name in EXTRACTORS if not EXTRACTORS[name].needs_tags])
def test_phrases_are_the_best_of_the_extractor(name):
    for example, found in zip(SAMPLE[::5], sumspace.keyphrases(SAMPLE[::5], name, phrases=7), strict=True):
        text = read_words(example.sentences())
        assert list(found.phrases) == EXTRACTORS[name]().extract(text)[:7]
        for phrase, places in zip(found.phrases, found.places, strict=True):
            size = len(phrase.stems)
            expected = [
                number
                for number, (first, last) in enumerate(text.sentences)
                for i in range(first, last - size + 1)
                if text.stems[i : i + size] == phrase.stems and any(a <= i and i + size <= b for a, b in text.runs)
            ]
            assert list(places) == expected


def test_records_say_where_phrases_occur():
    (record,) = sumspace.keyphrases(TEXTS, "extractor", phrases=1).table().records
    (phrase,) = record.pop("phrases")
    assert record == {"id": "1", "extractor": "extractor"}
    assert {name: value for name, value in phrase.items() if name != "score"} == {
        "phrase": "solar panels", "times": 3, "sentences": [0, 2],
    }  # fmt: skip
    assert sumspace.keyphrases(TEXTS, "extractor", phrases=1).table().csv() == (
        "id,extractor,phrases\n1,extractor,solar panels\n"
    )


def test_the_table_has_a_row_for_each_phrase():
    rows = sumspace.keyphrases(["Cats sleep."] * 12, "extractor", phrases=1).table().text().splitlines()
    assert rows[3].split()[:3] == ["1", "1", "cats"]
    assert rows[3].endswith(" 12  0 1 2 3 4 5 6 7 …")
    both = sumspace.keyphrases(TEXTS, ["extractor", "rake(longest=2)"])
    assert "rake(longest=2)" in both.table().text()
    assert "extractor,rake(longest=2) | phrases:10 | profile:rouge155(stem)" in both.signature


def test_an_extractor_is_named_with_options():
    assert parse_extractor("rake(longest=3)") == EXTRACTORS["rake"](longest=3)
    for wrong in ("rak", "rake(x=1)", "rake(longest=x)", "kea(3)", "kea(model=3)"):
        with pytest.raises((SettingError, UnknownNameError)):
            parse_extractor(wrong)
    with pytest.raises(SettingError, match="at least one key phrase extractor"):
        KeyphrasePlan({})
    for wrong in (0, -1, 10**20):
        with pytest.raises(SettingError, match="--phrases"):
            KeyphrasePlan({"rake": parse_extractor("rake")}, wrong)


def test_a_text_without_words_has_no_phrases():
    assert sumspace.keyphrases({"id": "a", "text": "1 2 3."}).only.phrases == ()
    with pytest.raises(CorpusError, match="text: is empty; a document needs at least one sentence"):
        sumspace.keyphrases({"id": "a", "text": " "}).table()


def test_signatures_name_what_an_extractor_depends_on():
    text = [{"id": "a", "text": "Heavy rain flooded the village."}]
    assert "wordfreq" in sumspace.keyphrases(text, extractor="kea").signature
    assert "wordfreq" not in sumspace.keyphrases(text, extractor="rake").signature
    assert "wordfreq" not in sumspace.keyphrases(text, extractor="kea", language="de").signature
