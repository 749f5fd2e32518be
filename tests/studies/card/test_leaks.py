"""What is suspicious is named, and nothing else."""

import copy

import pytest

import sumspace
from sumspace.studies.card import leaks


@pytest.fixture(scope="module")
def sample():
    return [example.record for example in sumspace.read("sample")][:3]


@pytest.fixture
def records(sample):
    return copy.deepcopy(sample)


def text_of(summary):
    return summary["text"] if "text" in summary else " ".join(summary["sentences"])


def leaks_of(records, **settings):
    return sumspace.card(records, **{"oracles": False, "resamples": 10, **settings}).leaks


def test_the_sample_has_no_leak():
    assert leaks_of("sample") == []


def test_a_system_that_copies_a_reference_is_named(records):
    reference = records[1]["references"][0]
    records[1]["systems"]["retell"] = {"text": text_of(reference).upper()}
    (leak,) = leaks_of(records)
    assert (leak.id, leak.kind, leak.text) == (records[1]["id"], leaks.COPY, "system retell")
    assert leak.other == f"reference {reference['id']}"
    assert leak.likeness == 1
    assert leak.scores["rouge-1"]["by_others"] >= leak.scores["rouge-1"]["human"]


def test_a_near_copy_is_named_after_copies(records):
    words = text_of(records[0]["references"][1]).split()
    records[0]["systems"]["skim"] = {"text": " ".join([*words[:-6], "and", "that", "was", "all."])}
    records[2]["systems"]["skim"] = {"text": text_of(records[2]["references"][0])}
    copied, near = leaks_of(records)
    assert (copied.id, copied.kind) == (records[2]["id"], leaks.COPY)
    assert (near.id, near.kind) == (records[0]["id"], leaks.NEAR_COPY)
    assert leaks.NEARLY <= near.likeness < 1


SHARED = {
    "id": "shared",
    "sentences": ["Ants quarrel with every raven today.", "Bats sleep.", "Some other words stand here too."],
    "references": [
        {"id": "A", "text": "ants bats cats dogs eels foxes"},
        {"id": "B", "text": "ants bats cats mice newts owls"},
    ],
}


def test_a_summary_above_every_extract_and_every_human_summary_is_named():
    """It has what both references share and some of what each has alone; neither of them is a near copy."""
    example = {**SHARED, "systems": {"seer": {"text": "ants bats cats dogs newts owls"}}}
    (leak,) = leaks_of([example], oracles=True)
    assert (leak.kind, leak.text) == (leaks.ABOVE, "system seer")
    # By B: five of its six words, where A has three; by A four, where B has three.
    assert leak.scores["rouge-1"]["by_others"] == pytest.approx((5 / 6 + 4 / 6) / 2)
    assert leak.scores["rouge-1"]["human"] == pytest.approx(3 / 6)
    assert leak.scores["rouge-1"]["score"] == pytest.approx(9 / 12)
    # The best extract of six words: ants, bats, each in both references.
    assert leak.scores["rouge-1"]["best_extract"] == pytest.approx(4 / 12)


def test_a_summary_below_one_human_summary_is_not_named():
    example = {**SHARED, "systems": {"guess": {"text": "ants bats mice newts owls too"}}}
    assert leaks_of([example], oracles=True) == []


def test_taking_the_sentences_of_an_extractive_reference_is_no_copy():
    example = {
        "id": "a", "sentences": ["It rained all day.", "Nobody went out.", "The sun came back on Monday."],
        "references": [{"id": "A", "text": "Nobody went out."}],
        "systems": {"mine": {"extract": [1]}},
    }  # fmt: skip
    assert leaks_of([example]) == []


def test_repeated_empty_and_leading_texts_are_named():
    one = {
        "id": "one", "sentences": ["It rained all day.", "Nobody went out."],
        "references": [{"id": "A", "text": "It rained all day."}, {"id": "B", "text": "Wet weather kept all at home."}],
        "systems": {"mine": {"text": "Rain."}, "other": {"text": " "}},
    }  # fmt: skip
    two = {
        "id": "two", "text": "It rained all day. Nobody went out!",
        "references": [
            {"id": "A", "text": "wet weather kept all at home"}, {"id": "B", "text": "Wet weather kept all at home!"}
        ],
        "systems": {"mine": {"text": "rain"}},
    }  # fmt: skip
    found = [(leak.id, leak.kind, leak.text, leak.other) for leak in leaks_of([one, two])]
    assert found == [
        ("two", leaks.SHARED_SUMMARY, "system mine", "one"),
        ("two", leaks.SHARED_REFERENCE, "reference A", "one"),
        ("two", leaks.SHARED_REFERENCE, "reference B", "one"),
        ("two", leaks.TWICE, "document", "one"),
        ("two", leaks.EQUAL_REFERENCES, "reference B", "reference A"),
        ("one", leaks.BEGINNING, "reference A", ""),
        ("one", leaks.EMPTY, "system other", ""),
    ]
