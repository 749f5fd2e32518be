"""Every mark is where the words of its unit stand, as browsers count, and marked are exactly the units that count."""

import random

import pytest

import sumspace
import texts_of_extracts
from sumspace.document import Document, tokenize
from sumspace.measures.measure import parse_measure
from sumspace.text.profile import Profile
from sumspace.web.marks import mark_units
from sumspace.web.view import view_document

MEASURES = ("rouge-1", "rouge-2", "rouge-su4", "rouge-s4")


def marks_of(document, measure):
    return mark_units(parse_measure(measure), document, next(document.references("all")))


def cut_out(text, start, end):
    """A piece of a text, in units of UTF-16."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def is_part(unit, tokens):
    """Whether a unit's tokens stand among others in their order."""
    left = iter(tokens)
    return all(token in left for token in unit)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("name", ["newswire-1", "literary-2"])
def test_marked_are_the_units_that_count_with_the_numbers_of_the_coverage(name, measure):
    example = next(example for example in sumspace.read("sample") if example.id == name)
    marks = marks_of(Document(example, Profile("rouge155")), measure)
    coverage = view_document(example, {"measure": measure})["coverage"]
    starts = [*coverage["starts"], len(coverage["units"])]
    for place, sentence in enumerate(marks["document"]):
        assert [number for number, *_ in sentence] == coverage["units"][starts[place] : starts[place + 1]]
    in_document = {number for sentence in marks["document"] for number, *_ in sentence}
    in_references = {number for body in marks["references"] for sentence in body for number, *_ in sentence}
    assert in_document == in_references == set(range(len(coverage["gain_starts"]) - 1))


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("profile", ["rouge155", "rouge-score", "unicode"])
def test_every_mark_has_the_words_of_its_unit(profile, measure):
    rng, known, marked = random.Random(1), {}, 0
    for _ in range(30):
        document = texts_of_extracts.document_of(texts_of_extracts.random_record(rng), profile)
        marks = marks_of(document, measure)
        (references,) = document.references("all")
        known.clear()
        for sentences, of_sentences in zip(
            (document.words, *references.sentences), (marks["document"], *marks["references"]), strict=True
        ):
            for sentence, of_sentence in zip(sentences, of_sentences, strict=True):
                for number, *spans in of_sentence:
                    pieces = [cut_out(sentence.text, *spans[at : at + 2]) for at in range(0, len(spans), 2)]
                    assert spans == sorted(spans)
                    assert all(piece == piece.strip() != "" for piece in pieces)
                    tokens = [token for own in tokenize(pieces, document.profile) for token in own.tokens]
                    unit = [unit for _, unit in parse_measure(measure).units(sentence.tokens) if is_part(unit, tokens)]
                    known[number] = known.get(number, set(unit)) & set(unit)
                    assert known[number], "no unit is in all of the places that are marked as one"
                    marked += 1
    assert marked > 100


def test_places_are_counted_as_browsers_count():
    record = {"id": "1", "sentences": ["\U0001f600 A \U0001f600 cat, a cat!"], "references": ["The cat."]}
    document = texts_of_extracts.document_of(record)
    ((first, second),) = marks_of(document, "rouge-1")["document"]
    for number, *span in (first, second):
        assert number == 0
        assert cut_out(record["sentences"][0], *span).strip("!,") == "cat"
    assert marks_of(document, "rouge-1")["references"] == [[[[0, 4, 8]]]]


def test_a_unit_whose_words_are_apart_has_several_places():
    record = {"id": "1", "sentences": ["the red old cat sat"], "references": ["red cat"]}
    marks = marks_of(texts_of_extracts.document_of(record), "rouge-s4")
    assert marks == {"document": [[[0, 4, 7, 12, 15]]], "references": [[[[0, 0, 7]]]]}


def test_a_measure_that_counts_in_a_way_of_its_own_has_no_marks():
    record = {"id": "1", "sentences": ["A cat."], "references": ["A cat."]}
    assert marks_of(texts_of_extracts.document_of(record), "kpia") == {"document": [], "references": []}
