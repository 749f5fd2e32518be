"""A field that is called almost like one of ours is not read, and a note says so."""

import warnings

import pytest

from sumspace.corpus.near_misses import meant_by
from sumspace.corpus.source import read
from sumspace.errors import CorpusNote

SOUND = {"id": "a", "text": "The cat sat.", "references": ["A cat."]}


def notes(*lines, corpus_file):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CorpusNote)
        examples = list(read(corpus_file(*lines)))
    return examples, [str(warning.message) for warning in caught]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("summaries", ("references", "systems")),
        ("summary", ("references", "systems")),
        ("reference", ("references",)),
        ("system", ("systems",)),
        ("sentence", ("sentences",)),
        ("judgments", ("judgements",)),
        ("judgment_raters", ("judgement_raters",)),
        ("Systems", ("systems",)),
    ],
)
def test_a_near_miss_is_named_once_for_a_file_and_passes_through(corpus_file, name, meant):
    lines = [{**SOUND, "id": str(number), name: "x"} for number in range(3)]
    examples, messages = notes(*lines, corpus_file=corpus_file)
    assert [example.record[name] for example in examples] == ["x"] * 3
    (message,) = messages
    assert message.endswith(
        f"corpus.jsonl: the field {name!r} is not read; rename it if it is meant as {' or '.join(map(repr, meant))}"
    )


@pytest.mark.parametrize("name", ["url", "source", "index", "sentence_ids", "document_id", "reference_count", "length"])
def test_fields_of_other_names_are_nobodys_business(corpus_file, name):
    examples, messages = notes({**SOUND, name: "x"}, corpus_file=corpus_file)
    assert messages == []
    assert examples[0].record[name] == "x"


def test_a_number_is_no_list_of_anything(corpus_file):
    assert notes({**SOUND, "score": 0.5, "system": None}, corpus_file=corpus_file)[1] == []


def test_no_field_of_ours_is_a_near_miss_of_another():
    from sumspace.corpus.columns import OURS

    assert not any(map(meant_by, OURS))


def test_what_is_taken_under_its_usual_name_is_read(corpus_file):
    examples, messages = notes({"id": "a", "text": "The cat sat.", "summary": "A cat."}, corpus_file=corpus_file)
    assert len(examples[0].references) == 1
    assert messages == ["columns: text as the document, summary as the reference, id as the id"]


def test_the_command_line_says_it_in_one_line(sumspace, corpus_file):
    outcome = sumspace("corpus", "show", corpus_file({**SOUND, "judgments": {}}, {**SOUND, "id": "b", "judgments": {}}))
    assert outcome.code == 0
    assert [line for line in outcome.err.splitlines() if "judgments" in line] == [
        line for line in outcome.err.splitlines() if line.endswith("rename it if it is meant as 'judgements'")
    ]
    assert outcome.err.count("judgments") == 1
