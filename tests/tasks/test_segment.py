"""Segments of documents: those that segmenters find, with their sentences and words."""

import pytest

import sumspace
from sumspace.document import Document
from sumspace.errors import CorpusError, SettingError, UnknownNameError
from sumspace.tasks.segment import SegmentPlan, parse_segmenter
from sumspace.text.profile import Profile
from sumspace.text.segmentation.segmenter import SEGMENTERS

TEXTS = ["Cats purr.", "Cats sleep.", "Cats eat.", "Stocks fell.", "Stocks rose.", "Stocks crashed badly."]
SAMPLE = list(sumspace.read("sample"))


@pytest.mark.parametrize("name", list(SEGMENTERS))
def test_segments_are_those_of_the_segmenter_and_together_the_document(name):
    for example, found in zip(SAMPLE[::5], sumspace.segment(SAMPLE[::5], name), strict=True):
        document = Document(example, Profile())
        assert list(found.starts) == SEGMENTERS[name]().segment(document.content)
        assert sum(found.segments, ()) == document.sentences
        assert sum(found.words) == document.lengths.sum()
        assert [len(segment) for segment in found.segments] == [
            b - a for a, b in zip(found.starts, [*found.starts[1:], len(document.sentences)], strict=True)
        ]


def test_records_have_the_sentences():
    (record,) = sumspace.segment(TEXTS, "columbia").table().records
    assert record == {
        "id": "1", "segmenter": "columbia", "starts": [0, 3],
        "segments": [
            {"first": 0, "words": 6, "sentences": TEXTS[:3]}, {"first": 3, "words": 7, "sentences": TEXTS[3:]},
        ],
    }  # fmt: skip
    assert sumspace.segment(TEXTS, "columbia").table().csv() == "id,segmenter,starts\n1,columbia,0 3\n"


def test_the_table_shows_how_segments_begin():
    table = sumspace.segment([*TEXTS[:5], f"Stocks {'and stocks ' * 9}crashed."], "columbia").table().text()
    assert [line.split(None, 4) for line in table.splitlines()[3:5]] == [
        ["1", "1", "0–2", "6", "Cats purr."], ["2", "3–5", "24", "Stocks", "fell."],
    ]  # fmt: skip
    assert "segmenter" not in table
    both = sumspace.segment(TEXTS, ["none", "columbia(length=2)"])
    assert "columbia(length=2)" in both.table().text()
    assert "none,columbia(length=2) | profile:rouge155(stem)" in both.signature


def test_a_segmenter_is_named_with_options():
    assert parse_segmenter("texttiling(words=9)") == SEGMENTERS["texttiling"](words=9)
    for wrong in ("texttilin", "c99(4)", "c99(x=1)", "none(1)"):
        with pytest.raises((SettingError, UnknownNameError)):
            parse_segmenter(wrong)
    with pytest.raises(SettingError, match="at least one segmenter"):
        SegmentPlan({})


def test_a_document_without_a_text_is_skipped():
    results = sumspace.segment([{"id": "a", "references": ["Cats."]}, {"id": "b", "sentences": TEXTS}])
    assert [found.id for found in results] == ["b"]
    assert [one.id for one in results.left_out] == ["a"]
    with pytest.raises(CorpusError, match="text: is empty; a document needs at least one sentence"):
        sumspace.segment({"id": "a", "text": " "}).table()
